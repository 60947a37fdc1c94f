"""PDF output of printed documents, typeset by Typst with the page's own fonts (extra `pdf`)."""

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

from carrom.errors import SetupError
from carrom.tournament.printing.blocks import PrintDocument
from carrom.tournament.printing.typst import as_typst

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
