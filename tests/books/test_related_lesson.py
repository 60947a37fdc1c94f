"""Every clause that a ruling may cite has an anchor in its rule book and leads to a lesson that exists."""

import pytest

from carrom.books.page import page
from carrom.books.related_lesson import GENERAL, lesson_of
from carrom.practice.lessons import lessons
from carrom.rules.book import clause_anchor
from carrom.rules.ruleset import NAMES, named


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_an_anchor_and_a_lesson_that_exists(name: str) -> None:
    rules, known = named(name), {lesson.name for lesson in lessons()}
    told = page(rules)
    anchors = {clause.anchor for chapter in told.chapters for clause in chapter.clauses}
    for chapter in rules.chapters:
        for clause in chapter.clauses:
            assert clause_anchor(clause.number) in anchors, clause.number
    assert {clause.lesson for chapter in told.chapters for clause in chapter.clauses} <= known


@pytest.mark.parametrize(
    ("law", "lesson"),
    [
        ("striker_alone", "fouls"),
        ("own_man_covers_the_queen", "cover"),
        ("own_man_keeps_the_turn", "first-stroke"),
        ("own_last_man_comes_back", "endgame"),
        ("back-shots", "back-shots"),
        ("turn-doubles", "partners"),
        ("three_passes_each", GENERAL),
    ],
)
def test_a_clause_leads_to_the_lesson_about_it(law: str, lesson: str) -> None:
    clauses = [clause for name in NAMES for clause in named(name).clauses]
    found = [clause for clause in clauses if clause.key == law or law in clause.topic.split()]
    assert found
    assert {lesson_of(clause) for clause in found} == {lesson}
