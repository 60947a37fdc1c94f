"""Seeds: any whole number from 0, single and vectorized alike; recorded ones play the same episodes; others refused."""

import pickle

import gymnasium
import numpy as np
import pytest

import carrom
from carrom.envs import ENVIRONMENTS, carrom_v0
from carrom.envs.config import root_of
from carrom.errors import RefusedRequest

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
