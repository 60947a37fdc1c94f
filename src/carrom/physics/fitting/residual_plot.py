"""A plot of a fit's residuals: each stroke a column of points, predicted minus tracked."""

from html import escape

from carrom.physics.fitting.estimate import FittedSurface

_WIDE, _HIGH, _LEFT, _BELOW, _TOP = 900, 420, 64, 90, 34
_MOST = 120
"""Points a stroke; of more, every second, third … is drawn."""
_COLOURS = {"slide": "#8a5a2b", "rebound": "#1f6f8b", "hit": "#b23a48"}


def residual_plot(found: FittedSurface, unit: str) -> str:
    """Return an SVG document; `unit` is `pixels` or `m` (drawn in mm)."""
    scale, word = (1e3, "mm") if unit == "m" else (1.0, "pixels")
    most = max(4.0 * found.error * scale, 1e-9)
    columns = max(1, len(found.residuals))
    step = (_WIDE - _LEFT - 16) / columns
    middle, reach = (_TOP + _HIGH - _BELOW) / 2, (_HIGH - _BELOW - _TOP) / 2
    parts = []
    for number in range(-4, 5, 2):
        y = middle - reach * number / 4
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDE - 16}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{most * number / 4:.2g}</text>')
    for index, (name, row) in enumerate(found.residuals):
        left = _LEFT + step * index
        colour = next((value for key, value in _COLOURS.items() if name.startswith(key)), "#4b4453")
        chosen = row[:: max(1, -(-len(row) // _MOST))]
        points = "".join(
            f"M{left + step * (0.1 + 0.8 * at / len(chosen)):.1f} "
            f"{middle - reach * max(-1.0, min(1.0, value * scale / most)):.1f}h0"
            for at, value in enumerate(chosen)
        )
        parts.append(f'<path d="{points}" stroke="{colour}" stroke-width="2" stroke-linecap="round" opacity=".6"/>')
        x, y = left + step / 2 + 3, _HIGH - _BELOW + 10
        parts.append(f'<text transform="translate({x:.1f} {y}) rotate(-60)" text-anchor="end">{escape(name)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" font-family="sans-serif" '
        f'font-size="11">'
        f"<title>Residuals of the fit</title>"
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/><text x="{_LEFT}" y="18" font-size="13">Predicted minus '
        f"tracked places, {word}: x and y of each disc, stroke by stroke; "
        f"root mean square {found.error * scale:.3f}</text>"
        f"{''.join(parts)}</svg>\n"
    )
