"""A foul during a stroke costs what the same stroke costs when improper (Laws 64b and 77a), with and without dues."""

import random
from typing import Any

import pytest

from carrom.board.disc import STRIKER
from carrom.board.outcome import Breach, Outcome
from carrom.rules.judge import judge, judge_call
from carrom.rules.phases import Placed, PlaceDue, Strike, apply, expected
from carrom.rules.round import Round
from carrom.rules.rulesets import NAMES
from carrom.rules.ruling import Call, Turn
from carrom.rules.settle import settle
from carrom.values import changed

from .boards import begin, sensible, tables, wild


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", NAMES)
def test_a_foul_during_a_stroke_and_the_improper_stroke_cost_the_same(name: str) -> None:
    compared = old_dues = 0
    for number in range(60):
        rng = random.Random(f"{name} {number}")
        round = begin(name, rng.choice(tables(name)), rng)
        for _ in range(60):
            if not isinstance(next(iter(expected(round)), None), Strike):
                break
            outcome = often_own(round, rng) if number % 2 else sensible(round, rng)
            during = foul_during(round, outcome)
            improper = judge(round, changed(outcome, breaches=(Breach.IMPROPER,)))
            if during is not None and improper.turn is Turn.PASS:
                compared += 1
                old_dues += round.sides[round.mover].due > 0
                assert facts(during) == facts(placed(settle(round, improper))), (number, outcome, round)
            round = placed(settle(round, judge(round, outcome)))
    assert compared > 40
    assert old_dues > 2


def often_own(round: Round, rng: random.Random) -> Outcome:
    """Return a random outcome, often the striker alone, so that pieces become due."""
    if rng.random() < 0.3:
        return Outcome(pocketed=(STRIKER,))
    outcome = wild(round, rng)
    return changed(outcome, breaches=(), jumped=())


def foul_during(round: Round, outcome: Outcome) -> Round | None:
    """Return the round after a stroke and a foul during it, or None if the stroke itself ended the turn."""
    ruling = judge(round, outcome)
    after = settle(round, ruling)
    if ruling.turn is not Turn.CONTINUE or after.result is not None:
        return None
    after = placed(after)
    call = Call(what="touched-man", side=after.mover, after_stroke=True, during=True)
    return placed(settle(after, judge_call(after, call)))


def placed(round: Round) -> Round:
    """Return the round with all due pieces placed."""
    while isinstance(wanted := next(iter(expected(round)), None), PlaceDue):
        round = apply(round, Placed(wanted.seat, wanted.disc))
    return round


def facts(round: Round) -> Any:
    """Return a stroke's consequences: pieces and dues of each side, points, the queen, whose turn it is."""
    sides = [(round.men_on_board(index), side.due, side.points) for index, side in enumerate(round.sides)]
    return sides, round.queen, round.queen_side, round.turn
