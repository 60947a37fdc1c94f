"""Strokes with a known closed-form solution, to 1e-12 (metres, seconds, m/s)."""

import math

import numpy as np
import pytest

from physics_proof import board, ours
from physics_proof.board import BASELINE, CLUB, HALF, MAN, POCKET_RADIUS, SMOOTH, STRIKER, Law

CLOSE = 1e-12
A = CLUB.deceleration
SPEEDS = [0.01, 0.3, 0.77, 1.0]


def alone(x: float, y: float, vx: float, vy: float, spin: float = 0.0) -> np.ndarray:
    return np.array([[x, y, vx, vy, spin]])


def two(first: tuple[float, ...], second: tuple[float, ...]) -> np.ndarray:
    return np.array([[*first, 0.0][:5], [*second, 0.0, 0.0, 0.0][:5]])


@pytest.mark.parametrize("law", [SMOOTH, CLUB])
@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("degrees", [0, 30, 45, 90, 133, 211, 300])
def test_a_lone_disc_stops_after_v_squared_by_two_mu_g(law: Law, speed: float, degrees: int) -> None:
    ux, uy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    run = ours.play(alone(0.0, 0.0, speed * ux, speed * uy), law)
    way = speed**2 / (2 * A)
    if way < HALF - STRIKER[0]:
        assert run.rest[0] == pytest.approx((way * ux, way * uy), abs=CLOSE)
        assert run.duration == pytest.approx(speed / A, abs=CLOSE)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("speed", [1.0, 2.0, 6.0])
def test_a_square_hit_on_the_frame_comes_back_slower_by_the_restitution(axis: int, side: int, speed: float) -> None:
    start = np.zeros((1, 5))
    start[0, 2 + axis] = side * speed
    run = ours.play(start, CLUB)
    reach = HALF - STRIKER[0]
    v, travelled, way, at = speed, 0.0, reach, reach * side
    while v * v > 2 * A * way:
        v = CLUB.e_frame * math.sqrt(v * v - 2 * A * way)
        at, way, side, travelled = side * reach, 2 * reach, -side, travelled + way
    at = at + side * v * v / (2 * A) if travelled else side * v * v / (2 * A)
    assert run.rest[0, axis] == pytest.approx(at, abs=CLOSE)
    assert run.rest[0, 1 - axis] == 0.0
    assert len(run.events) == round(travelled / reach / 2 + 0.01 + (0.5 if travelled else 0.0))


@pytest.mark.parametrize(("tangential", "spin"), [(0.05, 0.0), (2.0, 0.0), (0.5, 40.0), (0.5, -40.0), (0.0, 300.0)])
def test_an_oblique_hit_on_the_frame_sticks_or_slips(tangential: float, spin: float) -> None:
    """The tangential speed changes by a third of the rim's slip, unless the frame's friction allows less."""
    run = ours.play(alone(HALF - STRIKER[0] - 1e-9, 0.0, 1.0, tangential, spin), CLUB)
    hit = run.events[0]
    vx, vy, rim = hit.before[0]
    slip = vy + rim
    limit = CLUB.frame_friction * (1 + CLUB.e_frame) * vx
    gain = max(-limit, min(limit, -slip / 3))
    assert hit.after[0] == pytest.approx((-CLUB.e_frame * vx, vy + gain, rim + 2 * gain), abs=CLOSE)
    assert hit.kind == ours.FRAME


@pytest.mark.parametrize("law", [SMOOTH, CLUB])
@pytest.mark.parametrize("speed", [0.5, 1.5])
def test_a_head_on_hit_of_equal_discs_shares_by_the_restitution(law: Law, speed: float) -> None:
    gap, radius = 0.05, MAN[0]
    start = two((0.0, -0.1, 0.0, speed), (0.0, -0.1 + gap + 2 * radius))
    run = ours.play(start, law, discs=(np.array([radius] * 2), np.array([MAN[1]] * 2)))
    v = math.sqrt(speed**2 - 2 * A * gap)
    slow, fast = (1 - law.e_disc) / 2 * v, (1 + law.e_disc) / 2 * v
    assert run.events[0].time == pytest.approx((speed - v) / A, abs=CLOSE)
    assert run.events[0].after[0] == pytest.approx((0, slow, 0), abs=CLOSE)
    assert run.events[0].after[1] == pytest.approx((0, fast, 0), abs=CLOSE)
    if len(run.events) == 1:
        assert run.rest[0, 1] == pytest.approx(-0.1 + gap + slow**2 / (2 * A), abs=CLOSE)
        assert run.rest[1, 1] == pytest.approx(-0.1 + gap + 2 * radius + fast**2 / (2 * A), abs=CLOSE)


