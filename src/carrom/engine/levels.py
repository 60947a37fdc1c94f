"""The ladder of levels: a hand and a budget each. Both fall together, as with people.

The hands are the equivalent human ones of published solo results (misses in a clear of nineteen men); they are
to be fitted again when the board's own friction has been measured. See docs/engine.md.
"""

import math

from carrom.data import Value
from carrom.engine.noise import Hand
from carrom.engine.search import Budget
from carrom.errors import RefusedRequest


class Level(Value, frozen=True):
    """One rung: its name, its hand, what it may spend on a stroke, and which share of the strokes it sees."""

    name: str
    hand: Hand
    budget: Budget
    sight: float = 1.0
    """Share of the geometric strokes that come to this player's mind, the easiest first."""

    @property
    def chance(self) -> float:
        """Chance that a stroke of this hand pockets what it should, over a board: 98 % for the steadiest hands."""
        return min(0.98, math.exp(-0.3 * self.hand.direction))


SECONDS = 3.0
"""Guard on the clock for one choice; the budgets are met long before with the compiled kernel."""

LEVELS: tuple[Level, ...] = (
    Level("beginner", Hand(3.0, 0.20, 1500), Budget(150, SECONDS), 0.25),
    Level("casual", Hand(2.0, 0.15, 1200), Budget(300, SECONDS), 0.4),
    Level("club", Hand(1.2, 0.11, 800), Budget(800, SECONDS), 0.7),
    Level("strong-club", Hand(0.9, 0.09, 600), Budget(1500, SECONDS)),
    Level("state", Hand(0.7, 0.08, 500), Budget(2500, SECONDS)),
    Level("master", Hand(0.55, 0.07, 400), Budget(4000, SECONDS)),
    Level("world", Hand(0.4, 0.05, 300), Budget(6000, SECONDS)),
    Level("machine", Hand(0.15, 0.03, 200), Budget(8000, SECONDS)),
)
"""The weakest first."""


def level_named(name: str) -> Level:
    """Return the level of that name, or raise RefusedRequest with the names there are."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise RefusedRequest(f'There is no level "{name}"; the levels are {", ".join(level.name for level in LEVELS)}.')
