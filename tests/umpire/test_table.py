"""The umpire's table: typed lines, rulings in words, and reminders."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_game import DOUBLES, RULE_SETS, THREE, header

from carrom.board.disc import BLACKS, STRIKER, WHITES, Disc
from carrom.data import changed
from carrom.errors import CarromError, RefusedRequest
from carrom.game.event import Struck
from carrom.game.game import Game
from carrom.game.text import read_record, write_record
from carrom.umpire.card import score_card
from carrom.umpire.table import HELP, hear


def typed(*lines: str, game: Game | None = None) -> tuple[Game, str]:
    """Type lines at a fresh table where Asha breaks, and return the game and everything said to the last one."""
    if game is None:
        game = Game.begin(changed(header(), first_break="A"))
    words = ""
    for line in lines:
        game, answer = hear(game, line)
        words = "\n".join(answer.words)
    return game, words


def last_stroke(game: Game) -> Struck:
    return game.strokes[-1]


def test_what_is_typed_becomes_the_facts_of_a_stroke() -> None:
    game, _ = typed("play", "w2 b1 s")
    outcome = last_stroke(game).outcome
    assert outcome.pocketed == (*WHITES[:2], BLACKS[0], STRIKER)
    assert outcome.touched
    assert outcome.moved


def test_pieces_over_the_frame_are_named_after_jump() -> None:
    game, _ = typed("play", "w1 jump q b")
    outcome = last_stroke(game).outcome
    assert (outcome.pocketed, outcome.jumped) == ((WHITES[0],), (Disc.Q, BLACKS[0]))


def test_a_miss_at_the_break_leaves_two_more_attempts() -> None:
    game, words = typed("play", "miss")
    assert "attempt 2" in words
    assert game.round is not None
    assert game.round.attempt == 2


def test_a_ruling_is_told_in_words_with_its_law() -> None:
    _, words = typed("play", "w1", "w1 s")
    assert "Law 73" in words
    assert "Bilal (north) places a white, 2 in all" in words


def test_dues_and_the_queen_are_always_shown() -> None:
    _, words = typed("play", "-", "-", "s")
    assert "Asha: white, 9 on the board, owes 1" in words
    assert "queen: on the board" in words
    _, words = typed("play", "w1", "q")
    assert "queen: down, Asha must cover her now" in words
    _, words = typed("play", "w1", "q", "w1")
    assert "queen: covered by Asha" in words


def test_placing_all_puts_every_due_man_down() -> None:
    game, words = typed("play", "w2", "w1 s", "place all")
    assert game.round is not None
    assert game.round.placings == ()
    assert "south to strike" in words


def test_waiving_leaves_the_men_in_the_pockets() -> None:
    game, _ = typed("play", "w2", "s", "waive")
    assert game.round is not None
    assert (game.round.men_on_board(0), game.round.sides[0].due) == (7, 0)


def test_a_foul_in_turn_costs_a_man_and_the_turn_after_the_first_stroke() -> None:
    game, words = typed("play", "w2", "foul elbow")
    assert "Law 64a" in words
    assert game.round is not None
    assert game.round.turn.value == "north"
    game, words = typed("play", "w2", "foul talk other".replace("other", "bilal"))
    assert "Law 63b" in words


def test_the_end_of_a_board_tells_points_and_who_breaks_next() -> None:
    game, words = typed("play", "w3", "q w1", "w5 b2")
    assert "Board 1: Asha gains 10 points." in words
    assert "next: board 2, Bilal (north) to break" in words
    assert game.score == (10, 0)


def test_it_reminds_when_the_queens_credit_ends() -> None:
    lines = ("play", "w3", "q w1", "w5")
    game, _ = typed(*lines, *lines)
    game, words = typed("play", game=game)
    assert "worth nothing" not in words
    game, _ = typed("w3", "q w1", "w5", game=game)
    game, words = typed("play", game=game)
    assert "queen: on the board; worth nothing to Asha, at 22 or more" in words


def test_a_slam_is_noticed() -> None:
    _, words = typed("play", "w3", "q w1", "w5")
    assert "A white slam!" in words


def test_sides_change_after_a_game_and_it_says_so() -> None:
    game = Game.begin(changed(header(contest="match"), first_break="A"))
    board = ("play", "w3", "q w1", "w5")
    game, _ = typed(*board, *("play", "w3", "q w1", "w5 b8"), *board, game=game)
    game, words = typed("concede bilal game", game=game)
    assert "Sides change: Bilal south, Asha north." in words


def test_undo_takes_lines_back_and_keeps_the_history() -> None:
    game, words = typed("play", "w2", "s", "undo")
    assert "Taken back: 1." in words
    game, _ = typed("undo 2", game=game)
    assert game.round is None
    assert len(game.events) == 6


def test_extra_points_wait_for_a_demand() -> None:
    game, words = typed("play", "w8", "w1 s")
    assert "demand up to 1 extra points" in words
    game, words = typed("demand 1", game=game)
    assert game.score == (0, 4)


def test_a_toss_and_its_choices_are_typed() -> None:
    game = Game.begin(header())
    game, words = typed("toss bilal", "choose break", "seats keep", game=game)
    assert "Bilal (north) to break" in words


def test_doubles_and_three_players_have_a_table_too() -> None:
    _, words = typed("play chitra", "w1", "-", game=Game.begin(changed(header(players=DOUBLES), first_break="A")))
    assert "west to strike (Dev)" in words
    _, words = typed("play", "w1 b1", "-", game=Game.begin(changed(header("three-player", THREE), first_break="A")))
    assert "Asha: 3 points" in words
    assert "east to strike (Bilal)" in words


REFUSED = {
    "a word nobody knows": (("play", "w1", "dance"), "'dance' is not understood"),
    "a stroke before the board": (("w1",), "a stroke is not expected now"),
    "ten whites": (("play", "w10"), "10 whites cannot leave the board: 9 can"),
    "two strikers": (("play", "s s"), "2 strikers cannot leave the board: 1 can"),
    "two queens": (("play", "q2"), "2 queens cannot leave the board: 1 can"),
    "a miss that pockets": (("play", "w1 miss"), "contradict each other"),
    "jump alone": (("play", "jump"), "jump says nothing alone"),
    "direct without a man": (("play", "w1 direct"), "direct speaks of a man of the opponent"),
    "a stroke while a man is to be placed": (("play", "w1", "s", "w1"), "expected is north to place"),
    "placing what nobody owes": (("play", "place"), "no man is to be placed now"),
    "waiving what nobody owes": (("play", "waive"), "no man is to be placed now"),
    "demanding in play": (("play", "demand 1"), "no extra points can be demanded now"),
    "a call nobody knows": (("play", "foul smiling"), "is no call; expected one of"),
    "two calls at once": (("play", "foul placed"), "is no call; expected one of placed"),
    "a foul by nobody": (("play", "foul elbow charlie"), "'charlie' is nobody here"),
    "more undone than can be counted": (("play", "undo " + "9" * 5000), "cannot take back 99"),
    "more undone than typed": (("play", "undo 7"), "cannot take back 7; expected 1 to 1"),
    "who breaks in the middle": (("play", "play"), "no board is to begin now"),
    "the wrong breaker": (("play north",), "north does not break"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_sense_is_refused_in_one_sentence(what: str) -> None:
    lines, expected = REFUSED[what]
    game, _ = typed(*lines[:-1])
    with pytest.raises(CarromError, match=expected) as refusal:
        hear(game, lines[-1])
    assert "\n" not in str(refusal.value)


def test_help_names_every_form() -> None:
    _, words = typed("help")
    assert all(form in words for form in HELP)
    _, words = typed("help calls")
    assert "touched-man" in words


def test_a_table_makes_a_record_that_reads_back() -> None:
    game, _ = typed("play", "w2", "s", "place", "w1 improper", "undo", "foul elbow asha before")
    assert read_record(write_record(game)) == game


def test_the_score_card_has_the_rows_of_the_official_one() -> None:
    game, _ = typed("play", "w3", "q w1", "w5 b2", "play", "w8", "w1", "play", "w3", "b", "b", "q b", "-", "w6")
    card = score_card(game)
    rows = [line.split() for line in card.splitlines()]
    assert next(r for r in rows if r[:1] == ["1"])[:8] == ["1", "Asha", "3", "7", "10", "Nil", "Nil", "0"]
    assert "Match no." in card
    assert "Game won by: ." in card


def test_refusals_are_requests_refused() -> None:
    with pytest.raises(RefusedRequest):
        hear(Game.begin(header()), "play")


VOCABULARY = """
w b q s w2 b3 w9 miss - jump improper direct still slip one-line early play place all waive forfeit no-room pass
demand 0 1 2 foul call elbow touched-man unforeseen seat before after north south asha bilal a b c undo concede
game match toss choose break side seats keep swap trial state card help calls nonsense
"""
WORDS = st.sampled_from(VOCABULARY.split())


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(RULE_SETS), st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), max_size=25))
def test_whatever_is_typed_is_answered_or_refused(book: str, lines: list[str]) -> None:
    game = Game.begin(changed(header(book), first_break="A"))
    for line in ["play", "w1 b1", *lines]:
        try:
            game, answer = hear(game, line, 1_790_000_000)
        except CarromError as refusal:
            assert "\n" not in str(refusal)
        else:
            assert not any("\n" in words for words in answer.words)
    assert read_record(write_record(game)) == game
