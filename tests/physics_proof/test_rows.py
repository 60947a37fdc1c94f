"""Rows of pieces that touch each other and the frame: a stroke ends soon at any restitution.

`carrom physics soak --surface sweep` prints the time of the slowest stroke.
"""

import numpy as np
import pytest

from carrom.board.notation import read_position, read_stroke
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOIL
from physics_proof import board, hard_contacts, ours
from physics_proof.board import GRAVITY, Law

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
