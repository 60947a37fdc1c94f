"""The Gymnasium environments with rules: env checker, rewards, noise, dues, masks, states and clear refusals."""

import textwrap
import warnings

import gymnasium
import numpy as np
import pytest
from envs.opponents import Pusher, Wild
from gymnasium.utils.env_checker import check_env

import carrom.envs
from carrom.engine import levels
from carrom.engine.levels import LEVELS
from carrom.engine.player import level
from carrom.envs import carrom_v0
from carrom.envs.actions import spot
from carrom.envs.board import DISCS, alone, solo_env
from carrom.envs.duel import duel_env
from carrom.envs.lawful_boards import board_vector_env, break_vector_env
from carrom.envs.tasks import TaskEnv, task_vector_env
from carrom.errors import CarromError, RefusedRequest
from carrom.game.events import Placed, Struck
from carrom.game.game import GameHistory
from carrom.values import changed


@pytest.mark.parametrize("name", ["Solo", "Break", "Straight", "Anywhere", "Three", "Full"])
def test_every_environment_passes_gymnasiums_checker_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"carrom/{name}-v0", render_mode="rgb_array").unwrapped)


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("given", [{"opponent": Pusher()}, {}, {"opponent": "aim"}, {"actions": "choices"}])
def test_duels_pass_gymnasiums_checker_against_every_kind_of_opponent(given):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("carrom/Duel-v0", render_mode="rgb_array", **given).unwrapped)


def test_every_environment_is_registered_as_deterministic_checked_and_with_a_threshold():
    for name in carrom.envs.ENVIRONMENTS:
        spec = gymnasium.spec(name)
        assert (spec.nondeterministic, spec.order_enforce, spec.disable_env_checker) == (False, True, False)
        assert (spec.reward_threshold is None) == (name == "carrom/Board-v0")


def test_the_example_of_the_turn_based_environment_runs():
    example = carrom_v0.__doc__.split("\n\n")[1]
    names: dict[str, object] = {}
    exec(textwrap.dedent(example), names)
    env = names["env"]
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert env.observe(env.agent_selection)["action_mask"].sum() > 0


def walk(env, seed=4, strokes=30):
    """Play random actions and return the observations, each with its reward appended."""
    rng = np.random.default_rng(seed)
    answer = [env.reset(seed=seed)[0]]
    for _ in range(strokes):
        seen, reward, done, cut, _ = env.step(rng.uniform(-1, 1, env.action_space.shape))
        answer.append(np.append(seen, reward))
        if done or cut:
            answer.append(env.reset()[0])
    return answer


def same(one, other):
    return len(one) == len(other) and all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_a_seed_fixes_everything_noise_and_surface_too():
    given = {"noise": "club", "surface": {"friction": (0.08, 0.15)}, "most_strokes": 12}
    assert same(walk(solo_env(**given)), walk(solo_env(**given)))
    assert not same(walk(solo_env(**given)), walk(solo_env(**given), seed=5))


@pytest.mark.slow
def test_a_cleared_board_sums_to_one_and_its_misses_are_counted():
    env = solo_env(actions="choices", most_strokes=400)
    env.reset(seed=2)
    total, done, steps = 0.0, False, 0
    while not done:
        _, reward, done, cut, info = env.step(0)
        total, steps = total + reward, steps + 1
        assert not cut
    assert total == pytest.approx(1.0)
    assert info["strokes"] == steps
    assert info["score"][0] > 0


def test_a_miss_costs_one_where_misses_are_counted():
    env = solo_env(reward="misses")
    env.reset(seed=1)
    assert env.step(np.array([0.0, 0.9, -1.0]))[1] == -1.0


def test_solo_is_played_by_the_law_of_the_points_game():
    assert alone().parameters.players == (1,)
    assert alone().extends == "points"
    assert DISCS == 19


