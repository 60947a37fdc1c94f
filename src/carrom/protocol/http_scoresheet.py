"""State of an umpire's score sheet, sent in full whenever it changes. Unavailable keys give their reason."""

from enum import StrEnum

from carrom.board.seat import Seat
from carrom.protocol.common import GameId, Version
from carrom.protocol.play import ResultInfo
from carrom.values import Value


class SheetRole(StrEnum):
    """What the holder of a key may do with a sheet."""

    UMPIRE = "umpire"
    REFEREE = "referee"
    READER = "reader"


class SheetPhase(StrEnum):
    """What a sheet waits for."""

    TOSS = "toss"
    CHOOSE = "choose"
    SEATS = "seats"
    BEGIN = "begin"
    STRIKE = "strike"
    PLACE = "place"
    DEMAND = "demand"
    OVER = "over"


class Why(StrEnum):
    """Why a key of the pad is unavailable."""

    NOT_NOW = "not-now"
    FEW = "few"
    """More pieces than are on the board."""
    APPEAL = "appeal"
    """An appeal is open."""
    ENDED = "ended"
    """The contest is decided and signed; only the referee can correct it."""
    NO_WRITER = "no-writer"
    """Another device is writing, or this one may only read."""
    SAID = "said"
    """The reason is in `told`."""


class SheetRefusal(StrEnum):
    """Why a request was refused."""

    UNKNOWN = "unknown"
    """The sheet does not exist, or the key does not open it."""
    STALE = "stale"
    """The sheet has changed since the given version."""
    TAKEN = "taken"
    """Another device is writing."""
    CLOSED = "closed"
    """Only the referee may do this."""
    NOT_SO = "not-so"
    """The laws, or the syntax of the line, do not allow it."""
    FULL = "full"
    """The disk is full, or the server has reached a limit."""


class SheetKey(Value, frozen=True, kw_only=True):
    """One key of the pad: the line that it types, or why it is unavailable."""

    name: str
    line: str
    why: Why | None = None
    told: str = ""
    """The reason as an English sentence; empty if the key is available."""
    options: tuple[str, ...] = ()
    """Complete lines to choose from, where only the umpire knows what happened (`b1 direct`, `b1 indirect`)."""


class SheetPlayer(Value, frozen=True, kw_only=True):
    """A player, their current seat, and the word that names them in a line."""

    name: str
    seat: Seat
    word: str
    side: int


class SheetSide(Value, frozen=True, kw_only=True):
    """One side: name, colour, pieces, dues and score."""

    letter: str
    name: str
    word: str
    colour: str | None
    """`white`, `black`, or null if colours are not owned."""
    men: int
    """Pieces on the board; 0 between boards."""
    due: int
    coming: int
    """Pieces waiting to be placed."""
    score: int
    games: int
    points: int = 0
    """Points in the current board, in rule sets where pieces have points."""


class SheetAwaits(Value, frozen=True, kw_only=True):
    """The expected action and the player who acts."""

    phase: SheetPhase
    player: str = ""
    """Name of the player, or names of the players of a side."""
    seat: Seat | None = None
    attempt: int = 0
    """Number of the attempt at the break; 0 after the break."""
    man: str = ""
    """The piece to place: `white` or `black`."""
    of: str = ""
    """The owner of the piece."""
    left: int = 0
    """Number of pieces to place, or of points that may be demanded."""
    board: int = 0
    extra: bool = False
    interval: bool = False
    """Whether the interval before the last game of a match is due."""
    breakers: tuple[str, ...] = ()


class SheetPad(Value, frozen=True, kw_only=True):
    """Everything that can be typed now."""

    keys: tuple[SheetKey, ...]
    own: str
    """Letter of the pieces of the player in turn, `w` or `b`; empty if colours are not owned."""
    most: tuple[int, int, int]
    """Maximum numbers of white, black and queen that one stroke can pocket."""
    marks: tuple[str, ...]
    """What can be noted about a stroke besides the pocketed pieces."""
    away: tuple[SheetKey, ...]
    """Keys that work without a connection: pieces by colour, independent of the turn."""


class SheetEntry(Value, frozen=True, kw_only=True):
    """A line in force: the text, the player and the rulings."""

    number: int
    line: str
    player: str
    rulings: tuple[str, ...]


class SheetBoard(Value, frozen=True, kw_only=True):
    """A finished board, as a row of the score card."""

    game: int
    number: int
    breaker: str
    winner: str | None
    """Null if the board is replayed or drawn."""
    loser: str | None
    points: int
    men: int
    """The loser's pieces left on the board."""
    queen: str | None
    """Who covered the queen."""
    queen_points: int
    taken: bool
    replay: bool
    extra: bool
    slam: str | None
    scores: tuple[int, ...]
    """Score of the game after this board, as recorded."""
    totals: tuple[int, ...]
    """In points games: the points that each side made in this board."""
    remarks: str


