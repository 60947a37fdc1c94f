"""Notation of positions and strokes: short text that reads back exactly (docs/reference/notation.md).

    c1_Q.3.-2_W1.-4.-31824_B1.27561.15908      a position: version, then disc.x.y in µm, in the order of `Disc`
    x12000.vx150000.vy3500000                  a stroke: µm and µm/s; `y` and `spin` follow when they are not 0

Uses only letters, digits, `.`, `-` and `_`, so no quoting is needed in a shell, URL, file name or JSON. The functions
here are those of `Position` and `Stroke` (`from_text`, `to_text`), for code that passes functions around.
"""

from carrom.board.disc import Disc
from carrom.board.notation_words import VERSION, quoted
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.errors import NotationError

__all__ = ["VERSION", "position_from", "read_position", "read_stroke", "write_position", "write_stroke"]


def write_position(position: Position) -> str:
    """Return the position as text; equal positions give equal texts."""
    return position.to_text()


def read_position(text: str) -> Position:
    """Parse a position; the discs may be in any order. Raises `NotationError`."""
    return Position.from_text(text)


def write_stroke(stroke: Stroke) -> str:
    """Return the stroke as text without spaces; equal strokes give equal texts."""
    return stroke.to_text()


def read_stroke(text: str) -> Stroke:
    """Parse a stroke. Raises `NotationError`."""
    return Stroke.from_text(text)


def position_from(given: object) -> Position:
    """Return the position that JSON describes: a text, or a mapping of disc names to [x, y] in µm.

    `null` means that the disc is not on the board. Raises `NotationError`.
    """
    if isinstance(given, str):
        return read_position(given)
    if not isinstance(given, dict):
        raise NotationError('A position is a text or a mapping such as {"W1": [0, -31820]}, in µm.')
    places: dict[Disc, Point] = {}
    for name, at in given.items():
        if name not in Disc.__members__:
            raise NotationError(f"{quoted(str(name))} is not a disc; expected S, Q, W1 to W9 or B1 to B9.")
        if at is not None:
            places[Disc(name)] = _point(name, at)
    return Position.of(places)


def _point(name: str, at: object) -> Point:
    """Return the point that JSON describes for a disc."""
    if isinstance(at, (list, tuple)) and len(at) == 2:
        x, y = at
        if type(x) is int and type(y) is int and max(abs(x), abs(y)) < 10**10:
            return Point(x, y)
    raise NotationError(
        f"The place of {name} is {quoted(str(at))}; expected two whole numbers of µm such as [0, -31820]."
    )
