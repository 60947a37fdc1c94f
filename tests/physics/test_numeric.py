"""NumPy's numbers are taken wherever Python's are, and come out as Python's; other types are refused by name."""

from random import Random

import msgspec
import numpy as np
import pytest

import carrom
from carrom.board.position import Lying
from carrom.errors import CarromError, IllegalPosition, IllegalStroke
from carrom.physics.batch import batch

WHOLE = [np.int8, np.int16, np.int32, np.int64, np.uint64]
LONE = carrom.Position.from_text("c1_W1.0.100")


def plain(value):
    """Return the value as its text in JSON, which msgspec writes for Python's numbers only."""
    return msgspec.json.encode(value)


@pytest.mark.parametrize("kind", WHOLE)
def test_strokes_and_positions_of_numpys_integers_play_as_those_of_pythons(kind):
    stroke = carrom.Stroke(kind(5), kind(0), kind(100), kind(0), kind(7))
    position = carrom.Position((Lying(carrom.Disc.W1, carrom.Point(kind(0), kind(100))),))
    expected = carrom.simulate(LONE, carrom.Stroke(5, 0, 100, 0, 7))
    played = carrom.simulate(position, stroke)
    assert played == expected
    assert plain(played.rest) == plain(expected.rest)
    many = batch([position, LONE], [stroke], "south")
    assert (many.rest[0] == many.rest[1]).all()


def test_a_game_takes_numpys_numbers_and_its_record_has_pythons():
    ours, theirs = (carrom.Game(seed=seed, position="c1_W1.0.250000_B1.0.-100000", first_break="A") for seed in (1, 1))
    for game, number in ((ours, int), (theirs, np.int64)):
        game.set_up()
        assert carrom.Stroke(number(0), number(0), number(1)) in game.legal_strokes
        game.push(carrom.Stroke(number(0), number(0), number(3_000_000)))
    assert theirs.to_text() == ours.to_text()
    assert plain(theirs.history.events[-1]) == plain(ours.history.events[-1])


def test_surfaces_racks_and_aims_take_numpys_numbers():
    half = carrom.surface({"friction": np.float32(0.125), "yield_speed": np.int64(1)})
    assert half == carrom.surface({"friction": 0.125, "yield_speed": 1})
    assert plain(half) == plain(carrom.surface({"friction": 0.125, "yield_speed": 1}))
    for angle in (np.int64(90), np.float64(90), np.float32(90)):
        assert carrom.rack(angle, seed=np.uint8(3)) == carrom.rack(90, seed=3)
    aimed = carrom.Stroke.aimed(np.int32(10), np.float32(-1.0), np.float32(9.0))
    assert carrom.simulate(LONE, aimed) == carrom.simulate(LONE, carrom.Stroke.aimed(10, -1.0, 9.0))


@pytest.mark.parametrize("wrong", [1.0, np.float64(1.0), True, np.bool_(True), "1", None])
def test_what_is_no_whole_number_is_refused_with_its_value(wrong):
    with pytest.raises(IllegalStroke, match=r"The stroke's vx is .*; it must be a whole number"):
        carrom.simulate(LONE, carrom.Stroke(0, wrong, 1))
    position = carrom.Position((Lying(carrom.Disc.W1, carrom.Point(wrong, 100_000)),))
    for call in (lambda: carrom.simulate(position, carrom.Stroke(0, 0, 1)), lambda: batch([position], [], "south")):
        with pytest.raises(IllegalPosition, match=r"W1 is at .*; both must be whole numbers of µm"):
            call()


@pytest.mark.parametrize("wrong", [True, "1", None, float("nan"), np.inf])
def test_what_is_no_number_is_refused_by_surfaces_and_racks(wrong):
    for call in (lambda: carrom.surface({"friction": wrong}), lambda: carrom.rack(wrong)):
        with pytest.raises(CarromError, match=r"friction is|angle is"):
            call()


def test_a_due_piece_is_placed_on_a_point_of_numpys_integers():
    game, rng = carrom.Game(seed=4), Random(4)
    while not game.places:
        game.push(game.random_act(rng))
    spot = game.places[0]
    game.push(carrom.Point(np.int64(spot.x), np.int32(spot.y)))
    assert plain(game.history.events[-1])
