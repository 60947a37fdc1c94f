"""Clock and official acts at the umpire's table: typed, answered, shown and printed."""

from datetime import UTC

import pytest
from strategies_game import DOUBLES, THREE
from strategies_table import table, typed

from carrom.errors import RefusedRequest
from carrom.game.commands import events_of
from carrom.game.commands import typed as line_of
from carrom.game.record import read_record, write_record
from carrom.umpire.score_card import rows, score_card
from carrom.umpire.table import entries, hear

BOARD = ("play", "w3", "q w1", "w5")


def said(*lines: str, at=None) -> list[str]:
    """Return the answer to the last line, without the state line that follows it."""
    before, _ = typed(*lines[:-1], at=at)
    after, answer = hear(before, lines[-1])
    return list(answer.words[: -len(after.standing)])


def test_the_clock_ends_a_game_where_it_stands() -> None:
    assert said(*BOARD, "time") == ["Asha wins the game on the clock, 12-0."]
    assert said("play", "w1", "time") == ["Asha and Bilal share the game on the clock, 0-0."]


def test_the_clock_ends_a_game_of_a_match_and_the_next_one_comes() -> None:
    assert said(*BOARD, "time", at=table(contest="match")) == [
        "Game 1: Asha wins on the clock, 12-0.",
        "Sides change: Bilal south, Asha north.",
    ]
    at, _ = typed("play", "time", at=table(contest="match"))
    assert said("play", "time", at=at)[0] == "Game 2 is drawn on the clock, 0-0."
    assert "Game 1 drawn 0-0 (time)" in score_card(at.game, UTC)


def test_an_award_says_how_and_by_which_law() -> None:
    assert said("award asha walkover") == ["Asha wins the game by walkover (Law 143i), 0-0."]
    assert said("award asha retired: hurt her hand") == [
        "Asha wins the game, the other side having retired (Law 139, hurt her hand), 0-0."
    ]
    assert said("award bilal disq: Law 143c, struck the board") == [
        "Bilal wins the game by disqualification (Law 143c, struck the board), 0-0."
    ]
    assert said("award nobody walkover") == ["Nobody wins the game by walkover (Law 143i), 0-0."]
    assert said(*BOARD, "loses asha: Law 143h, third distraction") == [
        "Bilal wins the game by the other side's fault (Law 143h, third distraction), 0-12."
    ]


def test_a_game_of_a_match_is_awarded_by_itself() -> None:
    at, _ = typed(*BOARD, at=table(contest="match"))
    assert said("award bilal game loss: Law 143d", at=at) == [
        "Game 1: Bilal wins by the other side's fault (Law 143d), 0-12.",
        "Sides change: Bilal south, Asha north.",
    ]
    at, _ = typed("loses asha game", at=at)
    assert "Game 1 won by: Bilal 0-12 (loss, Law 143)" in score_card(at.game, UTC)


def test_a_board_known_by_its_row_alone_stands_on_the_card() -> None:
    at, answer = hear(table(), "board asha 5 queen")
    assert answer.words[0] == "Board 1: Asha gains 8 points."
    at, _ = (
        typed("board asha 4 queen bilal", "board bilal 3", at=at) if False else typed("board asha 4 queen bilal", at=at)
    )
    at, _ = typed("board bilal last-own-before-queen", at=at) if False else (at, "")
    assert [row.cells for row in rows(at.game, 0)] == [
        (("3", "5", "8"), ("Nil", "Nil", "0")),
        (("Nil", "4", "12"), ("(3)", "Nil", "0")),
    ]


def test_a_row_can_tell_every_ending() -> None:
    for line, points in {
        "board bilal last-own-before-queen 2": 3,
        "board bilal opponent-last 4": 7,
        "board bilal loss-of-board 4 queen asha": 4,
        "board bilal both-last demand 1": 4,
    }.items():
        at, _ = typed(line)
        assert at.game.score == (0, points), line
    at, words = typed("board replay")
    assert words.splitlines()[0] == "Board 1 is cancelled and played again; Asha breaks it again."


def test_a_row_of_a_pair_says_who_broke_and_one_of_a_points_game_everybodys_points() -> None:
    at, _ = typed("board b 5 queen broken chitra", at=table(players=DOUBLES))
    assert at.game.score == (0, 8)
    with pytest.raises(RefusedRequest, match=r"say who broke; expected e.g. `board asha 5 queen broken asha`"):
        typed("board b 5 queen", at=table(players=DOUBLES))
    at, words = typed("board 5 9 18", at=table("three-player", THREE))
    assert "Chitra wins the game: Asha 5, Bilal 9, Chitra 18." in words


def test_warnings_are_counted_for_the_player() -> None:
    at, _ = typed("play", "warn bilal: Law 143h, talks to the crowd")
    assert said("warn bil slow-stroke: 40 seconds", at=at) == [
        "Bilal is warned (slow stroke): 40 seconds.",
        "That is the second warning in this contest.",
    ]
    at, _ = typed("warn bilal", at=at)
    assert said("warn bilal", at=at) == [
        "Bilal is warned (distraction).",
        "That is the third warning in this contest.",
        "The referee may rule that Bilal loses the match (Law 143h).",
    ]