def test_a_head_on_hit_of_striker_and_man_keeps_momentum_and_restitution() -> None:
    run = ours.play(two((0.0, -BASELINE, 0.0, 0.9), (0.0, 0.0)), CLUB)
    way = BASELINE - STRIKER[0] - MAN[0]
    v = math.sqrt(0.9**2 - 2 * A * way)
    ms, mm = STRIKER[1], MAN[1]
    striker = v * (ms - CLUB.e_disc * mm) / (ms + mm)
    man = v * ms * (1 + CLUB.e_disc) / (ms + mm)
    assert run.events[0].after[0][1] == pytest.approx(striker, abs=CLOSE)
    assert run.events[0].after[1][1] == pytest.approx(man, abs=CLOSE)
    assert run.rest[0, 1] == pytest.approx(-STRIKER[0] - MAN[0] + striker**2 / (2 * A), abs=CLOSE)
    assert run.rest[1, 1] == pytest.approx(man**2 / (2 * A), abs=CLOSE)


@pytest.mark.parametrize("degrees", [5, 15, 30, 60, 80])
@pytest.mark.parametrize("spin", [0.0, 60.0, -60.0])
def test_an_oblique_hit_throws_the_man_by_sticking_or_slipping(degrees: int, spin: float) -> None:
    """The tangential impulse is a third of what stops the slip, limited to friction times the normal impulse."""
    angle = math.radians(degrees)
    apart = STRIKER[0] + MAN[0] + 1e-6
    speed = 1.5
    run = ours.play(two((0, 0, speed, 0, spin), (apart * math.cos(angle), apart * math.sin(angle))), CLUB)
    hit = run.events[0]
    nx, ny = hit.normal
    vx, vy, rim = hit.before[0]
    reduced = 1 / (1 / STRIKER[1] + 1 / MAN[1])
    push = (1 + CLUB.e_disc) * (vx * nx + vy * ny) * reduced
    slip = -(vy * nx - vx * ny) - rim
    rub = max(-CLUB.disc_friction * push, min(CLUB.disc_friction * push, -slip * reduced / 3))
    man = ((push * nx - rub * ny) / MAN[1], (push * ny + rub * nx) / MAN[1], -2 * rub / MAN[1])
    striker = (vx - man[0] * MAN[1] / STRIKER[1], vy - man[1] * MAN[1] / STRIKER[1], rim - 2 * rub / STRIKER[1])
    assert hit.after[1] == pytest.approx(man, abs=CLOSE)
    assert hit.after[0] == pytest.approx(striker, abs=CLOSE)
    if degrees == 60 and spin == 0.0:
        throw = math.atan2(abs(rub), push)
        assert throw == pytest.approx(math.atan(CLUB.disc_friction), abs=CLOSE)


def test_a_soft_hit_parts_at_the_minimum_separation_speed() -> None:
    gap = 0.05
    graze = math.sqrt(2 * A * gap + (5e-5) ** 2)
    run = ours.play(two((0.0, -0.1, 0.0, graze), (0.0, -0.1 + gap + STRIKER[0] + MAN[0])), SMOOTH)
    (_, first, _), (_, second, _) = run.events[0].after
    assert second - first == pytest.approx(1e-4, abs=CLOSE)
    assert STRIKER[1] * first + MAN[1] * second == pytest.approx(STRIKER[1] * run.events[0].before[0][1], abs=CLOSE)


@pytest.mark.parametrize("spin", [-200.0, -3.0, 0.5, 50.0])
def test_a_disc_that_only_spins_stays_and_stops_in_the_known_time(spin: float) -> None:
    """The torque of even pressure is 2/3 μ m g R; with I = ½ m R² the rim decelerates by 4/3 μ g."""
    run = ours.play(alone(0.1, 0.05, 0.0, 0.0, spin), CLUB)
    assert tuple(run.rest[0]) == (0.1, 0.05)
    assert run.duration == pytest.approx(abs(spin) * STRIKER[0] / (4 / 3 * A), abs=CLOSE)


