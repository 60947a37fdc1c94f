"""Public state of a tournament: standings, brackets, fixtures, slams, and every board as it stands now.

HTTP: `/api/events`, `/api/events/<id>`, `/api/events/<id>/why/<wave>`, `/api/live`, `/api/live/<board>`. The stream
`/api/stream` sends `LiveBoard` whenever a board changes, `LiveClocks` whenever a round's clock changes, and
`EventChanged` whenever a line is added to the file.
Sentences are in the requested language (`?language=hi`). Telephone numbers are never included.
"""

from enum import StrEnum

from carrom.values import Value


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
    """The standings of a section, or of one of its groups."""

    group: str
    """`A`, `B` and so on; empty if the section has no groups."""
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

    round: str
    """Address of the round, such as `s.1`."""
    section: str
    """Title of the section."""
    wave: int
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
    """One wave: a round of the section."""

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


class SectionInfo(Value, frozen=True, kw_only=True):
    """One competition of a tournament."""

    id: str
    title: str
    system: str
    tables: tuple[StandingsTable, ...]
    waves: tuple[RoundInfo, ...]
    due: int
    """Number of the round to be played: the first drawn one that is not over, else the last; 0 if none is drawn."""
    bracket: tuple[tuple[BracketSlot, ...], ...]
    order: tuple[str, ...]
    """Final order of a knockout section, best first; empty until it is decided."""
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
    sections: tuple[SectionInfo, ...]
    slams: tuple[SlamInfo, ...]
    shifts: tuple[ShiftInfo, ...] = ()
    """Shifts of the rounds in play; empty if all fixtures have a table at once."""


class WhyPair(Value, frozen=True, kw_only=True):
    """The reason for a pairing."""

    address: str
    why: str


class PairingReasons(Value, frozen=True, kw_only=True, tag_field="type", tag="why"):
    """The reasons for all pairings of a round."""

    wave: str
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
    section: str
    wave: int
    state: BoardState
    result: str
    """The result, if the fixture is over."""
    umpire: str
    sides: tuple[LiveSide, ...]
    game: int
    round: int
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
