"""Rulings shown to an umpire use names, never "you"."""

import random
import re

import pytest
from strategies_game import DOUBLES, RULE_SETS, header, next_event
from strategies_table import table, typed

from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
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
