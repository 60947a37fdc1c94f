"""Calibrate a surface by the laws' speed test: the number of runs that a striker makes across the board.

The laws require at least three and a half runs of a 15 g striker struck with full force from a base line to the
opposite frame. Players can do that on their own board; with estimates of their fastest stroke and of the frame's
restitution it gives the friction. Frame restitution matters more than friction: from 0.85 to 0.65 the effective
distance triples.
"""

import math
from collections.abc import Callable

from carrom.board.disc import STRIKER
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.drawing import INK, Drawing, chart, text
from carrom.errors import IllegalSurface
from carrom.physics.played import ContactKind
from carrom.physics.simulate import FASTEST, simulate
from carrom.physics.surface import ALLOWED, GRAVITY, PRESETS, Surface, surface
from carrom.values import Value, changed

ASKED = 3.5
"""Runs that the laws require."""
_RUNS = 0.1, 20.0
_CLOSE = 1e-9
"""Relative tolerance of the root search; a striker's place is known to 1 µm."""
_NEAR = 1e-4
"""Tolerance of the test in runs."""


class RunTest(Value, frozen=True):
    """One straight stroke of the test."""

    speed: float
    """m/s"""
    runs: float
    """The first run is from the base line to the opposite frame, each further one across the board."""
    duration: float
    """s"""

    @property
    def passes(self) -> bool:
        """Whether the stroke makes the runs that the laws require."""
        return self.runs >= ASKED


def equivalent_path(runs: float, e_frame: float, equipment: Equipment = STANDARD) -> float:
    """Return the distance D (m) such that a striker needs v² = 2μgD for that many runs at constant frame restitution.

    A run after n bounces counts 1/e²ⁿ times its length, because each bounce costs speed.
    """
    first, full = _run_lengths(equipment)
    whole = math.ceil(runs) - 1
    if whole <= 0:
        return runs * first
    total = first + sum(full / e_frame ** (2 * n) for n in range(1, whole))
    return total + (runs - whole) * full / e_frame ** (2 * whole)


def calibrate(
    runs: float, v_max: float, e_frame: float = 0.75, equipment: Equipment = STANDARD, **others: float | str
) -> Surface:
    """Return the surface on which a stroke with full force makes that many runs.

    `v_max` is the fastest stroke in m/s (4 to 5 is common), `e_frame` the frame restitution: rebound speed over
    impact speed. `others` are further parameters of `Surface`; with a `yield_speed` the friction is found by
    simulating the test. Raises `IllegalSurface` if an argument, or the friction that comes out, is out of range.
    """
    _check("runs", runs, *_RUNS)
    _check("v_max", v_max, 0.1, FASTEST / 1e6)
    _check("e_frame", e_frame, 0.1, 1.0)
    for name in ("friction", "frame_restitution"):
        if name in others:
            raise IllegalSurface(f"{name} is given; it follows from runs, v_max and e_frame.")
    low, high = ALLOWED["friction"]
    plain = surface({"friction": high, "frame_restitution": e_frame, **others})

    def of(friction: float) -> Surface:
        return changed(plain, friction=friction)

    if plain.yield_speed == 0.0:
        friction = v_max * v_max / (2.0 * GRAVITY * equivalent_path(runs, e_frame, equipment))
    else:
        friction = _lowest(lambda each: run_test(v_max, of(each), equipment).runs <= runs, low, high)
    if low <= friction <= high and abs(run_test(v_max, of(friction), equipment).runs - runs) < _NEAR:
        return of(friction)
    most, fewest = (run_test(v_max, of(each), equipment).runs for each in (low, high))
    raise IllegalSurface(
        f"{runs:g} runs at {v_max:g} m/s are not possible with frame restitution {e_frame:g}: "
        f"friction {low:g} makes {most:.2f} and friction {high:g} makes {fewest:.2f}. Check the figures."
    )


