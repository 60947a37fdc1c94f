"""Plot the laws' speed test: runs against the speed of the stroke."""

from carrom.drawing import INK, Drawing, chart, text
from carrom.physics.calibrate import ASKED, run_test
from carrom.physics.surface import PRESETS, Surface

_WIDE, _HIGH, _LEFT, _BELOW = 640, 400, 48, 40
_FASTEST, _MOST = 8.0, 8.0
_COLOURS = ("#8a5a2b", "#1f6f8b", "#b23a48", "#4b4453")


def run_plot(given: Surface) -> Drawing:
    """Return an SVG document with the presets' curves, this surface's among them, and the laws' mark."""
    curves = dict(PRESETS)
    if given.name == "custom":
        curves["this surface"] = given
    parts = [_axes()]
    for (name, drawn), colour in zip(curves.items(), _COLOURS, strict=False):
        tests = [run_test(step / 10.0, drawn) for step in range(1, int(_FASTEST * 10) + 1)]
        points = [(test.speed, test.runs) for test in tests if test.runs <= _MOST]
        line = " ".join(f"{_x(speed):.1f},{_y(runs):.1f}" for speed, runs in points)
        x, y = _x(points[-1][0]), _y(points[-1][1])
        bold = 3 if drawn == given else 1.5
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{bold}"/>')
        parts.append(text(x - 6, y + 16, name, colour, "end"))
    return chart("Runs of a striker against its speed", _WIDE, _HIGH, "".join(parts))


def _axes() -> str:
    """Return the axes with their numbers, and the line of 3½ runs."""
    parts = [
        f'<path d="M{_LEFT} 12V{_HIGH - _BELOW}H{_WIDE - 12}" fill="none" stroke="{INK}"/>',
        f'<path d="M{_LEFT} {_y(ASKED):.1f}H{_WIDE - 12}" stroke="{INK}" stroke-dasharray="5 4"/>',
        text(_WIDE - 14, _y(ASKED) - 6, "the laws: 3½ runs", anchor="end"),
        text(_WIDE / 2, _HIGH - 6, "speed of the stroke, m/s"),
        f'<g transform="translate(14 {_HIGH / 2}) rotate(-90)">{text(0, 0, "runs")}</g>',
    ]
    for number in range(int(_FASTEST) + 1):
        parts.append(text(_x(number), _HIGH - _BELOW + 16, str(number)))
        parts.append(text(_LEFT - 8, _y(number) + 4, str(number), anchor="end"))
    return "".join(parts)


def _x(speed: float) -> float:
    return _LEFT + speed / _FASTEST * (_WIDE - _LEFT - 12)


def _y(runs: float) -> float:
    return _HIGH - _BELOW - runs / _MOST * (_HIGH - _BELOW - 12)
