"""The laws' speed test: how many runs a striker makes from a base line, and the surface that makes it so.

The laws ask for at least three and a half runs of a 15 g striker struck with full force from a base line to the
opposite frame. A player can do that on his own board; with a guess of his fastest stroke and of the frame's bounce it
gives the friction. Frame restitution matters more than friction: from 0.85 to 0.65 the way that counts triples.
"""

import math

from carrom.board.disc import STRIKER
from carrom.board.position import Position
from carrom.board.spec import STANDARD, Equipment
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.errors import IllegalSurface
from carrom.physics.played import ContactKind
from carrom.physics.simulate import FASTEST, simulate
from carrom.physics.surface import ALLOWED, GRAVITY, Surface, surface

ASKED = 3.5
"""Runs the laws ask for."""


class RunTest(Value, frozen=True):
    """One straight stroke of the test."""

    speed: float
    """m/s"""
    runs: float
    """1 is from the base line to the opposite frame, each further one across the board."""
    duration: float
    """s"""

    @property
    def passes(self) -> bool:
        """Whether these are the runs the laws ask for."""
        return self.runs >= ASKED


def equivalent_path(runs: float, e_frame: float, equipment: Equipment = STANDARD) -> float:
    """Return D (m), so that a striker needs v² = 2μgD for that many runs at that frame restitution.

    A run after n bounces counts 1/e²ⁿ times its length: that much more speed it takes to have enough left for it.
    """
    first, full = _run_lengths(equipment)
    whole = math.ceil(runs) - 1
    if whole <= 0:
        return runs * first
    total = first + sum(full / e_frame ** (2 * n) for n in range(1, whole))
    return total + (runs - whole) * full / e_frame ** (2 * whole)


def calibrate(
    runs: float, v_max: float, e_frame: float = 0.75, equipment: Equipment = STANDARD, **others: float
) -> Surface:
    """Return the surface on which a full stroke makes that many runs.

    `v_max` is the fastest stroke in m/s (4 to 5 is common), `e_frame` the frame restitution: rebound speed over
    impact speed. `others` are further parameters of `Surface`. Raises `IllegalSurface` if an argument, or the friction
    that comes out, is out of range.
    """
    given = {"runs": (runs, 0.1, 20.0), "v_max": (v_max, 0.1, FASTEST / 1e6), "e_frame": (e_frame, 0.1, 1.0)}
    for name, (value, low, high) in given.items():
        if not (isinstance(value, int | float) and low <= value <= high):
            raise IllegalSurface(f"{name} is {value!r:.60}; it must be a number from {low:g} to {high:g}.")
    friction = v_max * v_max / (2.0 * GRAVITY * equivalent_path(runs, e_frame, equipment))
    low, high = ALLOWED["friction"]
    if not low <= friction <= high:
        raise IllegalSurface(
            f"{runs:g} runs at {v_max:g} m/s with frame restitution {e_frame:g} need a friction of {friction:.4f}; "
            f"it must lie from {low:g} to {high:g}: check the three figures."
        )
    return surface({"friction": friction, "frame_restitution": e_frame, **others})


def speed_for(runs: float, given: Surface, equipment: Equipment = STANDARD) -> float:
    """Return the speed (m/s) of a straight stroke that makes that many runs."""
    return math.sqrt(2.0 * given.drag * equivalent_path(runs, given.frame_restitution, equipment))


def run_test(speed: float, given: Surface, equipment: Equipment = STANDARD) -> RunTest:
    """Play a straight stroke from the middle of the base line on an empty board, and count its runs."""
    played = simulate(Position(), Stroke(0, 0, round(speed * 1e6)), surface=given, equipment=equipment)
    bounces = sum(contact.kind is ContactKind.FRAME for contact in played.contacts)
    first, full = _run_lengths(equipment)
    end = played.rest[STRIKER].y / 1e6
    if bounces == 0:
        return RunTest(speed, (end + equipment.baseline / 1e6) / first, played.duration / 1e6)
    frame = full / 2.0 if bounces % 2 else -full / 2.0
    return RunTest(speed, bounces + abs(end - frame) / full, played.duration / 1e6)


def _run_lengths(equipment: Equipment) -> tuple[float, float]:
    """Return the lengths (m) of the first run and of a full one, as the striker's centre goes."""
    reach = (equipment.half - equipment.striker_diameter // 2) / 1e6
    return reach + equipment.baseline / 1e6, 2.0 * reach
