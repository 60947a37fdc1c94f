"""Umpire's lines between two strokes: faults of a named player, calls without effect, and lost points."""

from pathlib import Path

import pytest
from strategies_game import DOUBLES
from strategies_table import table, typed

from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.game.game import GameHistory
from carrom.rules.ruleset import ruleset
from carrom.umpire.table import UmpireTable

SOUTH, EAST, NORTH, WEST = Seat


def owed(game: GameHistory) -> tuple[int, ...]:
    assert game.round is not None
    return tuple(side.due for side in game.round.sides)


def placed_next(game: GameHistory) -> int:
    assert game.round is not None
    return len(game.round.placings)


@pytest.mark.parametrize(
    ("who", "turn"), [("chitra", SOUTH), ("asha", EAST), ("bilal", SOUTH), ("dev", SOUTH)], ids=lambda each: str(each)
)
def test_in_doubles_only_the_player_in_turn_loses_the_turn_by_his_own_foul(who: str, turn: Seat) -> None:
    at, _ = typed("play asha", "w2", f"foul talking {who} after", at=table(players=DOUBLES))
    assert at.game.round is not None
    assert at.game.round.turn is turn
    assert (placed_next(at.game), owed(at.game)) == ((1, (0, 0)) if who in ("asha", "chitra") else (0, (0, 1)))


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_calls_between_passes_leave_the_count_of_passes_alone(calls: int) -> None:
    five = ("play", "w1", "-", *["pass"] * 3, *["call men-overlap"] * calls, *["pass"] * 2)
    at, _ = typed(*five)
    assert at.game.round is not None
    assert at.game.round.result is None
    _, words = typed("pass", at=at)
    assert "Board 1 is cancelled and played again; Asha breaks it again." in words


def test_a_house_rule_has_a_call_between_passes_begin_their_count_anew(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\ncalls_break_passes = true\n', encoding="utf-8")
    begun = UmpireTable.begin(table().game.header, ruleset(str(house)))
    at, _ = typed("play", "w1", "-", *["pass"] * 5, "call men-overlap", *["pass"] * 5, at=begun)
    assert at.game.round.result is None
    assert "is cancelled" in typed("pass", at=at)[1]


def test_a_stroke_between_passes_begins_their_count_anew() -> None:
    at, words = typed("play", "w1", "-", *["pass"] * 5, "-", *["pass"] * 5)
    assert "cancelled" not in words
    assert "is cancelled" in typed("pass", at=at)[1]


def test_the_men_of_a_stroke_before_the_last_one_are_safe_from_a_foul_during_the_last() -> None:
    at, words = typed("play", "w1", "w2", "foul touched during")
    assert words.startswith("Piece touched or moved: three pieces come back (Law 64b), and the turn passes.")
    assert placed_next(at.game) == 3
    with pytest.raises(CarromError, match="otherwise take the stroke back and give it with `improper`"):
        typed("play", "w3", "-", "foul touched asha during")


POINTS = ("play", "n1", "s")
"""A ten-point counter is pocketed, and the striker owes one."""


@pytest.mark.parametrize(
    ("then", "score", "due"),
    [
        ((), 10, 0),
        (("place",), 0, 0),
        (("waive",), 10, 0),
        (("forfeit",), 10, 0),
        (("no-room",), 10, 1),
        (("no-room", "-"), 10, 1),
        (("no-room", "-", "n1"), 20, 0),
        (("no-room", "-", "n1", "place"), 10, 0),
        (("waive", "-", "n1"), 20, 0),
        (("forfeit", "-", "n1"), 20, 0),
        (("place", "-", "n1"), 10, 0),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else str(each),
)
def test_a_counter_is_lost_once_and_when_it_is_placed(then: tuple[str, ...], score: int, due: int) -> None:
    at, _ = typed(*POINTS, *then, at=table("points"))
    assert (at.game.score, owed(at.game)) == ((score, 0), (due, 0))


@pytest.mark.parametrize("word", ["place", "waive", "forfeit"])
def test_what_was_paid_or_forgiven_is_not_asked_for_again(word: str) -> None:
    at, _ = typed(*POINTS, word, at=table("points"))
    with pytest.raises(CarromError, match="no piece is to be placed now"):
        typed("place", at=at)
    at, _ = typed("-", "n1", "-", at=at)
    assert at.game.expected[0].seat is NORTH  # type: ignore[union-attr]


@pytest.mark.parametrize("book", ["icf", "points", "three-player"])
def test_a_piece_touched_by_who_is_not_in_turn_costs_him_one_and_leaves_the_turn(book: str) -> None:
    at, words = typed("play", "b1" if book != "icf" else "w1", "foul touched bilal", at=table(book))
    assert "Bilal owes one" in words
    assert "Asha keeps the turn" in words
    assert at.game.round is not None
    assert at.game.round.turn is SOUTH
    assert owed(at.game)[:2] == (0, 1)


@pytest.mark.parametrize(
    ("moment", "turn", "back", "due"),
    [("after", NORTH, 1, 0), ("during", NORTH, 1, 1)],
)
def test_a_piece_touched_by_the_player_in_turn_has_its_price_in_points_games_too(
    moment: str, turn: Seat, back: int, due: int
) -> None:
    at, _ = typed("play", "b1", f"foul touched asha {moment}", at=table("points"))
    assert at.game.round is not None
    assert (at.game.round.turn, placed_next(at.game), owed(at.game)) == (turn, back, (due, 0))


def test_a_board_ends_though_its_loser_has_points_taken(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\nlast_own_points = "taken"\n', encoding="utf-8")
    at = UmpireTable.begin(table().game.header, ruleset(str(house)))
    at, _ = typed("play", "w3", "q w1", "w5", at=at)
    assert at.game.score == (12, 0)
    at, words = typed("play", "-", "b8", "b1", at=at)
    assert words.startswith(
        "One black: Asha’s last piece was pocketed while the queen was still on the board, "
        "Bilal wins the board (Law 107a), and Asha loses 3 points."
    )
    assert (len(at.game.state.game.boards), at.game.score) == (2, (9, 0))
    assert "next: board 3, Asha (south) to break" in words


def test_points_taken_stop_at_what_the_loser_has(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\nlast_own_points = "taken"\n', encoding="utf-8")
    begun = UmpireTable.begin(table().game.header, ruleset(str(house)))
    at, words = typed("play", "-", "b8", "b1", at=begun)
    assert "loses" not in words.partition("Board 1")[0]
    assert "Board 1: Bilal had no points to lose." in words
    assert at.game.score == (0, 0)
    _, words = typed("play", "w8", "w1", at=begun)
    assert "Board 1: Asha had no points to lose." in words
    at, words = typed("board asha 2 queen bilal", "board bilal 9 last-own-before-queen", at=begun)
    assert "Board 2: Asha loses 2 points" in words
    assert at.game.score == (0, 0)
