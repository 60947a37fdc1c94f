"""Documents by name, as HTML pages with the fonts of their scripts embedded."""

from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from carrom.errors import RefusedRequest
from carrom.tournament.printing import documents, score_card
from carrom.tournament.printing.blocks import PrintDocument
from carrom.tournament.printing.documents import Which
from carrom.tournament.printing.html import as_html
from carrom.tournament.printing.score_card import Filled
from carrom.tournament.state import Championship, has_draw
from carrom.tournament.venue.schedule import is_being_played

Document = Literal["card", "cards", "tie", "ties", "boards", "fixtures", "brackets", "standings", "log"]
DOCUMENTS: tuple[Document, ...] = get_args(Document)
STATIC = Path(__file__).resolve().parents[2] / "static" / "assets"
"""Folder of the page's fonts, which printed documents also use."""
SCRIPTS = (
    ("noto-sans-devanagari", "\u0900", "\u097f"),
    ("noto-sans-bengali", "\u0980", "\u09ff"),
    ("noto-sans-tamil", "\u0b80", "\u0bff"),
    ("noto-sans-sinhala", "\u0d80", "\u0dff"),
    ("noto-naskh-arabic", "\u0600", "\u06ff"),
)
"""Font files with the first and last character of the script that each covers."""


def document(
    championship: Championship,
    what: Document,
    language: str,
    *,
    wave: Which = None,
    address: str = "",
    known: Iterable[tuple[str, Filled]] = (),
) -> PrintDocument:
    """Return a document of a tournament. Raises `RefusedRequest` if there is nothing to print.

    `wave` restricts it to a round, or to what is to be played now (`due`), `address` is that of the hall's page (for
    `boards`), `known` are the score cards that come from records.
    """
    if wave == "due" and what in ("cards", "ties") and has_draw(championship):
        is_right = [bool(each.terms.rubbers) == (what == "ties") for each in championship.sections]
        if not any(
            right and is_being_played(each) for right, each in zip(is_right, championship.sections, strict=True)
        ):
            raise RefusedRequest("no match of a drawn round is open; choose a round, or all")
    elif isinstance(wave, tuple) and championship.section(wave[0]).wave(wave[1]) is None:
        raise RefusedRequest(f"{wave[0]}.{wave[1]} is not drawn yet, so there is nothing to print")
    match what:
        case "card":
            return score_card.blank(championship, language)
        case "cards":
            return score_card.cards(championship, language, wave, tuple(known))
        case "tie":
            return score_card.blank_tie(championship, language)
        case "ties":
            return score_card.ties(championship, language, wave)
        case "boards":
            return documents.boards(championship, language, address)
        case "fixtures":
            return documents.fixtures(championship, language, wave)
        case "brackets":
            return documents.brackets(championship, language)
        case "standings":
            return documents.standings(championship, language)
        case "log":
            return documents.log(championship, language)


def fonts(text: str, static: Path = STATIC) -> tuple[Path, ...]:
    """Return the font files for the scripts of a text; none if the page has not been built."""
    needed = [name for name, first, last in SCRIPTS if any(first <= letter <= last for letter in text)]
    return tuple(path for name in needed for path in sorted(static.glob(f"{name}-*.woff2")))


def page_of(sheet: PrintDocument) -> str:
    """Return a document as HTML with its fonts embedded."""
    found = fonts(as_html(sheet))
    data = tuple(f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}" for path in found)
    return as_html(sheet, data)
