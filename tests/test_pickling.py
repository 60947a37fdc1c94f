"""Values, games and environments survive copying, pickling and sending to other processes unchanged."""

import copy
import multiprocessing
import pickle
from random import Random

import gymnasium
import numpy as np
import pytest
from envs.opponents import Pusher

import carrom
import carrom.envs
from carrom.envs import carrom_v0
from carrom.errors import RulesError
from carrom.rules.clause_order import LAWS
from carrom.rules.custom import custom
from carrom.rules.ruleset import Part
from carrom.values import changed

WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda given, n=n: pickle.loads(pickle.dumps(given, n)) for n in (2, pickle.HIGHEST_PROTOCOL)},
}
HOUSE = custom({"extends": "icf", "name": "club night", "queen_points": 5, "board_limit": "none"}, "club night")


def played(strokes: int = 3) -> carrom.Game:
    game, rng = carrom.Game(HOUSE, seed=4), Random(1)
    game.set_up()
    for _ in range(strokes):
        game.push(game.random_act(rng))
    return game


def values() -> dict[str, object]:
    fold = played().history
    return {
        **{name: carrom.ruleset(name) for name in carrom.RULESETS},
        "a custom rule set": HOUSE,
        "another edition": changed(HOUSE, edition=f"{HOUSE.edition} of 2020"),
        "a rule set made in Python": changed(carrom.ruleset("icf"), title="Mine"),
        "another made in Python": carrom.ruleset("icf").but(figures={"queen_points": 5}, numbers=tuple),
        "one with its own title": changed(HOUSE, title="Mine"),
        "a round": fold.round,
        "a ruling": fold.rulings[-1],
        "a fold": fold,
        "a position": fold.position,
        "a level": carrom.level("club").level,
    }


VALUES = values()


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_is_equal_to_its_copy_and_means_the_same(value, way):
    found = way(value)
    assert found == value
    assert hash(found) == hash(value)
    if isinstance(value, carrom.Ruleset):
        assert found.readings(Part.STROKE) == value.readings(Part.STROKE)
        assert found.readings(Part.CALL) == value.readings(Part.CALL)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_game_goes_on_from_its_copy_in_the_same_way_and_leaves_the_original(way):
    game = played()
    other, status = way(game), game.status
    assert other == game
    acts = [Random(7), Random(7)]
    for _ in range(4):
        other.push(other.random_act(acts[0]))
    assert game.status == status
    assert other != game
    for _ in range(4):
        game.push(game.random_act(acts[1]))
    assert other == game
    assert other.to_text() == game.to_text()
    for _ in range(6):
        assert other.pop() == game.pop()


def test_every_law_that_a_rule_set_may_have_is_pickled():
    books = [carrom.ruleset(name) for name in carrom.RULESETS]
    laws = {*LAWS, *(clause.says for book in books for clause in book.clauses if not isinstance(clause.says, str))}
    assert len(laws) > 150
    for law in laws:
        assert pickle.loads(pickle.dumps(law)) == law
        assert pickle.loads(pickle.dumps(law)).__doc__ == law.__doc__


def test_a_rule_set_is_pickled_by_name_and_changes():
    assert len(pickle.dumps(carrom.ruleset("icf"))) < 1_000
    assert len(pickle.dumps(HOUSE)) < 1_000
    assert pickle.loads(pickle.dumps(carrom.ruleset("icf"))) is carrom.ruleset("icf")


def test_a_rule_set_whose_laws_have_changed_since_it_was_pickled_is_refused(monkeypatch):
    from carrom.rules import ruleset

    stored = [pickle.dumps(carrom.ruleset("icf")), pickle.dumps(HOUSE)]
    monkeypatch.setattr(ruleset, "book_digest", lambda rules: "laws of another version")
    for each in stored:
        with pytest.raises(RulesError, match=r"was pickled by carrom .* other clauses .* a record"):
            pickle.loads(each)


def test_a_rule_set_that_is_no_longer_there_is_refused():
    stored = pickle.dumps(carrom.ruleset("club")).replace(b"club", b"pub1")
    with pytest.raises(RulesError, match="there is no rule set 'pub1' in carrom"):
        pickle.loads(stored)


