"""Plot the laws' speed test: runs against the speed of the stroke."""

from carrom.physics.calibrate import ASKED, run_test
from carrom.physics.surface import PRESETS, Surface

_WIDE, _HIGH, _LEFT, _BELOW = 640, 400, 48, 40
_FASTEST, _MOST = 8.0, 8.0
_COLOURS = ("#8a5a2b", "#1f6f8b", "#b23a48", "#4b4453")


def run_plot(given: Surface) -> str:
    """Return an SVG document with the presets' curves, this surface's among them, and the laws' mark."""
    curves = dict(PRESETS)
    if given.name == "custom":
        curves["this surface"] = given
    parts = [_axes()]
    for (name, surface), colour in zip(curves.items(), _COLOURS, strict=False):
        tests = [run_test(step / 10.0, surface) for step in range(1, int(_FASTEST * 10) + 1)]
        points = [(test.speed, test.runs) for test in tests if test.runs <= _MOST]
        line = " ".join(f"{_x(speed):.1f},{_y(runs):.1f}" for speed, runs in points)
        x, y = _x(points[-1][0]), _y(points[-1][1])
        bold = 3 if surface == given else 1.5
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{bold}"/>')
        parts.append(f'<text x="{x - 6:.1f}" y="{y + 16:.1f}" fill="{colour}" text-anchor="end">{name}</text>')
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" font-family="sans-serif" '
        f'font-size="13"><title>Runs of a striker against its speed</title>'
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>{body}</svg>\n'
    )


def _axes() -> str:
    """Return the axes with their numbers, and the line of 3½ runs."""
    parts = [
        f'<path d="M{_LEFT} 12V{_HIGH - _BELOW}H{_WIDE - 12}" fill="none" stroke="#333"/>',
        f'<path d="M{_LEFT} {_y(ASKED):.1f}H{_WIDE - 12}" stroke="#333" stroke-dasharray="5 4"/>',
        f'<text x="{_WIDE - 14}" y="{_y(ASKED) - 6:.1f}" text-anchor="end">the laws: 3½ runs</text>',
        f'<text x="{_WIDE / 2}" y="{_HIGH - 6}" text-anchor="middle">speed of the stroke, m/s</text>',
        f'<text transform="translate(14 {_HIGH / 2}) rotate(-90)" text-anchor="middle">runs</text>',
    ]
    for number in range(int(_FASTEST) + 1):
        parts.append(f'<text x="{_x(number):.1f}" y="{_HIGH - _BELOW + 16}" text-anchor="middle">{number}</text>')
        parts.append(f'<text x="{_LEFT - 8}" y="{_y(number) + 4:.1f}" text-anchor="end">{number}</text>')
    return "".join(parts)


def _x(speed: float) -> float:
    return _LEFT + speed / _FASTEST * (_WIDE - _LEFT - 12)


def _y(runs: float) -> float:
    return _HIGH - _BELOW - runs / _MOST * (_HIGH - _BELOW - 12)
