"""Parts of technical drawings: a background sheet, dimension lines with figures, and leader lines."""

import math

from carrom.board.disc import Disc
from carrom.board.empty_board_picture import PALETTE, definitions, number
from carrom.board.picture import disc_shapes

INK, PAPER, MEASURE = PALETTE["line"], PALETTE["white"], PALETTE["path"]
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
LETTER = 19
"""Height of a figure, in mm of the drawing."""


def sheet(box: tuple[float, float, float, float], width: int, title: str, description: str, content: str) -> str:
    """Return an SVG document: a sheet of `box` (left, top, width, height in mm), `width` pixels wide.

    `title` and `description` are its accessible name and description.
    """
    left, top, across, down = (number(value) for value in box)
    height = round(width * box[3] / box[2])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {across} {down}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="sheet-title sheet-said">'
        f'<title id="sheet-title">{title}</title><desc id="sheet-said">{description}</desc>{definitions()}'
        f'<rect x="{left}" y="{top}" width="{across}" height="{down}" rx="18" fill="{PAPER}"/>{content}</svg>\n'
    )


def words(x: float, y: float, text: str, anchor: str = "middle", size: float = LETTER, **more: str) -> str:
    """Return a text; `halo` adds an outline in that colour, `turn` rotates it about its position (degrees)."""
    halo = f'stroke="{more["halo"]}" stroke-width="5" paint-order="stroke" ' if "halo" in more else ""
    turn = f' transform="rotate({more["turn"]} {number(x)} {number(y)})"' if "turn" in more else ""
    weight = f' font-weight="{more["weight"]}"' if "weight" in more else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" {FONT} font-size="{number(size)}" '
        f'{halo}fill="{more.get("fill", INK)}"{weight}{turn}>{text}</text>'
    )


def measured(x1: float, y1: float, x2: float, y2: float, figure: str, off: float = -6, halo: str = PAPER) -> str:
    """Return a dimension line between two points, with arrow heads and its figure `off` mm from its middle."""
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    reach = math.hypot(x2 - x1, y2 - y1)
    readable = angle if -90 <= angle < 90 else angle - 180
    middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
    head = "L9 -3.4L9 3.4Z" if reach > 40 else "L6 -2.6L6 2.6Z"
    line = (
        f'<g transform="translate({number(x1)} {number(y1)}) rotate({number(angle)})" fill="{MEASURE}">'
        f'<path d="M0 0H{number(reach)}" stroke="{MEASURE}" stroke-width="1.6" fill="none"/><path d="M0 0{head}"/>'
        f'<path d="M0 0{head}" transform="translate({number(reach)} 0) rotate(180)"/></g>'
    )
    if not figure:
        return line
    turned = f'<g transform="translate({number(middle_x)} {number(middle_y)}) rotate({number(readable)})">'
    return f"{line}{turned}{words(0, off, figure, fill=MEASURE, halo=halo, weight='600')}</g>"


def leader(x: float, y: float, to_x: float, to_y: float, text: str, anchor: str = "start", halo: str = PAPER) -> str:
    """Return a leader line from a point (x, y) to a label at (to_x, to_y)."""
    beside = 6 if anchor == "start" else -6
    return (
        f'<path d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" stroke="{MEASURE}" stroke-width="1.6"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="3" fill="{MEASURE}"/>'
        f"{words(to_x + beside, to_y + 6, text, anchor, fill=MEASURE, halo=halo, weight='600')}"
    )


def disc_at(disc: Disc, x: float, y: float, reach: float) -> str:
    """Return a disc of radius `reach` (mm) at a point of the sheet."""
    return f'<g transform="translate({number(x)} {number(y)})">{disc_shapes(disc, reach)}</g>'
