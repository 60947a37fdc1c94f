"""Trajectories of a stroke: events, legs, keyframes."""

import math
from itertools import pairwise

import pytest

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.stroke import Stroke
from carrom.physics.kernel import compiled, keyframes, layout
from carrom.physics.kernel.layout import LEAST_SEPARATION
from carrom.physics.kernel.segment import radius_of
from carrom.physics.simulate import simulate
from carrom.physics.surface import GRAVITY
from carrom.physics.trajectory import EventKind

DRAG = 0.12 * GRAVITY
BREAK = simulate(rack(270, 3), Stroke(20_000, -100_000, 3_800_000, spin=30_000), trajectory=True)


def test_a_lone_striker_follows_one_parabola():
    played = simulate(Position(), Stroke(0, 0, 500_000), trajectory=True)
    first, last = played.trajectory.keyframes
    assert (first.vx, first.vy, first.ay) == (0, 500_000, -round(DRAG * 1e6))
    assert (last.time, last.vy) == (played.duration, 0)
    assert played.trajectory.path_length(STRIKER) == pytest.approx(0.25 / (2 * DRAG) * 1e6, rel=1e-12)
    state = played.trajectory.state(STRIKER, 0.2)
    assert state.vy == pytest.approx((0.5 - DRAG * 0.2) * 1e6, rel=1e-12)


def test_every_contact_has_its_event():
    events = BREAK.trajectory.events
    assert len(events) == len(BREAK.contacts)
    for event, contact in zip(events, BREAK.contacts, strict=True):
        assert round(event.time * 1e6) == contact.time
        assert event.kind == contact.kind
        assert set(event.discs) == set(contact.discs)


def test_impulses_change_the_motions_they_say():
    for event in BREAK.trajectory.events:
        if event.kind is not EventKind.DISC:
            continue
        nx, ny = event.normal
        mass = 0.015 if event.discs[1] is STRIKER else 0.005375
        before, after = event.before[1], event.after[1]
        gain = ((after.vx - before.vx) * nx + (after.vy - before.vy) * ny) * mass
        along = ((after.vy - before.vy) * nx - (after.vx - before.vx) * ny) * mass
        assert gain == pytest.approx(event.normal_impulse, rel=1e-9, abs=1e-15)
        assert along == pytest.approx(event.tangential_impulse, rel=1e-9, abs=1e-15)
        assert abs(event.tangential_impulse) <= 0.10 * event.normal_impulse * (1 + 1e-12)
        parting = (after.vx - event.after[0].vx) * nx + (after.vy - event.after[0].vy) * ny
        assert parting >= LEAST_SEPARATION * (1 - 1e-9)
        apart = math.dist(*event.places)
        assert apart == pytest.approx(0.03655 if STRIKER in event.discs else 0.0318, abs=2e-6)


def test_energy_only_falls():
    energies = [BREAK.trajectory.energy(BREAK.duration * 1e-6 * part / 50) for part in range(51)]
    assert energies[0] == pytest.approx(0.5 * 0.015 * (3.8**2 + 0.1**2 + 0.5 * (30 * 0.02065) ** 2), rel=1e-9)
    assert all(later <= earlier + 1e-15 for earlier, later in pairwise(energies))
    assert energies[-1] == pytest.approx(0.0, abs=1e-12)


def test_the_turning_angle_is_the_sum_of_the_spin():
    trajectory = BREAK.trajectory
    steps = 4_000
    total, step = 0.0, BREAK.duration / steps
    for number in range(steps):
        state = trajectory.state(STRIKER, (number + 0.5) * step * 1e-6)
        if state is None:
            break
        total += state.spin * step / 1e6
    if state is not None:
        assert trajectory.state(STRIKER, BREAK.duration * 1e-6).angle == pytest.approx(total, rel=2e-3)


def test_a_fallen_disc_is_nowhere_and_its_last_keyframe_is_its_fall():
    played = simulate(Position(), Stroke(0, 1_735_000, 3_000_000), trajectory=True)
    fall = played.contacts[-1]
    assert played.trajectory.state(STRIKER, (fall.time + 2) * 1e-6) is None
    assert played.trajectory.keyframes[-1].time == fall.time
    assert (played.trajectory.keyframes[-1].x, played.trajectory.keyframes[-1].y) == (fall.at.x, fall.at.y)


@pytest.mark.parametrize("surface", ["club", {"pocket": "centre"}], ids=str)
def test_a_leg_shorter_than_rounding_leaves_its_keyframes_on_the_board(surface):
    """B2 touches the frame: between the striker's hit and its contact with the frame lies a leg of 1e-16 s."""
    places = {"Q": (3, 41), "W2": (151, 190), "B1": (52, -90), "B2": (-33, 354.1), "B4": (88, 263)}
    position = Position.of({Disc(disc): Point(round(1000 * x), round(1000 * y)) for disc, (x, y) in places.items()})
    played = simulate(position, Stroke(-60_000, 1_000_000, 1_900_000), surface=surface, trajectory=True)
    starts = [leg.end - leg.start for leg in played.trajectory.legs]
    assert min(starts) < 1e-12
    for frame in played.trajectory.keyframes:
        assert max(abs(frame.x), abs(frame.y)) <= 354_100
        assert math.hypot(frame.vx, frame.vy) <= 2_200_000
        assert math.hypot(frame.ax, frame.ay) <= 1_600_000


def test_every_disc_has_at_most_one_keyframe_a_microsecond():
    frames = [(frame.disc, frame.time) for frame in BREAK.trajectory.keyframes]
    assert len(set(frames)) == len(frames)


def test_interpreted_keyframes_are_the_native_ones(monkeypatch):
    fast = BREAK.trajectory.keyframes
    monkeypatch.setattr(compiled, "is_native", lambda: False)
    assert BREAK.trajectory.keyframes == fast


def test_a_disc_that_nobody_touched_has_no_keyframes():
    played = simulate(Position.of({Disc.W1: Point(200_000, 200_000)}), Stroke(0, 0, 300_000), trajectory=True)
    assert all(frame.disc is STRIKER for frame in played.trajectory.keyframes)
    assert played.trajectory.state(Disc.W1, 0).x == 200_000
    with pytest.raises(KeyError):
        played.trajectory.state(Disc.B1, 0)


def test_without_being_asked_there_is_no_trajectory():
    assert simulate(Position(), Stroke(0, 0, 300_000)).trajectory is None


def test_keyframes_do_not_depend_on_what_the_arrays_held_before():
    trajectory = BREAK.trajectory
    kernel, discs = compiled.interpreted(), trajectory.start.placed
    begun = [
        number
        for placed in discs
        for number in (placed.at.x / 1e6, placed.at.y / 1e6, radius_of(placed.disc, STANDARD))
    ]
    events = len(trajectory.log) // layout.E_WIDTH
    given = (kernel.profile, trajectory.log, events, begun, trajectory.launch, len(discs), trajectory.surface.drag)
    found = []
    for spin in (0.0, 0.5):
        out = [0] * (4_000 * keyframes.FRAME)
        state, marks = [0.0] * layout.STATE, [layout.SLIDING] * layout.MARKS
        state[layout.SPIN : layout.SPIN + layout.LANES] = [spin] * layout.LANES
        state[layout.STOP : layout.STOP + layout.LANES] = [9.0] * layout.LANES
        kernel.write_frames(*given, state, marks, out)
        found.append(out)
    assert found[0] == found[1]
