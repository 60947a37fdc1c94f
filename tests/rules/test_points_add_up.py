"""Every player's score equals their pocketed pieces, after every action of every points game."""

import random
from typing import Any

import pytest

from carrom.board.disc import QUEEN
from carrom.errors import RefusedRequest, RulesError
from carrom.rules.custom import custom
from carrom.rules.effects import BREACHES, LEFT_ALONE
from carrom.rules.judge import judge, judge_call, judge_pass, judge_passed_over
from carrom.rules.phases import Forfeited, NoRoom, Placed, PlaceDue, Strike, Waived, apply, expected
from carrom.rules.points import worth
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.rules.ruling import Call
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