def test_an_appeal_is_open_until_it_is_ruled_on() -> None:
    at, words = typed("play", "w1", "appeal bilal: the striker was touched")
    assert words.splitlines()[0] == "Bilal appeals: the striker was touched."
    assert at.standing[-2] == (
        "  open: Bilal appeals: the striker was touched (type `rule`, the clause, and why after a colon)"
    )
    at, words = typed("rule Law 121 by Chief Referee: it was not", at=at)
    assert words.splitlines()[0] == "Ruled by Chief Referee (Law 121): it was not."
    assert "open:" not in words


def test_a_protest_withholds_the_result() -> None:
    at, words = typed(*BOARD, "time", "protest bilal: the clock was wrong")
    assert words.splitlines()[:2] == [
        "Bilal protests: the clock was wrong.",
        "The result is shown, and does not count until the protest is decided.",
    ]
    assert score_card(at.game, UTC).splitlines()[-1] == (
        "Game won by: Asha on the clock, 12-0 (withheld: a protest is open)"
    )


def test_a_ruling_sends_a_board_back_to_its_start_and_keeps_everything() -> None:
    at, _ = typed(*BOARD, "play", "-", "b3")
    at, words = typed("replay Law 140: the lamp fell", at=at)
    assert words.splitlines()[:2] == [
        "Ruled by the umpire (Law 140, board played again): the lamp fell.",
        "The board is played again from its start; the history remains.",
    ]
    assert at.standing == (
        "After 1 board: Asha 12 - Bilal 0",
        "  next: board 2, Bilal (north) to break (type `play`)",
    )
    assert len(at.game.events) == 9
    at, words = typed("undo", at=at)
    assert words.splitlines()[0] == "Taken back: `replay Law 140 by the umpire: the lamp fell`."
    assert at.game.round is not None
    assert at.game.round.men_on_board(0) == 6


def test_the_card_has_the_umpires_remarks_and_the_signatures() -> None:
    lines = (
        "note men damp",
        *BOARD,
        "warn bilal: Law 143h",
        "time",
        "sign asha",
        "sign bil",
        "sign umpire",
        "sign ref Hari",
    )
    at, words = typed(*lines, at=table(umpire="Esha"))
    assert words.splitlines()[0] == "Signed by Hari (referee)."
    assert score_card(at.game, UTC).splitlines()[-5:] == [
        "Umpire's remarks:",
        "  before the first board: Noted: men damp",
        "  board 1: Bilal is warned (distraction): Law 143h",
        "Game won by: Asha on the clock, 12-0",
        "Signed: Asha (player), Bilal (player), Esha (umpire), Hari (referee)",
    ]
    at, _ = typed("play", "note damp", at=table(contest="match"))
    assert "  game 1, board 1: Noted: damp" in score_card(at.game, UTC)


def test_a_stroke_out_of_turn_that_was_noticed_too_late_stands() -> None:
    at, words = typed("play", "-", "w1 by asha")
    assert words.splitlines()[1] == "The stroke of Asha (south) out of turn stands (Law 51)."
    assert at.game.round is not None
    assert at.game.round.turn.value == "south"
    assert at.game.round.men_on_board(0) == 8


def test_a_queen_that_nobody_put_back_counts_as_covered() -> None:
    _, words = typed("play", "w1", "q", "-", "-", "late queen asha")
    assert words.splitlines()[0] == "The queen counts as covered: it was not put back in time (Law 96)."
    assert "queen: covered by Asha" in words


def test_a_wrong_man_placed_and_noticed_late_stays() -> None:
    at, words = typed("play", "w1 b2", "w1 s", "place all", "late wrong-man")
    assert words.splitlines()[0] == "The piece that was placed stays, and the right one stays in the pocket (Law 82b)."
    assert at.game.round is not None
    assert (at.game.round.men_on_board(0), at.game.round.men_on_board(1)) == (8, 8)


def test_a_wrong_man_is_one_of_those_placed_that_still_lie() -> None:
    at, _ = typed("play", "w1 b2", "w1 s", "place", "place", "w1")
    at, _words = typed("late wrong-man", at=at)
    assert at.game.round is not None
    assert (at.game.round.men_on_board(0), at.game.round.men_on_board(1)) == (7, 8)
    at, _ = typed("play", "w1 b2", "s", "place", "w1")
    with pytest.raises(RefusedRequest, match="expected a placed piece and one in a pocket"):
        hear(at, "late wrong-man")


def test_a_man_of_the_opponent_noticed_late_counts_as_down() -> None:
    at, words = typed("play", "w1", "late man asha")
    assert "The opponent's piece stays in the pocket (Law 125b)." in words
    assert at.game.round is not None
    assert at.game.round.men_on_board(1) == 8
    assert at.game.round.turn.value == "north"


