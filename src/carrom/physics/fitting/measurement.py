"""What a fit knows of one stroke or one run test: its errors for given parameters, and their derivatives.

Every measurement has numbers of its own (how the stroke began) besides the common ones: five parameters of the surface
and, if the tracks are in pixels, nine of the camera.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.compiling import is_native, kernels
from carrom.physics.calibrate import run_test
from carrom.physics.camera import COUNT, Camera, Numbers, seen
from carrom.physics.fitting import filming
from carrom.physics.kernel import layout
from carrom.physics.kernel.friction_profile import profile
from carrom.physics.kernel.segment import mass_of, radius_of
from carrom.physics.simulate import parameters
from carrom.physics.surface import ALLOWED, Surface
from carrom.physics.tracks import RunMeasured, TrackedStroke
from carrom.values import Value, changed

# -- the tracks that the exact simulator predicts, without rounding ----------------------------------------------------


PREDICTED = "friction", "disc_restitution", "frame_restitution", "contact_friction", "frame_friction"
"""What is fitted, in this order."""
FRICTION, DISC_BOUNCE, FRAME_BOUNCE, GRIP, FRAME_GRIP = range(5)
FIRST_PLACE = 5
"""A stroke's own numbers: the striker's place (m), velocity (m/s), spin (rad/s); then the other discs' places."""
FASTEST = 12.0
"""m/s"""
_ROOM = 64
_LIMITS = np.array([ALLOWED[name] for name in PREDICTED])


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
    return changed(given, **dict(zip(PREDICTED, within.tolist(), strict=True)))


def values_of(surface: Surface) -> Numbers:
    """Return a surface's fitted parameters."""
    return np.array([getattr(surface, name) for name in PREDICTED])


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
    run, table = _native() if is_native() else _interpreted()
    events = run(table, worlds, begun, sizes, frames, ends, arrays.state, arrays.marks, arrays.log, arrays.world, x, y)
    rows = arrays.log[: min(max(events, 0), _ROOM) * layout.E_WIDTH].reshape(-1, layout.E_WIDTH).tolist()
    return Prediction(x, y, tuple(_contact(row, variants[-1][0]) for row in rows))


@cache
def _interpreted() -> tuple[Callable[..., int], Sequence[float]]:
    """Return the interpreted function and the profile it takes."""
    return filming.film, profile()


@cache
def _native() -> tuple[Callable[..., int], Any]:
    """Return the native function and the profile it takes."""
    return kernels((filming.film,), as_native=True)["film"], np.array(profile())


def _contact(row: Sequence[float], surface: Surface) -> Contact:
    kind = int(row[layout.E_KIND])
    grip = surface.contact_friction if kind == layout.DISC else surface.frame_friction
    return Contact(row[layout.E_TIME], kind, abs(row[layout.E_TANGENT]) > 0.999 * grip * row[layout.E_NORMAL])


# -- measurements: errors and derivatives for given parameters ---------------------------------------------------------


SPIN_PRIOR = 30.0
"""rad/s; standard deviation of the spin that a finger gives without meaning to."""
SPIN_SECANT = 10.0
"""rad/s; about as much as a slide of the striker alone tells about its spin."""
FARTHEST = np.array([0.03, 0.1, 0.1, 0.05, 0.05])
"""The longest step of each parameter in one round of the fit."""
RANGE = np.array([ALLOWED[name] for name in PREDICTED]).T + np.array([[1e-4], [-1e-4]])
"""Lowest and highest value of each parameter: from a bound itself the fit would not come back."""
EARLIER = 0.004
"""s before a contact at which a stroke that is followed up to it ends."""
_FIRST = 0.08
"""s after the first frame that tell place and velocity there."""
_COMMON_STEPS = np.full(len(PREDICTED), 1e-5)
_OWN_STEPS = np.array([1e-6, 1e-6, 1e-5, 1e-5, 1e-3])
_CAMERA_STEP = 1e-6


@dataclass(frozen=True, eq=False)
class Common:
    """The numbers that all measurements share: the surface's parameters, and the camera or None."""

    surface: Numbers
    camera: Camera | None
    given: Surface = Surface()
    """Has the parameters that are not fitted."""

    @property
    def ground(self) -> Surface:
        """The surface with these parameters."""
        return surface_of(self.surface, self.given)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.surface) + (0 if self.camera is None else COUNT)

    def moved(self, step: Numbers) -> "Common":
        """Return these numbers plus a step; no parameter moves further than `FARTHEST`, or out of its range."""
        count = len(self.surface)
        surface = np.clip(self.surface + np.clip(step[:count], -FARTHEST, FARTHEST), *RANGE)
        if self.camera is None:
            return replace(self, surface=surface)
        return replace(self, surface=surface, camera=replace(self.camera, numbers=self.camera.numbers + step[count:]))