# -- environments ---------------------------------------------------------------------------------------------------

ALONE = {
    "Solo": {"noise": "club", "surface": {"friction": (0.08, 0.15)}},
    "Duel": {"opponent": Pusher(), "contest": "game"},
    "Duel against a level": {"opponent": "first-timer"},
    "Break": {},
    "Straight": {"noise": "club"},
    "Anywhere": {"surface": {"friction": (0.08, 0.15)}},
    "Three": {"noise": "club"},
    "Full": {},
}


def walked(env, seed: int, steps: int = 4) -> list[object]:
    rng, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        view, reward, done, cut, _ = env.step(rng.uniform(-1, 1, env.action_space.shape).astype(np.float32))
        seen.append((np.asarray(view).tolist(), np.asarray(reward).tolist(), np.asarray(done).tolist()))
        if np.ndim(done) == 0 and (done or cut):
            seen.append(env.reset()[0].tolist())
    return seen


@pytest.mark.slow(first=6)
@pytest.mark.parametrize("way", [copy.deepcopy, WAYS["pickle 2"]], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("name", ALONE)
def test_an_environment_goes_on_from_its_copy_in_the_same_way(name, way):
    env = gymnasium.make(f"carrom/{name.split()[0]}-v0", **ALONE[name])
    env.reset(seed=3)
    env.action_space.seed(3)
    walked(env, 1, 2)
    other = way(env)
    assert other.unwrapped.standing == env.unwrapped.standing
    went = walked(other, 2)
    assert walked(env, 2) == went
    assert other.unwrapped.standing == env.unwrapped.standing
    assert other.action_space.sample().tolist() == env.action_space.sample().tolist()


def test_an_environment_is_copied_before_its_first_episode():
    for name in ("Solo", "Three"):
        env = gymnasium.make(f"carrom/{name}-v0")
        other = copy.deepcopy(env)
        assert other.reset(seed=5)[0].tolist() == env.reset(seed=5)[0].tolist()


@pytest.mark.parametrize("way", [copy.deepcopy, WAYS["pickle 2"]], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("name", ["Three", "Solo", "Duel", "Break", "Board"])
def test_many_boards_go_on_from_their_copy_in_the_same_way(name, way):
    env = gymnasium.make_vec(f"carrom/{name}-v0", num_envs=3, vectorization_mode="vector_entry_point", noise="club")
    env.reset(seed=5)
    walked(env, 1, 3)
    other = way(env)
    went = walked(other, 2)
    assert walked(env, 2) == went
    assert other.unwrapped.standing == env.unwrapped.standing


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("way", [copy.deepcopy, WAYS["pickle 2"]], ids=["deepcopy", "pickle"])
def test_pettingzoos_environment_goes_on_from_its_copy_in_the_same_way(way):
    def goes_on(env, seed: int) -> list[object]:
        rng, seen = np.random.default_rng(seed), []
        for agent in env.agent_iter(6):
            view, reward, done, cut, info = env.last()
            seen.append((agent, view["observation"].tolist(), reward, done, cut, info))
            env.step(int(rng.integers(view["action_mask"].sum())))
        return seen

    env = carrom_v0.env(ruleset="club", players=4, actions="choices")
    env.reset(seed=2)
    goes_on(env, 1)
    other = way(env)
    went = goes_on(other, 2)
    assert goes_on(env, 2) == went
    assert other.unwrapped.standing == env.unwrapped.standing


# -- other processes -------------------------------------------------------------------------------------------------


def said(given: object) -> object:
    """Return what another process sees of a value, a game or an environment."""
    if isinstance(given, carrom.Game):
        return given.write()
    if isinstance(given, carrom.Ruleset):
        return given
    view = given.reset(seed=1)[0] if isinstance(given, gymnasium.Env) else given
    return view.tolist() if isinstance(view, np.ndarray) else view


@pytest.mark.slow
def test_values_games_and_environments_cross_to_a_process_that_was_spawned():
    game = played(1)
    given = [
        carrom.ruleset("club"),
        HOUSE,
        game,
        game.history,
        game.history.round,
        game.history.rulings,
        gymnasium.make("carrom/Solo-v0"),
    ]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(said, given) == [said(each) for each in given]
