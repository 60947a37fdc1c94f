"""Saving and restoring the state of batched boards: they continue identically, also in a new environment."""

import gymnasium
import numpy as np
import pytest

import carrom.envs  # noqa: F401 - tells Gymnasium the names
from carrom.errors import RefusedRequest
from carrom.values import Value

RANGES = {"friction": (0.08, 0.15)}
MANY = [
    ("Three", {"noise": "club", "surface": RANGES}),
    ("Solo", {"noise": "club", "surface": RANGES, "most_strokes": 6}),
    ("Board", {"ruleset": "club", "players": 4}),
    ("Duel", {"opponent": "random"}),
]


def made(name, given):
    return gymnasium.make_vec(
        f"carrom/{name}-v0", num_envs=4, vectorization_mode="vector_entry_point", **given
    ).unwrapped  # fmt: skip


def walked(env, acts):
    return [[each.tolist() for each in env.step(act)[:4]] for act in acts]


@pytest.mark.parametrize(("name", "given"), MANY, ids=[name for name, _ in MANY])
def test_many_boards_that_are_set_again_go_on_in_the_same_way(name, given):
    rng, env = np.random.default_rng(2), made(name, given)
    env.reset(seed=5)
    walked(env, rng.uniform(-1, 1, (5, 4, 3)))
    kept, acts = env.standing, rng.uniform(-1, 1, (6, 4, 3))
    assert isinstance(kept, Value)
    first = walked(env, acts)
    assert env.standing != kept
    env.standing = kept
    assert env.standing == kept
    assert walked(env, acts) == first
    other = made(name, given)
    seen, _ = other.reset(options={"standing": kept})
    assert walked(other, acts) == first
    assert seen.shape == (4, *env.single_observation_space.shape)


def test_the_state_of_other_boards_is_refused_and_changes_nothing():
    three, straight = made("Three", {}), made("Straight", {})
    three.reset(seed=1)
    straight.reset(seed=1)
    before = three.standing
    for wrong in (straight.standing, None, 7):
        with pytest.raises(RefusedRequest, match="expected what `standing` gave for boards like these"):
            three.standing = wrong
    assert three.standing == before
