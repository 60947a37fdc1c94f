"""Known places on a board, by name: circles of the calibration sheet, base circles, the centre. All in m."""

from collections.abc import Mapping
from types import MappingProxyType

from carrom.board.equipment import STANDARD

COLUMNS, ROWS = "ABCDE", range(1, 8)
STEP = 0.04
"""m between the circles of the sheet."""


def _places() -> dict[str, tuple[float, float]]:
    found = {
        f"{letter}{row}": (STEP * (index - 2), STEP * (row - 4)) for index, letter in enumerate(COLUMNS) for row in ROWS
    }
    line, off = STANDARD.baseline / 1e6, STANDARD.base_circle_offset / 1e6
    left, right = (-off, -line), (off, -line)
    for quarters, seat in enumerate(("south", "east", "north", "west")):
        for side, (x, y) in (("left", left), ("right", right)):
            found[f"{seat}-{side}"] = ((x, y), (-y, x), (-x, -y), (y, -x))[quarters]
    return found


MARK_PLACES: Mapping[str, tuple[float, float]] = MappingProxyType(_places())
"""A1 (near left) to E7 (far right) on the sheet; `south-left` and so on: base circles, as their seat sees them."""