class SheetSignature(Value, frozen=True, kw_only=True):
    """A signature."""

    name: str
    role: str
    ink: str | None


class SheetOpen(Value, frozen=True, kw_only=True):
    """An open appeal or protest."""

    what: str
    by: str
    text: str
    since: int | None
    """Seconds since 1970, UTC."""


class SheetClocks(Value, frozen=True, kw_only=True):
    """Times in seconds for the clocks shown. The clocks are informative: they decide nothing."""

    now: int
    """The server's time, in seconds since 1970, UTC."""
    since: int | None
    """When the last line was typed."""
    stroke: int
    placing: int
    interval: int


class SheetResult(Value, frozen=True, kw_only=True):
    """How the contest ended."""

    winners: tuple[str, ...]
    how: str
    score: tuple[int, ...]
    games: tuple[tuple[int, ...], ...]
    withheld: bool


class SheetHead(Value, frozen=True, kw_only=True):
    """The heading of the score card."""

    event: str
    round: str
    match: str
    place: str
    date: str
    umpire: str
    ruleset: str
    rules: str
    contest: str
    colours: bool
    """Whether each side owns a colour; if not, pieces count as points."""
    brown: bool
    """Whether the white pieces are called brown."""


class FixtureEnd(StrEnum):
    """How a result from another source compares with the sheet."""

    STORED = "stored"
    """The sheet is not signed, or agrees."""
    DIFFERS = "differs"
    """The signed sheet differs, and the referee has not decided."""
    DECIDED = "decided"
    """The referee has decided between the two."""


class SheetFinished(Value, frozen=True, kw_only=True):
    """The stored result of a fixture that was not entered on its sheet."""

    result: ResultInfo
    by: str
    """The role of the person who entered it."""
    when: int
    """Seconds since 1970, UTC."""
    state: FixtureEnd


class SheetState(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet"):
    """The complete state of a sheet, with the permissions of the receiving device."""

    sheet: GameId
    version: Version
    role: SheetRole
    writes: bool
    """Whether this device is writing."""
    written: bool
    """Whether any device is writing."""
    heard: int | None
    """When the writing device last contacted the server, in seconds since 1970."""
    head: SheetHead
    players: tuple[SheetPlayer, ...]
    sides: tuple[SheetSide, ...]
    game: int
    """Number of the game in the contest, from 1."""
    board: int
    """Number of the current or next board in the game, from 1."""
    playing: bool
    breaker: str
    queen: str
    """`board`, `pending`, `aside` or `covered`; empty between boards."""
    queen_by: str
    awaits: SheetAwaits
    pad: SheetPad
    last: SheetEntry | None
    """The line that an undo would remove."""
    ended: SheetBoard | None
    """The board that has just ended, until the next one begins."""
    boards: tuple[SheetBoard, ...]
    open: tuple[SheetOpen, ...]
    remarks: tuple[str, ...]
    """The umpire's remarks, as text."""
    notes: tuple[str, ...]
    result: SheetResult | None
    closed: bool
    """Whether only the referee can correct the sheet."""
    signed: tuple[SheetSignature, ...]
    clocks: SheetClocks
    hash: str
    """SHA-256 of the record, in hexadecimal; empty before the end."""
    finished: SheetFinished | None = None
    """In a tournament: the stored result, if it does not come from this sheet."""
    events: int = 0
    """In a tournament: the number of its events that this state takes into account; it orders states of one version."""


class SheetBegun(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet-begun"):
    """A sheet was created."""

    sheet: GameId


class LineHeard(Value, frozen=True, kw_only=True, tag_field="type", tag="line-heard"):
    """A line was accepted and is on disk."""

    nonce: str
    version: Version
    """Version of the sheet after the line."""
    words: tuple[str, ...]
    told: SheetState


class SheetLog(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet-log"):
    """All lines in force with their numbers, for corrections."""

    entries: tuple[SheetEntry, ...]


class SheetRefused(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet-refused"):
    """A request was refused; nothing has changed."""

    code: SheetRefusal
    reason: str
    version: Version | None = None
    """Version of the sheet, if the sender may read it."""
    options: tuple[str, ...] = ()
    """Complete lines to choose from, where only the umpire knows what happened."""


SheetAnswer = SheetState | SheetBegun | LineHeard | SheetLog | SheetRefused
"""Answers about a sheet."""
