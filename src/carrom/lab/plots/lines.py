"""A chart of curves with labelled axes, and a chart of bars, as SVG for notebooks and reports."""

from collections.abc import Mapping, Sequence

from carrom.drawing import GREY, INK, PALE, SERIES, Drawing, chart, round_step, text
from carrom.errors import RefusedRequest

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
