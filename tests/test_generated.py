"""CONTRIBUTING.md's table of generated files is complete; files that no other test checks are up to date."""

import json
import re
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from film.make import FILM, film
from icons.make import PUBLIC, SIZES
from strokes.make import DRAWINGS, HERE, drawing, play, written

from carrom.cli.rules import books
from carrom.physics.calibrate import run_plot
from carrom.physics.surface import surface

ROOT = Path(__file__).parents[1]
CASEBOOKS = [ROOT / "tests" / "cases" / name for name in ("cases.jsonl", "more.jsonl")]
MARK = re.compile(r"(Generated from|Written by|Written from) .*`|do not edit", re.IGNORECASE)
"""The notice near the beginning of a generated file."""
OUTPUTS = ("*.lock", "*.f64", "*package-lock.json", "docs/*.svg")
"""Generated files without a notice."""
SAY_SO = ("*.py", "*README.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Files that mention generated files without being generated."""


def rows() -> list[tuple[list[str], str, str]]:
    """Return the table's rows: file patterns, the command, the test."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text[text.index("## Generated files") : text.index("## Licence")]
    found = []
    for line in table.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and cells[0].startswith("`"):
            found.append((re.findall(r"`([^`]+)`", cells[0]), cells[1], re.findall(r"`([^`]+)`", cells[2])[0]))
    return found


def listed(name: str) -> bool:
    """Return whether the table names a file."""
    return any(fnmatch(name, pattern) for patterns, _, _ in rows() for pattern in patterns)


def tracked() -> list[str]:
    """Return every file of the repository, or of an unpacked copy of it."""
    words = ["git", "ls-files", "-co", "--exclude-standard"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    names = done.stdout.splitlines()
    if done.returncode:
        parts = (
            ROOT.glob("*"),
            *((ROOT / part).rglob("*") for part in ("docs", "src", "tests", "web/src", "web/tests")),
        )
        names = [path.relative_to(ROOT).as_posix() for part in parts for path in part]
    return [name for name in names if (ROOT / name).is_file()]


def test_everything_that_a_writer_writes_is_listed():
    names = {f"docs/rules/{name}" for name in books(CASEBOOKS)}
    names |= {path.relative_to(ROOT).as_posix() for path in (*DRAWINGS.glob("*"), *HERE.glob("*.json"))}
    assert [name for name in sorted(names) if not listed(name)] == []


def test_every_file_that_looks_generated_is_listed():
    found = []
    for name in tracked():
        head = (ROOT / name).read_bytes()[:600].decode("utf-8", "replace")
        says_so = MARK.search(head) and not any(fnmatch(name, pattern) for pattern in SAY_SO)
        if says_so or any(
            fnmatch(name, pattern) for pattern in ("*.lock", "*.f64", "*package-lock.json", "docs/*.svg")
        ):
            found.append(name)
    assert len(found) > 20
    assert [name for name in found if not listed(name)] == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][0])
def test_a_row_names_files_that_are_there_a_command_and_a_test(row):
    patterns, command, test = row
    names = tracked()
    for pattern in patterns:
        assert any(fnmatch(name, pattern) for name in names), f"no file is called {pattern}"
    assert command.startswith("`")
    assert (ROOT / test).exists()


@pytest.mark.parametrize("group", ["build", "release"])
def test_what_is_built_and_released_with_is_pinned_with_hashes_and_without_addresses(group):
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"][group]
    lock = (ROOT / f"{group}.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)(?:\[[a-z,-]+\])?==[^\n]*\\\n    --hash=", lock, re.MULTILINE)
    assert {re.match(r"[A-Za-z0-9-]+", name)[0].lower() for name in asked} <= set(pinned)
    assert "://" not in lock


def test_the_plot_of_runs_is_fresh():
    assert (ROOT / "docs" / "runs.svg").read_text(encoding="utf-8") == run_plot(surface("club"))


@pytest.mark.parametrize("path", sorted(HERE.glob("*.json")), ids=lambda path: path.stem)
def test_a_named_stroke_and_its_drawing_are_fresh(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    played = play(case)
    assert path.read_text(encoding="utf-8") == written(case, played)
    assert (DRAWINGS / f"{path.stem}.svg").read_text(encoding="utf-8") == drawing(case, played)


def test_the_documentation_has_the_emblem_of_the_page():
    assert (ROOT / "docs/pictures/carrom.svg").read_bytes() == (PUBLIC / "carrom.svg").read_bytes()


def test_the_film_of_the_first_page_is_fresh():
    assert FILM.read_text(encoding="utf-8") == film()


@pytest.mark.parametrize("name", SIZES)
def test_an_icon_is_as_large_as_the_manifest_says(name):
    data = (PUBLIC / name).read_bytes()
    side = SIZES[name]
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (side, side)
    icons = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))["icons"]
    assert {"src": f"/{name}", "sizes": f"{side}x{side}", "type": "image/png"} in icons
