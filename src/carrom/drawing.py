"""Drawings that notebooks display, and the frame of a chart, which follows the reader's light or dark theme.

Colours are written as plain attributes, which every program that shows SVG understands; where the reader prefers dark,
a style rule replaces those that need it. Board pictures have their own colours and look the same in both.
"""

from html import escape

INK, GREY, PALE, BACK = "#333", "#8d8578", "#eee7db", "#fff"
"""Text and axes, secondary text, grid lines, background."""
SERIES = ("#1f6f8b", "#b23a48", "#5b7f2b", "#8a5a2b", "#6f5f9e")
"""Colours of the curves and bars of a chart, in this order."""
DARK = {
    INK: "#d8d5cf",
    GREY: "#a39b8e",
    PALE: "#3a3934",
    BACK: "#16171b",
    "#1f6f8b": "#56a9c4",
    "#b23a48": "#e07a84",
    "#5b7f2b": "#94bb61",
    "#8a5a2b": "#c99a68",
    "#4b4453": "#a99fb5",
    "#6f5f9e": "#ab9cdb",
}
"""What replaces each colour where the reader prefers dark."""


class Drawing(str):
    """The text of an SVG document, which Jupyter displays as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def chart(title: str, width: int, height: int, body: str) -> Drawing:
    """Return an SVG document of that size in pixels: a background, and `body` on it in the colours above."""
    return Drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="carrom-chart" viewBox="0 0 {width} {height}" '
        f'width="{width}" font-family="sans-serif" font-size="13"><title>{escape(title)}</title>{_STYLE}'
        f'<rect width="{width}" height="{height}" rx="6" fill="{BACK}"/>{body}</svg>\n'
    )


def text(x: float, y: float, words: str, colour: str = INK, anchor: str = "middle") -> str:
    """Return a text of a chart, with its baseline at `y`; `anchor` is `start`, `middle` or `end`."""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}">{escape(words)}</text>'


def round_step(span: float, most: int = 8) -> float:
    """Return a round distance (1, 2 or 5 times a power of ten) that divides a span into at most that many parts."""
    if span <= 0:
        return 1.0
    power = 10.0**-12
    while power < span:
        for part in (1, 2, 5):
            if span / (power * part) <= most:
                return power * part
        power *= 10
    return power


_RULES = "".join(
    f'.carrom-chart [fill="{light}"]{{fill:{dark}}}.carrom-chart [stroke="{light}"]{{stroke:{dark}}}'
    for light, dark in DARK.items()
)
_STYLE = f"<style>@media (prefers-color-scheme:dark){{{_RULES}}}</style>"
