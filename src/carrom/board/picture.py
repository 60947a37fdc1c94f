"""A board and its position as SVG, to scale; pieces differ by a mark as well as by colour.

White pieces have rings, black pieces a four-pointed star, the queen a crown; the striker is larger and has a wheel."""

from collections.abc import Iterable
from functools import cache
from types import MappingProxyType
from xml.sax.saxutils import escape

from carrom.board.arithmetic import SplitMix64, direction
from carrom.board.disc import STRIKER, Disc, Kind
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.seat import Lying, Seat

# -- the empty board ---------------------------------------------------------------------------------------------------
# Units are millimetres, with the origin at the board's centre and y downwards, as usual in SVG. Uses only plain shapes
# and gradients, no filters, so it renders the same everywhere and is cheap to animate.


PALETTE = MappingProxyType(
    {
        "surface": "#f3dfb4",
        "surface-edge": "#e3c288",
        "grain": "#b98a4a",
        "frame": "#6b3a1f",
        "frame-light": "#8a5230",
        "frame-dark": "#47230f",
        "lip": "#2e160a",
        "pocket": "#17100c",
        "line": "#33221a",
        "red": "#b3261e",
        "white": "#fdf6e3",
        "white-edge": "#9c8350",
        "white-mark": "#8a6f3a",
        "black": "#3a3538",
        "black-edge": "#121013",
        "black-mark": "#e6d7b4",
        "queen": "#d1303c",
        "queen-edge": "#7d0f1a",
        "queen-mark": "#ffe3d6",
        "striker": "#2f78b7",
        "striker-edge": "#123f6b",
        "striker-mark": "#e9f3fb",
        "path": "#0b6e5f",
    }
)
"""Colours of the board and the pieces, by element; the browser client uses the same."""

THICK_LINE = 5.75
"""Width of the base line nearest to the player, in mm (0.50–0.65 cm)."""
THIN_LINE = 1.2
_CORNER = 9.0


