"""The typed entries: the list of lines and what each did, and corrections of earlier lines."""

import random

import pytest
from strategies_game import DOUBLES, RULE_SETS, header, play
from strategies_table import table, typed

from carrom.board.disc import WHITES
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.commands import events_of
from carrom.game.commands import typed as line_of
from carrom.game.events import Corrected, Placed, Struck, Undone
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.umpire.table import entries, hear
from carrom.umpire.wording import told

PLAYED = ("play", "w2", "s", "place", "b1", "b2", "-")


def test_the_log_numbers_what_was_typed_with_the_rulings() -> None:
    at, _ = typed(*PLAYED)
    lines = typed("log", at=at)[1].splitlines()
    assert [line.split("  ")[:2] for line in lines] == [
        ["1", "play asha"],
        ["2", "w2"],
        ["3", "s"],
        ["4", "place"],
        ["5", "b1"],
        ["6", "b2"],
        ["7", "-"],
    ]
    assert lines[3] == "4  place"
    assert lines[6].endswith("[Law 48]")


def test_the_log_shows_the_last_dozen_or_as_many_as_asked_for() -> None:
    at, words = typed("log")
    assert words == "nothing has been typed yet"
    at, _ = typed("play", *["w1", "-"] + ["b1", "-"] + ["-"] * 12)
    assert [line.split()[0] for line in typed("log", at=at)[1].splitlines()] == [str(n) for n in range(6, 18)]
    assert len(typed("log all", at=at)[1].splitlines()) == 17
    assert [line.split()[0] for line in typed("log 2", at=at)[1].splitlines()] == ["16", "17"]
    for wrong in ("log 0", "log two", "log 1 2"):
        with pytest.raises(RefusedRequest, match=f"{wrong} is not understood; expected log, log all or log 40"):
            hear(at, wrong)


def test_a_correction_changes_one_entry_and_shows_what_that_changes() -> None:
    at, _ = typed(*PLAYED)
    after, answer = hear(at, "correct 5 b2", 1_790_000_000)
    assert answer.words[0] == "Entry 5 was `b1`, now `b2`."
    assert answer.words[1].startswith("  5 before: One black: ")
    assert answer.words[2].startswith("  5 now: Two blacks: ")
    assert answer.words[3] == "Score: Asha 0 - Bilal 0, as before."
    assert after.game.round is not None
    assert after.game.round.men_on_board(1) == 5
    assert [entry.line for entry in entries(after.game, after.spans)][1:] == ["w2", "s", "place", "b2", "b2", "-"]


def test_a_correction_shows_the_score_before_and_now() -> None:
    _, words = typed("correct 5 b2", at=typed("play", "w3", "q w1", "-", "b1", "-", "w5")[0])
    assert "Score: Asha 10 - Bilal 0; before, Asha 11 - Bilal 0." in words


def test_the_history_keeps_what_was_corrected_and_the_times_of_what_was_not() -> None:
    at, _ = typed("play")
    for second, line in enumerate(("w2", "b1", "-"), 1):
        at, _ = hear(at, line, 100 + second)
    at, answer = hear(at, "correct 2 w3", 200)
    (corrected,) = answer.events
    assert isinstance(corrected, Corrected)
    assert (corrected.at, corrected.when, corrected.events[0].when) == (2, 200, 101)
    assert [event.when for event in at.game.in_force[2:]] == [101, 102, 103]
    assert read_record(write_record(at.game)) == at.game


def test_several_entries_are_taken_back_and_typed_again_with_their_times() -> None:
    at, _ = typed("play")
    for second, line in enumerate(("w2", "-", "b1", "-"), 1):
        at, _ = hear(at, line, 100 + second)
    at, answer = hear(at, "correct 2-3 w1 / -", 200)
    assert answer.events[0] == Undone(to=1, when=200)
    assert [event.when for event in at.game.in_force[2:]] == [101, 101, 103, 104]
    assert at.game.round is not None
    assert at.game.round.men_on_board(0) == 8


def test_a_correction_is_taken_back_like_any_line() -> None:
    before, _ = typed(*PLAYED)
    at, words = typed("correct 2 w1", "undo", at=before)
    assert words.splitlines()[0] == "Taken back: a correction."
    assert at.game.state == before.game.state
    at, words = typed("correct 2 w1", "-", "undo 2", at=before)
    assert words.splitlines()[0] == "Taken back: a correction, `-`."
    assert at.game.state == before.game.state


def test_one_entry_can_turn_out_to_be_several() -> None:
    at, _ = typed("play", "w2", "-", "b1")
    at, words = typed("correct 2 w1 / w1", at=at)
    assert words.splitlines()[0] == "Entry 2 was `w2`, now `w1 / w1`."
    assert [entry.line for entry in entries(at.game, at.spans)] == ["play asha", "w1 / w1", "-", "b1"]
    at, words = typed("correct 2-3 w1 / w2 / -", at=at)
    assert words.splitlines()[0] == "Entries 2 to 3 were `w1 / w1`, `-`, now `w1`, `w2`, `-`."
    assert at.game.round is not None
    assert at.game.round.men_on_board(0) == 6


