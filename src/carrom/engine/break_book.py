"""The opening book of breaks, precomputed for racks whose gaps between pieces are unknown.

A break is chaotic, so breaks are chosen for their average result. `carrom train --breaks` builds the book
(`build_break_book.py`).
"""

import math
from functools import cache
from pathlib import Path

import numpy as np

from carrom.engine import artifacts
from carrom.engine.candidates import Whole
from carrom.engine.pocketing import PlayerView
from carrom.errors import SetupError
from carrom.values import Value

RING = 64_000.0
"""Distance of the outer ring of pieces from the centre, µm."""
PATH = artifacts.FOLDER / "breaks.json"
ASIDES = 1.6
"""Largest distance at which a break passes the centre, in rings."""


STEADIEST = 0.03
"""Aim errors below this count as this, in degrees."""


def is_exact(degrees: float) -> bool:
    """Whether a player with this aim error clears whatever a break leaves, so that only keeping the turn counts."""
    return degrees < STEADIEST


class BreakLine(Value, frozen=True):
    """One break: the striker's spot, the offset at which it passes the centre, and its speed."""

    x: int
    """Offset along the baseline, µm."""
    aside: float
    """Distance at which the striker passes the centre, to its right, in rings."""
    speed: float
    """m/s."""
    kept: float
    """Share of racks on which the break kept the turn."""
    win: float = 0.5
    """Mean probability of winning the board after the break, by the board value, between equal players."""


class BookPage(Value, frozen=True):
    """The best breaks for one rack, surface, accuracy and top speed."""

    angle: int
    """Angle of the rack, degrees."""
    friction: float
    degrees: float
    fastest: float
    courses: tuple[BreakLine, ...]


def read_book(path: Path = PATH) -> tuple[BookPage, ...]:
    """Return the pages of a book. Raises `SetupError` for a truncated or changed file, or one of another version."""
    content = artifacts.read(path)
    try:
        pages = tuple(
            BookPage(
                angle=each["angle"],
                friction=each["friction"],
                degrees=each["degrees"],
                fastest=each["fastest"],
                courses=tuple(BreakLine(*row) for row in each["courses"]),
            )
            for each in content["pages"]
        )
    except (KeyError, TypeError):
        pages = ()
    if not pages or not all(each.courses for each in pages):
        raise SetupError(
            f"{path} has no pages of breaks that this version can read. Install carrom again, or rebuild the file with "
            "`carrom train --breaks`."
        )
    return pages


@cache
def book() -> tuple[BookPage, ...]:
    """Return the book that ships with the package. Raises `SetupError` if the file was changed."""
    return read_book()


def page(angle: int, friction: float, degrees: float, fastest: float) -> BookPage:
    """Return the page for this rack with the nearest surface and accuracy; the rack at 270° if the rack has no page."""
    pages = book()
    of_rack = [each for each in pages if each.angle == angle] or [each for each in pages if each.angle == 270]
    slow = [each for each in of_rack if each.fastest <= fastest + 1e-9]
    chosen = slow or [min(of_rack, key=lambda each: each.fastest)]

    def distance(each: BookPage) -> tuple[float, float, float]:
        return (
            abs(math.log(each.friction / friction)),
            abs(math.log(max(each.degrees, STEADIEST) / max(degrees, STEADIEST))),
            fastest - each.fastest,
        )

    return min(chosen, key=distance)


def openings(table: PlayerView, count: int, fastest: float = 10.0, degrees: float = 0.4, angle: int = 270) -> Whole:
    """Return the first `count` breaks of the book and their mirror images, from legal spots.

    Speeds above `fastest` m/s are reduced to it.
    """
    rows = dict.fromkeys(
        past_the_middle(table, side * each.x, side * each.aside * RING, 1e6 * min(each.speed, fastest))
        for each in page(angle, table.ground.friction, degrees, fastest).courses
        for side in (1, -1)
    )
    return np.array(list(rows)[: max(1, count)], dtype=np.int64).reshape(-1, 5)


def every_course(table: PlayerView, count: int, fastest: float) -> Whole:
    """Return about `count` breaks spread over spots, directions and speeds, for a player who knows the rack's gaps."""
    speeds = [fastest * share for share in (1.0, 0.8, 0.6, 0.45)]
    across = max(1, count // (len(speeds) * 32))
    places = table.places[:: max(1, len(table.places) // across)]
    asides = max(2, count // (len(speeds) * len(places)))
    rows = dict.fromkeys(
        past_the_middle(table, x, (2.0 * step / (asides - 1) - 1.0) * ASIDES * RING, 1e6 * speed)
        for speed in speeds
        for x in places
        for step in range(asides)
    )
    return np.array(list(rows), dtype=np.int64).reshape(-1, 5)


def past_the_middle(table: PlayerView, wish: float, aside: float, speed: float) -> tuple[int, int, int, int, int]:
    """Return the stroke from the legal spot nearest to `wish` that passes the centre at `aside` µm to its right."""
    x = min(table.places, key=lambda place: (abs(place - wish), place))
    start = table.stand(x)
    distance = abs(start)
    angle = math.asin(aside / distance)
    way = -start / distance * complex(math.cos(angle), -math.sin(angle))
    return x, round(way.real * speed), round(way.imag * speed), table.across, 0