def number(value: float) -> str:
    """Return a number in SVG form: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def definitions() -> str:
    """Return the gradients of board and discs."""
    stops = {
        "carrom-surface": ("radial", "surface", "surface", "surface-edge"),
        "carrom-white": ("disc", "white", "white", "white-edge"),
        "carrom-black": ("disc", "black", "black", "black-edge"),
        "carrom-queen": ("disc", "queen", "queen", "queen-edge"),
        "carrom-striker": ("disc", "striker", "striker", "striker-edge"),
    }
    placing = {"radial": 'cx=".5" cy=".5" r=".75"', "disc": 'cx=".42" cy=".38" r=".66"'}
    gradients = [
        f'<radialGradient id="{name}" {placing[kind]}><stop offset="0" stop-color="{PALETTE[inner]}"/>'
        f'<stop offset=".62" stop-color="{PALETTE[middle]}"/><stop offset="1" stop-color="{PALETTE[outer]}"/>'
        "</radialGradient>"
        for name, (kind, inner, middle, outer) in stops.items()
    ]
    gradients.append(
        '<radialGradient id="carrom-shadow"><stop offset=".72" stop-color="#2a1608" stop-opacity=".42"/>'
        '<stop offset="1" stop-color="#2a1608" stop-opacity="0"/></radialGradient>'
        f'<radialGradient id="carrom-hole" cx=".5" cy=".5" r=".5"><stop offset=".55" stop-color="#000"/>'
        f'<stop offset="1" stop-color="{PALETTE["pocket"]}"/></radialGradient>'
    )
    return f"<defs>{''.join(gradients)}</defs>"


@cache
def empty_board(equipment: Equipment, quarters: int = 0) -> str:
    """Return the empty board as an SVG group; `quarters` rotates the wood grain, the markings are symmetric."""
    half = number(equipment.half / MM)
    side = number(equipment.surface / MM)
    sides = "".join(f'<g transform="rotate({90 * k})">{_side(equipment)}</g>' for k in range(4))
    return (
        f'<g class="carrom-board">{_frame(equipment)}'
        f'<rect x="-{half}" y="-{half}" width="{side}" height="{side}" fill="url(#carrom-surface)"/>'
        f'<g transform="rotate({90 * quarters})">{_grain(equipment)}</g>'
        f"{_lip(equipment)}{_middle(equipment)}{sides}</g>"
    )


def _frame(equipment: Equipment) -> str:
    """Return the four mitred bars of the frame, lit from the top left."""
    inner, outer = equipment.half / MM, (equipment.half + equipment.frame_width) / MM
    shades = ("frame-light", "frame", "frame-dark", "frame")
    bar = f"M{-outer} {-outer}H{outer}L{inner} {-inner}H{-inner}Z"
    bars = "".join(
        f'<path d="{bar}" transform="rotate({90 * k})" fill="{PALETTE[shade]}"/>' for k, shade in enumerate(shades)
    )
    edge = number(outer)
    size = number(2 * outer)
    groove = number((inner + outer) / 2 + 10)
    groove_size = number(inner + outer + 20)
    return (
        f'<clipPath id="carrom-round"><rect x="-{edge}" y="-{edge}" width="{size}" height="{size}" rx="26"/></clipPath>'
        f'<g clip-path="url(#carrom-round)">{bars}</g>'
        f'<rect x="-{groove}" y="-{groove}" width="{groove_size}" height="{groove_size}" rx="16" fill="none" '
        f'stroke="{PALETTE["frame-dark"]}" stroke-width="1.6" opacity=".7"/>'
    )


def _lip(equipment: Equipment) -> str:
    """Return the frame's inner edge and its shadow on the surface."""
    half, side = equipment.half / MM, equipment.surface / MM
    rings = []
    for inset, width, opacity in ((4, 8, 0.06), (2, 4, 0.1), (-1.5, 3, 1)):
        low, size, bend = number(half - inset), number(side - 2 * inset), _CORNER if inset < 0 else 0
        rings.append(
            f'<rect x="-{low}" y="-{low}" width="{size}" height="{size}" rx="{bend}" fill="none" '
            f'stroke="{PALETTE["lip"]}" stroke-width="{width}" opacity="{opacity}"/>'
        )
    return "".join(rings)


def _grain(equipment: Equipment) -> str:
    """Return the wood grain: long, slightly wavy lines from a fixed seed."""
    half = equipment.half // MM
    stream = SplitMix64(74)
    lines = []
    for _ in range(54):
        start, sway = stream.between(-half + 2, half - 2), stream.between(-9, 9)
        back, opacity = stream.between(-9, 9), stream.between(5, 17)
        width = stream.between(3, 16) / 10
        lines.append(
            f'<path d="M{-half} {start}C{-half // 3} {start + sway} {half // 3} {start + back} {half} {start}" '
            f'stroke-width="{width}" opacity=".{opacity:02}"/>'
        )
    box = f'<clipPath id="carrom-inside"><path d="M{-half} {-half}H{half}V{half}H{-half}Z"/></clipPath>'
    return f'{box}<g clip-path="url(#carrom-inside)" fill="none" stroke="{PALETTE["grain"]}">{"".join(lines)}</g>'


def _middle(equipment: Equipment) -> str:
    """Return the centre circle, the outer circle and the rosette between them."""
    centre, outer = equipment.centre_circle / 2 / MM, equipment.outer_circle / 2 / MM
    line, red = PALETTE["line"], PALETTE["red"]
    petal = f"M0 {number(-centre - 2)}C{number(outer * 0.2)} {number(-outer * 0.45)} {number(outer * 0.2)} "
    petal += f"{number(-outer * 0.72)} 0 {number(-outer + 5)}C{number(-outer * 0.2)} {number(-outer * 0.72)} "
    petal += f"{number(-outer * 0.2)} {number(-outer * 0.45)} 0 {number(-centre - 2)}Z"
    petals = "".join(
        f'<path d="{petal}" transform="rotate({45 * k})" fill="{red if k % 2 == 0 else line}" opacity=".2"/>'
        for k in range(8)
    )
    return (
        f'{petals}<g fill="none" stroke="{line}">'
        f'<circle r="{number(outer - 0.6)}" stroke-width="1.2"/><circle r="{number(outer - 3.4)}" stroke-width=".6"/>'
        f'</g><circle r="{number(centre - 0.5)}" fill="{red}" stroke="{line}" stroke-width="1"/>'
    )


