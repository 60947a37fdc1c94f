"""The documentation matches the program."""

import doctest
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import gallery, reference

from carrom.board.picture import PALETTE
from carrom.cli.bench import BENCHES
from carrom.storage.store import Store

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def pages():
    """Write the generated pages and return every page with its text."""
    reference.write()
    gallery.write()
    paths = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
    return {path: path.read_text(encoding="utf-8") for path in paths}


def test_the_python_sessions_of_a_page_run_as_printed():
    result = doctest.testfile(str(ROOT / "docs/tutorials/library.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 35
    assert result.failed == 0


def test_every_link_within_the_repository_leads_somewhere(pages):
    for page, text in pages.items():
        for target in re.findall(r"\]\(([^)#\s]+)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            if "://" not in target and not target.startswith("mailto:"):
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_design_page_shows_the_colours_that_are_used():
    page = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"#[0-9a-f]{6}", page))
    assert shown <= set(PALETTE.values())
    assert {PALETTE[name] for name in PALETTE if not name.startswith("path")} <= shown


@pytest.mark.parametrize(
    "lock_name", ["requirements.lock", "requirements-dev.lock", "docs.lock", "deploy/requirements.lock"]
)
def test_every_package_that_is_asked_for_is_pinned_with_hashes_and_without_addresses(lock_name):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    asked = groups["docs"] if lock_name == "docs.lock" else list(project["project"]["dependencies"])
    extras = project["project"]["optional-dependencies"]
    if lock_name.endswith("requirements.lock"):
        asked += extras["server"]
    if lock_name == "deploy/requirements.lock":
        asked += [*extras["postgresql"], *extras["accounts"]]
    if lock_name == "requirements-dev.lock":
        asked += groups["test"] + groups["lint"]
        asked += [name for extra in extras.values() for name in extra]
    lock = (ROOT / lock_name).read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    names = {re.match(r"[A-Za-z0-9-]+", name)[0].lower() for name in asked}
    assert names <= pinned, f"pin {names - pinned} (CONTRIBUTING.md says how)"
    assert "://" not in lock
    assert len(re.findall(r"^[a-z0-9-]+==[^\n]*\\\n    --hash=", lock, re.MULTILINE)) == len(
        re.findall(r"^[a-z0-9-]+==", lock, re.MULTILINE)
    )


def test_every_module_and_folder_a_page_names_is_there(pages):
    for page, text in pages.items():
        for dotted in re.findall(r"`(carrom(?:\.[A-Za-z_]+)+)`", text):
            pkgutil.resolve_name(dotted)
        for path in re.findall(r"`((?:src|tests|docs|web|bench)/[\w./-]*)`", text):
            assert path == "src/carrom/static/" or (ROOT / path).exists(), f"{page.name} names {path}"


def test_no_page_has_brackets_that_the_site_takes_for_an_unknown_reference(pages):
    for page, text in pages.items():
        text = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
        assert re.findall(r"\]\[[^\]]*\]", text) == [], page.name


def test_no_page_of_the_site_links_to_a_page_outside_it():
    for page in (ROOT / "docs").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+\.md)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).resolve().is_relative_to(ROOT / "docs"), f"{page.name} links to {target}"


def test_the_index_of_decisions_lists_every_page_once_with_its_title():
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[(.+)\]\(([a-z-]+\.md)\): \S", index, re.MULTILINE)
    pages = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    assert sorted(name for _, name in listed) == [path.name for path in pages]
    for title, name in listed:
        assert (folder / name).read_text(encoding="utf-8").partition("\n")[0] == f"# {title}"


def test_every_decision_that_a_page_refers_to_is_a_heading(pages):
    folder = ROOT / "docs" / "decisions"
    headings = {}
    for path in folder.glob("*.md"):
        found = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        headings[path.name] = [re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in found]
        assert len(headings[path.name]) == len(set(headings[path.name])), f"{path.name} has a heading twice"
    referred = 0
    for page in (*pages, ROOT / "web" / "README.md"):
        for target, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", page.read_text(encoding="utf-8")):
            path = (page.parent / target).resolve() if target else page
            if path.parent == folder:
                assert anchor in headings[path.name], f"{page.name} refers to {target}#{anchor}"
                referred += 1
    assert referred > 80


def test_every_page_that_a_source_file_names_is_there():
    named = {}
    for folder in ("src", "bench", "deploy", "examples", "tests", "web/src"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".ts", ".svelte", ".service", ".ipynb") and path != Path(__file__):
                for name in re.findall(r"\bdocs/[\w./-]+\.md\b", path.read_text(encoding="utf-8")):
                    named.setdefault(name, path)
    assert len(named) > 12
    assert {name: path for name, path in named.items() if not (ROOT / name).exists()} == {}


def test_every_benchmark_that_a_page_names_is_one(pages):
    for page in pages:
        if page.name == "CHANGELOG.md":
            continue
        for name in re.findall(r"`(?:sudo )?carrom bench ([a-z_]+)\b[^`\n]*`", page.read_text(encoding="utf-8")):
            assert name in BENCHES, f"{page.name}: carrom bench {name}"


def test_every_page_for_readers_has_its_place_in_the_site_and_every_place_its_page():
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"([\w./-]+\.md)\b", site.partition("nav:")[2]))
    assert not {name for name in named if not (ROOT / "docs" / name).exists()}
    folders = ("tutorials", "how-to", "reference", "explanation", "contributing")
    paths = [path for name in folders for path in (ROOT / "docs" / name).glob("*.md")]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in paths}
    assert len(pages) > 25
    assert pages <= named


def test_the_readme_is_one_screen_with_both_commands_and_the_way_on():
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(page.split()) < 300
    for part in ("python3 dev.py play", "python3 dev.py test", "docs/pictures/", "docs/index.md"):
        assert part in page


def test_every_command_of_the_tutorial_runs_as_it_is_written(tmp_path):
    page = (ROOT / "docs" / "tutorials" / "command-line.md").read_text(encoding="utf-8")
    lines = [line.partition("#")[0].strip() for line in page.splitlines() if line.startswith("    carrom ")]
    assert len(lines) >= 8
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    Store(tmp_path / "data" / "games.db").close()
    for line in lines:
        words = shlex.split(line.partition("<")[0])
        if "serve" in words:
            continue
        given = line.partition("<")[2].strip()
        text = (tmp_path / given).read_bytes() if given else b""
        environment = {**os.environ, "CARROM_DATA": str(tmp_path / "data")}
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, input=text, env=environment, capture_output=True, timeout=60
        )
        assert done.returncode == 0, (line, done.stderr.decode())
