"""Observations of many boards in the caller's memory, without copies."""

import gymnasium
import numpy as np
import pytest

import carrom.envs
from carrom.errors import RefusedRequest

assert carrom.envs.ENVIRONMENTS


def made(name, count=8):
    """Return a vector environment that resets within a step."""
    return gymnasium.make_vec(
        f"carrom/{name}-v0", num_envs=count, vectorization_mode="vector_entry_point", autoreset_mode="SameStep"
    )


@pytest.mark.parametrize("name", ["Three", "Solo", "Straight"])
def test_a_callers_buffer_holds_what_a_fresh_array_would(name):
    plain, mine = made(name), made(name)
    buffer = np.full(mine.observation_space.shape, 9.0, dtype=np.float32)
    mine.observe_into(buffer)
    dice = np.random.default_rng(1)
    expected, got = plain.reset(seed=3)[0], mine.reset(seed=3)[0]
    assert got is buffer
    for _ in range(8):
        assert (buffer == expected).all()
        action = dice.uniform(-1, 1, (8, 3))
        expected, *_, info = plain.step(action)
        got, *_, other = mine.step(action)
        assert got is buffer
        for board in np.flatnonzero(info.get("_final_obs", [])):
            assert (other["final_obs"][board] == info["final_obs"][board]).all()
            assert not np.shares_memory(other["final_obs"][board], buffer)


def test_observations_are_shared_by_dlpack_in_both_directions():
    env, foreign = made("Solo"), np.zeros((8, 83), dtype=np.float32)
    env.observe_into(np.from_dlpack(foreign) if np.from_dlpack(foreign).flags.writeable else foreign)
    seen, _ = env.reset(seed=1)
    other = np.from_dlpack(seen)
    assert np.shares_memory(other, seen)
    assert np.shares_memory(other, foreign)
    assert (foreign[:, 2] == 1.0).all(), "the queen lies on every board"
    assert seen.__dlpack_device__() == (1, 0), "on the processor"


def test_a_buffer_that_does_not_fit_is_refused():
    env = made("Three")
    shape = env.observation_space.shape
    for wrong in (np.zeros((8, 9), np.float32), np.zeros(shape), np.zeros((shape[1], shape[0]), np.float32).T, [1]):
        with pytest.raises(RefusedRequest, match="expected a writable C-contiguous float32 array"):
            env.observe_into(wrong)
    env.observe_into(np.zeros(shape, np.float32))
    env.observe_into(None)
    assert env.reset(seed=1)[0] is not env.reset(seed=1)[0]
