"""A position as SVG, to scale; pieces differ by a mark as well as by colour.

White pieces have rings, black pieces a four-pointed star, the queen a crown; the striker is larger and has a wheel.
"""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from carrom.board.arithmetic.direction import direction
from carrom.board.disc import STRIKER, Disc, Kind
from carrom.board.empty_board_picture import PALETTE, definitions, empty_board, number
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.place import Lying
from carrom.board.seat import Seat

SIZE = 480
"""Default width and height of a picture in pixels; it scales to any size."""


def picture(
    placed: Iterable[Lying],
    seat: Seat = Seat.SOUTH,
    labels: bool = False,
    size: int = SIZE,
    equipment: Equipment = STANDARD,
    under: str = "",
    over: str = "",
    title: str = "",
) -> str:
    """Return the discs of a position as an SVG document, with `seat` at the bottom.

    `labels` adds each disc's name; `size` is the width and height in pixels. `under` and `over` are further SVG, in mm
    as seen from the seat with y downwards, drawn below and above the pieces. `title` replaces the accessible name.

    >>> import carrom
    >>> carrom.picture(carrom.rack(), seat=carrom.Seat.NORTH).startswith("<svg")
    True
    """
    edge = equipment.half / MM + equipment.frame_width / MM
    corner, side = number(-edge), number(2 * edge)
    lying = tuple(placed)
    men = "".join(_disc(each, seat, labels, equipment) for each in lying)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{corner} {corner} {side} {side}" width="{size}" '
        f'height="{size}" role="img" aria-labelledby="carrom-title carrom-description">'
        f'<title id="carrom-title">{escape(title or "A carrom board")}</title>'
        f'<desc id="carrom-description">{escape(in_words(lying, seat))}</desc>'
        f"{definitions()}{empty_board(equipment, seat.quarters)}"
        f'{under}<g class="carrom-discs">{men}</g>{over}</svg>'
    )


def in_words(placed: Iterable[Lying], seat: Seat = Seat.SOUTH) -> str:
    """Describe in one sentence which discs are on the board, and which seat is at the bottom."""
    kinds = [each.disc.kind for each in placed]
    counts = {kind: kinds.count(kind) for kind in Kind}
    parts = [f"{counts[Kind.WHITE]} white", f"{counts[Kind.BLACK]} black"]
    parts += [f"the {kind.value}" for kind in (Kind.QUEEN, Kind.STRIKER) if counts[kind]]
    return f"{', '.join(parts[:-1])} and {parts[-1]} on the board; {seat.value} sits at the bottom."


def _disc(placed: Lying, seat: Seat, labels: bool, equipment: Equipment) -> str:
    """Return one disc with its shadow, its mark and, if requested, its name."""
    across, up = seat.from_board(placed.at.x, placed.at.y)
    reach = equipment.radius(placed.disc) / MM
    return (
        f'<g transform="translate({across / MM:g} {-up / MM:g})" data-disc="{placed.disc.value}">'
        f"<title>{placed.disc.value}</title>{disc_shapes(placed.disc, reach)}"
        f"{_label(placed.disc, reach) if labels else ''}</g>"
    )


def disc_shapes(disc: Disc, reach: float) -> str:
    """Return the shapes of a disc of radius `reach` (mm) at the origin: shadow, body, rim and mark."""
    name = disc.kind.value
    mark = PALETTE[f"{name}-mark"]
    return (
        f'<circle cx=".9" cy="1.5" r="{number(reach * 1.13)}" fill="url(#carrom-shadow)"/>'
        f'<circle r="{number(reach)}" fill="{PALETTE[f"{name}-edge"]}"/>'
        f'<circle r="{number(reach * 0.955)}" fill="url(#carrom-{name})"/>'
        f'<circle r="{number(reach * 0.8)}" fill="none" stroke="{mark}" stroke-width="{number(reach * 0.035)}" '
        f'opacity=".55"/>'
        f'<g fill="none" stroke="{mark}" stroke-width="{number(reach * 0.07)}">{_mark(disc.kind, reach, mark)}</g>'
    )


def _mark(kind: Kind, reach: float, colour: str) -> str:
    """Return the mark that identifies a kind of disc without its colour."""
    if kind is Kind.WHITE:
        return f'<circle r="{number(reach * 0.52)}"/><circle r="{number(reach * 0.26)}"/>'
    if kind is Kind.BLACK:
        return f'<path d="{_star(4, reach * 0.56, reach * 0.19)}" fill="{colour}" stroke="none"/>'
    if kind is Kind.QUEEN:
        u = reach * 0.1
        crown = f"M{number(-4.6 * u)} {number(3.4 * u)}L{number(-5.4 * u)} {number(-2.6 * u)}"
        crown += f"L{number(-2.4 * u)} {number(0.2 * u)}L0 {number(-4.6 * u)}L{number(2.4 * u)} {number(0.2 * u)}"
        crown += f"L{number(5.4 * u)} {number(-2.6 * u)}L{number(4.6 * u)} {number(3.4 * u)}Z"
        return f'<path d="{crown}" fill="{colour}" stroke="none"/>'
    spokes = "".join(
        f'<path d="M0 {number(-reach * 0.2)}V{number(-reach * 0.58)}" transform="rotate({60 * k})"/>' for k in range(6)
    )
    return f'<circle r="{number(reach * 0.6)}"/>{spokes}<circle r="{number(reach * 0.2)}" fill="{colour}"/>'


def _star(points: int, outer: float, inner: float) -> str:
    """Return the outline of a star with `points` tips, one of them at the top."""
    corners = []
    for k in range(2 * points):
        across, up = direction(90 + 180 * k / points)
        far = outer if k % 2 == 0 else inner
        corners.append(f"{number(far * across)} {number(-far * up)}")
    return f"M{'L'.join(corners)}Z"


def _label(disc: Disc, reach: float) -> str:
    """Return the disc's name in legible size, on a patch in the disc's colour."""
    name = disc.kind.value
    size = reach * (0.8 if disc is not STRIKER else 0.7)
    return (
        f'<circle r="{number(reach * 0.66)}" fill="{PALETTE[name]}"/>'
        f'<text text-anchor="middle" dy="{number(size * 0.35)}" font-family="DejaVu Sans, Verdana, sans-serif" '
        f'font-size="{number(size)}" font-weight="700" fill="{_ink(name)}">{disc.value}</text>'
    )


def _ink(name: str) -> str:
    """Return a text colour with enough contrast on this kind of disc."""
    return PALETTE["line"] if name == "white" else PALETTE[f"{name}-mark"]
