"""Rows of pieces that touch each other and the frame: a stroke ends soon at any restitution.

`carrom physics soak --surface sweep` prints the time of the slowest stroke.
"""

import math

import numpy as np
import pytest

from carrom.board.notation import read_position, read_stroke
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOIL
from physics_proof import board, hard_contacts, ours
from physics_proof.board import CLUB, GRAVITY, HALF, MAN, STRIKER, Law
from physics_proof.contact import hit_disc, hit_frame

TWO_ROWS = (
    "c1_Q.354100.100000_W1.322300.100000_W2.290500.100000_W3.258700.100000_W4.226900.100000_W5.195100.100000_"
    "W6.163300.100000_W7.131500.100000_W8.99700.100000_W9.67900.100000_B1.36100.100000_B2.354100.131800_"
    "B3.322300.131800_B4.290500.131800_B5.258700.131800_B6.226900.131800_B7.195100.131800_B8.163300.131800_"
    "B9.131500.131800"
)
HARD = "x-46327.vx2526595.vy7896189.spin-123189"


@pytest.mark.parametrize("restitution", [0.0, 0.3, 0.5])
def test_two_rows_against_the_frame_come_apart(restitution: float) -> None:
    """Without a limit on slow collisions this stroke took 35,849 events at 0.5 and more than 200,000 at 0."""
    surface = {"disc_restitution": restitution}
    played = simulate(read_position(TWO_ROWS), read_stroke(HARD), surface=surface)
    assert len(played.contacts) < 5_000
    old = simulate(read_position(TWO_ROWS), read_stroke(HARD), surface={**surface, "pocket": "centre"})
    assert TOIL["centre"] < len(old.contacts) < 1.5 * TOIL["centre"]


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("friction", [0.01, 0.12, 1.0])
@pytest.mark.parametrize("restitution", [0.0, 0.25, 0.6, 0.85, 1.0])
def test_rows_end_on_every_surface(restitution: float, friction: float) -> None:
    rng = np.random.default_rng([int(100 * restitution), int(100 * friction)])
    for start in hard_contacts.rows(20):
        frame, grip, frame_grip = rng.choice([0.0, 0.5, 1.0], 3)
        law = Law(friction * GRAVITY, restitution, frame, grip, frame_grip, lip=1e-3)
        run = ours.play(start, law)
        assert len(run.events) < TOIL["rim"]
        lying = run.rest[~np.isnan(run.rest[:, 0])]
        assert np.abs(lying).max(initial=0.0) <= board.HALF - board.MAN[0] + 1e-5


def test_patience_is_not_touched_where_nothing_is_pressed() -> None:
    """In mid-game strokes and breaks no pair collides often enough to reach the limit."""
    for start in agreement_starts():
        meetings = [event.discs for event in ours.play(start, board.CLUB).events if event.kind == ours.DISC]
        counts = sorted(sum(k in pair for pair in meetings) for k in range(len(start)))
        assert counts[-2] <= 64


def agreement_starts() -> list[np.ndarray]:
    from physics_proof import agreement

    return agreement.middle_game(150, seed=61) + agreement.breaks(30, seed=62)


# -- Tangential restitution: rims that stick spring back; against the formula, and against the independent contact law

CLOSE = 1e-12
REBOUNDS = [0.0, 0.2, 0.5, 1.0]
RADII, MASSES = board.set_of(2)
Hit = tuple[np.ndarray, Law]


