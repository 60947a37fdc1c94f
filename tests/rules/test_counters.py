"""The points game: which pieces come back, who pays for them, and who plays next."""

from typing import Any

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.rules.custom import custom
from carrom.rules.judge import judge, judge_call
from carrom.rules.phases import NoRoom, apply
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import changed

GOES_ON = custom({"extends": "points", "striker_with_own_continues": True}, "house")


def last_of(book: Ruleset, *strokes: tuple[Disc, ...]) -> Ruling:
    """Return the ruling on the last of several strokes, each given by the discs it pockets."""
    round = Round.begin(book)
    for fallen in strokes:
        ruling = judge(round, struck(*fallen))
        round = settle(round, ruling)
    return ruling


def struck(*fallen: Disc, **more: Any) -> Outcome:
    """Return the outcome of a stroke that touched a disc."""
    return Outcome(pocketed=fallen, touched=BLACKS[8:], **more)


def test_the_striker_with_a_counter_keeps_the_turn_but_not_while_the_queen_is_at_stake() -> None:
    first = (WHITES[0],)
    assert last_of(GOES_ON, first, (WHITES[1], STRIKER)).turn is Turn.CONTINUE
    alone = last_of(GOES_ON, first, (STRIKER,))
    assert (alone.turn, alone.clauses) == (Turn.PASS, ("House 1",)), "the striker's clause ends the turn by itself"
    for spoiled in (
        last_of(GOES_ON, first, (QUEEN,), (WHITES[1], STRIKER)),
        last_of(GOES_ON, first, (QUEEN, WHITES[1], STRIKER)),
    ):
        assert spoiled.turn is Turn.PASS
        assert any(finding.key.startswith("last_pocketed_counter") for finding in spoiled.findings)


def test_what_another_player_owes_from_before_and_cannot_pay_with_a_new_penalty_stays_owed() -> None:
    round = Round.begin(ruleset("points"))
    round = settle(round, judge(round, struck(WHITES[0])))
    round = settle(round, judge(round, struck(STRIKER)))
    round = apply(round, NoRoom(round.placings[0].by))
    round = settle(round, judge(round, struck(WHITES[1])))
    assert [side.due for side in round.sides] == [1, 0]
    ruling = judge_call(round, Call(what="body", side=0, after_stroke=True))
    assert [(placing.disc, placing.owner) for placing in ruling.placings] == [(WHITES[0], 0)]
    assert ruling.dues == (1, 0), "he owed one and one more, and had one"


def test_a_queen_that_is_not_covered_may_cost_the_turn_alone() -> None:
    keeps = custom({"extends": "points", "void_turn_if_uncovered": False}, "house")
    missed = last_of(keeps, (WHITES[0],), (QUEEN,), ())
    assert (missed.turn, missed.queen, missed.centred, missed.placings) == (Turn.PASS, QueenState.BOARD, (QUEEN,), ())
    assert missed.points == 0, "the points of the turn stand"
    covered = last_of(keeps, (WHITES[0],), (QUEEN,), (WHITES[1],))
    assert (covered.turn, covered.queen) == (Turn.CONTINUE, QueenState.COVERED)
    plain = last_of(keeps, (WHITES[0],), (WHITES[1],))
    assert (plain.turn, plain.queen, plain.centred) == (Turn.CONTINUE, QueenState.BOARD, ())


def test_where_a_counter_is_worth_one_point_only_those_of_the_turn_are_void() -> None:
    cheap = custom(
        {"extends": "points", "white_points": 1, "black_points": 1, "void_returns_counters": True, "players": [2]},
        "house",
    )
    round = Round.begin(cheap)
    for stroke in (
        (WHITES[0],), (), (), (WHITES[1],), (QUEEN,),
    ):  # fmt: skip
        round = settle(round, judge(round, struck(*stroke)))
    back = judge(round, struck())
    assert [placing.disc for placing in back.placings] == [WHITES[1]]
    assert settle(round, back).sides[0].points == 1


def test_counters_of_a_stroke_that_find_no_room_are_owed() -> None:
    round = Round.begin(ruleset("points"))
    round = changed(settle(round, judge(round, struck(WHITES[0]))), no_room=True)
    ruling = judge(round, struck(QUEEN, WHITES[1], WHITES[2], STRIKER))
    assert (ruling.placings, ruling.dues) == ((), (2, 0))
