"""Make a release: `python3 dev.py release VERSION` (docs/contributing/releasing.md); never pushes or uploads anything.

Everything is done in a temporary clone: versions and the changelog are changed, committed and tagged there, wheel and
sdist are built and checked. Only when all of it has succeeded do the commit and the tag come into this repository, and
the files into `dist/VERSION`. `--dry-run` leaves the repository and `dist` as they are, and prints what would happen.
`python3 dev.py release --check` builds and tries wheel and sdist of this tree without making a release.
"""

from __future__ import annotations

import argparse
import datetime
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tools import release_build, release_check, release_files, release_plan, sbom  # noqa: E402


class Failed(Exception):
    """A step failed; the message is one sentence."""


def git(folder: Path, *words: str) -> str:
    """Run git in a folder and return what it prints; raises `Failed`."""
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise Failed(f"git {words[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()


def state(folder: Path, branch: str) -> release_plan.State:
    """Return what the decision to release depends on."""
    return release_plan.State(
        version=release_files.version_of(folder),
        branch=git(folder, "rev-parse", "--abbrev-ref", "HEAD"),
        wanted_branch=branch,
        unclean=tuple(git(folder, "status", "--porcelain").splitlines()),
        tags=tuple(git(folder, "tag", "--list").split()),
        changelog=(folder / "CHANGELOG.md").read_text(encoding="utf-8"),
    )


def make(version: str, given: argparse.Namespace, today: str) -> int:
    """Make the release, or only try it; return the exit code."""
    reasons = release_plan.refusals(state(ROOT, given.branch), version)
    for reason in reasons:
        print(f"dev.py release: {reason}", file=sys.stderr)
    if reasons:
        return 1
    with tempfile.TemporaryDirectory(prefix="carrom-release-") as folder:
        copy, made = Path(folder) / "carrom", Path(folder) / "made"
        made.mkdir()
        git(ROOT, "clone", "--quiet", "--no-hardlinks", "--single-branch", str(ROOT), str(copy))
        for name in ("user.name", "user.email"):
            git(copy, "config", name, git(ROOT, "log", "-1", f"--format=%a{name[5]}") or "Carrom")
        if (
            ROOT / "src/carrom/static/.sources"
        ).exists():  # the built page; it is rebuilt if it is not of these sources
            shutil.copytree(ROOT / "src/carrom/static", copy / "src/carrom/static")
        changes = release_files.changes(copy, version, today)
        for name, text in changes.items():
            (copy / name).write_text(text, encoding="utf-8", newline="\n")
            print(f"{name}: {version}")
        git(copy, "add", *changes)
        git(copy, "commit", "--quiet", "-m", f"Carrom {version}")
        git(copy, "tag", "-a", f"v{version}", "-m", f"Carrom {version}")
        build(copy, made, version)
        if not given.no_tries:
            release_check.check(copy, made, release_check.pythons())
        if given.dry_run:
            print((made / release_files.NOTES).read_text(encoding="utf-8"))
            print(f"Nothing was changed: this was a trial. Carrom {version} can be released.")
            return 0
        target = ROOT / "dist" / version
        if target.exists():
            raise Failed(f"{target} exists already; move it away")
        git(ROOT, "fetch", "--quiet", str(copy), f"refs/tags/v{version}:refs/tags/v{version}")
        git(ROOT, "merge", "--quiet", "--ff-only", f"v{version}^{{commit}}")
        shutil.copytree(made, target)
    print(f"Carrom {version} is committed and tagged, its files are in {target}. Nothing was pushed or uploaded.")
    return 0


def build(copy: Path, made: Path, version: str) -> None:
    """Build and check wheel and sdist, and write notes, bill of materials and hashes beside them."""
    wheel, sdist = release_build.build_twice(copy, made)
    release_build.check_files(copy, wheel, sdist)
    notes = release_plan.notes((copy / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    (made / release_files.NOTES).write_text(notes, encoding="utf-8", newline="\n")
    text = sbom.of_wheel(wheel, (copy / "requirements.lock").read_text(encoding="utf-8"), release_build.epoch(copy))
    (made / f"carrom-{version}.cdx.json").write_text(text, encoding="utf-8", newline="\n")
    release_build.check_sbom(made / f"carrom-{version}.cdx.json")
    (made / release_files.SUMS).write_text(release_files.sums(made), encoding="utf-8", newline="\n")


def main(words: list[str]) -> int:
    """Make a release, or check that one could be made."""
    parser = argparse.ArgumentParser(
        prog="dev.py release", description="Make a release; nothing is pushed or uploaded."
    )
    parser.add_argument("version", nargs="?", help="the version to release, such as 0.4.0")
    parser.add_argument("--dry-run", action="store_true", help="do everything in a temporary clone and keep nothing")
    parser.add_argument("--check", action="store_true", help="build and try wheel and sdist of this tree, no release")
    parser.add_argument("--no-tries", action="store_true", help="do not install the wheel into new environments")
    parser.add_argument("--branch", default="main", help="the branch that releases are made from (default: main)")
    parser.add_argument("--python", action="append", help="with --check: try only these interpreters")
    given = parser.parse_args(words)
    if (given.version is None) is not given.check:
        parser.error("give a version, or --check")
    try:
        if given.version:
            return make(given.version, given, datetime.datetime.now(datetime.UTC).date().isoformat())
        with tempfile.TemporaryDirectory(prefix="carrom-release-") as folder:
            build(ROOT, Path(folder), release_files.version_of(ROOT))
            if not given.no_tries:
                release_check.check(ROOT, Path(folder), given.python or release_check.pythons())
    except (Failed, release_build.BuildFailed, release_check.TrialFailed) as fault:
        print(f"dev.py release: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
