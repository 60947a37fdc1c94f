"""How large the effects are that the physics leaves out, or that the presets do: front pressure, materials, and others.

Front pressure: friction acts on a disc's face, below its centre of mass, so the disc presses harder on the board in
front. With the pressure N/(πr²)·(1 + 4μf·(h/r)·ξ), ξ from −1 at the back to 1 in front, f the share of full
friction and h the height of the centre of mass, the torque about the face's diameter is balanced. The forces on the
face are then integrated point by point; a spinning disc is pushed sideways and its path bends.

Different materials: the program has one restitution and one contact friction for all discs; the change of a struck
piece's speed and direction is what another value for the striker would make.

Tangential restitution: rims that stick part again with a share β of their sliding speed, reversed (Maw, Barber and
Fawcett), so the tangent of a stuck throw is 1 + β times as large, up to contact friction. It is a parameter of a
surface, 0 in the presets: the throws of the simulator stand beside those of the formula, then how far the discs of a
mid-game stroke end from where they end without it.

carrom bench unmodelled
"""

import argparse
import math

import numpy as np

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.physics.batch import batch
from carrom.physics.simulate import simulate
from carrom.physics.surface import GRAVITY, LIP, PRESETS, Surface
from carrom.physics.verification.perft import positions, strokes

HEIGHT = 4e-3
"""m; of a disc's centre of mass: half of 8 mm."""
RINGS, SECTORS = 48, 96
_INERTIA = 0.5
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(RINGS)
_RHO = np.repeat((_NODES + 1) / 2, SECTORS)
_SHARE = np.repeat(_WEIGHTS / 2, SECTORS) * _RHO * 2 / SECTORS
_ANGLE = np.tile((np.arange(SECTORS) + 0.5) * 2 * math.pi / SECTORS, RINGS)
_X, _Y = _RHO * np.cos(_ANGLE), _RHO * np.sin(_ANGLE)


def resistance(vx: float, vy: float, rim: float, friction: float, height: float) -> tuple[float, float, float]:
    """Return force (x, y) and torque on a disc in units of mg and mgr; `height` of its centre of mass in radii."""
    px, py = vx - rim * _Y, vy + rim * _X
    speed = np.maximum(np.hypot(px, py), 1e-12)
    ax, ay = -friction * px / speed, -friction * py / speed
    kx = ky = 0.0
    for _ in range(6):  # the tilt of the pressure follows the force, and the force the pressure
        pressure = _SHARE * (1.0 + kx * _X + ky * _Y)
        fx, fy = float(pressure @ ax), float(pressure @ ay)
        kx, ky = -4.0 * height * fx, -4.0 * height * fy
    return fx, fy, float(pressure @ (_X * ay - _Y * ax))


def slide(speed: float, ratio: float, friction: float, radius: float, height: float) -> tuple[float, float]:
    """Return way and sideways shift (m) of a disc until rest; `ratio` is rim speed to speed, m/s and m."""

    def slopes(state: np.ndarray) -> np.ndarray:
        vx, vy, rim = (float(each) for each in state[2:5])
        fx, fy, torque = resistance(vx, vy, rim, friction, height / radius)
        return np.array([state[2], state[3], GRAVITY * fx, GRAVITY * fy, GRAVITY * torque / _INERTIA])

    state, h = np.array([0.0, 0.0, speed, 0.0, ratio * speed]), 2e-3
    while math.hypot(state[2], state[3]) > 5e-3:
        a = slopes(state)
        b = slopes(state + h / 2 * a)
        c = slopes(state + h / 2 * b)
        d = slopes(state + h * c)
        state = state + h / 6 * (a + 2 * b + 2 * c + d)
    return float(state[0]), float(state[1])


def cut(surface: Surface, degrees: float) -> tuple[float, float]:
    """Return speed (m/s) and throw (degrees) of a piece that a striker without spin hits at 2 m/s, cut by an angle."""
    reach = (STANDARD.man_diameter + STANDARD.striker_diameter) / 2
    aside = reach * math.sin(math.radians(degrees))
    start = Position.of({Disc.W1: Point(round(-aside), 0)})
    played = simulate(start, Stroke(0, 0, 2_000_000), surface=surface, trajectory=True)
    assert played.trajectory is not None
    event = next(each for each in played.trajectory.events if len(each.discs) == 2)
    after = event.after[event.discs.index(Disc.W1)]
    line = math.atan2(event.normal[1], event.normal[0])
    turn = math.atan2(after.vy, after.vx) - line
    return math.hypot(after.vx, after.vy), math.degrees(abs(math.remainder(turn, 2 * math.pi)))


def visit(speed: float, offset: float, steps: int = 4_000) -> tuple[bool, bool, float, float]:
    """Return whether a piece falls that crosses a pocket: by the mean distance beyond its rim, and by the true one.

    Then the times (s) of both falls, NaN where it comes out. `offset` (m) is that of its way from the pocket's centre.
    """
    radius, hole, lip = STANDARD.man_diameter / 2e6, STANDARD.pocket_diameter / 2e6, LIP
    half = math.sqrt(hole * hole - offset * offset)
    drag = PRESETS["club"].drag
    length = 2 * half
    stop = speed * speed / (2 * drag)
    duration = (speed - math.sqrt(speed * speed - 2 * drag * length)) / drag if stop > length else speed / drag
    times = np.linspace(0.0, duration, steps)
    along = speed * times - drag * times**2 / 2
    beyond = hole - np.hypot(along - half, offset)
    way = np.linspace(0.0, along[-1], steps)
    mean = max(float(np.mean(hole - np.hypot(way - half, offset))), 1e-3)
    falls, whens = [], []
    for delta in (np.full(steps, mean), np.maximum(beyond, 1e-3)):
        pull = GRAVITY * delta * (delta + radius) / (delta**2 + radius**2 / 4)
        sinking = np.concatenate([[0.0], np.cumsum((pull[1:] + pull[:-1]) / 2 * np.diff(times))])
        depth = np.concatenate([[0.0], np.cumsum((sinking[1:] + sinking[:-1]) / 2 * np.diff(times))])
        fell = bool(depth[-1] >= lip) or stop <= length
        if not fell:
            c = 1.0 - float(depth[-1]) / lip
            out = (speed - drag * duration) * half / hole
            fell = out * c - float(sinking[-1]) * math.sqrt(1 - c * c) <= 0.0
        falls.append(fell)
        whens.append(float(times[min(int(np.searchsorted(depth, lip)), steps - 1)]) if fell else math.nan)
    return falls[0], falls[1], whens[0], whens[1]


