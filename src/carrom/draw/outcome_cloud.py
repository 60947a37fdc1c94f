"""A stroke and its possible outcomes as SVG: its direction, and where discs may come to rest in success or failure."""

import math
from collections.abc import Sequence

from carrom.board.disc import STRIKER, Disc
from carrom.board.empty_board_picture import PALETTE, number
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.picture import SIZE, picture
from carrom.board.placement.striker_spots import striker_at
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.values import Value

SHOWN = 60.0
"""Length of the stroke's arrow, in mm per m/s."""
DOT = 2.6
"""Radius of a dot for a resting position, in mm."""
_INK = {"striker": "path", "queen": "queen", "white": "white-mark", "black": "black-edge"}


class Rests(Value, frozen=True):
    """Possible resting positions of a disc: if the stroke succeeds, and if it fails."""

    disc: Disc
    good: tuple[Point, ...]
    bad: tuple[Point, ...]


def chances_picture(
    position: Position,
    stroke: Stroke,
    rests: Sequence[Rests],
    seat: Seat = Seat.SOUTH,
    labels: bool = False,
    size: int = SIZE,
    title: str = "",
    equipment: Equipment = STANDARD,
) -> str:
    """Return a position with a stroke about to be played, as an SVG document, with the player's seat at the bottom.

    Full dots show where discs come to rest if the stroke succeeds, rings where they come to rest if it fails.
    """
    start = position.having(STRIKER, striker_at(seat, stroke.x, stroke.y, equipment))
    dots = "".join(_dots(each, seat) for each in rests)
    return picture(
        start,
        seat,
        labels,
        size,
        equipment,
        under=f'<g class="carrom-chances">{dots}</g>',
        over=_arrow(stroke, equipment),
        title=title,
    )


def _dots(rests: Rests, seat: Seat) -> str:
    ink = PALETTE[_INK[rests.disc.kind.value]]
    full = "".join(f'<circle {_at(at, seat)} r="{DOT}"/>' for at in rests.good)
    rings = "".join(f'<circle {_at(at, seat)} r="{DOT - 0.5}"/>' for at in rests.bad)
    return (
        f'<g data-rests="{rests.disc.value}"><g fill="{ink}" fill-opacity=".55">{full}</g>'
        f'<g fill="none" stroke="{ink}" stroke-opacity=".7">{rings}</g></g>'
    )


def _at(at: Point, seat: Seat) -> str:
    across, up = seat.from_board(at.x, at.y)
    return f'cx="{number(across / MM)}" cy="{number(-up / MM)}"'


def _arrow(stroke: Stroke, equipment: Equipment) -> str:
    """Return an arrow in the stroke's direction, with a length proportional to its speed."""
    x, y = stroke.x / MM, (equipment.baseline - stroke.y) / MM
    radius, speed = equipment.striker_diameter / (2 * MM), math.hypot(stroke.vx, stroke.vy)
    across, down = stroke.vx / speed, -stroke.vy / speed
    reach = radius + min(SHOWN * speed / 1e6, 2.2 * equipment.half / MM)
    begin = f"{number(x + radius * across)} {number(y + radius * down)}"
    end_x, end_y = x + reach * across, y + reach * down
    tips = []
    for side in (1, -1):
        back_x, back_y = 9 * across + side * 5 * down, 9 * down - side * 5 * across
        tips.append(f"{number(end_x - back_x)} {number(end_y - back_y)}")
    path = f"M{begin}L{number(end_x)} {number(end_y)}M{tips[0]}L{number(end_x)} {number(end_y)}L{tips[1]}"
    return (
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}" stroke="#fff" stroke-width="5"/>'
        f'<path d="{path}" stroke="{PALETTE["path"]}" stroke-width="2.6"/></g>'
    )
