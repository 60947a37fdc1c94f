"""A print as PDF: Typst sets it, with the page's own fonts for letters that it does not bring (extra `pdf`)."""

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

from carrom.errors import SetupError
from carrom.tournament.printing.blocks import Sheet
from carrom.tournament.printing.typst import as_typst

LATIN = ("Libertinus Serif",)
"""What Typst brings itself."""


def as_pdf(sheet: Sheet, fonts: Sequence[Path]) -> bytes:
    """Return the PDF, with these fonts of the page. Raises `SetupError` where the extra is not installed."""
    try:
        import typst
    except ImportError:
        raise SetupError("a PDF needs the extra `pdf`: pip install 'carrom[pdf]'; HTML needs nothing more") from None
    with tempfile.TemporaryDirectory() as folder:
        families = tuple(_family(path, Path(folder)) for path in fonts)
        source = Path(folder) / "sheet.typ"
        source.write_text(as_typst(sheet, (*LATIN, *families)), encoding="utf-8")
        return bytes(typst.compile(str(source), font_paths=[folder]))


def _family(path: Path, folder: Path) -> str:
    """Lay a font of the page into a folder as Typst reads it, plain and bold, and return what it is called."""
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
