"""Abandonment: how many of a player's recent lobby games they left, and the delay that follows.

A player who left three or more of their last ten games waits fifteen seconds for each one from the third on: meanwhile
others do not see their seek, and they cannot join one. A game that is played to its end counts at once. One or two
lost connections have no consequence.
"""

from collections.abc import Sequence

from carrom.values import Value

LAST = 10
"""The number of recent games considered."""
FREE = 2
"""How many of them may be left without a delay."""
EACH = 15
"""Seconds of delay for each further one."""


class AbandonRecord(Value, frozen=True):
    """Whether a player stayed to the end of each recent game, latest first."""

    stayed: tuple[bool, ...] = ()

    @property
    def left(self) -> int:
        """How many of the recent games they left."""
        return self.stayed[:LAST].count(False)

    @property
    def waits(self) -> int:
        """Seconds until others see a seek of theirs."""
        return max(0, self.left - FREE) * EACH

    def told(self) -> str:
        """Return the consequence for the player as a clause without a full stop; empty if there is none."""
        if not self.waits:
            return ""
        number = min(LAST, len(self.stayed))
        return (
            f"you left {self.left} of your last {number} games, so a seek of yours is shown after {self.waits} seconds"
        )


def manners(found: Sequence[bool]) -> AbandonRecord:
    """Return a player's record; `found` holds for each game whether they stayed, latest first."""
    return AbandonRecord(tuple(found[:LAST]))
