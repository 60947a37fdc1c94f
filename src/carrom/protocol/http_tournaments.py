"""Messages over HTTP about tournaments: public state, administration in a hall, prints, set-up, online tournaments.

Public state is served at `/api/events`, `/api/events/<id>`, `/api/events/<id>/why/<round>`, `/api/live` and
`/api/live/<board>`. The stream `/api/stream` sends `LiveBoard` whenever a board changes, `LiveClocks` whenever a
round's clock changes, and `EventChanged` whenever a line is added to the file. Sentences are in the requested language
(`?language=hi`). Telephone numbers are never included."""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from carrom.board.seat import Seat
from carrom.protocol.common import GameId, Key, Name, Nonce
from carrom.protocol.http_lobby import Giving, Sought, WatchableGame
from carrom.protocol.play import ResultInfo
from carrom.tournament.entry_table import DraftEntry, EntryTable, RowPreview
from carrom.tournament.printing import Paper
from carrom.tournament.score_card import Document
from carrom.tournament.setup import LotList, SetupDraft, SetupProblem
from carrom.values import Value

# HTTP: `/api/events`, `/api/events/<id>`, `/api/events/<id>/why/<round>`, `/api/live`, `/api/live/<board>`. The stream
# `/api/stream` sends `LiveBoard` whenever a board changes, `LiveClocks` whenever a round's clock changes, and
# `EventChanged` whenever a line is added to the file.
# Sentences are in the requested language (`?language=hi`). Telephone numbers are never included.


class FixtureState(StrEnum):
    """The state of a fixture."""

    WAITING = "waiting"
    CALLED = "called"
    PLAYING = "playing"
    OVER = "over"
    WITHHELD = "withheld"
    """The result is shown but not counted, because of an open protest."""


class BoardState(StrEnum):
    """The state of a board."""

    FREE = "free"
    WAITING = "waiting"
    CALLED = "called"
    PLAYING = "playing"
    OVER = "over"
    """Nothing is being played; the last fixture here is over."""
    CLOSED = "closed"
    """The table is out of use."""


