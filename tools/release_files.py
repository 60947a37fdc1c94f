"""The files that name the version, as they must be after a release, and the hashes of what was built."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from tools import release_plan

NOTES, SUMS = "RELEASE-NOTES.md", "SHA256SUMS"
VERSION_FILE = "src/carrom/version.py"


def version_of(folder: Path) -> str:
    """Return the version of a tree. Raises `ValueError` if its version file has none."""
    text = (folder / VERSION_FILE).read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError(f"{VERSION_FILE} names no version")
    return found[1]


def changes(folder: Path, version: str, today: str) -> dict[str, str]:
    """Return the new text of every file that a release changes, by its path in the tree."""

    def read(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8")

    citation = re.sub(r"^version: .*$", f"version: {version}", read("CITATION.cff"), flags=re.MULTILINE)
    citation = re.sub(r"^date-released: .*\n", "", citation, flags=re.MULTILINE)
    citation = re.sub(r"^(version: .*\n)", rf"\g<1>date-released: {today}\n", citation, flags=re.MULTILINE)
    return {
        VERSION_FILE: re.sub(
            r'^__version__ = ".*"$', f'__version__ = "{version}"', read(VERSION_FILE), flags=re.MULTILINE
        ),
        "CITATION.cff": citation,
        "CHANGELOG.md": release_plan.dated(read("CHANGELOG.md"), version, today),
    }


def sums(folder: Path) -> str:
    """Return the SHA-256 of every file of a folder but the sums themselves, as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != SUMS)
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
