"""Releases: what speaks against one, the files it changes, its notes, its bill of materials, and the whole command."""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools import release_build, release_check, release_files, release_plan, sbom

ROOT = Path(__file__).resolve().parents[1]
CHANGELOG = """# Changelog

## Unreleased

### Added

- Something new ([decision: URL-safe notation](docs/decisions/records-and-notation.md#url-safe-notation), [a page](https://example.org/x)).

## 0.3.0 (2026-11-23)

- Something old.
"""
READY = release_plan.State("0.4.0.dev8", "main", "main", (), ("v0.3.0",), CHANGELOG)


def test_nothing_speaks_against_a_greater_version_of_a_clean_tree():
    assert release_plan.refusals(READY, "0.4.0") == []
    assert release_plan.refusals(READY, "0.4.0rc1") == []
    assert release_plan.refusals(READY._replace(version="0.4.0rc1"), "0.4.0") == []


@pytest.mark.parametrize(
    ("changed", "version", "reason"),
    [
        ({}, "0.3.9", "not greater than 0.4.0.dev8"),
        ({"version": "0.4.0"}, "0.4.0", "not greater than 0.4.0"),
        ({"version": "0.10.0"}, "0.9.0", "not greater than 0.10.0"),
        ({}, "0.4", "no version to release"),
        ({}, "0.5.0.dev1", "no version to release"),
        ({}, "v0.4.0", "no version to release"),
        ({"branch": "site"}, "0.4.0", "releases are made from 'main'"),
        ({"unclean": ("?? new.py",)}, "0.4.0", "changes that are not committed (?? new.py)"),
        ({"tags": ("v0.4.0",)}, "0.4.0", "the tag v0.4.0 exists"),
        ({"changelog": CHANGELOG.replace("- Something new", "Something")}, "0.4.0", "no entries under Unreleased"),
    ],
)
def test_a_reason_against_a_release_is_one_sentence(changed, version, reason):
    (said,) = release_plan.refusals(READY._replace(**changed), version)
    assert reason in said


def test_the_changelog_is_dated_and_keeps_an_empty_section_for_what_comes():
    text = release_plan.dated(CHANGELOG, "0.4.0", "2026-12-01")
    assert "## Unreleased\n\n## 0.4.0 (2026-12-01)\n\n### Added\n\n- Something new" in text
    assert release_plan.entries(release_plan.section(text, release_plan.UNRELEASED)) == []
    assert release_plan.refusals(READY._replace(changelog=text), "0.5.0")


def test_notes_have_the_entries_of_the_version_alone_and_no_links_into_the_repository():
    text = release_plan.notes(release_plan.dated(CHANGELOG, "0.4.0", "2026-12-01"), "0.4.0")
    assert text.startswith(
        "# Carrom 0.4.0\n\n### Added\n\n- Something new (decision: URL-safe notation, [a page](https://example.org/x))."
    )
    assert "Something old" not in text
    assert "pip install carrom==0.4.0" in text


def test_a_release_changes_every_file_that_names_the_version():
    changes = release_files.changes(ROOT, "9.8.7", "2030-01-02")
    assert '__version__ = "9.8.7"\n' in changes["src/carrom/version.py"]
    assert "\nversion: 9.8.7\ndate-released: 2030-01-02\n" in changes["CITATION.cff"]
    assert "## 9.8.7 (2030-01-02)" in changes["CHANGELOG.md"]
    for name, text in changes.items():
        assert text != (ROOT / name).read_text(encoding="utf-8")


def test_the_citation_names_the_last_released_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    last = next(line.split()[1] for line in changelog.splitlines() if line.startswith("## ") and "(" in line)
    assert f"\nversion: {last}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_readme_of_the_package_has_no_links_that_lead_into_the_repository():
    assert "](" not in (ROOT / "PACKAGE.md").read_text(encoding="utf-8")


def wheel_like(folder: Path) -> Path:
    """Return a file that looks like a wheel as far as the bill of materials reads it."""
    path = folder / "carrom-0.4.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "carrom-0.4.0.dist-info/METADATA",
            "Metadata-Version: 2.4\nName: carrom\nVersion: 0.4.0\nSummary: A game.\nLicense-Expression: Apache-2.0\n",
        )
    return path


