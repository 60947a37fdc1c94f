"""Figures used in the chapters that no rule set changes: times, and dimensions of equipment."""

from types import MappingProxyType

from carrom.board.equipment_check import measures

FIGURES = MappingProxyType(
    {
        "change_minutes": 2,
        "interval_minutes": 10,
        "grace_minutes": 15,
        "protest_minutes": 15,
        "decision_hours": 1,
        "area": 10,
        "runs": "three and a half",
        "net": 10,
    }
)
"""Minutes to change sides (Law 61), between games (138), of grace (143i) and to write a protest; hours to decide one;
square feet of a match board's area (143a); runs of the striker that make a fast board; men that a net holds."""


def figures(book: str) -> dict[str, object]:
    """Return the figures that a point may use besides those of the rule set: `{chair}` is the range of a chair's
    height."""
    return {**FIGURES, **{each.key.replace("-", "_"): each.allowed for each in measures(book)}}