def hits(count: int, seed: int) -> list[Hit]:
    """Return striker and piece about to meet at a random angle, both moving and spinning, and a random law."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        angle, apart = rng.uniform(0, 2 * math.pi), STRIKER[0] + MAN[0] + 1e-10
        start = np.zeros((2, 5))
        start[1, :2] = apart * math.cos(angle), apart * math.sin(angle)
        start[:, 2:4] = rng.uniform(-2, 2, (2, 2))
        start[:, 4] = rng.uniform(-100, 100, 2) * rng.integers(0, 2, 2)
        law = CLUB._replace(e_disc=rng.uniform(0.3, 1), disc_friction=rng.choice([0.05, 0.1, 0.5]))
        closing = (start[1, 2:4] - start[0, 2:4]) @ start[1, :2] / apart
        if closing < -0.2:
            found.append((start, law))
    return found


def first(start: np.ndarray, law: Law, rebound: float = 0.0) -> ours.Event:
    """Return the first event of a start."""
    return ours.play(start, law._replace(disc_rebound=rebound, frame_rebound=rebound), spins=True).events[0]


def sliding(event: ours.Event, motions: tuple[ours.Motion, ...]) -> float:
    """Return the sliding speed of the second rim on the first, or of the rim on the frame."""
    (nx, ny), (vx, vy, rim) = event.normal, motions[0]
    if len(motions) == 1:
        return vy * nx - vx * ny + rim
    ux, uy, other = motions[1]
    return (uy - vy) * nx - (ux - vx) * ny - (rim + other)


def energy(motions: tuple[ours.Motion, ...]) -> float:
    """Return the energy of the discs in J."""
    return sum(0.5 * m * (vx * vx + vy * vy + 0.5 * s * s) for m, (vx, vy, s) in zip(MASSES, motions, strict=False))


def momentum(start: np.ndarray, motions: tuple[ours.Motion, ...]) -> np.ndarray:
    """Return both components of the momentum, and the angular momentum about the origin."""
    found = np.zeros(3)
    for (x, y), radius, mass, (vx, vy, rim) in zip(start[:, :2], RADII, MASSES, motions, strict=True):
        found += mass * np.array([vx, vy, x * vy - y * vx + 0.5 * radius * rim])
    return found


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("rebound", REBOUNDS)
def test_no_hit_gains_energy_and_every_hit_keeps_its_momentum(rebound: float) -> None:
    for start, law in hits(200, seed=31):
        hit = first(start, law, rebound)
        assert energy(hit.after) <= energy(hit.before) * (1 + CLOSE)
        assert momentum(start, hit.after) == pytest.approx(momentum(start, hit.before), abs=1e-10)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("rebound", REBOUNDS)
def test_rims_that_stick_part_with_their_share_of_the_sliding_speed_as_far_as_friction_allows(rebound: float) -> None:
    stuck = capped = 0
    for start, law in hits(200, seed=32):
        hit = first(start, law, rebound)
        before, after, limit = sliding(hit, hit.before), sliding(hit, hit.after), law.disc_friction * hit.impulses[0]
        if abs(hit.impulses[1]) < limit:
            assert after == pytest.approx(-rebound * before, abs=CLOSE)
            stuck += 1
        else:
            assert abs(hit.impulses[1]) == limit
            assert after * before > 0 or abs(after) <= rebound * abs(before) * (1 + CLOSE)
            capped += 1
    assert stuck > 20
    assert capped > 20


def test_hits_that_slip_are_the_same_bits_at_every_tangential_restitution() -> None:
    slipping = 0
    for start, law in hits(200, seed=33):
        plain = first(start, law)
        if abs(plain.impulses[1]) == law.disc_friction * plain.impulses[0]:
            assert all(first(start, law, rebound) == plain for rebound in REBOUNDS)
            slipping += 1
        else:
            assert all(first(start, law, rebound) != plain for rebound in REBOUNDS[1:])
    assert 20 < slipping < 180


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("rebound", REBOUNDS)
def test_the_mirror_image_of_a_hit_is_the_hit_of_the_mirror_image(rebound: float) -> None:
    for start, law in hits(60, seed=34):
        hit, image = first(start, law, rebound), first(start * [-1, 1, -1, 1, -1], law, rebound)
        assert image.after == tuple((-vx, vy, -rim) for vx, vy, rim in hit.after)
        assert image.impulses == (hit.impulses[0], -hit.impulses[1])


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("rebound", REBOUNDS)
def test_the_independent_law_of_contacts_finds_the_same_hits(rebound: float) -> None:
    for start, law in hits(200, seed=35):
        hit = first(start, law, rebound)
        states = [np.array([*place, vx, vy, rim / radius]) for place, radius, (vx, vy, rim) in
                  zip(((0.0, 0.0), hit.normal), RADII, hit.before, strict=True)]  # fmt: skip
        hit_disc(*states, tuple(RADII), tuple(MASSES), law.e_disc, law.disc_friction, rebound)
        for state, radius, after in zip(states, RADII, hit.after, strict=True):
            assert (state[2], state[3], state[4] * radius) == pytest.approx(after, abs=CLOSE)


@pytest.mark.parametrize("rebound", REBOUNDS)
@pytest.mark.parametrize(("tangential", "spin"), [(0.05, 0.0), (0.3, 0.0), (2.0, 0.0), (0.5, -40.0), (0.0, 20.0)])
def test_the_frame_gives_back_its_share_as_well(rebound: float, tangential: float, spin: float) -> None:
    start = np.array([[HALF - STRIKER[0] - 1e-10, 0.0, 1.0, tangential, spin]])
    hit = first(start, CLUB, rebound)
    vx, vy, rim = hit.before[0]
    limit = CLUB.frame_friction * (1 + CLUB.e_frame) * vx
    gain = max(-limit, min(limit, -(1 + rebound) * (vy + rim) / 3))
    assert hit.after[0] == pytest.approx((-CLUB.e_frame * vx, vy + gain, rim + 2 * gain), abs=CLOSE)
    state = np.array([0.0, 0.0, vx, vy, rim / STRIKER[0]])
    hit_frame(state, 1.0, 0.0, STRIKER[0], CLUB.e_frame, CLUB.frame_friction, rebound)
    assert (state[2], state[3], state[4] * STRIKER[0]) == pytest.approx(hit.after[0], abs=CLOSE)
    assert energy(hit.after) <= energy(hit.before) * (1 + CLOSE)
    if abs(gain) < limit:
        assert sliding(hit, hit.after) == pytest.approx(-rebound * sliding(hit, hit.before), abs=CLOSE)


def test_the_two_parameters_are_those_of_discs_and_of_the_frame() -> None:
    start, law = hits(1, seed=36)[0]
    law = law._replace(disc_friction=0.9)
    plain = ours.play(start, law, spins=True).events[0]
    assert ours.play(start, law._replace(frame_rebound=0.5), spins=True).events[0] == plain
    assert ours.play(start, law._replace(disc_rebound=0.5), spins=True).events[0] != plain
    lone = np.array([[HALF - STRIKER[0] - 1e-10, 0.0, 1.0, 0.1, 0.0]])
    plain = ours.play(lone, CLUB).events[0]
    assert ours.play(lone, CLUB._replace(disc_rebound=0.5)).events[0] == plain
    assert ours.play(lone, CLUB._replace(frame_rebound=0.5)).events[0] != plain
