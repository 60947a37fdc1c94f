"""The rule books as values: every clause has an anchor, every case a board, every link somewhere to go."""

import re
import tomllib
from itertools import pairwise, permutations
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from carrom.board.disc import Disc
from carrom.board.notation import read_position
from carrom.board.position import check_position
from carrom.books.cases import FILES, FOLDERS, casebooks, cases_of, own_cases
from carrom.books.library import compare, drawing, names, shelf
from carrom.books.page import page
from carrom.books.related_lesson import GENERAL, lesson_of
from carrom.errors import RefusedRequest, RulesError
from carrom.i18n import has
from carrom.practice.lessons import lessons
from carrom.practice.play import what_if
from carrom.practice.setup import Facts, Happened, SetupPosition, Whose
from carrom.rules.book import clause_anchor
from carrom.rules.comparison import contrasts
from carrom.rules.ruleset import NAMES, named, ruleset

BOOKS = {name: page(ruleset(name)) for name in NAMES}
CASES = {name: cases_of(ruleset(name)) for name in NAMES}


def test_the_shelf_has_every_book_with_one_sentence_on_what_is_different():
    assert tuple(each.name for each in shelf()) == NAMES
    for each in shelf():
        assert each.different.endswith("."), each.name
        assert not re.search(r"[.!?] |[{}]|made with made", each.different), each.different
    assert all(has("en", f"different.{name}") for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_of_the_rule_set_stands_in_its_page_once_with_its_anchor(name):
    answer = [clause.number for chapter in BOOKS[name].chapters for clause in chapter.clauses]
    assert answer == [clause.number for clause in ruleset(name).clauses]
    anchors = [clause.anchor for chapter in BOOKS[name].chapters for clause in chapter.clauses if clause.anchor]
    assert len(set(anchors)) == len(anchors) == len(set(answer))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", anchor) for anchor in anchors)


def test_the_official_book_gives_one_law_by_its_number_and_several_by_the_first_and_the_last():
    ends = [[int(end) for end in each.laws.split("–")] for each in BOOKS["icf"].laws]
    assert {len(each) for each in ends} == {1, 2}
    assert all(first < last for first, *rest in ends for last in rest)
    assert all(before[-1] < after[0] for before, after in pairwise(ends))


def test_anchors_are_the_numbers_in_small_letters_with_dashes():
    official = {clause.number: clause.anchor for chapter in BOOKS["icf"].chapters for clause in chapter.clauses}
    assert official["Law 72a"] == "law-72a"
    assert "10-2" in {clause.anchor for chapter in BOOKS["club"].chapters for clause in chapter.clauses}


@pytest.mark.parametrize("name", NAMES)
def test_no_anchor_of_a_page_is_given_twice(name):
    book = BOOKS[name]
    anchors = [chapter.anchor for chapter in (*book.chapters, *book.taught)]
    anchors += [clause.anchor for chapter in book.chapters for clause in chapter.clauses if clause.anchor]
    anchors += [reading.anchor for reading in book.readings]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("name", NAMES)
def test_every_case_that_a_clause_names_and_every_reading_is_there(name):
    known = {case.id for case in CASES[name]} | {f"icf/{case.id}" for case in CASES["icf"]}
    readings = {reading.number for reading in BOOKS[name].readings}
    for chapter in BOOKS[name].chapters:
        for clause in chapter.clauses:
            assert set(clause.cases) <= known, clause.number
            assert set(clause.readings) <= readings, clause.number


@pytest.mark.parametrize("name", NAMES)
def test_no_markdown_and_no_unfilled_name_is_left_in_a_page(name):
    text = str(BOOKS[name])
    assert "**" not in text
    assert "](" not in text
    assert not re.search(r"\{\w+\}", text)


@pytest.mark.parametrize("name", NAMES)
def test_every_drawing_that_a_page_names_is_there(name):
    book = BOOKS[name]
    shown = {book.set_up.name, *(picture.name for chapter in book.taught for picture in chapter.pictures)}
    shown |= {way.title for chapter in book.taught for way in chapter.techniques}
    assert {"board", "grips", "cannon"} <= shown <= set(names())
    assert drawing(book.set_up.name).startswith("<svg")


def test_a_drawing_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(RulesError, match=r"no drawing is called 'moon': there are board, grips"):
        drawing("moon")


@pytest.mark.parametrize("name", NAMES)
def test_the_board_of_a_case_can_lie_so_and_holds_what_falls(name):
    boards = [case for case in CASES[name] if case.position]
    assert len(boards) > 20
    for case in boards:
        position = read_position(case.position)
        check_position(position)
        assert {Disc(fallen) for fallen in case.falls} <= {*position.discs, Disc.S}, case.id


def test_the_words_that_ask_the_law_hold_what_the_case_is_about():
    case = next(case for case in CASES["icf"] if case.id == "I18")
    asked = parse_qs(case.asks)
    assert asked["rules"] == ["icf"]
    assert asked["p"] == [case.position]
    assert asked["falls"] == [".".join(case.falls)]
    assert set(case.falls) == {"W5", "S"}


@pytest.mark.parametrize("name", [name for name in NAMES if ruleset(name).colours_are_owned])
def test_a_call_that_is_asked_by_the_words_of_its_case_is_decided_as_the_case_is(name):
    decided = {case["id"]: (case, decision) for case, decision in own_cases("en") if case["ruleset"] == name}
    asked = [case for case in CASES[name] if decided[case.id][0]["kind"] == "call" and case.asks]
    assert len(asked) > 20
    for case in asked:
        words = {key: value[0] for key, value in parse_qs(case.asks).items()}
        moment = SetupPosition(
            rules=words["rules"],
            position=words["p"],
            queen=words.get("queen", "board").replace("off-until-turn-end", "aside"),
            due=(int(words.get("due", 0)), int(words.get("theirs", 0))),
            score=(int(words.get("score", 0)), int(words.get("their-score", 0))),
            attempt=int(words["attempt"]) if "attempt" in words else None,
        )
        facts = Facts(
            happened=Happened(words["happened"]),
            call=words.get("call", ""),
            by=Whose(words.get("by", "mover")),
            after_stroke=words.get("after") == "1",
        )
        decision = decided[case.id][1]
        if decision["turn"] == "refuse":
            with pytest.raises(RefusedRequest, match="No clause"):
                what_if(moment, facts)
            continue
        ruling = what_if(moment, facts).ruling
        assert ruling is not None
        assert (ruling.turn, sorted(ruling.clauses)) == (decision["turn"], sorted(decision["clauses"])), case.id


@pytest.mark.slow(first=6)
@pytest.mark.parametrize(("one", "other"), tuple(permutations(NAMES, 2)))
def test_a_comparison_says_what_the_command_says(one, other):
    found = compare(ruleset(one), ruleset(other))
    said = [
        (
            topic.title,
            each.asked,
            tuple((a.number, a.says) for a in each.one),
            tuple((a.number, a.says) for a in each.other),
        )
        for topic in found.topics
        for each in topic.questions
    ]
    wanted = [(each.topic, each.asked, each.one, each.other) for each in contrasts(ruleset(one), ruleset(other))]
    assert sorted(said) == sorted(wanted)
    for topic in found.topics:
        for each in topic.questions:
            for name, answers in ((one, each.one), (other, each.other)):
                anchors = {clause.anchor for chapter in BOOKS[name].chapters for clause in chapter.clauses}
                assert {answer.anchor for answer in answers} <= anchors


def test_a_book_compared_with_itself_differs_in_nothing():
    found = compare(ruleset("icf"), ruleset("icf"))
    assert found.topics == found.glance == ()


def test_the_casebooks_are_packed_where_the_program_looks_for_them():
    root = Path(__file__).parents[2]
    packed = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    included = packed["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for name in FILES:
        assert included[f"tests/cases/{name}"] == f"carrom/books/{FOLDERS[0].name}/{name}"
        assert (root / "tests" / "cases" / name).is_file()
    assert casebooks() == tuple(root / "tests" / "cases" / name for name in FILES)


# -- Every clause that a ruling may cite has an anchor in its rule book and leads to a lesson that exists


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_an_anchor_and_a_lesson_that_exists(name: str) -> None:
    rules, known = named(name), {lesson.name for lesson in lessons()}
    answer = page(rules)
    anchors = {clause.anchor for chapter in answer.chapters for clause in chapter.clauses}
    for chapter in rules.chapters:
        for clause in chapter.clauses:
            assert clause_anchor(clause.number) in anchors, clause.number
    assert {clause.lesson for chapter in answer.chapters for clause in chapter.clauses} <= known


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