class EventLine(Value, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    name: str
    place: str
    sessions: str
    entrants: int
    live: bool
    """Whether this server runs the tournament now."""
    problem: str = ""
    """Why its file cannot be read, such as a last line that was cut off; then only the id is known."""


class EventList(Value, frozen=True, kw_only=True, tag_field="type", tag="events"):
    """All tournaments on this server."""

    events: tuple[EventLine, ...]


class EntrantInfo(Value, frozen=True, kw_only=True):
    """An entrant."""

    id: str
    name: str
    seed: int | None
    club: str
    nation: str
    players: tuple[str, ...]


class StandingsRow(Value, frozen=True, kw_only=True):
    """One row of a standings table."""

    place: int
    shared: str
    """The places that the entrant shares with others, such as `3–4`; empty if it shares none."""
    name: str
    cells: tuple[str, ...]
    why: str
    """Why the entrant is not one place higher."""


class StandingsTable(Value, frozen=True, kw_only=True):
    """The standings of a stage, or of one of its groups."""

    group: str
    """`A`, `B` and so on; empty if the stage has no groups."""
    heads: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    notes: tuple[str, ...]


class RubberInfo(Value, frozen=True, kw_only=True):
    """One rubber of a tie; its players are included once both teams have submitted their line-ups."""

    kind: str
    players: tuple[str, str]
    score: str
    winner: int
    """1 or 2; 0 for no winner or while it is open."""


class ShiftInfo(Value, frozen=True, kw_only=True):
    """Fixtures that are played at the same time, where the rounds in play have more fixtures than there are tables."""

    number: int
    begins: str
    """Day and hour, such as `2026-11-21 10:50`; empty if unknown."""
    estimated: bool
    """Whether the time is an estimate, because its fixtures have not been scheduled or called yet."""
    tables: tuple[int, ...]
    fixtures: tuple[str, ...]
    over: bool


class ClockInfo(Value, frozen=True, kw_only=True):
    """The clock of a round. It informs: no result depends on it."""

    address: str
    """Address of the round, such as `s.1`."""
    stage: str
    """Title of the stage."""
    round: int
    phase: str
    """`running`, `paused` or `ended`."""
    seconds: int
    """How long it runs, with all extensions."""
    ends: int
    """When its time is over, in seconds since 1970; 0 unless it runs."""
    left: int
    """Seconds left while it does not run."""


class FixtureInfo(Value, frozen=True, kw_only=True):
    """A fixture: two entrants that meet."""

    address: str
    first: str
    second: str
    """Empty if the first entrant has a bye."""
    board: int
    time: str
    umpire: str
    state: FixtureState
    score: str
    how: str
    winner: int
    """1 or 2; 0 for no winner or while it is open."""
    rubbers: tuple[RubberInfo, ...]


class RoundInfo(Value, frozen=True, kw_only=True):
    """One round: a round of the stage."""

    number: int
    fixtures: tuple[FixtureInfo, ...]
    resting: tuple[str, ...]
    """Names of those who rest in this round of a round robin."""


class BracketSlot(Value, frozen=True, kw_only=True):
    """One match of a bracket. Where a name is not known yet, `refs` gives the match it comes from."""

    names: tuple[str, str]
    refs: tuple[str, str]
    points: tuple[str, str]
    winner: int
    bye: bool
    third: bool


class StageInfo(Value, frozen=True, kw_only=True):
    """One competition of a tournament."""

    id: str
    title: str
    system: str
    tables: tuple[StandingsTable, ...]
    rounds: tuple[RoundInfo, ...]
    due: int
    """Number of the round to be played: the first drawn one that is not over, else the last; 0 if none is drawn."""
    bracket: tuple[tuple[BracketSlot, ...], ...]
    order: tuple[str, ...]
    """Final order of a knockout stage, best first; empty until it is decided."""
    places: tuple[str, ...]
    """The place of each in `order`, such as `1`, or `5–8` if it is shared."""


class SlamInfo(Value, frozen=True, kw_only=True):
    """A slam (Law 26): its colour, and the match, game and board it was made in."""

    colour: str
    fixture: str
    names: tuple[str, str]
    game: int
    board: int


class EventInfo(Value, frozen=True, kw_only=True, tag_field="type", tag="event"):
    """A tournament."""

    id: str
    name: str
    place: str
    contact: str
    sessions: str
    zone: str
    """Time zone of all its times, such as `Asia/Kolkata`; if empty, they are local to the venue, wherever that is."""
    rules: str
    boards: int
    version: int
    """Number of lines in its file."""
    live: bool
    entrants: tuple[EntrantInfo, ...]
    stages: tuple[StageInfo, ...]
    slams: tuple[SlamInfo, ...]
    shifts: tuple[ShiftInfo, ...] = ()
    """Shifts of the rounds in play; empty if all fixtures have a table at once."""


class WhyPair(Value, frozen=True, kw_only=True):
    """The reason for a pairing."""

    address: str
    why: str


class PairingReasons(Value, frozen=True, kw_only=True, tag_field="type", tag="why"):
    """The reasons for all pairings of a round."""

    round: str
    pairs: tuple[WhyPair, ...]


class LiveSide(Value, frozen=True, kw_only=True):
    """One side at a board."""

    name: str
    colour: str
    """`white`, `black`, or empty if colours are not owned or not known."""
    men: int
    due: int
    score: int | None
    """Score in the current game; null if unknown, or hidden from players (Law 128)."""
    games: int
    strikes: bool
    """Whether this side is in turn."""


class LiveBoard(Value, frozen=True, kw_only=True, tag_field="type", tag="board"):
    """A board as the public sees it: three seconds delayed, and frozen during an appeal or a count."""

    board: int
    fixture: str
    """Address of the fixture; empty if the board is free."""
    stage: str
    round: int
    state: BoardState
    result: str
    """The result, if the fixture is over."""
    umpire: str
    sides: tuple[LiveSide, ...]
    game: int
    game_board: int
    """Number of the current board in the game."""
    queen: str
    """`board`, `pending`, `aside` or `covered`; empty if unknown."""
    frozen: bool
    hidden: bool
    heard: int | None
    """When the umpire's device last contacted the server, in seconds since 1970; null if there is no score sheet."""
    version: int
    """Version of the score sheet; 0 if there is none."""


class LiveBoards(Value, frozen=True, kw_only=True, tag_field="type", tag="live"):
    """All boards."""

    event: str
    name: str
    now: int
    boards: tuple[LiveBoard, ...]
    clocks: tuple[ClockInfo, ...] = ()


class LiveClocks(Value, frozen=True, kw_only=True, tag_field="type", tag="clocks"):
    """The clocks of the rounds in play, sent at the beginning of a stream and whenever one changes."""

    now: int
    """The server's time, in seconds since 1970."""
    clocks: tuple[ClockInfo, ...]


class EventChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="changed"):
    """Sent when lines were added to the tournament's file."""

    version: int


EventAnswer = EventList | EventInfo | PairingReasons | LiveBoards | LiveBoard | LiveClocks | EventChanged
"""Public answers about tournaments."""


# -- administration for holders of a link: proposals and answers -------------------------------------------------------
# Every request has the link's token as `Authorization: Bearer`. `GET /api/hall` returns `HallState`. `POST /api/hall`
# takes `Propose` and returns `LinesWritten` once the line is on disk; a repeated nonce gets the same answer and is not
# executed again. A line has the syntax of the tournament's file, without number, `by=` and time; or it is `draw s`,
# `schedule`, `call`, or `retract s reason=...` for all draws of a stage. Several lines, separated by line breaks,
# are written as a whole or not at all. `GET /api/hall/history?language=hi` returns `HallHistory`.


