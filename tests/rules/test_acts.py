"""Actions allowed in each phase of a board, and the message of each refusal."""

from collections.abc import Callable
from typing import Any

import pytest

from carrom.board.disc import BLACKS, QUEEN, RACKED, STRIKER, WHITES, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest, RulesError
from carrom.rules.custom import custom
from carrom.rules.effects import FAULT, QUEEN_BACK, Fault
from carrom.rules.judge import judge, judge_call, judge_pass, judge_spot
from carrom.rules.phases import Demanded, Forfeited, NoRoom, Placed, Strike, Waived, apply, diagram
from carrom.rules.round import Phase, Placing, Round, RoundResult
from carrom.rules.ruleset import ruleset
from carrom.rules.ruling import Call, Turn
from carrom.rules.settle import settle
from carrom.values import changed

from .boards import played

S, N, E, W = Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST


def placing(**changes: Any) -> Round:
    """Return a round in which North has to place two pieces of South's."""
    waiting = (Placing(WHITES[2], N, 0), Placing(WHITES[1], N, 0), Placing(WHITES[0], S, 1))
    return played(placings=waiting, **changes)


@pytest.mark.parametrize(
    ("round", "action", "words"),
    [
        (played(), Placed(N, WHITES[2]), "no piece is to be placed now: south is to strike"),
        (played(), Waived(N), "no piece is to be placed now: south is to strike"),
        (played(), NoRoom(N), "no piece is to be placed now: south is to strike"),
        (played(), Forfeited(N), "no piece is to be placed now: south is to strike"),
        (placing(), Demanded(N, 1), "no extra points can be demanded now: north is to place W3"),
        (placing(), Waived(S), "north places W3, not south"),
        (placing(), Placed(N, WHITES[1]), "W3 is to be placed now, not W2"),
        (played(result=RoundResult(winners=(0,))), Waived(N), "no piece is to be placed now: the board is over"),
        (
            played(result=RoundResult(winners=(0,), up_to=2)),
            Waived(N),
            "no piece is to be placed now: south may demand up to 2 extra points",
        ),
        (
            Round.begin(ruleset("icf")),
            Waived(N),
            "no piece is to be placed now: south is to break (attempt 1)",
        ),
        (played(result=RoundResult(winners=(0,), up_to=2)), Demanded(N, 1), "south may demand extra points, not north"),
        (played(result=RoundResult(winners=(0,), up_to=2)), Demanded(S, 3), "3 extra points: 0 to 2 may be demanded"),
        (played(result=RoundResult(winners=(0,), up_to=2)), Demanded(S, -1), "-1 extra points: 0 to 2 may be demanded"),
    ],
)
def test_an_act_out_of_its_phase_is_refused_in_one_full_sentence(round: Round, action: Any, words: str) -> None:
    with pytest.raises(RefusedRequest) as refusal:
        apply(round, action)
    assert str(refusal.value) == words


def test_a_demand_is_added_once() -> None:
    won = played(result=RoundResult(winners=(0,), points=4, up_to=2))
    for points in (0, 1, 2):
        assert apply(won, Demanded(S, points)).result == RoundResult(winners=(0,), points=4 + points)


def test_want_of_room_keeps_every_man_of_this_placer_owed_and_the_others_waiting() -> None:
    start = placing()
    owed = apply(start, NoRoom(N))
    assert (owed.sides[0].due, owed.sides[1].due) == (2, 0)
    assert owed.placings == start.placings[2:]
    for action in (Waived(N), Forfeited(N)):
        given = apply(start, action)
        assert (given.sides[0].due, given.placings) == (0, start.placings[2:])


def test_the_last_man_has_to_be_placed() -> None:
    bare = changed(placing(), on_board=(QUEEN, *BLACKS))
    with pytest.raises(RefusedRequest) as refusal:
        apply(bare, Waived(N))
    assert str(refusal.value) == "W3 has to be placed: without it nothing would be left to play for"


@pytest.mark.parametrize(
    "judged",
    [
        lambda over: judge(over, Outcome()),
        lambda over: judge_call(over, Call(what="body", side=0)),
        judge_pass,
    ],
)
def test_nothing_is_judged_once_the_board_is_over(judged: Callable[[Round], object]) -> None:
    with pytest.raises(RefusedRequest) as refusal:
        judged(played(result=RoundResult(winners=(0,))))
    assert str(refusal.value) == "the board is over: nothing more can be played in it"


