"""Entry lists pasted from a message: numbers and bullets before the names, and the club behind them."""

import re
from collections.abc import Sequence

Row = tuple[str, ...]

_NUMBERED = re.compile(r"\(?\d{1,4}[.):\]]\s*(?=\S)|[-–•*·✓]\s+(?=\S)")
"""`3. `, `3) `, `(3) ` or a bullet before a name."""
_DOUBLES = re.compile(r"[/&+]")
_BEHIND = (
    re.compile(r"(?P<name>[^()\[\]]+?)\s*[(\[](?P<club>[^()\[\]]+)[)\]]\s*"),
    re.compile(r"(?P<name>.+?)\s+[-–—|:]\s+(?P<club>.+)"),
    re.compile(r"(?P<name>[^:]+?):\s+(?P<club>[^:]+)"),
)
"""`Asha Rao (Pune)`, `Asha Rao - Pune`, `Asha Rao: Pune`."""
_MOST = 0.8
"""Share of the lines that must have a form before all lines are read in it."""


def listed_rows(rows: Sequence[Row]) -> list[Row]:
    """Return rows without the numbers and bullets of a list, and rows of one cell split into name and club.

    Rows are changed only if most of them have the form, and there are at least two.
    """
    found = _without_numbers(rows)
    if any(len(row) != 1 for row in found) or len(found) < 2:
        return found
    for form in _BEHIND:
        split = [_split(form, row[0]) for row in found]
        if sum(len(row) == 2 for row in split) >= _MOST * len(found):
            return split
    return found


def _without_numbers(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without a number or bullet before the first cell, if most have one."""
    marks = [_NUMBERED.match(row[0]) if row else None for row in rows]
    if len(rows) < 2 or sum(mark is not None for mark in marks) < _MOST * len(rows):
        return list(rows)
    return [(row[0][mark.end() :], *row[1:]) if mark else row for row, mark in zip(rows, marks, strict=True)]


def _split(form: re.Pattern[str], cell: str) -> Row:
    """Return a name and what stands behind it, or the cell if it has another form or is a pair."""
    match = form.fullmatch(cell)
    if match is None or _DOUBLES.search(match["club"]):
        return (cell,)
    return match["name"].strip(), match["club"].strip()
