"""The race model: the value of a board between two sides with fixed success rates."""

import pytest

from carrom.engine.endgame_race import Queen, race


@pytest.mark.parametrize("chance", [0.4, 0.7, 0.9])
def test_the_strike_is_worth_having(chance):
    solved = race(chance, 3, 3)
    assert solved.to_strike(5, 5, Queen.BOARD) > 0 > solved.to_wait(5, 5, Queen.BOARD)


def test_both_sides_see_the_same_board_with_opposite_signs():
    solved = race(0.7, 3, 3)
    assert solved.to_wait(4, 6, Queen.MINE) == pytest.approx(-solved.to_strike(6, 4, Queen.THEIRS))


def test_one_man_more_is_worth_less_and_the_covered_queen_is_worth_having():
    solved = race(0.6, 3, 3)
    assert solved.to_strike(4, 5, Queen.MINE) > solved.to_strike(5, 5, Queen.MINE)
    assert solved.to_strike(5, 5, Queen.MINE) > solved.to_strike(5, 5, Queen.THEIRS)


def test_a_single_man_with_a_certain_hand_wins_what_the_other_has_left_and_the_queen():
    solved = race(1.0, 3, 3)
    assert solved.to_strike(1, 4, Queen.MINE) == pytest.approx(7.0)
    assert solved.to_strike(1, 4, Queen.BOARD) == pytest.approx(7.0)
    assert solved.to_cover(1, 4) == pytest.approx(7.0)


def test_the_worth_solves_its_own_equation():
    p, solved = 0.65, race(0.65, 3, 3)
    expected = p * solved.to_strike(2, 4, Queen.MINE) + (1 - p) * solved.to_wait(3, 4, Queen.MINE)
    assert solved.to_strike(3, 4, Queen.MINE) == pytest.approx(expected, abs=0.01)


def test_the_queen_is_worth_nothing_to_a_side_beyond_the_cap():
    assert race(0.6, 0, 3).to_strike(3, 3, Queen.MINE) < race(0.6, 3, 3).to_strike(3, 3, Queen.MINE)


@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (3, 2), (5, 5), (8, 1)])
def test_a_success_takes_the_queen_or_a_piece_whichever_is_worth_more(mine, theirs):
    p, solved = 0.6, race(0.6, 3, 3)
    choices = solved.to_strike(mine - 1, theirs, Queen.BOARD), solved.to_cover(mine, theirs)
    assert abs(choices[0] - choices[1]) > 0.05
    expected = p * max(choices) + (1 - p) * solved.to_wait(mine, theirs, Queen.BOARD)
    assert solved.to_strike(mine, theirs, Queen.BOARD) == pytest.approx(expected, abs=0.01)
