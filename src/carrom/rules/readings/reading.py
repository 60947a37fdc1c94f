"""A reading: how this project decides a point that the texts leave open or contradict each other on."""

from carrom.i18n import listed
from carrom.values import Value


class Reading(Value, frozen=True):
    """A numbered reading: its source, what is unclear, the decision and the reason."""

    number: str
    """`C7`; numbers are never reused, because people cite them."""
    where: str
    """The texts that are silent or disagree."""
    problem: str
    reading: str
    reason: str
    switches: tuple[str, ...] = ()
    """Keys of a rule set file that select the other reading."""
    no_switch: str = ""
    """Why no key selects another reading: it would decide nothing, it cannot be played, or the record chooses."""


ICF, GUIDE, CLUB, PARLOUR, EVENT, CARD = (
    "the official Laws",
    "29-point guide",
    "club sheet",
    "parlour sheet",
    "event sheet",
    "café card",
)
THREE = "the club sheet's paragraph for three"
"""Names of the source texts."""


def texts(*names: str) -> str:
    """Return names of texts as one phrase."""
    return listed(names)