Words = Annotated[str, Meta(max_length=6000)]


class Propose(Value, frozen=True, kw_only=True, tag_field="type", tag="propose"):
    """Append lines to the tournament's file, all of them or none. Answered by `LinesWritten`."""

    nonce: Nonce
    line: Words


class CardRow(Value, frozen=True, kw_only=True):
    """One board of a score card: its winner (1 or 2), the loser's remaining pieces, and who covered the queen."""

    winner: Annotated[int, Meta(ge=1, le=2)]
    men: Annotated[int, Meta(ge=0, le=9)]
    queen: Annotated[int, Meta(ge=1, le=2)]


class AskCard(Value, frozen=True, kw_only=True, tag_field="type", tag="card"):
    """Compute the score of a card. Answered by `CardTotals`; nothing is stored."""

    fixture: Annotated[str, Meta(max_length=60)]
    first: Annotated[int, Meta(ge=1, le=2)] = 1
    """Who broke first, 1 or 2."""
    rows: Annotated[tuple[CardRow, ...], Meta(max_length=60)] = ()
    timed: bool = False
    """Whether the game ended on time."""


HallRequest = Propose | AskCard
"""Requests to the tournament administration."""


class CardTotals(Value, frozen=True, kw_only=True, tag_field="type", tag="card-told"):
    """The score of a card, computed by the laws."""

    scores: tuple[tuple[int, int], ...]
    """For each board, the score of its game after it."""
    games: tuple[tuple[int, int], ...]
    over: bool
    winner: int
    line: str
    """The words of the result line after the fixture, such as `25-12 boards=3-1`; empty while the fixture is open."""
    said: str


class HallSide(Value, frozen=True, kw_only=True):
    """One entrant of a fixture."""

    id: str
    name: str
    players: tuple[str, ...]
    lineup: tuple[tuple[str, ...], ...]
    """Empty until submitted; another captain's line-up is hidden until both are submitted."""
    lined_up: bool
    claim: ResultInfo | None
    """The result that this side reported; null if none."""
    agree: str
    """The words of a claim with which the other side confirms it; empty if there is none."""


class HallDispute(Value, frozen=True, kw_only=True):
    """A signed sheet that differs from the stored result; the referee chooses one of the two, with a reason."""

    fixture: str
    """Address of the fixture, or of the rubber of a tie."""
    line: int
    """Line number of the stored result."""
    stored: ResultInfo
    signed: ResultInfo
    keep: str
    """The line that confirms the stored result; a reason has to be added."""
    take: str
    """The line that adopts the sheet's result; empty if the tie was entered as a whole."""


class HallLineupChange(Value, frozen=True, kw_only=True):
    """A change of line-up after both line-ups were visible."""

    line: int
    name: str
    reason: str


class HallFixture(Value, frozen=True, kw_only=True):
    """A fixture as officials see it."""

    address: str
    stage: str
    sides: tuple[HallSide, HallSide]
    board: int
    time: str
    umpire: str
    state: FixtureState
    score: str
    result: ResultInfo | None
    """Null while the fixture is open."""
    by_role: str
    """Role of the author of that result; empty if unknown."""
    by_name: str
    """Name of that author, if the log has one."""
    disputes: tuple[HallDispute, ...]
    lineup_changes: tuple[HallLineupChange, ...]
    how: str
    line: int
    """Line number of the result in force; 0 if there is none."""
    lines: tuple[int, ...]
    """Line numbers of the rubbers' results; 0 for an open rubber."""
    rubbers: tuple[str, ...]
    games: int
    """Maximum number of games in the match."""
    minutes: int
    sheet: str
    """Id of its score sheet, opened at `/umpire/<sheet>`."""
    from_sheet: bool
    """Whether the result comes from its score sheet, where the referee can correct it."""
    matter: str
    """Why the signed sheet was not adopted as the result; empty if it was."""
    keeps: bool
    """Whether the holder of this link may keep score for it."""
    may_finish: bool


class HallWaiting(Value, frozen=True, kw_only=True):
    """A fixture in the queue for a board."""

    address: str
    names: tuple[str, str]
    why: str
    since: str
    umpire: str


class HallProtest(Value, frozen=True, kw_only=True):
    """A protest with its time limits, in seconds since 1970. The limits are informative: they decide nothing."""

    line: int
    finish: int
    """Line number of the result protested against."""
    fixture: str
    names: tuple[str, str]
    side: str
    board: int
    reason: str
    text: str
    since: int
    text_by: int
    decide_by: int
    ruled: int
    upheld: bool


