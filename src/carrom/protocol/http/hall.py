"""A hall among those who hold its links: what they propose, and what they are told.

Every request carries the link's word as `Authorization: Bearer`. `GET /api/hall` tells `HallTold`; `POST /api/hall`
takes `Propose` and answers `LinesWritten` once the line is on disk: the same nonce is answered again, never done twice.
A line is one of the championship's file, without number, `by=` and time, or `draw s`, `schedule`, `call`.
"""

from typing import Annotated

from msgspec import Meta

from carrom.protocol.http.championship import FixtureState
from carrom.protocol.result import ResultTold
from carrom.protocol.scalars import Nonce
from carrom.values import Value

Words = Annotated[str, Meta(max_length=6000)]


class Propose(Value, frozen=True, kw_only=True, tag_field="type", tag="propose"):
    """Let something happen; answered by `LinesWritten`."""

    nonce: Nonce
    line: Words


class CardRow(Value, frozen=True, kw_only=True):
    """One board of a card: who won it (1 or 2), the men left to the loser, and who covered the queen."""

    winner: Annotated[int, Meta(ge=1, le=2)]
    men: Annotated[int, Meta(ge=0, le=9)]
    queen: Annotated[int, Meta(ge=1, le=2)]


class AskCard(Value, frozen=True, kw_only=True, tag_field="type", tag="card"):
    """What do these boards add up to? Answered by `CardTold`; nothing is kept."""

    fixture: Annotated[str, Meta(max_length=60)]
    first: Annotated[int, Meta(ge=1, le=2)] = 1
    """Who broke first."""
    rows: Annotated[tuple[CardRow, ...], Meta(max_length=60)] = ()
    timed: bool = False
    """Whether the clock has ended it."""


HallRequest = Propose | AskCard
"""What a page says to a hall."""


class CardTold(Value, frozen=True, kw_only=True, tag_field="type", tag="card-told"):
    """What the boards of a card add up to, by the law."""

    scores: tuple[tuple[int, int], ...]
    """Of the game that each board belongs to, after it."""
    games: tuple[tuple[int, int], ...]
    over: bool
    winner: int
    line: str
    """The words of a finish behind its fixture, such as `25-12 boards=3-1`; empty while it goes on."""
    said: str


class HallSide(Value, frozen=True, kw_only=True):
    """One entrant of a fixture."""

    id: str
    name: str
    players: tuple[str, ...]
    lineup: tuple[tuple[str, ...], ...]
    """Empty until it is given; another captain's is sealed until both are."""
    lined_up: bool
    claim: ResultTold | None
    """How this side says that it ended; null before."""
    agree: str
    """The words of a claim by the other side that says the same; empty before."""


class HallDispute(Value, frozen=True, kw_only=True):
    """A signed sheet that differs from the stored result: the referee keeps one of the two, with a reason."""

    fixture: str
    """Or the rubber of a tie."""
    line: int
    """Of the stored result."""
    stored: ResultTold
    signed: ResultTold
    keep: str
    """The line that keeps the stored result, to which a reason is added."""
    take: str
    """The line that takes the sheet's; empty where the tie was given as a whole."""


class HallLineupChange(Value, frozen=True, kw_only=True):
    """A line-up that was changed after both were open."""

    line: int
    name: str
    reason: str


class HallFixture(Value, frozen=True, kw_only=True):
    """A fixture as its officials see it."""

    address: str
    section: str
    sides: tuple[HallSide, HallSide]
    board: int
    time: str
    umpire: str
    state: FixtureState
    score: str
    result: ResultTold | None
    """Null while it is open."""
    disputes: tuple[HallDispute, ...]
    lineup_changes: tuple[HallLineupChange, ...]
    how: str
    line: int
    """Of the finish that is in force; 0: none."""
    lines: tuple[int, ...]
    """Of the rubbers' finishes; 0 for one that is open."""
    rubbers: tuple[str, ...]
    games: int
    """Of how many games it is the best."""
    minutes: int
    sheet: str
    """The name of its sheet: `/umpire/<sheet>`."""
    from_sheet: bool
    """Whether its finish was taken from its sheet, where the referee may put it right."""
    matter: str
    """Why the championship does not follow its signed sheet; empty: it does."""
    keeps: bool
    """Whether this link may keep its boards."""
    may_finish: bool


class HallWaiting(Value, frozen=True, kw_only=True):
    """Somebody in the queue for a board."""

    address: str
    names: tuple[str, str]
    why: str
    since: str
    umpire: str


class HallProtest(Value, frozen=True, kw_only=True):
    """A protest with its clocks, in seconds since 1970; they tell, and never rule."""

    line: int
    finish: int
    """The line it is against."""
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
    """Somebody who umpires."""

    id: str
    name: str
    club: str


class HallSection(Value, frozen=True, kw_only=True):
    """A section, and what a draw would do now."""

    id: str
    title: str
    system: str
    waves: int
    left: int
    """Waves that are meant to be drawn still."""
    may_draw: bool
    why: str
    """Why no wave can be drawn now."""
    stale: tuple[str, ...]
    """Its waves that were drawn on results which were changed since; its own name for its seats."""


class HallLine(Value, frozen=True, kw_only=True):
    """A line of the file."""

    number: int
    text: str
    when: int


class HallLink(Value, frozen=True, kw_only=True):
    """A link to hand out, with its code as a picture (a data address)."""

    role: str
    """`scorer`, or `umpire:ravi`."""
    name: str
    word: str
    code: str


class HallTold(Value, frozen=True, kw_only=True, tag_field="type", tag="hall"):
    """The hall as the holder of a link sees it."""

    event: str
    title: str
    contact: str
    role: str
    name: str
    whose: str
    """The holder's short name; empty for roles without."""
    version: int
    now: int
    boards: int
    free: tuple[int, ...]
    entrants: tuple[HallSide, ...]
    umpires: tuple[HallUmpire, ...]
    sections: tuple[HallSection, ...]
    fixtures: tuple[HallFixture, ...]
    queue: tuple[HallWaiting, ...]
    protests: tuple[HallProtest, ...]
    lines: tuple[HallLine, ...]
    """The newest first, for who reads all."""


class LinksTold(Value, frozen=True, kw_only=True, tag_field="type", tag="links"):
    """Every link, for the organiser."""

    links: tuple[HallLink, ...]
    boards: tuple[HallLink, ...]
    """The codes of the boards."""


class LinesWritten(Value, frozen=True, kw_only=True, tag_field="type", tag="said"):
    """What was proposed is on disk."""

    nonce: str
    first: int
    lines: tuple[str, ...]
    results: tuple[ResultTold, ...] = ()
    """What the lines report, by names."""
    said: tuple[str, ...] = ()
    """The same as English sentences, and a warning about draws that rest on other standings."""
    stale: tuple[str, ...] = ()
    """Waves, or sections, that were drawn on other standings than the changed result gives."""


class HallRefused(Value, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A request was not followed; nothing has changed."""

    reason: str
    void: bool = False
    """Whether the link itself opens nothing any more."""


HallAnswer = HallTold | LinksTold | CardTold | LinesWritten | HallRefused
"""What a hall tells the holder of a link."""
