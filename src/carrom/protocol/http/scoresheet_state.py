"""What is told of a sheet that an umpire keeps: whole, whenever it changes; keys that cannot be typed say why."""

from enum import StrEnum

from carrom.board.seat import Seat
from carrom.protocol.result import ResultTold
from carrom.protocol.scalars import GameId, Version
from carrom.values import Value


class SheetRole(StrEnum):
    """What somebody may do with a sheet."""

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
    """Why a key cannot be typed."""

    NOT_NOW = "not-now"
    FEW = "few"
    """More men than lie on the board."""
    APPEAL = "appeal"
    """An appeal is open."""
    ENDED = "ended"
    """The contest is decided and signed: only the referee corrects."""
    NO_WRITER = "no-writer"
    """Another device writes, or who asks may only read."""
    SAID = "said"
    """What `told` says."""


class SheetRefusal(StrEnum):
    """Why a request was not followed."""

    UNKNOWN = "unknown"
    """There is no such sheet, or the key does not open it."""
    STALE = "stale"
    """The sheet has gone on since the version that was named."""
    TAKEN = "taken"
    """Another device writes."""
    CLOSED = "closed"
    """Only the referee may do that."""
    NOT_SO = "not-so"
    """The law, or the form of the line, refuses it."""
    FULL = "full"
    """The disk, or the server, takes no more."""


class SheetKey(Value, frozen=True, kw_only=True):
    """One key of the pad: the line that it types, or why it cannot."""

    name: str
    line: str
    why: Why | None = None
    told: str = ""
    """The sentence of the refusal, in English; empty where it can be typed."""
    options: tuple[str, ...] = ()
    """Whole lines, one of which is to be typed instead: what the umpire saw decides (`b1 direct`, `b1 indirect`)."""


class SheetPlayer(Value, frozen=True, kw_only=True):
    """Somebody who plays, where he sits now, and the word by which a line names him."""

    name: str
    seat: Seat
    word: str
    side: int


class SheetSide(Value, frozen=True, kw_only=True):
    """One side: its name, colour and men, what it owes, its score."""

    letter: str
    name: str
    word: str
    colour: str | None
    """`white`, `black`, or null where nobody owns a colour."""
    men: int
    """On the board; 0 between boards."""
    due: int
    coming: int
    """Men that wait to be placed."""
    score: int
    games: int
    points: int = 0
    """Points in the board being played, where counters have points."""


class SheetAwaits(Value, frozen=True, kw_only=True):
    """Who is to do what."""

    phase: SheetPhase
    player: str = ""
    """Who is to act, by name; a side's players where a side does."""
    seat: Seat | None = None
    attempt: int = 0
    """Of the break; 0 once the rack is broken."""
    man: str = ""
    """What is to be placed: `white` or `black`."""
    of: str = ""
    """Whose it is."""
    left: int = 0
    """How many are to be placed, or may be demanded."""
    board: int = 0
    extra: bool = False
    interval: bool = False
    """Whether the pause before the last game of a match comes first."""
    breakers: tuple[str, ...] = ()


class SheetPad(Value, frozen=True, kw_only=True):
    """All that may be typed now."""

    keys: tuple[SheetKey, ...]
    own: str
    """The letter of the men of who is in turn, `w` or `b`; empty where nobody owns a colour."""
    most: tuple[int, int, int]
    """How many white, black and queens can leave the board in one stroke."""
    marks: tuple[str, ...]
    """What may be said of a stroke beside what fell."""
    away: tuple[SheetKey, ...]
    """What can be typed without an answer: men by their colours, not by whose turn it may be."""


class SheetEntry(Value, frozen=True, kw_only=True):
    """A line in force: what was typed, by whose act, and what it led to."""

    number: int
    line: str
    player: str
    rulings: tuple[str, ...]


class SheetBoard(Value, frozen=True, kw_only=True):
    """A finished board, as its row of the card has it."""

    game: int
    number: int
    breaker: str
    winner: str | None
    """Null where it is played again, or is shared."""
    loser: str | None
    points: int
    men: int
    """Of the loser, on the board."""
    queen: str | None
    """Who covered her."""
    queen_points: int
    taken: bool
    replay: bool
    extra: bool
    slam: str | None
    scores: tuple[int, ...]
    """Of the game after it, as they are recorded."""
    totals: tuple[int, ...]
    """In points games: what each side has made in it."""
    remarks: str


