"""Learning curves as SVG, with reference players as horizontal lines."""

import math
from collections.abc import Sequence

from carrom.drawing import GREY, INK, PALE, Drawing, chart, text
from carrom.errors import RefusedRequest
from carrom.lab.result_files import Curve, Reached

_WIDE, _HIGH, _LEFT, _TOP, _RIGHT, _BELOW = 760, 440, 52, 16, 176, 44
_COLOURS = ("#1f6f8b", "#b23a48", "#5b7f2b", "#8a5a2b", "#4b4453")
_APART = 14.0
"""Least vertical distance of two labels, in the picture's units."""


def plot(figures: Sequence[Curve | Reached]) -> Drawing:
    """Return an SVG document. Raises `RefusedRequest` for results of different tasks, or without a curve."""
    tasks = sorted({each.task for each in figures})
    curves = [each for each in figures if isinstance(each, Curve)]
    if len(tasks) != 1 or not curves:
        raise RefusedRequest(
            f"the results are of {', '.join(tasks) or 'nothing'}; expected at least one curve, and all of one task"
        )
    most = _round_up(max(point.strokes for curve in curves for point in curve.points))
    levels = [(each.player, each.gained) for given in figures if isinstance(given, Reached) for each in given.players]
    parts = [*_axes(most), *_levels(levels, curves)]
    for curve, colour in zip(curves, _COLOURS * len(curves), strict=False):
        line = " ".join(f"{_x(point.strokes, most):.1f},{_y(point.gained):.1f}" for point in curve.points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
    title = f"What a stroke brings in {tasks[0].title()}-v0, by strokes played"
    return chart(title, _WIDE, _HIGH, "".join(parts))


def _axes(most: int) -> list[str]:
    parts = []
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDE - _RIGHT}" stroke="{PALE}"/>')
        parts.append(text(_LEFT - 8, y + 4, f"{tenth * 10} %", INK, "end"))
    for quarter in range(5):
        x, strokes = _x(most * quarter // 4, most), most * quarter // 4
        parts.append(text(x, _HIGH - _BELOW + 18, f"{strokes:,}".replace(",", " "), INK, "middle"))
    across = f"M{_LEFT} {_TOP}V{_HIGH - _BELOW}H{_WIDE - _RIGHT}"
    parts.append(f'<path d="{across}" fill="none" stroke="{INK}"/>')
    parts.append(text((_LEFT + _WIDE - _RIGHT) / 2, _HIGH - 6, "strokes played", INK, "middle"))
    return parts


def _levels(levels: list[tuple[str, float]], curves: list[Curve]) -> list[str]:
    """Return a line across for each player, and labels at all ends, spread so that none overlap."""
    parts = [
        f'<path d="M{_LEFT} {_y(gained):.1f}H{_WIDE - _RIGHT}" stroke="{GREY}" stroke-dasharray="4 4"/>'
        for _, gained in levels
    ]
    names = [(gained, name, GREY) for name, gained in levels]
    names += [
        (curve.points[-1].gained, curve.learner, colour)
        for curve, colour in zip(curves, _COLOURS * len(curves), strict=False)
    ]
    last = -math.inf
    for gained, name, colour in sorted(names, key=lambda each: -each[0]):
        last = max(_y(gained), last + _APART)
        parts.append(text(_WIDE - _RIGHT + 6, last + 4, f"{name} {gained:.0%}".replace("%", " %"), colour, "start"))
    return parts


def _round_up(most: int) -> int:
    """Return `most` rounded up to a multiple of four of its second digit's unit, at least 4."""
    size = 4 * int(10 ** max(0, len(str(most)) - 2))
    return max(4, -(-most // size) * size)


def _x(strokes: int, most: int) -> float:
    return _LEFT + strokes / most * (_WIDE - _LEFT - _RIGHT)


def _y(gained: float) -> float:
    return _HIGH - _BELOW - gained * (_HIGH - _BELOW - _TOP)
