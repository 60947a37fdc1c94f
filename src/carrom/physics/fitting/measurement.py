"""What a fit knows of one stroke or one run test: its errors for given parameters, and their derivatives.

Every measurement has numbers of its own (how the stroke began) besides the common ones: five parameters of the surface
and, if the tracks are in pixels, nine of the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from carrom.physics.calibrate import run_test
from carrom.physics.fitting.camera import COUNT, Camera, Numbers, seen
from carrom.physics.fitting.prediction import (
    DISC_BOUNCE,
    FIRST_PLACE,
    FRAME_BOUNCE,
    FRAME_GRIP,
    FRICTION,
    GRIP,
    PARAMETERS,
    Contact,
    Film,
    predict,
    surface_of,
)
from carrom.physics.fitting.tracks import RunMeasured, TrackedStroke
from carrom.physics.kernel import layout
from carrom.physics.surface import ALLOWED, Surface
from carrom.values import Value

SPIN_PRIOR = 30.0
"""rad/s; standard deviation of the spin that a finger gives without meaning to."""
SPIN_SECANT = 10.0
"""rad/s; about as much as a slide of the striker alone tells about its spin."""
FARTHEST = np.array([0.03, 0.1, 0.1, 0.05, 0.05])
"""The longest step of each parameter in one round of the fit."""
RANGE = np.array([ALLOWED[name] for name in PARAMETERS]).T + np.array([[1e-4], [-1e-4]])
"""Lowest and highest value of each parameter: from a bound itself the fit would not come back."""
EARLIER = 0.004
"""s before a contact at which a stroke that is followed up to it ends."""
_FIRST = 0.08
"""s after the first frame that tell place and velocity there."""
_COMMON_STEPS = np.full(len(PARAMETERS), 1e-5)
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
        kept = np.concatenate([each <= time for each in self.film.times])
        return replace(self, film=self.film.until(time), measured=self.measured[np.tile(kept, 2)])

    def without(self, wrong: Numbers) -> "StrokeMeasured":
        """Return the frames that are not wrong; `wrong` has a row for x and one for y."""
        kept = ~np.any(wrong.reshape(2, -1), axis=0)
        ends = np.cumsum([0, *map(len, self.film.times)])
        times = tuple(
            each[kept[start:end]] for each, start, end in zip(self.film.times, ends[:-1], ends[1:], strict=True)
        )
        return replace(self, film=Film(self.film.discs, times), measured=self.measured[np.tile(kept, 2)])

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
            shift = step * np.eye(len(PARAMETERS))[index]
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
