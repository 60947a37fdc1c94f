"""The PettingZoo environment: conformance tests, every rule set, dues and demands as actions, clear refusals."""

import io
import warnings
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from carrom.envs import carrom_v0
from carrom.envs.actions import DecisionKind
from carrom.envs.config import seeds_of
from carrom.envs.lawful_boards import board_vector_env
from carrom.envs.observation import FIRST, LAYOUT, LEAST, MOST, SIZE, table
from carrom.envs.play import EpisodeState
from carrom.errors import CarromError, RefusedRequest, RulesError
from carrom.game.events import Demanded, Placed, Waived

TABLES = [("icf", 2), ("icf", 4), ("classic-29", 2), ("club", 4), ("three-player", 3), ("eight-rounds", 2)]
TABLES += [("team-event", 4), ("points", 2), ("points", 4)]


def quietly(test, *given, **more):
    """Run one of PettingZoo's tests with its output suppressed."""
    with redirect_stdout(io.StringIO()):
        test(*given, **more)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_every_rule_set_passes_pettingzoos_test_without_a_warning(ruleset, players):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        quietly(api_test, carrom_v0.env(ruleset=ruleset, players=players), num_cycles=25)


@pytest.mark.slow
def test_choices_with_a_mask_pass_pettingzoos_test():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation", category=UserWarning)
        quietly(api_test, carrom_v0.env(actions="choices"), num_cycles=2)


def test_the_same_seed_gives_the_same_episode():
    quietly(seed_test, lambda: carrom_v0.env(noise="club"), num_cycles=12)


def test_every_way_of_showing_passes_pettingzoos_test():
    quietly(render_test, lambda **given: carrom_v0.raw_env(**given))


def played(env, most=3000):
    """Play an episode with random actions and return the sum of each agent's rewards."""
    rng = np.random.default_rng(3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
        elif isinstance(seen, dict):
            env.step(int(rng.choice(np.nonzero(seen["action_mask"])[0])))
        else:
            env.step(rng.uniform(-1, 1, env.action_space(agent).shape))
    return total


def test_a_whole_board_is_played_and_its_rewards_sum_to_nothing():
    env = carrom_v0.env(ruleset="icf", players=2, most_strokes=3000, dues="decide")
    env.reset(seed=5)
    total = played(env)
    assert env.unwrapped.standing.game.is_over
    assert total["player_0"] == -total["player_1"] != 0
    answers = {type(event) for event in env.unwrapped.standing.game.events}
    assert Placed in answers


@pytest.mark.slow
def test_partners_share_what_they_gain():
    env = carrom_v0.env(ruleset="classic-29", players=4, reward="win", most_strokes=3000, dues="nearest")
    env.reset(seed=2)
    total = played(env)
    assert total["player_0"] == total["player_2"] == -total["player_1"] == -total["player_3"] != 0
    assert [env.infos] == [{}]


def test_an_episode_that_has_had_its_strokes_is_truncated_and_not_terminated():
    env = carrom_v0.env(most_strokes=2)
    env.reset(seed=1)
    for _ in range(2):
        env.step(np.array([0.0, 0.0, 1.0, -0.5]))
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}


def due_standing():
    """Return an environment whose next decision is to place a due piece."""
    env = carrom_v0.raw_env(dues="decide")
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    while env._play.decision.asked is not DecisionKind.PLACE:
        env.step(rng.uniform(-1, 1, 4))
    return env


def test_a_due_is_placed_near_the_point_that_is_named_or_waived():
    env = due_standing()
    standing, decision = env.standing, env._play.decision
    env.step(np.array([0.0, 0.6, 0.0, 0.0]))
    placed = next(event for event in reversed(env.standing.game.events) if isinstance(event, Placed))
    across, up = decision.seat.from_board(placed.at.x, placed.at.y)
    assert abs(across) < 20_000
    assert 35_000 < up < 70_000
    env.standing = standing
    assert env._play.decision == decision
    if decision.may_waive:
        env.step(np.array([0.0, 0.6, 0.0, -1.0]))
        assert any(isinstance(event, Waived) for event in env.standing.game.events)


