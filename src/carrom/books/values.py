"""Values for the content of a rule book page, independent of its layout."""

from carrom.values import Value


class RuleAtAGlance(Value, frozen=True):
    """One row of the table at a glance."""

    name: str
    value: str


class BookParagraph(Value, frozen=True, kw_only=True):
    """A short paragraph with its lead words."""

    title: str
    text: str


class BookPicture(Value, frozen=True, kw_only=True):
    """A drawing: its name, its title, and its size in pixels, for layout."""

    name: str
    title: str
    width: int
    height: int


class Measured(Value, frozen=True, kw_only=True):
    """A measure of the equipment: the simulated board's value, and the allowed range."""

    what: str
    here: str
    allowed: str
    clause: str


class BookPoint(Value, frozen=True, kw_only=True):
    """A statement, with its source."""

    says: str
    source: str
    reading: str = ""
    """The reading on which it rests, if any."""


class BookChapter(Value, frozen=True, kw_only=True):
    """A chapter on matters that the clauses do not decide."""

    anchor: str
    title: str
    intro: str = ""
    pictures: tuple[BookPicture, ...] = ()
    measures: tuple[Measured, ...] = ()
    points: tuple[BookPoint, ...] = ()
    techniques: tuple[BookParagraph, ...] = ()
    """Stroke techniques, each with a drawing of that name."""


class BookClause(Value, frozen=True, kw_only=True):
    """One numbered clause."""

    number: str
    anchor: str
    """Empty if the same number appeared earlier."""
    says: str
    is_english: bool = True
    """Whether it is in English because there is no translation."""
    source: str = ""
    readings: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    """Worked cases that rest on it: `I18`, or `icf/I18` for one from another book that shares the Law."""
    lesson: str = ""
    """Name of the lesson that teaches what it decides."""


class ClauseGroup(Value, frozen=True, kw_only=True):
    """A group of clauses."""

    anchor: str
    title: str
    intro: str = ""
    clauses: tuple[BookClause, ...]


class BookReading(Value, frozen=True, kw_only=True):
    """A question that the texts leave open, and its reading here."""

    number: str
    anchor: str
    where: str
    problem: str
    reading: str
    reason: str


class LawRange(Value, frozen=True, kw_only=True):
    """A run of official Laws, and the chapter that covers them."""

    laws: str
    title: str
    anchor: str


class LawsLeft(Value, frozen=True, kw_only=True):
    """Official Laws that are not covered, and why."""

    laws: str
    about: str
    why: str


class WorkedCase(Value, frozen=True, kw_only=True):
    """A worked case: the situation, the event, the decision, and a board to try it on."""

    id: str
    told: str
    decision: str
    is_english: bool = True
    """Whether the decision is in English; the situation always is."""
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()
    note: str = ""
    position: str = ""
    """The board in notation; empty for a case between boards."""
    falls: tuple[str, ...] = ()
    """Names of the discs that fall in the stroke, in order."""
    asks: str = ""
    """Query string that opens the case as a question of the law; empty if there is no stroke to try."""


class BookAnswer(Value, frozen=True):
    """A book's answer to a question, and the clause with the answer."""

    number: str
    anchor: str
    says: str
    is_english: bool = True


class DifferingAnswer(Value, frozen=True, kw_only=True):
    """A question that two books answer differently."""

    asked: str
    one: tuple[BookAnswer, ...]
    other: tuple[BookAnswer, ...]


class TopicAsked(Value, frozen=True, kw_only=True):
    """A group of questions."""

    title: str
    anchor: str
    questions: tuple[DifferingAnswer, ...]


class GlanceRow(Value, frozen=True, kw_only=True):
    """A row that differs between the two tables at a glance."""

    name: str
    one: str
    other: str


class Comparison(Value, frozen=True, kw_only=True):
    """The differences between two books."""

    one: str
    other: str
    titles: tuple[str, str]
    shared: int
    """Number of sentences that both have."""
    glance: tuple[GlanceRow, ...]
    topics: tuple[TopicAsked, ...]


class RuleBookPage(Value, frozen=True, kw_only=True):
    """A whole rule book."""

    name: str
    title: str
    edition: str
    different: str
    intro: str
    is_intro_english: bool
    """Whether it is in English because there is no translation."""
    glance: tuple[RuleAtAGlance, ...]
    lesson: tuple[BookParagraph, ...]
    set_up: BookPicture
    taught: tuple[BookChapter, ...]
    how_to_read: str
    chapters: tuple[ClauseGroup, ...]
    readings: tuple[BookReading, ...]
    house: Comparison | None = None
    """For a custom book: its differences from the book it extends; None for the others."""
    laws: tuple[LawRange, ...] = ()
    left_out: tuple[LawsLeft, ...] = ()
