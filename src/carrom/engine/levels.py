"""Difficulty levels: aim error, search budget, known strokes, look-ahead and habits; computer opponents by name.

The abilities of a level rise together from level to level. Aim errors are fitted to published solo results (misses
while clearing nineteen pieces) by `carrom levels fit`; docs/explanation/engine.md has the results.
"""

import math
import re
from random import Random
from typing import Protocol

from carrom.board.stroke import StrokeKind
from carrom.engine.geometry import HandNoise, people
from carrom.engine.program import Program
from carrom.errors import RefusedRequest
from carrom.values import Value

# -- the search budget: simulations and seconds for one stroke ---------------------------------------------------------


class Budget(Value, frozen=True):
    """Limits of one search. A search that stays within `seconds` depends on its seed alone."""

    simulations: int
    seconds: float
    """Time limit by the clock; the search stops there even if simulations are left."""


# -- habits: what weaker players do besides being less accurate --------------------------------------------------------
# People who play rarely aim too full at cuts, strike too hard, take the piece that is nearest, and lose sight of the
# queen and its cover. A search that plans with their aim error does none of that, so each level has its own habits.


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


# -- the levels --------------------------------------------------------------------------------------------------------


class Level(Value, frozen=True):
    """A difficulty level: its name, accuracy and budget, and the strokes it considers."""

    name: str
    hand: HandNoise
    budget: Budget
    sight: float = 1.0
    """Share of the proposed strokes that this player considers, the easiest first."""
    families: frozenset[StrokeKind] | None = None
    """The kinds of strokes this player knows; None: all."""
    foresight: float = 1.0
    """Weight of the layout that a stroke leaves, as a share of its full value."""
    fastest: float = 10.0
    """Speed of this player's hardest stroke, the break, m/s."""
    staged: bool = True
    """Whether a large search refines strokes in many stages; people of most levels do not find what that finds."""
    learnt: bool = False
    """Whether strokes are also chosen by the learned evaluation; see docs/decisions/engine-evaluation.md."""
    counts: bool = True
    """Whether this player plays for a board's value in its game, not for its points alone."""
    habits: Habits = NO_HABITS
    """What this player does with every stroke, besides being inaccurate."""
    misses: float = 0.0
    """Misses on a full board played alone that the aim error is fitted to; 0: not fitted."""
    about: str = ""
    """Description for the person who chooses an opponent."""

    @property
    def chance(self) -> float:
        """Probability that a stroke pockets its piece, averaged over a board; at most 98 %.

        In steps of 2 %, so that few races are solved.
        """
        return round(50 * min(0.98, math.exp(-0.3 * self.hand.direction))) / 50


EASY = frozenset({StrokeKind.STRAIGHT, StrokeKind.CUT, StrokeKind.KISS})
"""Kinds that need no training: the striker straight at a piece, even if it glances off another."""
PLAIN = EASY | {StrokeKind.FROZEN, StrokeKind.DOUBLE}
"""Kinds a beginner knows: also pieces at the frame, and two pieces at once."""
CLUB = PLAIN | {StrokeKind.ONE_FRAME, StrokeKind.BANK, StrokeKind.BACK, StrokeKind.PLANT}
"""Kinds learned next: off a frame, pieces behind the baseline, one piece driven by another."""
SECONDS = 3.0
"""Time limit of one choice, s; with the compiled kernel the simulation budget ends first by far."""


def _budget(simulations: int) -> Budget:
    return Budget(simulations, SECONDS)