def test_extra_points_are_demanded_by_the_share_that_is_named():
    from carrom.board.seat import Seat
    from carrom.envs.actions import Decision, answer_of

    decision = Decision(Seat.NORTH, DecisionKind.DEMAND, None, 8)
    assert answer_of(np.array([-1.0, 0, 0, 0]), None, decision) == Demanded(seat=Seat.NORTH, points=0)
    assert answer_of(np.array([0.0, 0, 0, 0]), None, decision) == Demanded(seat=Seat.NORTH, points=4)
    assert answer_of(np.array([1.0, 0, 0, 0]), None, decision) == Demanded(seat=Seat.NORTH, points=8)


def test_a_state_that_is_set_again_goes_on_in_the_same_way():
    env = carrom_v0.raw_env(noise="club", dues="nearest")
    rng = np.random.default_rng(1)
    env.reset(seed=9)
    for _ in range(3):
        env.step(rng.uniform(-1, 1, 4))
    stored = env.standing
    assert isinstance(stored, EpisodeState)
    acts = rng.uniform(-1, 1, (5, 4))

    def on():
        for act in acts:
            env.step(act)
        return env.standing

    first = on()
    env.standing = stored
    assert on() == first != stored


def test_who_is_idle_may_choose_nothing():
    env = carrom_v0.raw_env(actions="choices")
    env.reset(seed=1)
    idle = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(idle)["action_mask"].sum() == 0
    mask = env.observe(env.agent_selection)["action_mask"]
    assert 0 < mask.sum() < len(mask)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (np.array([0.0, np.nan, 1.0, 0.0]), "expected 4 numbers from -1 to 1"),
        (np.array([0.0, 0.0, 1.0, 1.5]), "expected 4 numbers from -1 to 1"),
        (np.zeros(3), "expected 4 numbers from -1 to 1"),
        ("straight", "'straight'; expected 4 numbers"),
        (None, "None; expected 4 numbers"),
    ],
)
def test_an_action_that_means_nothing_is_refused_and_changes_nothing(action, said):
    env = carrom_v0.raw_env()
    env.reset(seed=1)
    before = env.standing
    with pytest.raises(RefusedRequest, match=said):
        env.step(action)
    assert env.standing == before


