"""A position as pixels and as a PNG image, rendered with NumPy alone: no display and no renderer needed."""

import struct
import zlib
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.board import STRIKER, Kind, Lying, Point, Seat
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.board.picture import PALETTE, THICK_LINE, THIN_LINE
from carrom.board.rack import nominal_rack

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


# -- a PNG image for link previews, with NumPy and zlib alone ----------------------------------------------------------
# Pages that show a preview of a link read PNG or JPEG, not SVG. An indexed PNG of the flat colours of `draw.pixels`
# needs no image library, and about a third of the bytes of the same picture with three channels.


WIDTH, HEIGHT = 1200, 630
"""Size in pixels that readers of previews ask for (1.91 : 1)."""
_BOARD = 610
_GROUND = (34, 22, 18)
_COLOURS = 256


def preview_png(placed: Iterable[Lying]) -> bytes:
    """Return a picture of the discs on a board, with south at the bottom, as PNG."""
    palette, index_of = _palette()
    board = _shades(pixels(placed, size=_BOARD))
    unknown = np.unique(board[index_of[board] < 0])
    if unknown.size:
        index_of[unknown] = _nearest(unknown, palette)
    picture = np.full((HEIGHT, WIDTH), index_of[_shades(np.array([[_GROUND]], dtype=np.uint8))[0, 0]], dtype=np.uint8)
    top, left = (HEIGHT - _BOARD) // 2, (WIDTH - _BOARD) // 2
    picture[top : top + _BOARD, left : left + _BOARD] = index_of[board]
    return _png(picture, palette)


def _shades(picture: Pixels) -> NDArray[np.int32]:
    """Return each pixel as one number of 18 bits, six for each channel."""
    high = (picture >> 2).astype(np.int32)
    shades: NDArray[np.int32] = high[..., 0] << 12 | high[..., 1] << 6 | high[..., 2]
    return shades


def _nearest(shades: NDArray[np.int32], palette: Pixels) -> NDArray[np.int16]:
    """Return the index of the palette's colour nearest to each shade."""
    parts = np.stack([shades >> 12, shades >> 6 & 63, shades & 63], axis=-1) * 4 + 2
    away = ((parts[:, None, :] - palette[None, :, :].astype(np.int32)) ** 2).sum(axis=-1)
    nearest: NDArray[np.int16] = away.argmin(axis=1).astype(np.int16)
    return nearest


@cache
def _palette() -> tuple[Pixels, NDArray[np.int16]]:
    """Return the 256 commonest colours of a full board, and a table of indices by shade (-1: not known yet)."""
    rack = [Lying(each.disc, each.at) for each in nominal_rack()]
    board = _shades(pixels([*rack, Lying(STRIKER, Point(0, -252_600))], size=_BOARD))
    ground = _shades(np.array([[_GROUND]], dtype=np.uint8))
    shades, counts = np.unique(board, return_counts=True)
    chosen = np.concatenate([ground[0], shades[np.argsort(-counts, kind="stable")][: _COLOURS - 1]])
    palette = (np.stack([chosen >> 12, chosen >> 6 & 63, chosen & 63], axis=-1) * 4 + 2).astype(np.uint8)
    index_of = np.full(1 << 18, -1, dtype=np.int16)
    index_of[chosen] = np.arange(len(chosen), dtype=np.int16)
    return palette, index_of


def _png(picture: NDArray[np.uint8], palette: Pixels) -> bytes:
    """Return an indexed picture as a PNG file (ISO/IEC 15948)."""
    height, width = picture.shape
    rows = np.zeros((height, width + 1), dtype=np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = picture
    header = struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 6)
    parts = ((b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", body), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
