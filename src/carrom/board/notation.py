"""Notation of positions and strokes: short text that reads back exactly (docs/reference/notation.md).

    c1_Q.3.-2_W1.-4.-31824_B1.27561.15908      a position: version, then disc.x.y in µm, in the order of `Disc`
    x12000.vx150000.vy3500000                  a stroke: µm and µm/s; `y` and `spin` follow when they are not 0

Uses only letters, digits, `.`, `-` and `_`, so no quoting is needed in a shell, URL, file name or JSON.
"""

import re

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.errors import NotationError

VERSION = "c1"
"""Version prefix of a position; an incompatible format would be `c2`."""

_WHOLE = "(0|-?[1-9][0-9]{0,9})"
_PLACE = re.compile(rf"([SQ]|[WB][1-9])\.{_WHOLE}\.{_WHOLE}", re.ASCII)
_STROKE = re.compile(rf"x{_WHOLE}\.vx{_WHOLE}\.vy{_WHOLE}(?:\.y{_WHOLE})?(?:\.spin{_WHOLE})?", re.ASCII)
_LONGEST = 1000


def write_position(position: Position) -> str:
    """Return the position as text; equal positions give equal texts."""
    return "_".join([VERSION, *(f"{placed.disc}.{placed.at.x}.{placed.at.y}" for placed in position)])


def read_position(text: str) -> Position:
    """Parse a position; the discs may be in any order.

    Raises `NotationError` for malformed text. Use `check_position` to check that the discs fit on the board.
    """
    if len(text) > _LONGEST:
        raise NotationError(f"A position has at most {_LONGEST} characters; this text has {len(text)}.")
    version, *words = text.strip().split("_")
    if version != VERSION:
        raise NotationError(f'A position begins with "{VERSION}", as in "{VERSION}_Q.0.0"; this one: {_quoted(text)}.')
    places: dict[Disc, Point] = {}
    for word in words:
        match = _PLACE.fullmatch(word)
        if match is None:
            raise NotationError(f'{_quoted(word)} is not a disc and place such as "W1.-4.-31824" (whole µm).')
        disc = Disc(match[1])
        if disc in places:
            raise NotationError(f"{disc} is given twice; expected it once.")
        places[disc] = Point(int(match[2]), int(match[3]))
    return Position.of(places)


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
            raise NotationError(f"{_quoted(str(name))} is not a disc; expected S, Q, W1 to W9 or B1 to B9.")
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
        f"The place of {name} is {_quoted(str(at))}; expected two whole numbers of µm such as [0, -31820]."
    )


def write_stroke(stroke: Stroke) -> str:
    """Return the stroke as text without spaces; equal strokes give equal texts."""
    parts = [f"x{stroke.x}", f"vx{stroke.vx}", f"vy{stroke.vy}"]
    if stroke.y:
        parts.append(f"y{stroke.y}")
    if stroke.spin:
        parts.append(f"spin{stroke.spin}")
    return ".".join(parts)


def read_stroke(text: str) -> Stroke:
    """Parse a stroke. Raises `NotationError`."""
    match = _STROKE.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if match is None:
        raise NotationError(
            f'{_quoted(text)} is not a stroke such as "x12000.vx150000.vy3500000" (µm and µm/s; ".y" in µm and ".spin" '
            "in mrad/s may follow)."
        )
    x, vx, vy, y, spin = (int(number) if number else 0 for number in match.groups())
    return Stroke(x, vx, vy, y, spin)


def _quoted(text: str) -> str:
    """Return the text in quotes, shortened for use in a sentence."""
    return f'"{text if len(text) <= 60 else text[:57] + "..."}"'
