"""The teaching chapters of a book: matters that its clauses do not cover, from its own text and from the Laws."""

from collections.abc import Iterator
from typing import Any

from carrom.board.equipment_check import Measure, measures, of_equipment
from carrom.i18n import text_of
from carrom.rules.book.phrases import filled
from carrom.rules.chapters.conduct import CONDUCT
from carrom.rules.chapters.equipment import EQUIPMENT
from carrom.rules.chapters.figures import figures
from carrom.rules.chapters.incidents import DAMAGED, LOSS_OF_MATCH
from carrom.rules.chapters.interpretations import INTERPRETATIONS
from carrom.rules.chapters.left_out import LEFT_OUT
from carrom.rules.chapters.officials import OFFICIALS
from carrom.rules.chapters.paragraph import OFFICIAL, TEXTS, ChapterPoint, PointGroup, family
from carrom.rules.chapters.technique import TECHNIQUE
from carrom.rules.chapters.time_limits import TIME
from carrom.rules.custom.parameters import Parameters
from carrom.rules.ruleset import Ruleset

LESSONS = (
    EQUIPMENT,
    TECHNIQUE,
    OFFICIALS,
    TIME,
    CONDUCT,
    DAMAGED,
    LOSS_OF_MATCH,
    INTERPRETATIONS,
    LEFT_OUT,
)
"""The chapters, in the order of a book."""

ALWAYS = (EQUIPMENT, TECHNIQUE)
"""Chapters included in every book, because they have figures and drawings."""


def about_key(lesson: PointGroup) -> str:
    """Return the key of a chapter's title in the catalogue."""
    return f"about.{lesson.key}"


def chapters(rules: Ruleset, pictures: str = "", language: str = "en") -> Iterator[str]:
    """Yield the lines of every chapter; `pictures` is the folder of the drawings, empty for a book without them."""
    book = family(rules)
    for lesson in LESSONS:
        own = [point for point in lesson.points if book in point.books]
        if lesson is LEFT_OUT:
            yield from _silent(book)
        if own or lesson in ALWAYS:
            yield from _chapter(lesson, own, rules, book, pictures, language)


def plain_chapters(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the chapters with content for a rule set, as plain values."""
    book = family(rules)
    named = figures(book)
    return [
        {
            "key": lesson.key,
            "title": lesson.title,
            "points": [
                {"says": told(point.says, rules.parameters, named), "source": point.source}
                for point in lesson.points
                if book in point.books
            ],
        }
        for lesson in LESSONS
        if any(book in point.books for point in lesson.points)
    ]


def _silent(book: str) -> Iterator[str]:
    """Yield a note on the chapters without content in a rule set's text."""
    titles = [
        lesson.title
        for lesson in LESSONS[:-1]
        if lesson not in ALWAYS and not any(book in point.books for point in lesson.points)
    ]
    if titles and book != OFFICIAL:
        named = "; ".join(f"[{title}](icf.md#{anchor(title)})" for title in titles)
        yield "## What the text is silent on"
        yield ""
        yield f"Where it matters, the official Laws are followed: {named}."
        yield ""


def _chapter(
    lesson: PointGroup, points: list[ChapterPoint], rules: Ruleset, book: str, pictures: str, language: str
) -> Iterator[str]:
    """Yield one chapter: its introduction, its drawing or table, and the points of this book."""
    named = figures(book)
    yield f"## {text_of(language, about_key(lesson), lesson.title)}"
    yield ""
    if lesson.intro:
        intro = text_of(language, f"{about_key(lesson)}.intro", lesson.intro)
        yield told(intro, rules.parameters, named, language)
        yield ""
    if lesson is EQUIPMENT:
        yield from _drawn(pictures, "board", "The board and its measures")
        yield from _table(book)
    if lesson is TECHNIQUE:
        yield from _drawn(pictures, "grips", "Four grips: index, middle, scissors, thumb")
    yield from (f"- {told(point.says, rules.parameters, named)} ({cited(point, book)})" for point in points)
    yield ""
    if book != OFFICIAL and lesson is not LEFT_OUT:
        yield f"Where the text is silent: [the official Laws](icf.md#{anchor(lesson.title)})."
        yield ""


def _drawn(pictures: str, name: str, title: str) -> Iterator[str]:
    if pictures:
        yield f"![{title}]({pictures}/{name}.svg)"
        yield ""


def cited(point: ChapterPoint, book: str) -> str:
    """Return the source of a point: a passage of the book's text, or the source as given."""
    if book == OFFICIAL or point.source[:1] == "C":
        return f"[{point.source}](readings.md#{point.source.lower()})" if point.source[:1] == "C" else point.source
    return f"{TEXTS[book]}: {point.source}"


def told(says: str, rules: Parameters, named: dict[str, object], language: str = "en") -> str:
    """Return a point with its figures filled in."""
    keep = {f"{{{name}}}": str(value) for name, value in named.items()}
    for name, value in keep.items():
        says = says.replace(name, value)
    return filled(says, rules, language=language)


def anchor(title: str) -> str:
    """Return the anchor of a heading."""
    return "".join(letter for letter in title.lower().replace(" ", "-") if letter.isalnum() or letter in "-_")


def _table(book: str) -> Iterator[str]:
    """Yield the table of measures: the simulated board's values, the allowed ranges, and the clauses."""
    yield "| what | here | allowed | clause |"
    yield "|---|---|---|---|"
    yield from (_row(measure) for measure in measures(book))
    yield ""


def _row(measure: Measure) -> str:
    here = of_equipment(measure)
    shown = f"{here:g} {measure.unit}" if here is not None else "–"
    return f"| {measure.name} | {shown} | {measure.allowed} | {measure.clause} |"
