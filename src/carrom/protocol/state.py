"""How a game stands: everything that a client draws."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.i18n import TranslatableText
from carrom.protocol.expected import Expected
from carrom.protocol.table import Seated
from carrom.values import Value


class Phase(StrEnum):
    """What kind of moment the game is in."""

    TOSS = "toss"
    """The toss, and the choices that follow from it."""
    BREAK = "break"
    PLAY = "play"
    PLACE = "place"
    DEMAND = "demand"
    BOARD_OVER = "board-over"
    GAME_OVER = "game-over"


class Colour(StrEnum):
    """The colour a side plays in this board."""

    WHITE = "white"
    BLACK = "black"


class SideState(Value, frozen=True, kw_only=True):
    """One side (those who score together) at this moment."""

    seats: tuple[Seat, ...]
    colour: Colour | None
    score: int
    """Points in this game, those of the running board not included."""
    on_board: int
    """Men of this side that lie on the board."""
    pocketed: tuple[Disc, ...]
    """Men of this side that are down, in falling order."""
    due: int
    """Men it owes and has not yet given back."""
    games: int = 0
    """Games won in this match."""


class QueenWhere(StrEnum):
    """What has become of the queen."""

    BOARD = "board"
    PENDING = "pending"
    """Pocketed, and waiting for her cover."""
    COVERED = "covered"
    ASIDE = "aside"
    """Beside the board until the turn ends (in one rule set only)."""


class QueenState(Value, frozen=True, kw_only=True):
    """Where the queen is, and whose."""

    where: QueenWhere
    seat: Seat | None = None
    """The first seat of the side that pocketed her; null while she lies on the board."""


class Turn(StrEnum):
    """What a stroke or call means for the turn."""

    CONTINUE = "continue"
    PASS = "pass"
    RETRY = "retry"
    END = "end"
    REPLAY = "replay"


class Finding(Value, frozen=True, kw_only=True):
    """One clause's say."""

    clause: str
    """As the rule book numbers it, for instance `Law 72a`."""
    sentence: str
    """In English."""
    key: str = ""
    """The law's key in the catalogues: `law.` and this name its sentence."""
    values: tuple[tuple[str, int | str], ...] = ()
    """What the names in braces of that sentence stand for."""


class Verdict(Value, frozen=True, kw_only=True):
    """A ruling in words."""

    seat: Seat
    """Who had played."""
    turn: Turn
    why: str
    """One to three sentences in English, told to the player in turn."""
    said: tuple[TranslatableText, ...] = ()
    """The same as keys and values, from which any language tells it to any reader."""
    findings: tuple[Finding, ...]


class BoardResult(Value, frozen=True, kw_only=True):
    """How one board ended: a row of the score card."""

    winner: Seat | None
    """Where the winning side's first player sat at the beginning; null when the board was drawn or cancelled."""
    points: int
    score: tuple[int, ...]
    """The running score after it, in the order of `State.sides`."""
    breaker: Seat | None = None
    """Where the player who broke sat at the beginning."""
    men: int = 0
    """The loser's men that were left, one point each."""
    queen: int = 0
    """What the queen counted."""
    demanded: int = 0
    """Extra points that were demanded."""
    extra: bool = False
    """An extra board, played because the game stood level."""
    clauses: tuple[str, ...] = ()
    """What the points rest on."""


class GameResult(Value, frozen=True, kw_only=True):
    """How the game ended."""

    winner: Seat | None
    """Where the winning side's first player sat at the beginning; null for a draw."""
    score: tuple[int, ...]
    """As recorded: each side cut at the target."""
    conceded: bool
    games: tuple[int, ...] = ()
    """Games won by each side; empty where one game was the whole contest."""
    forfeited: bool = False
    """Whether the loser stayed away."""
    aborted: bool = False
    """Whether it was called off before its first stroke: nobody has won, and it does not count."""


class State(Value, frozen=True, kw_only=True):
    """All that a client draws, as it stands after an event."""

    position: Position
    phase: Phase
    turn: Seat | None
    """The seat that is asked to act; null when the game waits for nobody in particular."""
    expected: tuple[Expected, ...]
    board: int
    """The number of the board of play, from 1."""
    breaker: Seat
    sides: tuple[SideState, ...]
    queen: QueenState
    boards: tuple[BoardResult, ...]
    """The boards already played."""
    ruling: Verdict | None
    """The last ruling, if any stroke has been played since the board was racked."""
    result: GameResult | None
    can_undo: bool
    can_resign: bool
    can_abort: bool = False
    """Whether a player may call it off."""
    strokes: int
    """How many strokes the history holds; after an undo it is shorter than what a client may remember."""
    seated: tuple[Seated, ...] = ()
    game: int = 1
    """The number of the game in its match, from 1."""
    changed_seats: bool = False
    """Whether the players have just changed their seats."""
    last_game: tuple[BoardResult, ...] = ()
    """The boards of the game of the match that has just ended, until the next one is begun."""
