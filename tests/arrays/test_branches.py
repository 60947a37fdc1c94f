"""Many strokes from each board in one call: the same bits as one board after the other."""

import numpy as np
import pytest

from carrom.arrays import BoardOptions, Boards, Branches, Status
from carrom.arrays.boards import aimed_strokes
from carrom.errors import IllegalStroke
from carrom.physics.surface import surface

K, M = 5, 3


def started(rules="icf", **given):
    """Return boards some strokes into their games, and M strokes for each."""
    boards = Boards(K, rules, **given)
    boards.reset(np.arange(K))
    dice = np.random.default_rng(4)
    for _ in range(6):
        boards.step(aimed_strokes(boards, dice))
    return boards, np.stack([aimed_strokes(boards, dice) for _ in range(M)], axis=1)


def copy_of(boards, **given):
    """Return other boards in the same state."""
    found = Boards(K, boards.rules, surface=boards.surfaces, options=BoardOptions(table=boards.table), **given)
    for mine, other in ((found.info, boards.info), (found.places, boards.places), (found.queues, boards.queues)):
        mine[...] = other
    return found


REBOUNDING = [
    surface({"disc_tangential_restitution": 0.2 * k, "frame_tangential_restitution": 0.1 * k}) for k in range(K)
]


@pytest.mark.parametrize("grounds", ["club", [surface({"friction": 0.08 + 0.01 * k}) for k in range(K)], REBOUNDING])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_branch_has_the_bits_of_a_step_of_its_own(grounds, threads):
    boards, strokes = started(surface=grounds, threads=threads)
    before = boards.info.copy(), boards.places.copy(), boards.queues.copy()
    branches = Branches(boards, M)
    branches.step(strokes)
    assert all((a == b).all() for a, b in zip(before, (boards.info, boards.places, boards.queues), strict=True))
    for m in range(M):
        one = copy_of(boards)
        one.step(strokes[:, m])
        assert (branches.info[:, m] == one.info).all()
        assert (branches.places[:, m] == one.places).all()
        assert (branches.fell[:, m] == one.seen.fell).all()
        assert (branches.rest[:, m] == one.seen.rest).all()


def test_a_kept_branch_is_where_the_board_goes_on():
    boards, strokes = started("points")
    branches, choice = Branches(boards, M), np.array([0, 1, 2, 0, 1])
    one = copy_of(boards)
    one.step(strokes[np.arange(K), choice])
    branches.step(strokes)
    branches.keep(choice)
    for mine, other in ((boards.info, one.info), (boards.places, one.places)):
        assert (mine == other).all()
    assert [boards.round(k) for k in range(K)] == [one.round(k) for k in range(K)]
    dice = np.random.default_rng(9)
    strokes = aimed_strokes(boards, dice)
    boards.step(strokes)
    one.step(strokes)
    assert (boards.places == one.places).all(), "the queues were kept, too"


def test_outcomes_alone_are_those_of_a_step_and_rule_nothing():
    boards, strokes = started()
    branches = Branches(boards, M)
    branches.step(strokes)
    rest, fell = branches.rest.copy(), branches.fell.copy()
    branches.strike(strokes)
    assert (branches.rest == rest).all()
    assert (branches.fell == fell).all()
    assert (branches.info == boards.info[:, None]).all()


def test_boards_that_wait_for_no_stroke_are_left_as_they_are():
    boards, strokes = started()
    boards.info[1, 0] = Status.OVER
    branches = Branches(boards, M)
    branches.step(strokes)
    assert (branches.info[1] == boards.info[1]).all()
    assert (branches.info[0] != boards.info[0]).any()


def test_wrong_input_is_refused_with_what_was_expected():
    boards, strokes = started()
    branches = Branches(boards, M)
    with pytest.raises(IllegalStroke, match=r"shape \(5, 2, 5\); expected \(5, 3, 5\)"):
        branches.step(strokes[:, :2])
    with pytest.raises(IllegalStroke, match="expected integers"):
        branches.step(strokes.astype(float))
    off = strokes.copy()
    off[2, 1, 0] = 300_000
    with pytest.raises(IllegalStroke):
        branches.step(off)
    with pytest.raises(ValueError, match="whole number from 1"):
        Branches(boards, 0)
    with pytest.raises(ValueError, match="whole numbers from 0 to 2"):
        branches.keep(np.full(K, 3))
