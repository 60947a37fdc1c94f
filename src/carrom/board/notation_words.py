"""The words of the notation of positions and strokes, as numbers (docs/reference/notation.md)."""

import re
from collections.abc import Iterable

from carrom.board.disc import Disc
from carrom.errors import NotationError

VERSION = "c1"
"""Version prefix of a position; an incompatible format would be `c2`."""

_WHOLE = "(0|-?[1-9][0-9]{0,9})"
_PLACE = re.compile(rf"([SQ]|[WB][1-9])\.{_WHOLE}\.{_WHOLE}", re.ASCII)
_STROKE = re.compile(rf"x{_WHOLE}\.vx{_WHOLE}\.vy{_WHOLE}(?:\.y{_WHOLE})?(?:\.spin{_WHOLE})?", re.ASCII)
_LONGEST = 1000


def position_text(places: Iterable[tuple[Disc, int, int]]) -> str:
    """Return discs at places (µm) as text."""
    return "_".join([VERSION, *(f"{disc}.{x}.{y}" for disc, x, y in places)])


def places_of(text: str) -> dict[Disc, tuple[int, int]]:
    """Return the place of each disc of a position's text, in µm. Raises `NotationError`."""
    if not isinstance(text, str):
        raise NotationError(f'A position is a text such as "{VERSION}_Q.0.0"; this is {quoted(repr(text))}.')
    if len(text) > _LONGEST:
        raise NotationError(f"A position has at most {_LONGEST} characters; this text has {len(text)}.")
    version, *words = text.strip().split("_")
    if version != VERSION:
        raise NotationError(f'A position begins with "{VERSION}", as in "{VERSION}_Q.0.0"; this one: {quoted(text)}.')
    places: dict[Disc, tuple[int, int]] = {}
    for word in words:
        match = _PLACE.fullmatch(word)
        if match is None:
            raise NotationError(f'{quoted(word)} is not a disc and place such as "W1.-4.-31824" (whole µm).')
        disc = Disc(match[1])
        if disc in places:
            raise NotationError(f"{disc} is given twice; expected it once.")
        places[disc] = int(match[2]), int(match[3])
    return places


def stroke_text(x: int, vx: int, vy: int, y: int, spin: int) -> str:
    """Return the numbers of a stroke (µm, µm/s, mrad/s) as text without spaces."""
    parts = [f"x{x}", f"vx{vx}", f"vy{vy}"]
    if y:
        parts.append(f"y{y}")
    if spin:
        parts.append(f"spin{spin}")
    return ".".join(parts)


def stroke_numbers(text: str) -> tuple[int, int, int, int, int]:
    """Return x, vx, vy, y and spin of a stroke's text. Raises `NotationError`."""
    match = _STROKE.fullmatch(text.strip()) if isinstance(text, str) and len(text) <= _LONGEST else None
    if match is None:
        raise NotationError(
            f'{quoted(str(text))} is not a stroke such as "x12000.vx150000.vy3500000" (µm and µm/s; ".y" in µm and '
            '".spin" in mrad/s may follow).'
        )
    x, vx, vy, y, spin = (int(number) if number else 0 for number in match.groups())
    return x, vx, vy, y, spin


def quoted(text: str) -> str:
    """Return the text in quotes, shortened for use in a sentence."""
    return f'"{text if len(text) <= 60 else text[:57] + "..."}"'
