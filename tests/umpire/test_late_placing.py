"""A placer who is too late (Law 88b): what was placed comes off again, and a foul is called."""

from pathlib import Path

import pytest
from strategies_game import DOUBLES
from strategies_table import table, typed

from carrom.errors import RefusedRequest
from carrom.game.record import read_record, write_record
from carrom.rules.ruleset import NAMES, ruleset
from carrom.umpire.table import UmpireTable

TIMED = [name for name in NAMES if ruleset(name).has("breach_slow_placing")]


def owing(book: str, *more: str):
    """Return a table where two pieces of Asha's are to be placed by Bilal, who has placed one."""
    return typed("play asha", *FELL.get(book, ("w1", "w2 s")), "place", *more, at=table(book))


FELL = {
    **dict.fromkeys(("classic-29", "eight-rounds"), ("w2", "w1 s")),
    "three-player": ("w1", "w1", "foul body asha during"),
    "points": ("n1", "n1", "foul body asha during"),
}
"""Strokes and a foul after which two pieces are to be placed."""


@pytest.mark.parametrize("book", TIMED)
def test_what_was_placed_comes_off_again_and_the_placer_pays_one_piece(book: str) -> None:
    before, _ = owing(book)
    at, words = typed("order-off", at=before)
    assert "What was placed comes off again, and all that Asha owes is let off (Law 88b)" in words
    assert "Bilal owes one piece" in words
    then, now = before.game.round, at.game.round
    assert now.men_on_board(0) == then.men_on_board(0) - 1
    assert (now.placings, now.sides[0].due, now.sides[1].due) == ((), 0, 1)
    assert (now.turn, now.struck) == (then.turn, then.struck)


@pytest.mark.parametrize("book", TIMED)
def test_ordering_off_is_one_line_to_undo_and_is_read_again_from_the_record(book: str) -> None:
    before, _ = owing(book)
    at, _ = typed("order-off", at=before)
    assert read_record(write_record(at.game)).state == at.game.state
    assert f"forfeit {before.game.round.placings[0].by.value} off" in write_record(at.game)
    back, words = typed("undo", at=at)
    assert "Taken back: `forfeit off / foul slow-placing bilal`" in words
    assert back.game.state == before.game.state


def test_an_earlier_entry_is_corrected_while_pieces_are_ordered_off_later() -> None:
    at, _ = owing("icf", "order-off", "correct 2 w2")
    assert at.game.round.men_on_board(0) == 5
    assert "forfeit off / foul slow-placing bilal" in typed("log", at=at)[1]


@pytest.mark.parametrize("book", ["three-player", "points"])
def test_counters_ordered_off_count_again_where_nobody_owns_a_colour(book: str) -> None:
    start, _ = owing(book)
    at, _ = typed("order-off", at=start)
    now, was = at.game.round.sides[0], start.game.round.sides[0]
    worth = 10 if book == "points" else 2
    assert (now.points, len(now.taken)) == (was.points + worth, len(was.taken) + 1)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("play", "w1", "order-off"), "no piece is to be placed now"),
        (("play", "w1", "s", "order-off"), "nothing that was placed can be ordered off again"),
        (("play", "w1", "w2 s", "place", "place", "place", "order-off"), "no piece is to be placed now"),
        (("play", "w2 s", "place", "order-off now"), "now"),
        (("play", "w8", "q w1 s", "place", "order-off"), "nothing would be left to play for"),
    ],
)
def test_only_what_was_placed_by_the_same_player_for_these_dues_can_be_ordered_off(
    lines: tuple[str, ...], words: str
) -> None:
    with pytest.raises(RefusedRequest, match=words):
        typed(*lines)


def test_a_house_rule_leaves_what_was_placed_on_the_board(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\nlate_placing_comes_off = false\n', encoding="utf-8")
    at, _ = typed("play", "w1", "w2 s", "place", at=UmpireTable.begin(table().game.header, ruleset(str(house))))
    with pytest.raises(RefusedRequest, match="what was placed stays on the board; expected a forfeit"):
        typed("order-off", at=at)
    assert typed("forfeit", at=at)[0].game.round.men_on_board(0) == at.game.round.men_on_board(0)


def test_a_piece_placed_for_an_earlier_due_stays_on_the_board() -> None:
    before, _ = typed("play", "w1", "s", "place", "-", "b2", "-", "w1", "w2 s", "place")
    at, _ = typed("order-off", at=before)
    assert at.game.round.men_on_board(0) == before.game.round.men_on_board(0) - 1


def test_in_doubles_only_what_that_player_placed_comes_off() -> None:
    at, _ = typed("play asha", "w1", "w2 s", "place", at=table(players=DOUBLES))
    placer = at.game.round.placings[0].by
    at, words = typed("order-off", at=at)
    assert at.game.round.men_on_board(0) == 6
    assert at.game.events[-1].by is placer
    assert "Law 63b" in words
