"""Stages, entrants and presets of a tournament, and its time zone."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from msgspec import Meta

from carrom.errors import RefusedRequest
from carrom.game.event_lines import cut
from carrom.game.match import Rubber
from carrom.game.score import Stage
from carrom.tournament.identifiers import Score
from carrom.values import Value

System = Literal["swiss", "groups", "knockout", "league"]
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
    ("knockout", ("seed",)),
)


class StageFormat(Value, frozen=True, kw_only=True):
    """The terms of one stage, fixed when it is created."""

    id: str
    system: System
    name: str = ""
    """Name shown to the public; if empty, the id."""
    kind: Kind | None = None
    """Kind of entrants; None accepts every kind."""
    source: str = ""
    """Stage whose best entrants advance to this one; empty for the entrants of the tournament."""
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    """Swiss: number of rounds; 0 for no fixed number."""
    legs: Annotated[int, Meta(ge=1, le=2)] = 1
    """2 for home and away: everybody meets twice, first at the first-named side's home, then at the other's; in a
    knockout the two matches are added up.
    """
    match: Match = "game"
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    """Time limit of a game in minutes; 0 for none. No new board begins in the last five minutes."""
    part: Stage | None = None
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
    """Number of entrants of each group (or of the stage) who advance; 0 means as set by the next stage, or all."""
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
        return self.system == "knockout" and self.legs == 2

    def bracket_round(self, round: int) -> int:
        """Return the round of the bracket, from 1, that a drawn round belongs to; with two legs each has two."""
        return (round - 1) // self.legs + 1

    @property
    def by_tables(self) -> bool:
        """Whether the stage is a round robin, in groups or as a league."""
        return self.system in ("groups", "league")


def check_terms(terms: StageFormat) -> StageFormat:
    """Return the terms if they are valid. Raises `RefusedRequest`."""
    if len(set(terms.keys)) != len(terms.keys):
        raise RefusedRequest(f"stage {terms.id} lists a criterion twice: {', '.join(terms.keys)}")
    if terms.rubbers and terms.kind not in (None, "team"):
        raise RefusedRequest(f"stage {terms.id} has rubbers but is for {terms.kind}s; expected kind=team")
    if terms.system == "swiss" and terms.rounds == 0 and terms.minutes and terms.match != "game":
        raise RefusedRequest(f"stage {terms.id} has a time limit of {terms.minutes} minutes, which needs match=game")
    if terms.groups > 1 and terms.system not in ("groups", "league"):
        raise RefusedRequest(f"stage {terms.id} is a {terms.system} with {terms.groups} groups; expected groups=1")
    if terms.legs == 2 and terms.system == "swiss":
        raise RefusedRequest(
            f"stage {terms.id} is a Swiss, in which nobody meets twice; legs=2 is for groups, a league or a knockout"
        )
    for score in (terms.bye, terms.walkover):
        if score[0] <= score[1]:
            raise RefusedRequest(
                f"a bye or walkover cannot score {score[0]}-{score[1]}; expected a winning score, such as 25-0"
            )
    return terms


# -- time zones: names of the IANA database, such as `Asia/Kolkata` ----------------------------------------------------
# All times of a tournament are local times of its zone. Without a zone they are local to the venue, wherever that is:
# they are shown and exported as they are written.


_NAME = re.compile(r"[A-Z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}")
_LINK = Path("/etc/localtime")
_NAMED = Path("/etc/timezone")


def zone_of(name: str) -> ZoneInfo | None:
    """Return a zone of the IANA database; None if there is none of that name on this machine."""
    if _NAME.fullmatch(name) is None:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def check_zone(name: str) -> None:
    """Raise `RefusedRequest` unless a text is empty or the name of a zone."""
    if name and zone_of(name) is None:
        raise RefusedRequest(f"{cut(name)} is not a time zone; expected a name such as Asia/Kolkata or Europe/London")


def machine_zone() -> str:
    """Return the name of this machine's zone; empty if it cannot be found."""
    found = [os.environ.get("TZ", "").removeprefix(":")]
    try:
        found.append(str(_LINK.resolve()).partition("zoneinfo/")[2])
        found.append(_NAMED.read_text(encoding="ascii").strip())
    except (OSError, UnicodeDecodeError):
        pass
    return next((name for name in found if name and zone_of(name) is not None), "")


def local_time(seconds: int, zone: str) -> datetime:
    """Return a time, in seconds since 1970, as a naive datetime of a zone; of this machine's zone if it is unknown."""
    return datetime.fromtimestamp(seconds, zone_of(zone)).replace(tzinfo=None)


def universal_time(local: datetime, zone: ZoneInfo) -> datetime:
    """Return a naive local time of a zone in UTC; of an hour that occurs twice, the first."""
    return local.replace(tzinfo=zone).astimezone(UTC)


# -- presets: rule set and stages of common kinds of tournament ------------------------------------------------------


class Preset(Value, frozen=True, kw_only=True):
    """A preset; stages are written as lines without the word `stage`."""

    summary: str
    rules: str
    stages: tuple[str, ...]


_TIES = "kind=team rubbers=singles,singles,doubles"
PRESETS: tuple[tuple[str, Preset], ...] = (
    (
        "swiss",
        Preset(
            summary="a Swiss of seven rounds, each one game to 25 points or 45 minutes, then a final of the first two",
            rules="icf",
            stages=(
                "s swiss name=Swiss rounds=7 minutes=45 keys=points,buchholz,net,total,seed bye=25-0 qualify=2",
                "final knockout name=Final from=s match=best-of-3 part=late",
            ),
        ),
    ),
    (
        "national",
        Preset(
            summary="round-robin groups, then a knockout; matches are best of three games",
            rules="icf",
            stages=(
                "g groups name=Groups groups=4 match=best-of-3 qualify=2",
                "cup knockout name=Cup from=g match=best-of-3 third=match",
            ),
        ),
    ),
    (
        "teams",
        Preset(
            summary="a team league with ties of two singles and a doubles in any order, best of three games, "
            "then a final",
            rules="icf",
            stages=(
                f"l league name=League {_TIES} rubber_order=free match=best-of-3 qualify=2",
                f"final knockout name=Final from=l {_TIES} rubber_order=free match=best-of-3",
            ),
        ),
    ),
    (
        "event-sheet",
        Preset(
            summary="a college competition with ties of two singles and a doubles, each to 25 points without a "
            "board limit",
            rules="team-event",
            stages=(
                f"l league name=League {_TIES} qualify=2",
                f"final knockout name=Final from=l {_TIES}",
            ),
        ),
    ),
    (
        "league",
        Preset(
            summary="a league in which everybody meets everybody twice, home and away; games of 45 minutes",
            rules="icf",
            stages=("l league name=League legs=2 minutes=45",),
        ),
    ),
    (
        "club-night",
        Preset(
            summary="one group with games of 30 minutes, then a knockout of the first four",
            rules="icf",
            stages=(
                "g groups name=Groups minutes=30 qualify=4",
                "cup knockout name=Cup from=g minutes=60 third=match",
            ),
        ),
    ),
)


def preset(name: str) -> Preset:
    """Return the preset of that name. Raises `RefusedRequest`."""
    for each, found in PRESETS:
        if each == name:
            return found
    raise RefusedRequest(f"{cut(name)} is not a preset; expected one of {', '.join(each for each, _ in PRESETS)}")
