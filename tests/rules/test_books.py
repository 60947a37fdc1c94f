"""The generated rule books are up to date with the rule sets and contain what they should."""

import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from carrom.cli.rules import books
from carrom.errors import RulesError
from carrom.rules.book import book
from carrom.rules.clauses import Ruleset
from carrom.rules.comparison import contrast_text, contrast_values, contrasts, meaning
from carrom.rules.custom import custom
from carrom.rules.lesson import at_a_glance, lesson
from carrom.rules.parameters_page import readings_page
from carrom.rules.questions import ASKED, TOPICS
from carrom.rules.readings import CONFLICTS
from carrom.rules.ruleset import NAMES, Part, ruleset
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH, SWITCHES, TEXTS

ROOT = Path(__file__).parents[2]
CASEBOOKS = [ROOT / "tests" / "cases" / name for name in ("cases.jsonl", "more.jsonl")]
FOLDER = ROOT / "docs" / "rules"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Return the books, generated once."""
    return books(CASEBOOKS)


def test_no_rule_book_is_stale(pages: dict[str, str]) -> None:
    """Refresh with `carrom rules --books docs/rules tests/cases/cases.jsonl tests/cases/more.jsonl`."""
    for name, text in pages.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


FOLDED = re.compile(r"^ *<details>.*?</details>$", re.DOTALL | re.MULTILINE)


def lines_beside_cases(text: str) -> list[str]:
    return [line for line in FOLDED.sub("", text).splitlines() if line.strip()]


@pytest.mark.parametrize("name", NAMES)
def test_a_book_says_the_same_whatever_cases_there_are(name: str) -> None:
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert lines_beside_cases(book(ruleset(name), {}, f"{name}-cases.md")) == lines_beside_cases(page)


def test_the_readings_are_the_same_whatever_cases_there_are() -> None:
    page = (FOLDER / "readings.md").read_text(encoding="utf-8")
    assert lines_beside_cases(readings_page({})) == lines_beside_cases(page)


@pytest.mark.parametrize("name", NAMES)
def test_every_link_to_a_case_leads_to_it(name: str, pages: dict[str, str]) -> None:
    anchors = {line[4:].lower() for line in pages[f"{name}-cases.md"].splitlines() if line.startswith("### ")}
    links = set(re.findall(rf"\({name}-cases\.md#([\w-]+)\)", pages[f"{name}.md"]))
    assert links
    assert links <= anchors


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_that_decides_links_a_case(name: str, pages: dict[str, str]) -> None:
    text = pages[f"{name}.md"]
    decided = [c for c in ruleset(name).chapters if c.part not in (Part.TABLE, Part.PASS)]
    for number in (clause.number for chapter in decided for clause in chapter.clauses):
        folded = rf"\*\*{re.escape(number)}\*\*.*\n\n  <details><summary>\d+ cases?</summary>\n\n  \["
        assert re.search(folded, text), number


@pytest.mark.parametrize("name", NAMES)
def test_no_clause_is_left_with_an_unfilled_name_or_a_double_number(name: str) -> None:
    rules = ruleset(name)
    text = book(rules)
    assert "{" not in text
    for chapter in rules.chapters:
        numbers = [clause.number for clause in chapter.clauses]
        assert len(numbers) == len(set(numbers)), chapter.title


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (("id",), r"short\.jsonl, line 1 has no id; a text such as \"id\": \"X1\" was expected"),
        (("before", "mover", "due"), "case I1 has no field 'due'; a page of cases needs every field"),
        (("stroke", "jumped"), "case I1 has no field 'jumped'"),
    ],
)
def test_a_case_that_lacks_a_field_is_refused_in_a_sentence(field: tuple[str, ...], words: str, tmp_path: Path) -> None:
    cases = Path(__file__).parents[1] / "cases" / "cases.jsonl"
    case = json.loads(cases.read_text(encoding="utf-8").splitlines()[0])
    inner = case
    for name in field[:-1]:
        inner = inner[name]
    del inner[field[-1]]
    (tmp_path / "short.jsonl").write_text(json.dumps(case), encoding="utf-8")
    with pytest.raises(RulesError, match=words):
        books([tmp_path / "short.jsonl"])


# -- The rule books contain what the source texts say, fact by fact

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


# -- Differences between two rule sets, in words

PAIRS = list(permutations(NAMES, 2))


def test_a_question_pairs_what_the_one_says_with_what_the_other_says_instead() -> None:
    text = contrast_text(ruleset("icf"), ruleset("classic-29"))
    assert (
        "**The striker alone in a pocket?**\n\n"
        "- `icf`: Pocketing the striker alone costs one man and the turn. (Law 72a)\n"
        "- `classic-29` instead: Pocketing the striker is a foul: the turn ends and one man comes back. (§"
    ) in text
    assert "- only `classic-29`: Several reasons for a foul in one stroke together cost one man. (§" in text


def test_figures_that_differ_stand_in_one_table() -> None:
    text = contrast_text(ruleset("icf"), ruleset("classic-29"))
    assert "| A game is won with | 25 points or the lead after eight boards | 29 points |" in text
    assert "| Players |" not in text


def test_a_set_does_not_differ_from_itself() -> None:
    for name in NAMES:
        assert contrasts(ruleset(name), ruleset(name)) == ()
    assert "say the same" in contrast_text(ruleset("club"), ruleset("club"))


def test_a_figure_alone_makes_a_difference() -> None:
    house = custom({"extends": "club", "queen_points": 4}, "house")
    text = contrast_text(ruleset("club"), house)
    assert "| The queen is worth | 3 points" in text
    assert "`house` instead: A winner of the board who covered the queen gets 4 points more." in text


@pytest.mark.slow(first=19)
@pytest.mark.parametrize(("one", "other"), PAIRS, ids=[f"{one}-{other}" for one, other in PAIRS])
def test_nothing_that_both_say_is_told_and_nothing_that_one_says_is_lost(one: str, other: str) -> None:
    mine, theirs = ruleset(one), ruleset(other)
    said = {meaning(mine.sentence(clause)) for clause in mine.clauses}
    meant = {meaning(theirs.sentence(clause)) for clause in theirs.clauses}
    found = contrasts(mine, theirs)
    assert {meaning(text) for each in found for _, text in each.one} == said - meant
    assert {meaning(text) for each in found for _, text in each.other} == meant - said


def test_sentences_that_differ_only_in_the_word_for_pieces_are_shared() -> None:
    shared = (
        ("A man or the queen that leaves the board goes to the centre", "A counter or the queen that leaves the board"),
        ("A due man is placed inside the outer circle.", "A due counter is placed inside the outer circle."),
    )
    text = contrast_text(ruleset("icf"), ruleset("points"))
    for pair in shared:
        assert not any(sentence in text for sentence in pair)
    for each in contrasts(ruleset("icf"), ruleset("points")):
        words = [re.sub(r"counters?|pieces?|m[ae]n", "PIECE", text) for _, text in (*each.one, *each.other)]
        assert len(words) == len(set(words)), each
    assert "They share 26 sentences" not in text


def test_who_owns_a_piece_is_a_difference() -> None:
    assert meaning("An own man covers her.") != meaning("A counter covers her.")
    assert meaning("A man covers her.") == meaning("A counter covers her.") == meaning("A piece covers her.")
    assert meaning("Men fell.") == meaning("Counters fell.") != meaning("Man fell.")


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_says_by_itself_what_it_is_about(name: str) -> None:
    for clause in ruleset(name).clauses:
        assert not ruleset(name).sentence(clause).startswith("The same")


def test_every_clause_but_conduct_and_odd_rests_answers_a_question() -> None:
    free = {
        clause.key
        for name in NAMES
        for clause in ruleset(name).clauses
        if not any(key in ASKED for key in (clause.key, *clause.topic.split()))
    }
    assert all(
        key.startswith("breach_") or key in ("a_man_on_its_rim_is_left", "men_on_each_other_are_left") for key in free
    )


def test_every_law_that_a_switch_puts_in_answers_a_question() -> None:
    laws = {law for s in SWITCHES for laws in (*s.values.values(), *s.with_it.values()) for law in laws}
    assert {law.__name__ for law in laws} <= ASKED.keys()


def test_no_key_answers_two_questions() -> None:
    keys = [key for topic in TOPICS for question in topic.questions for key in question.keys]
    assert len(keys) == len(set(keys))


def test_the_values_name_settings_and_questions() -> None:
    found = contrast_values(ruleset("icf"), ruleset("classic-29"))
    assert found["sets"] == ["icf", "classic-29"]
    assert found["parameters"]["queen_points"] == [3, 5]
    asked = {each["asked"]: each for each in found["questions"]}
    assert asked["When may the queen be taken?"]["topic"] == "The queen"
