"""Values of outcomes: each consequence of the laws has its price, and batch and single simulation agree on it."""

from random import Random

import pytest
from engine.tables import facing, lying, scattered

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.compiling import is_native
from carrom.engine import simple_players
from carrom.engine.candidates import candidates
from carrom.engine.outcome_value import OutcomeEvaluator, wanted, worth
from carrom.engine.simple_players import breaks, lattice
from carrom.engine.situation import Situation
from carrom.physics.surface import surface
from carrom.rules.round import Phase, QueenState, Round
from carrom.rules.ruleset import ruleset
from carrom.values import changed

MIDDLE = lying(
    W1=(100, 100), W2=(-100, 150), W3=(50, -40), B1=(200, 0), B2=(-150, -60), B3=(0, 250), B4=(-220, 40), Q=(0, 0)
)


def points(situation: Situation, *fallen: str) -> float:
    discs = tuple(Disc(name) for name in fallen)
    touched = tuple(disc for disc in discs if disc is not Disc.S) or (Disc.W1,)
    return OutcomeEvaluator(situation.round, 0.7).judged(Outcome(pocketed=discs, touched=touched))[0]


def test_pocketing_more_of_ones_own_is_better_and_of_the_others_worse_than_nothing():
    table = facing(MIDDLE)
    assert points(table, "W1", "W2") > points(table, "W1") > points(table) > points(table, "B1")


def test_the_striker_in_a_pocket_costs_what_the_laws_take():
    table = facing(MIDDLE)
    assert points(table, "S") < points(table)
    assert points(table, "W1", "S") < points(table, "W1")


def test_the_queen_with_her_cover_is_worth_more_than_a_man():
    table = facing(MIDDLE)
    assert points(table, "Q", "W1") > points(table, "W1")


def test_the_last_own_man_before_the_queen_loses_and_with_her_wins():
    table = facing(lying(W1=(100, 100), B1=(0, 250), B2=(-150, 60), Q=(0, 0)))
    assert points(table, "W1") == pytest.approx(-3.0)
    assert points(table, "Q", "W1") == pytest.approx(5.0)
    assert wanted(table.round) == (Disc.Q,)


def test_the_opponents_last_man_loses_the_board():
    table = facing(lying(W1=(100, 100), W2=(0, 50), B1=(0, 250)))
    assert points(table, "B1") < -1.9


def test_an_uncovered_queen_makes_the_next_stroke_matter():
    pending = facing(MIDDLE.without(Disc.Q), queen=QueenState.PENDING, queen_side=None)
    assert points(pending, "W1") - points(pending) > points(facing(MIDDLE), "W1") - points(facing(MIDDLE))


def test_the_queen_is_wanted_only_once_a_man_is_down_and_nothing_is_owed():
    begun = changed(Round.begin(ruleset("icf")), phase=Phase.PLAY)
    assert Disc.Q not in wanted(begun)
    allowed = facing(MIDDLE).round
    assert Disc.Q in wanted(allowed)
    owing = changed(allowed, sides=(changed(allowed.sides[0], due=1), allowed.sides[1]))
    assert Disc.Q not in wanted(owing)


def test_missing_the_rack_is_worth_less_than_any_decent_break():
    begun = Round.begin(ruleset("icf"))
    missed = OutcomeEvaluator(begun, 0.7).judged(Outcome(moved=False))[0]
    assert missed <= worth(changed(begun, phase=Phase.PLAY, turn=Seat.NORTH), 0, 0.7)


def test_a_man_near_a_pocket_is_worth_a_little_more():
    prospect = OutcomeEvaluator(facing(MIDDLE).round, 0.7)
    missed = Outcome(touched=(Disc.W1,))
    near = MIDDLE.having(Disc.W1, lying(W1=(320, 320))[Disc.W1])
    assert 0 < prospect.of_outcome(missed, near) - prospect.of_outcome(missed, MIDDLE) < 0.5


@pytest.mark.slow
def test_batches_and_single_simulations_give_the_same_worths(monkeypatch):
    if not is_native():
        pytest.skip("strokes are interpreted here, so there are no batches")
    breaking = Situation(Round.begin(ruleset("icf")), rack(seed=5), surface("club"))
    for situation in (facing(scattered(1)), facing(scattered(2, 16), Seat.NORTH), breaking):
        table = situation.table(situation.round.turn, wanted(situation.round))
        found = [*candidates(table)[:20], *Random(1).sample(lattice(table), 20), *breaks(table)[:4]]
        strokes = [candidate.stroke for candidate in found]
        prospect = OutcomeEvaluator(situation.round, 0.7)
        with monkeypatch.context() as patched:
            patched.setattr(simple_players, "is_native", lambda: False)
            alone = simple_players.worths(situation, prospect, strokes)
        assert simple_players.worths(situation, prospect, strokes) == pytest.approx(alone, abs=1e-9)
