"""The `carrom event print` command: documents to print, as self-contained HTML or, with the extra `pdf`, as PDF."""

import argparse
import os
import re
import sys
from pathlib import Path

from carrom.errors import RefusedRequest, SetupError
from carrom.tournament.import_export.event_lines import read_wave
from carrom.tournament.import_export.event_log import load
from carrom.tournament.printing.blocks import PrintDocument
from carrom.tournament.printing.html import as_html
from carrom.tournament.printing.page import Document, document, fonts, page_of
from carrom.tournament.printing.score_card import Filled
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
    if args.output.suffix.lower() == ".pdf":
        from carrom.cli.championship.pdf import as_pdf

        content = as_pdf(sheet, fonts(as_html(sheet)))
    else:
        content = page_of(sheet).encode()
    _write(args.output, content)
    pages = len(_PAGE.findall(content)) if content.startswith(b"%PDF") else len(sheet.pages) if sheet.is_counted else 0
    many = f", {pages} {'sheet' if pages == 1 else 'sheets'}" if pages else ""
    print(f"{args.output}: {sheet.title.rpartition(': ')[2]}{many}.")
    return 0


def _sheet(championship: Championship, args: argparse.Namespace) -> PrintDocument:
    known: tuple[tuple[str, Filled], ...] = ()
    if args.what == "cards":
        from carrom.cli.championship.cards import filled

        known = tuple(filled(championship, args.file.resolve().parent))
    wave = args.round if args.round == "due" else read_wave(args.round) if args.round else None
    what: Document = "boards" if args.what == "tables" else args.what
    return document(championship, what, args.language, wave=wave, address=args.address, known=known)


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
