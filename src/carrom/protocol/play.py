"""Messages about a game: its table, the actions it waits for, its state, and strokes as shown to the players."""

from enum import StrEnum

from carrom.board import Disc, Point, Position, Seat, Stroke
from carrom.board.equipment import Equipment
from carrom.i18n import TranslatableText
from carrom.physics.played import ContactKind
from carrom.physics.trajectory import Keyframe
from carrom.protocol.client import OfferKind
from carrom.protocol.common import MAX_SPEED, ClockPlan, GameId, Guide, Length, Terms
from carrom.values import Value

__all__ = [
    "Act",
    "BoardResult",
    "Card",
    "Clock",
    "Colour",
    "Contact",
    "ExpectChoose",
    "ExpectDemand",
    "ExpectGuess",
    "ExpectNext",
    "ExpectPlace",
    "ExpectSit",
    "ExpectStrike",
    "Expected",
    "Finding",
    "GameResult",
    "Interval",
    "Motion",
    "Offered",
    "PastStroke",
    "Phase",
    "QueenState",
    "QueenWhere",
    "RubberOf",
    "Seated",
    "SideState",
    "Sitter",
    "SitterKind",
    "State",
    "Turn",
    "Verdict",
]


class SitterKind(StrEnum):
    """Kind of player at a seat."""

    HUMAN = "human"
    PROGRAM = "program"
    OPEN = "open"
    """Nobody yet: the seat waits for an invited player."""


class Sitter(Value, frozen=True, kw_only=True):
    """One player, identified by their seat at the start of the game."""

    seat: Seat
    name: str
    kind: SitterKind
    level: str | None = None
    """Level of the computer; null for a person."""
    here: bool = True
    """Whether the player is connected; always true for programs."""
    bot: bool = False
    """Whether a program plays with this account."""
    account: bool = False
    """Whether the name belongs to an account, which has a page; a guest's name is not verified."""
    rating: int | None = None
    """Rating in the game's pool when the player sat down; null if there is none or it is not used."""


class Seated(Value, frozen=True):
    """The player at a seat at present."""

    seat: Seat
    sitter: Seat
    """The player, identified by their seat at the start of the game."""


class Clock(Value, frozen=True, kw_only=True):
    """The clock of the seat whose turn it is. Times are in ms since 1970, UTC, by the server's clock."""

    seat: Seat
    starts: int
    """When the seat's time starts to run: at the end of the last stroke's animation."""
    ends: int
    now: int
    paused: int | None = None
    """While paused, the remaining time in ms; null while the clock runs."""


class Offered(Value, frozen=True, kw_only=True, tag_field="type", tag="offered"):
    """An offer, and the players who have agreed to it; if there are none, the offer is closed."""

    what: OfferKind
    by: tuple[Seat, ...]
    """Players who have agreed, identified by their seats at the start of the game."""
    declined: Seat | None = None
    """The player who declined, if there is one."""


class RubberOf(Value, frozen=True, kw_only=True):
    """The tie and rubber that a game belongs to."""

    tie: GameId
    rubber: int
    """Number of the rubber, from 1."""
    teams: tuple[str, ...]
    """Names of the teams; the first one plays as side A."""


class Card(Value, frozen=True, kw_only=True):
    """The facts that stay the same throughout a game."""

    game: GameId
    sitters: tuple[Sitter, ...]
    """In order of play. `Seats` reports later arrivals and presence."""
    ruleset: str
    title: str = ""
    """Title of the rule set, in English."""
    edition: str
    length: Length = Length.GAME
    games_to_win: int = 1
    target: int | None
    """Points that win the game; null if the rule set has no target."""
    board_limit: int | None
    """Number of boards after which the leader wins; null for no limit."""
    colours_owned: bool = True
    """False in points games, where each piece counts for the player who pockets it."""
    white_is_brown: bool = False
    concede: str = ""
    """The clause on conceding."""
    clock: ClockPlan | None = None
    guide: Guide = Guide.LONG
    handicap: tuple[int, ...] = ()
    terms: Terms | None = None
    """The agreed terms, for a rematch; null while practising, where nothing is agreed."""
    surface: str
    """Name of a preset, or parameters such as `friction=0.1,frame_restitution=0.7`; the others are those of `club`."""
    physics: str = "2"
    """Version of the physics."""
    equipment: Equipment
    tie: RubberOf | None = None
    """The tie that this game is a rubber of; null if it is not part of a tie."""
    coach: bool = False
    """Whether coaching is allowed during the game: only if all its people play on one screen."""
    offline: bool = False
    """Whether its players may go on without a connection: an unrated game without a clock, at one screen."""
    rated: bool = False
    """Whether the game counts for the players' ratings; undo is then not possible."""
    imported: bool = False
    """Whether the game was imported from a record: it can be replayed and reviewed, not continued."""
    max_speed: int = MAX_SPEED
    """Maximum speed of a stroke, µm/s."""


# -- actions that a game can wait for, with seat and legal options -----------------------------------------------------


