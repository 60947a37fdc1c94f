"""A stroke as SVG: the paths of the discs, the first contact, where they come to rest or may do so."""

import math
from collections.abc import Sequence
from itertools import pairwise

from carrom.board import STRIKER, Disc, Point, Position, Seat, Stroke
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.picture import PALETTE, SIZE, number, picture
from carrom.board.striker_spots import striker_at
from carrom.errors import IllegalStroke
from carrom.physics.played import ContactKind, Played
from carrom.physics.trajectory import Keyframe
from carrom.values import Value

BOLD = 2.5
"""Factor by which paths are thicker in lesson pictures, which are shown small."""

_INK = {
    "striker": PALETTE["path"],
    "queen": PALETTE["queen"],
    "white": PALETTE["white-mark"],
    "black": PALETTE["black-edge"],
}
"""Colour of a disc's path, by kind."""


def stroke_picture(
    position: Position,
    stroke: Stroke,
    played: Played,
    seat: Seat = Seat.SOUTH,
    labels: bool = False,
    size: int = SIZE,
    equipment: Equipment = STANDARD,
) -> str:
    """Return a stroke played from a position as an SVG document, with the player's seat at the bottom.

    Shows discs at rest, dashed rings at their starting positions, and a line for each path. A thin ring shows the
    striker at its first contact, a cross where a disc fell. `played` must include its trajectory; raises
    `IllegalStroke` without one. `size` is the width in pixels; `labels` adds the names of the discs.

    >>> import carrom
    >>> stroke = carrom.Stroke(x=0, vx=0, vy=2_000_000)
    >>> played = carrom.simulate(carrom.rack(), stroke, trajectory=True)
    >>> carrom.stroke_picture(carrom.rack(), stroke, played).startswith("<svg")
    True
    """
    if played.trajectory is None:
        raise IllegalStroke("There is no trajectory to draw; simulate the stroke with trajectory=True.")
    start = position.having(STRIKER, striker_at(seat, stroke.x, stroke.y, equipment))
    ways = _by_disc(played.trajectory.keyframes)
    rings = "".join(_ring(disc, start[disc], seat, equipment, "2.4 2") for disc in ways if disc in start)
    return picture(
        played.rest,
        seat,
        labels,
        size,
        equipment,
        under=f'<g fill="none" class="carrom-ways">{rings}{_lines(ways, seat)}</g>',
        over=_first_contact(played, ways, seat, equipment) + _fallen(played, ways, seat),
        title=in_words(played),
    )


def lesson_picture(
    position: Position, stroke: Stroke, played: Played, title: str, size: int = SIZE, equipment: Equipment = STANDARD
) -> str:
    """Return a stroke from the south for teaching: discs at their starting positions, with the paths to come."""
    if played.trajectory is None:
        raise IllegalStroke("There is no trajectory to draw; simulate the stroke with trajectory=True.")
    start = position.having(STRIKER, striker_at(Seat.SOUTH, stroke.x, stroke.y, equipment))
    ways = _by_disc(played.trajectory.keyframes)
    return picture(
        start,
        Seat.SOUTH,
        size=size,
        equipment=equipment,
        under=f'<g fill="none" class="carrom-ways">{_lines(ways, Seat.SOUTH, BOLD)}</g>',
        over=_first_contact(played, ways, Seat.SOUTH, equipment) + _fallen(played, ways, Seat.SOUTH),
        title=f"{title}. {in_words(played)}",
    )


def _lines(ways: dict[Disc, list[Keyframe]], seat: Seat, bold: float = 1) -> str:
    return "".join(_way(disc, frames, seat, bold) for disc, frames in ways.items())


def in_words(played: Played) -> str:
    """Describe the result of a stroke in one sentence, for people who cannot see the picture."""
    pocketed = played.outcome.pocketed
    fate = f"{', '.join(disc.value for disc in pocketed)} pocketed" if pocketed else "nothing pocketed"
    touched = f"the striker touches {played.outcome.touched[0].value} first" if played.outcome.touched else "no touch"
    return f"A stroke: {touched}; {fate}; {played.duration / 1e6:.1f} s"


def _by_disc(keyframes: tuple[Keyframe, ...]) -> dict[Disc, list[Keyframe]]:
    """Return the keyframes of every disc that moved, in order of time."""
    ways: dict[Disc, list[Keyframe]] = {}
    for frame in sorted(keyframes, key=lambda frame: frame.time):
        ways.setdefault(frame.disc, []).append(frame)
    return ways