def test_an_entry_struck_out_is_struck_out_in_the_record_too() -> None:
    at, _ = typed("play", "w2", "w2", "b1")
    after, answer = hear(at, "correct 3 nothing")
    assert answer.events == (Corrected(at=3),)
    assert [entry.line for entry in entries(after.game, after.spans)] == ["play asha", "w2", "b1"]


def test_entries_that_became_several_are_typed_again_as_several() -> None:
    at, _ = typed("play", "w2", "w2", "w2", "-")
    at, _ = typed("correct 4 w1 / w1", at=at)
    at, words = typed("correct 2-3 w1 / w1", at=at)
    assert words.splitlines()[0] == "Entries 2 to 3 were `w2`, `w2`, now `w1`, `w1`."
    assert [entry.line for entry in entries(at.game, at.spans)] == ["play asha", "w1", "w1", "w1 / w1", "-"]
    _, words = typed("undo 2", at=at)
    assert words.splitlines()[0] == "Taken back: `w1 / w1`, `-`."
    at, words = typed("correct 2-3 w1 / w2", at=at)
    assert [entry.line for entry in entries(at.game, at.spans)] == ["play asha", "w1", "w2", "w1 / w1", "-"]


def test_a_man_added_in_the_middle_is_none_of_those_that_fell_later() -> None:
    at, _ = typed("play", "w1", "w2", "-", "b1", "w3 b2")
    at, _ = typed("correct 2 w2 b1", at=at)
    assert "Corrected" in type(at.game.events[-1]).__name__
    assert at.game.round is not None
    assert (at.game.round.men_on_board(0), at.game.round.men_on_board(1)) == (2, 5)


def test_what_was_written_down_is_kept_by_a_correction() -> None:
    lines = ("play", "w2", "w1 s", "place all", "appeal asha: the striker was touched", "note a draught", "-")
    at, _ = typed(*lines, "rule Law 69 by Esha: no, it was not")
    at, words = typed("correct 3-4 w2", at=at)
    assert "Entries 3 to 4 were" in words
    assert [entry.line for entry in entries(at.game, at.spans)][3:] == [
        "appeal asha: the striker was touched",
        "note a draught",
        "-",
        "rule Law 69 by Esha: no, it was not",
    ]
    assert "open:" not in words


def test_several_entries_are_corrected_together_and_one_struck_out() -> None:
    at, _ = typed("play", "w2", "s", "place", "-")
    after, words = typed("correct 3-4 -", at=at)
    assert words.splitlines()[0] == "Entries 3 to 4 were `s`, `place`, now `-`."
    at, _ = typed("play", "w2", "w2", "b1")
    after, words = typed("correct 3 nothing", at=at)
    assert words.splitlines()[0] == "Entry 3 was `w2`, now nothing."
    assert after.game.round is not None
    assert after.game.round.men_on_board(0) == 7


def test_all_that_one_line_did_is_corrected_together() -> None:
    at, _ = typed("play", "w2", "w1 s", "place all", "-")
    after, words = typed("correct 3-4 w2 s / place all", at=at)
    assert words.splitlines()[0] == "Entries 3 to 4 were `w1 s`, `place all`, now `w2 s`, `place all`."
    last = list(entries(after.game, after.spans))[3]
    assert (last.line, len(last.events)) == ("place all", 3)
    _, words = typed("undo 2", at=after)
    assert words.splitlines()[0] == "Taken back: `place all`, `-`."


def test_a_line_that_did_several_things_is_typed_again_from_its_beginning() -> None:
    at, _ = typed("play", "w2", "w1 s", "place all", "-")
    after, _ = typed("correct 4 place all", at=at)
    assert _told(after.game) == _told(at.game)
    assert [entry.line for entry in entries(after.game, after.spans)] == ["play asha", "w2", "w1 s", "place all", "-"]


def test_a_stroke_between_words_of_a_note_is_no_second_line() -> None:
    at, _ = typed("play", "w2", "note lamp / fan went out", "-")
    after, _ = typed("correct 2 w1", at=at)
    lines = [entry.line for entry in entries(after.game, after.spans)]
    assert lines == ["play asha", "w1", "note lamp / fan went out", "-"]


