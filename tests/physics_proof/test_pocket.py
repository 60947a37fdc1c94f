"""A pocket's effect on a disc, compared with an independent implementation of the model in docs/explanation/physics.md.

Without contact friction the disc slows down at a constant rate, and every path over the pocket is a straight line.
"""

import math

import numpy as np
import pytest

from physics_proof import board, ours
from physics_proof.board import GRAVITY, HALF, MAN, POCKET_RADIUS

LIP = 1e-3
LAW = board.SMOOTH._replace(lip=LIP)
CENTRE = np.array([HALF - POCKET_RADIUS, HALF - POCKET_RADIUS])
REACH = HALF - MAN[0]
DISCS = (np.array([MAN[0]]), np.array([MAN[1]]))


def alone(x: float, y: float, vx: float, vy: float) -> np.ndarray:
    start = board.states(1)
    start[0, :4] = x, y, vx, vy
    return start


def sinking(places: list[np.ndarray], radius: float) -> float:
    """Return the downward acceleration of a disc's edge, by Simpson's rule over three positions."""
    over = [POCKET_RADIUS - math.dist(place, CENTRE) for place in places]
    mean = max((over[0] + 4 * over[1] + over[2]) / 6, 1e-3)
    return GRAVITY * mean * (mean + radius) / (mean**2 + radius**2 / 4)


def crossings(at: np.ndarray, along: np.ndarray) -> tuple[float, float]:
    """Return the distances along a line at which it enters and leaves the pocket's circle."""
    ahead, aside = (CENTRE - at) @ along, (CENTRE - at) @ np.array([-along[1], along[0]])
    half = math.sqrt(POCKET_RADIUS**2 - aside**2)
    return ahead - half, ahead + half


def expected(start: np.ndarray) -> tuple[str, float, np.ndarray]:
    """Return how a piece's visit to the pocket ends (`pocket` or `rim`), when (s), and with what velocity (m/s)."""
    at, velocity, now = start[0, :2].copy(), start[0, 2:4].copy(), 0.0
    depth = down = 0.0
    inside = False
    for _ in range(8):
        speed = math.hypot(*velocity)
        along = velocity / speed
        enters, leaves = crossings(at, along)
        begin = 0.0 if inside else enters
        walls = [((math.copysign(REACH, along[k]) - at[k]) / along[k], k) for k in range(2) if along[k] != 0.0]
        wall, axis = min(walls)
        stop = speed**2 / (2 * LAW.deceleration)
        end = min(leaves, wall, stop)

        def when(way: float, speed: float = speed) -> float:
            return (speed - math.sqrt(max(0.0, speed**2 - 2 * LAW.deceleration * way))) / LAW.deceleration

        pull = sinking([at + along * way for way in (begin, (begin + end) / 2, end)], MAN[0])
        falls = when(begin) + (math.sqrt(down**2 + 2 * pull * (LIP - depth)) - down) / pull
        left = when(end) if end < stop else math.inf
        if falls <= left:
            return "pocket", now + falls, np.zeros(2)
        inside = True
        time = left - when(begin)
        depth, down = depth + down * time + pull * time**2 / 2, down + pull * time
        now += left
        at, velocity = at + along * end, along * (speed - LAW.deceleration * left)
        if end == leaves:
            out = (at - CENTRE) / math.dist(at, CENTRE)
            level = 1 - depth / LIP
            speed_out = velocity @ out
            climbing = speed_out * level - down * math.sqrt(1 - level**2)
            if climbing <= 0.0:
                return "pocket", now, np.zeros(2)
            return "rim", now, velocity + (climbing * level - speed_out) * out
        velocity[axis] *= -LAW.e_frame
    raise AssertionError("a visit has few bounces")


VISITS = [
    (place, angle, speed)
    for place in (-0.021, -0.012, -0.004, 0.0, 0.007, 0.015, 0.0215)
    for angle in (-8, 0, 8, 20, 45, 70, 82, 90, 98)
    for speed in (0.15, 0.4, 0.8, 1.5, 2.5, 4.0, 8.0)
]


