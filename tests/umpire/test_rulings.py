"""Rulings shown to an umpire use names, never "you"."""

import json
import random
import re

import pytest
from strategies_game import DOUBLES, RULE_SETS, header, next_event
from strategies_table import table, typed

from carrom.books.cases import decided
from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.umpire.table import hear
from carrom.umpire.wording import told
from carrom.values import changed


def ruling(*lines: str, at=None) -> str:
    """Return the ruling on the last line, without the list of clauses."""
    before, _ = typed(*lines[:-1], at=at)
    return hear(before, lines[-1])[1].words[0].partition(" [")[0]


def test_a_player_who_misses_while_he_owes_is_said_to_owe_still() -> None:
    assert ruling("play", "-", "-", "s", "-", "-").startswith(
        "Nothing pocketed: Asha still owes one piece (Law 72c), and the turn passes (Law 48)."
    )


def test_who_strikes_again_is_named() -> None:
    assert ruling("play", "w1") == "One white: Asha strikes again (Law 48)."
    pair = table(players=DOUBLES)
    assert ruling("play chitra", "w1", at=pair) == "One white: Chitra strikes again (Law 48)."


def test_dues_of_a_pair_and_of_the_other_side_are_named() -> None:
    pair = table(players=DOUBLES)
    assert "Asha and Chitra owe one piece" in ruling("play asha", "s", at=pair)
    assert "Bilal owes one piece" in ruling("play", "w1", "foul talking bilal")
    assert "Bilal owes one piece" in ruling("play", "w1", "foul talking bilal before", at=table("club"))


def test_who_wins_and_who_gains_a_board_is_named() -> None:
    assert ruling("play", "w3", "q w1", "w5").startswith(
        "Five whites: the last piece is pocketed, and Asha wins the board with 12 points (Law 52a)."
    )
    assert ruling("play", "w8", "w1").startswith(
        "One white: Asha’s last piece was pocketed while the queen was still on the board, and Bilal wins the board"
    )


@pytest.mark.parametrize("book", ["club", "three-player"])
def test_a_striker_that_does_not_leave_both_lines_is_struck_again(book: str) -> None:
    """The club sheet: "If the striker does not leave both lines, go again"."""
    start = table(book)
    for line in ("slip", "one-line", "one-line miss", "one-line still", "one-line improper"):
        for before in (("play",), ("play", "w1")):
            at, words = typed(*before, line, at=start)
            assert "tries again" in words, (line, before)
            assert at.game.round is not None
            assert at.game.round.turn.value == "south"
            assert (at.game.round.phase, at.game.round.attempt) == ("break" if len(before) == 1 else "play", 1)


@pytest.mark.parametrize(("book", "following"), [("club", "north"), ("three-player", "east")])
def test_a_stroke_that_moved_something_counts_though_one_line_was_not_left(book: str, following: str) -> None:
    for line, after in (("one-line -", following), ("one-line w1", "south")):
        at, words = typed("play", line, at=table(book))
        assert at.game.round is not None
        assert (at.game.round.turn.value, at.game.round.phase) == (after, "play"), line
        assert "no stroke" not in words


def test_by_the_laws_one_line_left_is_a_stroke_that_breaks_nothing() -> None:
    at, _ = typed("play", "one-line")
    assert at.game.round is not None
    assert (at.game.round.turn.value, at.game.round.phase, at.game.round.attempt) == ("south", "break", 2)
    at, _ = typed("play", "w1", "one-line")
    assert at.game.round is not None
    assert at.game.round.turn.value == "north"


def test_a_rack_that_is_touched_is_broken_although_nothing_moved() -> None:
    """Law 44: any touch, however light."""
    at, _ = typed("play", "still")
    assert at.game.round is not None
    assert (at.game.round.turn.value, at.game.round.phase) == ("north", "play")


@pytest.mark.parametrize("line", ["miss -", "slip -"])
def test_a_stroke_that_hit_nothing_and_something_is_refused(line: str) -> None:
    with pytest.raises(RefusedRequest, match="nothing was hit, and - that something was; expected one of them"):
        typed("play", line)


def test_points_are_scored_by_name() -> None:
    assert "Asha scores 25" in ruling("play", "n2 b1", at=table("points"))


def test_a_foul_during_the_last_stroke_brings_its_men_out_too() -> None:
    for moment, back in (("after", 1), ("during", 3)):
        at, _ = typed("play", "w1", "w2", f"foul touched {moment}")
        assert at.game.round is not None
        assert len(at.game.round.placings) == back, moment
        assert at.game.round.turn.value == "north"


def test_a_partners_fault_keeps_the_turn() -> None:
    at, words = typed("play asha", "w2", "foul talking chitra", at=table(players=DOUBLES))
    assert "Asha keeps the turn" in words
    assert at.game.round is not None
    assert at.game.round.turn.value == "south"


@pytest.mark.slow(first=len(RULE_SETS) + 1)
@pytest.mark.parametrize("book", [*RULE_SETS, "icf doubles"])
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_called_you_in_a_whole_game(book: str, seed: int) -> None:
    rng, (name, _, doubles) = random.Random(seed), book.partition(" ")
    game = GameHistory.begin(header(name, DOUBLES if doubles else None))
    while not game.is_over:
        event = next_event(game, rng)
        before, game = game, game.apply(event)
        for words in told(before, game, event):
            assert not re.search(r"\byou\b|\byour\b|\{|\}", words, re.IGNORECASE), words
    assert changed(game) == game


# -- Three players at one board: who returns a piece, who places it, and the texts


