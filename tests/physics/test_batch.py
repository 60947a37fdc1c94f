"""Many strokes at once: the bits of one at a time."""

import numpy as np
import pytest

from carrom.board.disc import STRIKER, Disc
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalPosition, IllegalStroke
from carrom.physics.batch import DISCS, NOWHERE, batch
from carrom.physics.simulate import simulate

POSITIONS = (rack(270, 3), rack(20, 4).without(Disc.W1, Disc.B3), Position.of({Disc.B3: Point(300_000, 300_000)}))
STROKES = tuple(Stroke(1000 * i, -10_000 * i, 3_800_000 - 150_000 * i, spin=i * 1000) for i in range(24))


@pytest.mark.parametrize("seat", list(Seat))
def test_a_batch_is_what_single_strokes_are(seat):
    found = batch(POSITIONS, STROKES, seat, threads=2)
    for p, position in enumerate(POSITIONS):
        for s, stroke in enumerate(STROKES):
            played = simulate(position, stroke, seat)
            assert found.resting(p, s) == played.rest
            assert found.outcome(p, s) == played.outcome
            assert found.duration[p, s] == played.duration
            assert found.events[p, s] == len(played.contacts)


def test_the_arrays_have_their_documented_shapes():
    found = batch(POSITIONS, STROKES[:5])
    assert found.rest.shape == (3, 5, 20, 2)
    assert found.fell.shape == found.touched.shape == (3, 5, 20)
    assert found.duration.shape == found.events.shape == (3, 5)
    absent = DISCS.index(Disc.W1)
    assert (found.rest[1, :, absent] == NOWHERE).all()
    assert np.isinf(found.fell[1, :, absent]).all()


def test_the_number_of_threads_changes_nothing():
    many = batch(POSITIONS, STROKES * 4, threads=4)
    one = batch(POSITIONS, STROKES * 4, threads=1)
    assert (many.rest == one.rest).all()
    assert (many.fell == one.fell).all()


def test_a_stroke_without_spin_takes_its_own_path_beside_one_with_spin():
    smooth = {"contact_friction": 0.0, "frame_friction": 0.0}
    strokes = (Stroke(0, 100_000, 3_000_000), Stroke(0, 100_000, 3_000_000, spin=50_000))
    found = batch(POSITIONS[:1], strokes, surface=smooth)
    for s, stroke in enumerate(strokes):
        assert found.resting(0, s) == simulate(POSITIONS[0], stroke, surface=smooth).rest


def test_what_simulate_refuses_a_batch_refuses():
    with pytest.raises(IllegalStroke, match="no speed"):
        batch(POSITIONS, [Stroke(0, 0, 0)])
    with pytest.raises(IllegalPosition, match="S at"):
        batch([Position.of({Disc.Q: Point(0, -252_600)})], STROKES)


def test_a_striker_in_the_position_is_taken_up():
    position = POSITIONS[0].having(STRIKER, Point(200_000, 200_000))
    assert batch([position], STROKES[:1]).resting(0, 0) == simulate(position, STROKES[0]).rest
