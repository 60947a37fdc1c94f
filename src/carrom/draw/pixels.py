"""A position as pixels, rendered with NumPy alone: no display and no renderer needed."""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import Kind
from carrom.board.empty_board_picture import PALETTE, THICK_LINE, THIN_LINE
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.place import Lying
from carrom.board.seat import Seat

Pixels = NDArray[np.uint8]
_Plane = NDArray[np.float64]

LEAST, MOST = 32, 2048
"""Allowed width and height of a picture, in pixels."""


def pixels(
    placed: Iterable[Lying], seat: Seat = Seat.SOUTH, size: int = 256, equipment: Equipment = STANDARD
) -> Pixels:
    """Return the discs of a position as an array (size, size, 3) of uint8, with `seat` at the bottom.

    Raises `ValueError` for a size outside LEAST to MOST.
    """
    if not LEAST <= size <= MOST:
        raise ValueError(f"a picture of {size} pixels; expected {LEAST} to {MOST}")
    board = _empty(equipment, size).copy()
    edge = (equipment.half + equipment.frame_width) / MM
    scale = size / (2 * edge)
    for lying in placed:
        across, up = seat.from_board(lying.at.x, lying.at.y)
        _disc(board, across / MM, -up / MM, equipment.radius(lying.disc) / MM, lying.disc.kind, edge, scale)
    painted: Pixels = np.rint(board).astype(np.uint8)
    return painted


def _ink(name: str) -> _Plane:
    colour = PALETTE[name]
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], dtype=np.float64)


def _lay(on: _Plane, cover: _Plane, name: str, strength: float = 1.0) -> None:
    """Blend a colour in where `cover` (0 to 1) is positive."""
    share = (cover * strength)[..., None]
    on += share * (_ink(name) - on)


def _within(distance: _Plane, scale: float) -> _Plane:
    """Return the covered share of each pixel, from its signed distance to a shape's edge (mm, negative inside)."""
    covered: _Plane = np.clip(0.5 - distance * scale, 0.0, 1.0)
    return covered


def _disc(on: _Plane, x: float, y: float, reach: float, kind: Kind, edge: float, scale: float) -> None:
    """Paint one disc, within its bounding square of pixels."""
    low_x, low_y = (max(0, int((at + edge - reach) * scale) - 1) for at in (x, y))
    high_x, high_y = (min(on.shape[0], int((at + edge + reach) * scale) + 2) for at in (x, y))
    if low_x >= high_x or low_y >= high_y:
        return
    part = on[low_y:high_y, low_x:high_x]
    across = (np.arange(low_x, high_x) + 0.5) / scale - edge - x
    down = ((np.arange(low_y, high_y) + 0.5) / scale - edge - y)[:, None]
    far = np.hypot(across, down)
    name = kind.value
    _lay(part, _within(far - reach, scale), f"{name}-edge")
    _lay(part, _within(far - 0.93 * reach, scale), name)
    if kind is Kind.WHITE:
        _lay(part, _within(np.abs(far - 0.55 * reach) - 0.07 * reach, scale), f"{name}-mark")
    elif kind is Kind.BLACK:
        star = np.sqrt(np.abs(across)) + np.sqrt(np.abs(down)) - np.sqrt(0.6 * reach)
        _lay(part, _within(star * np.sqrt(reach), scale), f"{name}-mark")
    elif kind is Kind.QUEEN:
        _lay(part, _within(np.abs(across) + np.abs(down) - 0.45 * reach, scale), f"{name}-mark")
    else:
        _lay(part, _within(np.abs(far - 0.62 * reach) - 0.07 * reach, scale), f"{name}-mark")
        _lay(part, _within(far - 0.22 * reach, scale), f"{name}-mark")


@cache
def _empty(equipment: Equipment, size: int) -> _Plane:
    """Return the empty board, which looks the same from every seat."""
    half, edge = equipment.half / MM, (equipment.half + equipment.frame_width) / MM
    scale = size / (2 * edge)
    along = (np.arange(size) + 0.5) / scale - edge
    x, y = np.meshgrid(along, along)
    on: _Plane = np.empty((size, size, 3))
    on[:] = _ink("frame")
    _lay(on, ((y < x) & (y < -x)).astype(np.float64), "frame-light")
    _lay(on, ((y > x) & (y > -x)).astype(np.float64), "frame-dark")
    square = np.maximum(np.abs(x), np.abs(y))
    _lay(on, _within(square - half - 4, scale), "lip")
    _lay(on, _within(square - half, scale), "surface")
    _lay(on, _within(square - half, scale) * np.clip(np.hypot(x, y) / half - 0.6, 0, 1), "surface-edge")
    for turned_x, turned_y in ((x, y), (y, x)):
        _lines(on, turned_x, np.abs(turned_y), equipment, scale)
    _middle(on, np.hypot(x, y), equipment, scale)
    reach = equipment.pocket_diameter / 2 / MM
    hole = np.hypot(np.abs(x) - equipment.pocket_centre / MM, np.abs(y) - equipment.pocket_centre / MM) - reach
    _lay(on, _within(hole - 1.5, scale), "frame-light")
    _lay(on, _within(hole, scale), "pocket")
    on.setflags(write=False)
    return on


def _lines(on: _Plane, x: _Plane, y: _Plane, equipment: Equipment, scale: float) -> None:
    """Paint the lines, base circles and arrows of two opposite seats."""
    half, reach = equipment.half / MM, equipment.base_circle_offset / MM
    for from_frame, width in ((equipment.lower_line, THICK_LINE), (equipment.upper_line, -THIN_LINE)):
        middle = half - from_frame / MM - width / 2
        line = np.maximum(np.abs(y - middle) - abs(width) / 2, np.abs(x) - reach)
        _lay(on, _within(line, scale), "line")
    circle = np.hypot(np.abs(x) - reach, y - equipment.baseline / MM)
    _lay(on, _within(circle - equipment.base_circle_diameter / 2 / MM, scale), "line")
    _lay(on, _within(circle - equipment.base_circle_diameter / 2 / MM + 1, scale), "surface")
    _lay(on, _within(circle - equipment.base_circle_disc / 2 / MM, scale), "red")
    tip = (2**0.5 * equipment.pocket_centre - equipment.arrow_tip) / MM
    out, aside = (np.abs(x) + y) / 2**0.5, np.abs(np.abs(x) - y) / 2**0.5
    stem = np.maximum(
        np.abs(out - tip + equipment.arrow_length / MM / 2) - equipment.arrow_length / MM / 2, aside - 0.9
    )
    _lay(on, _within(stem, scale), "line", 0.6)


def _middle(on: _Plane, far: _Plane, equipment: Equipment, scale: float) -> None:
    outer, centre = equipment.outer_circle / 2 / MM, equipment.centre_circle / 2 / MM
    _lay(on, _within(np.abs(far - outer + 0.6) - 0.9, scale), "line")
    _lay(on, _within(far - centre, scale), "line")
    _lay(on, _within(far - centre + 1, scale), "red")
