"""Difficulty levels: aim error, search budget, known strokes and look-ahead of each.

All of it falls together, as with people. The hands are fitted to published solo results (misses in a clear of nineteen
men) by `carrom levels fit`; what it found stands in docs/explanation/engine.md.
"""

import math

from carrom.engine.geometry.execution_noise import HandNoise, people
from carrom.engine.search.halving import Budget
from carrom.engine.search.stroke_names import StrokeKind
from carrom.errors import RefusedRequest
from carrom.values import Value


class Level(Value, frozen=True):
    """One rung: its name, its hand, what it may spend on a stroke, and which strokes it sees."""

    name: str
    hand: HandNoise
    budget: Budget
    sight: float = 1.0
    """Share of the strokes proposed that come to this player's mind, the easiest first."""
    families: frozenset[StrokeKind] | None = None
    """The kinds of strokes this player knows; None: all."""
    foresight: float = 1.0
    """What the men that a stroke leaves count for this player, as a share of what they are worth."""
    fastest: float = 10.0
    """m/s of this player's hardest stroke, the break."""
    learnt: bool = False
    """Whether what was learnt of boards plays, beside what is worth a point by hand."""
    counts: bool = True
    """Whether this player plays for what a board brings in its game, not for its points alone."""
    about: str = ""
    """What a person should know before he sits down."""

    @property
    def chance(self) -> float:
        """Chance that a stroke of this hand pockets what it should, over a board: 98 % for the steadiest hands."""
        return min(0.98, math.exp(-0.3 * self.hand.direction))


EASY = frozenset({StrokeKind.STRAIGHT, StrokeKind.CUT, StrokeKind.KISS})
"""What nobody needs to learn: the striker at a man, even if it glances off another."""
PLAIN = EASY | {StrokeKind.FROZEN, StrokeKind.DOUBLE}
"""What a beginner knows: men at the frame, too, and two at once."""
CLUB = PLAIN | {StrokeKind.ONE_FRAME, StrokeKind.BANK, StrokeKind.BACK, StrokeKind.PLANT}
"""What is learnt next: a frame, men behind the lines, one man by another."""
SECONDS = 3.0
"""Guard on the clock for one choice; the budgets are met long before with the compiled kernel."""


def _budget(simulations: int) -> Budget:
    return Budget(simulations, SECONDS)


LEVELS: tuple[Level, ...] = (
    Level(
        "first-timer",
        people(3.35),
        _budget(900),
        sight=0.65,
        families=EASY,
        foresight=0.0,
        fastest=3.0,
        counts=False,
        about="Has never held a striker. Misses easy men too: a child can win.",
    ),
    Level(
        "beginner",
        people(2.3),
        _budget(1_500),
        sight=0.75,
        families=PLAIN,
        foresight=0.0,
        fastest=4.0,
        counts=False,
        about="Misses often. A kind opponent for the first weeks.",
    ),
    Level(
        "casual",
        people(1.8),
        _budget(2_200),
        sight=0.85,
        families=PLAIN,
        foresight=0.25,
        fastest=4.0,
        counts=False,
        about="Plays a few evenings a year, and makes the straight ones.",
    ),
    Level(
        "club",
        people(1.5),
        _budget(5_000),
        families=CLUB,
        foresight=0.45,
        fastest=4.5,
        counts=False,
        about="Pockets what lies well, and covers the queen more often than not.",
    ),
    Level(
        "strong-club",
        people(1.2),
        _budget(10_000),
        foresight=0.8,
        fastest=5.0,
        about="Makes two strokes of three, and knows its way off the frames.",
    ),
    Level(
        "state",
        people(0.93),
        _budget(15_000),
        fastest=6.0,
        about="Makes four strokes of five. Clears half a board when it is let in.",
    ),
    Level(
        "national",
        people(0.7),
        _budget(24_000),
        fastest=7.0,
        about="Punishes every loose stroke. Three or four misses in a whole board.",
    ),
    Level(
        "champion",
        people(0.55),
        _budget(36_000),
        fastest=8.0,
        learnt=True,
        about="As steady as people get: one or two misses in a whole board, and sometimes none.",
    ),
    Level(
        "machine",
        HandNoise(0.15, 0.03, 200),
        _budget(72_000),
        learnt=True,
        about="No human hand is this steady. For wonder, not for winning.",
    ),
)
"""The weakest first."""
FORMER = {"master": "national", "world": "champion"}
"""Names that levels had until version 0.2.0, as records, stored games and kept settings have them."""


def level_named(name: str) -> Level:
    """Return the level of that name or former name, or raise RefusedRequest with the names there are."""
    name = current(name)
    for level in LEVELS:
        if level.name == name:
            return level
    raise RefusedRequest(f'There is no level "{name}"; the levels are {", ".join(level.name for level in LEVELS)}.')


def current(name: str) -> str:
    """Return what a level of that name is called today."""
    return FORMER.get(name, name)