LEVELS: tuple[Level, ...] = (
    Level(
        "first-timer",
        people(2.05),
        _budget(900),
        sight=0.65,
        families=EASY,
        foresight=0.0,
        fastest=4.0,
        counts=False,
        habits=Habits(0.16, 1.55, nearest=0.55, pieces=2, forgetful=0.13, one_stroke=True),
        misses=30.0,
        about="Very easy: strikes hard at the nearest piece, hits it too full and often misses. A child can win.",
    ),
    Level(
        "beginner",
        people(1.5),
        _budget(1_500),
        sight=0.75,
        families=PLAIN,
        foresight=0.0,
        fastest=4.0,
        counts=False,
        habits=Habits(0.12, 1.37, nearest=0.42, pieces=2, forgetful=0.05, one_stroke=True),
        misses=20.0,
        about="Misses often, takes what is near, forgets the queen's cover. A gentle opponent for your first weeks.",
    ),
    Level(
        "casual",
        people(1.13),
        _budget(2_200),
        sight=0.85,
        families=PLAIN,
        foresight=0.25,
        fastest=4.0,
        counts=False,
        habits=Habits(0.07, 1.22, nearest=0.22, pieces=4, forgetful=0.03, one_stroke=True),
        misses=14.0,
        about="Plays a few evenings a year: pockets the straight ones, and aims too full at the others.",
    ),
    Level(
        "club",
        people(1.08),
        _budget(5_000),
        families=CLUB,
        foresight=0.45,
        fastest=4.5,
        counts=False,
        habits=Habits(0.05, 1.12, nearest=0.12, pieces=5, forgetful=0.02),
        misses=10.0,
        about="Makes the easy strokes and covers the queen more often than not.",
    ),
    Level(
        "strong-club",
        people(1.04),
        _budget(10_000),
        foresight=0.8,
        fastest=5.0,
        habits=Habits(0.03, 1.05, nearest=0.05),
        misses=7.0,
        about="Makes two strokes in three and plays well off the frame.",
    ),
    Level(
        "state",
        people(0.93),
        _budget(15_000),
        staged=False,
        fastest=6.0,
        misses=4.7,
        about="Makes four strokes in five. Give it an opening and it clears half the board.",
    ),
    Level(
        "national",
        people(0.68),
        _budget(24_000),
        staged=False,
        fastest=7.0,
        misses=3.1,
        about="Punishes every loose stroke. Misses three or four times a board.",
    ),
    Level(
        "champion",
        people(0.67),
        _budget(36_000),
        fastest=8.0,
        misses=1.8,
        about="As steady as people get: a miss or two per board, sometimes none.",
    ),
    Level(
        "machine",
        HandNoise(0.15, 0.03, 200),
        _budget(72_000),
        about="Steadier than any human hand. Play it to marvel, not to win.",
    ),
)
"""All levels, the weakest first."""


def level_named(name: str) -> Level:
    """Return the level of that name. Raises `RefusedRequest` for an unknown name."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise RefusedRequest(f'There is no level "{name}"; the levels are {", ".join(level.name for level in LEVELS)}.')


# -- names of computer opponents ---------------------------------------------------------------------------------------
# Nothing here loads a numerical library, so that a game's settings can be checked without the engine.


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")


class RegisteredEngine(Program, Protocol):
    """An external engine with its name and the level that gives its aim error."""

    name: str
    level: Level

    def close(self) -> None:
        """End the engine's process."""


_registered: dict[str, RegisteredEngine] = {}


def register(engine: RegisteredEngine) -> None:
    """Make an engine available as an opponent in this process. Raises `RefusedRequest` for an invalid or taken name."""
    name = engine.name
    if not NAME.fullmatch(name):
        raise RefusedRequest(f"{name!r:.60} is not an engine name: use up to 30 letters, digits, spaces, dots, dashes.")
    if name in {level.name for level in LEVELS} or name in _registered:
        raise RefusedRequest(f"The name {name} is taken; give the engine another name.")
    _registered[name] = engine


def registered() -> tuple[RegisteredEngine, ...]:
    """Return the registered engines, in the order of registration."""
    return tuple(_registered.values())


def registered_engine(name: str) -> RegisteredEngine | None:
    """Return the registered engine of that name, or None."""
    return _registered.get(name)


def opponent_name(name: str) -> str:
    """Return the current name of a level or registered engine. Raises `RefusedRequest` for an unknown name."""
    return name if name in _registered else level_named(name).name
