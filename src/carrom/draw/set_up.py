"""The set-up: the board before the break, with the rack enlarged beside it."""

from fractions import Fraction

from carrom.board.arithmetic.direction import direction
from carrom.board.empty_board_picture import PALETTE, empty_board, number
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.picture import disc_shapes
from carrom.board.rack import rack
from carrom.draw.diagram import INK, LETTER, MEASURE, sheet, words

ARMS = (0, 120, 240)
"""Angles of the white arms relative to the first one, in degrees."""


def set_up(angle: int, equipment: Equipment = STANDARD, white: str = "white") -> str:
    """Return a drawing of a rack whose first white arm points at `angle` (degrees; the breaker is at 270)."""
    board = f"{empty_board(equipment)}{_arms(angle, equipment)}{_discs(angle, equipment)}{_breaker(equipment)}"
    near = (
        '<svg x="480" y="-330" width="620" height="620" viewBox="-96 -96 192 192">'
        f'<circle r="{number(equipment.outer_circle / 2 / MM)}" fill="{PALETTE["surface"]}" stroke="{INK}" '
        f'stroke-width="1.2"/>{_discs(angle, equipment)}</svg>'
    )
    arms = [f"{(angle + arm) % 360}°" for arm in ARMS]
    arms_text = f"{white} arms at {', '.join(arms[:2])} and {arms[2]}"
    captions = words(790, 330, arms_text, size=LETTER * 1.5) + words(
        790, 364, "counter-clockwise from the breaker's right hand", size=LETTER * 1.1, fill=MEASURE
    )
    return sheet(
        (-460, -460, 1610, 940),
        900,
        f"The set-up with a white arm at {angle} degrees",
        f"Queen, six pieces, twelve pieces; {arms_text}.",
        f"{board}{near}{captions}",
    )


def _discs(angle: int, equipment: Equipment) -> str:
    """Return the discs of the rack."""
    return "".join(
        f'<g transform="translate({number(lying.at.x / MM)} {number(-lying.at.y / MM)})">'
        f"{disc_shapes(lying.disc, equipment.radius(lying.disc) / MM)}</g>"
        for lying in rack(angle, equipment=equipment)
    )


def _arms(angle: int, equipment: Equipment) -> str:
    """Return dashed lines along the white arms, from the rack to the frame or a pocket."""
    ways = []
    half = equipment.half / MM
    for arm in ARMS:
        across, up = direction(Fraction(angle + arm))
        reach = half / max(abs(across), abs(up))
        if abs(abs(across) - abs(up)) < 1e-9:
            reach = equipment.pocket_centre / MM * 2**0.5
        ways.append(f"M0 0L{number(reach * across)} {number(-reach * up)}")
    return f'<path d="{"".join(ways)}" stroke="{MEASURE}" stroke-width="3" stroke-dasharray="12 8" fill="none"/>'


def _breaker(equipment: Equipment) -> str:
    """Return a label at the breaker's seat."""
    y = (equipment.half + equipment.frame_width / 2) / MM
    return words(0, y + 8, "the breaker sits here", fill=PALETTE["white"], size=LETTER * 1.2)
