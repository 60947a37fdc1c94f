"""The calibration sheet for `carrom fit`: circles to lay pieces on, and what to film; SVG or PDF, A4."""

from html import escape
from itertools import pairwise

from carrom.board.equipment import MM, STANDARD
from carrom.board.picture import PALETTE
from carrom.physics.camera import COLUMNS, MARK_PLACES, ROWS
from carrom.values import Value

WIDE, HIGH = 210.0, 297.0
"""mm"""
_INK, _FAINT = PALETTE["line"], "#999999"
_POINT = 25.4 / 72
"""mm"""
_ROUND = 0.5523
"""Length of the handles of a quarter circle drawn as a Bézier curve, in radii."""
STEPS = (
    "Film from above, as steep as you can, 100 frames a second or more, the whole board in the picture.",
    "1. Lay the sheet on the board: C4 on the centre of the board, the arrow towards you.",
    "2. Lay a piece on each of at least 12 circles and on the base circles; take a picture: these are the marks.",
    "    Pieces, not printed crosses, because the camera sees the tops of the discs.",
    "3. Take sheet and pieces away without moving the camera. Powder the board as for a game. Then film:",
    "    8 slides: the striker alone, slowly, so that it rests before it reaches the frame.",
    "    12 rebounds: the striker alone, off the frame, from steep to flat (30 degrees to the frame).",
    "    16 hits: one piece on the board, from full to thin (60 degrees).",
    "    3 runs: the laws' test. Straight from the base line, hard; count the runs and note the speed.",
    "4. Track the discs, and give `carrom fit` a table: stroke, time, disc, x, y.",
)
"""What to do, line by line."""