@pytest.mark.parametrize("eps", [0.2, 0.653, 1.0, 3.0, 20.0])
@pytest.mark.parametrize("factor", [2.0, 0.5, 1.37])
def test_motion_with_spin_scales_with_the_speed(eps: float, factor: float) -> None:
    """Twice the speed and spin give four times the distance and twice the time."""
    speed = 0.2
    ways, lasting = [], []
    for scale in (1.0, factor):
        run = ours.play(alone(0, 0, 0, scale * speed, scale * speed / eps / STRIKER[0]), CLUB)
        ways.append(run.rest[0, 1])
        lasting.append(run.duration)
    assert ways[1] == pytest.approx(ways[0] * factor**2, abs=CLOSE)
    assert lasting[1] == pytest.approx(lasting[0] * factor, abs=CLOSE)


@pytest.mark.parametrize(
    ("eps", "longer"), [(5, 0.010), (3, 0.028), (1.5, 0.117), (1, 0.27), (0.653, 0.62), (0.5, 0.97)]
)
def test_a_spinning_disc_slides_farther(eps: float, longer: float) -> None:
    """The expected numbers come from an independent quadrature of the friction."""
    speed = 0.3
    spun = ours.play(alone(0, 0, speed, 0, speed / eps / STRIKER[0]), CLUB).rest[0, 0]
    assert spun / (speed**2 / (2 * A)) - 1 == pytest.approx(longer, rel=0.04)


@pytest.mark.parametrize("law", [SMOOTH, CLUB])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_disc_enters_a_pocket_when_its_centre_crosses_the_circle(law: Law, quarters: int) -> None:
    centre = HALF - POCKET_RADIUS
    offset, way_in, speed = 0.01, 0.2, 1.1
    start = np.array([centre - way_in, centre + offset, speed, 0.0])
    for _ in range(quarters):
        start = np.array([-start[1], start[0], -start[3], start[2]])
    run = ours.play(np.array([[*start, 0.0]]), law)
    way = way_in - math.sqrt(POCKET_RADIUS**2 - offset**2)
    time = 2 * way / (speed + math.sqrt(speed**2 - 2 * A * way))
    (event,) = run.events
    assert event.kind == ours.POCKET
    assert event.time == pytest.approx(time, abs=CLOSE)
    assert np.isnan(run.rest[0]).all()


def test_a_disc_that_would_only_touch_the_pocket_s_rim_runs_past() -> None:
    centre = HALF - POCKET_RADIUS
    radii, masses = board.set_of(1)
    start = np.array([[centre - 0.3, centre - POCKET_RADIUS - 1e-12, 1.5, 0.0, 0.0]])
    run = ours.play(start, CLUB, discs=(radii, masses))
    assert run.events[0].kind == ours.FRAME


@pytest.mark.parametrize("law", [SMOOTH, CLUB])
def test_the_mirrored_stroke_is_the_mirrored_play(law: Law) -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        start = board.aimed(rng, 4, fastest=1.2)
        mirrored = start * np.array([-1, 1, -1, 1, -1])
        one, other = ours.play(start, law), ours.play(mirrored, law)
        assert len(one.events) == len(other.events)
        assert other.rest * [-1, 1] == pytest.approx(one.rest, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("law", [SMOOTH, CLUB])
def test_a_quarter_turn_of_the_board_turns_the_play(law: Law) -> None:
    rng = np.random.default_rng(6)
    for _ in range(40):
        start = board.aimed(rng, 4, fastest=1.2)
        turned = start[:, [1, 0, 3, 2, 4]] * np.array([-1, 1, -1, 1, 1])
        one, other = ours.play(start, law), ours.play(turned, law)
        assert len(one.events) == len(other.events)
        assert other.rest[:, [1, 0]] * [1, -1] == pytest.approx(one.rest, abs=1e-10, nan_ok=True)


def test_two_discs_that_meet_symmetrically_part_symmetrically() -> None:
    gap = 0.1
    start = two((0.0, -gap, 0.0, 0.9), (0.0, gap, 0.0, -0.9))
    run = ours.play(start, CLUB, discs=(np.array([MAN[0]] * 2), np.array([MAN[1]] * 2)))
    assert run.rest[0, 1] == pytest.approx(-run.rest[1, 1], abs=CLOSE)
    v = CLUB.e_disc * math.sqrt(0.9**2 - 2 * A * (gap - MAN[0]))
    assert run.rest[1, 1] == pytest.approx(MAN[0] + v * v / (2 * A), abs=CLOSE)
