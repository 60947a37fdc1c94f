"""The page on adding a rule set, followed step by step in a copy of the project."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.rules.chapters import family
from carrom.rules.ruleset import bases, inherited, ruleset

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "new-rule-set.md"
TOLD_BY_TITLE = ("README.md", "CONTRIBUTING.md", "pyproject.toml")


def blocks(kind: str) -> list[str]:
    """Return the page's code blocks of one language, without their indentation."""
    found = re.findall(rf"^( *)```{kind}\n(.*?)^ *```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def module() -> str:
    """Return the example's module: every statement of the first two blocks that builds the set or its law."""
    examples = [example for text in blocks("python")[:2] for example in doctest.DocTestParser().get_examples(text)]
    made = [each.source for each in examples if not each.want and not each.source.startswith("clause =")]
    return '"""The example of the page."""\n\n' + "".join(made) + "\nRULES = NEIGHBOURS\n"


def put(path: Path, old: str, new: str) -> None:
    """Replace a text that occurs exactly once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy and return the finished process."""
    environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}{os.pathsep}{copy}"}
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=500
    )


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project after every step of the page."""
    copy = tmp_path_factory.mktemp("followed")
    for name in TOLD_BY_TITLE:
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("tests/cases", "tests/rules", "docs/rules"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*(ROOT / "tests").glob("*.py"), ROOT / "web" / "tests" / "rulings.json"):
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    rules = copy / "src" / "carrom" / "rules"
    (rules / "rulesets" / "neighbours.py").write_text(module(), encoding="utf-8")
    put(rules / "rulesets" / "__init__.py", '"team-event", "points")', '"team-event", "points", "neighbours")')
    put(
        rules / "questions.py",
        '"dues_are_never_set_off",\n',
        '"dues_are_never_set_off",\n"two_men_cost_the_other_one",\n',
    )
    with (copy / "tests" / "cases" / "more.jsonl").open("a", encoding="utf-8") as cases:
        cases.write("".join(blocks("json")))
    for line in "".join(blocks("bash")).splitlines():
        words = line.split()
        assert words[:2] == ["python3", "dev.py"], line
        done = run(copy, *(words[3:] if words[2] == "python" else ("-m", *words[2:])))
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    return copy


@pytest.mark.slow
def test_the_page_followed_to_the_letter_leaves_no_red_test(followed: Path) -> None:
    files = ("casebook", "books", "taught", "contrast", "told", "source_texts", "sentences")
    paths = [f"tests/rules/test_{name}.py" for name in files]
    chosen = "neighbours or every or no_ or points"
    done = run(followed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths, "-k", chosen)
    assert done.returncode == 0, done.stdout[-3_000:]
    assert "[100%]" in done.stdout


@pytest.mark.slow
def test_its_book_has_cases_readings_and_chapters_of_the_sets_it_derives_from(followed: Path) -> None:
    book = (followed / "docs" / "rules" / "neighbours.md").read_text(encoding="utf-8")
    assert "## Conduct\n" in book
    assert "Feet and knees stay in your own quarter" in book
    assert "(club-cases.md#" in book
    assert "(icf-cases.md#" in book
    assert "(neighbours-cases.md#x2)" in book
    assert "[C12](readings.md#c12)" in book


@pytest.mark.slow
def test_the_figures_of_the_example_add_up(followed: Path) -> None:
    script = "from carrom import ruleset; p = ruleset('neighbours').parameters; print(p.board_max - p.queen_points)"
    assert run(followed, "-c", script).stdout == "9\n"


def test_a_set_knows_what_it_was_derived_from() -> None:
    assert [book.name for book in bases(ruleset("three-player"))] == ["club", "icf"]
    assert bases(ruleset("icf")) == ()
    again = ruleset("club").but(name="street").but(edition="told anew")
    assert [book.name for book in bases(again)] == ["club", "icf"]
    assert family(again) == "club"
    assert family(ruleset("icf")) == "icf"
    number = next(clause.number for clause in again.clauses if clause.key == "leaving_the_seat")
    assert [name for name, _ in inherited(again)[number]] == ["icf", "club"]
