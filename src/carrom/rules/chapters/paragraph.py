"""One thing to know, and a chapter of such things; what they say is filled in from figures kept elsewhere."""

from carrom.rules.ruleset import NAMES, Ruleset, bases, named
from carrom.values import Value

OFFICIAL = "icf"
OWNED = tuple(name for name in NAMES if name not in ("three-player", "points"))
"""The sets in which each side owns a colour."""


class Point(Value, frozen=True):
    """One thing to know, where it is written, and in which books it is told."""

    says: str
    """May ask for figures by name, in braces: those of the rule set, of the equipment and of `FIGURES`."""
    source: str
    books: tuple[str, ...] = (OFFICIAL,)


class Lesson(Value, frozen=True, kw_only=True):
    """Points that belong together."""

    key: str
    """The anchor of the chapter in a book."""
    title: str
    intro: str = ""
    points: tuple[Point, ...]


TEXTS = {
    "classic-29": "29-point guide",
    "club": "club sheet",
    "three-player": "club sheet",
    "eight-rounds": "parlour sheet",
    "team-event": "event sheet",
    "points": "café card",
}
"""What the text of a set is called, where it is not the official one."""


def family(rules: Ruleset) -> str:
    """Return the name of the set whose text a rule set goes by: its own, or that of the nearest set it derives from."""
    nearest = (named(rules.extends) if rules.extends else rules, *bases(rules))
    return next((book.name for book in nearest if book.name in TEXTS), OFFICIAL)