class Line(Value, frozen=True):
    """A line; all in mm from the top left of the page."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.25


class Circle(Value, frozen=True):
    """A circle."""

    x: float
    y: float
    radius: float


class Words(Value, frozen=True):
    """One line of text."""

    x: float
    y: float
    text: str
    size: float = 3.2


Shape = Line | Circle | Words


def sheet_pages() -> tuple[tuple[Shape, ...], ...]:
    """Return the shapes of both pages: the marks; the instructions."""
    return tuple(_marks()), tuple(_instructions())


def _marks() -> list[Shape]:
    middle_x, middle_y = WIDE / 2, HIGH / 2
    reach = STANDARD.man_diameter / 2 / MM
    shapes: list[Shape] = []
    for name in (f"{letter}{row}" for letter in COLUMNS for row in ROWS):
        x, y = MARK_PLACES[name]
        at_x, at_y = middle_x + 1e3 * x, middle_y - 1e3 * y
        shapes += [
            Circle(at_x, at_y, reach),
            Line(at_x - 3, at_y, at_x + 3, at_y),
            Line(at_x, at_y - 3, at_x, at_y + 3),
        ]
        shapes.append(Words(at_x + 4, at_y - 4, name))
    shapes += [
        Line(middle_x, HIGH - 10, middle_x, HIGH - 4, 0.6),
        Line(middle_x - 2, HIGH - 6.5, middle_x, HIGH - 4, 0.6),
        Line(middle_x + 2, HIGH - 6.5, middle_x, HIGH - 4, 0.6),
        Words(middle_x + 4, HIGH - 5, "towards you"),
        Line(20, 8, 120, 8, 0.5),
        Line(20, 6, 20, 10, 0.5),
        Line(120, 6, 120, 10, 0.5),
        Words(123, 9, "100 mm: if it is not, print at 100 %"),
    ]
    return shapes


def _instructions() -> list[Shape]:
    shapes: list[Shape] = [Words(15, 20, "Calibration of a carrom board", 6)]
    for number, line in enumerate(STEPS):
        shapes.append(Words(20 if line.startswith(" ") else 15, 32 + 7 * number, line.strip()))
    top, left = 115.0, 15.0
    columns = ((0, "stroke"), (34, "kind"), (64, "disc hit"), (94, "from, towards"), (138, "speed m/s, runs"))
    shapes += [Words(left + x + 1, top - 1.5, word) for x, word in columns]
    shapes += [Line(left, top + 6.5 * row, WIDE - left, top + 6.5 * row) for row in range(26)]
    shapes += [Line(left + x, top - 6, left + x, top + 6.5 * 25) for x in (*(x for x, _ in columns), WIDE - 2 * left)]
    return shapes


def sheet_svg() -> str:
    """Return both pages as one SVG document, one above the other, in true millimetres."""
    pages = []
    for number, shapes in enumerate(sheet_pages()):
        content = "".join(_svg(shape) for shape in shapes)
        pages.append(f'<g transform="translate(0 {number * HIGH:g})">{content}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}mm" height="{2 * HIGH:g}mm" '
        f'viewBox="0 0 {WIDE:g} {2 * HIGH:g}" font-family="sans-serif" fill="{_INK}"><title>Calibration sheet</title>'
        f'<rect width="{WIDE:g}" height="{2 * HIGH:g}" fill="#ffffff"/>{"".join(pages)}</svg>\n'
    )


def _svg(shape: Shape) -> str:
    if isinstance(shape, Line):
        ends = f'x1="{shape.x1:.2f}" y1="{shape.y1:.2f}" x2="{shape.x2:.2f}" y2="{shape.y2:.2f}"'
        return f'<line {ends} stroke="{_INK}" stroke-width="{shape.width:g}"/>'
    if isinstance(shape, Circle):
        place = f'cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="{shape.radius:.2f}"'
        return f'<circle {place} fill="none" stroke="{_FAINT}" stroke-width="0.3"/>'
    return f'<text x="{shape.x:.2f}" y="{shape.y:.2f}" font-size="{shape.size:g}">{escape(shape.text)}</text>'


def sheet_pdf() -> bytes:
    """Return both pages as a PDF document (one of the fonts that every reader has, no compression)."""
    pages = [_pdf_page(shapes) for shapes in sheet_pages()]
    count = len(pages)
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, content in enumerate(pages):
        box = f"[0 0 {WIDE / _POINT:.2f} {HIGH / _POINT:.2f}]"
        fonts = "<< /Font << /F1 3 0 R >> >>"
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {fonts} /Contents {5 + 2 * number} 0 R >>"
        objects.append(page.encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    document, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(document))
        document += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(document))
    return document + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + tail


def _pdf_page(shapes: tuple[Shape, ...]) -> bytes:
    """Return the drawing commands of a page: y grows upwards, units are 1/72 inch."""
    lines = []
    for shape in shapes:
        if isinstance(shape, Line):
            lines.append(f"{shape.width / _POINT:.2f} w {_at(shape.x1, shape.y1)} m {_at(shape.x2, shape.y2)} l S")
        elif isinstance(shape, Circle):
            lines.append(f"0.6 G 0.85 w {_pdf_circle(shape)} S 0 G")
        else:
            text = shape.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            lines.append(f"BT /F1 {shape.size / _POINT:.2f} Tf {_at(shape.x, shape.y)} Td ({text}) Tj ET")
    return "\n".join(lines).encode("cp1252")


def _pdf_circle(circle: Circle) -> str:
    x, y, r = circle.x, circle.y, circle.radius
    quarter = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
    parts = [f"{_at(x + r, y)} m"]
    for (ax, ay), (bx, by) in pairwise(quarter):
        first = _at(x + r * (ax + _ROUND * bx), y + r * (ay + _ROUND * by))
        second = _at(x + r * (bx + _ROUND * ax), y + r * (by + _ROUND * ay))
        parts.append(f"{first} {second} {_at(x + r * bx, y + r * by)} c")
    return " ".join(parts)


def _at(x: float, y: float) -> str:
    return f"{x / _POINT:.2f} {(HIGH - y) / _POINT:.2f}"
