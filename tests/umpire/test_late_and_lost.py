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
            assert "one piece of Asha’s comes back" in words
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


@pytest.mark.parametrize("book", ["icf", "classic-29", "club", "eight-rounds", "team-event"])
def test_a_piece_that_is_found_late_pays_a_due_at_once(book: str) -> None:
    """Laws 72c and 78a: as soon as one is available."""
    at, words = typed("play", "s", "-", "late man bilal", at=table(book))
    assert "one piece comes back" in words
    assert "Asha keeps the turn" in words
    assert "Bilal (north) to place a white man" in words
    at, words = typed("place", at=at)
    assert "Asha: white, 9 on the board" in words
    assert "to strike" in words


def test_a_due_paid_by_a_late_finding_lets_the_queen_be_taken() -> None:
    """Law 95c, not 95b: nothing is owed any more."""
    _, words = typed("play", "s", "-", "late man bilal", "place", "q")
    assert "the queen must be covered with the next stroke" in words
    assert "Law 95c" in words


def test_a_piece_found_late_that_pays_a_due_is_placed_by_the_player_who_pocketed_it() -> None:
    """Law 78b(ii), in doubles."""
    for lines, placer in ((("play asha", "s", "-"), "bilal"), (("play asha", "s", "-", "-", "-"), "dev")):
        at, _ = typed(*lines, f"late man {placer}", at=table(players=DOUBLES))
        (waiting,) = at.game.round.placings
        assert at.game.state.name_at(waiting.by) == placer.capitalize()


def test_a_player_in_turn_who_is_found_out_late_places_the_due_and_loses_the_turn() -> None:
    at, words = typed("play", "-", "s", "w1", "late man asha")
    assert "one piece of Bilal’s comes back (Law 72c), and the turn passes (Law 125b)" in words
    assert "Asha (south) to place a black man" in words
    assert typed("place", at=at)[0].game.round.turn.value == "north"


def test_a_due_is_paid_once_a_wrong_piece_that_was_placed_stays_and_the_right_one_is_down() -> None:
    at, _ = typed("play", "-", "-", "w1 s", "place", "-", "b1", "late wrong-man")
    assert at.game.round.sides[0].due == 0
    assert [each.disc.kind.value for each in at.game.round.placings] == ["white"]


def test_counters_that_a_late_queen_gives_back_to_their_player_pay_what_is_owed() -> None:
    at, _ = typed("play", "n1", "q", "-", "-", "s", at=table("points"))
    assert at.game.round.sides[0].due == 1
    at, words = typed("late queen asha", at=at)
    assert "one piece of Asha’s comes back" in words
    assert "[]" not in words
    assert (at.game.round.sides[0].due, len(at.game.round.placings)) == (0, 1)
    assert "Asha: 50 points" in typed("place", at=at)[1]


def test_a_late_finding_without_a_due_asks_for_nothing() -> None:
    at, words = typed("play", "-", "-", "late man bilal")
    assert at.game.round.placings == ()
    assert "comes back" not in words