@dataclass(frozen=True, eq=False)
class Linear:
    """Errors of a measurement and their derivatives by the common numbers and by its own."""

    errors: Numbers
    common: Numbers
    own: Numbers


@dataclass(frozen=True, eq=False)
class StrokeMeasured:
    """One tracked stroke up to a time; its own numbers are those of `prediction.FIRST_PLACE`."""

    name: str
    film: Film
    measured: Numbers
    """x of every frame, disc by disc, then y: pixels with a camera, metres without."""
    is_track: bool = True

    @property
    def count(self) -> int:
        """How many numbers of its own there are."""
        return FIRST_PLACE + 2 * (len(self.film.discs) - 1)

    @property
    def weights(self) -> Numbers:
        """Inverse variances of its own numbers that are known before: the spin is small."""
        found = np.zeros(self.count)
        found[4] = SPIN_PRIOR**-2
        return found

    @property
    def expected(self) -> Numbers:
        """The values of the numbers that are known before."""
        return np.zeros(self.count)

    def until(self, time: float) -> "StrokeMeasured":
        """Return the frames up to a time (s)."""
        inside = np.concatenate([each <= time for each in self.film.times])
        return replace(self, film=self.film.until(time), measured=self.measured[np.tile(inside, 2)])

    def without(self, wrong: Numbers) -> "StrokeMeasured":
        """Return the frames that are not wrong; `wrong` has a row for x and one for y."""
        inside = ~np.any(wrong.reshape(2, -1), axis=0)
        ends = np.cumsum([0, *map(len, self.film.times)])
        times = tuple(
            each[inside[start:end]] for each, start, end in zip(self.film.times, ends[:-1], ends[1:], strict=True)
        )
        return replace(self, film=Film(self.film.discs, times), measured=self.measured[np.tile(inside, 2)])

    def errors(self, common: Common, own: Numbers) -> Numbers:
        """Return predicted minus measured places."""
        made = predict(self.film, [(common.ground, own)])
        return _observed(common.camera, made.x[0], made.y[0]) - self.measured

    def contacts(self, common: Common, own: Numbers) -> tuple[Contact, ...]:
        """Return the predicted contacts."""
        return predict(self.film, [(common.ground, own)]).contacts

    def linear(self, common: Common, own: Numbers, *, own_only: bool = False, central: bool = False) -> Linear:
        """Return the errors and their derivatives on the exact simulator, by one-sided or central differences.

        With `own_only` there are no derivatives by the common numbers. With `central`, for intervals, that by the spin
        is the slope of a secant away from 0: a spin of 0 slows a disc as a small one does, so its derivative there is 0
        although the strokes do not tell it from a small one.
        """
        steps = np.concatenate([_OWN_STEPS, np.full(self.count - FIRST_PLACE, 1e-6), _COMMON_STEPS])
        if own_only:
            steps = steps[: self.count]
        back = steps.copy() if central else np.zeros_like(steps)
        if central:
            steps[4], back[4] = (SPIN_SECANT if own[4] >= 0 else -SPIN_SECANT), 0.0
        variants = [(common.ground, own), *self._shifted(common, own, steps)]
        if central:
            variants += self._shifted(common, own, -back)
        made = predict(self.film, variants)
        places = _observed(common.camera, made.x, made.y)
        ahead = places[1 : 1 + len(steps)].T
        behind = places[1 + len(steps) :].T if central else places[0][:, None]
        slopes = (ahead - behind) / (steps + back)
        shared = [slopes[:, self.count :]]
        if common.camera is not None and not own_only:
            numbers, image = common.camera.numbers, common.camera.image
            moved = [seen(numbers + shift, image, made.x[0], made.y[0]) for shift in _CAMERA_STEP * np.eye(COUNT)]
            shared.append((np.stack([np.concatenate(each) for each in moved], 1) - places[0][:, None]) / _CAMERA_STEP)
        return Linear(places[0] - self.measured, np.hstack(shared), slopes[:, : self.count])

    def _shifted(self, common: Common, own: Numbers, steps: Numbers) -> list[tuple[Surface, Numbers]]:
        """Return a variant for each number, a step away: its own, then the surface's."""
        variants = [(common.ground, own + shift) for shift in np.diag(steps)[: self.count, : self.count]]
        shared = np.diag(steps)[self.count :, self.count :]
        return variants + [(surface_of(common.surface + shift, common.given), own) for shift in shared]


