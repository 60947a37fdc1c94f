"""Translated rule books: headings, summaries and lessons; untranslated text is marked."""

import re

import pytest

from carrom.board.equipment import measures
from carrom.books.cases import cases_of
from carrom.books.library import compare, shelf
from carrom.books.page import page
from carrom.books.values import Comparison, RuleBookPage
from carrom.i18n import filled, sentences, text_of
from carrom.practice.lessons import lessons_view
from carrom.rules.clause_order import LAWS
from carrom.rules.lesson import MEANING
from carrom.rules.ruleset import NAMES, ruleset
from carrom.translation_check import TRANSLATIONS

WORDS = r"[A-Za-z]{3,}"
"""English words; names of units and Laws are shorter, a command and what the umpire says may stay."""
MAY_STAY = {"carrom", "board", "check", "Play"}


def english_in(*texts: str) -> list[str]:
    """Return the texts in which English words stand."""
    return [text for text in texts if set(re.findall(WORDS, text)) - MAY_STAY]


def told(book: RuleBookPage) -> list[str]:
    """Return what a page tells in the reader's language, whatever book it is."""
    rows = [text for row in book.glance for text in (row.name, row.value)]
    paragraphs = [text for part in book.lesson for text in (part.title, part.text)]
    taught = [text for chapter in book.taught for text in (chapter.title, chapter.intro)]
    drawn = [picture.title for chapter in book.taught for picture in chapter.pictures] + [book.set_up.title]
    measured = [text for chapter in book.taught for each in chapter.measures for text in (each.what, each.allowed)]
    ways = [way.text for chapter in book.taught for way in chapter.techniques]
    chapters = [chapter.title for chapter in book.chapters] + [law.title for law in book.laws]
    clauses = [clause.says for chapter in book.chapters for clause in chapter.clauses if not clause.is_english]
    first = [book.title, book.different, book.how_to_read, book.intro]
    return [*first, *rows, *paragraphs, *taught, *drawn, *measured, *ways, *chapters, *clauses]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_book_has_no_english_but_where_it_says_so(language: str, name: str) -> None:
    assert english_in(*told(page(ruleset(name), language))) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_hole_is_left_in_any_language(name: str) -> None:
    for language in TRANSLATIONS:
        assert [text for text in told(page(ruleset(name), language)) if re.search(r"[{}]|None", text)] == []


def test_most_clauses_are_told_in_the_language_and_only_a_books_own_stay_english() -> None:
    book = page(ruleset("icf"), "hi")
    clauses = [clause for chapter in book.chapters for clause in chapter.clauses]
    stored = [clause.says for clause in clauses if clause.is_english]
    own = [ruleset("icf").sentence(clause) for clause in ruleset("icf").clauses if isinstance(clause.says, str)]
    assert stored == own
    assert len(stored) * 5 < len(clauses)


def test_english_books_are_what_they_were_without_a_language() -> None:
    assert page(ruleset("club"), "en") == page(ruleset("club"))


def test_the_shelf_speaks_the_language() -> None:
    for language in TRANSLATIONS:
        spines = shelf(language)
        assert english_in(*(text for each in spines for text in (each.title, each.won_with, each.different))) == []
        assert [each.title for each in spines] == [sentences(language)[f"book.{name}"] for name in NAMES]


def asked(comparison: Comparison) -> list[str]:
    """Return headings and answers of a comparison that are told in the reader's language."""
    rows = [text for row in comparison.glance for text in (row.name, row.one, row.other)]
    questions = [each for topic in comparison.topics for each in topic.questions]
    answers = [answer for each in questions for answer in (*each.one, *each.other)]
    headings = [*comparison.titles, *(topic.title for topic in comparison.topics), *(each.asked for each in questions)]
    return [*headings, *rows, *(answer.says for answer in answers if not answer.is_english)]


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_two_books_are_compared_in_the_language(language: str) -> None:
    for other in NAMES[1:]:
        assert english_in(*asked(compare(ruleset("icf"), ruleset(other), language))) == []


def test_decisions_of_cases_are_told_in_the_language_where_a_ruling_decides() -> None:
    told_in_hindi = [case for case in cases_of(ruleset("icf"), "hi") if not case.is_english]
    assert len(told_in_hindi) > 50
    assert english_in(*(re.sub("House", "", case.decision) for case in told_in_hindi)) == []


def test_what_a_lesson_quotes_of_the_book_is_in_the_language() -> None:
    rows = [row for lesson in lessons_view(ruleset("icf"), "ta") for step in lesson.steps for row in step.rows]
    assert len(rows) > 3
    assert english_in(*(text for row in rows for text in row)) == []


def test_every_law_that_a_row_waits_for_is_one() -> None:
    known = {law.__name__ for law in LAWS}
    assert [law for laws in MEANING.values() for law in laws if law not in known] == []


def test_a_measure_is_allowed_in_the_same_words_on_a_page_and_in_a_terminal() -> None:
    for measure in (each for name in NAMES for each in measures(name)):
        kind, values = measure.bounds
        assert filled(text_of("en", f"allowed.{kind}"), {**values, "unit": measure.unit}) == measure.allowed
