"""Free space on the board: flat arrays for the compiled placement functions.

They run interpreted until `use_native` is called, as the physics does when it loads its kernel: native code takes
arrays of NumPy, which a process without physics does not import. The results are the same.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import isqrt
from types import ModuleType
from typing import Any

from carrom.board import disc_spots, integers, striker_spans, tangent_spots
from carrom.board.disc import QUEEN, Disc
from carrom.board.equipment import Equipment
from carrom.board.seat import Lying
from carrom.compiling import kernels

MODULES: tuple[ModuleType, ...] = (integers, tangent_spots, striker_spans, disc_spots)
"""The modules of the compiled subset that find places."""
ENTRIES = (striker_spans.free_at, striker_spans.spans, disc_spots.due_places, disc_spots.centre_place)
FOUND = 10_000
"""Capacity of the result array in points: more than the possible crossings of nineteen discs."""
_native: list["FreeSpace"] = []
"""The native functions, if they are used."""


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
    return FreeSpace(kernels(ENTRIES, as_native=False), False)


def current() -> FreeSpace:
    """Return the native functions if they are used, otherwise the interpreted ones."""
    return _native[0] if _native else interpreted()


def use_native() -> None:
    """Run the functions as native code from now on."""
    _native[:] = [FreeSpace(kernels(ENTRIES, as_native=True), True)]


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
