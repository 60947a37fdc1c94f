"""Many lawful boards at once: the law's own rounds, what is seen, rewards, autoreset and refusals."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from carrom.arrays import Status, layout
from carrom.board.spec import STANDARD
from carrom.envs.decision import Asked, Decision
from carrom.envs.lawful import LawfulVectorEnv
from carrom.envs.view import viewed
from carrom.errors import CarromError, RefusedRequest
from carrom.rules.round import Round


def acts(rng, boards):
    return np.column_stack((rng.uniform(-1, 1, boards), rng.uniform(-0.4, 0.4, boards), rng.uniform(-0.6, 1, boards)))


@pytest.mark.parametrize(("ruleset", "players"), [("icf", 2), ("club", 4), ("points", 2), ("three-player", 3)])
def test_what_is_seen_is_what_a_game_shows_of_the_same_round(ruleset, players):
    env = LawfulVectorEnv(24, ruleset, players, threads=1)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    boards = env._stage.boards
    for number in range(25):
        seen, _, over, _, _ = env.step(acts(rng, 24))
        for board in np.flatnonzero(~over) if number % 6 == 0 else ():
            round_ = boards.round(int(board))
            assert isinstance(round_, Round)
            told = viewed(
                round_, boards.position(int(board)), STANDARD, round_.turn, Decision(round_.turn, Asked.STROKE)
            )
            assert seen[board] == pytest.approx(told, abs=1e-6)


def test_the_points_of_a_board_go_to_who_struck_last_by_its_result():
    env = LawfulVectorEnv(32, "icf", threads=1, autoreset_mode=AutoresetMode.DISABLED, most_strokes=5_000)
    rng = np.random.default_rng(2)
    env.reset(seed=1)
    boards, ends = env._stage.boards, 0
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
    few = LawfulVectorEnv(3, "icf", noise="club", threads=1)
    many = LawfulVectorEnv(80, "icf", noise="club", threads=2)
    few.reset(seed=8)
    many.reset(seed=8)
    for _ in range(6):
        one, other = few.step(given[:3]), many.step(given)
        assert (one[0] == other[0][:3]).all()
        assert (one[1] == other[1][:3]).all()


def test_what_cannot_be_played_is_refused():
    with pytest.raises(CarromError, match="no rule set is called 'cricket'"):
        LawfulVectorEnv(2, "cricket")
    with pytest.raises(RefusedRequest, match="expected one without ranges"):
        LawfulVectorEnv(2, surface={"friction": (0.1, 0.2)})
    with pytest.raises(CarromError, match="3 players: icf is played by 2 or 4"):
        LawfulVectorEnv(2, players=3)
    env = LawfulVectorEnv(2, threads=1)
    before = env.reset(seed=1)[0]
    with pytest.raises(RefusedRequest, match="the action of board 1"):
        env.step(np.array([[0, 0, 0], [0, 2, 0]]))
    assert (env._stage.seen() == before).all()