def _side(equipment: Equipment) -> str:
    """Return the markings in front of one seat (drawn at the bottom), with the corner to its right."""
    half, reach = equipment.half / MM, equipment.base_circle_offset / MM
    near, far = half - equipment.lower_line / MM, half - equipment.upper_line / MM
    line = PALETTE["line"]
    lines = "".join(
        f'<path d="M{number(-reach)} {number(at)}H{number(reach)}" stroke="{line}" stroke-width="{width}"/>'
        for at, width in ((near + THICK_LINE / 2, THICK_LINE), (far + THIN_LINE / 2, THIN_LINE))
    )
    ring, disc = equipment.base_circle_diameter / 2 / MM, equipment.base_circle_disc / 2 / MM
    circles = "".join(
        f'<g transform="translate({number(x)} {number(equipment.baseline / MM)})">'
        f'<circle r="{number(ring - 0.5)}" fill="{PALETTE["surface"]}" stroke="{line}" stroke-width="1"/>'
        f'<circle r="{number(disc)}" fill="{PALETTE["red"]}"/></g>'
        for x in (-reach, reach)
    )
    return f"{lines}{circles}{_arrow(equipment)}{_pocket(equipment)}"


def _arrow(equipment: Equipment) -> str:
    """Return the arrow towards the right-hand pocket, with the arc at its inner end."""
    tip = 2**0.5 * equipment.pocket_centre / MM - equipment.arrow_tip / MM
    inner = tip - equipment.arrow_length / MM
    arc = 31.75
    middle = inner + arc
    bend_x, bend_y = number(middle + arc * 0.5), number(arc * 0.866)
    head = "M0 0L-13 -4.2L-10 0L-13 4.2Z"
    line, red = PALETTE["line"], PALETTE["red"]
    return (
        f'<g transform="rotate(45)" fill="none" stroke="{line}" stroke-width="{equipment.arrow_width / MM}">'
        f'<path d="M{number(inner + 0.75)} 0H{number(tip - 10)}"/>'
        f'<path d="M{bend_x} -{bend_y}A{arc - 0.75} {arc - 0.75} 0 1 0 {bend_x} {bend_y}"/>'
        f'<g fill="{red}" stroke="none"><path d="{head}" transform="translate({number(tip)} 0)"/>'
        f'<path d="{head}" transform="translate({number(middle + arc * 0.5 + 6)} -{number(arc * 0.866 - 3.6)}) '
        f'rotate(30) scale(.7)"/>'
        f'<path d="{head}" transform="translate({number(middle + arc * 0.5 + 6)} {number(arc * 0.866 - 3.6)}) '
        f'rotate(-30) scale(.7)"/>'
        f'<circle cx="{number(middle)}" r="4"/></g></g>'
    )


def _pocket(equipment: Equipment) -> str:
    """Return the right-hand pocket: a round hole, with the corner of the surface cut away."""
    at, radius, half = equipment.pocket_centre / MM, equipment.pocket_diameter / 2 / MM, equipment.half / MM
    c, h, r = number(at), number(half + 0.2), number(radius)
    bend = number(half + 0.2 - _CORNER)
    corner = f"M{c} {h}H{bend}Q{h} {h} {h} {bend}V{c}L{c} {c}Z"
    return (
        f'<path d="{corner}" fill="{PALETTE["pocket"]}"/>'
        f'<circle cx="{c}" cy="{c}" r="{r}" fill="url(#carrom-hole)"/>'
        f'<path d="M{c} {number(at + radius)}A{r} {r} 0 1 1 {number(at + radius)} {c}" fill="none" '
        f'stroke="{PALETTE["frame-light"]}" stroke-width="1.4"/>'
    )


# -- the discs and their marks -----------------------------------------------------------------------------------------


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