REFUSED = {
    "nothing typed": ((), "correct 1 w1", "there is nothing to correct"),
    "no entry named": (PLAYED, "correct", "correct nothing is not understood; expected an entry from 1 to 7 and what"),
    "nothing it was": (PLAYED, "correct 3", "correct 3 is not understood; expected an entry from 1 to 7"),
    "an entry that is not there": (
        PLAYED,
        "correct 8 w1",
        "correct 8 w1 is not understood; expected an entry from 1 to 7",
    ),
    "the wrong way round": (PLAYED, "correct 3-2 w1", "correct 3-2 w1 is not understood"),
    "what is no number": (PLAYED, "correct x-3 w1", "correct x-3 w1 is not understood; expected an entry from 1 to 7"),
    "to what is no number": (PLAYED, "correct 3-x w1", "correct 3-x w1 is not understood; expected an entry from 1 to"),
    "entry nought": (PLAYED, "correct 0 w1", "correct 0 w1 is not understood"),
    "what cannot be": (PLAYED, "correct 2 w10", "10 whites cannot leave the board: 9 can"),
    "another's turn": (
        PLAYED,
        "correct 5 -",
        "entry 6, `b2`, could not follow: it was by Bilal and would now be by Asha; nothing is changed (`correct 5-6` "
        "with all their lines, a `/` between them, or `undo 3` and type on)",
    ),
    "men that would have to be placed": (
        PLAYED,
        "correct 5 b1 s",
        "entry 6, `b2`, could not follow: a stroke is not expected now; expected is Asha (south) to place a black man",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(what: str) -> None:
    lines, correction, expected = REFUSED[what]
    at, _ = typed(*lines)
    with pytest.raises(RefusedRequest) as refusal:
        hear(at, correction)
    assert str(refusal.value).startswith(expected)


@pytest.mark.slow(first=len(RULE_SETS) + 1)
@pytest.mark.parametrize("book", [*RULE_SETS, "icf doubles"])
@pytest.mark.parametrize("seed", range(3))
def test_every_entry_of_a_game_can_be_typed_again(book: str, seed: int) -> None:
    name, _, doubles = book.partition(" ")
    game = play(GameHistory.begin(header(name, DOUBLES if doubles else None)), random.Random(seed))
    live = GameHistory.begin(game.header)
    for event in game.in_force[1:]:
        again = events_of(live, line_of(live, event))
        assert len(again) == 1
        live, meant = live.apply(event), live.apply(again[0])
        assert _told(meant) == _told(live)


def _told(game: GameHistory) -> tuple[object, ...]:
    """Return a summary of a game that ignores which pieces of a colour were played."""
    round = game.round
    sides = (
        None
        if round is None
        else [(side.due, side.points, round.men_on_board(n)) for n, side in enumerate(round.sides)]
    )
    turn = None if round is None else (round.turn, round.queen, round.attempt, len(round.placings))
    return game.score, game.expected and type(game.expected[0]), sides, turn


def test_an_entry_corrected_to_itself_leaves_everything_as_it_was() -> None:
    at, _ = typed("play", "w2", "-", "b1", "-", "w1 s", "place all", "foul elbow after", "place", "-", at=table("club"))
    for number, entry in enumerate(entries(at.game, at.spans), 1):
        after, _ = typed(f"correct {number} {entry.line}", at=at)
        assert after.game.state.round == at.game.state.round
        assert after.game.score == at.game.score


def test_a_stroke_corrected_to_one_in_which_nothing_fell_touched_what_it_would_have_if_typed_so_at_once() -> None:
    for lines in (("play", "w1"), ("play", "-", "b1")):
        at, _ = typed(*lines)
        (corrected,) = hear(at, f"correct {len(lines)} -")[1].events
        assert isinstance(corrected, Corrected)
        assert corrected.events == typed(*lines[:-1], "-")[0].game.events[-1:]


def test_a_correction_is_remarked_as_one() -> None:
    at, _ = typed("play", "w1")
    after, _ = hear(at, "correct 2 w2")
    assert "Corrected." in told(at.game, after.game, after.game.events[-1])


def test_what_was_noticed_late_stands_in_the_log_as_it_was_typed() -> None:
    for lines in (("w1", "q", "-", "-", "late queen asha"), ("w1", "late man asha")):
        at, _ = typed("play", *lines)
        assert list(entries(at.game, at.spans))[-1].line == lines[-1]


def test_a_correction_may_change_whose_turn_it_is_where_later_lines_name_their_player() -> None:
    at, words = typed("play", "w1", "foul touched asha", "note a moth", "correct 2 -")
    assert words.startswith("Entry 2 was `w1`, now `-`.")
    assert "Asha owes one piece (Law 63b), and Bilal keeps the turn." in words
    at, _ = typed("play", "w1", "-", "correct 3 w1")
    assert at.game.round is not None
    assert at.game.round.turn is Seat.SOUTH


def test_a_refusal_calls_the_players_by_their_names() -> None:
    at, _ = typed("play", "w2 s")
    for event, said in (
        (Struck(seat=Seat.NORTH, outcome=Outcome()), "expected is Bilal to place W2"),
        (
            Placed(seat=Seat.SOUTH, disc=WHITES[0]),
            "placing a piece by Asha is not expected now; expected is Bilal to place",
        ),
    ):
        with pytest.raises(RefusedRequest, match=said):
            at.game.apply(event)
    with pytest.raises(RefusedRequest, match="expected is board 1 to begin, broken by Asha"):
        table().game.apply(Struck(seat=Seat.SOUTH, outcome=Outcome()))
