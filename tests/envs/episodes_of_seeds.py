"""Print a digest of the episodes of seed 123 in every environment: what a fresh process makes of the seeds.

python episodes_of_seeds.py       prints one line for each reset and walk, in the order in which they were made
"""

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import carrom.envs
from carrom.envs import carrom_v0

SINGLE = tuple(name for name, (one, _, _) in carrom.envs.ENVIRONMENTS.items() if one is not None)
MANY = tuple(carrom.envs.ENVIRONMENTS)
GIVEN = {"noise": "club", "surface": {"friction": (0.08, 0.15)}}
"""Randomness of every kind; it comes from the seed."""
RESETS, STEPS = 3, 3


def single(name):
    """Return the lines of one environment: a walk after each of three resets with the same seed."""
    env = gymnasium.make(name, **GIVEN).unwrapped
    for _ in range(RESETS):
        rng = np.random.default_rng(0)
        seen = [env.reset(seed=123)[0]]
        for _ in range(STEPS):
            found = env.step(rng.uniform(-1, 1, env.action_space.shape))
            seen.append(np.append(found[0], found[1]))
            if found[2] or found[3]:
                seen.append(env.reset()[0])
        yield line(name, seen)


def many(name):
    """Return the lines of a vector environment."""
    env = gymnasium.make_vec(
        name, num_envs=3, vectorization_mode="vector_entry_point", autoreset_mode=AutoresetMode.SAME_STEP, **GIVEN
    )
    for _ in range(RESETS):
        rng = np.random.default_rng(0)
        seen = [env.reset(seed=123)[0]]
        seen += [env.step(rng.uniform(-1, 1, env.action_space.shape))[0] for _ in range(STEPS)]
        yield line(f"{name} x 3", seen)


def turns(dues):
    """Return the lines of the PettingZoo environment."""
    env = carrom_v0.raw_env("club", dues=dues, **GIVEN)
    for _ in range(RESETS):
        rng = np.random.default_rng(0)
        env.reset(seed=123)
        seen = []
        for _ in range(2 * STEPS):
            seen.append(env.observe(env.agent_selection))
            env.step(rng.uniform(-1, 1, env.action_space(env.agent_selection).shape))
        yield line(f"carrom_v0, dues {dues}", seen)


def line(name, seen):
    """Return a line: the name, and every number that was seen, as a digest."""
    import hashlib

    return f"{name}: {hashlib.sha256(b''.join(np.asarray(each).tobytes() for each in seen)).hexdigest()[:16]}"


def lines():
    """Yield every line; the environments whose opponents search come first, while nothing is compiled."""
    for name in sorted(SINGLE, key=lambda each: "Duel" not in each):
        yield from single(name)
    for name in MANY:
        yield from many(name)
    for dues in ("engine", "decide"):
        yield from turns(dues)


if __name__ == "__main__":
    for each in lines():
        print(each, flush=True)
