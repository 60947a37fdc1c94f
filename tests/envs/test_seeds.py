"""Seeds: any whole number from 0, single and vectorized alike; recorded ones play the same episodes; others refused."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from envs import episodes_of_seeds

import carrom
from carrom.engine.levels import level_named
from carrom.envs import ENVIRONMENTS, carrom_v0
from carrom.envs.config import NO_NOISE, Noise, deviates, noise, normals, root_of, shares, strayed, word, words
from carrom.errors import RefusedRequest
from carrom.physics.simulate import FASTEST

SINGLE = [name for name, (one, _, _) in ENVIRONMENTS.items() if one is not None]
GIVEN = {"carrom/Duel-v0": {"opponent": "random"}}
LARGE = [0, 2**62, 2**63 - 2, 2**63, 2**64 - 1, 2**64, 2**128 - 1, 10**60, np.uint64(2**63 + 1), np.int8(3)]
SENTENCE = r"the seed is .*; expected a whole number from 0, of any size"


def one(name):
    return gymnasium.make(name, **GIVEN.get(name, {}))


def many(name, boards=2):
    return gymnasium.make_vec(
        name, num_envs=boards, vectorization_mode="vector_entry_point", **GIVEN.get(name, {})
    )  # fmt: skip


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_a_seed_of_any_size_begins_the_same_episode_alone_and_on_every_board(name):
    field = many(name)
    alone = one(name) if name in SINGLE else None
    for seed in LARGE:
        first = field.reset(seed=seed)[0].copy()
        assert (field.reset(seed=[int(seed), int(seed) + 1])[0] == first).all()
        for board in range(2 if alone is not None else 0):
            assert (alone.reset(seed=int(seed) + board)[0] == first[board]).all()


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_episode_without_a_seed_is_played_again_from_the_recorded_one(name):
    for env in [many(name), one(name)] if name in SINGLE else [many(name)]:
        rng = np.random.default_rng(1)
        first, _ = env.reset()
        recorded, act = env.unwrapped.np_random_seed, rng.uniform(-1, 1, env.action_space.shape)
        after, second = env.step(act)[0].copy(), env.reset()[0].copy()
        assert env.unwrapped.np_random_seed == recorded
        assert (env.reset(seed=recorded)[0] == first).all()
        assert (env.step(act)[0] == after).all()
        assert (env.reset()[0] == second).all()


def test_two_environments_without_a_seed_play_different_episodes():
    for name in ("carrom/Three-v0", "carrom/Full-v0"):
        assert (one(name).reset()[0] != one(name).reset()[0]).any()
        assert (many(name).reset()[0] != many(name).reset()[0]).any()


def test_a_generator_that_is_set_by_hand_decides_where_no_seed_was_given():
    for make in (one, many):
        seen = []
        for _ in range(2):
            env = make("carrom/Three-v0")
            env.unwrapped.np_random = np.random.default_rng(5)
            seen.append(env.reset()[0])
            assert env.unwrapped.np_random_seed == -1
        assert (seen[0] == seen[1]).all()


def test_boards_that_were_seeded_apart_are_recorded_apart():
    env = many("carrom/Three-v0", 3)
    env.reset(seed=5)
    env.reset(seed=[70, 2**70, 72], options={"reset_mask": np.array([False, True, False])})
    assert env.unwrapped.np_random_seed == (5, 2**70, 7)
    seen = env.reset(seed=env.unwrapped.np_random_seed)[0]
    for board, seed in enumerate((5, 2**70, 7)):
        assert (one("carrom/Three-v0").reset(seed=seed)[0] == seen[board]).all()
    env.unwrapped.standing = pickle.loads(pickle.dumps(env)).unwrapped.standing
    assert env.unwrapped.np_random_seed == (5, 2**70, 7)
    env.unwrapped.standing = fresh_state(3)
    assert env.unwrapped.np_random_seed == -1, "boards whose state came from elsewhere have no known seed"


def fresh_state(boards):
    env = many("carrom/Three-v0", boards)
    env.reset(seed=1000)
    return env.unwrapped.standing


@pytest.mark.parametrize("form", ["sync", "async"])
def test_gymnasiums_own_vectors_give_board_k_the_seed_plus_k(form):
    env = gymnasium.make_vec("carrom/Three-v0", num_envs=2, vectorization_mode=form)
    try:
        assert (env.reset(seed=2**80)[0] == many("carrom/Three-v0").reset(seed=2**80)[0]).all()
    finally:
        env.close()


@pytest.mark.parametrize("seed", [-1, 1.5, True, "x", np.float64(2.0), np.bool_(True), -(2**70), [1, -1], [1, None]])
def test_another_seed_is_refused_in_one_sentence_and_changes_nothing(seed):
    for name in ENVIRONMENTS:
        env = many(name)
        before = env.reset(seed=4)[0].copy()
        with pytest.raises(RefusedRequest, match=SENTENCE):
            env.reset(seed=seed)
        assert (env.unwrapped._stage.seen() == before).all()
    for name in SINGLE:
        with pytest.raises(RefusedRequest, match=SENTENCE):
            one(name).reset(seed=seed)
    with pytest.raises(RefusedRequest, match=SENTENCE):
        carrom_v0.env().reset(seed=seed)
    for make in (carrom.Game, lambda seed: carrom.rack(seed=seed)):
        with pytest.raises(RefusedRequest, match=SENTENCE):
            make(seed=seed)


def test_another_number_of_seeds_is_refused():
    with pytest.raises(RefusedRequest, match="3 seeds are given for 2 boards; expected one, or one each"):
        many("carrom/Solo-v0").reset(seed=[1, 2, 3])


def test_the_turn_based_environment_and_games_take_seeds_of_any_size():
    env = carrom_v0.raw_env()
    for seed in LARGE:
        env.reset(seed=seed)
        first = env.standing
        env.reset(seed=first.seed)
        assert env.standing == first
        assert carrom.Game(seed=seed) == carrom.Game(seed=int(seed))
        assert carrom.Game(seed=seed).set_up() is carrom.Game(seed=int(seed)).set_up()
        assert carrom.rack(seed=seed) == carrom.rack(seed=int(seed))


def test_seeds_have_roots_of_their_own():
    assert [root_of(seed) for seed in (0, 7, 2**63 - 1)] == [0, 7, 2**63 - 1]
    large = [2**63, 2**63 + 1, 2**64, 2**126, 2**126 + 2**63, 2**127, 2**189]
    assert len({root_of(seed) for seed in large}) == len(large)
    assert all(0 <= root_of(seed) < 2**63 for seed in large)


# -- A seed fixes every environment, also in a fresh process that has to load everything first

SCRIPT = Path(episodes_of_seeds.__file__)


def cold(folder: Path) -> list[str]:
    """Return the lines that a fresh process prints whose caches are empty."""
    own = {name: str(folder) for name in ("XDG_CACHE_HOME", "HOME")}
    found = subprocess.run(
        [sys.executable, SCRIPT], env={**os.environ, **own}, capture_output=True, text=True, check=True
    )
    return found.stdout.splitlines()


@pytest.mark.slow
def test_every_environment_is_fixed_by_its_seed_in_a_cold_process_and_in_a_warm_one(tmp_path):
    warm = list(episodes_of_seeds.lines())
    assert cold(tmp_path) == warm


def test_three_resets_with_one_seed_begin_the_same_episode():
    for name in ("carrom/Straight-v0", "carrom/Solo-v0"):
        assert len(set(episodes_of_seeds.single(name))) == 1
    found = set(episodes_of_seeds.turns("decide"))
    assert len(found) == 1


# -- Counter-based random numbers, and the models of execution noise

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
