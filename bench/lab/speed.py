"""Steps per second of each environment: single, and many at once in one thread."""

import platform
import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import carrom.envs  # noqa: F401 - tells Gymnasium the names
from carrom.envs import carrom_v0
from carrom.physics import PHYSICS_VERSION

TURNS = 10
"""Number of slices of each environment's time; the environments take turns."""
ALONE = ("Straight", "Three", "Full", "Solo", "Break", "Duel")
MANY = {"Straight": 1024, "Anywhere": 1024, "Three": 1024, "Full": 1024, "Solo": 512, "Board": 512, "Break": 512}
GIVEN: dict[str, dict[str, Any]] = {"Duel": {"opponent": "beginner"}, "Solo": {}, "Board": {}}
STEPS = 64
"""Number of random actions drawn in advance, which are played in a loop."""


class Runner:
    """An environment, with its number of steps and the time spent."""

    def __init__(self, name: str, many: int) -> None:
        self.name, self.many, self.steps, self.spent = name, many, 0, 0.0
        given = dict(GIVEN.get(name, {}))
        rng = np.random.default_rng(0)
        if many:
            if name in ("Solo", "Board", "Break"):
                given["threads"] = 1
            self.env = gymnasium.make_vec(
                f"carrom/{name}-v0", num_envs=many, vectorization_mode="vector_entry_point",
                autoreset_mode=AutoresetMode.SAME_STEP, **given,
            )  # fmt: skip
        else:
            self.env = gymnasium.make(f"carrom/{name}-v0", **given).unwrapped
        self.acts = [rng.uniform(-1, 1, self.env.action_space.shape) for _ in range(STEPS)]
        self.env.reset(seed=0)
        self._step(0)

    def go_on(self, seconds: float) -> None:
        """Step for this many seconds of processor time."""
        begun, number = time.process_time(), 0
        while time.process_time() - begun < seconds:
            self._step(number)
            number += 1
        self.spent += time.process_time() - begun
        self.steps += number * max(1, self.many)

    def _step(self, number: int) -> None:
        over = self.env.step(self.acts[number % STEPS])
        if not self.many and (over[2] or over[3]):
            self.env.reset()

    @property
    def rate(self) -> float:
        return self.steps / self.spent


class Turns(Runner):
    """The PettingZoo environment, stepped for whichever agent is in turn."""

    def __init__(self) -> None:
        self.name, self.many, self.steps, self.spent = "carrom_v0", 0, 0, 0.0
        rng = np.random.default_rng(0)
        self.env = carrom_v0.raw_env()
        self.acts = [rng.uniform(-1, 1, 4) for _ in range(STEPS)]
        self.env.reset(seed=0)

    def _step(self, number: int) -> None:
        env = self.env
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            env.reset()
        env.step(self.acts[number % STEPS])


def speeds(seconds: float) -> None:
    """Print a table of steps per second."""
    runners: list[Runner] = [*(Runner(name, 0) for name in ALONE), Turns()]
    runners += [Runner(name, many) for name, many in MANY.items()]
    for _ in range(TURNS):
        for runner in runners:
            runner.go_on(seconds / TURNS)
    alone = {runner.name: runner.rate for runner in runners if not runner.many}
    versions = f"physics {PHYSICS_VERSION}; Python {platform.python_version()}, NumPy {np.__version__}"
    print(f"{versions}; {processor()}; random actions, one thread")
    print("| environment | alone, steps a second | at once | steps a second | times one alone |\n|---|---|---|---|---|")
    for name in dict.fromkeys((*alone, *MANY)):
        many = next((runner for runner in runners if runner.name == name and runner.many), None)
        one = f"{alone[name]:,.0f}" if name in alone else "–"
        at_once = f"{many.many:,} | {many.rate:,.0f}" if many else "– | –"
        ratio = f"{many.rate / alone[name]:.0f}" if many and name in alone else "–"
        print(f"| `{name}` | {one} | {at_once} | {ratio} |")


def processor() -> str:
    """Return the name of this machine's processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
