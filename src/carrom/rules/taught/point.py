"""One thing to know, and a chapter of such things; what they say is filled in from figures kept elsewhere."""

from carrom.data import Value
from carrom.rules.ruleset import NAMES

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


def family(rules_name: str, extends: str) -> str:
    """Return whose text a rule set goes by: its own, that of the set it starts from, or the official one."""
    name = extends or rules_name
    return name if name in NAMES else OFFICIAL
