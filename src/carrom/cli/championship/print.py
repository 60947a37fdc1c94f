"""The `carrom event print` command: documents to print, as self-contained HTML or, with the extra `pdf`, as PDF."""

import argparse
import os
import re
import sys
from base64 import b64encode
from pathlib import Path

from carrom.errors import RefusedRequest, SetupError
from carrom.tournament.import_export.event_lines import read_wave
from carrom.tournament.import_export.event_log import load
from carrom.tournament.printing import documents, score_card
from carrom.tournament.printing.blocks import PrintDocument
from carrom.tournament.printing.html import as_html
from carrom.tournament.state import Championship
from carrom.values import changed

STATIC = Path(__file__).resolve().parents[2] / "static" / "assets"
"""Folder of the page's fonts, which printed documents also use."""
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
SCRIPTS = (
    ("noto-sans-devanagari", "\u0900", "\u097f"),
    ("noto-sans-bengali", "\u0980", "\u09ff"),
    ("noto-sans-tamil", "\u0b80", "\u0bff"),
    ("noto-sans-sinhala", "\u0d80", "\u0dff"),
    ("noto-naskh-arabic", "\u0600", "\u06ff"),
)
"""Font files with the first and last character of the script that each covers."""


def run(args: argparse.Namespace) -> int:
    """Write the document."""
    if args.output is not None and args.output.suffix.lower() not in (".html", ".pdf"):
        raise RefusedRequest(f"{args.output} does not end in .html or .pdf; expected one of these")
    championship = load(args.file)
    sheet = changed(_sheet(championship, args), size=args.paper)
    if args.output is None:
        sys.stdout.write(_page(sheet))
        return 0
    if args.output.suffix.lower() == ".pdf":
        from carrom.cli.championship.pdf import as_pdf

        content = as_pdf(sheet, fonts(as_html(sheet)))
    else:
        content = _page(sheet).encode()
    _write(args.output, content)
    pages = len(_PAGE.findall(content)) if content.startswith(b"%PDF") else len(sheet.pages) if sheet.is_counted else 0
    many = f", {pages} {'sheet' if pages == 1 else 'sheets'}" if pages else ""
    print(f"{args.output}: {sheet.title.rpartition(': ')[2]}{many}.")
    return 0


def _sheet(championship: Championship, args: argparse.Namespace) -> PrintDocument:
    language = args.language
    wave = read_wave(args.round) if args.round else None
    if wave is not None and championship.section(wave[0]).wave(wave[1]) is None:
        raise RefusedRequest(f"{args.round} is not drawn yet, so there is nothing to print")
    match args.what:
        case "card":
            return score_card.blank(championship, language)
        case "cards":
            from carrom.cli.championship.cards import filled

            known = tuple(filled(championship, args.file.resolve().parent))
            return score_card.cards(championship, language, wave, known)
        case "tie":
            return score_card.blank_tie(championship, language)
        case "ties":
            return score_card.ties(championship, language, wave)
        case "boards":
            return documents.boards(championship, language, args.address)
        case "fixtures":
            return documents.fixtures(championship, language, wave)
        case "brackets":
            return documents.brackets(championship, language)
        case "standings":
            return documents.standings(championship, language)
        case _:
            return documents.log(championship, language)


def fonts(text: str, static: Path = STATIC) -> tuple[Path, ...]:
    """Return the font files for the scripts of a text; none if the page has not been built."""
    needed = [name for name, first, last in SCRIPTS if any(first <= letter <= last for letter in text)]
    return tuple(path for name in needed for path in sorted(static.glob(f"{name}-*.woff2")))


def _page(sheet: PrintDocument) -> str:
    """Return a document as HTML with its fonts embedded."""
    found = fonts(as_html(sheet))
    return as_html(sheet, tuple(f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}" for path in found))


def _write(path: Path, content: bytes) -> None:
    try:
        with open(path, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise SetupError(f"{path} exists already; expected a new file name") from None
    except OSError as reason:
        raise SetupError(f"{path} cannot be written: {reason.strerror}") from None
