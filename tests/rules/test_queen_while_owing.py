"""Queen, own man and striker in one stroke while men are owed (Laws 95b, 98a; reading C83)."""

import pytest

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES
from carrom.board.outcome import Outcome
from carrom.rules.custom import custom
from carrom.rules.judge import judge
from carrom.rules.round import Phase, QueenState, Round
from carrom.rules.ruleset import ruleset
from carrom.rules.ruling import Turn
from carrom.values import changed

DUE = {"entitled": True, "not yet entitled": False}


def owing(book: str, entitled: bool, switch: bool) -> Round:
    """Return a round in which the player in turn owes a man; the opponent has pocketed one of their own."""
    rules = custom({"extends": book, "striker_with_queen_while_owing": switch}, "house") if switch else ruleset(book)
    start = changed(Round.begin(rules), phase=Phase.PLAY, turns=2)
    side = changed(start.sides[0], due=1, pocketed_before=entitled, pocketed_by_self=entitled)
    lying = tuple(disc for disc in start.on_board if disc is not BLACKS[0])
    return changed(start, sides=(side, start.sides[1]), on_board=lying, pocketed=(BLACKS[0],))


@pytest.mark.parametrize("entitled", DUE.values(), ids=DUE)
@pytest.mark.parametrize("book", ["team-event", "icf", "club"])
def test_queen_own_man_and_striker_while_owing_lose_the_turn_unless_the_switch_says_otherwise(
    book: str, entitled: bool
) -> None:
    outcome = Outcome(pocketed=(QUEEN, WHITES[0], STRIKER))
    for switch, turn in ((False, Turn.PASS), (True, Turn.CONTINUE)):
        ruling = judge(owing(book, entitled, switch), outcome)
        back = [placing.disc for placing in ruling.placings]
        assert (ruling.turn, ruling.queen, ruling.centred) == (turn, QueenState.BOARD, (QUEEN,))
        assert back == [WHITES[0]]
        assert ruling.dues == (2, 0), "the earlier due and that of the striker are owed"


@pytest.mark.parametrize("switch", [False, True])
def test_an_early_queen_without_the_striker_lies_aside_while_owing_as_without_a_due(switch: bool) -> None:
    ruling = judge(owing("team-event", False, switch), Outcome(pocketed=(QUEEN, WHITES[0])))
    assert (ruling.turn, ruling.queen) == (Turn.CONTINUE, QueenState.ASIDE)
    entitled = judge(owing("team-event", True, switch), Outcome(pocketed=(QUEEN, WHITES[0])))
    assert (entitled.turn, entitled.queen) == (Turn.PASS, QueenState.BOARD)
