"""The engine plays to win under every rule set and with any number of players."""

from random import Random

import numpy as np
import pytest
from engine.tables import CLUB, lying

from carrom.board.disc import QUEEN, Disc
from carrom.board.seat import Seat
from carrom.engine.class_values import ClassValues
from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget, Level
from carrom.engine.rollout_kernel import class_of
from carrom.engine.rollouts import RolloutRunner
from carrom.engine.situation import Situation
from carrom.rules.round import Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import NAMES, ruleset
from carrom.values import changed

EXACT = Level("exact", HandNoise(0.05, 0.01, 50.0), Budget(4_000, 1e9))
PAIRS = ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST))
THREE = ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,))


def under(name, position, seats=None, seat=Seat.SOUTH, **state):
    """Return a situation in play under a rule set, with these discs on the board."""
    rules = ruleset(name)
    players = seats or (THREE if rules.parameters.players == (3,) else ((Seat.SOUTH,), (Seat.NORTH,)))
    begun = Round.begin(rules, players)
    gone = tuple(disc for disc in begun.on_board if disc not in position.discs)
    sides = tuple(changed(side, pocketed_before=True, pocketed_by_self=True) for side in begun.sides)
    queen = {} if QUEEN in position.discs else {"queen": QueenState.COVERED, "queen_side": 0}
    fields = {"phase": Phase.PLAY, "turn": seat, "sides": sides, "pocketed": gone, **queen, **state}
    return Situation(changed(begun, on_board=in_rack_order(position.discs), **fields), position, CLUB)


def meant(situation):
    """Return the discs pocketed when the chosen stroke is played exactly, and its predicted value."""
    from carrom.physics import simulate

    aimed = Engine(EXACT, lambda: 0.0).aim(situation, Random(1))
    played = simulate(situation.position, aimed.stroke, situation.round.turn, situation.surface)
    return set(played.outcome.pocketed), aimed.promise


@pytest.mark.parametrize("name", NAMES)
def test_the_last_man_wins_the_board_under_every_rule_set(name):
    situation = under(name, lying(W1=(180, 180), B1=(-100, -60), B2=(0, 250)))
    fallen, promise = meant(situation)
    if situation.round.ruleset.colours_are_owned:
        assert fallen == {Disc.W1}
    assert fallen
    assert promise.success > 0.95


@pytest.mark.parametrize("name", ["points", "three-player"])
def test_where_men_have_prices_the_dearer_of_two_easy_ones_is_taken(name):
    situation = under(name, lying(W1=(250, 250), B1=(-250, 250), B2=(0, 100), B3=(30, -60)))
    fallen, _ = meant(situation)
    assert Disc.W1 in fallen


@pytest.mark.parametrize("name", ["points", "three-player"])
def test_where_nobody_owns_men_an_easy_one_is_no_gift_for_the_next(name):
    situation = under(name, lying(W1=(250, 250), B1=(-250, 250)))
    prices = ClassValues(situation.round, 0.8)
    missed = class_of(0, 0, 0, 0, 0, 2, 1)
    trial = RolloutRunner(situation, HandNoise(0.5, 0.05, 300.0))
    easy = trial.rate(np.array([[0, 0, 1, 0, 0]], dtype=np.int64), np.zeros((1, 3)), 0, 1)[1][0]
    hidden = np.zeros_like(easy)
    found = prices.of(np.array([missed, missed], dtype=np.int16), np.concatenate((easy, hidden)))
    assert found[0] < found[1]


def test_partners_play_for_the_same_men_from_opposite_seats():
    for seat in (Seat.SOUTH, Seat.NORTH):
        side = 1 if seat is Seat.NORTH else -1
        place = lying(W1=(180, -side * 180), B1=(-100, 60), B2=(30, 0))
        situation = under("icf", place, PAIRS, seat)
        assert situation.round.mover == 0
        fallen, promise = meant(situation)
        assert fallen == {Disc.W1}
        assert promise.success > 0.95


def test_the_queen_is_covered_before_the_last_man_where_she_must_be():
    for name in ("icf", "classic-29", "club"):
        situation = under(name, lying(W1=(180, 180), Q=(-200, 200), B1=(0, -60), B2=(40, 250)))
        fallen, _ = meant(situation)
        assert QUEEN in fallen


def test_in_a_game_that_a_point_wins_the_capped_queen_is_left_to_fall_in_her_own_time():
    situation = under("icf", lying(W1=(180, 180), W2=(200, -150), Q=(0, 340), B1=(0, -60), B2=(40, 250)))
    sides = (changed(situation.round.sides[0], score=24), situation.round.sides[1])
    capped = ClassValues(changed(situation.round, sides=sides), 0.8)
    plain = ClassValues(situation.round, 0.8)
    number = class_of(1, 0, 0, 0, 0, 2, 1)
    for prices in (capped, plain):
        prices.learn(np.array([number], dtype=np.int16))
    assert capped.worth[number] < plain.worth[number]
