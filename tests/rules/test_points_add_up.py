"""Every player's score equals their pocketed pieces, after every action of every points game."""

import random
from typing import Any

import pytest

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.errors import RefusedRequest, RulesError
from carrom.rules.custom import custom
from carrom.rules.effects import BREACHES, LEFT_ALONE
from carrom.rules.judge import judge, judge_call, judge_pass, judge_passed_over
from carrom.rules.phases import Forfeited, NoRoom, Placed, PlaceDue, Strike, Waived, apply, expected
from carrom.rules.points import worth
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import changed

from .boards import DOUBLES, SINGLES, THREE, sensible, wild

CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"queen_points": 7, "white_points": 3, "black_points": 2},
    {"void_turn_if_uncovered": True},
    {"void_turn_if_uncovered": True, "void_returns_counters": True},
    {"void_turn_if_uncovered": False},
    {"queen_cover": "none"},
    {"dues": "now"},
    {"dues": "none"},
    {"striker_with_own_continues": True},
    {"striker_with_own_continues": False},
    {"players": [3]},
    {"players": [2]},
)


def sets() -> list[tuple[str, Ruleset]]:
    """Return the points games and those variants of them that are valid."""
    made = []
    for base in ("points", "three-player"):
        for changes in CHANGES:
            try:
                made.append((f"{base} {changes}", custom({"extends": base, **changes}, "house")))
            except RulesError:
                made.append((base, ruleset(base)))
    return list(dict(made).items())


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(("name", "rules"), sets(), ids=lambda value: value if isinstance(value, str) else "")
def test_points_are_the_worth_of_what_is_in_the_pockets(name: str, rules: Ruleset) -> None:
    for number in range(30):
        rng = random.Random(f"{name} {number}")
        tables = [each for each in (SINGLES, DOUBLES, THREE) if sum(map(len, each)) in rules.parameters.players]
        seats = rng.choice(tables)
        round = Round.begin(rules, seats, rng.choice([seat for side in seats for seat in side]))
        for _ in range(400):
            if not expected(round):
                break
            round = step(round, rng, wild if number % 2 else sensible)
            check(round)


def step(round: Round, rng: random.Random, play: Any) -> Round:
    """Return the round after a random stroke, pass, call on any side, stroke out of turn, or placing."""
    wanted = expected(round)[0]
    if isinstance(wanted, PlaceDue) and rng.random() < 0.9:
        act = rng.choice((*(Placed(wanted.seat, wanted.disc),) * 4, Waived(wanted.seat), NoRoom(wanted.seat),
                          Forfeited(wanted.seat)))  # fmt: skip
        try:
            return apply(round, act)
        except RefusedRequest:
            return apply(round, Placed(wanted.seat, wanted.disc))
    fate = rng.random()
    if fate < 0.2 or not isinstance(wanted, Strike):
        side = rng.randrange(len(round.sides))
        during = side == round.mover and round.struck and rng.random() < 0.6
        known = [code for code in (*BREACHES, *LEFT_ALONE) if code != "placed-wrong-man"]
        call = Call(what=rng.choice(known), side=side, after_stroke=round.struck, during=during)
        return settle(round, judge_call(round, call))
    if fate < 0.3 and wanted.may_pass:
        return settle(round, judge_pass(round))
    if fate < 0.35 and wanted.may_pass:
        passed = settle(round, judge_passed_over(round))
        if passed.placings:
            return passed
        return changed(passed, turn=rng.choice(passed.seats))
    return settle(round, judge(round, play(round, rng)))


def check(round: Round) -> None:
    """Check every side's points, and that no counter is scored twice or is still on the board."""
    figures = round.ruleset.parameters
    scored = [disc for side in round.sides for disc in side.taken]
    assert len(set(scored)) == len(scored)
    assert not {*scored} & {*round.on_board}
    assert (QUEEN in round.on_board) == (round.queen is QueenState.BOARD)
    total = 0
    for index, side in enumerate(round.sides):
        hers = figures.queen_points if round.queen is QueenState.COVERED and round.queen_side == index else 0
        assert side.points == worth(figures, side.taken) + hers
        total += side.points
    whole = 9 * (figures.white_points + figures.black_points) + figures.queen_points
    lying = worth(figures, (disc for disc in round.on_board if disc is not QUEEN))
    hers = 0 if round.queen is QueenState.COVERED else figures.queen_points
    nobodys = [d for d in round.pocketed if d is not QUEEN and d not in scored]
    assert total + lying + hers + worth(figures, nobodys) == whole
    if not round.ruleset.has("void") and not round.ruleset.has("uncovered_queen_voids_the_turn"):
        assert nobodys == []


# -- The points game: which pieces come back, who pays for them, and who plays next

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
