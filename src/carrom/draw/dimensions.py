"""The board and its discs with dimensions, from the equipment's figures."""

from carrom.board.disc import Disc
from carrom.board.empty_board_picture import PALETTE, empty_board, number
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.equipment_check import OFFICIAL
from carrom.draw.diagram import INK, LETTER, MEASURE, disc_at, leader, measured, sheet, words

WOOD = PALETTE["surface"]


def mm(micrometres: int) -> str:
    """Return a length in millimetres, formatted as in the table of measures beside the drawing."""
    return f"{micrometres / MM:g}"


def measured_board(equipment: Equipment = STANDARD) -> str:
    """Return a drawing of the board with dimensions in millimetres; below it the discs and a section of the frame."""
    content = f"{empty_board(equipment)}{_around(equipment)}{_lines(equipment)}{_circles(equipment)}{_below(equipment)}"
    return sheet(
        (-560, -470, 1040, 1170),
        780,
        "The board and its measures",
        "A carrom board from above with its measures in millimetres; below it a piece, the queen, the striker and a "
        "section through the frame.",
        content,
    )


def _around(e: Equipment) -> str:
    """Return the dimensions outside the board: surface, frame, length of the base lines."""
    half, outer = e.half / MM, (e.half + e.frame_width) / MM
    reach = e.line_length / 2 / MM
    y, x = outer + 34, -outer - 34
    thin = f'stroke="{MEASURE}" stroke-width=".8" stroke-dasharray="5 4"'
    rails = "".join(f'<path d="M{number(at)} {number(half)}V{number(y + 8)}" {thin}/>' for at in (-half, half, outer))
    near = -half + e.lower_line / MM
    rails += "".join(f'<path d="M{number(near)} {number(at)}H{number(x - 8)}" {thin}/>' for at in (-reach, reach))
    return (
        f"{rails}{measured(-half, y, half, y, f'playing surface {mm(e.surface)}')}"
        f"{measured(half, y, outer, y, mm(e.frame_width))}"
        f"{measured(x, reach, x, -reach, f'base lines with their circles {mm(e.line_length)}')}"
    )


def _lines(e: Equipment) -> str:
    """Return the distances of the base lines from the frame, and the arrow's length."""
    half = e.half / MM
    near, far = half - e.lower_line / MM, half - e.upper_line / MM
    tip = 2**0.5 * e.pocket_centre / MM - e.arrow_tip / MM
    start, side = tip - e.arrow_length / MM, 18
    along = [(at + shift * side) / 2**0.5 for at in (start, tip) for shift in (1, -1)]
    x, y = (start + 84 + 50) / 2**0.5, -(start + 84 - 50) / 2**0.5
    length = words(x, y, f"at most {mm(e.arrow_length)}", fill=MEASURE, halo=WOOD, weight="600", turn="-45")
    arrow = measured(along[0], -along[1], along[2], -along[3], "") + length
    return (
        f"{measured(-70, half, -70, near, mm(e.lower_line), halo=WOOD)}"
        f"{measured(70, half, 70, far, mm(e.upper_line), halo=WOOD)}{arrow}"
    )


def _circles(e: Equipment) -> str:
    """Return leader lines to the circles and a pocket."""
    offset, line, pocket = e.base_circle_offset / MM, e.baseline / MM, e.pocket_centre / MM
    centre, outer = e.centre_circle / 2 / MM, e.outer_circle / 2 / MM
    return (
        leader(0, -centre * 0.8, -92, -172, f"centre circle {mm(e.centre_circle)}", halo=WOOD)
        + leader(-outer * 0.71, outer * 0.71, -92, 168, f"outer circle {mm(e.outer_circle)}", halo=WOOD)
        + leader(offset, line, 172, 206, _base_circle(e), "end", WOOD)
        + leader(-pocket, -pocket, -250, -398, f"pocket {mm(e.pocket_diameter)}", halo=PALETTE["white"])
    )


def _base_circle(e: Equipment) -> str:
    return f"base circle {mm(e.base_circle_diameter)}, its disc {mm(e.base_circle_disc)}"


def _below(e: Equipment) -> str:
    """Return the discs from above and a section through frame and surface, at twice the board's scale."""
    top, scale = 600.0, 2.0
    man, striker = e.man_diameter / 2 / MM * scale, e.striker_diameter / 2 / MM * scale
    grams = [f"{mass / 1_000_000:g} g" for mass in (e.man_mass, e.striker_mass)]
    discs = [(Disc.W1, -480, man), (Disc.B1, -402, man), (Disc.Q, -324, man), (Disc.S, -140, striker)]
    drawn = "".join(disc_at(disc, x, top, reach) for disc, x, reach in discs)
    under = top + striker + 30
    men = f"{mm(e.man_diameter)} wide, {mm(e.man_thickness)} thick, {grams[0]}"
    return (
        f'<path d="M-530 528H450" stroke="{INK}" stroke-width=".8" opacity=".5"/>'
        f"{words(-530, 520, 'below: twice as large as above', 'start', LETTER * 0.8)}"
        f"{words(450, 520, 'all lengths in millimetres', 'end', LETTER * 0.8)}"
        f"{drawn}{words(-402, under, men, size=LETTER * 0.85)}"
        f"{words(-140, under, f'at most {mm(e.striker_diameter)}, {grams[1]}', size=LETTER * 0.85)}"
        f"{_section(e, top + 40, scale)}"
    )


def _section(e: Equipment, floor: float, scale: float) -> str:
    """Return the section: the plywood of the surface, with the frame on its edge."""
    width, height = e.frame_width / MM * scale, e.frame_height / MM * scale
    thick = next(measure.least for measure in OFFICIAL if measure.key == "thickness") or 0
    left, inner, ply = 80.0, 300.0, thick * scale
    frame = f"M{number(inner)} {number(floor)}v{number(-height)}h{number(width)}v{number(height + ply)}H{inner}Z"
    edge, above = f'stroke="{INK}" stroke-width="1"/>', floor - height - 14
    high, least = f"frame {mm(e.frame_height)} high", f"surface at least {thick:g} thick"
    return (
        f'<path d="M{left} {number(floor)}H{number(inner)}v{number(ply)}H{left}Z" fill="{PALETTE["surface-edge"]}" '
        f'{edge}<path d="{frame}" fill="{PALETTE["frame"]}" {edge}'
        f"{measured(inner - 16, floor, inner - 16, floor - height, '')}"
        f"{words(inner - 26, floor - height / 2 + 6, high, 'end', fill=MEASURE, weight='600')}"
        f"{measured(inner, above, inner + width, above, mm(e.frame_width))}"
        f"{words(left, floor + ply + 22, least, 'start', fill=MEASURE, weight='600')}"
    )
