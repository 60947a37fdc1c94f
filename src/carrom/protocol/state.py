"""The state of a game: everything that a client displays."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.i18n import TranslatableText
from carrom.protocol.expected import Expected
from carrom.protocol.table import Seated
from carrom.values import Value


class Phase(StrEnum):
    """The phase of the game."""

    TOSS = "toss"
    """The toss, and the choices that follow it."""
    BREAK = "break"
    PLAY = "play"
    PLACE = "place"
    DEMAND = "demand"
    BOARD_OVER = "board-over"
    GAME_OVER = "game-over"


class Colour(StrEnum):
    """The colour that a side plays in this board."""

    WHITE = "white"
    BLACK = "black"


class SideState(Value, frozen=True, kw_only=True):
    """One side: the players who score together."""

    seats: tuple[Seat, ...]
    colour: Colour | None
    score: int
    """Points in this game, without the current board."""
    on_board: int
    """Pieces of this side on the board."""
    pocketed: tuple[Disc, ...]
    """Pocketed pieces of this side, in the order they fell."""
    due: int
    """Pieces that the side owes."""
    games: int = 0
    """Games won in this match."""


class QueenWhere(StrEnum):
    """The state of the queen."""

    BOARD = "board"
    PENDING = "pending"
    """Pocketed, but not covered yet."""
    COVERED = "covered"
    ASIDE = "aside"
    """Beside the board until the turn ends (in one rule set only)."""


class QueenState(Value, frozen=True, kw_only=True):
    """The queen's state and owner."""

    where: QueenWhere
    seat: Seat | None = None
    """First seat of the side that pocketed it; null while it is on the board."""


class Turn(StrEnum):
    """Consequence of a stroke or call for the turn."""

    CONTINUE = "continue"
    PASS = "pass"
    RETRY = "retry"
    END = "end"
    REPLAY = "replay"


class Finding(Value, frozen=True, kw_only=True):
    """The finding of one clause."""

    clause: str
    """Number of the clause in the rule book, for instance `Law 72a`."""
    sentence: str
    """In English."""
    key: str = ""
    """Key of the sentence in the translations; empty if they do not have it."""
    values: tuple[tuple[str, int | str], ...] = ()
    """Values for the names in braces in that sentence."""


class Verdict(Value, frozen=True, kw_only=True):
    """A ruling as text."""

    seat: Seat
    """The seat that played."""
    turn: Turn
    why: str
    """One to three sentences in English, addressed to the player in turn."""
    said: tuple[TranslatableText, ...] = ()
    """The same as translation keys and values, for any language and any reader."""
    findings: tuple[Finding, ...]


class BoardResult(Value, frozen=True, kw_only=True):
    """The result of one board: a row of the score card."""

    winner: Seat | None
    """Seat, at the start of the game, of the winning side's first player; null if the board was drawn or cancelled."""
    points: int
    score: tuple[int, ...]
    """Score of the game after this board, in the order of `State.sides`."""
    breaker: Seat | None = None
    """Seat, at the start of the game, of the player who broke."""
    men: int = 0
    """The loser's remaining pieces, one point each."""
    queen: int = 0
    """Points for the queen."""
    demanded: int = 0
    """Extra points demanded."""
    extra: bool = False
    """Whether this was an extra board, played because the game was level."""
    clauses: tuple[str, ...] = ()
    """The clauses for the points."""


class GameResult(Value, frozen=True, kw_only=True):
    """The result of the game."""

    winner: Seat | None
    """Seat, at the start of the game, of the winning side's first player; null for a draw."""
    score: tuple[int, ...]
    """As recorded: each side's score is cut off at the target."""
    conceded: bool
    games: tuple[int, ...] = ()
    """Games won by each side; empty if the contest was a single game."""
    forfeited: bool = False
    """Whether the loser was absent."""
    aborted: bool = False
    """Whether the game was cancelled before its first stroke; it then has no winner and does not count."""


class State(Value, frozen=True, kw_only=True):
    """The complete state after an event: everything that a client displays."""

    position: Position
    phase: Phase
    turn: Seat | None
    """The seat whose turn it is; null if the game waits for no particular seat."""
    expected: tuple[Expected, ...]
    board: int
    """Number of the current board, from 1."""
    breaker: Seat
    sides: tuple[SideState, ...]
    queen: QueenState
    boards: tuple[BoardResult, ...]
    """The finished boards."""
    ruling: Verdict | None
    """The last ruling; null if no stroke has been played since the rack."""
    result: GameResult | None
    can_undo: bool
    can_resign: bool
    can_abort: bool = False
    """Whether a player may cancel the game."""
    strokes: int
    """Number of strokes in the history; an undo makes it smaller."""
    seated: tuple[Seated, ...] = ()
    game: int = 1
    """Number of the game in the match, from 1."""
    changed_seats: bool = False
    """Whether the players have just changed seats."""
    last_game: tuple[BoardResult, ...] = ()
    """Boards of the game of the match that has just ended, until the next game begins."""
