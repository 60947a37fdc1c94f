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
    """The terms of one section, fixed when it is created."""

    id: str
    system: System
    name: str = ""
    """Name shown to the public; if empty, the id."""
    kind: Kind | None = None
    """Kind of entrants; None accepts every kind."""
    source: str = ""
    """Section whose best entrants advance to this one; empty for the entrants of the tournament."""
    waves: Annotated[int, Meta(ge=0, le=99)] = 0
    """Swiss: number of rounds; 0 for no fixed number."""
    legs: Annotated[int, Meta(ge=1, le=2)] = 1
    """2 for home and away: everybody meets twice, first at the first-named side's home, then at the other's; in a
    knockout the two matches are added up.
    """
    match: Match = "game"
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    """Time limit of a game in minutes; 0 for none. No new board begins in the last five minutes."""
    stage: Stage | None = None
    """Whether games have a board limit (Law 56b); None means early rounds until the quarter-finals of a knockout."""
    keys: tuple[Key, ...] = ()
    """Criteria of the standings, in order; empty for the usual ones of the system."""
    bye: Score = (25, 0)
    walkover: Score = (25, 0)
    missed: Literal["bye", "free"] = "bye"
    """Swiss: whether a missed round counts as a bye; each entrant gets at most one bye."""
    floats: Literal["free", "spared"] = "free"
    """Swiss: whether to avoid that an entrant floats up, or down, twice in a row."""
    apart: Annotated[int, Meta(ge=0, le=99)] = 0
    """Number of first rounds in which entrants of one club or nation are kept apart; in a knockout any value above 0
    means the first round.
    """
    apart_by: Literal["club", "nation"] = "club"
    order: Literal["halves", "neighbours"] = "halves"
    """Swiss: whether the upper half of a score group meets the lower half, or neighbours in the standings meet."""
    groups: Annotated[int, Meta(ge=1, le=64)] = 1
    draw: Literal["snake", "lots"] = "snake"
    retired: Literal["complete", "stands"] = "complete"
    """Whether the winner by a retirement gets the points that were missing to the target."""
    withdrawn: Literal["half", "annulled", "walkovers"] = "half"
    """Groups: treatment of the matches of an entrant who withdraws; `half` annuls them unless half of them were
    finished.
    """
    qualify: Annotated[int, Meta(ge=0, le=999)] = 0
    """Number of entrants of each group (or of the section) who advance; 0 means as set by the next section, or all."""
    best: Annotated[int, Meta(ge=0, le=64)] = 0
    """Number of further entrants who advance: the best of those ranked next in their groups."""
    third: Literal["match", "shared"] = "shared"
    level: Literal["extra-board", "shoot-out", "lot"] = "extra-board"
    """Knockout: tie-break of a level fixture."""
    groups_apart: Literal["yes", "no"] = "yes"
    """Knockout: whether to keep entrants of one group apart in the first round, if possible."""
    rubbers: tuple[Rubber, ...] = ()
    """The rubbers of a team tie, in order; empty if fixtures are single matches."""
    order_of_rubbers: Literal["fixed", "free"] = "fixed"
    dead_rubbers: Literal["played", "left"] = "left"
    plays_both: Literal["yes", "no"] = "yes"
    """Whether a player may play one singles and one doubles of a tie."""

    @property
    def title(self) -> str:
        """Name shown to the public."""
        return self.name or self.id

    @property
    def ordered_by(self) -> tuple[Key, ...]:
        """Criteria of the standings."""
        return self.keys or dict(DEFAULT_KEYS)[self.system]

    @property
    def shown_keys(self) -> tuple[Key, ...]:
        """Criteria that a table has columns for: without seed and lot, and without rubbers where there are none."""
        hidden = ("seed", "lot") if self.rubbers else ("seed", "lot", "rubbers")
        return tuple(key for key in self.ordered_by if key not in hidden)

    @property
    def best_of(self) -> int:
        """Maximum number of games (or boards) of a match."""
        return {"best-of-3": 3, "best-of-5": 5}.get(self.match, 1)

    @property
    def adds_legs(self) -> bool:
        """Whether an entrant advances by two matches added up."""
        return self.system == "cup" and self.legs == 2

    def bracket_round(self, wave: int) -> int:
        """Return the round of the bracket, from 1, that a drawn round belongs to; with two legs each has two."""
        return (wave - 1) // self.legs + 1

    @property
    def by_tables(self) -> bool:
        """Whether the section is a round robin, in groups or as a league."""
        return self.system in ("groups", "league")


def check_terms(terms: StageFormat) -> StageFormat:
    """Return the terms if they are valid. Raises `RefusedRequest`."""
    if len(set(terms.keys)) != len(terms.keys):
        raise RefusedRequest(f"stage {terms.id} lists a criterion twice: {', '.join(terms.keys)}")
    if terms.rubbers and terms.kind not in (None, "team"):
        raise RefusedRequest(f"stage {terms.id} has rubbers but is for {terms.kind}s; expected kind=team")
    if terms.system == "swiss" and terms.waves == 0 and terms.minutes and terms.match != "game":
        raise RefusedRequest(f"stage {terms.id} has a time limit of {terms.minutes} minutes, which needs match=game")
    if terms.groups > 1 and terms.system not in ("groups", "league"):
        raise RefusedRequest(f"stage {terms.id} is a {terms.system} with {terms.groups} groups; expected groups=1")
    if terms.legs == 2 and terms.system == "swiss":
        raise RefusedRequest(
            f"stage {terms.id} is a Swiss, in which nobody meets twice; legs=2 is for groups, a league or a cup"
        )
    for score in (terms.bye, terms.walkover):
        if score[0] <= score[1]:
            raise RefusedRequest(
                f"a bye or walkover cannot score {score[0]}-{score[1]}; expected a winning score, such as 25-0"
            )
    return terms


SYSTEMS: tuple[System, ...] = get_args(System)