def test_nobody_strikes_or_passes_before_the_men_are_placed() -> None:
    with pytest.raises(RefusedRequest, match=r"^W3 has to be placed before the next stroke$"):
        judge(placing(), Outcome())
    with pytest.raises(RefusedRequest, match=r"^W3 has to be placed before a pass$"):
        judge_pass(placing())


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (Call(what="body"), "the call 'body' needs the side at fault"),
        (Call(what="seat"), "the call 'seat' needs the side at fault"),
        (Call(what="body", side=0, during=True, after_stroke=True), "a foul during a stroke needs the player"),
        (Call(what="body", side=1, during=True, after_stroke=True), "a foul during a stroke needs the player"),
    ],
)
def test_a_call_that_lacks_something_is_refused(call: Call, words: str) -> None:
    with pytest.raises(RefusedRequest) as refusal:
        judge_call(played(), call)
    assert str(refusal.value).startswith(words)


def test_a_foul_during_a_stroke_needs_a_stroke_of_the_player() -> None:
    right = Call(what="body", side=0, during=True, after_stroke=True)
    assert judge_call(played(struck=True), right).findings
    for wrong in (changed(right, partner=True), changed(right, side=1)):
        with pytest.raises(RefusedRequest, match=r"while their turn lasts: south is to strike; otherwise"):
            judge_call(played(struck=True), wrong)


def test_a_points_game_names_no_price_for_what_needs_a_colour() -> None:
    round = changed(Round.begin(ruleset("points")), phase=Phase.PLAY)
    for what in ("opponent-man-noticed", "placed-wrong-man"):
        with pytest.raises(RefusedRequest) as refusal:
            judge_call(round, Call(what=what, side=0))
        assert str(refusal.value) == f"points has no price for {what!r}, because colours are not owned"


def test_the_table_of_phases_is_drawn_row_by_row() -> None:
    assert diagram().split("\n") == [
        "| phase | when | expected | what may be done | then |",
        "|---|---|---|---|---|",
        "| demanding | the board is over and its winner may demand extra points | {seat} may demand up to {up_to} "
        "extra points | demanded | over |",
        "| over | the board is won or to be replayed | the board is over | nothing: the next board begins | – |",
        "| placing | pieces are waiting to be placed on the board | {seat} is to place {disc} | call, placed, waived, "
        "no-room, forfeited | placing, breaking, striking, demanding, over |",
        "| breaking | the rack is unbroken | {seat} is to break (attempt {attempt}) | stroke, call | breaking, "
        "striking, placing, over |",
        "| striking | otherwise | {seat} is to strike | stroke, pass, call | striking, placing, demanding, over |",
    ]


def test_without_room_what_comes_back_is_owed() -> None:
    waiting = played(no_room=True)
    waiting = changed(waiting, sides=(changed(waiting.sides[0], due=1), waiting.sides[1]))
    after = settle(waiting, judge(waiting, Outcome(pocketed=(WHITES[3], STRIKER))))
    assert after.placings == ()
    assert after.sides[0].due == 3


