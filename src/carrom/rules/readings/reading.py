"""One point that no text settles, or on which texts contradict each other, with the reading that is taken here."""

from carrom.i18n import listed
from carrom.values import Value


class Reading(Value, frozen=True):
    """A numbered point: where it stands, what is unclear, how it is read here and why."""

    number: str
    """`C7`; people cite it, so numbers are never used again."""
    where: str
    """The texts that are silent or disagree."""
    problem: str
    reading: str
    reason: str
    switches: tuple[str, ...] = ()
    """Keys of a rule set file by which the other reading is chosen."""


ICF, GUIDE, CLUB, PARLOUR, EVENT, CARD = (
    "the official Laws",
    "29-point guide",
    "club sheet",
    "parlour sheet",
    "event sheet",
    "café card",
)
THREE = "the club sheet's paragraph for three"
"""What the texts are called here."""


def texts(*names: str) -> str:
    """Return names of texts as one phrase."""
    return listed(names)