def _observed(camera: Camera | None, x: Numbers, y: Numbers) -> Numbers:
    """Return what is measured at these places: x, then y of every frame, in pixels or metres."""
    return np.concatenate([x, y] if camera is None else camera.pixels(x, y), axis=-1)


def measurement_of(stroke: TrackedStroke, camera: Camera | None) -> tuple[StrokeMeasured, Numbers]:
    """Return what is known of a stroke, and a first estimate of its own numbers from the first frames."""
    striker = stroke.tracks[0]
    begins = striker.times[0]
    times = tuple(np.maximum(np.array(track.times) - begins, 0.0) for track in stroke.tracks)
    rows = [[np.array(row) for row in (track.x, track.y)] for track in stroke.tracks]
    measured = np.concatenate([*(row[0] for row in rows), *(row[1] for row in rows)])
    places = rows if camera is None else [list(camera.board(row[0], row[1])) for row in rows]
    when = times[0]
    first = slice(0, max(4, min(len(when), int(np.searchsorted(when, _FIRST)))))
    (vx, x), (vy, y) = (np.polyfit(when[first], row[first], 1) for row in places[0])
    speed = max(float(np.hypot(vx, vy)), 1e-3)
    faster = 1.0 + min(0.3, Surface().drag * float(when[first].mean()) / speed)
    still = [float(np.median(row[:5])) for each in places[1:] for row in each]
    own = np.array([x, y, faster * vx, faster * vy, 0.0, *still])
    return StrokeMeasured(stroke.name, Film(tuple(track.disc for track in stroke.tracks), times), measured), own


class RunTestMeasured(Value, frozen=True):
    """The laws' test of the surface; its own number is the speed of the stroke."""

    name: str
    test: RunMeasured
    is_track: bool = False

    @property
    def weights(self) -> Numbers:
        """Inverse variance of the speed."""
        return np.array([(self.test.speed_error * self.test.speed) ** -2])

    @property
    def expected(self) -> Numbers:
        """The speed that was measured."""
        return np.array([self.test.speed])

    def errors(self, common: Common, own: Numbers) -> Numbers:
        """Return predicted minus measured runs, in standard errors."""
        return np.array([self._runs(common, float(own[0])) - self.test.runs]) / self.test.runs_error

    def linear(self, common: Common, own: Numbers, *, own_only: bool = False, central: bool = False) -> Linear:
        """Return the error and its derivatives."""
        shared, speed, step = np.zeros((1, common.size)), float(own[0]), 1e-3
        for index in (FRICTION, FRAME_BOUNCE):
            shift = step * np.eye(len(PREDICTED))[index]
            ahead, behind = (
                self._runs(replace(common, surface=values), speed)
                for values in (common.surface + shift, common.surface - shift)
            )
            shared[0, index] = (ahead - behind) / (2 * step * self.test.runs_error)
        along = (self._runs(common, speed + step) - self._runs(common, speed - step)) / (2 * step)
        return Linear(self.errors(common, own), shared, np.array([[along / self.test.runs_error]]))

    def _runs(self, common: Common, speed: float) -> float:
        return run_test(min(max(speed, 0.05), 12.0), common.ground).runs


Measurement = StrokeMeasured | RunTestMeasured


def unseen(contacts: Sequence[Contact]) -> dict[int, str]:
    """Return the parameters that strokes with these contacts cannot tell, each with the reason."""
    found: dict[int, str] = {}
    for kinds, bounce, grip, what in (
        ((layout.DISC,), DISC_BOUNCE, GRIP, "no disc hits another"),
        ((layout.FRAME_X, layout.FRAME_Y), FRAME_BOUNCE, FRAME_GRIP, "no disc reaches the frame"),
    ):
        its = [each for each in contacts if each.kind in kinds]
        if not its:
            found[bounce] = found[grip] = what
        elif not any(each.slips for each in its):
            found[grip] = (
                "every hit is so full that the rims stick; play thinner cuts"
                if grip == GRIP
                else "every rebound is so steep that the rim sticks; play flatter angles"
            )
    return found