REFUSED = {
    "time before a game": ((), "time", "no game is running that the clock could end; expected is board 1"),
    "time with words": (("play",), "time 12", "nothing is expected after this word, got '12'"),
    "an award to nobody here": ((), "award dev", "'dev' is not a side; expected asha, bilal, south, north, A or B"),
    "an award without anybody": ((), "award", "expected the side that is awarded it after the word, got 'nothing'"),
    "losing for nobody": ((), "loses", "expected the side that loses after the word, got 'nothing'"),
    "a row in play": (("play",), "board asha 5 queen", "no board is to be entered now; expected is Asha (south)"),
    "a row without a winner": ((), "board 5", "expected the winner after the word, got 'nothing'"),
    "a row without a queen": (
        (),
        "board asha 5",
        "the side that covered the queen is missing; expected e.g. `board asha 5",
    ),
    "a row that cannot be": ((), "board asha 12 queen", "a won board leaves 12 pieces; expected 1 to 9"),
    "a demand that is no number": ((), "board asha 5 queen demand two", "'two' is not a number of pieces or points"),
    "what was noticed late": (
        ("play", "w1"),
        "late striker",
        "'striker' is not a thing noticed late; expected queen, man",
    ),
    "noticed late by nobody": (("play", "w1"), "late queen", "expected whose it was after the word, got 'nothing'"),
    "noticed late before a board": ((), "late man asha", "nothing can be noticed late now; expected is board 1"),
    "a wrong man before any was placed": (
        ("play", "w1"),
        "late wrong-man",
        "no wrong piece can be on the board; expected",
    ),
    "a wrong man of somebody": (
        ("play", "w1"),
        "late wrong-man asha",
        "nothing is expected after this word, got 'asha'",
    ),
    "an empty note": ((), "note", "expected what is to be noted after the word, got 'nothing'"),
    "a note of nothing": ((), "note :", "a note is empty; expected a text"),
    "a warning for nobody": ((), "warn", "expected the player to warn after the word, got 'nothing'"),
    "a warning for a stranger": ((), "warn dev", "'dev' is not a player; expected asha, bilal, south, north, A or B"),
    "a ruling without why": (
        (),
        "rule Law 69",
        "a ruling needs its clause and a reason; expected e.g. `rule Law 69: the",
    ),
    "a ruling without a clause": ((), "rule : because", "a ruling needs its clause and a reason"),
    "a replay before a board": (
        (),
        "replay Law 140: rain",
        "no board has begun, so none can be played again; expected is",
    ),
    "a signature of nobody": ((), "sign", "expected the signer after the word, got 'nothing'"),
    "a referee without a name": ((), "sign referee", "the referee has no name yet; expected e.g. `sign referee Esha`"),
    "an umpire without a name": ((), "sign umpire", "the umpire has no name yet; expected e.g. `sign umpire Esha`"),
    "out of turn in his turn": (
        ("play", "-"),
        "w1 by bilal",
        "it is Bilal's turn; expected another player out of turn",
    ),
    "out of turn by nobody": (("play", "-"), "w1 by", "expected the player who struck after the word, got 'nothing'"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_office_cannot_mean_is_refused_in_one_sentence(what: str) -> None:
    lines, line, expected = REFUSED[what]
    at, _ = typed(*lines)
    with pytest.raises(RefusedRequest) as refusal:
        hear(at, line)
    assert str(refusal.value).startswith(expected)


def test_among_three_the_others_play_on_when_one_loses() -> None:
    with pytest.raises(RefusedRequest, match="expected `retires bilal`, or `award` and the player who wins"):
        typed("loses bilal", at=table("three-player", THREE))


EVERYTHING = (
    "trial asha",
    "board asha 5 queen",
    "board bilal opponent-last 4 demand 1",
    "note a draught from the door: closed",
    "play",
    "w1",
    "-",
    "b1 by asha",
    "warn bilal slow-stroke: Law 50, 20 seconds",
    "appeal asha",
    "rule Law 50: twenty seconds it was",
    "foul elbow bilal after",
    "place",
    "protest bilal: elbow",
    "rule §1 by Hari: no",
    "replay Law 140 by Hari: the lamp fell",
    "play",
    "-",
    "time",
    "sign asha",
    "sign referee Hari Om",
)


def test_everything_that_office_brings_reads_back_and_can_be_typed_again() -> None:
    at = table(contest="match")
    live = at.game
    for line in EVERYTHING:
        before = at
        at, answer = hear(at, line)
        for event in answer.events[:1]:
            assert events_of(before.game, line_of(before.game, event))[0] == event, line
    assert read_record(write_record(at.game)) == at.game
    assert len(list(entries(at.game, at.spans))) < len(EVERYTHING)
    assert live != at.game


def test_a_title_of_nobody_and_a_share_are_told_on_the_card() -> None:
    at, _ = typed("award nobody walkover")
    assert score_card(at.game, UTC).splitlines()[-1] == "Game won by: nobody by walkover (Law 143i), 0-0"
    at, _ = typed("play", "time")
    assert score_card(at.game, UTC).splitlines()[-1] == "Game won by: Asha and Bilal (shared) on the clock, 0-0"


def test_one_point_is_a_point_and_two_are_points() -> None:
    assert typed("board asha 1 queen bilal")[1].splitlines()[0] == "Board 1: Asha gains 1 point."
    assert typed("board asha 2 queen bilal")[1].splitlines()[0] == "Board 1: Asha gains 2 points."