def _tangential() -> None:
    """Print what tangential restitution does to throws, and to the strokes of the fan from the position `middle`."""
    shares = (0.0, 0.2, 0.4, 1.0)
    print("\ntangential restitution 0, 0.2, 0.4, 1 of discs: throw of a piece, degrees, by cut (contact friction 0.10)")
    print("cut, degrees   simulated                              by the formula")
    for degrees in (5, 15, 25, 35):
        found = [cut(Surface(disc_tangential_restitution=share), degrees)[1] for share in shares]
        stuck, limit = _sticking(degrees), Surface().contact_friction
        throws = [math.degrees(math.atan(min(limit, (1 + share) * stuck))) for share in shares]
        assert max(abs(one - other) for one, other in zip(found, throws, strict=True)) < 1e-3
        print(f"{degrees:12}   " + "   ".join(" ".join(f"{each:8.3f}" for each in row) for row in (found, throws)))
    middle, fan = positions()["middle"], [stroke for _, stroke in strokes()]
    plain = batch([middle], fan)
    print("tangential restitution of discs and frame: shift of the worst disc at rest, mm; same discs pocketed")
    for share in shares[1:]:
        ground = Surface(disc_tangential_restitution=share, frame_tangential_restitution=share)
        other = batch([middle], fan, surface=ground)
        stays = np.isinf(plain.fell[0]) & np.isinf(other.fell[0])
        shift = np.where(stays, np.hypot(*np.moveaxis(plain.rest[0] - other.rest[0], -1, 0).astype(float)), 0.0)
        low, half, high = np.percentile(shift.max(axis=1) / 1e3, [25, 50, 75])
        same = int((np.isinf(plain.fell[0]) == np.isinf(other.fell[0])).all(axis=1).sum())
        print(f"{share:12}   median {half:.1f}, quartiles {low:.1f} and {high:.1f};   {same} of {len(fan)} strokes")


def _sticking(degrees: float) -> float:
    """Return the tangent of a throw that sticks: a third of the sliding speed is gained, whatever friction allows."""
    return math.tan(math.radians(degrees)) / (3.0 * (1.0 + Surface().disc_restitution))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--speed", type=float, default=1.0, metavar="SPEED", help="speed of the slides, m/s")


def run(args: argparse.Namespace) -> int:
    """Print the sizes of the effects."""
    if not 0.1 <= args.speed <= 6.0:
        raise RefusedRequest(f"--speed is {args.speed:g}; expected 0.1 to 6 m/s.")
    print(f"front pressure: a slide at {args.speed:g} m/s")
    print("disc     surface      rim/speed   way, m   sideways, mm   degrees   way without front pressure, m")
    for name, diameter in (("piece", STANDARD.man_diameter), ("striker", STANDARD.striker_diameter)):
        for preset in ("club", "tournament"):
            friction = PRESETS[preset].friction
            for ratio in (0.2, 0.5, 1.0):
                way, side = slide(args.speed, ratio, friction, diameter / 2e6, HEIGHT)
                plain, none = slide(args.speed, ratio, friction, diameter / 2e6, 0.0)
                assert abs(none) < 1e-9
                angle = math.degrees(math.atan2(abs(side), way))
                figures = f"{ratio:10.1f} {way:10.4f} {1e3 * abs(side):12.2f} {angle:11.2f} {plain:10.4f}"
                print(f"{name:8} {preset:10} {figures}")
    _tangential()
    rng = np.random.default_rng(1)
    visits = [(rng.uniform(0.3, 8.0), rng.uniform(0.0, 0.95) * STANDARD.pocket_diameter / 2e6) for _ in range(600)]
    found = [visit(*each) for each in visits]
    changed = [speed for (speed, _), (one, other, _, _) in zip(visits, found, strict=True) if one != other]
    later = [1e3 * abs(one - other) for _, _, one, other in found if not math.isnan(one + other)]
    slowest = f", the slowest at {min(changed):.1f} m/s" if changed else ""
    print(
        f"\npockets: integrated instead of at the mean distance, {len(changed)} of {len(visits)} visits at 0.3–8 m/s "
        f"end otherwise{slowest}; falls are {np.median(later):.2f} ms apart (median), at most {max(later):.1f}"
    )
    print("\nmaterials: a piece hit at 2 m/s; the first contact")
    print("cut, degrees   e 0.80, 0.85, 0.90: speed, m/s    contact friction 0.05, 0.10, 0.15: throw, degrees")
    for degrees in (5, 15, 30, 45):
        speeds = [cut(Surface(disc_restitution=e), degrees)[0] for e in (0.80, 0.85, 0.90)]
        throws = [cut(Surface(contact_friction=grip), degrees)[1] for grip in (0.05, 0.10, 0.15)]
        print(f"{degrees:12}   {' '.join(f'{v:8.3f}' for v in speeds)}        {' '.join(f'{v:8.2f}' for v in throws)}")
    return 0
