"""State of a tie of two teams, as sent to clients."""

from enum import StrEnum

from carrom.protocol.common import ClockPlan, GameId, Nonce, Version
from carrom.protocol.play import SitterKind
from carrom.protocol.tie import TiePlace, TieSide
from carrom.values import Value

__all__ = [
    "ExpectCaptain",
    "ExpectEnd",
    "ExpectLineUp",
    "ExpectPlayer",
    "ExpectRubber",
    "RubberKind",
    "RubberStanding",
    "TieExpected",
    "TiePlayer",
    "TieRubber",
    "TieSnapshot",
    "TieTeam",
]


class TiePlayer(Value, frozen=True, kw_only=True):
    """One player of a team."""

    name: str
    kind: SitterKind
    """`open` if the place waits for an invited player."""
    place: TiePlace
    level: str | None = None
    here: bool = True
    """Whether the player is connected to the tie or its game; for a player at the captain's screen, whether the captain
    is.
    """


class TieTeam(Value, frozen=True, kw_only=True):
    """The state of one team."""

    name: str
    captain: SitterKind
    here: bool = True
    """Whether the captain is connected to the tie or its game."""
    players: tuple[TiePlayer, ...]
    lined_up: bool
    """Whether the line-up has been submitted."""
    lineup: tuple[tuple[str, ...], ...] | None
    """Null if not submitted, or hidden from the receiver until both are."""


class RubberKind(StrEnum):
    """Number of players in a rubber."""

    SINGLES = "singles"
    DOUBLES = "doubles"


class RubberStanding(StrEnum):
    """State of a rubber."""

    PLAYED = "played"
    RUNNING = "running"
    NEXT = "next"
    TO_COME = "to-come"
    DEAD = "dead"
    """Not played, because the tie was already decided."""


class TieRubber(Value, frozen=True, kw_only=True):
    """One rubber of the tie."""

    number: int
    kind: RubberKind
    standing: RubberStanding
    players: tuple[tuple[str, ...], ...] = ()
    """Players of each team, once both line-ups are submitted."""
    score: tuple[int, ...] = ()
    """Score of each team, once the rubber has begun."""
    winner: TieSide | None = None
    conceded: bool = False
    """Whether the rubber was conceded rather than played to its end."""
    game: GameId | None = None
    """The game of the rubber, once it has begun."""


class ExpectCaptain(Value, frozen=True, kw_only=True, tag_field="type", tag="captain"):
    """A captain has to join for this team."""

    side: TieSide


class ExpectLineUp(Value, frozen=True, kw_only=True, tag_field="type", tag="line-up"):
    """A team has to submit its line-up."""

    side: TieSide
    suggestion: tuple[tuple[str, ...], ...]
    """A valid line-up."""


class ExpectPlayer(Value, frozen=True, kw_only=True, tag_field="type", tag="player"):
    """A player of the next rubber has to join; the captain may take the place."""

    place: TiePlace
    name: str


class ExpectRubber(Value, frozen=True, kw_only=True, tag_field="type", tag="rubber"):
    """A captain has to start the next rubber."""

    rubber: int


class ExpectEnd(Value, frozen=True, kw_only=True, tag_field="type", tag="end"):
    """A rubber has to be played to its end."""

    rubber: int


TieExpected = ExpectCaptain | ExpectLineUp | ExpectPlayer | ExpectRubber | ExpectEnd


class TieSnapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="tie"):
    """The complete state of a tie, sent whenever it changes."""

    nonce: Nonce | None = None
    """Nonce of the `NewTie` or `JoinTie` that this answers."""
    tie: GameId
    version: Version
    yours: tuple[TiePlace, ...]
    """The places held by this connection; empty for a spectator."""
    ruleset: str
    title: str
    """Title of the rule set, in English."""
    target: int | None
    clock: ClockPlan | None
    teams: tuple[TieTeam, ...]
    rubbers: tuple[TieRubber, ...]
    score: tuple[int, ...]
    """Rubbers won by each team."""
    winner: TieSide | None
    """Set as soon as the tie is decided."""
    over: bool
    expected: tuple[TieExpected, ...]
    clauses: tuple[str, ...] = ()
    """The clauses that the score is based on."""
