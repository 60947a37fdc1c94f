"""A position set up by hand: the round it implies, and contradictions in it."""

import pytest

from carrom.board.disc import Disc, Kind
from carrom.board.notation import read_position
from carrom.board.seat import Seat
from carrom.errors import CarromError, Contradiction, RulesError
from carrom.practice.setup import SetupPosition, moment_of, round_of
from carrom.rules.round import Phase, QueenState
from carrom.rules.ruleset import NAMES

FEW = "c1_Q.0.0_W1.100000.0_B1.-100000.0_B2.-100000.60000"


def test_what_is_not_on_the_board_lies_in_the_pockets():
    round = round_of(SetupPosition(position=FEW))
    assert (round.men_on_board(0), round.men_on_board(1)) == (1, 2)
    assert len(round.pocketed) == 15
    assert round.sides[0].pocketed_before
    assert round.phase is Phase.PLAY


def test_the_colours_and_the_turn_are_as_they_are_said():
    round = round_of(SetupPosition(position=FEW, turn=Seat.NORTH, white=Seat.NORTH))
    assert round.sides[round.mover].colour is Kind.WHITE
    assert round.turn is Seat.NORTH


def test_the_score_and_what_is_owed_are_told_by_the_side_in_turn_first():
    full = "_".join(["c1", "Q.0.0", *(f"W{n}.{n * 33000 - 160000}.90000" for n in range(1, 10)), "B1.0.-90000"])
    round = round_of(SetupPosition(position=full, due=(2, 0), score=(7, 20)))
    assert (round.sides[0].due, round.sides[1].due) == (2, 0)
    assert [side.score for side in round.sides] == [7, 20]


def test_a_queen_that_is_off_the_board_is_somebodys():
    off = FEW.replace("Q.0.0_", "")
    assert round_of(SetupPosition(position=off, queen="pending")).queen is QueenState.PENDING
    assert round_of(SetupPosition(position=off, queen="opponent")).queen_side == 1


def test_in_a_points_game_the_counters_that_are_down_are_the_side_in_turns():
    round = round_of(SetupPosition(rules="points", position=FEW))
    assert round.sides[0].points == 8 * 10 + 7 * 5
    assert round.sides[1].points == 0


@pytest.mark.parametrize("rules", NAMES)
def test_a_moment_goes_on_as_the_round_it_was(rules):
    round = round_of(SetupPosition(rules=rules, position=FEW))
    again = moment_of(round, read_position(FEW))
    assert round_of(again) == round
    assert again.position == FEW


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (SetupPosition(position="c1_Q.0.0"), "there is no piece on the board"),
        (SetupPosition(position=FEW, due=(1,)), "owes 1 although 8 of its pieces are pocketed"),
        (
            SetupPosition(position=FEW, queen="mover"),
            "the queen is on the board, but is said to be 'mover'; expected board",
        ),
        (SetupPosition(position=FEW.replace("Q.0.0_", "")), "expected pending, mover, opponent, aside"),
        (SetupPosition(position=FEW.replace("Q.0.0_", ""), queen="aside"), "does not exist in icf"),
        (SetupPosition(position=FEW, queen="gone"), "expected one of board, pending, mover, opponent, aside"),
        (SetupPosition(position=FEW, attempt=1), "the rack is unbroken, but some discs are not on the board"),
        (SetupPosition(position=FEW, turn=Seat.EAST), "nobody sits east"),
        (SetupPosition(position=FEW, white=Seat.EAST), "nobody sits east: white is played by one of south, north"),
        (SetupPosition(position=FEW, score=(25,)), "with 25 the game is won already"),
        (SetupPosition(position=FEW, kept="{"), "the stored state of this board cannot be read"),
    ],
)
def test_facts_that_cannot_be_true_together_are_refused_with_what_contradicts(moment, said):
    with pytest.raises(Contradiction, match=said.replace("(", r"\(")):
        round_of(moment)


def test_a_board_that_was_changed_after_it_was_kept_is_refused():
    kept = moment_of(round_of(SetupPosition(position=FEW)), read_position(FEW)).kept
    with pytest.raises(Contradiction, match="set it up again"):
        round_of(SetupPosition(position=FEW + "_W2.0.200000", kept=kept))


def test_no_file_and_no_unknown_name_is_a_rule_book():
    with pytest.raises(RulesError, match=r"no rule book is called 'mine.toml'"):
        round_of(SetupPosition(rules="mine.toml", position=FEW))


def test_a_text_that_is_no_position_is_refused():
    with pytest.raises(CarromError, match='begins with "c1"'):
        round_of(SetupPosition(position="W1"))
    assert Disc.W1 in round_of(SetupPosition(position=FEW)).on_board
