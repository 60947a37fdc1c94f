"""What the server says."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol.answers import Arranged, Tried
from carrom.protocol.client import Phrase
from carrom.protocol.film import Act, Motion, PastStroke
from carrom.protocol.scalars import GameId, Nonce, Version
from carrom.protocol.state import State, Verdict
from carrom.protocol.table import Card, Clock, Offered, Sitter
from carrom.protocol.terms import ClockPlan, Length
from carrom.protocol.tie_state import RubberKind, TieTold
from carrom.values import Value


class Level(Value, frozen=True, kw_only=True):
    """One level of the program."""

    name: str
    aim: float
    """How far its aim is off, in degrees (one standard deviation)."""
    power: float
    """How far its power is off, in per cent."""
    outside: bool = False
    """Whether it is an engine from outside, which the server's owner has brought."""


class RulesetInfo(Value, frozen=True, kw_only=True):
    """One rule set, as far as a table sheet needs it."""

    name: str
    title: str
    about: str
    """One sentence on what is different in it."""
    players: tuple[int, ...]
    """How many may play it."""
    lengths: tuple[Length, ...]
    target: int | None
    board_limit: int | None
    games_of_match: int = 1
    """The most games a match has."""
    clock: ClockPlan
    """The law's times."""
    colours_owned: bool = True
    rubbers: tuple[RubberKind, ...] = ()
    """The rubbers of a tie in their order; none: it has no ties."""
    white_is_brown: bool = False


class Reach(Value, frozen=True, kw_only=True):
    """Where friends can find this server."""

    addresses: tuple[str, ...]
    """Addresses that devices of the network reach, the best first; empty: it listens to its own machine only."""
    may_open: bool
    """Whether this page may let the network in (`OpenDoor`)."""


class Kernel(StrEnum):
    """How strokes are computed at the moment; the result is the same to the bit."""

    WARMING = "warming"
    """Interpreted, while the compiled kernel is being prepared."""
    COMPILED = "compiled"
    INTERPRETED = "interpreted"
    """For good: this machine has no compiler for it."""


class Welcome(Value, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The server's greeting, first on every connection."""

    protocol: int
    program: str
    """The server's version."""
    levels: tuple[Level, ...]
    """From the weakest up."""
    engines: tuple[Level, ...] = ()
    """Engines from outside, which may sit where a level may."""
    rulesets: tuple[RulesetInfo, ...]
    surfaces: tuple[str, ...]
    reach: Reach
    kernel: Kernel
    accounts: bool = False
    """Whether people may have accounts here."""
    you: str | None = None
    """The name of who is signed in; null: a guest."""


class ReachChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="reach"):
    """The network has been let in."""

    nonce: Nonce | None
    reach: Reach


class RulesRead(Value, frozen=True, kw_only=True, tag_field="type", tag="rules-read"):
    """What a custom rule set is."""

    nonce: Nonce
    info: RulesetInfo


class Draining(Value, frozen=True, tag_field="type", tag="draining"):
    """The server is about to stop; the line will break, and may be taken up again at once."""


class KernelChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="kernel"):
    """The kernel has become warm, or has turned out not to exist here."""

    kernel: Kernel


class Joined(Value, frozen=True, kw_only=True, tag_field="type", tag="joined"):
    """This connection now follows a game."""

    nonce: Nonce | None
    """That of the `NewGame` or `Join` it answers; null after `Resume`."""
    game: GameId
    yours: tuple[Seat, ...]
    """The players this connection acts for, by their seats at the beginning; none: it looks on."""
    version: Version


class Snapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """Everything, from nothing: forget what you knew of this game."""

    version: Version
    card: Card
    state: State | None
    """Null while seats are open."""
    history: tuple[PastStroke, ...]
    clock: Clock | None = None
    offers: tuple[Offered, ...] = ()


class Played(Value, frozen=True, kw_only=True, tag_field="type", tag="played"):
    """A stroke was played: show `motion`, then `state`."""

    version: Version
    after: Version
    """The version before it."""
    at: int = 0
    """When, ms since 1970: who comes later than `at` and the motion's duration sees its end."""
    motion: Motion
    past: PastStroke
    """The line that the history grows by."""
    ruling: Verdict
    state: State
    clock: Clock | None = None


class Acted(Value, frozen=True, kw_only=True, tag_field="type", tag="acted"):
    """Something happened without a stroke."""

    version: Version
    after: Version
    """The version before it."""
    act: Act
    seat: Seat | None
    """Who acted; null for the umpire."""
    disc: Disc | None = None
    """The man that was placed."""
    points: int | None = None
    """The extra points that were demanded."""
    state: State
    clock: Clock | None = None


class Seats(Value, frozen=True, kw_only=True, tag_field="type", tag="seats"):
    """Who sits at the table and who is here, whenever that changes."""

    sitters: tuple[Sitter, ...]
    watchers: int


class ClockChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="clock"):
    """The clock was stopped, or goes on."""

    clock: Clock | None


class Aimed(Value, frozen=True, kw_only=True, tag_field="type", tag="aimed"):
    """Where another player aims."""

    seat: Seat
    stroke: Stroke | None


class Spoken(Value, frozen=True, kw_only=True, tag_field="type", tag="spoken"):
    """What a player said across the table."""

    seat: Seat
    phrase: Phrase


class Rematched(Value, frozen=True, kw_only=True, tag_field="type", tag="rematched"):
    """All have agreed to play the same again; each comes to the new game with the key he has."""

    game: GameId


class Accepted(Value, frozen=True, kw_only=True, tag_field="type", tag="accepted"):
    """The command with this nonce has been done, now or before; it was the event of that version."""

    nonce: Nonce
    version: Version


class Refusal(StrEnum):
    """Why a message was not followed."""

    ILLEGAL = "illegal"
    """The laws or the board do not allow it, for instance that spot for the striker."""
    NOT_NOW = "not-now"
    """The game does not expect it at this moment."""
    NOT_YOURS = "not-yours"
    """This connection may not act for that seat."""
    STALE = "stale"
    """It was meant for an earlier version; the events in between are on their way."""
    UNKNOWN_GAME = "unknown-game"
    """No such game, or a wrong key for it."""
    MALFORMED = "malformed"
    TOO_FAST = "too-fast"
    NO_GAME = "no-game"
    """A command before `NewGame`, `Join` or `Resume`."""
    FULL = "full"
    """The server holds as many games or connections as it will."""
    BROKEN = "broken"
    """The server failed; the game as it was is kept."""


class Refused(Value, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A message was not followed; nothing has changed."""

    nonce: Nonce | None
    """Null when the message had none that could be read."""
    code: Refusal
    reason: str
    """One clear sentence: what was given, and what was expected."""


class Replayed(Value, frozen=True, kw_only=True, tag_field="type", tag="replayed"):
    """A past stroke, to be shown again."""

    nonce: Nonce
    past: PastStroke
    motion: Motion
    ruling: Verdict
    position: Position
    """The position after it, with whatever the umpire put back."""
    before: State
    """The cards of the moment that the stroke was played in."""
    state: State
    """The cards after it: all as it stood then."""


class Pong(Value, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """The line lives."""

    now: int
    """The server's clock, ms since 1970."""


ServerMessage = (
    Welcome | KernelChanged | ReachChanged | RulesRead | Draining | Joined | Snapshot | Played | Acted | Seats
    | ClockChanged | Offered | Aimed | Spoken | Rematched | Accepted | Refused | Replayed | Arranged | Tried | TieTold
    | Pong
)  # fmt: skip
Event = Played | Acted
"""The server messages that carry a new version."""
