"""The format of a stage: its system, length, scoring and entrants."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from carrom.errors import RefusedRequest
from carrom.game.scoring.match import Rubber
from carrom.game.scoring.score import Stage
from carrom.tournament.identifiers import Score
from carrom.values import Value

System = Literal["swiss", "groups", "cup", "league"]
Key = Literal[
    "points",
    "head",
    "head-net",
    "buchholz",
    "net",
    "total",
    "boards",
    "games",
    "rubbers",
    "points-each",
    "net-each",
    "seed",
    "lot",
]
Match = Literal["game", "best-of-3", "best-of-5", "best-of-3-boards", "best-of-5-boards", "most-of-8-boards"]
Kind = Literal["player", "pair", "team"]
Number = Annotated[int, Meta(ge=0, le=1000)]

DEFAULT_KEYS: tuple[tuple[System, tuple[Key, ...]], ...] = (
    ("swiss", ("points", "buchholz", "net", "total", "seed")),
    ("groups", ("points", "head", "head-net", "net", "total", "lot")),
    ("league", ("points", "head", "rubbers", "net", "total", "lot")),
    ("cup", ("seed",)),
)


class StageFormat(Value, frozen=True, kw_only=True):
    """The terms of one section, fixed when it is opened."""

    id: str
    system: System
    name: str = ""
    """What the public reads; empty: its identifier."""
    kind: Kind | None = None
    """Who plays in it; None: everybody who was entered."""
    source: str = ""
    """The section whose best play here; empty: those who were entered."""
    waves: Annotated[int, Meta(ge=0, le=99)] = 0
    """Swiss: how many waves are meant to be drawn; 0: as many as are wanted."""
    match: Match = "game"
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    """After how many minutes the clock ends a game; 0: never. No new board begins in the last five."""
    stage: Stage | None = None
    """Whether games have a board limit (Law 56b); None: until the quarter-finals of a cup."""
    keys: tuple[Key, ...] = ()
    """What the standings are ordered by; empty: what is usual for the system."""
    bye: Score = (25, 0)
    walkover: Score = (25, 0)
    missed: Literal["bye", "free"] = "bye"
    """Swiss: whether a wave that was missed counts as the bye that everybody gets once at most."""
    floats: Literal["free", "spared"] = "free"
    """Swiss: whether nobody is to go up, or down, twice running if it can be avoided."""
    apart: Annotated[int, Meta(ge=0, le=99)] = 0
    """Swiss: in how many first waves players of one club or nation are kept apart; a cup: above 0, in the first."""
    apart_by: Literal["club", "nation"] = "club"
    order: Literal["halves", "neighbours"] = "halves"
    """Swiss: whether the upper half meets the lower half, or neighbours meet."""
    groups: Annotated[int, Meta(ge=1, le=64)] = 1
    draw: Literal["snake", "lots"] = "snake"
    retired: Literal["complete", "stands"] = "complete"
    """Whether the winner by a retirement is given the points that he lacks."""
    withdrawn: Literal["half", "annulled", "walkovers"] = "half"
    """Groups: what becomes of the matches of who withdraws; `half`: annulled unless half of them were finished."""
    qualify: Annotated[int, Meta(ge=0, le=999)] = 0
    """How many of each group (or of a section without groups) go on; 0: as the next section has it, or all."""
    best: Annotated[int, Meta(ge=0, le=64)] = 0
    """How many more go on: the best of those placed next in their groups."""
    third: Literal["match", "shared"] = "shared"
    level: Literal["extra-board", "shoot-out", "lot"] = "extra-board"
    """A cup: what decides a level fixture."""
    groups_apart: Literal["yes", "no"] = "yes"
    """A cup: whether those of one group do not meet in the first match if it can be avoided."""
    rubbers: tuple[Rubber, ...] = ()
    """What a tie of teams consists of, in order; empty: the fixtures are matches."""
    order_of_rubbers: Literal["fixed", "free"] = "fixed"
    dead_rubbers: Literal["played", "left"] = "left"
    plays_both: Literal["yes", "no"] = "yes"
    """Whether a player may play one singles and one doubles of a tie."""

    @property
    def title(self) -> str:
        """What the public reads."""
        return self.name or self.id

    @property
    def ordered_by(self) -> tuple[Key, ...]:
        """The keys of the standings."""
        return self.keys or dict(DEFAULT_KEYS)[self.system]

    @property
    def best_of(self) -> int:
        """Of how many games (or boards) a match is the best."""
        return {"best-of-3": 3, "best-of-5": 5}.get(self.match, 1)

    @property
    def by_tables(self) -> bool:
        """Whether everybody meets everybody of his group."""
        return self.system in ("groups", "league")


def check_terms(terms: StageFormat) -> StageFormat:
    """Return terms that can be played. Raises `RefusedRequest`."""
    if len(set(terms.keys)) != len(terms.keys):
        raise RefusedRequest(f"section {terms.id} names a key twice: {', '.join(terms.keys)}")
    if terms.rubbers and terms.kind not in (None, "team"):
        raise RefusedRequest(f"section {terms.id} has rubbers and is for {terms.kind}s; rubbers are played by teams")
    if terms.system == "swiss" and terms.waves == 0 and terms.minutes and terms.match != "game":
        raise RefusedRequest(f"section {terms.id} has a clock of {terms.minutes} minutes; expected match=game with it")
    if terms.groups > 1 and terms.system not in ("groups", "league"):
        raise RefusedRequest(f"section {terms.id} is a {terms.system} in {terms.groups} groups; expected groups=1")
    for score in (terms.bye, terms.walkover):
        if score[0] <= score[1]:
            raise RefusedRequest(f"a bye or walkover of {score[0]}-{score[1]}; expected a score that wins, as 25-0")
    return terms


SYSTEMS: tuple[System, ...] = get_args(System)
