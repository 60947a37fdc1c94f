"""Measure steps per second of the Gymnasium environments with random actions: single, and batched in arrays."""

import time
import warnings

import gymnasium
import numpy as np

import carrom.envs  # noqa: F401 - tells Gymnasium the names

ALONE = ("Solo", "Three", "Full")
SHORT = ("Break", "Straight", "Anywhere")
"""Tasks whose episode is one stroke, so that every step includes a reset."""
MANY = ("Solo", "Board", "Straight", "Anywhere", "Three")
LONG = ("Break", "Duel", "Full")
"""Tasks whose step takes longer: a break, two strokes or more, or nineteen pieces far apart."""
COUNT = 512


def alone(name: str, steps: int = 1_500) -> float:
    """Return steps per second of one environment, including resets."""
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
    """Return steps per second of 512 boards in one thread; a step includes the opponent's strokes."""
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
