"""Whether a version may be released, and its notes: pure functions of the changelog and the repository's state."""

from __future__ import annotations

import re
from typing import NamedTuple

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc|\.dev)(\d+))?")
STAGES = {".dev": 0, "a": 1, "b": 2, "rc": 3, None: 4}
UNRELEASED = "## Unreleased"


class State(NamedTuple):
    """What the decision to release depends on."""

    version: str
    branch: str
    wanted_branch: str
    unclean: tuple[str, ...]
    """Lines of `git status --porcelain`."""
    tags: tuple[str, ...]
    changelog: str


def order(version: str) -> tuple[int, ...] | None:
    """Return numbers by which versions are ordered, or None if it is no version of this project's form."""
    found = VERSION.fullmatch(version)
    if found is None:
        return None
    return (*map(int, found.group(1, 2, 3)), STAGES[found[4]], int(found[5] or 0))


def refusals(state: State, version: str) -> list[str]:
    """Return every reason against releasing a version, one sentence each; empty if nothing speaks against it."""
    found = []
    wanted, now = order(version), order(state.version)
    if wanted is None or ".dev" in version:
        found.append(f"{version!r} is no version to release; expected numbers such as 0.4.0, or 0.4.0rc1 for a trial.")
    elif now is not None and wanted <= now:
        found.append(f"{version} is not greater than {state.version}, the version of this tree.")
    if state.branch != state.wanted_branch:
        found.append(f"this is the branch {state.branch!r}; releases are made from {state.wanted_branch!r}.")
    if state.unclean:
        found.append(f"the tree has changes that are not committed ({state.unclean[0].strip()}); commit or stash them.")
    if f"v{version}" in state.tags:
        found.append(f"the tag v{version} exists already.")
    if not entries(section(state.changelog, UNRELEASED)):
        found.append("CHANGELOG.md has no entries under Unreleased; write what changed for users.")
    return found


def section(changelog: str, heading: str) -> str:
    """Return the text below a heading of the changelog, up to the next of its kind; empty if there is none."""
    _, found, rest = f"\n{changelog}".partition(f"\n{heading}\n")
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip() if found else ""


def entries(text: str) -> list[str]:
    """Return the entries of a section of the changelog."""
    return re.findall(r"^- .+", text, re.MULTILINE)


def dated(changelog: str, version: str, today: str) -> str:
    """Return the changelog with what was unreleased under this version, and an empty section above it."""
    return changelog.replace(f"{UNRELEASED}\n", f"{UNRELEASED}\n\n## {version} ({today})\n", 1)


def notes(changelog: str, version: str) -> str:
    """Return the notes of a released version, or of what is unreleased, from the changelog.

    Links into the repository become plain words, because notes are read elsewhere.
    """
    heading = re.search(rf"^## {re.escape(version)} \(.*\)$", changelog, re.MULTILINE)
    text = section(changelog, heading[0] if heading else UNRELEASED)
    text = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)
    return f"# Carrom {version}\n\n{text}\n\n## Install\n\n    pip install carrom=={version}\n\n" + (
        "`SHA256SUMS` has the hashes of all files, and the file `.cdx.json` lists what the package depends on\n"
        "(CycloneDX).\n"
    )
