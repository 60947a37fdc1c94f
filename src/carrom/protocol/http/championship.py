"""A championship as the public sees it: standings, brackets, fixtures, slams, and every board as it stands now.

Asked for over HTTP: `/api/events`, `/api/events/<id>`, `/api/events/<id>/why/<wave>`, `/api/live`, `/api/live/<board>`.
The stream `/api/stream` tells `LiveBoard` whenever a board changes, and `EventChanged` whenever a line was added.
Sentences come in the language that is asked for (`?language=hi`); telephone numbers never come.
"""

from enum import StrEnum

from carrom.values import Value


class FixtureState(StrEnum):
    """How far a fixture is."""

    WAITING = "waiting"
    CALLED = "called"
    PLAYING = "playing"
    OVER = "over"
    WITHHELD = "withheld"
    """Its finish is shown and does not count, for a protest runs."""


class BoardState(StrEnum):
    """What goes on at a board."""

    FREE = "free"
    WAITING = "waiting"
    CALLED = "called"
    PLAYING = "playing"
    OVER = "over"
    """Nothing, and something was played here last."""


class EventLine(Value, frozen=True, kw_only=True):
    """A championship in a list."""

    id: str
    name: str
    place: str
    sessions: str
    entrants: int
    live: bool
    """Whether it is the one that this hall is for."""


class EventsTold(Value, frozen=True, kw_only=True, tag_field="type", tag="events"):
    """Every championship that is kept here."""

    events: tuple[EventLine, ...]


class EntrantTold(Value, frozen=True, kw_only=True):
    """Somebody who is entered."""

    id: str
    name: str
    seed: int | None
    club: str
    nation: str
    players: tuple[str, ...]


class RowTold(Value, frozen=True, kw_only=True):
    """One place of a table."""

    place: int
    name: str
    cells: tuple[str, ...]
    why: str
    """Why it is not one place higher."""


class TableTold(Value, frozen=True, kw_only=True):
    """The standings of a section, or of one of its groups."""

    group: str
    """`A`, `B` and so on; empty where the section has none."""
    heads: tuple[str, ...]
    rows: tuple[RowTold, ...]
    notes: tuple[str, ...]


class RubberTold(Value, frozen=True, kw_only=True):
    """One rubber of a tie; who plays it is told once both teams have given their line-ups."""

    kind: str
    players: tuple[str, str]
    score: str
    winner: int
    """1 or 2; 0 for nobody, and before its end."""


class FixtureTold(Value, frozen=True, kw_only=True):
    """Two who meet."""

    address: str
    first: str
    second: str
    """Empty: the first has the bye, or rests."""
    board: int
    time: str
    umpire: str
    state: FixtureState
    score: str
    how: str
    winner: int
    """1 or 2; 0 for nobody, and before its end."""
    rubbers: tuple[RubberTold, ...]


class WaveTold(Value, frozen=True, kw_only=True):
    """One wave, the public's round."""

    number: int
    fixtures: tuple[FixtureTold, ...]


class SlotTold(Value, frozen=True, kw_only=True):
    """One match of a bracket; where a name is not known, where it comes from."""

    names: tuple[str, str]
    refs: tuple[str, str]
    points: tuple[str, str]
    winner: int
    bye: bool
    third: bool


class SectionTold(Value, frozen=True, kw_only=True):
    """One competition of a championship."""

    id: str
    title: str
    system: str
    tables: tuple[TableTold, ...]
    waves: tuple[WaveTold, ...]
    bracket: tuple[tuple[SlotTold, ...], ...]
    order: tuple[str, ...]
    """A cup's places, best first."""


class SlamTold(Value, frozen=True, kw_only=True):
    """A slam (Law 26): its colour, and the match, game and board it was made in."""

    colour: str
    fixture: str
    names: tuple[str, str]
    game: int
    board: int


class EventTold(Value, frozen=True, kw_only=True, tag_field="type", tag="event"):
    """A championship."""

    id: str
    name: str
    place: str
    contact: str
    sessions: str
    rules: str
    boards: int
    version: int
    """How many lines its file has."""
    live: bool
    entrants: tuple[EntrantTold, ...]
    sections: tuple[SectionTold, ...]
    slams: tuple[SlamTold, ...]


class WhyPair(Value, frozen=True, kw_only=True):
    """Why two meet."""

    address: str
    why: str


class WhyTold(Value, frozen=True, kw_only=True, tag_field="type", tag="why"):
    """Why the pairs of a wave are as they are."""

    wave: str
    pairs: tuple[WhyPair, ...]


class LiveSide(Value, frozen=True, kw_only=True):
    """One side at a board."""

    name: str
    colour: str
    """`white`, `black`, or empty where nobody owns a colour or nothing is known."""
    men: int
    due: int
    score: int | None
    """Of the running game; null where it is not known, or hidden from players (Law 128)."""
    games: int
    strikes: bool
    """Whether it is in turn."""


class LiveBoard(Value, frozen=True, kw_only=True, tag_field="type", tag="board"):
    """A board as the public may see it: three seconds late, frozen during an appeal and a count."""

    board: int
    fixture: str
    """Empty: nothing is played here."""
    section: str
    wave: int
    state: BoardState
    result: str
    """Of what is over."""
    umpire: str
    sides: tuple[LiveSide, ...]
    game: int
    round: int
    """Which board of the game."""
    queen: str
    """`board`, `pending`, `aside`, `covered`; empty where nothing is known."""
    frozen: bool
    hidden: bool
    heard: int | None
    """When its sheet was last heard of, in seconds since 1970; null where nobody keeps one."""
    version: int
    """Of the sheet, 0 where there is none."""


class LiveTold(Value, frozen=True, kw_only=True, tag_field="type", tag="live"):
    """All boards."""

    event: str
    name: str
    now: int
    boards: tuple[LiveBoard, ...]


class EventChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="changed"):
    """The championship's file has grown."""

    version: int


EventAnswer = EventsTold | EventTold | WhyTold | LiveTold | LiveBoard | EventChanged
"""What is told of championships to everybody."""