@pytest.mark.parametrize("angle", sorted({angle for _, angle, _ in VISITS}))
def test_a_visit_to_a_pocket_ends_as_the_model_says(angle: int) -> None:
    """Many straight paths into the pocket: with and without a frame contact, falling and coming out again."""
    seen = 0
    for place, _, speed in [visit for visit in VISITS if visit[1] == angle]:
        along = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        at = CENTRE + place * np.array([-along[1], along[0]])
        at = at + (crossings(at, along)[0] - 0.004) * along
        if abs(at).max() >= REACH:
            continue
        start = alone(*at, *(along * speed))
        if speed**2 < 2 * LAW.deceleration * 0.005:
            continue
        kind, time, velocity = expected(start)
        run = ours.play(start, LAW, discs=DISCS)
        found = next(event for event in run.events if event.kind != ours.FRAME)
        assert (found.kind, found.time) == (kind, pytest.approx(time, rel=1e-9))
        if kind == "rim":
            assert found.after[0][:2] == pytest.approx(velocity, abs=1e-9)
            assert math.hypot(*velocity) < math.hypot(*found.before[0][:2])
        seen += 1
    assert seen >= 5


def test_slow_discs_fall_and_fast_ones_come_out_again() -> None:
    """Along the frame into the corner: 28 mm over the pocket, twice."""
    found = []
    for speed in (0.5, 1.0, 2.0, 3.0, 5.0, 7.0):
        run = ours.play(alone(0.2, REACH, speed, 0.0), LAW, discs=DISCS)
        found.append(any(event.kind == "rim" for event in run.events))
    assert found == sorted(found)
    assert (found[0], found[-1]) == (False, True)


def test_a_disc_that_stops_over_the_hole_falls_where_it_stopped() -> None:
    along = np.array([1.0, 1.0]) / math.sqrt(2)
    stops = CENTRE - (POCKET_RADIUS - 5e-5) * along
    way = 0.06
    start = alone(*(stops - way * along), *(along * math.sqrt(2 * LAW.deceleration * way)))
    run = ours.play(start, LAW, discs=DISCS)
    assert [event.kind for event in run.events] == ["pocket"]
    assert run.events[0].before[0] == (0.0, 0.0, 0.0)
    assert np.isnan(run.rest[0, 0])


def test_a_disc_that_is_hit_over_the_hole_goes_on_sinking() -> None:
    """The second piece hits the first over the pocket; the first keeps the depth it has reached."""
    along = np.array([1.0, 1.0]) / math.sqrt(2)
    first = CENTRE - (POCKET_RADIUS + 0.001) * along
    start = board.states(2)
    start[0, :4] = *first, *(along * 0.4)
    start[1, :4] = *(first - 0.0345 * along), *(along * 0.9)
    pair = (np.array([MAN[0]] * 2), np.array([MAN[1]] * 2))
    both = ours.play(start, LAW, discs=pair)
    lone = ours.play(start[:1], LAW, discs=DISCS)
    hit = next(event for event in both.events if event.kind == ours.DISC)
    fall = next(event for event in both.events if event.kind == ours.POCKET and event.discs == (0,))
    entered = 0.001 / 0.4
    assert hit.time > entered
    assert 0.0 < fall.time - hit.time < 0.9 * (lone.events[0].time - entered)


def test_no_lip_is_the_rule_of_the_centre() -> None:
    for speed in (1.0, 9.0):
        run = ours.play(alone(0.2, REACH, speed, 0.0), board.SMOOTH, discs=DISCS)
        aside = REACH - CENTRE[1]
        assert run.events[0].kind == ours.POCKET
        way = CENTRE[0] - math.sqrt(POCKET_RADIUS**2 - aside**2) - 0.2
        time = (speed - math.sqrt(speed**2 - 2 * LAW.deceleration * way)) / LAW.deceleration
        assert run.events[0].time == pytest.approx(time, rel=1e-12)


def test_restitution_falls_with_the_fourth_root_of_speed_beyond_the_yield_speed() -> None:
    law = board.SMOOTH._replace(yield_speed=0.5)
    for speed, stored in ((0.45, 0.75), (8.0, 0.75 / 2)):
        run = ours.play(alone(0.0, REACH - 1e-3, 0.0, speed), law, discs=DISCS)
        before, after = run.events[0].before[0][1], run.events[0].after[0][1]
        assert -after / before == pytest.approx(stored, rel=2e-3)
