"""Execution noise: four models of how the played stroke differs from the intended one.

Each model has three standard deviations: direction (degrees), speed (relative) and place (µm). Random numbers come from
streams keyed by seed, board, stroke and player (`counter_random.py`), so two policies on the same boards get the same
noise, stroke by stroke.
"""

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry.execution_noise import REFERENCE_SPEED
from carrom.engine.play.levels import LEVELS, level_named
from carrom.envs.batched.counter_random import normals
from carrom.errors import RefusedRequest
from carrom.numeric import real
from carrom.values import Value, changed

Model = Literal["none", "gaussian", "student-t", "speed-dependent"]
FREEDOM = 5
"""Degrees of freedom of Student's distribution, as measured for curling players, whose errors have heavy tails too."""
SLOWEST_SHARE = 0.1
"""Minimum speed of the played stroke, as a share of the intended speed."""
HARDEST = 12_000_000.0
"""µm/s; the maximum that the physics accepts. Noise never raises a speed above it."""


class Noise(Value, frozen=True, kw_only=True):
    """An execution noise model with its three standard deviations."""

    model: Model = "gaussian"
    direction: float = 0.0
    """Degrees; with `speed-dependent` this is the value at 2 m/s, and the factor is 0.8 + 0.2 v / (2 m/s)."""
    speed: float = 0.0
    """Relative to the intended speed."""
    place: float = 0.0
    """µm along the baseline; the striker stays within its legal span."""


NO_NOISE = Noise(model="none")


def noise(given: Noise | str | None) -> Noise:
    """Return a noise model from a value, from a level's name (that level's accuracy), or no noise for None and "none".

    Raises `RefusedRequest` for anything else.
    """
    if given is None or given == "none":
        return NO_NOISE
    if isinstance(given, str):
        if given not in [each.name for each in LEVELS]:
            names = ", ".join(each.name for each in LEVELS)
            raise RefusedRequest(f"the noise is {given!r:.60}; expected none, a Noise, or the hand of a level: {names}")
        hand = level_named(given).hand
        return Noise(model="speed-dependent", direction=hand.direction, speed=hand.speed, place=hand.place)
    if not isinstance(given, Noise):
        raise RefusedRequest(f"the noise is {given!r:.60}; expected none, a Noise, or the name of a level")
    if given.model not in get_args(Model):
        raise RefusedRequest(f"the model is {given.model!r:.60}; expected one of {', '.join(get_args(Model))}")
    for name in ("direction", "speed", "place"):
        size = getattr(given, name)
        number = real(size)
        if number is None or not 0.0 <= number < 1e6:
            raise RefusedRequest(f"the noise's {name} is {size!r:.60}; expected a number from 0, one deviation")
        if number is not size:
            given = changed(given, **{name: number})
    return given


def deviates(model: Model, key: tuple[Any, ...]) -> NDArray[np.float64]:
    """Return deviates of direction, speed and place with standard deviation 1 for each key, shape (keys, 3)."""
    if model != "student-t":
        return normals(key, 3)
    drawn = normals(key, 3 * (1 + FREEDOM)).reshape(-1, 3, 1 + FREEDOM)
    spread = np.sqrt((drawn[:, :, 1:] ** 2).sum(axis=2) / FREEDOM)
    scaled: NDArray[np.float64] = drawn[:, :, 0] / spread * np.sqrt((FREEDOM - 2) / FREEDOM)
    return scaled


def strayed(
    played: Noise, x: NDArray[np.int64], v: NDArray[np.int64], low: Any, high: Any, key: tuple[Any, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return places (N,) and velocities (N, 2) with noise added; `low` and `high` are the ends of the spans in µm."""
    if played.model == "none":
        return x, v
    by = deviates(played.model, key)
    there = np.clip(x + np.rint(played.place * by[:, 2]), low, high).astype(np.int64)
    return there, disturbed(played, v, by)


def disturbed(played: Noise, v: NDArray[np.int64], by: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return velocities (N, 2; µm/s) off by deviates (N, 3) of direction, speed and place; the place is not used."""
    speed = np.hypot(v[:, 0], v[:, 1])
    strain = 0.8 + 0.2 * speed / REFERENCE_SPEED if played.model == "speed-dependent" else 1.0
    angle = np.radians(played.direction) * strain * by[:, 0]
    faster = np.maximum(SLOWEST_SHARE, 1.0 + played.speed * by[:, 1])
    faster = np.minimum(faster, np.maximum(1.0, (HARDEST - 2.0) / np.maximum(1.0, speed)))
    cos, sin = np.cos(angle) * faster, np.sin(angle) * faster
    across, ahead = v[:, 0] * cos - v[:, 1] * sin, v[:, 0] * sin + v[:, 1] * cos
    found: NDArray[np.int64] = np.rint(np.stack((across, ahead), axis=1)).astype(np.int64)
    return found
