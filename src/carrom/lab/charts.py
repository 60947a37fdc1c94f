"""Charts as SVG: ratings with intervals, converging shares, and histograms."""

from collections.abc import Sequence

from carrom.drawing import GREY, INK, PALE, SERIES, Drawing, chart, text
from carrom.values import Value

_BLUE = SERIES[0]
_WIDE, _LEFT, _RIGHT, _TOP, _BELOW, _ROW = 760, 150, 150, 44, 44, 26


class ChartRow(Value, frozen=True):
    """One row of a chart: a figure with its interval and a label."""

    name: str
    value: float
    low: float
    high: float
    said: str = ""


def marks(title: str, rows: Sequence[ChartRow], unit: str) -> Drawing:
    """Return a chart of figures with their intervals, one row each, the first at the bottom."""
    step = _step(max(row.high for row in rows) - min(row.low for row in rows))
    least = step * (min(row.low for row in rows) // step)
    most = step * -(-max(row.high for row in rows) // step)
    high = _TOP + _ROW * len(rows) + _BELOW

    def x(value: float) -> float:
        return _LEFT + (value - least) / max(1e-9, most - least) * (_WIDE - _LEFT - _RIGHT)

    parts, tick = [], least
    while tick <= most + step / 2:
        parts.append(f'<path d="M{x(tick):.1f} {_TOP}V{high - _BELOW}" stroke="{PALE}"/>')
        parts.append(text(x(tick), high - _BELOW + 18, f"{tick:g}", INK, "middle"))
        tick += step
    for place, row in enumerate(reversed(rows)):
        y = _TOP + _ROW * (place + 0.5)
        parts.append(text(_LEFT - 10, y + 4, row.name, INK, "end"))
        parts.append(f'<path d="M{x(row.low):.1f} {y}H{x(row.high):.1f}" stroke="{_BLUE}" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(row.value):.1f}" cy="{y}" r="4.5" fill="{_BLUE}"/>')
        parts.append(text(_WIDE - _RIGHT + 8, y + 4, row.said, GREY, "start"))
    parts.append(text((_LEFT + _WIDE - _RIGHT) / 2, high - 6, unit, INK, "middle"))
    return _document(title, high, parts)


def settling(title: str, rows: Sequence[ChartRow], unit: str) -> Drawing:
    """Return a chart of a share (0 to 1) as it converges: one mark after each step, with its interval as a band."""
    high = 380
    floor = high - _BELOW

    def at(place: int, value: float) -> str:
        across = _LEFT / 2 + (place + 1) / len(rows) * (_WIDE - _LEFT)
        return f"{across:.1f},{floor - value * (floor - _TOP):.1f}"

    band = [at(place, row.high) for place, row in enumerate(rows)]
    band += [at(place, row.low) for place, row in reversed(list(enumerate(rows)))]
    line = [at(place, row.value) for place, row in enumerate(rows)]
    parts = []
    for tenth in range(0, 11, 2):
        y = floor - tenth / 10 * (floor - _TOP)
        colour = GREY if tenth == 5 else PALE
        parts.append(f'<path d="M{_LEFT / 2} {y:.1f}H{_WIDE - _LEFT / 2}" stroke="{colour}"/>')
        parts.append(text(_LEFT / 2 - 8, y + 4, f"{tenth * 10} %", INK, "end"))
    parts.append(f'<polygon points="{" ".join(band)}" fill="{_BLUE}" fill-opacity="0.18"/>')
    parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{_BLUE}" stroke-width="2.5"/>')
    parts.append(text(_WIDE - _LEFT / 2, high - 22, f"{len(rows):,} {unit}".replace(",", " "), INK, "end"))
    return _document(title, high, parts)


def counted(title: str, counts: Sequence[int], unit: str) -> Drawing:
    """Return a histogram of whole numbers, as columns from 0 on."""
    high, most = 380, max((*counts, 1))
    floor, wide, room = high - _BELOW, (_WIDE - _LEFT) / max(1, len(counts)), high - _BELOW - _TOP - 16
    parts = [f'<path d="M{_LEFT / 2} {floor}H{_WIDE - _LEFT / 2}" stroke="{INK}"/>']
    every = -(-len(counts) // 20)
    for number, count in enumerate(counts):
        x, tall = _LEFT / 2 + number * wide, count / most * room
        parts.append(
            f'<rect x="{x + wide * 0.1:.1f}" y="{floor - tall:.1f}" width="{wide * 0.8:.1f}" height="{tall:.1f}" '
            f'fill="{_BLUE}"/>'
        )
        if number % every == 0:
            parts.append(text(x + wide / 2, floor + 18, str(number), INK, "middle"))
        if count and every == 1:
            parts.append(text(x + wide / 2, floor - tall - 5, str(count), GREY, "middle"))
    parts.append(text(_WIDE / 2, high - 6, unit, INK, "middle"))
    return _document(title, high, parts)


def _document(title: str, high: int, parts: Sequence[str]) -> Drawing:
    return chart(title, _WIDE, high, f"{text(16, 26, title, INK, 'start')}{''.join(parts)}")


def _step(span: float) -> float:
    """Return a round distance between grid lines, for about six lines."""
    size = 1.0
    while span / size > 60:
        size *= 10
    return next((size * each for each in (1, 2, 5, 10) if span / (size * each) <= 8), size * 10)
