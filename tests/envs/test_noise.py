"""Counter-based random numbers, and the models of execution noise."""

import numpy as np
import pytest

from carrom.engine.levels import level_named
from carrom.envs.config import NO_NOISE, Noise, deviates, noise, normals, shares, strayed, word, words
from carrom.errors import RefusedRequest
from carrom.physics.simulate import FASTEST

MANY = 40_000


def test_a_key_gives_the_same_numbers_alone_and_among_others():
    boards = np.arange(50)
    together = words((7, boards, 3), 4)
    alone = np.concatenate([words((7, board, 3), 4) for board in boards])
    assert (together == alone).all()
    assert len(np.unique(together)) == together.size


def test_the_order_of_a_keys_parts_and_each_of_them_counts():
    keys = [(1, 2, 3), (1, 3, 2), (2, 2, 3), (1, 2, 4), (1, 2)]
    assert len({word(*key) for key in keys}) == len(keys)


def test_the_first_words_of_a_stream_stay_what_they_are():
    assert words((1, 2, 3), 2).tolist() == [[2399657773382937285, 8067101194408944102]]


def test_shares_are_even_and_normals_have_their_moments():
    even = shares((1, np.arange(MANY)), 2)
    assert ((even > 0) & (even < 1)).all()
    assert np.abs(even.mean(axis=0) - 0.5).max() < 0.01
    drawn = normals((2, np.arange(MANY)), 3)
    assert np.abs(drawn.mean(axis=0)).max() < 0.02
    assert np.abs(drawn.std(axis=0) - 1).max() < 0.02
    assert np.abs(np.corrcoef(drawn.T) - np.eye(3)).max() < 0.02


def test_every_model_has_the_deviation_it_is_given_and_students_has_the_fatter_tails():
    key = (3, np.arange(MANY))
    normal, student = deviates("gaussian", key), deviates("student-t", key)
    assert np.abs(normal.std(axis=0) - 1).max() < 0.02
    assert np.abs(student.std(axis=0) - 1).max() < 0.05
    assert (np.abs(student) > 4).sum() > 5 * (np.abs(normal) > 4).sum()


def directions(model, speed):
    """Return the standard deviation of the direction, in degrees, of strokes straight ahead at a speed (m/s)."""
    v = np.tile([0, round(speed * 1e6)], (MANY, 1))
    played = Noise(model=model, direction=1.0)
    _, strays = strayed(played, np.zeros(MANY, dtype=np.int64), v, -9, 9, (4, np.arange(MANY)))
    return np.degrees(np.arctan2(strays[:, 0], strays[:, 1])).std()


def test_only_the_speed_dependent_hand_strays_more_when_it_strikes_harder():
    assert directions("gaussian", 1) == pytest.approx(1.0, abs=0.02)
    assert directions("gaussian", 6) == pytest.approx(1.0, abs=0.02)
    assert directions("speed-dependent", 2) == pytest.approx(1.0, abs=0.02)
    assert directions("speed-dependent", 6) == pytest.approx(1.4, abs=0.03)


def test_the_striker_stays_in_its_span_and_nothing_strays_without_noise():
    x, v = np.zeros(1000, dtype=np.int64), np.tile([0, 1_000_000], (1000, 1))
    there, _ = strayed(Noise(place=1e5), x, v, -500, 700, (1, np.arange(1000)))
    assert there.min() == -500
    assert there.max() == 700
    same, speed = strayed(NO_NOISE, x, v, -1, 1, (1, np.arange(1000)))
    assert same is x
    assert speed is v


def test_no_error_makes_a_stroke_faster_than_physics_takes():
    v = np.tile([3_000_000, 7_400_000], (MANY, 1))
    _, strays = strayed(Noise(speed=0.4), np.zeros(MANY, dtype=np.int64), v, -9, 9, (5, np.arange(MANY)))
    hardest = np.hypot(strays[:, 0], strays[:, 1]).max()
    assert 11_990_000 < hardest <= FASTEST


def test_a_level_lends_its_hand():
    hand = level_named("club").hand
    assert noise("club") == Noise(model="speed-dependent", direction=hand.direction, speed=hand.speed, place=hand.place)
    assert noise(None) == noise("none") == NO_NOISE


@pytest.mark.parametrize(
    "given", [Noise(direction=float("nan")), Noise(speed=-1.0), Noise(model="laplace"), 3, "grandmaster"]
)
def test_a_hand_that_is_none_is_refused(given):
    with pytest.raises(RefusedRequest, match="expected"):
        noise(given)
