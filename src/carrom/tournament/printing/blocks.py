"""Blocks of a printed page: headings, lines, fields, tables, pictures.

The blocks know nothing of paper: what they look like stands in `sheet_html.py` and `sheet_typst.py` alone.
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
    """Whether it is only a hint, in small grey letters."""
    framed: bool = True
    """Whether it has an edge."""
    opens: bool = False
    """Whether a heavier line stands above it."""
    wide: bool = False
    """Whether it is text that begins at its side, not a figure in its middle."""


class Heading(Value, frozen=True, tag="heading"):
    """A heading; `level` 1 opens a page."""

    text: str
    level: int = 2


class Line(Value, frozen=True, tag="line"):
    """A line of text."""

    text: str
    quiet: bool = False


class Fields(Value, frozen=True, tag="fields"):
    """Labels, each with what stands behind it, or room to write."""

    pairs: tuple[tuple[str, str], ...]
    columns: int = 3


class Grid(Value, frozen=True, tag="grid"):
    """A table; `widths` are parts of its breadth, one a column."""

    widths: tuple[int, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: int = 1
    """How many first rows are repeated on the next page."""
    tall: bool = False
    """Whether rows are high enough to be written in by hand."""


class Picture(Value, frozen=True, tag="picture"):
    """A drawing (SVG) in the middle of the page, its breadth in millimetres."""

    svg: str
    millimetres: int


Block = Heading | Line | Fields | Grid | Picture


class Page(Value, frozen=True):
    """Blocks that begin on a new page."""

    blocks: tuple[Block, ...]


class Sheet(Value, frozen=True, kw_only=True):
    """A whole print."""

    title: str
    language: str
    pages: tuple[Page, ...]
    contact: str = ""
    """At the foot of every page."""
    paper: Literal["portrait", "landscape"] = "portrait"


def texts(*cells: str, strong: bool = False, wide: tuple[int, ...] = ()) -> tuple[Cell, ...]:
    """Return a row of cells; those at the places `wide` hold text."""
    return tuple(Cell(text, strong=strong, wide=at in wide) for at, text in enumerate(cells))
