"""Free space on the board: flat arrays for the compiled placement functions.

Until `warm()` has compiled them, the functions are interpreted, with the same results. `physics.warm` compiles them
too.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import isqrt
from types import FunctionType, ModuleType
from typing import Any

from carrom.board import disc_spots, integers, striker_spans, tangent_spots
from carrom.board.disc import QUEEN, Disc
from carrom.board.equipment import Equipment
from carrom.board.seat import Lying
from carrom.compiling import can_compile, compiled_functions

MODULES: tuple[ModuleType, ...] = (integers, tangent_spots, striker_spans, disc_spots)
"""Modules in dependency order."""
ENTRIES = ("free_at", "spans", "due_places", "centre_place")
FOUND = 10_000
"""Capacity of the result array in points: more than the possible crossings of nineteen discs."""
_compiled: dict[str, "FreeSpace"] = {}
_lock = threading.Lock()


class FreeSpace:
    """The placement functions, compiled or interpreted, with the containers they need."""

    def __init__(self, functions: dict[str, Callable[..., Any]], is_compiled: bool) -> None:
        self.free_at = functions["free_at"]
        self.spans = functions["spans"]
        self.due_places = functions["due_places"]
        self.centre_place = functions["centre_place"]
        self.is_compiled = is_compiled

    def numbers(self, given: Sequence[int]) -> Any:
        """Return integers in the container that the functions need."""
        if not self.is_compiled:
            return list(given)
        import numpy

        return numpy.array(given, dtype=numpy.int64)

    def zeros(self, size: int) -> Any:
        """Return that many integer zeros."""
        if not self.is_compiled:
            return [0] * size
        import numpy

        return numpy.zeros(size, dtype=numpy.int64)

    def floats(self, size: int) -> Any:
        """Return that many float zeros."""
        if not self.is_compiled:
            return [0.0] * size
        import numpy

        return numpy.zeros(size)


@cache
def interpreted() -> FreeSpace:
    """Return the functions as plain Python."""
    return FreeSpace(
        {name: getattr(module, name) for module in MODULES for name in ENTRIES if hasattr(module, name)}, False
    )


def current() -> FreeSpace:
    """Return the compiled functions if they are warm, otherwise the interpreted ones."""
    return _compiled.get("room") or interpreted()


@cache
def room_twins() -> dict[FunctionType, Any]:
    """Return the compiled versions of the functions, which are cached in the user's cache directory."""
    return compiled_functions("room", MODULES, ENTRIES, {})


def warm() -> bool:
    """Compile the functions, or load them from the cache; return whether compiled functions are now used."""
    if not can_compile():
        return False
    with _lock:
        if "room" not in _compiled:
            made = FreeSpace({function.__name__: twin for function, twin in room_twins().items()}, True)
            _exercise(made)
            _compiled["room"] = made
    return True


def _exercise(room: FreeSpace) -> None:
    """Call every function once to compile it."""
    circles, points, found = room.zeros(3 * 4), room.floats(8), room.zeros(100)
    circles[2] = 31_800
    lines = room.numbers((219_100, 36_550, 4_750, 21_400, 252_600, 4_750))
    limits = room.numbers((31_800, 69_100, 370_000, 1, 0, 0, 347_750, 44_500))
    room.free_at(circles, 1, 0, lines, room.zeros(2 * striker_spans.MOST))
    room.spans(
        circles,
        1,
        lines,
        room.zeros(2 * striker_spans.MOST),
        room.zeros(2 * striker_spans.MOST),
        points,
        room.zeros(600),
    )
    room.due_places(circles, 1, limits, room.zeros(2), points, found, 1)
    room.centre_place(circles, 1, limits, 0, 31_800, points, found)


def circles_of(discs: Iterable[Lying], disc: Disc, equipment: Equipment, spare: int = 0) -> tuple[list[int], int]:
    """Return, for every other disc, the circle of centres at which `disc` touches it, and the number of circles."""
    reach = equipment.radius(disc)
    flat: list[int] = []
    for placed in discs:
        if placed.disc is not disc:
            flat += (placed.at.x, placed.at.y, equipment.radius(placed.disc) + reach)
    return flat + [0] * (3 * spare), len(flat) // 3


def limits_of(disc: Disc, discs: Iterable[Lying], equipment: Equipment) -> tuple[int, ...]:
    """Return the limits of the area for a due piece, and the queen's position if it is on the board."""
    reach = equipment.radius(disc)
    queen = next((placed.at for placed in discs if placed.disc is QUEEN and disc is not QUEEN), None)
    return (
        equipment.centre_circle // 2 + reach,
        equipment.outer_circle // 2 - reach,
        equipment.surface,
        int(queen is None),
        queen.x if queen else 0,
        queen.y if queen else 0,
        equipment.pocket_centre,
        equipment.pocket_diameter,
    )


def whole_board(equipment: Equipment) -> tuple[int, ...]:
    """Return limits that leave the inner half of the board open, for pieces placed by the umpire."""
    return (0, equipment.surface, equipment.half // 2, 1, 0, 0, equipment.pocket_centre, equipment.pocket_diameter)


@cache
def grid(inner: int, outer: int, pitch: int) -> tuple[int, ...]:
    """Return the points of a triangular grid of `pitch` µm inside a ring, flat, nearest to the centre first."""
    rise = isqrt(3 * pitch * pitch // 4)
    rows = outer // rise
    places = [
        (x * x + y * y, x, y)
        for row in range(-rows, rows + 1)
        for y, shift in ((row * rise, pitch // 2 if row % 2 else 0),)
        for x in range((-outer // pitch - 1) * pitch + shift, (outer // pitch + 1) * pitch + shift, pitch)
        if inner * inner <= x * x + y * y <= outer * outer
    ]
    return tuple(number for _, x, y in sorted(places) for number in (x, y))


def measures_of(equipment: Equipment, covered: int) -> tuple[int, ...]:
    """Return the measures of the lines; within `covered` µm of a base circle's centre, the striker covers it."""
    return (
        equipment.base_circle_offset,
        equipment.striker_diameter // 2 + equipment.base_circle_diameter // 2,
        covered,
        (equipment.striker_diameter + equipment.arrow_width) // 2,
        equipment.baseline,
        (equipment.striker_diameter - (equipment.upper_line - equipment.lower_line)) // 2,
    )