def test_where_nothing_is_owed_what_cannot_be_paid_is_forgiven() -> None:
    rules = custom({"extends": "icf", "dues": "now"}, "house")
    fresh = changed(Round.begin(rules), phase=Phase.PLAY)
    after = settle(fresh, judge(fresh, Outcome(pocketed=(STRIKER,))))
    assert (after.sides[0].due, after.placings) == (0, ())
    assert settle(changed(fresh, ruleset=ruleset("icf")), judge(changed(fresh, ruleset=ruleset("icf")),
                  Outcome(pocketed=(STRIKER,)))).sides[0].due == 1  # fmt: skip


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("icf", {"scores": (1, 2, 3)}, "3 scores for 2 sides; expected one per side"),
        ("icf", {"sides": ((S,), (S,))}, "a seat is given twice: expected one player at each side of the board"),
        ("icf", {"sides": ((S,), (N,), (E,))}, "3 players in 3 sides: icf is played by 2 or 4"),
        ("icf", {"sides": ((S, N, E, W),)}, "4 players in 1 side: icf is played by 2 or 4"),
        ("icf", {"sides": ((S, E), (N, W))}, "partners sit opposite each other"),
        ("icf", {"sides": ((S,), (E,))}, "two players sit opposite each other"),
        ("icf", {"breaker": E}, "the breaker cannot sit east: the seats are south, north"),
        ("icf", {"handicap": (9, 0)}, "the handicap takes off 9, 0 men: 0 to 8 of each of 2 sides were expected"),
        ("icf", {"handicap": (0, -1)}, "the handicap takes off 0, -1 men: 0 to 8 of each of 2 sides were expected"),
        ("icf", {"handicap": (1,)}, "the handicap takes off 1 men: 0 to 8 of each of 2 sides were expected"),
        ("points", {"handicap": (1, 0)}, "a handicap takes men off a colour: here nobody owns one"),
    ],
)
def test_a_round_is_refused_to_whom_it_does_not_fit_in_one_full_sentence(
    name: str, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        Round.begin(ruleset(name), **given)
    assert str(refusal.value) == words


def test_a_handicap_takes_the_last_men_of_a_colour_off() -> None:
    round = Round.begin(ruleset("icf"), handicap=(2, 8))
    assert round.on_board == (QUEEN, *(d for d in RACKED if d in (*WHITES[:7], BLACKS[0])))
    assert Round.begin(ruleset("points"), handicap=(0, 0)).on_board == RACKED
    assert [side.score for side in round.sides] == [0, 0]
    assert [side.score for side in Round.begin(ruleset("icf"), scores=(3, 4)).sides] == [3, 4]
    with pytest.raises(RulesError, match=r"^nobody sits east; the seats taken are south, north$"):
        round.side_of(E)


@pytest.mark.parametrize("disc", [QUEEN, WHITES[5], BLACKS[5]])
def test_a_stroke_in_which_something_trembling_fell_is_one_though_the_striker_stayed_on_its_lines(disc: Disc) -> None:
    still = Outcome(moved=False, lines_left=LinesLeft.NONE)
    assert judge(played(), still).turn is Turn.RETRY
    assert judge(played(), changed(still, pocketed=(disc,))).turn is not Turn.RETRY


def test_a_board_is_over_once_nothing_more_may_be_demanded() -> None:
    assert played(result=RoundResult(winners=(0,))).is_over
    assert not played(result=RoundResult(winners=(0,), up_to=1)).is_over
    assert not played().is_over


def test_a_break_before_play_brings_the_queen_back_only_where_she_fell() -> None:
    fresh = Round.begin(ruleset("icf"))
    for fallen, found in (((QUEEN,), (FAULT, QUEEN_BACK)), ((WHITES[0],), (FAULT,))):
        early = Outcome(pocketed=fallen, touched=fallen, breaches=(Breach.BEFORE_PLAY,))
        assert judge(fresh, early).findings[0].effects == found


def test_two_reasons_are_one_foul_that_pays_the_striker_if_either_does() -> None:
    for one, other in ((True, False), (False, True)):
        assert Fault(1, striker=one).with_another(Fault(2, striker=other)) == Fault(3, striker=True)
    assert Fault(1).with_another(Fault(1)) == Fault(2)


def test_a_stroke_is_no_break_and_may_not_be_passed_unless_it_is_said() -> None:
    assert Strike(S) == Strike(S, 1, False, False)


def test_who_places_for_two_sides_gives_up_the_men_of_one_at_a_time() -> None:
    """With three players, one may have to place what both others returned."""
    mine, theirs, elsewhere = Placing(WHITES[2], N, 0), Placing(BLACKS[2], N, 1), Placing(WHITES[1], S, 0)
    start = played(placings=(mine, theirs, elsewhere))
    for action, owed in ((Waived(N), 0), (Forfeited(N), 0), (NoRoom(N), 1)):
        given = apply(start, action)
        assert given.placings == (theirs, elsewhere)
        assert [side.due for side in given.sides] == [owed, 0]


def test_what_jumped_though_no_stroke_was_made_goes_to_the_centre_and_the_stroke_is_repeated() -> None:
    still = Outcome(moved=False, lines_left=LinesLeft.NONE, jumped=(WHITES[5], QUEEN))
    ruling = judge(played(), still)
    assert (ruling.turn, ruling.centred) == (Turn.RETRY, (QUEEN, WHITES[5]))
    refused = judge_spot(played(), "off-lines")
    assert refused is not None
    assert (refused.turn, refused.centred) == (Turn.REFUSE, ())


def test_attempts_are_counted_anew_for_who_breaks_next_and_once_the_rack_is_touched() -> None:
    round, counted = Round.begin(ruleset("icf")), []
    for _ in range(5):
        counted.append((round.turn, round.attempt))
        round = settle(round, judge(round, Outcome(moved=False)))
    assert counted == [(S, 1), (S, 2), (S, 3), (N, 1), (N, 2)]
    assert round.attempt == 3
    for fallen, turn in (((BLACKS[0],), N), ((), S)):
        after = settle(round, judge(round, Outcome(pocketed=fallen, touched=BLACKS[:1])))
        assert (after.turn, after.attempt) == (turn, 1)


@pytest.mark.parametrize("outcome", [Outcome(moved=False, lines_left=LinesLeft.NONE), Outcome(pocketed=WHITES[3:])])
def test_what_is_not_played_or_ends_a_board_of_own_colours_scores_nothing_by_the_way(outcome: Outcome) -> None:
    ruling = judge(played(), outcome)
    assert ruling.turn in (Turn.RETRY, Turn.END)
    assert (ruling.points, ruling.gained) == (0, 0)