def test_the_bill_of_materials_lists_every_pinned_package_and_who_needs_it(tmp_path):
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    wheel = wheel_like(tmp_path)
    document = json.loads(sbom.of_wheel(wheel, lock, 1_700_000_000))
    names = {part["name"] for part in document["components"]}
    assert names == {line.split("==")[0] for line in lock.splitlines() if "==" in line and line[0].isalpha()}
    needs = {each["ref"]: each["dependsOn"] for each in document["dependencies"]}
    assert set(needs) == {part["bom-ref"] for part in document["components"]} | {"pkg:pypi/carrom@0.4.0"}
    direct = {reference.removeprefix("pkg:pypi/").split("@")[0] for reference in needs["pkg:pypi/carrom@0.4.0"]}
    assert {"numpy", "msgspec"} <= direct
    assert "h11" not in direct
    assert any("h11" in each for reference, below in needs.items() if "uvicorn" in reference for each in below)
    component = document["metadata"]["component"]
    assert component["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}]
    assert document["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert sbom.of_wheel(wheel, lock, 1_700_000_000) == sbom.of_wheel(wheel, lock, 1_700_000_000)


def test_sums_are_those_of_the_files(tmp_path):
    (tmp_path / "a.whl").write_bytes(b"a")
    (tmp_path / release_files.SUMS).write_text("old", encoding="utf-8")
    assert release_files.sums(tmp_path) == f"{hashlib.sha256(b'a').hexdigest()}  a.whl\n"


def test_every_python_that_is_found_is_of_a_supported_version():
    found = release_check.pythons()
    assert found
    assert len({release_check._version(program) for program in found}) == len(found)


def small_repository(folder: Path) -> Path:
    """Return a clone-like repository with the files that a release reads, committed on `main`."""
    tree = folder / "tree"
    for name in ("src/carrom/version.py", "CITATION.cff", "CHANGELOG.md"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    for name in ("tools", "dev.py", "hatch_build.py"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tree / name)
    words = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    (tree / ".gitignore").write_text("__pycache__/\n", encoding="utf-8")
    subprocess.run([*words, "init", "-q", "-b", "main"], cwd=tree, check=True)
    subprocess.run([*words, "add", "."], cwd=tree, check=True)
    subprocess.run([*words, "commit", "-q", "-m", "All"], cwd=tree, check=True)
    return tree


def released(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the release command of a repository, with building and trying replaced by writing small files."""
    program = (
        "import sys, pathlib; sys.path[:0] = ['.']\n"
        "from tools import release\n"
        "def build(copy, made, version):\n"
        "    assert f'\"{version}\"' in (copy / 'src/carrom/version.py').read_text(encoding='utf-8')\n"
        "    assert version != '0.9.9', 'broken'\n"
        "    (made / 'RELEASE-NOTES.md').write_text(f'notes of {version}', encoding='utf-8')\n"
        "release.build = build\n"
        "release.release_check.check = lambda *given: None\n"
        "release.ROOT = pathlib.Path('.').resolve()\n"
        "sys.exit(release.main(sys.argv[1:]))\n"
    )
    return subprocess.run([sys.executable, "-c", program, *words], cwd=tree, capture_output=True, text=True)


def git(tree: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=tree, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_trial_changes_nothing_and_a_release_commits_tags_and_writes_files(tmp_path):
    tree = small_repository(tmp_path)
    before = git(tree, "rev-parse", "HEAD")
    tried = released(tree, "0.9.0", "--dry-run")
    assert tried.returncode == 0, tried.stderr
    assert "notes of 0.9.0" in tried.stdout
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "tag"), git(tree, "status", "--porcelain")) == (before, "", "")
    assert not (tree / "dist").exists()
    made = released(tree, "0.9.0")
    assert made.returncode == 0, made.stderr
    assert git(tree, "tag") == "v0.9.0"
    assert git(tree, "rev-parse", "v0.9.0^{commit}") == git(tree, "rev-parse", "HEAD") != before
    assert git(tree, "log", "-1", "--format=%s") == "Carrom 0.9.0"
    assert '"0.9.0"' in (tree / "src/carrom/version.py").read_text(encoding="utf-8")
    assert (tree / "dist/0.9.0/RELEASE-NOTES.md").exists()
    again = released(tree, "0.9.0")
    assert again.returncode == 1
    assert "is not greater than 0.9.0" in again.stderr


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_release_whose_build_fails_or_whose_tree_is_unclean_leaves_everything_as_it_was(tmp_path):
    tree = small_repository(tmp_path)
    before = git(tree, "rev-parse", "HEAD")
    assert "broken" in released(tree, "0.9.9").stderr
    (tree / "new.txt").write_text("x", encoding="utf-8")
    refused = released(tree, "0.9.0")
    assert refused.returncode == 1
    assert "not committed (?? new.txt)" in refused.stderr
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "tag")) == (before, "")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return wheel and sdist of this tree, built twice with the pinned tools."""
    return release_build.build_twice(ROOT, tmp_path_factory.mktemp("built"))


@pytest.mark.slow
def test_wheel_and_sdist_pass_their_checks_and_two_builds_are_equal(built, tmp_path):
    release_build.check_files(ROOT, *built)
    path = tmp_path / "carrom.cdx.json"
    path.write_text(
        sbom.of_wheel(built[0], (ROOT / "requirements.lock").read_text(encoding="utf-8"), 1), encoding="utf-8"
    )
    release_build.check_sbom(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"library"', '"thing"'), encoding="utf-8")
    with pytest.raises(release_build.BuildFailed):
        release_build.check_sbom(path)


@pytest.mark.slow
@pytest.mark.parametrize("extras", ["", release_check.EXTRAS], ids=["without extras", "with extras"])
@pytest.mark.parametrize("program", release_check.pythons())
def test_the_wheel_works_in_a_new_environment_read_only_and_offline(built, program, extras, capsys):
    release_check.attempt(program, built[0], extras, ROOT / "requirements-dev.lock")
    assert " plays, " in capsys.readouterr().out