def speed_for(runs: float, given: Surface, equipment: Equipment = STANDARD) -> float:
    """Return the speed (m/s) of a straight stroke that makes that many runs.

    Raises `IllegalSurface` for runs out of range, or that no stroke makes on that surface.
    """
    _check("runs", runs, *_RUNS)
    fastest = FASTEST / 1e6
    if given.yield_speed == 0.0 and given.frame_restitution > 0.0:
        speed = math.sqrt(2.0 * given.drag * equivalent_path(runs, given.frame_restitution, equipment))
    else:
        speed = _lowest(lambda each: run_test(each, given, equipment).runs >= runs, 1e-6, fastest)
    if speed >= fastest:
        most = run_test(fastest, given, equipment).runs
        raise IllegalSurface(
            f"{runs:g} runs cannot be reached on this surface: the fastest stroke, {fastest:g} m/s, makes {most:.2f}."
        )
    return speed


def _check(name: str, value: float, low: float, high: float) -> None:
    if not (isinstance(value, int | float) and low <= value <= high):
        raise IllegalSurface(f"{name} is {value!r:.60}; it must be a number from {low:g} to {high:g}.")


def _lowest(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the lowest number from `low` to `high` from which a condition holds, by bisection; `high` if none."""
    while high - low > _CLOSE * high:
        middle = (low + high) / 2.0
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


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


# -- the plot of runs against the speed of the stroke ------------------------------------------------------------------


_WIDE, _HIGH, _LEFT, _BELOW = 640, 400, 48, 40
_FASTEST, _MOST = 8.0, 8.0
_COLOURS = ("#8a5a2b", "#1f6f8b", "#b23a48", "#4b4453")


def run_plot(given: Surface) -> Drawing:
    """Return an SVG document with the presets' curves, this surface's among them, and the laws' mark."""
    curves = dict(PRESETS)
    if given.name == "custom":
        curves["this surface"] = given
    parts = [_axes()]
    for (name, drawn), colour in zip(curves.items(), _COLOURS, strict=False):
        tests = [run_test(step / 10.0, drawn) for step in range(1, int(_FASTEST * 10) + 1)]
        points = [(test.speed, test.runs) for test in tests if test.runs <= _MOST]
        line = " ".join(f"{_x(speed):.1f},{_y(runs):.1f}" for speed, runs in points)
        x, y = _x(points[-1][0]), _y(points[-1][1])
        bold = 3 if drawn == given else 1.5
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{bold}"/>')
        parts.append(text(x - 6, y + 16, name, colour, "end"))
    return chart("Runs of a striker against its speed", _WIDE, _HIGH, "".join(parts))


def _axes() -> str:
    """Return the axes with their numbers, and the line of 3½ runs."""
    parts = [
        f'<path d="M{_LEFT} 12V{_HIGH - _BELOW}H{_WIDE - 12}" fill="none" stroke="{INK}"/>',
        f'<path d="M{_LEFT} {_y(ASKED):.1f}H{_WIDE - 12}" stroke="{INK}" stroke-dasharray="5 4"/>',
        text(_WIDE - 14, _y(ASKED) - 6, "the laws: 3½ runs", anchor="end"),
        text(_WIDE / 2, _HIGH - 6, "speed of the stroke, m/s"),
        f'<g transform="translate(14 {_HIGH / 2}) rotate(-90)">{text(0, 0, "runs")}</g>',
    ]
    for number in range(int(_FASTEST) + 1):
        parts.append(text(_x(number), _HIGH - _BELOW + 16, str(number)))
        parts.append(text(_LEFT - 8, _y(number) + 4, str(number), anchor="end"))
    return "".join(parts)


def _x(speed: float) -> float:
    return _LEFT + speed / _FASTEST * (_WIDE - _LEFT - 12)


def _y(runs: float) -> float:
    return _HIGH - _BELOW - runs / _MOST * (_HIGH - _BELOW - 12)
