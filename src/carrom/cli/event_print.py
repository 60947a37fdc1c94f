"""The commands `carrom event print` and `carrom event publish`: documents as HTML or PDF, and the public pages."""

import argparse
import contextlib
import hashlib
import io
import re
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from carrom.cli.event_records import differs, write_new
from carrom.errors import RefusedRequest, SetupError, plural
from carrom.files import replace
from carrom.tournament.event_file import read_round
from carrom.tournament.event_log import load
from carrom.tournament.printing import PrintDocument, as_html, as_typst
from carrom.tournament.privacy import public_copy, record_files, verified
from carrom.tournament.publishing import Publication, published_files
from carrom.tournament.score_card import STATIC, Document, Filled, document, fonts, page_of
from carrom.tournament.state import Championship
from carrom.values import changed

_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def run(args: argparse.Namespace) -> int:
    """Write the document."""
    if args.output is not None and args.output.suffix.lower() not in (".html", ".pdf"):
        raise RefusedRequest(f"{args.output} does not end in .html or .pdf; expected one of these")
    championship = load(args.file)
    sheet = changed(_sheet(championship, args), size=args.paper)
    if args.output is None:
        sys.stdout.write(page_of(sheet))
        return 0
    is_pdf = args.output.suffix.lower() == ".pdf"
    content = as_pdf(sheet, fonts(as_html(sheet))) if is_pdf else page_of(sheet).encode()
    write_new(args.output, content)
    pages = len(_PAGE.findall(content)) if content.startswith(b"%PDF") else len(sheet.pages) if sheet.is_counted else 0
    many = f", {pages} {'sheet' if pages == 1 else 'sheets'}" if pages else ""
    print(f"{args.output}: {sheet.title.rpartition(': ')[2]}{many}.")
    return 0


def _sheet(championship: Championship, args: argparse.Namespace) -> PrintDocument:
    known: tuple[tuple[str, Filled], ...] = ()
    if args.what == "cards":
        from carrom.cli.event_records import filled

        known = tuple(filled(championship, args.file.resolve().parent))
    round = args.round if args.round == "due" else read_round(args.round) if args.round else None
    what: Document = "boards" if args.what == "tables" else args.what
    return document(championship, what, args.language, round=round, address=args.address, known=known)


# -- PDF, typeset by Typst with the page's own fonts (extra `pdf`) -----------------------------------------------------


LATIN = ("Libertinus Serif",)
"""Fonts that Typst includes."""


def as_pdf(sheet: PrintDocument, fonts: Sequence[Path]) -> bytes:
    """Return a document as PDF, using the given font files. Raises `SetupError` if the extra is not installed."""
    try:
        import typst
    except ImportError:
        raise SetupError("a PDF needs the extra `pdf`: pip install 'carrom[pdf]'; HTML needs no extra") from None
    with tempfile.TemporaryDirectory() as folder:
        families = tuple(_family(path, Path(folder)) for path in fonts)
        source = Path(folder) / "sheet.typ"
        source.write_text(as_typst(sheet, (*LATIN, *families)), encoding="utf-8")
        return bytes(typst.compile(str(source), font_paths=[folder]))


def _family(path: Path, folder: Path) -> str:
    """Convert a web font to regular and bold files that Typst can read, in `folder`, and return the family name."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    family = ""
    for style, weight in (("Regular", 400), ("Bold", 700)):
        font = TTFont(io.BytesIO(path.read_bytes()))
        if "fvar" in font:
            font = instantiateVariableFont(font, {"wght": weight})
        family = str(font["name"].getBestFamilyName())
        font["OS/2"].usWeightClass = weight
        font.flavor = None
        font.save(folder / f"{path.stem}-{style}.ttf")
    return family


# -- publish: the public pages of a tournament, written to a folder ----------------------------------------------------


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
            written += _write_if_changed(output / path, content)
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


def _write_if_changed(path: Path, content: bytes) -> bool:
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
