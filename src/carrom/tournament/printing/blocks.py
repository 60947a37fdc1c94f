"""Blocks of a printed document: headings, lines, fields, tables, pictures.

The blocks are independent of the output format; `html.py` and `typst.py` render them.
"""

from typing import Literal

from carrom.values import Value


class Cell(Value, frozen=True):
    """One cell of a table; it may span several rows or columns."""

    text: str = ""
    rows: int = 1
    columns: int = 1
    strong: bool = False
    quiet: bool = False
    """Whether it is a hint, set in small grey letters."""
    framed: bool = True
    """Whether it has a border."""
    opens: bool = False
    """Whether it has a heavier line above."""
    wide: bool = False
    """Whether it is left-aligned text rather than a centred figure."""


class Heading(Value, frozen=True, tag="heading"):
    """A heading; `level` 1 opens a page."""

    text: str
    level: int = 2


class TextLine(Value, frozen=True, tag="line"):
    """A line of text."""

    text: str
    quiet: bool = False


class Fields(Value, frozen=True, tag="fields"):
    """Labels, each with a value, or with space to write one."""

    pairs: tuple[tuple[str, str], ...]
    columns: int = 3
    signed: bool = False
    """Whether each has a line of the column's whole width to sign, below its label."""


class TableBlock(Value, frozen=True, tag="grid"):
    """A table; `widths` are the relative widths of the columns."""

    widths: tuple[int, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: int = 1
    """Number of header rows, repeated on each page."""
    tall: bool = False
    """Whether rows are tall enough for handwriting."""
    millimetres: float = 0
    """Height of the rows of a dense table, whose letters are small; 0 for the usual height."""


class PictureBlock(Value, frozen=True, tag="picture"):
    """A centred drawing (SVG), with its width in millimetres."""

    svg: str
    millimetres: int


Block = Heading | TextLine | Fields | TableBlock | PictureBlock


class PageBlock(Value, frozen=True):
    """Blocks that begin on a new page."""

    blocks: tuple[Block, ...]


Paper = Literal["a4", "a5", "letter"]
"""Size of the paper."""


class PrintDocument(Value, frozen=True, kw_only=True):
    """A printed document."""

    title: str
    language: str
    pages: tuple[PageBlock, ...]
    contact: str = ""
    """Printed at the foot of every page."""
    paper: Literal["portrait", "landscape"] = "portrait"
    size: Paper = "a4"
    """Size of the paper; everything is smaller on A5."""
    is_counted: bool = False
    """Whether each page is known to fill one sheet."""


def texts(*cells: str, strong: bool = False, wide: tuple[int, ...] = ()) -> tuple[Cell, ...]:
    """Return a row of cells; the columns in `wide` hold left-aligned text."""
    return tuple(Cell(text, strong=strong, wide=at in wide) for at, text in enumerate(cells))
