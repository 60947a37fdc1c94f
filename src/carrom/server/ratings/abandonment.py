"""Abandonment: how many of a player's recent lobby games they left, and how long they then wait.

The rule, as it is told to him: who left three or more of his last ten waits fifteen seconds for each one from the third
on until others see his seek, and takes none meanwhile. A game that is played to its end counts at once. Nobody is
punished for a line that broke once or twice.
"""

from collections.abc import Sequence

from carrom.values import Value

LAST = 10
"""So many games back are looked at."""
FREE = 2
"""So many of them may be left."""
EACH = 15
"""Seconds of waiting for each that was left beyond those."""


class AbandonRecord(Value, frozen=True):
    """How somebody has left his last games, the last ones first; true: he stayed."""

    stayed: tuple[bool, ...] = ()

    @property
    def left(self) -> int:
        """How many of the last games he left."""
        return self.stayed[:LAST].count(False)

    @property
    def waits(self) -> int:
        """Seconds until others see a seek of his."""
        return max(0, self.left - FREE) * EACH

    def told(self) -> str:
        """Return the rule as it holds for him, without a full stop; empty where nothing follows."""
        if not self.waits:
            return ""
        number = min(LAST, len(self.stayed))
        return (
            f"you left {self.left} of your last {number} games, so a seek of yours is shown after {self.waits} seconds"
        )


def manners(found: Sequence[bool]) -> AbandonRecord:
    """Return somebody's manners by whether he stayed, the last game first."""
    return AbandonRecord(tuple(found[:LAST]))
