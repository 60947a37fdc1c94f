"""Tournament administration for holders of a link: proposals and answers.

Every request has the link's token as `Authorization: Bearer`. `GET /api/hall` returns `HallState`. `POST /api/hall`
takes `Propose` and returns `LinesWritten` once the line is on disk; a repeated nonce gets the same answer and is not
executed again. A line has the syntax of the tournament's file, without number, `by=` and time; or it is `draw s`,
`schedule`, `call`, or `retract s reason=...` for all draws of a section. Several lines, separated by line breaks, are
written as a whole or not at all. `GET /api/hall/history?language=hi` returns `HallHistory`.
"""

from typing import Annotated

from msgspec import Meta

from carrom.protocol.http.championship import ClockInfo, FixtureState, ShiftInfo
from carrom.protocol.result import ResultInfo
from carrom.protocol.scalars import Nonce
from carrom.values import Value

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
    section: str
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
    """A setting of a section that is not yet drawn, as it is written in a line."""

    name: str
    value: str


class HallSection(Value, frozen=True, kw_only=True):
    """A section, and whether its next round can be drawn."""

    id: str
    title: str
    system: str
    kind: str
    """Kind of entrants that play in it; empty for every kind."""
    waves: int
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
    """Rounds that were drawn on results that have changed since; the section's own id stands for its seeding."""
    undo: tuple[int, ...]
    """Rounds whose draw can be taken back, the last first; empty once a match of the last one has begun."""
    late: str
    """Whether an entrant can join late: `now`, `undo` (once the draws are taken back) or `no`."""
    settings: tuple[HallSetting, ...]
    """The settings that may still change; empty once the section is drawn."""


class HallStanding(Value, frozen=True, kw_only=True):
    """An entrant in one section."""

    section: str
    state: str
    """`entered` until the section is drawn, then `playing` or `withdrawn`."""


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
    sections: tuple[HallStanding, ...]
    joins: tuple[str, ...]
    """Sections that this entrant can join late."""
    drawn: bool
    """Whether a draw rests on this entry, so that its seed and kind are fixed and it can only be withdrawn."""
    sealed: bool
    """Whether both line-ups of a tie that is not over are visible, so that only the referee changes the roster."""


class HallDeduction(Value, frozen=True, kw_only=True):
    """A deduction of match points."""

    line: int
    name: str
    section: str
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
    sections: tuple[HallSection, ...]
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
    """Rounds or sections that were drawn on standings that the change alters."""
    sentences: tuple[str, ...] = ()
    """Each line as a sentence, with author and reason, in the language of the request."""


class HallRefused(Value, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A request was refused; nothing has changed."""

    reason: str
    void: bool = False
    """Whether the link itself is no longer valid."""


HallAnswer = HallState | HallHistory | LinkList | CardTotals | LinesWritten | HallRefused
"""Answers to the holder of a link."""
