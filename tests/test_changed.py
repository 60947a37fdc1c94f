"""`python3 dev.py test --changed` runs the tests that a change touches."""

import subprocess
from collections import namedtuple
from pathlib import Path

import pytest
from changed import MOST, changed_files, selected
from test_setup import script

Done = namedtuple("Done", ["returncode", "stdout"])


def checkout(folder: Path, **files: str) -> Path:
    """Write a small source tree below `folder`; double underscores in names stand for slashes."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def tree(tmp_path):
    return checkout(
        tmp_path,
        src__carrom__board__disc="",
        src__carrom__rules__laws="from carrom.board import disc\n",
        src__carrom__game__fold="def f():\n    from carrom.rules.laws import (\n        a,\n        b,\n    )\n",
        src__carrom__cli__draw="",
        tests__board__test_disc="import carrom.board.disc\n",
        tests__rules__agreed="from carrom.rules import laws\n",
        tests__rules__test_laws="from rules.agreed import same\n",
        tests__game__test_fold="from carrom.game import fold\nDATA = 'games.jsonl'\n",
        src__carrom__rules__a="from carrom.rules import laws\n",
        src__carrom__rules__b="from carrom.rules import a\n",
        src__carrom__rules__c="from carrom.rules import b\n",
        tests__rules__test_c="from carrom.rules import c\n",
        tests__game__test_c="from carrom.rules import c\n",
        tests__e2e__test_page="import carrom.board.disc\n",
        tests__cli__test_draw="",
        tests__conftest="",
    )


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("tests/board/test_disc.py", ["tests/board/test_disc.py"]),
        ("tests/e2e/test_page.py", ["tests/e2e/test_page.py"]),
        ("tests/rules/agreed.py", ["tests/rules/test_laws.py"]),
        ("src/carrom/game/fold.py", ["tests/game/test_fold.py"]),
        ("src/carrom/rules/laws.py", ["tests/game/test_fold.py", "tests/rules/test_c.py", "tests/rules/test_laws.py"]),
        (
            "src/carrom/board/disc.py",
            ["tests/board/test_disc.py", "tests/game/test_fold.py", "tests/rules/test_laws.py"],
        ),
        ("src/carrom/cli/draw.py", ["tests/cli"]),
        ("tests/e2e/conftest.py", ["tests/e2e"]),
        ("tests/cases/games.jsonl", ["tests/game/test_fold.py"]),
        ("tests/board/strokes.json", ["tests/board/test_disc.py"]),
        ("LICENSE", []),
    ],
)
def test_a_changed_file_selects_the_tests_that_reach_it(tree, changed, tests):
    assert selected([changed], tree) == tests


@pytest.mark.parametrize("name", ["dev.py", "pyproject.toml", "requirements-dev.lock", "tests/conftest.py"])
def test_a_change_of_the_set_up_selects_every_test(tree, name):
    assert selected(["tests/board/test_disc.py", name], tree) is None


def test_a_source_file_that_no_test_reaches_selects_every_test(tree):
    (tree / "src" / "carrom" / "data.bin").write_bytes(b"")
    assert selected(["src/carrom/data.bin"], tree) is None


def test_importers_further_away_are_left_out_where_they_are_many(tree):
    more = {f"tests__far__test_{number}": "import carrom.rules.laws\n" for number in range(MOST)}
    assert selected(["src/carrom/board/disc.py"], checkout(tree, **more)) == ["tests/board/test_disc.py"]


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("src/carrom/board/notation.py", "tests/board/test_text.py"),
        ("src/carrom/rules/laws/queen.py", "tests/rules/test_casebook.py"),
        ("src/carrom/server/common/rate_limit.py", "tests/server/test_limits.py"),
        ("tests/cases/cases.jsonl", "tests/rules/test_books.py"),
        ("docs/how-to/umpire.md", "tests/umpire/test_page.py"),
        ("docs/how-to/umpire.md", "tests/test_docs.py"),
        ("src/carrom/tournament/swiss.py", "tests/test_layers.py"),
    ],
)
def test_changes_of_this_repository_select_what_checks_them(changed, test):
    assert test in selected([changed])


def test_committed_staged_unstaged_and_untracked_files_count_as_changed(tmp_path):
    def git(*words):
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    for name in ("base", "committed", "staged", "unstaged", "removed"):
        (tmp_path / name).write_text("1")
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "base")
    git("checkout", "-qb", "work")
    (tmp_path / "committed").write_text("2")
    git("commit", "-qam", "work")
    (tmp_path / "staged").write_text("2")
    git("add", "staged")
    (tmp_path / "unstaged").write_text("2")
    (tmp_path / "untracked").write_text("1")
    (tmp_path / "removed").unlink()
    assert changed_files(tmp_path) == ["committed", "staged", "unstaged", "untracked"]


def test_the_set_up_script_hands_the_selection_and_other_words_to_pytest(monkeypatch):
    runs = []
    dev = script("dev")
    monkeypatch.setattr(dev, "prepare", lambda extent: None)
    monkeypatch.setattr(dev.os, "execve", lambda program, words, environment: runs.append(words))
    for code, out in ((0, "tests/a.py\ntests/b.py\n"), (3, "")):
        monkeypatch.setattr(dev.subprocess, "run", lambda *_, code=code, out=out, **__: Done(code, out))
        dev.main(["test", "--changed", "-x"])
    assert [words[3:] for words in runs] == [["-x", "tests/a.py", "tests/b.py"], ["-x"]]
    monkeypatch.setattr(dev.subprocess, "run", lambda *_, **__: Done(4, ""))
    assert dev.main(["test", "--changed"]) == 0
    assert len(runs) == 2
