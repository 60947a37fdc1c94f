"""A change of sides that nobody noticed is made when it is noticed, after that board (Law 60c)."""

import pytest
from strategies_game import DOUBLES
from strategies_table import table, typed

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import RoundBegun, Struck
from carrom.game.record import read_record, write_record

WON = "board asha 9 queen"
FIRST_GAME = (f"{WON} broken asha", f"{WON} broken bilal", f"{WON} broken asha")


def seats(at) -> dict[str, str]:
    return {player: seat.value for seat, player in at.game.state.seating.places}


def second_game(*lines: str, **fields: object):
    return typed(*FIRST_GAME, *lines, at=table(contest="match", **fields))


def test_a_missed_change_noticed_during_a_board_is_made_after_it() -> None:
    before, _ = second_game()
    assert seats(before) == {"A": "north", "B": "south"}
    at, words = second_game("play", "b1 w1", "-", "w1", "late sides")
    assert seats(at) == {"A": "south", "B": "north"}
    assert "was `play bilal`, now `late sides`, `play bilal`" in words
    at, words = typed("time", at=typed("concede asha game", at=at)[0])[0], words
    on_board = [event for event in at.game.in_force if isinstance(event, RoundBegun | Struck)]
    assert on_board[0].breaker is Seat.NORTH
    assert [each.seat for each in on_board[1:]] == [Seat.NORTH, Seat.NORTH, Seat.SOUTH]


def test_the_players_sit_in_the_new_seats_from_the_next_board_on() -> None:
    at, _ = second_game("play", "w1", "-", "late sides", "call unforeseen")
    assert seats(at) == {"A": "south", "B": "north"}, "a cancelled board is no board"
    at, words = typed("board asha 4 queen bilal", at=at)
    assert seats(at) == {"A": "north", "B": "south"}
    assert "Sides change: Bilal south, Asha north" in words or "Sides change" in words


def test_a_missed_change_noticed_between_boards_is_made_now_and_the_boards_since_have_the_old_seats() -> None:
    at, _ = second_game("board asha 4 queen broken bilal", "board bilal 4 queen broken asha", "late sides")
    kept = [event for event in at.game.in_force if type(event).__name__ == "BoardKept"][3:]
    assert [each.breaker for each in kept] == [Seat.NORTH, Seat.SOUTH]
    assert seats(at) == {"A": "north", "B": "south"}
    assert "late sides 2" in typed("log", at=at)[1]


def test_within_the_third_game_the_change_after_four_boards_can_be_missed() -> None:
    lost = ("board bilal 9 queen broken bilal", "board bilal 9 queen broken asha", "board bilal 9 queen broken bilal")
    small = tuple(f"board {who} 1 queen" for who in ("asha", "bilal", "asha", "bilal"))
    at, words = second_game(*lost, *small)
    assert "Sides change" in words
    sat = seats(at)
    at, _ = typed("play", "late sides", at=at)
    assert seats(at) != sat
    at, words = typed("foul seat asha", at=at)
    assert seats(at) == sat
    assert "Sides change" in words


def test_right_after_a_change_the_next_board_is_played_without_it() -> None:
    at, words = second_game("late sides")
    assert "Sides were not changed: " in words
    assert "the change is made after the next board (Law 60c)" in words
    at, words = typed("board asha 4 queen", at=at)
    assert "Sides change" in words
    assert seats(at) == {"A": "north", "B": "south"}


def test_pairs_sit_where_they_sat_and_move_one_place_later() -> None:
    start, _ = typed(f"{WON} broken asha", WON, WON, at=table(contest="match", players=DOUBLES))
    moved = seats(start)
    at, _ = typed("play", "late sides", at=start)
    assert seats(at) == {"A1": "south", "B1": "east", "A2": "north", "B2": "west"}
    at, _ = typed("play", "undo", "late sides", at=start)
    assert seats(at) == {"A1": "south", "B1": "east", "A2": "north", "B2": "west"}
    assert seats(typed("board asha 3 queen", at=at)[0]) == moved


def test_the_record_with_a_missed_change_is_read_again() -> None:
    at, _ = second_game("play", "w1", "-", "late sides", "-", "w1")
    text = write_record(at.game)
    assert "change-missed 1" in text
    assert read_record(text).state == at.game.state


def test_a_missed_change_is_deleted_again() -> None:
    at, _ = second_game("play", "w1", "-", "late sides", "w1")
    at, _ = typed("correct 4 nothing", at=at)
    assert seats(at) == {"A": "north", "B": "south"}
    strokes = [event for event in at.game.in_force if isinstance(event, Struck)]
    assert [each.seat for each in strokes] == [Seat.SOUTH, Seat.SOUTH, Seat.NORTH]


@pytest.mark.parametrize(
    "lines",
    [("late sides",), ("play", "w1", "late sides"), (WON, "late sides"), (WON, "play", "late sides")],
)
def test_without_a_change_none_can_have_been_missed(lines: tuple[str, ...]) -> None:
    with pytest.raises(RefusedRequest, match="no change of sides"):
        typed(*lines)
    with pytest.raises(RefusedRequest, match=r"expected e\.g\. `late sides 2`|1 to 99"):
        second_game("late sides 0" if len(lines) > 1 else "late sides x")


def test_the_next_change_of_sides_replaces_a_missed_one() -> None:
    more = ("board bilal 9 queen broken bilal", "board bilal 9 queen broken asha", "board bilal 9 queen broken bilal")
    at, words = second_game("late sides 9", *more)
    assert words.count("Sides change") == 1
    assert seats(at) == {"A": "north", "B": "south"}
    assert at.game.state.change_in == 0