class Interval(Value, frozen=True):
    """A closed range of x along a baseline, in µm, in the frame of the seat that plays."""

    lo: int
    hi: int
    y: int = 0
    """The stroke's y in this range: offset across the two lines of the baseline, 0 midway, µm."""


class ExpectStrike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """A stroke is expected."""

    seat: Seat
    attempt: int | None
    """The number of this attempt at the break, from 1; null once the break is made."""
    attempts: int
    """The number of attempts at the break that the rule set allows."""
    intervals: tuple[Interval, ...]
    """Where the striker's centre may stand, ordered by x; each range gives the y of the stroke."""
    may_pass: bool
    passes: int = 0
    """Number of consecutive passes so far; a stroke resets it."""
    most_passes: int = 0
    """Number of consecutive passes after which the board is replayed; 0 if passing is not allowed."""
    passes_clause: str = ""
    """The clause for that rule."""


class ExpectPlace(Value, frozen=True, kw_only=True, tag_field="type", tag="place"):
    """A due piece has to be placed by this seat."""

    seat: Seat
    disc: Disc
    spots: tuple[Point, ...]
    """Legal spots, dense enough to choose from; the server also checks any other point."""
    may_waive: bool


class ExpectDemand(Value, frozen=True, kw_only=True, tag_field="type", tag="demand"):
    """This seat may demand extra points."""

    seat: Seat
    up_to: int


class ExpectGuess(Value, frozen=True, kw_only=True, tag_field="type", tag="guess"):
    """The toss: a piece is hidden under one of two hands, and this seat guesses which."""

    seat: Seat


class ExpectChoose(Value, frozen=True, kw_only=True, tag_field="type", tag="choose"):
    """The toss is won: this seat chooses the break or the choice of side."""

    seat: Seat


class ExpectSit(Value, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """The other side has the break: this seat keeps or swaps the seats."""

    seat: Seat


class ExpectNext(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """The board is over; the next one can be racked."""

    breaker: Seat | None
    """Who breaks the next board; null if a toss decides."""


Expected = ExpectStrike | ExpectPlace | ExpectDemand | ExpectGuess | ExpectChoose | ExpectSit | ExpectNext


# -- the state: everything that a client displays ----------------------------------------------------------------------


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


# -- strokes and other actions: animation, contacts, history -----------------------------------------------------------


class PastStroke(Value, frozen=True, kw_only=True):
    """One entry of the stroke history."""

    number: int
    """Number of the stroke, from 1."""
    board: int
    seat: Seat
    pocketed: tuple[Disc, ...]
    turn: Turn
    why: str
    """The ruling in English, addressed to the player in turn."""
    said: tuple[TranslatableText, ...] = ()
    """The ruling as translation keys and values."""


class Contact(Value, frozen=True, kw_only=True):
    """One contact during a stroke, for sound and for display."""

    time: int
    """µs since the stroke began."""
    kind: ContactKind
    discs: tuple[Disc, ...]
    at: Point
    speed: int
    """Normal speed of approach, µm/s; for a pocket the speed of the fall."""
    impulse: int
    """Normal impulse, µN·s; 0 for a pocket. For comparison, a striker at 1 m/s has a momentum of 15 000."""


class Motion(Value, frozen=True, kw_only=True):
    """The animation of a stroke: `before`, with the striker on its spot, then the keyframes, until `rest`."""

    seat: Seat
    stroke: Stroke
    before: Position
    keyframes: tuple[Keyframe, ...]
    contacts: tuple[Contact, ...]
    duration: int
    """µs until every disc is at rest."""
    rest: Position
    """Where every disc came to rest, including the striker if it stayed on the board; before any disc is returned."""


class Act(StrEnum):
    """An event other than a stroke."""

    RACKED = "racked"
    PLACED = "placed"
    WAIVED = "waived"
    DEMANDED = "demanded"
    PASSED = "passed"
    RESIGNED = "resigned"
    UNDONE = "undone"
    TOSSED = "tossed"
    """The toss is decided; `seat` won it."""
    CHOSEN = "chosen"
    """The winner of the toss has chosen, or the other side has chosen the seats."""
    TIMED_OUT = "timed-out"
    """The time of `seat` ran out; the consequence is in the ruling."""
    FORFEITED = "forfeited"
    """`seat` was absent and lost the match, or lost the right to place."""
    ABORTED = "aborted"
    """`seat` cancelled the game before its first stroke."""
    NO_ROOM = "no-room"
    """There was no room on the board for the piece; it stays due."""


# -- the result of a fixture, with names -------------------------------------------------------------------------------


class ResultInfo(Value, frozen=True, kw_only=True):
    """The winner, and the score from the winner's side."""

    winner: str
    """Empty if there is no winner."""
    names: tuple[str, str]
    """The winner first; in the order of the draw if there is no winner."""
    score: str
    """Games as `25–12, 14–25`, or the rubbers of a tie; empty if nothing was played."""
    how: str
    decided: bool
    """Whether something other than the score decided it."""
