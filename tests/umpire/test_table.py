"""The umpire's table: typed lines, rulings in words, the state line, and reminders."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_game import DOUBLES, RULE_SETS, SINGLES, header
from strategies_table import table, typed

from carrom.errors import CarromError, RefusedRequest
from carrom.game.event_lines import read_event, write_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.umpire.table import HELP, LOOK, UmpireTable, hear
from carrom.umpire.wording import helped
from carrom.values import changed

BOARD = ("play", "w3", "q w1", "w5")
"""A board that its breaker wins in one turn, pocketing every own piece and the queen."""
FELL = "what fell, `w1` say, `-` if nothing fell"
SECOND = ("-", "b3", "q b1", "b5")
"""A board that the side which did not break wins, from the second turn on."""


def test_a_table_says_where_it_stands_and_what_can_be_typed_before_anything_happened() -> None:
    assert UmpireTable.begin(header(contest="match")).standing == (
        "After 0 boards: Asha 0 - Bilal 0, games 0-0",
        "  next: the toss (type `toss asha` or `toss bilal`)",
    )


def test_every_step_of_the_opening_says_what_can_be_typed() -> None:
    at = UmpireTable.begin(header())
    said = []
    for line in ("toss bilal", "choose side", "seats swap", "trial asha", "trial bilal", "play"):
        at, answer = hear(at, line)
        said.append(answer.words[-1])
    assert said == [
        "  next: Bilal to choose break or side (type `choose break` or `choose side`)",
        "  next: Bilal to keep the seats or change them (type `seats keep` or `seats swap`)",
        "  next: board 1, Asha (north) to break (type `play`, `trial asha` or `trial bilal`)",
        "  next: board 1, Asha (north) to break (type `play` or `trial bilal`)",
        "  next: board 1, Asha (north) to break (type `play`)",
        f"  next: Asha (north) to break, attempt 1 (type {FELL} or `miss` if nothing was touched)",
    ]


def test_the_first_board_of_a_match_is_called_the_first_and_that_of_a_later_game_by_its_game_too() -> None:
    at = table(contest="match")
    assert at.standing[-1].startswith("  next: board 1, Asha (south) to break (type ")
    again, _ = typed("play", "-", "call unforeseen", at=at)
    assert again.standing[-1].startswith("  next: board 1, Asha (south) to break (type ")
    at, _ = typed("award bilal game loss: Law 143d", at=typed(*BOARD, at=at)[0])
    assert at.standing[-1].startswith("  next: game 2, board 1, Bilal (south) to break (type ")


def test_the_standing_in_play_has_score_men_dues_queen_and_what_comes_next() -> None:
    at, _ = typed("play", "-", "-", "s")
    assert at.standing == (
        "Board 1: Asha 0 - Bilal 0",
        "  Asha: white, 9 on the board, owes 1",
        "  Bilal: black, 9 on the board",
        "  queen: on the board",
        f"  next: Bilal (north) to strike (type {FELL}, `miss` if nothing was touched or `pass`)",
    )


def test_a_man_to_be_placed_is_named_as_an_umpire_says_it() -> None:
    at, _ = typed("play", "w1", "w1 s")
    assert at.standing[1] == "  Asha: white, 7 on the board, 2 to be placed"
    assert at.standing[-1] == (
        "  next: Bilal (north) to place a white man, 2 in all "
        "(type `place`, `place all`, `waive`, `no-room` or `forfeit`)"
    )


@pytest.mark.parametrize(
    ("lines", "queen"),
    [
        (("w1", "q"), "down, Asha must cover it now"),
        (("w1", "q", "w1"), "covered by Asha"),
        (("w1", "-", "b1 q", "b1"), "covered by Bilal"),
    ],
)
def test_the_queen_is_always_told(lines: tuple[str, ...], queen: str) -> None:
    at, _ = typed("play", *lines)
    assert at.standing[3] == f"  queen: {queen}"


def test_a_queen_taken_too_early_lies_beside_the_board_where_the_rules_say_so() -> None:
    at, _ = typed("play", "q", at=table("team-event"))
    assert at.standing[3] == "  queen: beside the board until the turn ends"


def test_in_doubles_the_hint_names_who_may_break_and_works_when_it_is_followed() -> None:
    at = table(players=DOUBLES)
    assert at.standing == (
        "After 0 boards: Asha and Chitra 0 - Bilal and Dev 0",
        "  next: board 1, Asha (south) or Chitra (north) to break "
        "(type `play asha`, `play chitra`, `trial A` or `trial B`)",
    )
    with pytest.raises(RefusedRequest, match=r"say who breaks; expected is board 1, .*`play asha`, `play chitra`"):
        hear(at, "play")
    at, words = typed("trial a", "play chitra", at=at)
    assert "Chitra (north) to break" in words


def test_players_who_share_a_first_name_are_called_by_their_seats() -> None:
    pair = (changed(SINGLES[0], name="Asha Rao"), changed(SINGLES[1], name="Asha Menon"))
    at = UmpireTable.begin(header(players=pair))
    assert at.standing[-1] == "  next: the toss (type `toss south` or `toss north`)"
    at, words = typed("toss rao", at=at)
    assert "Asha Rao to choose" in words
    with pytest.raises(RefusedRequest, match="'asha' can mean asha rao or asha menon; expected more of the word"):
        hear(UmpireTable.begin(header(players=pair)), "toss asha")


def test_two_players_of_one_name_are_told_apart_by_seat_only() -> None:
    pair = (SINGLES[0], changed(SINGLES[1], name="asha"))
    with pytest.raises(RefusedRequest, match="'asha' is ambiguous; expected another word for the side"):
        hear(UmpireTable.begin(header(players=pair)), "toss asha")


def test_the_end_of_a_board_tells_points_and_who_breaks_next() -> None:
    at, _ = typed(*BOARD[:-1])
    at, answer = hear(at, "w5 b2")
    assert answer.words[1:] == (
        "Board 1: Asha gains 10 points. A white slam!",
        "After 1 board: Asha 10 - Bilal 0",
        "  next: board 2, Bilal (north) to break (type `play`)",
    )
    assert at.game.score == (10, 0)


def test_a_board_gained_by_a_pair_is_told_of_both() -> None:
    _, words = typed("play asha", *BOARD[1:], at=table(players=DOUBLES))
    assert "Board 1: Asha and Chitra gain 12 points. A white slam!" in words


def test_it_reminds_when_the_queens_credit_ends() -> None:
    at, _ = typed(*BOARD, "play")
    assert at.standing[3] == "  queen: on the board"
    at, _ = typed(*SECOND, "play", at=at)
    assert at.standing[3] == "  queen: on the board; worth nothing to Asha, at 22 or more"


def test_a_game_of_a_match_ends_with_its_recorded_score_the_sides_and_what_comes_next() -> None:
    at, _ = typed(*BOARD, "play", *SECOND, *BOARD[:3], at=table(contest="match"))
    at, answer = hear(at, "w5")
    assert answer.words[1:] == (
        "Board 3: Asha gains 9 points. A white slam!",
        "Game 1: Asha wins, 25-0.",
        "Sides change: Bilal south, Asha north.",
        "Game 2, after 0 boards: Asha 0 - Bilal 0, games 1-0",
        "  next: game 2, board 1, Bilal (south) to break (type `play`)",
    )


def test_the_interval_before_the_third_game_is_announced_and_the_match_told_from_the_winner() -> None:
    at, _ = typed(*BOARD, "concede asha game", at=table(contest="match"))
    at, answer = hear(at, "concede bilal game")
    assert answer.words == (
        "Game 2: Asha wins by concession, 0-0.",
        "Sides change: Asha south, Bilal north.",
        "An interval of ten minutes comes before game 3 (Law 138).",
        "Game 3, after 0 boards: Asha 0 - Bilal 0, games 1-1",
        "  next: game 3, board 1, Asha (south) to break after the interval of ten minutes (Law 138) (type `play`)",
    )
    at, answer = hear(at, "concede asha")
    assert answer.words == (
        "Bilal wins the match by concession, 1-1 (0-12, 0-0).",
        "Game 3, after 0 boards: Asha 0 - Bilal 0, games 1-1",
        "  Bilal wins the match by concession, 1-1 (0-12, 0-0).",
        "  next: nothing more: it is decided (type `card`, `sign` and who signs, `undo` or `quit`)",
    )


def test_a_change_of_sides_within_the_deciding_game_is_told() -> None:
    at, _ = typed("play", "concede asha game", "concede bilal game", *BOARD, at=table(contest="match"))
    assert at.game.score == (12, 0)
    at, words = typed("play", *SECOND, at=at)
    assert "Sides change: Bilal south, Asha north." in words


REFUSED = {
    "a word nobody knows": (
        ("play", "w1", "dance"),
        "'dance' is not understood; expected is Asha (south) to strike (type what fell, `w1` say, `-` if nothing fell, "
        "`miss` if nothing was touched or `pass`)",
    ),
    "a stroke before the board": (
        ("w1",),
        "a stroke is not expected now; expected is board 1, Asha (south) to break (type `play`, `trial asha` or `trial "
        "bilal`)",
    ),
    "ten whites": (("play", "w10"), "10 whites cannot leave the board: 9 can"),
    "ten whites in two words": (("play", "w6 w4"), "10 whites cannot leave the board: 9 can"),
    "no whites": (("play", "w0"), "w0 has a count of zero; expected 1 or more, or `-` if nothing fell"),
    "two strikers": (("play", "s s"), "2 strikers cannot leave the board: 1 can"),
    "two queens": (("play", "q2"), "2 queens cannot leave the board: 1 can"),
    "a queen that is down": (("play", "w1", "q", "q"), "1 queen cannot leave the board: none can"),
    "a miss that pockets": (
        ("play", "w1 miss"),
        "miss and one white off the board contradict each other; expected one",
    ),
    "a slip over the frame": (
        ("play", "slip jump q"),
        "slip and the queen off the board contradict each other; expected one",
    ),
    "jump alone": (("play", "w1 jump"), "jump is incomplete; expected what jumped, as in `jump q`"),
    "direct without a man": (("play", "w1 direct"), "direct refers to an opponent's piece that fell; none did"),
    "indirect without a man": (("play", "w1 indirect"), "indirect refers to an opponent's piece that fell; none did"),
    "direct and not": (
        ("play", "b1 direct indirect"),
        "direct and indirect contradict each other; expected one of them",
    ),
    "a stroke while a man is to be placed": (
        ("play", "w1", "s", "w1"),
        "a stroke is not expected now; expected is Bilal (north) to place a white man "
        "(type `place`, `waive`, `no-room` or `forfeit`)",
    ),
    "placing what nobody owes": (
        ("play", "-", "place"),
        f"no piece is to be placed now; expected is Bilal (north) to strike (type {FELL}, "
        "`miss` if nothing was touched or `pass`)",
    ),
    "placing some": (("play", "w2", "s", "place two"), "'two' is not a number of pieces; expected all"),
    "waiving what nobody owes": (("play", "waive"), "no piece is to be placed now; expected is Asha (south) to break"),
    "waiving with a word": (("play", "w2", "s", "waive all"), "nothing is expected after this word, got 'all'"),
    "demanding in play": (("play", "demand 1"), "no extra points can be demanded now; expected is Asha"),
    "demanding too much": (("play", "w8", "w1 s", "demand 2"), "'2' extra points cannot be demanded; expected 0 to 1"),
    "demanding nothing": (
        ("play", "w8", "w1 s", "demand"),
        "expected how many extra points after the word, got 'nothing'",
    ),
    "passing the break": (("play", "pass"), "a pass is not allowed now; expected is Asha (south) to break, attempt 1"),
    "a call nobody knows": (("play", "foul smiling"), "'smiling' is not a call; expected touched-man, board-hit, "),
    "several calls at once": (
        ("play", "foul placed"),
        "'placed' can mean placed-on-centre, placed-outside, placed-with-disturbance, placed-wrong-man, "
        "placed-for-a-shot or placed-while-holding; expected more of the word",
    ),
    "a foul by nobody": (
        ("play", "foul elbow charlie"),
        "'charlie' is not a player; expected asha, bilal, south, north, A or B",
    ),
    "a foul without a code": (("play", "foul"), "a foul needs a code; expected"),
    "a foul between boards": (("foul elbow",), "a foul is not expected now; expected is board 1"),
    "a call between boards": (("call unforeseen",), "a call is not expected now; expected is board 1"),
    "a call without a code": (("play", "call"), "expected a call's code after the word, got 'nothing'"),
    "more undone than typed": (("play", "undo 7"), "cannot take back 7; expected 1 to 1"),
    "more undone than can be counted": (("play", "undo " + "9" * 5000), "cannot take back 99"),
    "nothing undone": (("play", "undo 0"), "cannot take back 0; expected 1 to 1"),
    "undone words": (("play", "undo all"), "cannot take back all; expected 1 to 1"),
    "nothing to undo": (("undo",), "there is nothing to take back"),
    "who breaks in the middle": (("play", "play"), "no board is to begin now; expected is Asha (south) to break"),
    "the wrong breaker": (
        ("play north",),
        "Bilal (north) does not break; expected is board 1, Asha (south) to break (type `play`, `trial asha` or `trial "
        "bilal`)",
    ),
    "a toss in play": (("play", "toss a"), "a toss is not expected now; expected is Asha (south) to break"),
    "a choice in play": (("play", "choose side"), "nothing is to be chosen now; expected is Asha (south) to break"),
    "seats in play": (("play", "seats keep"), "no side is to be chosen now; expected is Asha (south) to break"),
    "a third trial": (("trial a", "trial a"), "Asha had the trial board; one is left for Bilal"),
    "a trial in play": (("play", "trial a"), "no trial board is to be played now; expected is Asha"),
    "a trial of nobody": (("trial",), "expected the side that tried the board after the word, got 'nothing'"),
    "conceding for nobody": (("play", "concede"), "expected the side that concedes after the word, got 'nothing'"),
    "a game conceded before it began": (("concede a game",), "no game has begun; expected is board 1, Asha"),
    "conceding for somebody else": (
        ("concede dev",),
        "'dev' is not a side; expected asha, bilal, south, north, A or B",
    ),
    "two commands at once": (("p",), "'p' can mean play, place, pass or protest; expected more of the word"),
    "a stroke and a command": (("play", "st"), "'st' can mean striker, still or state; expected more of the word"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_sense_is_refused_in_one_sentence_and_changes_nothing(what: str) -> None:
    lines, expected = REFUSED[what]
    at, _ = typed(*lines[:-1], at=table(contest="match"))
    with pytest.raises(RefusedRequest) as refusal:
        hear(at, lines[-1])
    said = str(refusal.value)
    assert said.startswith(expected)
    assert "\n" not in said


@pytest.mark.parametrize(
    ("short", "whole"), [("PLAY South", "play asha"), ("tri b", "trial bilal"), ("con bil", "concede B match")]
)
def test_any_beginning_that_only_one_word_has_is_enough_before_a_board(short: str, whole: str) -> None:
    assert typed(short)[0] == typed(whole)[0]


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("white2 bl1 qu str", "w2 b q s"),
        ("wh2 blac", "w2 b1"),
        ("n2 brown", "w2 w1"),
        ("imp", "improper"),
        ("mi", "miss"),
        ("sl", "slip"),
        ("w ju b", "w1 jump b1"),
        ("fou el", "foul elbow"),
        ("foul touched bil", "foul touched-man bilal"),
        ("fou pow no af", "foul powder bilal after"),
        ("cal unf", "call unforeseen"),
        ("conc a g", "concede asha game"),
    ],
)
def test_any_beginning_that_only_one_word_has_is_enough_in_play(short: str, whole: str) -> None:
    assert typed("play", short)[0] == typed("play", whole)[0]


def test_the_moment_of_a_foul_may_be_shortened_too() -> None:
    assert typed("play", "w1", "fou bod d")[0] == typed("play", "w1", "foul body asha during")[0]


@pytest.mark.parametrize(
    ("short", "whole"), [("plac a", "place all"), ("wai", "waive"), ("forf", "forfeit"), ("no-", "no-room")]
)
def test_any_beginning_that_only_one_word_has_is_enough_while_men_are_placed(short: str, whole: str) -> None:
    before = typed("play", "w2", "w1 s")[0]
    assert hear(before, short)[0] == hear(before, whole)[0]


def test_a_beginning_that_a_name_and_a_moment_share_is_refused() -> None:
    with pytest.raises(RefusedRequest, match="'b' can mean before or bilal; expected more of the word"):
        typed("play", "foul elbow b")
    with pytest.raises(RefusedRequest, match="'a' can mean after or asha; expected more of the word"):
        typed("play", "foul elbow a")


def test_a_letter_never_stands_against_a_name_that_begins_so() -> None:
    pair = (changed(SINGLES[0], name="Bob"), changed(SINGLES[1], name="Ann"))
    at = UmpireTable.begin(header(players=pair))
    with pytest.raises(RefusedRequest, match="'b' can mean bob or B; expected more of the word"):
        hear(at, "toss b")
    assert hear(at, "toss bob")[0].game.state.toss_won_by == "A"


def test_undo_takes_lines_back_tells_them_and_keeps_the_history() -> None:
    at, words = typed("play", "w2", "s", "undo")
    assert words.splitlines()[0] == "Taken back: `s`."
    at, words = typed("undo 2", at=at)
    assert words.splitlines()[0] == "Taken back: `play asha`, `w2`."
    assert at.game.round is None
    assert len(at.game.events) == 6


def test_undo_takes_back_all_that_one_line_did() -> None:
    before, _ = typed("play", "w2", "w1 s")
    after, _ = typed("place all", at=before)
    assert after.game.state != before.game.state
    assert after.spans == ((4, 5),)
    undone, words = typed("undo", at=after)
    assert undone.game.state == before.game.state
    assert words.splitlines()[0] == "Taken back: `place all`."
    one_by_one, words = typed("place", "place", "undo", at=before)
    assert words.splitlines()[0] == "Taken back: `place`."
    assert one_by_one.game.round is not None
    assert len(one_by_one.game.round.placings) == 1


def test_extra_points_wait_for_a_demand() -> None:
    at, words = typed("play", "w8", "w1 s")
    assert words.endswith("next: Bilal (north) to demand up to 1 extra point (type `demand 0` or `demand 1`)")
    at, words = typed("demand 1", at=at)
    assert at.game.score == (0, 4)


def test_points_games_show_the_counters_left_and_points() -> None:
    at, _ = typed("play", "n2 b1", at=table("points"))
    assert at.standing[1:5] == (
        "  Asha: 25 points",
        "  Bilal: 0 points",
        "  on the board: 7 brown, 8 black",
        "  queen: on the board",
    )
    assert at.standing[-1].startswith("  next: Asha (south) to strike (type what fell, `n1` say, ")
    with pytest.raises(RefusedRequest, match="8 browns cannot leave the board: 7 can"):
        hear(at, "n8")
    at, _ = typed("play", "b1", "-", at=table("three-player"))
    assert at.standing[1:6] == (
        "  Asha: 1 point",
        "  Bilal: 0 points",
        "  Chitra: 0 points",
        "  on the board: 9 white, 8 black",
        "  queen: on the board",
    )


def test_a_points_game_conceded_before_its_first_board_has_no_score_to_tell() -> None:
    _, words = typed("concede bilal", at=table("points"))
    assert words.splitlines()[0] == "Asha wins the game by concession."
    _, words = typed("concede bilal", at=table("three-player"))
    assert words.splitlines()[0] == "Asha and Chitra share the game by concession."


def test_where_it_decides_the_umpire_is_asked_whether_the_striker_itself_touched_the_opponents_man() -> None:
    at, _ = typed("play", "w1", at=table("classic-29"))
    with pytest.raises(RefusedRequest) as refusal:
        hear(at, "w1 b1")
    assert str(refusal.value) == (
        "one black of the opponent fell: whether the striker itself touched it decides; "
        "expected `w1 b1 direct` or `w1 b1 indirect`"
    )
    struck, _ = hear(at, "w1 b1 direct")
    spared, _ = hear(at, "w1 b1 indirect")
    assert struck.game.round != spared.game.round
    typed("play", "w1", "b1")


def test_a_call_between_two_strokes_can_be_before_during_or_after_the_last_one() -> None:
    moments = {}
    for moment in ("before", "during", "after"):
        struck = ("w2",) if moment != "before" else ("-",)
        at, _ = typed("play", "w1", *struck, f"foul elbow {moment}")
        event = at.game.events[-1]
        moments[moment] = (event.after_stroke, event.during)
    assert moments == {"before": (False, False), "during": (True, True), "after": (True, False)}


def test_help_names_every_form() -> None:
    _, words = typed("help")
    assert all(form in words for form in HELP)
    _, words = typed("help calls")
    assert words.startswith("calls: touched-man, board-hit, ")
    _, words = typed("help und")
    assert words == "undo  take back the last line; `undo 3` the last three"


def test_looking_changes_nothing_and_quitting_stops() -> None:
    at, _ = typed("play", "w1")
    for line in ("state", "card", "log", "help", "", "  "):
        after, answer = hear(at, line, 1_790_000_000)
        assert after is at
        assert answer.events == ()
        assert not answer.stop
    for line in ("quit", "exit", "qui"):
        assert hear(at, line)[1].stop


def test_a_table_knows_the_whole_lines_that_can_be_typed() -> None:
    at = UmpireTable.begin(header())
    assert at.choices == ("toss asha", "toss bilal")
    at, _ = typed("play", "w2", at=table())
    assert at.choices == ("-", "miss", "pass")
    at, _ = typed("w1 s", at=at)
    assert at.choices == ("place", "place all", "waive", "no-room", "forfeit")
    assert typed("concede asha", at=at)[0].choices == ()


def test_a_table_makes_a_record_that_reads_back() -> None:
    at, _ = typed("play", "w2", "s", "place", "w1 improper", "undo", "foul elbow asha before")
    assert read_record(write_record(at.game)) == at.game


VOCABULARY = """
w b q s w2 b3 w9 w0 miss - jump improper direct indirect still slip one-line early play place all waive forfeit no-room
pass demand 0 1 2 foul call elbow touched-man unforeseen seat before during after north south asha bilal a b c undo
concede game match toss choose break side seats keep swap trial state card help calls nonsense log correct 1-2 / nothing
time award loses board late queen man wrong-man note warn appeal protest rule replay sign umpire walkover retired
disqualified loss nobody by broken last-own-before-queen opponent-last both-last loss-of-board Law 140: : why 5 100
"""
WORDS = st.sampled_from(VOCABULARY.split())


@settings(max_examples=3 * settings.default.max_examples, deadline=None)
@given(st.sampled_from(RULE_SETS), st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), max_size=25))
def test_whatever_is_typed_is_answered_or_refused(book: str, lines: list[str]) -> None:
    at = table(book)
    for line in ["play", "w1", *lines]:
        try:
            at, answer = hear(at, line, 1_790_000_000)
        except CarromError as refusal:
            assert "\n" not in str(refusal)
        else:
            assert not any("\n" in words for words in answer.words)
    assert read_record(write_record(at.game)) == at.game
    assert all(word.isalpha() for word in LOOK)


# -- `help WORD` matches the beginnings of words


def test_help_on_calls_needs_four_letters_and_less_names_the_form() -> None:
    assert helped(("call",))[0].startswith("calls: touched-man, ")
    assert not helped(("cal",))[0].startswith("calls:")


def test_help_on_a_word_is_on_the_forms_that_begin_with_it() -> None:
    assert [line.split()[:2] for line in helped(("sign",))] == [["sign", "asha"]]
    assert helped(("SI",)) == helped(("sign",))
    assert helped(("asha",)) == helped(())


# -- The end of a points board is reported with every player's pieces


def test_the_end_of_a_points_board_tells_everybodys_counters() -> None:
    game = GameHistory.begin(changed(header("points"), first_break="A", surface=None))
    table, said = UmpireTable(game), ()
    for line in ("play", "n9 b9 q"):
        table, said = hear(table, line, None)
    assert any("All counters are down: " in words and "185" in words for words in said.words)


def test_a_points_board_that_the_clock_breaks_off_has_not_all_its_counters_down() -> None:
    _, said = typed("play", "n1", "time", at=table("points"))
    assert "All counters are down" not in said
    assert "Asha wins the game on the clock" in said


# -- The time of a foul: derived from the board if it is not given, also after a correction


def test_a_correction_gives_the_ruling_that_typing_it_right_at_once_gives() -> None:
    corrected, _ = typed("play", "w1", "-", "b2", "foul elbow asha", "place", "correct 4 -")
    at_once, _ = typed("play", "w1", "-", "-", "foul elbow asha", "place")
    assert corrected.game.round == at_once.game.round
    assert corrected.standing == at_once.standing
    assert "next: Asha" in corrected.standing[-1]


def test_a_foul_without_a_moment_is_recorded_and_shown_without_one() -> None:
    at, _ = typed("play", "w1", "foul elbow bilal")
    event = at.game.events[-1]
    assert read_event(write_event(event)) == event
    assert write_event(event).endswith("by=north untimed")
    assert "foul elbow bilal  " in typed("log", at=at)[1]


def test_a_foul_before_the_first_stroke_is_refused_once_the_player_has_struck() -> None:
    at, _ = typed("play", "w1")
    with pytest.raises(RefusedRequest) as refusal:
        hear(at, "foul elbow before")
    assert str(refusal.value) == (
        "Asha (south) has struck in this turn; expected `after` or `during`, or `undo` before the foul"
    )
    assert typed("foul elbow bilal before", at=at)[0].game.round is not None


@pytest.mark.parametrize(("word", "law"), [("waive", "Law 87a"), ("forfeit", "Law 80")])
def test_a_due_is_let_off_as_a_whole(word: str, law: str) -> None:
    at, words = typed("play", "w1 s", word)
    assert words.startswith(f"All that Asha owes is let off ({law}).")
    assert "owes 1" not in words
    assert "comes back" not in typed("-", at=at)[1]
