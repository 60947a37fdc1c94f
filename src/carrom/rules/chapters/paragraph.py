"""Points and chapters of the teaching part of a book, with placeholders for figures."""

from carrom.rules.ruleset import NAMES, Ruleset, bases, named
from carrom.values import Value

OFFICIAL = "icf"
OWNED = tuple(name for name in NAMES if name not in ("three-player", "points"))
"""The rule sets in which each side owns a colour."""


class ChapterPoint(Value, frozen=True):
    """One statement, its source, and the books that include it."""

    says: str
    """May contain placeholders for figures: those of the rule set, of the equipment and of `FIGURES`."""
    source: str
    books: tuple[str, ...] = (OFFICIAL,)


class PointGroup(Value, frozen=True, kw_only=True):
    """A chapter of points."""

    key: str
    """The anchor of the chapter in a book."""
    title: str
    intro: str = ""
    points: tuple[ChapterPoint, ...]


TEXTS = {
    "classic-29": "29-point guide",
    "club": "club sheet",
    "three-player": "club sheet",
    "eight-rounds": "parlour sheet",
    "team-event": "event sheet",
    "points": "café card",
}
"""Names of the source texts other than the official one."""


def family(rules: Ruleset) -> str:
    """Return the name of the rule set whose source text applies: the set itself, or the nearest one it derives from."""
    nearest = (named(rules.extends) if rules.extends else rules, *bases(rules))
    return next((book.name for book in nearest if book.name in TEXTS), OFFICIAL)