class SheetSigned(Value, frozen=True, kw_only=True):
    """A signature."""

    name: str
    role: str
    ink: str | None


class SheetOpen(Value, frozen=True, kw_only=True):
    """An appeal or a protest that waits for a ruling."""

    what: str
    by: str
    text: str
    since: int | None
    """Seconds since 1970."""


class SheetClocks(Value, frozen=True, kw_only=True):
    """What the clocks count, in seconds; they tell, and never rule."""

    now: int
    """The server's, since 1970."""
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
    """What stands on the card above the boards."""

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
    """Whether each side owns a colour; where nobody does, counters are points."""
    brown: bool
    """Whether the white men are called brown."""


class FixtureEnd(StrEnum):
    """How a result that a sheet has not given stands beside the sheet."""

    STORED = "stored"
    """The sheet is not signed, or says the same."""
    DIFFERS = "differs"
    """The signed sheet says otherwise, and the referee has not decided."""
    DECIDED = "decided"
    """The referee has decided between the two."""


class SheetFinished(Value, frozen=True, kw_only=True):
    """The stored result of a fixture that something else than its sheet has finished."""

    result: ResultTold
    by: str
    """The role that it comes from."""
    when: int
    """Seconds since 1970."""
    state: FixtureEnd


class SheetTold(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet"):
    """A whole sheet as one device may see it."""

    sheet: GameId
    version: Version
    role: SheetRole
    writes: bool
    """Whether this device writes."""
    written: bool
    """Whether any device does."""
    heard: int | None
    """When the writing device was last heard of, in seconds since 1970."""
    head: SheetHead
    players: tuple[SheetPlayer, ...]
    sides: tuple[SheetSide, ...]
    game: int
    """Which game of the contest, from 1."""
    board: int
    """Which board of it is played, or comes next."""
    playing: bool
    breaker: str
    queen: str
    """`board`, `pending`, `aside` or `covered`; empty between boards."""
    queen_by: str
    awaits: SheetAwaits
    pad: SheetPad
    last: SheetEntry | None
    """What an undo would take back."""
    ended: SheetBoard | None
    """The board that has just ended, until the next begins."""
    boards: tuple[SheetBoard, ...]
    open: tuple[SheetOpen, ...]
    remarks: tuple[str, ...]
    """What the umpire wrote down, in words."""
    notes: tuple[str, ...]
    result: SheetResult | None
    closed: bool
    """Whether only the referee corrects."""
    signed: tuple[SheetSigned, ...]
    clocks: SheetClocks
    hash: str
    """SHA-256 of the record as it stands, in hexadecimal digits; empty before the end."""
    finished: SheetFinished | None = None
    """A hall: the stored result, where it does not come from this sheet."""
    events: int = 0
    """A hall: how many events of the championship the state takes into account. It orders two states of one version."""


class SheetBegun(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet-begun"):
    """A sheet has begun."""

    sheet: GameId


class LineHeard(Value, frozen=True, kw_only=True, tag_field="type", tag="line-heard"):
    """A line was heard, kept and synced."""

    nonce: str
    version: Version
    """After it."""
    words: tuple[str, ...]
    told: SheetTold


class SheetLog(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet-log"):
    """Every line in force, numbered, for who puts one right."""

    entries: tuple[SheetEntry, ...]


class SheetRefused(Value, frozen=True, kw_only=True, tag_field="type", tag="sheet-refused"):
    """A request was not followed; nothing has changed."""

    code: SheetRefusal
    reason: str
    version: Version | None = None
    """Of the sheet, to who may see it."""
    options: tuple[str, ...] = ()
    """Whole lines of which one is to be typed instead, where only the umpire knows what he saw."""


SheetAnswer = SheetTold | SheetBegun | LineHeard | SheetLog | SheetRefused
"""What is told of a sheet."""
