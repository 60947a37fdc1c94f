"""A position as a PNG image for link previews, rendered with NumPy and zlib alone.

Pages that show a preview of a link read PNG or JPEG, not SVG. An indexed PNG of the flat colours of `draw.pixels` needs
no image library, and about a third of the bytes of the same picture with three channels.
"""

import struct
import zlib
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import STRIKER
from carrom.board.place import Lying, Point
from carrom.board.rack import nominal_rack
from carrom.draw.pixels import Pixels, pixels

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
