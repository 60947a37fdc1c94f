"""Steps a second of Gymnasium's environments at random: one alone, and many in arrays."""

import time
import warnings

import gymnasium
import numpy as np

import carrom.envs  # noqa: F401 - tells Gymnasium the names

ALONE = ("Solo", "Three", "Full")
SHORT = ("Break", "Straight", "Anywhere")
"""One stroke is an episode: a step is one with a reset."""
MANY = ("Solo", "Board", "Straight", "Anywhere", "Three")
LONG = ("Break", "Duel", "Full")
"""A step is more than a stroke of play: a break, two strokes and more, nineteen men far apart."""
COUNT = 512


def alone(name: str, steps: int = 1_500) -> float:
    """Return steps a second of one environment, episodes begun anew within."""
    env = gymnasium.make(f"carrom/{name}-v0")
    dice = np.random.default_rng(0)
    actions = dice.uniform(-1, 1, (2 * steps, 3))
    env.reset(seed=0)
    for number in range(2 * steps):
        if number == steps:
            start = time.process_time()
        _, _, over, cut, _ = env.step(actions[number])
        if over or cut:
            env.reset()
    return steps / (time.process_time() - start)


def many(name: str, steps: int = 60) -> float:
    """Return steps a second of 512 boards in one thread; an opponent's strokes count as part of the learner's step."""
    given = {"threads": 1, "autoreset_mode": "SameStep", **({"opponent": "random"} if name == "Duel" else {})}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make_vec(f"carrom/{name}-v0", num_envs=COUNT, vectorization_mode="vector_entry_point", **given)
    dice = np.random.default_rng(0)
    actions = dice.uniform(-1, 1, (2 * steps, COUNT, 3))
    env.reset(seed=0)
    for number in range(2 * steps):
        if number == steps:
            start = time.process_time()
        env.step(actions[number])
    return steps * COUNT / (time.process_time() - start)
