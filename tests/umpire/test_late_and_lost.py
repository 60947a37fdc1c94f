"""Late discoveries in a points game, lost boards in other rule sets, and the text at the end of a game."""

import pytest
from strategies_game import DOUBLES
from strategies_table import table, typed

from carrom.errors import RefusedRequest


def test_an_uncovered_queen_noticed_late_brings_her_points_and_those_of_the_turn() -> None:
    at, _ = typed("play", "n2", "q", "-", "-", "late queen asha", at=table("points"))
    words = "\n".join(at.standing)
    assert "Asha: 70 points" in words
    assert "queen: covered by Asha" in words


def test_leaving_the_chair_costs_a_counter_where_nobody_owns_a_colour() -> None:
    for book, fell in (("three-player", "w1"), ("points", "n1")):
        for code in ("seat", "out-of-turn", "position-wrecked", "played-during-appeal"):
            at, words = typed("play", fell, "-", f"foul {code} asha", at=table(book))
            assert "one counter of Asha’s comes back" in words
            assert "Asha: 0 points" in "\n".join(typed("place", at=at)[0].standing)


def test_two_pairs_share_a_game_in_words() -> None:
    _, words = typed("play asha", "time", at=table("points", players=DOUBLES))
    assert "Asha and Chitra share the game with Bilal and Dev" in words


def test_the_standing_of_a_game_that_is_won_shows_the_recorded_score() -> None:
    at, _ = typed("board asha 9 queen", "board asha 9 queen", "board asha 9 queen bilal")
    assert "Asha 25 - Bilal 0" in at.standing[0]


def test_of_three_the_others_have_retired() -> None:
    _, words = typed("play", "retires asha", "retires chitra", at=table("three-player"))
    assert "Bilal wins the game, the others having retired" in words


def test_the_side_that_broke_first_in_a_game_is_entered_first_in_it() -> None:
    won = ("board asha 9 queen broken asha", "board asha 9 queen broken bilal", "board asha 9 queen broken asha")
    at, _ = typed(*won, "board bilal 4 queen broken bilal", at=table(contest="match"))
    card = typed("card", at=at)[1].splitlines()
    heads = [line.split() for line in card if line.split() in (["Asha", "Bilal"], ["Bilal", "Asha"])]
    assert heads == [["Asha", "Bilal"], ["Bilal", "Asha"]]


def test_a_row_of_three_players_adds_up_and_takes_no_queen() -> None:
    for line, words in (
        ("board 12 11 8", "a board has 32 in all once every counter is pocketed"),
        ("board 12 11 9 queen asha", "the points of each side already include the queen's"),
    ):
        with pytest.raises(RefusedRequest, match=words):
            typed(line, at=table("three-player"))
    typed("board 12 11 9", at=table("three-player"))
