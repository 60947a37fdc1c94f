"""The tracks that the exact simulator predicts for a stroke, without rounding to whole micrometres."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.compiling import compiled_functions
from carrom.physics.fitting import filming
from carrom.physics.fitting.camera import Numbers
from carrom.physics.kernel import layout
from carrom.physics.kernel.compiled import MODULES, is_warm, kernel_twins
from carrom.physics.kernel.friction_profile import profile
from carrom.physics.kernel.segment import mass_of, radius_of
from carrom.physics.simulate import parameters
from carrom.physics.surface import ALLOWED, Surface
from carrom.values import Value, changed

PARAMETERS = "friction", "disc_restitution", "frame_restitution", "contact_friction", "frame_friction"
"""What is fitted, in this order."""
FRICTION, DISC_BOUNCE, FRAME_BOUNCE, GRIP, FRAME_GRIP = range(5)
FIRST_PLACE = 5
"""A stroke's own numbers: the striker's place (m), velocity (m/s), spin (rad/s); then the other discs' places."""
FASTEST = 12.0
"""m/s"""
_ROOM = 64
_LIMITS = np.array([ALLOWED[name] for name in PARAMETERS])


class Contact(Value, frozen=True):
    """A predicted contact: when (s), of which kind (`layout.DISC`, …), and whether the rims slip until they part."""

    time: float
    kind: int
    slips: bool


@dataclass(frozen=True, eq=False)
class Prediction:
    """Places (m) at every frame, a row for each variant, disc by disc; and the contacts of the last variant."""

    x: Numbers
    y: Numbers
    contacts: tuple[Contact, ...]


def surface_of(values: Numbers, given: Surface) -> Surface:
    """Return the surface with these parameters, each moved into its allowed range; the others are those of `given`."""
    within = np.clip(values, _LIMITS[:, 0], _LIMITS[:, 1])
    return changed(given, **dict(zip(PARAMETERS, within.tolist(), strict=True)))


def values_of(surface: Surface) -> Numbers:
    """Return a surface's fitted parameters."""
    return np.array([getattr(surface, name) for name in PARAMETERS])


@dataclass(frozen=True, eq=False)
class Film:
    """Which discs are seen when: the striker first, and the times of each one's frames (s since the stroke began)."""

    discs: tuple[Disc, ...]
    times: tuple[Numbers, ...]

    def until(self, time: float) -> "Film":
        """Return the frames up to a time."""
        return Film(self.discs, tuple(each[each <= time] for each in self.times))


class _Arrays:
    """The kernel's arrays, reused by one thread."""

    def __init__(self) -> None:
        self.state, self.log = np.zeros(layout.STATE), np.zeros(_ROOM * layout.E_WIDTH)
        self.marks, self.world = np.zeros(layout.MARKS, dtype=np.int64), np.zeros(layout.PARAMETERS)


_own = threading.local()


def predict(film: Film, variants: Sequence[tuple[Surface, Numbers]]) -> Prediction:
    """Return where the discs are in every frame, for each variant of a surface and a stroke's own numbers."""
    arrays: _Arrays | None = getattr(_own, "arrays", None)
    if arrays is None:
        arrays = _own.arrays = _Arrays()
    worlds = np.array([parameters(surface, STANDARD) for surface, _ in variants])
    begun = np.array([own for _, own in variants])
    begun[:, 2:4] *= np.minimum(1.0, FASTEST / np.maximum(np.hypot(begun[:, 2], begun[:, 3]), 1e-9))[:, None]
    begun[:, 4] *= radius_of(STRIKER, STANDARD)
    sizes = np.array([(radius_of(disc, STANDARD), mass_of(disc, STANDARD)) for disc in film.discs])
    frames, ends = np.concatenate(film.times), np.cumsum([len(each) for each in film.times])
    x, y = np.zeros((len(variants), len(frames))), np.zeros((len(variants), len(frames)))
    run, table = _compiled() if is_warm() else _interpreted()
    events = run(table, worlds, begun, sizes, frames, ends, arrays.state, arrays.marks, arrays.log, arrays.world, x, y)
    rows = arrays.log[: min(max(events, 0), _ROOM) * layout.E_WIDTH].reshape(-1, layout.E_WIDTH).tolist()
    return Prediction(x, y, tuple(_contact(row, variants[-1][0]) for row in rows))


@cache
def _interpreted() -> tuple[Callable[..., int], Sequence[float]]:
    """Return the interpreted function and the profile it takes."""
    return filming.film, profile()


@cache
def _compiled() -> tuple[Callable[..., int], Any]:
    """Return the compiled function and the profile it takes; the code is cached on disk."""
    made = compiled_functions("fitting", (filming,), ("film",), kernel_twins(), (filming, layout, *MODULES))
    function: Any = filming.film
    return made[function], np.array(profile())


def _contact(row: Sequence[float], surface: Surface) -> Contact:
    kind = int(row[layout.E_KIND])
    grip = surface.contact_friction if kind == layout.DISC else surface.frame_friction
    return Contact(row[layout.E_TIME], kind, abs(row[layout.E_TANGENT]) > 0.999 * grip * row[layout.E_NORMAL])