class HallUmpire(Value, frozen=True, kw_only=True):
    """An umpire."""

    id: str
    name: str
    club: str


class HallSetting(Value, frozen=True, kw_only=True):
    """A setting of a stage that is not yet drawn, as it is written in a line."""

    name: str
    value: str


class HallStage(Value, frozen=True, kw_only=True):
    """A stage, and whether its next round can be drawn."""

    id: str
    title: str
    system: str
    kind: str
    """Kind of entrants that play in it; empty for every kind."""
    rounds: int
    """Number of drawn rounds."""
    due: int
    """Number of the round to be played: the first drawn one that is not over, else the last; 0 if none is drawn."""
    left: int
    """Number of rounds still to be drawn."""
    draws: int
    """Number of rounds that are drawn together: all of groups and leagues, both legs of a knockout; else 1."""
    question: str
    """Why its number of rounds is too large for its entrants, before the first draw; empty if it is not."""
    may_draw: bool
    why: str
    """Why no round can be drawn now."""
    minutes: int
    """Time limit of a round; 0 for none."""
    stale: tuple[str, ...]
    """Rounds that were drawn on results that have changed since; the stage's own id stands for its seeding."""
    undo: tuple[int, ...]
    """Rounds whose draw can be taken back, the last first; empty once a match of the last one has begun."""
    late: str
    """Whether an entrant can join late: `now`, `undo` (once the draws are taken back) or `no`."""
    settings: tuple[HallSetting, ...]
    """The settings that may still change; empty once the stage is drawn."""


class HallStanding(Value, frozen=True, kw_only=True):
    """An entrant in one stage."""

    stage: str
    state: str
    """`entered` until the stage is drawn, then `playing` or `withdrawn`."""


class HallEntrant(Value, frozen=True, kw_only=True):
    """An entry, as its form shows it."""

    id: str
    name: str
    kind: str
    seed: int
    """0 for none."""
    club: str
    nation: str
    players: tuple[str, ...]
    stages: tuple[HallStanding, ...]
    joins: tuple[str, ...]
    """Stages that this entrant can join late."""
    drawn: bool
    """Whether a draw rests on this entry, so that its seed and kind are fixed and it can only be withdrawn."""
    sealed: bool
    """Whether both line-ups of a tie that is not over are visible, so that only the referee changes the roster."""


class HallDeduction(Value, frozen=True, kw_only=True):
    """A deduction of match points."""

    line: int
    name: str
    stage: str
    points: int
    reason: str
    reversed: bool


class HallRules(Value, frozen=True, kw_only=True):
    """A rule set to which a tournament can be changed."""

    name: str
    edition: str


class HallDetails(Value, frozen=True, kw_only=True):
    """The details of the tournament that can be corrected."""

    name: str
    rules: str
    edition: str
    choices: tuple[HallRules, ...]
    """The rule sets to which it can be changed; empty once anything has been played."""
    boards: int
    sessions: str
    zone: str
    contact: str
    place: str


class HallEntry(Value, frozen=True, kw_only=True):
    """A line of the log as a sentence."""

    line: int
    when: int
    who: str
    """The author in words; empty if unknown."""
    said: str
    """What happened, with what was there before if it changed."""
    reason: str
    group: str
    """What it is filed under: `entries`, `draws`, `results`, `referee` or `hall`."""
    corrects: bool
    """Whether it changes what an earlier line said."""
    raw: str
    """The line as it stands in the file; the players of a sealed line-up are left out."""


class HallLink(Value, frozen=True, kw_only=True):
    """A link to give out, with its QR code as a data URL."""

    role: str
    """`scorer`, or `umpire:ravi`."""
    name: str
    word: str
    code: str


class HallState(Value, frozen=True, kw_only=True, tag_field="type", tag="hall"):
    """The tournament as the holder of a link sees it."""

    event: str
    title: str
    contact: str
    role: str
    name: str
    whose: str
    """Id of the person; empty for roles without one."""
    version: int
    now: int
    boards: int
    free: tuple[int, ...]
    entrants: tuple[HallEntrant, ...]
    umpires: tuple[HallUmpire, ...]
    stages: tuple[HallStage, ...]
    fixtures: tuple[HallFixture, ...]
    queue: tuple[HallWaiting, ...]
    protests: tuple[HallProtest, ...]
    deductions: tuple[HallDeduction, ...]
    details: HallDetails
    clocks: tuple[ClockInfo, ...] = ()
    """Clocks of the rounds in play."""
    shifts: tuple[ShiftInfo, ...] = ()
    """Shifts of the rounds in play; empty if all fixtures have a table at once."""
    closed: tuple[int, ...] = ()
    """Tables that are out of use."""
    lot: str = ""
    """The text that decides what is left to chance; empty if none was drawn."""
    torn: str = ""
    """A sentence about the last line of the file, if it was cut off before this hall was started; for officials."""


