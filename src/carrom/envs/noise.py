"""How a stroke that is played strays from the stroke that was meant: four models, declared and switchable.

Direction in degrees, speed as a share of itself, place in µm, each one standard deviation whatever the model. Their
deviates come from streams keyed by seed, board, stroke and player (`streams.py`), so that two policies on the same
boards meet the same chance, stroke by stroke.
"""

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry.execution_noise import REFERENCE_SPEED
from carrom.engine.play.levels import LEVELS, current, level_named
from carrom.envs.batched.counter_random import normals
from carrom.errors import RefusedRequest
from carrom.values import Value

Model = Literal["none", "gaussian", "student-t", "speed-dependent"]
FREEDOM = 5
"""Degrees of freedom of Student's distribution: what was found for curlers, whose outliers are fat-tailed too."""
SLOWEST_SHARE = 0.1
"""A stroke keeps at least this share of its speed."""
HARDEST = 12_000_000.0
"""µm/s: the fastest that physics takes; no error makes a stroke faster, and so none makes it illegal."""


class Noise(Value, frozen=True, kw_only=True):
    """A model of execution with its three standard deviations."""

    model: Model = "gaussian"
    direction: float = 0.0
    """Degrees; with `speed-dependent` at 2 m/s, and a tenth of it more for each m/s beyond (0.8 + 0.2 v / 2 m/s)."""
    speed: float = 0.0
    """A share of the speed."""
    place: float = 0.0
    """µm along the lines; the striker stays in the span in which it was put."""


NO_NOISE = Noise(model="none")


def noise(given: Noise | str | None) -> Noise:
    """Return the noise of a value, of a level's hand by its name (speed-dependent), or none for None and "none".

    Raises `RefusedRequest` for what is none of them.
    """
    if given is None or given == "none":
        return NO_NOISE
    if isinstance(given, str):
        if current(given) not in [each.name for each in LEVELS]:
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
        if isinstance(size, bool) or not isinstance(size, int | float) or not 0.0 <= size < 1e6:
            raise RefusedRequest(f"the noise's {name} is {size!r:.60}; expected a number from 0, one deviation")
    return given


def deviates(model: Model, key: tuple[Any, ...]) -> NDArray[np.float64]:
    """Return deviates of direction, speed and place for each key, of standard deviation 1, as an array (keys, 3)."""
    if model != "student-t":
        return normals(key, 3)
    drawn = normals(key, 3 * (1 + FREEDOM)).reshape(-1, 3, 1 + FREEDOM)
    spread = np.sqrt((drawn[:, :, 1:] ** 2).sum(axis=2) / FREEDOM)
    scaled: NDArray[np.float64] = drawn[:, :, 0] / spread * np.sqrt((FREEDOM - 2) / FREEDOM)
    return scaled


def strayed(
    played: Noise, x: NDArray[np.int64], v: NDArray[np.int64], low: Any, high: Any, key: tuple[Any, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return places (N,) and velocities (N, 2) as the hand plays them; `low` and `high` are the spans' ends, in µm."""
    if played.model == "none":
        return x, v
    by = deviates(played.model, key)
    speed = np.hypot(v[:, 0], v[:, 1])
    strain = 0.8 + 0.2 * speed / REFERENCE_SPEED if played.model == "speed-dependent" else 1.0
    angle = np.radians(played.direction) * strain * by[:, 0]
    faster = np.maximum(SLOWEST_SHARE, 1.0 + played.speed * by[:, 1])
    faster = np.minimum(faster, np.maximum(1.0, (HARDEST - 2.0) / np.maximum(1.0, speed)))
    cos, sin = np.cos(angle) * faster, np.sin(angle) * faster
    across, ahead = v[:, 0] * cos - v[:, 1] * sin, v[:, 0] * sin + v[:, 1] * cos
    there = np.clip(x + np.rint(played.place * by[:, 2]), low, high).astype(np.int64)
    return there, np.rint(np.stack((across, ahead), axis=1)).astype(np.int64)
