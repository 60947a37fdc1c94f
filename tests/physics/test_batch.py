"""Batches of strokes: the same bits as one stroke at a time."""

import numpy as np
import pytest

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.notation import write_position, write_stroke
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import CarromError, IllegalPosition, IllegalStroke, SimulationDiverged
from carrom.physics import batch as batches
from carrom.physics.batch import DISCS, NOWHERE, batch, places_of, strokes_of
from carrom.physics.kernel import stroke_batch
from carrom.physics.simulate import simulate
from carrom.physics.surface import PRESETS

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


def test_arrays_give_what_values_give():
    places, table = places_of(POSITIONS), strokes_of(STROKES)
    values, arrays = batch(POSITIONS, STROKES, Seat.EAST), batch(places, table, Seat.EAST)
    for name in ("rest", "fell", "touched", "duration", "events", "lines"):
        assert (getattr(values, name) == getattr(arrays, name)).all()
    assert arrays.outcome(1, 7) == simulate(POSITIONS[1], STROKES[7], Seat.EAST).outcome


def test_each_position_may_have_a_seat_a_stroke_and_a_surface_of_its_own():
    seats, surfaces = (Seat.WEST, Seat.NORTH, Seat.SOUTH), ("slow", {"friction": 0.2, "contact_friction": 0.0}, "club")
    quarters = np.array([seat.quarters for seat in seats])
    found = batch(POSITIONS, STROKES[:3], quarters, surfaces, paired=True)
    for p, (position, stroke, seat, surface) in enumerate(zip(POSITIONS, STROKES, seats, surfaces, strict=False)):
        played = simulate(position, stroke, seat, surface)
        assert found.resting(p, 0) == played.rest
        assert found.outcome(p, 0) == played.outcome == found.played(p, 0).outcome


def test_the_lines_a_striker_has_left_are_told_also_where_the_log_is_too_short(monkeypatch):
    strokes = [Stroke(0, 0, speed) for speed in range(100_000, 3_000_000, 50_000)]
    whole = batch(POSITIONS[2:], strokes)
    monkeypatch.setattr(batches, "LOG", 0)
    short = batch(POSITIONS[2:], strokes)
    assert (whole.lines == short.lines).all()
    assert set(whole.lines.ravel()) == {0, 1, 2}


@pytest.mark.parametrize(
    ("positions", "strokes", "seat", "said"),
    [
        (np.zeros((2, 19, 2), dtype=np.int64), STROKES, Seat.SOUTH, r"shape \(2, 19, 2\)"),
        (np.full((1, 20, 2), np.nan), STROKES, Seat.SOUTH, "expected integers"),
        (POSITIONS, np.zeros((3, 4), dtype=np.int64), Seat.SOUTH, r"shape \(3, 4\)"),
        (POSITIONS, np.full((3, 5), np.nan), Seat.SOUTH, "expected integers"),
        (POSITIONS, np.array([[0, 10**18, 10**18, 0, 0]]), Seat.SOUTH, "at most 12 m/s"),
        (POSITIONS, np.array([[0, 10**6, 0, 0, 10**9]]), Seat.SOUTH, "spin is 1000000000"),
        (POSITIONS, np.array([[2**62, 10**6, 0, 0, 0]]), Seat.SOUTH, "is not on the board"),
        (np.zeros((1, 20, 2), dtype=np.int64), STROKES, Seat.SOUTH, "overlap"),
        (np.full((1, 20, 2), 10**12), STROKES, Seat.SOUTH, "is not on the board"),
        (POSITIONS, STROKES, np.array([0, 1]), "3 quarter turns"),
        (POSITIONS, STROKES, np.array([0, 1, 4]), "from 0 to 3"),
    ],
)
def test_what_an_array_holds_is_refused_in_one_sentence(positions, strokes, seat, said):
    with pytest.raises(CarromError, match=said):
        batch(positions, strokes, seat)


def test_pairs_and_surfaces_have_to_be_as_many_as_positions():
    with pytest.raises(ValueError, match="cannot be paired"):
        batch(POSITIONS, STROKES, paired=True)
    with pytest.raises(ValueError, match="2 surfaces for 3 positions"):
        batch(POSITIONS, STROKES, surface=("club", "slow"))


def test_a_stroke_ends_early_when_a_disc_falls_that_is_watched():
    positions = [rack(seed=seed) for seed in range(24)]
    strokes = [Stroke.aimed(1_000 * k, k - 6.0, 6.5) for k in range(12)]
    watched = {Disc.S, Disc.W2, Disc.B3, Disc.W8}
    columns = [DISCS.index(disc) for disc in watched]
    whole = batch(positions, strokes)
    for threads in (1, 2):
        early = batch(positions, strokes, until=watched, threads=threads)
        ends = whole.fell[:, :, columns].min(axis=2)
        assert 20 < np.isfinite(ends).sum() < ends.size
        assert (early.is_whole == np.isinf(ends)).all()
        assert (early.fell == np.where(whole.fell <= ends[..., None], whole.fell, np.inf)).all()
        assert (early.touched == np.where(whole.touched <= ends[..., None], whole.touched, np.inf)).all()
        assert (early.events <= whole.events).all()
        assert (early.rest[~early.is_whole] == NOWHERE).all()
        for name in ("rest", "duration", "lines", "events"):
            assert (getattr(early, name)[early.is_whole] == getattr(whole, name)[early.is_whole]).all()
    position, stroke = (int(axis[0]) for axis in np.nonzero(~early.is_whole))
    with pytest.raises(ValueError, match="ended early"):
        early.outcome(position, stroke)
    assert early.played(position, stroke).rest == whole.resting(position, stroke)
    assert whole.is_whole.all()
    with pytest.raises(ValueError, match="expected discs: S, Q, W1"):
        batch(positions, strokes, until=["queen"])


@pytest.mark.parametrize(("paired", "failed", "position", "stroke"), [(True, 2, 2, 2), (False, 4, 1, 1)])
def test_a_batch_names_the_position_and_the_stroke_that_failed(paired, failed, position, stroke):
    """No stroke is known to fail, so one is marked as failed."""
    seats = np.zeros(3, dtype=np.int64)
    places, strokes = places_of(POSITIONS), strokes_of(STROKES[:3])
    job = batches._BatchArrays(batches._Inputs(places, strokes, paired, seats, (PRESETS["club"],), STANDARD))
    job.run(1)
    job.facts[failed, stroke_batch.F_EVENTS] = -1
    with pytest.raises(SimulationDiverged) as answer:
        job.result()
    assert f"stroke {write_stroke(STROKES[stroke])} from south on {write_position(POSITIONS[position])}" in str(
        answer.value
    )
