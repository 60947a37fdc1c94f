"""Messages from the server, with the replies to practice questions."""

from enum import StrEnum

from carrom.board import Disc, Position, Seat, Stroke
from carrom.i18n import TranslatableText
from carrom.practice.setup import SetupPosition
from carrom.protocol.client import Phrase, Read
from carrom.protocol.common import ClockPlan, Digest, GameId, Length, Nonce, Version
from carrom.protocol.play import Act, Card, Clock, Motion, Offered, PastStroke, Sitter, State, Verdict
from carrom.protocol.tie_state import RubberKind, TieSnapshot
from carrom.values import Value

__all__ = [
    "Accepted",
    "Acted",
    "Aimed",
    "Arranged",
    "ClockChanged",
    "Draining",
    "Event",
    "Joined",
    "KernelChanged",
    "KernelStatus",
    "LevelInfo",
    "Played",
    "Pong",
    "Reach",
    "ReachChanged",
    "Refusal",
    "Refused",
    "Rematched",
    "Replayed",
    "RulesRead",
    "RulesetInfo",
    "Seats",
    "ServerMessage",
    "Snapshot",
    "Spoken",
    "StrokePlayed",
    "TriedStroke",
    "Welcome",
]

# -- replies to practice questions -------------------------------------------------------------------------------------


class Arranged(Value, frozen=True, kw_only=True, tag_field="type", tag="arranged"):
    """Reply to `Arrange`: whether the position is valid, and what is possible in it."""

    nonce: Nonce
    fault: str | None = None
    """Why the position is invalid, in one sentence; null if it is valid."""
    discs: tuple[Disc, ...] = ()
    """The discs that make the position invalid."""
    state: State | None = None
    """The state of the position; null if it is invalid."""
    calls: tuple[str, ...] = ()
    """Codes of the casebook for what an umpire can call in this position; empty if nothing is judged."""


class TriedStroke(Value, frozen=True, kw_only=True, tag_field="type", tag="tried"):
    """Reply to `Try`, `WhatIf`, `Attempt` and the exercises: the result of a stroke and its ruling."""

    nonce: Nonce
    motion: Motion | None
    pocketed: tuple[Disc, ...]
    touched: tuple[Disc, ...]
    ruling: Verdict | None
    """Null if nothing is judged."""
    state: State
    moment: SetupPosition
    """The moment after the stroke, to continue from."""
    reached: bool | None = None
    """In a lesson: whether the goal of the step is reached; null while it can still be reached."""
    said: tuple[TranslatableText, ...] = ()
    """In a lesson: the teacher's comments, as keys of the page's texts with their values."""
    training: Read | None = None
    """In a puzzle, a drill or a solo board: the result."""


# -- all messages ------------------------------------------------------------------------------------------------------


class LevelInfo(Value, frozen=True, kw_only=True):
    """One level of the computer."""

    name: str
    aim: float
    """Aim error in degrees, one standard deviation."""
    power: float
    """Power error in per cent, one standard deviation."""
    outside: bool = False
    """Whether this is an external engine, added by the server's operator."""


class RulesetInfo(Value, frozen=True, kw_only=True):
    """One rule set, with the facts needed to start a game."""

    name: str
    title: str
    about: str
    """One sentence about its differences from other rule sets."""
    players: tuple[int, ...]
    """Allowed numbers of players."""
    lengths: tuple[Length, ...]
    target: int | None
    board_limit: int | None
    games_of_match: int = 1
    """Maximum number of games in a match."""
    clock: ClockPlan
    """The time limits of the laws."""
    colours_owned: bool = True
    rubbers: tuple[RubberKind, ...] = ()
    """The rubbers of a tie in order; empty if the rule set has no ties."""
    white_is_brown: bool = False


class Reach(Value, frozen=True, kw_only=True):
    """Addresses under which this server can be reached."""

    addresses: tuple[str, ...]
    """Addresses for devices in the local network, the best first; empty if only this machine can connect."""
    may_open: bool
    """Whether this page may open the server to the network (`OpenDoor`)."""


class KernelStatus(StrEnum):
    """How strokes are computed at present; the results are identical."""

    WARMING = "warming"
    """The engine and the kernels are being loaded; strokes can be played."""
    COMPILED = "compiled"
    INTERPRETED = "interpreted"
    """This machine has no native kernels."""


