"""A tie of two teams: what a client is told of it."""

from enum import StrEnum

from carrom.protocol.scalars import GameId, Nonce, Version
from carrom.protocol.table import SitterKind
from carrom.protocol.terms import ClockPlan
from carrom.protocol.tie import TiePlace, TieSide
from carrom.values import Value


class TiePlayer(Value, frozen=True, kw_only=True):
    """One player of a team."""

    name: str
    kind: SitterKind
    """Open: whoever comes by the invitation; nobody has yet."""
    place: TiePlace
    level: str | None = None
    here: bool = True
    """Whether he is connected, at the card or at the board; at his captain's screen: whether the captain is."""


class TieTeam(Value, frozen=True, kw_only=True):
    """One team as it stands."""

    name: str
    captain: SitterKind
    here: bool = True
    """Whether its captain is connected, at the card or at the board."""
    players: tuple[TiePlayer, ...]
    lined_up: bool
    """Whether its line-up was given."""
    lineup: tuple[tuple[str, ...], ...] | None
    """Null: not given yet, or not yours to see before both are."""


class RubberKind(StrEnum):
    """How many play a rubber."""

    SINGLES = "singles"
    DOUBLES = "doubles"


class RubberStanding(StrEnum):
    """Where a rubber stands."""

    PLAYED = "played"
    RUNNING = "running"
    NEXT = "next"
    TO_COME = "to-come"
    DEAD = "dead"
    """Not played, because the tie was decided before it."""


class TieRubber(Value, frozen=True, kw_only=True):
    """One line of the tie's card."""

    number: int
    kind: RubberKind
    standing: RubberStanding
    players: tuple[tuple[str, ...], ...] = ()
    """Of each team, once both line-ups are given."""
    score: tuple[int, ...] = ()
    """Of each team, once it has begun."""
    winner: TieSide | None = None
    conceded: bool = False
    """Whether it was given up, and not played to its end."""
    game: GameId | None = None
    """Where it is played."""


class ExpectCaptain(Value, frozen=True, kw_only=True, tag_field="type", tag="captain"):
    """Somebody has to come and lead a team."""

    side: TieSide


class ExpectLineUp(Value, frozen=True, kw_only=True, tag_field="type", tag="line-up"):
    """A team has to be lined up."""

    side: TieSide
    suggestion: tuple[tuple[str, ...], ...]
    """A line-up that is allowed."""


class ExpectPlayer(Value, frozen=True, kw_only=True, tag_field="type", tag="player"):
    """A player of the next rubber has to come; his captain may take his place."""

    place: TiePlace
    name: str


class ExpectRubber(Value, frozen=True, kw_only=True, tag_field="type", tag="rubber"):
    """A rubber has to be begun."""

    rubber: int


class ExpectEnd(Value, frozen=True, kw_only=True, tag_field="type", tag="end"):
    """A rubber has to be played to its end."""

    rubber: int


TieExpected = ExpectCaptain | ExpectLineUp | ExpectPlayer | ExpectRubber | ExpectEnd


class TieTold(Value, frozen=True, kw_only=True, tag_field="type", tag="tie"):
    """Everything of a tie, from nothing; told again whenever it changes."""

    nonce: Nonce | None = None
    """That of the `NewTie` or `JoinTie` it answers."""
    tie: GameId
    version: Version
    yours: tuple[TiePlace, ...]
    """The places that this connection holds; none: it looks on."""
    ruleset: str
    title: str
    """The rule set's, in English."""
    target: int | None
    clock: ClockPlan | None
    teams: tuple[TieTeam, ...]
    rubbers: tuple[TieRubber, ...]
    score: tuple[int, ...]
    """Rubbers won by each team."""
    winner: TieSide | None
    """As soon as it is decided."""
    over: bool
    expected: tuple[TieExpected, ...]
    clauses: tuple[str, ...] = ()
    """What the standing rests on."""