@pytest.mark.slow
def test_a_duel_goes_on_with_the_learner_in_turn_and_its_points_are_those_of_the_board():
    env, ends = duel_env(opponent=Pusher(), actions="choices", most_strokes=40), 0
    for seed in range(8):
        env.reset(seed=seed)
        total, done, cut = 0.0, False, False
        while not done and not cut:
            game = env.standing.game
            assert game.state.side_at(env._play.decision.seat) == "A"
            _, reward, done, cut, _ = env.step(0)
            total += reward
        for board in env.standing.game.state.games[0].boards:
            assert total == (board.points if board.winners == ("A",) else -board.points) != 0
            ends += 1
        if ends == 2:
            return
    raise AssertionError("no two boards came to their ends")


def test_the_side_that_breaks_changes_with_the_seed():
    env = duel_env(opponent=Pusher())
    breakers = set()
    for seed in range(8):
        env.reset(seed=seed)
        breakers.add(env.standing.game.state.side_at(env.standing.game.round.breaker))
    assert breakers == {"A", "B"}


def test_a_learner_who_decides_on_dues_places_them():
    env = duel_env(opponent=Wild(), dues="decide", actions="round", most_strokes=200)
    rng = np.random.default_rng(0)
    seen, _ = env.reset(seed=0)
    for _ in range(500):
        if seen[59]:
            break
        seen, _, done, cut, _ = env.step(rng.uniform(-1, 1, 4))
        if done or cut:
            seen, _ = env.reset()
    before = env.standing.game
    env.step(np.array([0.0, 0.6, 0.0, 0.0]))
    placed = env.standing.game.events[len(before.events)]
    assert isinstance(placed, Placed)
    assert before.state.side_at(placed.seat) == "A"


def test_a_good_break_is_one_that_lets_the_breaker_strike_again():
    env = gymnasium.make("carrom/Break-v0", actions="choices").unwrapped
    gained = []
    for seed in range(6):
        env.reset(seed=seed)
        _, reward, done, cut, _ = env.step(seed % 4)
        assert (done, cut) == (True, False)
        assert reward in (0.0, 1.0)
        if reward:
            assert env.standing.game.round.turn is env.standing.game.round.breaker
        gained.append(reward)
    assert 0 < sum(gained) < 6


def test_a_kept_state_goes_on_in_the_same_way():
    env = solo_env(noise="club")
    rng = np.random.default_rng(3)
    env.reset(seed=7)
    env.step(rng.uniform(-1, 1, 3))
    stored, acts = env.standing, rng.uniform(-1, 1, (4, 3))
    first = [env.step(act)[0] for act in acts]
    env.standing = stored
    assert same(first, [env.step(act)[0] for act in acts])
    seen, _ = solo_env(noise="club").reset(options={"standing": stored})
    assert same([seen], [solo_env(noise="club").reset(options={"standing": stored})[0]])


def test_the_mask_says_how_many_choices_there_are():
    env = solo_env(actions="choices")
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"]).all()
    count = int(info["action_mask"].sum())
    with pytest.raises(RefusedRequest, match=f"the mask allows 0 to {count - 1} now"):
        env.step(count)


def test_where_the_striker_stands_is_a_share_of_its_legal_offsets():
    from carrom.board.striker_spots import Span

    spans = (Span(-100, -91), Span(0, 9, 500), Span(50, 59))
    found = [spot(share, spans)[0] for share in np.linspace(-1, 1, 31)]
    assert found[0] == -100
    assert found[-1] == 59
    assert found == sorted(found)
    assert spot(0.0, spans) == (5, spans[1])


