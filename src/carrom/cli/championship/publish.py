"""`carrom event publish`: write the public pages of a tournament to a folder, one file at a time."""

import argparse
import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path

from carrom.cli.championship.records import differs
from carrom.errors import SetupError, plural
from carrom.file_replacement import replace
from carrom.tournament.import_export.event_log import load
from carrom.tournament.printing.page import STATIC, fonts
from carrom.tournament.publishing.privacy import public_copy
from carrom.tournament.publishing.record_files import record_files
from carrom.tournament.publishing.site import Publication, published_files
from carrom.tournament.publishing.verification import verified

SUFFIX = ".carrom-event"
MARK = ".carrom-publication"
"""File that marks a folder as written by this command: it lists the files, so that stale ones can be removed."""
PLAYER = STATIC.parent / "replay" / "replay.js"


def run_publish(args: argparse.Namespace) -> int:
    """Write the folder."""
    languages = tuple(dict.fromkeys(args.languages))
    total, written, removed = publish(args.file, args.output, languages)
    counts = f"{plural(total, 'file')}, {written} written, {removed} removed"
    print(f"{args.output}: {counts}. Start: {args.output / 'index.html'}")
    if not PLAYER.exists():
        print("The client has not been built, so replays show their text only; `pip install` builds it.")
    return 0


def publish(file: Path, output: Path, languages: tuple[str, ...]) -> tuple[int, int, int]:
    """Write the folder of a tournament; return the number of its files, of those written and of those removed.

    Raises `RecordError` for an edited tournament, and `SetupError` if the folder holds other files.
    """
    championship = load(file)
    folder = file.resolve().parent
    copy = public_copy(championship)
    publication = Publication(
        name=file.name.removesuffix(SUFFIX),
        copy=copy,
        original=hashlib.sha256(file.read_bytes()).hexdigest(),
        records=tuple(record_files(championship, lambda source: read_within(folder, source))),
        verification=verified(copy.championship, lambda result: differs(folder, result)),
        languages=languages,
        player=PLAYER.read_bytes() if PLAYER.exists() else b"",
        fonts=tuple((path.name, path.read_bytes()) for path in _fonts(languages, copy.text)),
    )
    return write_folder(output, published_files(publication))


def read_within(folder: Path, source: str) -> bytes | None:
    """Return the content of a file of a folder; None if it is missing, or outside of the folder."""
    path = (folder / source).resolve()
    if not path.is_relative_to(folder.resolve()):
        return None
    try:
        return path.read_bytes()
    except OSError:
        return None


def _fonts(languages: tuple[str, ...], text: str) -> tuple[Path, ...]:
    """Return the font files that the languages and the names need."""
    letters = {"hi": "\u0905", "bn": "\u0985", "ta": "\u0b85", "si": "\u0d85", "ur": "\u0627"}
    return fonts(text + "".join(letters.get(language, "") for language in languages))


def write_folder(output: Path, files: Iterable[tuple[str, bytes]]) -> tuple[int, int, int]:
    """Write files whose content differs, each atomically, and remove those of an earlier run that are gone.

    Raises `SetupError` if the folder contains files of something else, or cannot be written.
    """
    mark = output / MARK
    try:
        output.mkdir(parents=True, exist_ok=True)
        if not mark.exists() and any(output.iterdir()):
            raise SetupError(f"{output} contains other files; expected a new or empty folder, or one published before")
        before = set(mark.read_text(encoding="utf-8").split("\n")) - {""} if mark.exists() else set()
        if not mark.exists():
            _replace(mark, b"")
        written, now = 0, set()
        for path, content in files:
            now.add(path)
            written += _write(output / path, content)
        removed = 0
        for path in sorted(before - now):
            if _is_inside(output, path):
                with contextlib.suppress(FileNotFoundError):
                    (output / path).unlink()
                    removed += 1
        _replace(mark, "".join(f"{path}\n" for path in sorted(now)).encode())
        for part in output.rglob(".*.part"):  # of a run that was killed
            part.unlink(missing_ok=True)
    except OSError as reason:
        raise SetupError(f"{output} cannot be written: {reason.strerror}") from None
    return len(now), written, removed


def _is_inside(output: Path, path: str) -> bool:
    return (output / path).resolve().is_relative_to(output.resolve())


def _write(path: Path, content: bytes) -> bool:
    """Write a file unless it has this content already; return whether it was written."""
    try:
        if path.read_bytes() == content:
            return False
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    _replace(path, content)
    return True


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside its place, and put it there in one step, so that a reader sees the old or the new one."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    replace(part, path)