class Welcome(Value, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The first message on every connection."""

    protocol: int
    program: str
    """Version of the server program."""
    levels: tuple[LevelInfo, ...]
    """From the weakest to the strongest."""
    engines: tuple[LevelInfo, ...] = ()
    """External engines, which can play in place of a level."""
    rulesets: tuple[RulesetInfo, ...]
    surfaces: tuple[str, ...]
    reach: Reach
    kernel: KernelStatus
    accounts: bool = False
    """Whether this server has accounts."""
    you: str | None = None
    """Name of the signed-in account; null for a guest."""
    films_optional: bool = False
    """Whether a client may decline films (`SendFilms`)."""
    open_racks: bool = False
    """Whether the gaps of a rack follow from the nonce of its first stroke (the CRC-32 is the seed), so that the client
    can play that stroke itself. Only so at tables in the client's own browser; a server draws them with the stroke.
    """
    offline: bool = False
    """Whether this server has the files (`/offline.json`) with which a page goes on without a connection."""


class ReachChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="reach"):
    """Sent when the server has been opened to the network."""

    nonce: Nonce | None
    reach: Reach


class RulesRead(Value, frozen=True, kw_only=True, tag_field="type", tag="rules-read"):
    """Description of a custom rule set."""

    nonce: Nonce
    info: RulesetInfo


class Draining(Value, frozen=True, tag_field="type", tag="draining"):
    """The server is about to stop. The connection will close, and the client can reconnect at once."""


class KernelChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="kernel"):
    """The kernels have been loaded, as native code or interpreted."""

    kernel: KernelStatus


class Joined(Value, frozen=True, kw_only=True, tag_field="type", tag="joined"):
    """Sent when this connection starts to follow a game."""

    nonce: Nonce | None
    """Nonce of the `NewGame` or `Join` that this answers; null after `Resume`."""
    game: GameId
    yours: tuple[Seat, ...]
    """Seats, at the start of the game, of the players that this connection acts for; empty for a spectator."""
    version: Version


class Snapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """The complete state of a game; it replaces everything received before."""

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
    """Time of the stroke, ms since 1970. A client that connects after the animation's end shows only its end."""
    motion: Motion
    past: PastStroke
    """New entry of the history."""
    ruling: Verdict
    state: State
    clock: Clock | None = None


class StrokePlayed(Value, frozen=True, kw_only=True, tag_field="type", tag="stroke"):
    """A stroke was played: `Played` without its animation, for connections that decline films (`SendFilms`).

    The client computes the animation from the position before it. `digest` confirms that it has the same result. The
    ruling is that of `state`.
    """

    version: Version
    after: Version
    """The version before it."""
    at: int = 0
    """Time of the stroke, ms since 1970."""
    seat: Seat
    stroke: Stroke
    rack: Position | None = None
    """The position before it, at a break: the rack with its gaps, which are drawn with the stroke. Null if played
    from the position of the last state.
    """
    digest: Digest
    past: PastStroke
    """New entry of the history."""
    state: State
    clock: Clock | None = None


class Acted(Value, frozen=True, kw_only=True, tag_field="type", tag="acted"):
    """Something other than a stroke happened."""

    version: Version
    after: Version
    """The version before it."""
    act: Act
    seat: Seat | None
    """The seat that acted; null for the umpire."""
    disc: Disc | None = None
    """The piece that was placed."""
    points: int | None = None
    """The number of extra points demanded."""
    state: State
    clock: Clock | None = None


class Seats(Value, frozen=True, kw_only=True, tag_field="type", tag="seats"):
    """Players at the table and their presence; sent whenever either changes."""

    sitters: tuple[Sitter, ...]
    watchers: int


class ClockChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="clock"):
    """Sent when the clock was paused or resumed."""

    clock: Clock | None


class Aimed(Value, frozen=True, kw_only=True, tag_field="type", tag="aimed"):
    """Where another player is aiming."""

    seat: Seat
    stroke: Stroke | None


class Spoken(Value, frozen=True, kw_only=True, tag_field="type", tag="spoken"):
    """A phrase sent by a player."""

    seat: Seat
    phrase: Phrase


class Rematched(Value, frozen=True, kw_only=True, tag_field="type", tag="rematched"):
    """All players agreed to a rematch; each opens the new game with the same key."""

    game: GameId


class Accepted(Value, frozen=True, kw_only=True, tag_field="type", tag="accepted"):
    """The command with this nonce was carried out, now or earlier, as the event of that version."""

    nonce: Nonce
    version: Version


class Refusal(StrEnum):
    """Why a message was refused."""

    ILLEGAL = "illegal"
    """The laws or the board do not allow it, for instance that striker position."""
    NOT_NOW = "not-now"
    """The game does not expect this action now."""
    NOT_YOURS = "not-yours"
    """This connection may not act for that seat."""
    STALE = "stale"
    """The command was for an earlier version; the missed events are being sent."""
    UNKNOWN_GAME = "unknown-game"
    """The game does not exist, or the key does not open it."""
    MALFORMED = "malformed"
    TOO_FAST = "too-fast"
    NO_GAME = "no-game"
    """A command was sent before `NewGame`, `Join` or `Resume`."""
    FULL = "full"
    """The server has reached its limit of games or connections."""
    BROKEN = "broken"
    """An internal error; the game is unchanged."""


class Refused(Value, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A message was refused; nothing has changed."""

    nonce: Nonce | None
    """Null if the message had no readable nonce."""
    code: Refusal
    reason: str
    """One sentence: what was wrong, and what was expected."""


class Replayed(Value, frozen=True, kw_only=True, tag_field="type", tag="replayed"):
    """The animation of a past stroke."""

    nonce: Nonce
    past: PastStroke
    motion: Motion
    ruling: Verdict
    position: Position
    """The position after it, with the discs that the umpire returned."""
    before: State
    """The state before the stroke."""
    state: State
    """The state after the stroke."""


class Pong(Value, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """Reply to `Ping`."""

    now: int
    """The server's clock, ms since 1970, UTC."""


ServerMessage = (
    Welcome | KernelChanged | ReachChanged | RulesRead | Draining | Joined | Snapshot | Played | StrokePlayed | Acted
    | Seats | ClockChanged | Offered | Aimed | Spoken | Rematched | Accepted | Refused | Replayed | Arranged
    | TriedStroke | TieSnapshot | Pong
)  # fmt: skip
Event = Played | StrokePlayed | Acted
"""Server messages that have a new version."""
