"""A rule book as values: what stands on its pages, without how it looks."""

from carrom.values import Value


class Row(Value, frozen=True):
    """One row of the table at a glance."""

    name: str
    value: str


class Told(Value, frozen=True, kw_only=True):
    """A short paragraph with the words it begins with."""

    title: str
    text: str


class Picture(Value, frozen=True, kw_only=True):
    """A drawing: its name, what it shows, and its size in pixels, so that room can be kept for it."""

    name: str
    title: str
    width: int
    height: int


class Measured(Value, frozen=True, kw_only=True):
    """A measure of the equipment, what the program's board has and what is allowed."""

    what: str
    here: str
    allowed: str
    clause: str


class PointTold(Value, frozen=True, kw_only=True):
    """One thing to know, and where it is written."""

    says: str
    source: str
    reading: str = ""
    """The reading it rests on, if it does."""


class ChapterTold(Value, frozen=True, kw_only=True):
    """A chapter of what the clauses do not decide."""

    anchor: str
    title: str
    intro: str = ""
    pictures: tuple[Picture, ...] = ()
    measures: tuple[Measured, ...] = ()
    points: tuple[PointTold, ...] = ()
    techniques: tuple[Told, ...] = ()
    """Ways to strike, each with the drawing of its name."""


class ClauseTold(Value, frozen=True, kw_only=True):
    """One numbered clause."""

    number: str
    anchor: str
    """Empty where the same number has been told further up."""
    says: str
    is_english: bool = True
    """Whether the language has no words for it."""
    source: str = ""
    readings: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    """Worked cases that rest on it: `I18`, or `icf/I18` for one that comes with a borrowed Law."""


class ClausesTold(Value, frozen=True, kw_only=True):
    """Clauses that belong together."""

    anchor: str
    title: str
    intro: str = ""
    clauses: tuple[ClauseTold, ...]


class ReadingTold(Value, frozen=True, kw_only=True):
    """A point that no text settles, and how it is read here."""

    number: str
    anchor: str
    where: str
    problem: str
    reading: str
    reason: str


class LawsTold(Value, frozen=True, kw_only=True):
    """A run of official Laws, and the chapter that tells them."""

    laws: str
    title: str
    anchor: str


class LawsLeft(Value, frozen=True, kw_only=True):
    """Official Laws that are not told, and why."""

    laws: str
    about: str
    why: str


class CaseTold(Value, frozen=True, kw_only=True):
    """A worked case: the situation, what happened, the decision, and a board to try it on."""

    id: str
    told: str
    decision: str
    is_english: bool = True
    """Whether the decision is told in English; what happened always is."""
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()
    note: str = ""
    position: str = ""
    """The board in notation; empty for a case between boards."""
    falls: tuple[str, ...] = ()
    """What falls in the stroke, by the names of its discs, in falling order."""
    asks: str = ""
    """The address's words that open it as a question of the law; empty where there is no stroke to try."""


class Answer(Value, frozen=True):
    """What a book says to a question, and the clause that says it."""

    number: str
    anchor: str
    says: str
    is_english: bool = True


class Asked(Value, frozen=True, kw_only=True):
    """A question that two books answer differently."""

    asked: str
    one: tuple[Answer, ...]
    other: tuple[Answer, ...]


class TopicAsked(Value, frozen=True, kw_only=True):
    """Questions that belong together."""

    title: str
    anchor: str
    questions: tuple[Asked, ...]


class GlanceRow(Value, frozen=True, kw_only=True):
    """A row of the two tables at a glance that differs."""

    name: str
    one: str
    other: str


class Comparison(Value, frozen=True, kw_only=True):
    """What two books differ in."""

    one: str
    other: str
    titles: tuple[str, str]
    shared: int
    """How many sentences they have in common."""
    glance: tuple[GlanceRow, ...]
    topics: tuple[TopicAsked, ...]


class Page(Value, frozen=True, kw_only=True):
    """A whole rule book."""

    name: str
    title: str
    edition: str
    different: str
    intro: str
    is_intro_english: bool
    """Whether the language has no words for it."""
    glance: tuple[Row, ...]
    lesson: tuple[Told, ...]
    set_up: Picture
    taught: tuple[ChapterTold, ...]
    how_to_read: str
    chapters: tuple[ClausesTold, ...]
    readings: tuple[ReadingTold, ...]
    house: Comparison | None = None
    """What a book of somebody's own changes in the one it begins with; None for the others."""
    laws: tuple[LawsTold, ...] = ()
    left_out: tuple[LawsLeft, ...] = ()
