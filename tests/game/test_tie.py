"""Ties of rubbers: line-ups, and where a tie stands by the games played."""

import random

import pytest
from strategies_game import DOUBLES, header, play

from carrom.errors import RefusedRequest
from carrom.game.event import Conceded
from carrom.game.game import Game
from carrom.game.tie import Pairing, check_lineup, tie_of
from carrom.rules.ruleset import ruleset

EVENT = ruleset("team-event")
SINGLES_1 = Pairing(a=("Asha",), b=("Bilal",))
SINGLES_2 = Pairing(a=("Chitra",), b=("Dev",))
PAIRS = Pairing(a=("Asha", "Chitra"), b=("Bilal", "Esra"))


def test_a_player_may_play_one_singles_and_the_doubles() -> None:
    check_lineup(EVENT, [SINGLES_1, SINGLES_2, PAIRS])
    check_lineup(EVENT, [SINGLES_1])


LINEUPS = {
    "two singles by one player": ([SINGLES_1, SINGLES_1], "Asha plays a singles already"),
    "a pair in singles": ([PAIRS], "rubber 1 is a singles; side A names 2, expected 1"),
    "one player as a pair": ([SINGLES_1, SINGLES_2, Pairing(a=("Asha", "Asha"), b=("Bilal", "Dev"))], "expected 2"),
    "a rubber too many": ([SINGLES_1, SINGLES_2, PAIRS, SINGLES_1], "the tie has 3"),
}


@pytest.mark.parametrize("what", LINEUPS)
def test_a_lineup_the_event_does_not_allow_is_refused(what: str) -> None:
    lineup, expected = LINEUPS[what]
    with pytest.raises(RefusedRequest, match=expected):
        check_lineup(EVENT, lineup)


def test_a_rule_set_without_ties_has_no_lineup() -> None:
    with pytest.raises(RefusedRequest, match="has no ties"):
        check_lineup(ruleset("eight-rounds"), [SINGLES_1])


def test_a_tie_is_counted_from_its_games() -> None:
    first = play(Game.begin(header("team-event")), random.Random(1))
    second = Game.begin(header("team-event")).apply(Conceded(side="A"))
    third = Game.begin(header("team-event", DOUBLES))
    assert first.result is not None
    won = [first.result.winners[0], "B"]
    stand = tie_of(EVENT, [first, second, third])
    assert stand.score == (won.count("A"), won.count("B"))
    assert stand.rubbers[0].score == first.result.score
    assert stand.rubbers[1].winner == "B"
