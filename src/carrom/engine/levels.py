"""The ladder of levels: a hand and a budget each. Both fall together, as with people.

The hands are the equivalent human ones of published solo results (misses in a clear of nineteen men); they are
to be fitted again when the board's own friction has been measured. See docs/engine.md.
"""

import math

from carrom.data import Value
from carrom.engine.names import Name
from carrom.engine.noise import Hand
from carrom.engine.search import Budget
from carrom.errors import RefusedRequest


class Level(Value, frozen=True):
    """One rung: its name, its hand, what it may spend on a stroke, and which share of the strokes it sees."""

    name: str
    hand: Hand
    budget: Budget
    sight: float = 1.0
    """Share of the strokes proposed that come to this player's mind, the easiest first."""
    families: frozenset[Name] | None = None
    """The kinds of strokes this player knows; None: all."""

    @property
    def chance(self) -> float:
        """Chance that a stroke of this hand pockets what it should, over a board: 98 % for the steadiest hands."""
        return min(0.98, math.exp(-0.3 * self.hand.direction))


PLAIN = frozenset({Name.STRAIGHT, Name.CUT, Name.FROZEN, Name.DOUBLE})
"""What a beginner knows: the striker straight onto the man."""
CLUB = PLAIN | {Name.ONE_FRAME, Name.BANK, Name.BACK}
"""What is learnt next: frames, and men behind the lines."""
SECONDS = 3.0
"""Guard on the clock for one choice; the budgets are met long before with the compiled kernel."""

LEVELS: tuple[Level, ...] = (
    Level("beginner", Hand(3.0, 0.20, 1500), Budget(4_000, SECONDS), 0.5, PLAIN),
    Level("casual", Hand(2.0, 0.15, 1200), Budget(5_000, SECONDS), 0.7, PLAIN),
    Level("club", Hand(1.2, 0.11, 800), Budget(8_000, SECONDS), 1.0, CLUB),
    Level("strong-club", Hand(0.9, 0.09, 600), Budget(12_000, SECONDS)),
    Level("state", Hand(0.7, 0.08, 500), Budget(18_000, SECONDS)),
    Level("master", Hand(0.55, 0.07, 400), Budget(27_000, SECONDS)),
    Level("world", Hand(0.4, 0.05, 300), Budget(36_000, SECONDS)),
    Level("machine", Hand(0.15, 0.03, 200), Budget(72_000, SECONDS)),
)
"""The weakest first."""


def level_named(name: str) -> Level:
    """Return the level of that name, or raise RefusedRequest with the names there are."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise RefusedRequest(f'There is no level "{name}"; the levels are {", ".join(level.name for level in LEVELS)}.')