def _way(disc: Disc, frames: list[Keyframe], seat: Seat, bold: float = 1) -> str:
    """Return the path of a disc: each keyframe's parabola is exactly one quadratic Bézier curve."""
    path = [f"M{_at(frames[0].x, frames[0].y, seat)}"]
    for frame, following in pairwise(frames):
        half = (following.time - frame.time) / 2e6
        path.append(
            f"Q{_at(frame.x + frame.vx * half, frame.y + frame.vy * half, seat)} {_at(following.x, following.y, seat)}"
        )
    way = "".join(path)
    width = (2.2 if disc is STRIKER else 1.6) * bold
    return (
        f'<path d="{way}" stroke="#fff" stroke-width="{width + 1.6}" opacity=".55" stroke-linejoin="round"/>'
        f'<path d="{way}" stroke="{_INK[disc.kind.value]}" stroke-width="{width}" stroke-linejoin="round" '
        f'data-way="{disc.value}"/>'
    )


def _at(x: float, y: float, seat: Seat) -> str:
    """Return a board point (µm) in the drawing's mm, as seen from the seat."""
    across, up = seat.from_board(x, y)  # type: ignore[arg-type]
    return f"{number(across / MM)} {number(-up / MM)}"


def _ring(disc: Disc, at: Point, seat: Seat, equipment: Equipment, dashes: str = "") -> str:
    """Return the outline of a disc at a point."""
    across, up = seat.from_board(at.x, at.y)
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<circle cx="{number(across / MM)}" cy="{number(-up / MM)}" r="{number(equipment.radius(disc) / MM)}" '
        f'fill="none" stroke="{_INK[disc.kind.value]}" stroke-width="1.2"{dash}/>'
    )


def _first_contact(played: Played, ways: dict[Disc, list[Keyframe]], seat: Seat, equipment: Equipment) -> str:
    """Return the outline of the striker at its first contact with a disc, and a dot at the contact point."""
    met = next((c for c in played.contacts if c.kind is ContactKind.DISC and STRIKER in c.discs), None)
    if met is None or STRIKER not in ways:
        return ""
    frame = next((frame for frame in ways[STRIKER] if frame.time >= met.time), ways[STRIKER][-1])
    touch = f'<circle r="2" fill="{_INK["striker"]}" transform="translate({_at(met.at.x, met.at.y, seat)})"/>'
    return _ring(STRIKER, Point(round(frame.x), round(frame.y)), seat, equipment) + touch


def _fallen(played: Played, ways: dict[Disc, list[Keyframe]], seat: Seat) -> str:
    """Return a cross, in the disc's colour with a light edge, where each disc fell."""
    crosses = []
    for disc in played.outcome.pocketed:
        if disc not in ways:
            continue
        last = ways[disc][-1]
        cross = "M-5 -5L5 5M-5 5L5 -5"
        crosses.append(
            f'<g transform="translate({_at(last.x, last.y, seat)})" fill="none" stroke-linecap="round">'
            f'<path d="{cross}" stroke="#fff" stroke-width="5"/>'
            f'<path d="{cross}" stroke="{_INK[disc.kind.value]}" stroke-width="2.6"/></g>'
        )
    return "".join(crosses)


# -- possible outcomes: where discs may come to rest -------------------------------------------------------------------


SHOWN = 60.0
"""Length of the stroke's arrow, in mm per m/s."""
DOT = 2.6
"""Radius of a dot for a resting position, in mm."""
_DOT_INK = {"striker": "path", "queen": "queen", "white": "white-mark", "black": "black-edge"}


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
    ink = PALETTE[_DOT_INK[rests.disc.kind.value]]
    full = "".join(f'<circle {_centre_of_dot(at, seat)} r="{DOT}"/>' for at in rests.good)
    rings = "".join(f'<circle {_centre_of_dot(at, seat)} r="{DOT - 0.5}"/>' for at in rests.bad)
    return (
        f'<g data-rests="{rests.disc.value}"><g fill="{ink}" fill-opacity=".55">{full}</g>'
        f'<g fill="none" stroke="{ink}" stroke-opacity=".7">{rings}</g></g>'
    )


def _centre_of_dot(at: Point, seat: Seat) -> str:
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