class LinkList(Value, frozen=True, kw_only=True, tag_field="type", tag="links"):
    """All links, for the organiser."""

    links: tuple[HallLink, ...]
    boards: tuple[HallLink, ...]
    """Links with the QR codes of the boards."""


class HallHistory(Value, frozen=True, kw_only=True, tag_field="type", tag="history"):
    """The history of the tournament, the newest line first, for roles that may read everything."""

    entries: tuple[HallEntry, ...]


class LinesWritten(Value, frozen=True, kw_only=True, tag_field="type", tag="said"):
    """The proposed line is on disk."""

    nonce: str
    first: int
    lines: tuple[str, ...]
    results: tuple[ResultInfo, ...] = ()
    """The results that the lines report."""
    said: tuple[str, ...] = ()
    """The same as English sentences, with a warning about draws that used other standings."""
    stale: tuple[str, ...] = ()
    """Rounds or stages that were drawn on standings that the change alters."""
    sentences: tuple[str, ...] = ()
    """Each line as a sentence, with author and reason, in the language of the request."""


class HallRefused(Value, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A request was refused; nothing has changed."""

    reason: str
    void: bool = False
    """Whether the link itself is no longer valid."""


HallAnswer = HallState | HallHistory | LinkList | CardTotals | LinesWritten | HallRefused
"""Answers to the holder of a link."""


# -- prints and public pages of a hall ---------------------------------------------------------------------------------
# Public pages: `GET /api/hall/publication` with the organiser's token returns `PublicationInfo`, and
# `GET /api/hall/publication.zip` the pages.


class AskPrint(Value, frozen=True, kw_only=True, tag_field="type", tag="print"):
    """Prepare a document of the open tournament, or of a draft. Answered by `PrintReady`."""

    what: Document
    language: Literal["en", "hi", "ta", "bn", "ur", "si"] = "en"
    paper: Paper = "a4"
    round: Annotated[str, Meta(max_length=40)] = ""
    """Only this round, such as `s.1`; `due` for the open matches of the rounds that are due; empty for everything."""
    draft: Annotated[str, Meta(max_length=64)] = ""
    """Id of a draft; empty for the open tournament."""


class PrintReady(Value, frozen=True, kw_only=True, tag_field="type", tag="print-ready"):
    """A document is ready: its address can be opened in a new tab for an hour."""

    address: str


class PublicationInfo(Value, frozen=True, kw_only=True, tag_field="type", tag="publication"):
    """Where the public pages of the open tournament are, and how old they are."""

    folder: str
    """Path on the hall's computer; empty if the hall writes none (`carrom hall --publish FOLDER`)."""
    version: int
    """Number of lines of the tournament's file in the pages; 0 before they were written for the first time."""
    building: bool
    fault: str
    """Why the pages could not be written the last time; empty if they could."""


PrintMessage = AskPrint | PrintReady | PublicationInfo
"""A request for a print, and its answer, and the state of the public pages; a refusal is `HallRefused`."""


# -- set-up in a hall: drafts, entry lists, seeds, lots ----------------------------------------------------------------
# Every request has the organiser's token as `Authorization: Bearer`. `GET /api/setup` returns `SetupList`, `GET
# /api/setup/ID` the draft as `SetupState`. `POST /api/setup` takes one of `SetupRequest`. A change names the version
# of the draft that it was made on; another version is refused, so that two pages never overwrite each other.


Id = Annotated[str, Meta(max_length=64)]
Version = Annotated[int, Meta(ge=0)]
MOST_BYTES = 4_000_000
"""Maximum size of a request: a file of two million bytes in base64, or a draft with as many entries as allowed."""


class NewSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-new"):
    """Begin the draft of a tournament with the stages of a preset. Answered by `SetupState`."""

    name: Annotated[str, Meta(max_length=200)]
    preset: Annotated[str, Meta(max_length=40)]
    zone: Annotated[str, Meta(max_length=60)] = ""
    """The browser's time zone, such as `Asia/Kolkata`; the organiser can change it."""


class SaveSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-save"):
    """Store a draft as it is on the page, also while it still has problems. Answered by `SetupState`."""

    version: Version
    draft: SetupDraft


class ReadTable(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-table"):
    """Read an entry list into the table of a draft: pasted text, or a file in base64. Answered by `SetupState`."""

    id: Id
    version: Version
    name: Annotated[str, Meta(max_length=255)] = ""
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    content: Annotated[str, Meta(max_length=3_000_000)] = ""


class EnterRows(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-enter"):
    """Enter the rows of the table that have no problem; the others stay. Answered by `SetupState`."""

    id: Id
    version: Version


class SeedEntries(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-seed"):
    """Seed the entries: `list` by the ratings of the entry list, `folder` by those of the finished tournaments of this
    hall, `lot` by the lot, `none` removes all seeds. Answered by `SetupState`.
    """

    id: Id
    version: Version
    by: Annotated[str, Meta(pattern="^(list|folder|lot|none)$")]


class DrawLot(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-lot"):
    """Draw the text that decides the lots, or take one that was drawn in public. Answered by `SetupState`."""

    id: Id
    version: Version
    text: Annotated[str, Meta(max_length=200)] = ""
    """Empty to let the server draw one."""


class OpenSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-open"):
    """Write the tournament of a draft, and open it. Answered by `EventOpened`."""

    id: Id
    version: Version


class DiscardSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-discard"):
    """Remove a draft from the list; its file is renamed, not deleted. Answered by `SetupList`."""

    id: Id


class OpenEvent(Value, frozen=True, kw_only=True, tag_field="type", tag="event-open"):
    """Open another tournament of this hall; the links of the one that was open stop. Answered by `EventOpened`."""

    id: Id


class ReturnToSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="event-return"):
    """Take the open tournament back to its set-up; possible until a round is drawn. Answered by `SetupState`."""

    id: Id


class ReadLate(Value, frozen=True, kw_only=True, tag_field="type", tag="late-read"):
    """Read a list of late entries for the open tournament: pasted text, a file in base64, or a table with its columns.
    Nothing is stored. Answered by `LateRows`.
    """

    name: Annotated[str, Meta(max_length=255)] = ""
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    content: Annotated[str, Meta(max_length=3_000_000)] = ""
    table: EntryTable | None = None


SetupRequest = (
    NewSetup
    | SaveSetup
    | ReadTable
    | EnterRows
    | SeedEntries
    | DrawLot
    | OpenSetup
    | DiscardSetup
    | OpenEvent
    | ReturnToSetup
    | ReadLate
)
"""Requests about the set-up of tournaments."""


class SetupLine(Value, frozen=True, kw_only=True):
    """A tournament of the hall, or a draft."""

    id: str
    name: str
    entrants: int
    sessions: str
    is_draft: bool
    is_open: bool
    """Whether it is the one that this hall serves now."""
    is_drawn: bool
    """Whether a round has been drawn; a draft's set-up can be changed until then."""
    problem: str = ""
    """Why its file cannot be read, such as a last line that was cut off; then only the id is known."""


class PresetInfo(Value, frozen=True, kw_only=True):
    """A usual format, which the organiser can change."""

    name: str
    summary: str


class SetupList(Value, frozen=True, kw_only=True, tag_field="type", tag="setups"):
    """The tournaments and drafts of a hall."""

    events: tuple[SetupLine, ...]
    presets: tuple[PresetInfo, ...]
    rules: tuple[str, ...]
    """The rule sets that a tournament can have."""
    word: str
    """The token of the organiser's link for the open tournament."""


class SetupState(Value, frozen=True, kw_only=True, tag_field="type", tag="setup"):
    """A draft, and what the server computes from it."""

    version: int
    draft: SetupDraft
    problems: tuple[SetupProblem, ...]
    """What keeps the tournament from being opened; empty if nothing does."""
    preview: tuple[RowPreview, ...]
    """What each row of the table would enter, or its problems."""
    unknown: tuple[str, ...]
    """Header words of the table's columns that are not used."""
    lots: tuple[LotList, ...]
    """What the lot decides."""
    rated: int
    """Number of entries that have a rating from the finished tournaments of this hall."""
    entered: tuple[DraftEntry, ...] = ()
    """The entries that this request added."""


class LateRows(Value, frozen=True, kw_only=True, tag_field="type", tag="late-rows"):
    """What each row of a table would enter in the open tournament."""

    table: EntryTable
    preview: tuple[RowPreview, ...]
    unknown: tuple[str, ...]
    """Header words of the table's columns that are not used."""
    lines: tuple[str, ...]
    """For each row, the lines to propose to enter it; empty if it has a problem or belongs to an earlier row."""


class EventOpened(Value, frozen=True, kw_only=True, tag_field="type", tag="event-opened"):
    """A tournament is open; `word` is the token of its organiser's link."""

    id: str
    word: str


class HallHost(Value, frozen=True, kw_only=True, tag_field="type", tag="hall-host"):
    """Whether this page may start a hall (`POST /api/halls`): only on the computer of a server started by `play`."""

    may_start: bool


class HallStarted(Value, frozen=True, kw_only=True, tag_field="type", tag="hall-started"):
    """A hall runs on this computer; `link` is its organiser's link."""

    link: str


SetupAnswer = SetupList | SetupState | LateRows | EventOpened | HallHost | HallStarted | HallRefused
"""Answers about the set-up of tournaments."""


# -- online tournaments: arenas, Swiss tournaments, knockouts ----------------------------------------------------------
# A guest is identified by a secret `key` that the browser created, as in the lobby; a person with an account by the
# account. A tournament's players are its entries: one person each, or a pair in doubles. An entry is named by its
# number.


TournamentId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
EntryNumber = Annotated[int, Meta(ge=1, le=10_000)]


class TournamentKind(StrEnum):
    """The system of an online tournament."""

    ARENA = "arena"
    """Free players are paired at once; the most points at the end of the time win."""
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class TournamentStage(StrEnum):
    """How far an online tournament is."""

    CREATED = "created"
    """It has not started."""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TournamentTerms(Value, frozen=True, kw_only=True):
    """The terms of an online tournament."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    kind: TournamentKind = TournamentKind.ARENA
    game: Sought = Sought()
    """Rules, length, two or four players, clock and stake of each game, and the range of ratings that may join. In a
    tournament `either` means rated if all players of a game have accounts.
    """
    starts: Annotated[int, Meta(ge=0)]
    """Start, ms since 1970."""
    minutes: Annotated[int, Meta(ge=5, le=720)] = 60
    """Arena: its duration."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    """Swiss: the number of rounds; it ends earlier if everybody has met."""
    between: Annotated[int, Meta(ge=5, le=86_400)] = 60
    """Swiss and knockout: seconds from the end of the last game of a round to the next round."""
    every: Annotated[int, Meta(ge=0, le=10_080)] = 0
    """Swiss and knockout: minutes from the start of a round to the next at the earliest; 0 for none."""
    appear: Annotated[int, Meta(ge=10, le=600)] = 60
    """Seconds in which a player has to come to a game; otherwise they lose it and are paused."""
    accounts: bool = False
    """Whether only people with accounts may join."""
    bots: bool = False
    """Whether bots may join."""
    games: Annotated[int, Meta(ge=0, le=1000)] = 0
    """The least number of rated games, in the tournament's rating pool, that an entrant has played."""
    most: Annotated[int, Meta(ge=2, le=2000)] = 1000
    """The most entries; a Swiss may have 400 at most, a knockout 512."""
    about: Annotated[str, Meta(max_length=400)] = ""
    """A text for the players, on one line."""


class TournamentMaking(Value, frozen=True, kw_only=True):
    """Create an online tournament."""

    key: Key | None = None
    name: Name = ""
    """Name of a guest."""
    terms: TournamentTerms
    word: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """The invitation code that players need to join; null if everybody may."""


class TournamentJoining(Value, frozen=True, kw_only=True):
    """Join an online tournament, or return to it after a pause."""

    key: Key | None = None
    name: Name = ""
    word: Annotated[str, Meta(max_length=64)] | None = None
    """The invitation code, if the tournament has one."""
    partner: Key | None = None
    """Doubles: a secret that the partner needs to complete the pair; without `entry` it opens a new pair."""
    entry: EntryNumber | None = None
    """Doubles: the pair to complete with the secret `partner`."""


class TournamentMember(Value, frozen=True, kw_only=True):
    """A person of an entry."""

    name: str
    account: bool
    """Whether this is the name of an account; a guest's name is not verified."""
    bot: bool = False
    rating: int | None = None
    """The rating in the tournament's pool when they joined; null without one."""


class TournamentRow(Value, frozen=True, kw_only=True):
    """One row of the standings."""

    entry: EntryNumber
    place: int
    """Entries that are level in everything share a place."""
    members: tuple[TournamentMember, ...]
    points: int
    played: int
    won: int
    scores: tuple[int, ...] = ()
    """Arena: the points of each game, the latest 20, oldest first."""
    streak: bool = False
    """Arena: whether the next game counts double."""
    tiebreak: int = 0
    """Swiss: the sum of the opponents' points (Buchholz)."""
    paused: bool = False
    """Whether they are not paired until they return."""
    out: bool = False
    """Knockout: whether they were beaten."""


class TournamentResult(StrEnum):
    """The result of a tournament's game."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NOBODY = "nobody"


class TournamentEnding(StrEnum):
    """How a tournament's game ended."""

    PLAYED = "played"
    RESIGNED = "resigned"
    ABSENT = "absent"
    """A player did not come, stayed away or called the game off."""
    LATE = "late"
    """It ended after the arena was over and does not count."""
    BYE = "bye"


class TournamentGame(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-game"):
    """A game of a tournament, or a bye."""

    number: int
    """Its number in the tournament, from 1."""
    round: int = 0
    """Its round; 0 in an arena."""
    game: GameId | None = None
    """The game to open or watch; null for a bye, and until it has been created."""
    entries: tuple[int, ...]
    """The two entries, or one for a bye."""
    names: tuple[str, ...]
    """Their names; those of a pair are joined by ` / `."""
    began: int
    """Paired at, ms since 1970."""
    ended: int | None = None
    result: TournamentResult | None = None
    """Null while it is played."""
    how: TournamentEnding | None = None
    points: tuple[int, ...] = ()
    """The tournament points of each entry; empty while it is played, and in a knockout."""
    score: tuple[int, ...] = ()
    """The score of the game's last set of boards, of each entry."""


class TournamentSummary(Value, frozen=True, kw_only=True):
    """An online tournament in a list."""

    id: TournamentId
    terms: TournamentTerms
    stage: TournamentStage
    by: str
    """Name of its creator."""
    locked: bool
    """Whether an invitation code is needed to join."""
    players: int
    """The number of entries."""
    starts: int
    """When it started or starts, ms since 1970."""
    ends: int | None
    """Arena: when it is over; otherwise when it was finished, or null."""
    winner: str = ""
    """The names of the winner once it is finished."""


class TournamentState(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament"):
    """The state of an online tournament; a later line replaces it."""

    summary: TournamentSummary
    now: int
    """Time of the server, ms since 1970."""
    top: tuple[TournamentRow, ...]
    """The first rows of the standings, 20 at most."""
    playing: int
    """The number of games that are being played."""
    round: int = 0
    """The last round that was drawn; 0 in an arena and before the first."""
    rounds: int = 0
    """The number of rounds; 0 in an arena and while it is not known."""
    next: int | None = None
    """When the next round starts, ms since 1970; null while games of this round are played, and in an arena."""
    tv: WatchableGame | None = None
    """The game of the highest-placed players who are playing."""
    note: str = ""
    """A sentence about a change of plan, such as why it was cancelled."""


class TournamentOwn(Value, frozen=True, kw_only=True, tag_field="type", tag="yours"):
    """The receiver's own situation in a tournament."""

    entry: EntryNumber | None = None
    """The receiver's entry; null if they have not joined."""
    row: TournamentRow | None = None
    """Their row of the standings."""
    gathers: bool = False
    """Doubles: whether the entry waits for a partner."""
    paused: bool = False
    waiting: bool = False
    """Whether they are free and will be paired."""
    game: GameId | None = None
    """The game they have to play; open it with `Resume` and the key."""
    seat: Seat | None = None
    """Their seat in it."""
    against: str = ""
    """The names of the opponents in it."""
    until: int | None = None
    """When they lose it unless they have come, ms since 1970."""
    manages: bool = False
    """Whether they may start or cancel the tournament."""


class TournamentView(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-view"):
    """A tournament and the receiver's own situation in it."""

    tournament: TournamentState
    yours: TournamentOwn


class TournamentList(Value, frozen=True, kw_only=True, tag_field="type", tag="tournaments"):
    """The online tournaments of a server."""

    tournaments: tuple[TournamentSummary, ...]
    """Those that run, then those to come with the earliest first, then the latest finished ones."""


class TournamentStandings(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-standings"):
    """A page of the standings."""

    rows: tuple[TournamentRow, ...]
    total: int
    """The number of entries in the standings."""


class TournamentGames(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-games"):
    """A page of a tournament's games, the latest first."""

    games: tuple[TournamentGame, ...]
    total: int


class TournamentMatch(Value, frozen=True, kw_only=True):
    """One match of a knockout's bracket."""

    entries: tuple[int, int]
    """The two entries; 0 where nobody is known yet, and as the second of a bye."""
    names: tuple[str, str]
    """Their names, those of a pair joined by ` / `; empty where nobody is known yet."""
    bye: bool = False
    winner: Annotated[int, Meta(ge=0, le=2)] = 0
    """Who advances: 1 for the first, 2 for the second; 0 while it is open."""
    game: GameId | None = None
    """The game to watch or replay; null until it has been created."""
    score: tuple[int, ...] = ()
    """The score of its last set of boards, of each entry; empty while it is played, and if it was not played out."""


class TournamentBracket(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-bracket"):
    """The bracket of a knockout: its rounds, each from top to bottom."""

    rounds: tuple[tuple[TournamentMatch, ...], ...]
    """Two neighbours of a round meet in the next. Empty in an arena and a Swiss, and before the start."""


class TournamentEnd(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-end"):
    """The last line of a stream of results: the tournament is over."""

    stage: TournamentStage


TournamentRequest = TournamentMaking | TournamentJoining | Giving
"""Requests about online tournaments; the URL selects the type."""
TournamentAnswer = (
    TournamentView | TournamentState | TournamentOwn | TournamentList | TournamentStandings | TournamentGames
    | TournamentBracket | TournamentGame | TournamentEnd
)  # fmt: skip
"""Answers about online tournaments."""
