"""The rule books contain what the source texts say, fact by fact."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carrom.errors import RulesError
from carrom.rules.book import book
from carrom.rules.clauses import Ruleset
from carrom.rules.custom import custom
from carrom.rules.lesson import at_a_glance, lesson
from carrom.rules.readings import CONFLICTS
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH, TEXTS

FACTS = (
    ("classic-29", "The board and its discs", "polished surface"),
    ("classic-29", "The board and its discs", "eight base circles"),
    ("classic-29", "The break", "All men lie within the outer circle in a compact round shape"),
    ("classic-29", "The break", "Fingers or the striker may be used to keep them together"),
    ("classic-29", "The break", "each touching it and its neighbours"),
    ("classic-29", "Board and game", "Some tournaments play to 25 points"),
    ("icf", "The break", "within the outer circle"),
    ("club", "Players, toss and seats", "Two, three or four people can play"),
    ("club", "Players, toss and seats", "`three-player`"),
    ("club", "Men over the frame", "A man that jumped goes to the centre spot as the queen does"),
    ("three-player", "Players and order", "`club`"),
    ("three-player", "Players and order", "The double whites aim straight at a corner pocket"),
    ("three-player", "The queen", "over as much of the red as possible"),
    ("three-player", "The queen", "has been pocketed, by that player"),
    ("three-player", "Counters over the frame", "opposite the next player, if it is wholly covered"),
    ("eight-rounds", "The board and its discs", "the other pieces within the outer circle"),
    ("eight-rounds", "How to strike", "not from beyond the base line"),
    ("eight-rounds", "Breaking the circle", "not beyond the outer circle"),
    ("team-event", "The striker in a pocket", "C12"),
    ("points", "Players and order", "The umpire tosses"),
    ("points", "Breaking the star", "disturb the star as much as possible"),
)
"""Rule set, chapter of its book, and words that show a fact of its source text."""


@pytest.mark.parametrize(("name", "chapter", "words"), FACTS, ids=[f"{name}-{words}" for name, _, words in FACTS])
def test_a_fact_of_a_source_text_is_in_its_chapter(name: str, chapter: str, words: str) -> None:
    found = [part for part in re.split(r"^##+ ", book(ruleset(name)), flags=re.MULTILINE) if part.startswith(chapter)]
    assert any(words in part for part in found)


SHARED = tuple(name for name in NAMES if not ruleset(name).colours_are_owned)
OWNED_WORDING = re.compile(
    r"\b(?:men|man|carromm[ae]n|own (?:counter|piece)s?|opponent's (?:last )?(?:counter|piece)s?"
    r"|(?:counter|piece)s? of (?:the opponent|the player in turn)|keeps his colour)\b"
)


def customs(base: str) -> Iterator[Ruleset]:
    """Yield every custom set that changes one switch, and one with several strokes a turn."""
    yield custom({"extends": base, "strokes_per_turn": 2}, "house")
    for key in NAMES_OF_SWITCHES:
        for value in (True, False) if key in TEXTS else SWITCH[key].values:
            try:
                yield custom({"extends": base, key: value}, "house")
            except RulesError:
                continue


def words_of(rules: Ruleset) -> Iterator[str]:
    """Yield every sentence of a book except its measurements and its list of omissions."""
    yield from (rules.sentence(clause) for clause in rules.clauses)
    yield from (rules.prose(chapter.intro) for chapter in rules.chapters)
    yield from (chapter.title for chapter in rules.chapters)
    yield from lesson(rules)
    yield from (part for row in at_a_glance(rules) for part in row)


@pytest.mark.parametrize("base", SHARED)
def test_where_nobody_owns_a_colour_no_sentence_says_that_somebody_does(base: str) -> None:
    books = [ruleset(base), *customs(base)]
    assert len(books) > 5
    wrong = {text for rules in books for text in words_of(rules) if OWNED_WORDING.search(text)}
    assert wrong == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_row_of_the_table_at_a_glance_has_a_value(name: str) -> None:
    for row, value in at_a_glance(ruleset(name)):
        assert not re.match(r"no (?:board|game|attempt)", value), row


def test_a_violation_before_the_first_stroke_is_not_told_in_two_ways() -> None:
    text = book(ruleset("classic-29"))
    assert "even before the first stroke of it, when another violation would not end the turn" in text


def test_the_official_book_tells_the_late_wrong_man_that_the_program_rules_on() -> None:
    text = book(ruleset("icf"))
    assert re.search(r"wrong man that was placed and is noticed too late .*\(Law 82b\)", text)
    assert not re.search(r"82b.*we have no copy", text)


def test_drawing_and_table_give_lengths_in_one_unit() -> None:
    from carrom.draw.book_drawings import measured_board

    drawn = measured_board()
    assert "millimetres" in drawn
    assert "centimetres" not in drawn
    assert "101.5" in drawn


def test_every_reading_is_cited_in_a_book() -> None:
    cited: set[Any] = set()
    for name in NAMES:
        cited |= set(re.findall(r"\bC\d+\b", book(ruleset(name))))
    assert [each.number for each in CONFLICTS if each.number not in cited] == []


@pytest.mark.parametrize(("name", "number"), [("club", "C17"), ("three-player", "C17"), ("eight-rounds", "C47")])
def test_a_reading_that_a_book_needs_is_cited_in_it(name: str, number: str) -> None:
    assert re.search(rf"\b{number}\b", book(ruleset(name)))


def test_the_record_page_awards_a_walkover_by_the_law_on_absence() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
    assert re.findall(r'walkover "(Law \w+)"', page) == ["Law 143i"]
