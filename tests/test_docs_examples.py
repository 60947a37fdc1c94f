"""Every Python example of the documentation runs, here or in a test that is named here."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if "gallery" not in path.parts] + [ROOT / "PACKAGE.md"]
"""The pages of the gallery are notebooks, which `test_notebooks.py` runs."""
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ELSEWHERE = {
    "docs/tutorials/library.md": "tests/test_docs.py",
    "docs/rules/new-rule-set.md": "tests/rules/test_custom.py",
    "docs/tutorials/websocket-client.md": "tests/server/test_run.py",
    "docs/how-to/engines.md": "tests/engine/test_external_engines.py",
    "docs/contributing/first-change.md": "tests/test_docs_examples.py",
    "docs/how-to/fitting.md": "tests/physics/test_fitting.py",
}
"""Pages whose examples a test of their own runs; it must name the page."""


def blocks(page: Path) -> list[str]:
    """Return the Python examples of a page."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


WITH_EXAMPLES = [page for page in PAGES if blocks(page) and name_of(page) not in ELSEWHERE]
SESSIONS = [page for page in WITH_EXAMPLES if blocks(page)[0].startswith(">>>")]
PROGRAMS = [page for page in WITH_EXAMPLES if page not in SESSIONS]


@pytest.mark.parametrize("page", SESSIONS, ids=name_of)
def test_the_sessions_of_a_page_run_as_printed(page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted >= len(blocks(page))
    assert result.failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", PROGRAMS, ids=name_of)
def test_the_programs_of_a_page_run_one_after_the_other(page, capsys):
    names: dict[str, object] = {"__name__": "example"}
    for number, block in enumerate(blocks(page), 1):
        exec(compile(block, f"{name_of(page)}, example {number}", "exec"), names)


@pytest.mark.parametrize("page", PROGRAMS, ids=name_of)
def test_the_programs_of_a_page_name_only_what_exists(page):
    for line in "\n".join(blocks(page)).splitlines():
        if line.startswith(("import carrom", "from carrom")):
            exec(compile(line.partition("#")[0], name_of(page), "exec"), {})


def test_pages_with_a_test_of_their_own_have_examples_and_the_test_names_the_page():
    for page, test in ELSEWHERE.items():
        assert blocks(ROOT / page), f"{page} has no examples any more"
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


def test_there_are_examples_of_both_kinds():
    assert len(SESSIONS) >= 2
    assert len(PROGRAMS) >= 4


def test_examples_are_fenced_and_not_only_indented():
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        found = re.findall(r"^    (?:import \w+$|from \w+(?:\.\w+)* import .*|>>> .*)", text, re.MULTILINE)
        assert found == [], f"{name_of(page)}: fence it as python, so that it is coloured and run"


DIFF = re.compile(
    r"`((?:src|tests|web)/[\w/.]+)`(?:(?!`(?:src|tests|web)/).)*?\n```diff\n(.*?)^```$", re.DOTALL | re.MULTILINE
)


def test_the_first_changes_fit_the_files_that_they_change():
    page = (DOCS / "contributing" / "first-change.md").read_text(encoding="utf-8")
    found = DIFF.findall(page)
    assert len(found) >= 3
    for file, change in found:
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        old = [line[1:] for line in change.splitlines() if line[:1] in (" ", "-")]
        at = next((k for k, line in enumerate(lines) if old and line == old[0]), None)
        assert at is not None, f"first-change.md: {file} has no line {old[:1]}"
        for line in old:
            assert line in lines[at:], f"first-change.md: {file} has no line {line!r} there"
