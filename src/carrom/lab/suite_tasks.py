"""`carrom-bench-1`: six tasks at three noise levels on fixed episodes, frozen with its digest.

| task | episodes | an episode | points |
|---|---|---|---|
| `straight` | 200 | one stroke at a piece on a straight line to a far pocket | 1 if it falls, not the striker |
| `anywhere` | 200 | one stroke at one piece anywhere | the same |
| `three` | 100 | up to six strokes at three pieces | 1 for each piece |
| `break` | 200 | one stroke at a rack with unknown gaps (ICF) | 1 if a piece falls and the breaker goes on |
| `solo` | 30 | up to 24 strokes at the whole board, alone, by the points game | 1 for each disc off the board |
| `duel` | 40 | a board of `classic-29` against the opponent `aim`, up to 200 strokes | 1 if it is won |

An episode's share is its points divided by the most possible. Seeds are 2**62 and above, where no environment's own
episodes are, so that no agent has trained on these positions unless its author set them by hand.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from carrom.envs.config import NO_NOISE, Noise, words
from carrom.errors import RefusedRequest
from carrom.physics import PHYSICS_VERSION
from carrom.physics.surface import Surface, parameters_of
from carrom.rules.ruleset import ruleset
from carrom.values import Value

Kind = Literal["graded", "break", "solo", "duel"]
UNSEEN = 1 << 62
"""Lowest seed of a suite's episodes; the environments draw theirs below it."""


class SuiteTask(Value, frozen=True, kw_only=True):
    """One task of a suite."""

    name: str
    kind: Kind
    episodes: int
    strokes: int
    """Limit of strokes of an episode, the opponent's included."""
    points: int
    """Most points of an episode."""
    rules: str = ""
    edition: str = ""
    opponent: str = ""


class SuiteNoise(Value, frozen=True, kw_only=True):
    """One noise level of a suite."""

    name: str
    noise: Noise


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A frozen set of tasks, noise levels and episodes."""

    name: str
    key: int
    """First part of the key of every episode's seed."""
    physics: str
    surface: Surface
    tasks: tuple[SuiteTask, ...]
    noises: tuple[SuiteNoise, ...]
    floors: dict[str, float]
    """By cell (`task/noise`): the mean share of uniformly random actions, which scores 0; a share of 1 scores 1."""

    @property
    def digest(self) -> str:
        """SHA-256 of the definition."""
        form = msgspec.to_builtins(self, order="deterministic")
        return hashlib.sha256(msgspec.json.encode({**form, "surface": parameters_of(self.surface)})).hexdigest()

    @property
    def cells(self) -> tuple["Cell", ...]:
        """Every task at every noise level."""
        return tuple(Cell(task, noise, self.surface) for task in self.tasks for noise in self.noises)

    def seeds(self, cell: "Cell") -> NDArray[np.int64]:
        """Return the seeds of a cell's episodes, int64 (episodes,); odd and even alternate, so that sides do, too."""
        where = self.tasks.index(cell.task), self.noises.index(cell.noise)
        drawn = words((self.key, *where), cell.task.episodes)[0] >> np.uint64(3)
        order = np.arange(cell.task.episodes, dtype=np.int64)
        found: NDArray[np.int64] = UNSEEN + 2 * drawn.astype(np.int64) + order % 2
        return found


class Cell(Value, frozen=True):
    """A task at a noise level."""

    task: SuiteTask
    noise: SuiteNoise
    surface: Surface

    @property
    def name(self) -> str:
        """`task/noise`."""
        return f"{self.task.name}/{self.noise.name}"


_ICF = "ICF Laws 1-143, current text, second reading"
_CLASSIC_29 = "29-point guide, source text 000, third reading"
_POINTS = "café card, source text 004, third reading"
CARROM_BENCH_1 = Suite(
    name="carrom-bench-1",
    key=0xCA2201,
    physics="2",
    surface=Surface(),
    tasks=(
        SuiteTask(name="straight", kind="graded", episodes=200, strokes=1, points=1),
        SuiteTask(name="anywhere", kind="graded", episodes=200, strokes=1, points=1),
        SuiteTask(name="three", kind="graded", episodes=100, strokes=6, points=3),
        SuiteTask(name="break", kind="break", episodes=200, strokes=1, points=1, rules="icf", edition=_ICF),
        SuiteTask(name="solo", kind="solo", episodes=30, strokes=24, points=19, rules="points", edition=_POINTS),
        SuiteTask(
            name="duel",
            kind="duel",
            episodes=40,
            strokes=200,
            points=1,
            rules="classic-29",
            edition=_CLASSIC_29,
            opponent="aim",
        ),
    ),
    noises=(
        SuiteNoise(name="exact", noise=NO_NOISE),
        SuiteNoise(name="steady", noise=Noise(model="speed-dependent", direction=0.3, speed=0.05, place=250.0)),
        SuiteNoise(name="shaky", noise=Noise(model="speed-dependent", direction=1.0, speed=0.09, place=600.0)),
    ),
    floors={
        "straight/exact": 0.0365,
        "straight/steady": 0.0357,
        "straight/shaky": 0.0352,
        "anywhere/exact": 0.0345,
        "anywhere/steady": 0.0307,
        "anywhere/shaky": 0.0341,
        "three/exact": 0.1752,
        "three/steady": 0.1736,
        "three/shaky": 0.1762,
        "break/exact": 0.0624,
        "break/steady": 0.0637,
        "break/shaky": 0.0632,
        "solo/exact": 0.3778,
        "solo/steady": 0.3784,
        "solo/shaky": 0.374,
        "duel/exact": 0.0043,
        "duel/steady": 0.0073,
        "duel/shaky": 0.0063,
    },
)
SUITES = {CARROM_BENCH_1.name: CARROM_BENCH_1}
DIGESTS = {"carrom-bench-1": "db3fb2c4a275d1beb7a916c64df4f05fb31430704f524d623923921e6ff3a00e"}
"""The frozen digests; a definition that no longer has its digest is refused."""


def suite_named(name: str) -> Suite:
    """Return the suite of that name. Raises `RefusedRequest` for an unknown one, or one of other physics or laws."""
    if name not in SUITES:
        raise RefusedRequest(f"there is no suite {name!r:.40}; expected {' or '.join(SUITES)}")
    suite = SUITES[name]
    if suite.digest != DIGESTS[name]:
        raise RefusedRequest(f"the definition of {name} was changed (its digest is {suite.digest:.12}); use a release")
    if suite.physics != PHYSICS_VERSION:
        raise RefusedRequest(f"{name} is played with physics {suite.physics}; this program has {PHYSICS_VERSION}")
    for task in suite.tasks:
        if task.rules and ruleset(task.rules).edition != task.edition:
            raise RefusedRequest(
                f"{name} is played by {task.rules} of {task.edition}; this program has {ruleset(task.rules).edition}"
            )
    return suite
