"""Lessons and explanations that the rule books give beside their clauses."""

import re
from pathlib import Path

import pytest

from carrom.rules.book.text import book, clause_anchor, plain
from carrom.rules.chapters.contents import LESSONS, anchor, chapters
from carrom.rules.chapters.laws import LAST, law_table, numbers, told_in_chapters, told_in_clauses
from carrom.rules.chapters.left_out import NOT_TOLD
from carrom.rules.ruleset import NAMES, ruleset

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
PAGES = sorted(FOLDER.glob("*.md"))


def test_each_of_the_laws_is_told_or_stands_in_the_table_of_those_left_out() -> None:
    told = told_in_clauses(ruleset("icf")).keys() | told_in_chapters().keys()
    left_out = {int(re.sub(r"\D", "", law)) for laws, _, _ in NOT_TOLD for law in laws}
    assert told | left_out == set(range(1, LAST + 1))
    for laws, _, _ in NOT_TOLD:
        assert not {int(law) for law in laws if law.isdigit()} & told


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("Law 72a", {72}),
        ("Laws 69 to 71", {69, 70, 71}),
        ("Laws 11, 33", {11, 33}),
        ("Law 78b(i)", {78}),
        ("Laws 9, 84 to 86, 89b, 114", {9, 84, 85, 86, 89, 114}),
        ("clause A.1", set()),
    ],
)
def test_the_laws_of_a_source_are_read_from_its_words(source: str, wanted: set[int]) -> None:
    assert numbers(source) == wanted


def test_the_table_of_the_laws_leads_to_chapters_of_the_book() -> None:
    text = (FOLDER / "icf.md").read_text(encoding="utf-8")
    headings = {anchor(line.lstrip("# ")) for line in text.splitlines() if line.startswith("#")}
    links = set(re.findall(r"\(#([\w-]+)\)", "\n".join(law_table(ruleset("icf")))))
    assert len(links) > 10
    assert links <= headings


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_link_between_the_books_leads_to_a_heading_or_an_anchor(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name, target in set(re.findall(r"\]\(([\w-]*\.md)?#([\w-]+)\)", text)):
        other = (FOLDER / name).read_text(encoding="utf-8") if name else text
        headings = {anchor(line.lstrip("# ")) for line in other.splitlines() if line.startswith("#")}
        assert target in headings | set(re.findall(r'<a id="([\w-]+)"', other)), f"{page.name} links {name}#{target}"


def test_every_drawing_that_a_book_shows_is_there() -> None:
    shown = {name for page in PAGES for name in re.findall(r"\]\((pictures/[\w-]+\.svg)\)", page.read_text("utf-8"))}
    assert shown == {f"pictures/{path.name}" for path in (FOLDER / "pictures").iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_no_chapter_is_left_with_an_unfilled_name(name: str) -> None:
    text = "\n".join(chapters(ruleset(name)))
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize("name", NAMES)
def test_every_book_tells_equipment_technique_and_conduct(name: str) -> None:
    text = book(ruleset(name))
    for title in ("The board and its discs", "How to strike", "Conduct"):
        assert f"## {title}\n" in text


def test_the_texts_own_words_stand_in_their_books() -> None:
    assert "touch the striker with your fingernail" in book(ruleset("club"))
    assert "the umpire alone, after examination" in book(ruleset("team-event"))
    assert "assistant chief referee" in book(ruleset("classic-29"))
    assert "Three lines pasted from another text" in book(ruleset("points"))


def test_the_chapters_are_plain_values_too() -> None:
    taught = {lesson["key"]: lesson["points"] for lesson in plain(ruleset("icf"))["taught"]}
    assert {"says": "15 seconds for each stroke, the break included.", "source": "Laws 46, 50"} in taught["time"]
    assert "left-out" not in taught
    assert {lesson["key"] for lesson in plain(ruleset("points"))["taught"]} == {
        "equipment",
        "technique",
        "conduct",
        "left-out",
    }


def test_the_anchor_of_a_clause_is_its_number_with_dashes() -> None:
    assert clause_anchor("Law 72a") == "law-72a"
    assert clause_anchor("§3.2") == "3-2"
    assert clause_anchor("Law 78b(ii)") == "law-78b-ii"


def test_every_point_is_a_sentence_with_a_source() -> None:
    for lesson in LESSONS:
        for point in lesson.points:
            assert point.source
            assert point.says.rstrip()[-1] in ".,"
            assert set(point.books) <= set(NAMES)