def three(*lines: str):
    """Type lines at a table of three players; return the table and the text of the last answer."""
    return typed(*lines, at=table("three-player"))


def refused(line: str, at) -> str:
    """Return the sentence with which a line is refused."""
    with pytest.raises(RefusedRequest) as reason:
        typed(line, at=at)
    return str(reason.value)


def said_last(*lines: str) -> str:
    """Return the ruling on the last line, without the list of clauses."""
    before, _ = three(*lines[:-1])
    return typed(lines[-1], at=before)[1].partition(" [")[0]


def standing(*lines: str) -> str:
    """Return the text of the board's state after these lines."""
    return "\n".join(three(*lines)[0].standing)


def test_a_foul_of_a_player_out_of_turn_is_paid_by_that_player() -> None:
    after = standing("play", "w1", "-", "foul touched asha", "place")
    assert "Asha: 0 points\n" in after
    assert "owes" not in after
    assert "one piece of Asha’s comes back" in said_last("play", "w1", "-", "foul touched asha")
    assert "Bilal owes one piece" in said_last("play", "w1", "-", "-", "foul touched bilal")
    after = standing("play", "w1", "-", "-", "foul touched bilal")
    assert "Asha: 2 points\n" in after
    assert "Bilal: 0 points, owes 1\n" in after


def test_what_each_of_three_owes_is_said_of_each() -> None:
    second = said_last("play", "s", "s")
    assert second == "Striker: Bilal owes one piece (§7.1), Asha still owes one piece (§9.1), and the turn passes."
    third = said_last("play", "s", "s", "s")
    assert "Chitra owes one piece" in third
    assert "Asha still owes one piece" in third
    assert "Bilal still owes one piece" in third
    assert "two counters" not in third


def test_a_line_of_the_casebook_names_the_player_at_fault() -> None:
    line = {
        "id": "x", "ruleset": "three-player", "kind": "points",
        "before": {
            "phase": "play", "on_board": {"black": 8, "white": 8}, "queen": "board",
            "player": {"name": "A", "score": 1, "pocketed": ["black"]},
            "others": [{"name": "B", "score": 0}, {"name": "C", "score": 2, "pocketed": ["white"]}],
        },
        "call": {"what": "touched-man", "by": "C"},
    }  # fmt: skip
    decision = decided(json.dumps(line).encode())
    assert decision["others"] == [{"name": "B", "points": 0, "due": 0}, {"name": "C", "points": -2, "due": 0}]
    assert (decision["turn"], decision["points"], decision["due"]) == ("continue", 0, 0)
    assert decision["returned"] == ["white"]
    assert "one piece of C’s comes back" in decision["why"]
    line["call"]["by"] = "B"
    assert decided(json.dumps(line).encode())["others"][0] == {"name": "B", "points": 0, "due": 1}
    line["call"]["by"] = "opponent"
    assert "others" not in decided(json.dumps(line).encode()), "older input keeps its older output"
    line["call"]["by"] = "D"
    assert "'mover', 'opponent', 'A', 'B', 'C' or null was expected" in decided(json.dumps(line).encode())["error"]


def test_one_of_three_retires_and_two_play_on() -> None:
    at, words = three("play", "w1", "q", "retires asha")
    assert words.startswith("Asha retires and owes nothing; Bilal and Chitra play on (C81).")
    assert "Asha: 2 points, retired\n" in words
    assert "queen: on the board\n" in words
    assert "next: Bilal (" in words
    at, words = typed("-", "-", at=at)
    assert "next: Bilal (" in words
    assert "Asha has retired" in refused("w1 by asha", at=at)
    assert "Asha has retired" in refused("foul touched asha", at=at)
    assert "Asha has already retired" in refused("retires asha", at=at)
    at, words = typed("retires chitra", at=at)
    assert at.game.result is not None
    assert at.game.result.winners == ("B",)


def test_who_has_retired_cannot_win_and_owes_nothing() -> None:
    at, _ = three("play", "w6 b8", "-", "-", "s", "retires chitra", "undo", "retires asha")
    assert "Chitra: 0 points, owes 1\n" in "\n".join(at.standing)
    at, _ = typed("w1", "w1 q", "-", "w1 b1", "place", "w1", at=at)
    assert at.game.result is not None
    assert (at.game.result.winners, at.game.result.score) == (("B",), (20, 9, 3))


def test_a_man_that_the_one_who_retires_was_to_place_is_placed_by_the_next() -> None:
    at, words = three("play", "w1", "foul touched asha")
    assert "next: Bilal (" in words
    at, words = typed("retires bilal", at=at)
    assert "Chitra (" in words.rpartition("next:")[2]
    assert "to place" in words.rpartition("next:")[2]


def test_one_who_retires_before_the_break_leaves_it_to_the_next() -> None:
    _, words = three("play", "retires asha")
    assert "next: Bilal (east) to break, attempt 1" in words


def test_a_record_of_one_who_retired_is_read_back_and_undone() -> None:
    at, _ = three("play", "w1", "retires chitra")
    again = read_record(write_record(at.game))
    assert again.state == at.game.state
    assert "retires chitra" in typed("log", at=at)[1]
    assert "retired" not in typed("undo", at=at)[1]


def test_what_ends_a_game_of_two_says_what_to_type_with_three() -> None:
    at, _ = three("play", "w1")
    assert "expected `retires` and a player" in refused("award bilal retired", at=at)
    assert "expected `retires bilal`, or `award`" in refused("loses bilal", at=at)
    two, _ = typed("play")
    assert "with two sides, the game ends when one retires" in refused("retires bilal", at=two)
    assert "no game has begun" in refused("retires asha", at=table("three-player"))
