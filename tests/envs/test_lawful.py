"""Batched boards with rules: rounds as in the game, observations, rewards, autoreset and refusals."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import carrom.envs  # noqa: F401 - tells Gymnasium the names
from carrom.arrays import Status, layout
from carrom.board.equipment import STANDARD
from carrom.envs.actions import Decision, DecisionKind
from carrom.envs.board import break_env, solo_env
from carrom.envs.config import Noise
from carrom.envs.duel import duel_env
from carrom.envs.lawful_boards import board_vector_env
from carrom.envs.observation import viewed
from carrom.errors import CarromError, RefusedRequest
from carrom.rules.round import Round
from carrom.values import Value


def acts(rng, boards):
    return np.column_stack((rng.uniform(-1, 1, boards), rng.uniform(-0.4, 0.4, boards), rng.uniform(-0.6, 1, boards)))


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(("ruleset", "players"), [("icf", 2), ("club", 4), ("points", 2), ("three-player", 3)])
def test_what_is_seen_is_what_a_game_shows_of_the_same_round(ruleset, players):
    env = board_vector_env(24, ruleset, players, threads=1)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    boards = env._stage.field.boards
    for number in range(25):
        seen, _, over, _, _ = env.step(acts(rng, 24))
        for board in np.flatnonzero(~over) if number % 6 == 0 else ():
            round_ = boards.round(int(board))
            assert isinstance(round_, Round)
            answer = viewed(
                round_, boards.position(int(board)), STANDARD, round_.turn, Decision(round_.turn, DecisionKind.STROKE)
            )
            assert seen[board] == pytest.approx(answer, abs=1e-6)


def test_the_points_of_a_board_go_to_who_struck_last_by_its_result():
    env = board_vector_env(32, "icf", threads=1, autoreset_mode=AutoresetMode.DISABLED, most_strokes=5_000)
    rng = np.random.default_rng(2)
    env.reset(seed=1)
    boards, ends = env._stage.field.boards, 0
    for _ in range(250):
        turn = boards.info[:, layout.TURN].copy()
        _, gained, over, _, _ = env.step(acts(rng, 32))
        for board in np.flatnonzero(over):
            round_ = boards.round(int(board))
            if boards.status[board] == Status.OVER and round_.result.winners:
                side = next(k for k, each in enumerate(round_.sides) if each.seats[0].quarters == turn[board])
                sign = 1 if side in round_.result.winners else -1
                assert gained[board] == sign * round_.result.points != 0
                ends += 1
        env.reset(options={"reset_mask": over})
        if ends > 5:
            break
    assert ends > 5


def test_a_solo_is_played_on_many_boards_and_its_progress_adds_up():
    env = gymnasium.make_vec(
        "carrom/Solo-v0", num_envs=16, vectorization_mode="vector_entry_point", threads=1, most_strokes=40
    )
    rng = np.random.default_rng(4)
    env.reset(seed=5)
    total, cuts = np.zeros(16), 0
    for _ in range(40):
        seen, gained, over, cut, _ = env.step(acts(rng, 16))
        total += gained
        cuts += int(cut.sum())
        if not (over | cut).any():
            assert 19 - 19 * total == pytest.approx(seen[:, :57].reshape(16, 19, 3)[:, :, 2].sum(axis=1))
    assert cuts > 0


def test_boards_are_the_same_however_many_there_are_and_whatever_the_threads():
    rng = np.random.default_rng(6)
    given = acts(rng, 80)
    few = board_vector_env(3, "icf", noise="club", threads=1)
    many = board_vector_env(80, "icf", noise="club", threads=2)
    few.reset(seed=8)
    many.reset(seed=8)
    for _ in range(6):
        one, other = few.step(given[:3]), many.step(given)
        assert (one[0] == other[0][:3]).all()
        assert (one[1] == other[1][:3]).all()


def test_what_cannot_be_played_is_refused():
    with pytest.raises(CarromError, match="no rule set is called 'cricket'"):
        board_vector_env(2, "cricket")
    with pytest.raises(CarromError, match="3 players cannot play icf; it is played by 2 or 4"):
        board_vector_env(2, players=3)
    with pytest.raises(RefusedRequest, match="expected points or win or progress"):
        board_vector_env(2, reward="good")
    with pytest.raises(RefusedRequest, match="expected random or aim: the levels think about one board at a time"):
        gymnasium.make_vec("carrom/Duel-v0", num_envs=2, opponent="casual")
    with pytest.raises(RefusedRequest, match='expected contest "board" and dues "nearest"'):
        duel_env(opponent="aim", dues="decide")
    env = board_vector_env(2, threads=1)
    before = env.reset(seed=1)[0]
    with pytest.raises(RefusedRequest, match="the action of board 1"):
        env.step(np.array([[0, 0, 0], [0, 2, 0]]))
    assert (env._stage.seen() == before).all()


GIVEN = {"noise": Noise(direction=1.0, speed=0.05, place=800.0), "surface": {"friction": (0.09, 0.15)}}


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(
    ("one", "name", "given"),
    [
        (solo_env, "Solo", {"most_strokes": 30}),
        (break_env, "Break", {}),
        (duel_env, "Duel", {"opponent": "aim", "most_strokes": 40}),
        (duel_env, "Duel", {"opponent": "random", "most_strokes": 40, "ruleset": "points", "reward": "win"}),
    ],
)
def test_a_board_among_many_plays_the_episodes_that_it_plays_alone(one, name, given):
    many = gymnasium.make_vec(
        f"carrom/{name}-v0", num_envs=5, vectorization_mode="vector_entry_point", threads=1,
        autoreset_mode=AutoresetMode.SAME_STEP, **GIVEN, **given,
    )  # fmt: skip
    alone = [one(**GIVEN, **given) for _ in range(5)]
    seen, _ = many.reset(seed=20)
    for board, env in enumerate(alone):
        assert (env.reset(seed=20 + board)[0] == seen[board]).all()
    rng, ends = np.random.default_rng(7), 0
    for _ in range(45):
        given_acts = acts(rng, 5)
        seen, gained, over, cut, info = many.step(given_acts)
        for board, env in enumerate(alone):
            answer = env.step(given_acts[board])
            assert answer[1:4] == (gained[board], over[board], cut[board])
            last = info["final_obs"][board] if over[board] or cut[board] else seen[board]
            assert (answer[0] == last).all()
            if over[board] or cut[board]:
                ends += 1
                assert (env.reset()[0] == seen[board]).all()
    assert ends >= 5


@pytest.mark.slow
def test_aiming_wins_against_striking_at_random():
    env = gymnasium.make_vec("carrom/Duel-v0", num_envs=64, opponent="aim", threads=1, autoreset_mode="SameStep")
    rng = np.random.default_rng(8)
    env.reset(seed=1)
    ends, total = 0, 0.0
    for _ in range(120):
        _, gained, over, _, _ = env.step(acts(rng, 64))
        ends, total = ends + int(over.sum()), total + gained.sum()
    assert ends > 10
    assert total < -2 * ends


# -- Saving and restoring the state of batched boards: they continue identically, also in a new environment

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
    stored, acts = env.standing, rng.uniform(-1, 1, (6, 4, 3))
    assert isinstance(stored, Value)
    first = walked(env, acts)
    assert env.standing != stored
    env.standing = stored
    assert env.standing == stored
    assert walked(env, acts) == first
    other = made(name, given)
    seen, _ = other.reset(options={"standing": stored})
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
