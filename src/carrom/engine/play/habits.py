"""Habits: what weaker players do with every stroke, besides being less accurate.

People who play rarely aim too full at cuts, strike too hard, take the piece that is nearest, and lose sight of the
queen and its cover. A search that plans with their aim error does none of that, so each level has its own habits.
"""

import math
from random import Random

from carrom.errors import RefusedRequest
from carrom.values import Value


class Habits(Value, frozen=True):
    """A player's habits; the default has none."""

    thickness: float = 0.0
    """Share of the angle between the right aim and the piece's centre by which the player aims too full."""
    force: float = 1.0
    """Median factor by which the player strikes harder than needed; single strokes range from 1 to its square."""
    nearest: float = 0.0
    """Share of strokes with which the player takes the nearest open piece without considering another."""
    pieces: int = 0
    """Number of pieces, the nearest first, that the player considers otherwise; 0: all."""
    forgetful: float = 0.0
    """Share of strokes with which the player forgets the laws of the queen, and takes it for one more piece."""
    one_stroke: bool = False
    """Whether the player only wants the next stroke to succeed, whatever a failure costs or leaves.

    Such a player also places a due by the centre without looking for a worse spot for the opponent.
    """

    def __post_init__(self) -> None:
        """Raise `RefusedRequest` for a habit out of its range."""
        for name in ("thickness", "nearest", "forgetful"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise RefusedRequest(f"The habit {name} is {getattr(self, name)!r:.40}; expected a share from 0 to 1.")
        if not 1.0 <= self.force < math.inf or self.pieces < 0:
            raise RefusedRequest(
                f"The habits have force {self.force!r:.40} and {self.pieces!r:.40} pieces; expected a force from 1 and "
                "a number of pieces from 0."
            )

    @property
    def are_none(self) -> bool:
        """Whether the player has no habits."""
        return self == NO_HABITS


NO_HABITS = Habits()


class Lapse(Value, frozen=True):
    """Which habits take hold of one stroke."""

    nearest: bool = False
    """Whether the player takes the nearest open piece."""
    forgets: bool = False
    """Whether the player forgets the laws of the queen at this stroke."""
    force: float = 1.0
    """Factor by which the player strikes harder than needed."""


def lapse(habits: Habits, rng: Random) -> Lapse:
    """Return which habits take hold of the next stroke; without habits `rng` is left as it is."""
    if habits.are_none:
        return Lapse()
    nearest, forgets, force = (rng.random() for _ in range(3))
    forgets = forgets < habits.forgetful
    return Lapse(forgets or nearest < habits.nearest, forgets, habits.force ** (2.0 * force))