@pytest.mark.parametrize("action", [np.array([0.0, np.inf, 0.0]), np.zeros(4), np.array([0, 0, 1.01]), None, "hard"])
def test_an_action_that_means_nothing_is_refused_and_changes_nothing(action):
    env = solo_env()
    env.reset(seed=1)
    before = env.standing
    with pytest.raises(RefusedRequest, match="expected 3 numbers from -1 to 1"):
        env.step(action)
    assert env.standing == before


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("Duel", {"ruleset": "cricket"}, "no rule set is called 'cricket'"),
        ("Duel", {"opponent": "grandmaster"}, "the levels are first-timer"),
        ("Duel", {"opponent": 7}, "expected a level's name, a player of games or an agent"),
        ("Duel", {"ruleset": "three-player"}, "2 players cannot play three-player"),
        ("Solo", {"reward": "fame"}, "expected progress or misses"),
        ("Solo", {"actions": "words"}, "expected one of forward, round, choices"),
        ("Break", {"surface": "ice"}, "is not a surface"),
        ("Straight", {"task": "hopeless"}, "the tasks are straight, anywhere, three, full"),
        ("Straight", {"actions": "choices"}, "expected one of forward, round"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(name, given, said):
    with pytest.raises(CarromError, match=said):
        gymnasium.make(f"carrom/{name}-v0", **given)


def test_nothing_is_done_before_the_first_reset_and_after_the_end():
    with pytest.raises(RefusedRequest, match="expected a reset first"):
        solo_env().step(np.zeros(3))
    for name, given in (
        ("Straight", {}),
        ("Three", {}),
        ("Break", {}),
        ("Solo", {"most_strokes": 2, "noise": "club"}),
        ("Duel", {"opponent": "aim", "most_strokes": 2}),
    ):
        env = gymnasium.make(f"carrom/{name}-v0", **given).unwrapped
        with pytest.raises(RefusedRequest, match="expected a reset"):
            env.step(np.zeros(3))
        env.reset(seed=1)
        running, is_over = env.standing, False
        while not is_over:
            *_, done, cut, _ = env.step(np.zeros(3))
            is_over = done or cut
        ended = env.standing
        for _ in range(2):
            with pytest.raises(RefusedRequest, match="expected a reset"):
                env.step(np.zeros(3))
        assert env.standing == ended
        env.standing = running
        env.step(np.zeros(3))
        env.standing = ended
        with pytest.raises(RefusedRequest, match="expected a reset"):
            env.step(np.zeros(3))


def test_what_is_seen_is_the_board_from_ones_own_seat_with_ones_own_men_first():
    env = duel_env(opponent=Pusher())
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        game: GameHistory = env.standing.game
        own = game.round.sides[game.round.side_of(env._seat)].colour.value[0].upper()
        rows = seen[:57].reshape(19, 3)
        half = game.state.equipment.half
        for lying in game.position.placed:
            if lying.disc.value == f"{own}1":
                at = env._seat.from_board(lying.at.x, lying.at.y)
                assert rows[1, :2] == pytest.approx([each / half for each in at], abs=1e-6)
        assert rows[:, 2].sum() == len(game.position)
        assert seen[57] == 1


def test_a_duel_plays_the_same_strokes_on_a_machine_too_slow_for_any_limit_on_the_clock(monkeypatch):
    def played() -> list[Struck]:
        env, events = gymnasium.make("carrom/Duel-v0").unwrapped, []
        for seed in range(6):
            env.reset(seed=seed)
            events += env.standing.game.events
        return [event for event in events if isinstance(event, Struck)]

    quiet = played()
    assert len(quiet) >= 2, "the opponent breaks in every other episode"
    slow = [changed(each, budget=changed(each.budget, seconds=0.0)) for each in LEVELS]
    monkeypatch.setattr(levels, "LEVELS", tuple(slow))
    assert played() == quiet


def test_a_level_that_is_given_as_a_value_duels_without_a_clock():
    clocks = [duel_env(opponent=given).task.opponent._engine._clock for given in ("club", level("club"))]
    assert all(clock() == clock() == 0.0 for clock in clocks)


@pytest.mark.parametrize(
    ("env", "given"),
    [
        (solo_env, {"contest": "match"}),
        (solo_env, {"ruleset": "icf"}),
        (duel_env, {"opponent": "aim", "players": 4}),
        (break_vector_env, {"most_strokes": 5}),
        (board_vector_env, {"colour": "red"}),
        (TaskEnv, {"threads": 2}),
        (task_vector_env, {"dues": "nearest"}),
        (carrom_v0.env, {"opponent_": "aim"}),
    ],
)
def test_a_keyword_argument_that_an_environment_does_not_have_is_refused_with_those_it_has(env, given):
    (name,) = set(given) - {"opponent"}
    with pytest.raises(RefusedRequest, match=f"there is no argument '{name}'; expected some of .*noise.*surface"):
        env(**given)
