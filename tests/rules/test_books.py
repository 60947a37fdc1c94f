"""The rule books are made from the rule sets, and say what they should."""

import re
from pathlib import Path

import pytest

from carrom.cli.rules import books
from carrom.rules.book import book
from carrom.rules.ruleset import NAMES, Part, ruleset

ROOT = Path(__file__).parents[2]
CASEBOOKS = [ROOT / "tests" / "cases" / name for name in ("cases.jsonl", "more.jsonl")]
FOLDER = ROOT / "docs" / "rules"

PAGES: dict[str, str] = {}


@pytest.fixture(scope="module", autouse=True)
def pages() -> None:
    """Make the books once."""
    PAGES.update(books(CASEBOOKS))


def test_no_rule_book_is_stale() -> None:
    """Refresh with `carrom rules --books docs/rules tests/cases/cases.jsonl tests/cases/more.jsonl`."""
    for name, text in books(CASEBOOKS).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("name", NAMES)
def test_every_link_to_a_case_leads_to_it(name: str) -> None:
    anchors = {line[4:].lower() for line in PAGES[f"{name}-cases.md"].splitlines() if line.startswith("### ")}
    links = set(re.findall(rf"\({name}-cases\.md#([\w-]+)\)", PAGES[f"{name}.md"]))
    assert links
    assert links <= anchors


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_that_decides_links_a_case(name: str) -> None:
    text = PAGES[f"{name}.md"]
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
