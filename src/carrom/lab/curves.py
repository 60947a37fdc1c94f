"""Charts as SVG for notebooks and reports: curves with labelled axes, bars, learning curves."""

import math
from collections.abc import Mapping, Sequence

from carrom.drawing import GREY, INK, PALE, SERIES, Drawing, chart, round_step, text
from carrom.errors import RefusedRequest
from carrom.lab.benchmark_tasks import Curve, Reached

_WIDE, _HIGH, _LEFT, _RIGHT, _TOP, _BELOW = 680, 380, 64, 24, 44, 48
_ROW = 28


def lines(
    title: str, curves: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str, floor: float | None = None
) -> Drawing:
    """Return curves by name, each a sequence of points (x, y); `across` and `up` name the axes with their units.

    `floor` is the lowest value of the vertical axis, by default that of the data. Raises `RefusedRequest` if there are
    no points.
    """
    points = [point for curve in curves.values() for point in curve]
    if not points:
        raise RefusedRequest("there is nothing to draw; expected curves of at least one point")
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    low = low if floor is None else floor
    wide, tall = max(right - left, 1e-12), max(high - low, 1e-12) * 1.06
    bottom, width, top = _HIGH - _BELOW, _WIDE - _LEFT - _RIGHT, _TOP + 16 * (len(curves) - 1)

    def x_of(value: float) -> float:
        return _LEFT + (value - left) / wide * width

    def y_of(value: float) -> float:
        return bottom - (value - low) / tall * (bottom - top)

    parts = [text(_LEFT, 24, title, INK, "start")]
    for value in _ticks(low, low + tall):
        parts.append(f'<path d="M{_LEFT} {y_of(value):.1f}H{_WIDE - _RIGHT}" stroke="{PALE}"/>')
        parts.append(text(_LEFT - 8, y_of(value) + 4, f"{value:g}", INK, "end"))
    for value in _ticks(left, right):
        parts.append(text(x_of(value), bottom + 18, f"{value:g}"))
    parts.append(f'<path d="M{_LEFT} {bottom}H{_WIDE - _RIGHT}" stroke="{INK}"/>')
    parts.append(text(_LEFT + width / 2, _HIGH - 10, across))
    middle = (top + bottom) / 2
    parts.append(f'<g transform="translate(16 {middle:.1f}) rotate(-90)">{text(0, 0, up)}</g>')
    for number, (name, curve) in enumerate(curves.items()):
        colour = SERIES[number % len(SERIES)]
        line = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        if len(curves) > 1:
            parts.append(text(_WIDE - _RIGHT, 24 + 16 * number, name, colour, "end"))
    return chart(title, _WIDE, _HIGH, "".join(parts))


def bars(title: str, values: Mapping[str, float], unit: str = "", digits: int = 0) -> Drawing:
    """Return a bar for each name, from 0 on, with its value in `unit`. Raises `RefusedRequest` without values."""
    if not values:
        raise RefusedRequest("there is nothing to draw; expected at least one value")
    most = max(*values.values(), 1e-12)
    begin, length = 190, _WIDE - 190 - 90
    parts = [text(16, 24, title, INK, "start")]
    for row, (name, value) in enumerate(values.items()):
        y, reach = _TOP + _ROW * row, max(0.0, value) / most * length
        parts.append(text(begin - 8, y + 17, name, INK, "end"))
        parts.append(f'<rect x="{begin}" y="{y + 4}" width="{reach:.1f}" height="{_ROW - 8}" fill="{SERIES[0]}"/>')
        parts.append(text(begin + reach + 6, y + 17, f"{value:.{digits}f}{unit}", GREY, "start"))
    return chart(title, _WIDE, _TOP + _ROW * len(values) + 12, "".join(parts))


def _ticks(low: float, high: float) -> list[float]:
    """Return round values between two, at a round distance."""
    step = round_step(high - low, 7)
    first = int(-(-low // step))
    return [round(number * step, 12) for number in range(first, int(high // step) + 1)]


# -- learning curves, with reference players as horizontal lines -------------------------------------------------------


_WIDTH, _HEIGHT, _MARGIN_LEFT, _MARGIN_TOP, _MARGIN_RIGHT, _MARGIN_BOTTOM = 760, 440, 52, 16, 176, 44
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
    return chart(title, _WIDTH, _HEIGHT, "".join(parts))


def _axes(most: int) -> list[str]:
    parts = []
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(f'<path d="M{_MARGIN_LEFT} {y:.1f}H{_WIDTH - _MARGIN_RIGHT}" stroke="{PALE}"/>')
        parts.append(text(_MARGIN_LEFT - 8, y + 4, f"{tenth * 10} %", INK, "end"))
    for quarter in range(5):
        x, strokes = _x(most * quarter // 4, most), most * quarter // 4
        parts.append(text(x, _HEIGHT - _MARGIN_BOTTOM + 18, f"{strokes:,}".replace(",", " "), INK, "middle"))
    across = f"M{_MARGIN_LEFT} {_MARGIN_TOP}V{_HEIGHT - _MARGIN_BOTTOM}H{_WIDTH - _MARGIN_RIGHT}"
    parts.append(f'<path d="{across}" fill="none" stroke="{INK}"/>')
    parts.append(text((_MARGIN_LEFT + _WIDTH - _MARGIN_RIGHT) / 2, _HEIGHT - 6, "strokes played", INK, "middle"))
    return parts


def _levels(levels: list[tuple[str, float]], curves: list[Curve]) -> list[str]:
    """Return a line across for each player, and labels at all ends, spread so that none overlap."""
    parts = [
        f'<path d="M{_MARGIN_LEFT} {_y(gained):.1f}H{_WIDTH - _MARGIN_RIGHT}" stroke="{GREY}" stroke-dasharray="4 4"/>'
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
        parts.append(
            text(_WIDTH - _MARGIN_RIGHT + 6, last + 4, f"{name} {gained:.0%}".replace("%", " %"), colour, "start")
        )
    return parts


def _round_up(most: int) -> int:
    """Return `most` rounded up to a multiple of four of its second digit's unit, at least 4."""
    size = 4 * int(10 ** max(0, len(str(most)) - 2))
    return max(4, -(-most // size) * size)


def _x(strokes: int, most: int) -> float:
    return _MARGIN_LEFT + strokes / most * (_WIDTH - _MARGIN_LEFT - _MARGIN_RIGHT)


def _y(gained: float) -> float:
    return _HEIGHT - _MARGIN_BOTTOM - gained * (_HEIGHT - _MARGIN_BOTTOM - _MARGIN_TOP)