def test_a_choice_outside_the_mask_is_refused():
    env = carrom_v0.raw_env(actions="choices")
    env.reset(seed=1)
    with pytest.raises(RefusedRequest, match="the mask allows 0 to"):
        env.step(63)
    with pytest.raises(RefusedRequest, match="expected a whole number from 0 to 63"):
        env.step(0.5)


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        ({"ruleset": "cricket"}, RulesError, "no rule set is called 'cricket'"),
        ({"players": 3}, RefusedRequest, "3 players cannot play icf; it is played by 2 or 4"),
        ({"actions": "dance"}, RefusedRequest, "expected one of forward, round, choices"),
        ({"dues": "never"}, RefusedRequest, "expected one of nearest, engine, decide"),
        ({"reward": "money"}, RefusedRequest, "expected points or win"),
        ({"noise": "grandmaster"}, RefusedRequest, "or the hand of a level: first-timer"),
        ({"noise": ("club", "state", "champion")}, RefusedRequest, "3 hands are given for 2 players"),
        ({"surface": {"friction": (0.2, 0.1)}}, CarromError, "expected its lower and upper end"),
        ({"surface": {"friction": (0.1, 7)}}, CarromError, "friction is 7"),
        ({"most_strokes": 0}, RefusedRequest, "expected a whole number from 1"),
        ({"render_mode": "hologram"}, RefusedRequest, "expected one of human, ansi, rgb_array"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(given, kind, said):
    with pytest.raises(kind, match=said):
        carrom_v0.raw_env(**given)


@pytest.mark.parametrize(("ruleset", "players"), [("icf", 2), ("three-player", 3), ("points", 2)])
def test_without_a_number_of_players_as_many_play_as_the_rule_set_needs_at_least(ruleset, players):
    assert len(carrom_v0.env(ruleset).possible_agents) == players
    assert board_vector_env(1, ruleset).unwrapped._stage.field.terms.players == players


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(("ruleset", "players"), [("icf", 2), ("three-player", 3), ("icf", 4)])
def test_the_boards_of_one_learner_show_every_number_that_the_turn_based_environment_shows(ruleset, players):
    many = board_vector_env(
        3, ruleset, players, noise="club", threads=1, most_strokes=60, autoreset_mode="SameStep"
    )  # fmt: skip
    alone = [carrom_v0.raw_env(ruleset, players, "forward", "club", dues="nearest", most_strokes=60) for _ in range(3)]
    seen, _ = many.reset(seed=7)
    episodes = seeds_of(np.array([7, 8, 9]), np.zeros(3, dtype=np.int64))
    for board, env in enumerate(alone):
        env.reset(seed=int(episodes[board]))
        assert (env.observe(env.agent_selection) == seen[board]).all()
    rng, going = np.random.default_rng(3), {0, 1, 2}
    while going:
        numbers = rng.uniform(-1, 1, (3, 3))
        numbers[:, 1] *= 0.4
        seen, _, over, cut, info = many.step(numbers)
        for board in sorted(going):
            env = alone[board]
            env.step(numbers[board])
            agent = env.agent_selection
            assert (env.terminations[agent], env.truncations[agent]) == (over[board], cut[board])
            if over[board] or cut[board]:
                going.discard(board)
                last = info["final_obs"][board]
                assert any((env.observe(each) == last).all() for each in env.possible_agents)
            else:
                assert (env.observe(agent) == seen[board]).all()


def test_ranges_of_the_surface_give_each_episode_its_own():
    env = carrom_v0.raw_env(surface={"friction": (0.08, 0.15), "frame_restitution": 0.8})
    seen = set()
    for seed in (1, 2, 1):
        env.reset(seed=seed)
        seen.add(env.standing.game.header.surface)
    assert len(seen) == 2
    assert all("frame_restitution=0.8" in each for each in seen)


def test_the_engine_places_dues_where_it_is_asked_to():
    env = carrom_v0.raw_env(dues="engine")
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    while not any(isinstance(event, Placed) for event in env.standing.game.events):
        env.step(rng.uniform(-1, 1, 4))
    assert env._play.decision.asked is DecisionKind.STROKE


def test_the_environment_is_made_as_its_docstring_shows():
    (line,) = [line.strip() for line in carrom_v0.__doc__.splitlines() if line.strip().startswith("env = ")]
    env = eval(line.removeprefix("env = "), {"carrom_v0": carrom_v0})
    assert env.unwrapped.terms.rules.name == "club"
    assert len(env.possible_agents) == 4


# -- The layout of an observation: the table of the documentation, the bounds of every number, what names stand for

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "environments.md"


def test_the_page_has_the_table_of_every_number():
    assert table() in PAGE.read_text(encoding="utf-8"), f"the page needs this table:\n{table()}"


def test_the_entries_cover_every_number_once():
    covered = [FIRST[each.name] + k for each in LAYOUT for k in range(each.count)]
    assert covered == list(range(SIZE))
    assert SIZE == 83
    assert all(LEAST <= each.low < each.high <= MOST for each in LAYOUT)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("ruleset", "players"), [("icf", 2), ("club", 4), ("points", 2), ("three-player", 3), ("classic-29", 2)]
)
def test_every_number_lies_within_the_bounds_of_its_entry_and_says_what_the_game_says(ruleset, players):
    env, rng = carrom_v0.raw_env(ruleset, players), np.random.default_rng(3)
    env.reset(seed=2)
    kinds = set()
    for _ in range(120):
        if any(env.terminations.values()):
            break
        game, decision = env.standing.game, env._play.decision
        for agent in env.agents:
            seen = env.observe(agent)
            for each in LAYOUT:
                part = seen[FIRST[each.name] : FIRST[each.name] + each.count]
                assert ((part >= each.low) & (part <= each.high)).all(), each.name

            def told(name, seen=seen):
                return seen[FIRST[name]]

            side = game.round.side_of(game.state.seating.seat_of(env._player(agent)))
            mine = game.round.sides[side]
            assert told("own_decision") == (agent == env.agent_selection)
            assert [told(name) for name in ("stroke", "place", "demand")] == [
                decision.asked == name for name in ("stroke", "place", "demand")
            ]
            for name, value, unit in (
                ("own_dues", mine.due, 9),
                ("own_score", mine.score, 25),
                ("own_points", mine.points, 100),
                ("own_left", game.round.men_on_board(side), 9),
                ("misses", game.round.misses, 2),
                ("up_to", decision.up_to, 10),
            ):
                assert told(name) == pytest.approx(np.clip(value / unit, LEAST, MOST))
            assert seen[2:57:3].sum() == len(game.position)
        kinds.add(str(decision.asked))
        env.step(rng.uniform(-1, 1, 4))
    assert "stroke" in kinds
