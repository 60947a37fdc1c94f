"""The generated rule books are up to date with the rule sets and contain what they should."""

import json
import re
from pathlib import Path

import pytest

from carrom.cli.rules import books
from carrom.errors import RulesError
from carrom.rules.book import book
from carrom.rules.parameters_page import readings_page
from carrom.rules.ruleset import NAMES, Part, ruleset

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
