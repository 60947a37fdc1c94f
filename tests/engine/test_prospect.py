"""Values of outcomes: each consequence of the laws has its price, and batch and single simulation agree on it."""

from random import Random

import pytest
from engine.tables import facing, lying, scattered

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.rack import nominal_rack, rack
from carrom.board.seat import Seat
from carrom.compiling import is_native
from carrom.engine import play_out, simple_players
from carrom.engine.candidates import candidates
from carrom.engine.endgame_race import Queen, race
from carrom.engine.geometry import HandNoise
from carrom.engine.outcome_value import OutcomeEvaluator, wanted, worth
from carrom.engine.simple_players import breaks, lattice
from carrom.engine.situation import Situation
from carrom.physics.surface import surface
from carrom.rules.round import Phase, QueenState, Round, RoundResult
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


# -- Evaluation of a situation: a winning chance and expected points that show who is ahead

THREE = ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,))
AHEAD = facing(lying(W1=(0, 100), B1=(100, 100), B2=(-100, 150), B3=(-200, 50)))
BEHIND = facing(lying(W1=(0, 100), W2=(100, 100), W3=(-100, 150), B3=(-200, 50)))


def test_who_has_fewer_men_left_is_likelier_to_win_and_expects_points():
    ahead, behind = play_out.of(AHEAD), play_out.of(BEHIND)
    assert 0.0 < behind.win < ahead.win < 1.0
    assert behind.points < ahead.points
    assert ahead.points > 0.0


def test_the_other_side_has_what_is_left():
    ahead = play_out.of(AHEAD)
    assert ahead.turned.win == 1.0 - ahead.win
    assert ahead.turned.points == -ahead.points


def test_a_board_that_is_over_is_worth_what_it_brought():
    for winners, expected in (((0,), (1.0, 7.0)), ((1,), (0.0, -7.0)), ((), (0.5, 0.0))):
        over = changed(AHEAD.round, result=RoundResult(winners=winners, points=7, replay=not winners))
        found = play_out.of(changed_situation(over))
        assert (found.win, found.points) == expected


def test_every_rule_set_and_the_rack_have_a_worth():
    for name in ("icf", "club", "points", "classic-29"):
        begun = Round.begin(ruleset(name))
        found = play_out.of(Situation(begun, nominal_rack(), surface("club")), HandNoise(1.0, 0.1, 700.0))
        assert 0.0 <= found.win <= 1.0


def changed_situation(round_):
    """Return the position of AHEAD with another round."""
    return Situation(round_, AHEAD.position, AHEAD.surface)


def test_a_man_easily_pocketed_is_worth_more_than_one_in_a_corner_of_the_frame():
    easy = play_out.of(facing(lying(W1=(200, 200), W2=(-200, 200), B1=(0, -330), B2=(10, 340))))
    hard = play_out.of(facing(lying(W1=(0, -330), W2=(10, 340), B1=(200, -200), B2=(-200, -200))))
    assert easy.win > hard.win
    assert easy.points > hard.points


def test_a_lead_raises_the_win_probability_under_every_rule_set_of_points():
    for name, lead in (("points", 15), ("three-player", 3)):
        begun = Round.begin(ruleset(name), THREE if name == "three-player" else ((Seat.SOUTH,), (Seat.NORTH,)))
        ahead = changed(begun, sides=(changed(begun.sides[0], points=lead), *begun.sides[1:]))
        level, leading = (play_out.of(Situation(each, nominal_rack(), surface("club"))) for each in (begun, ahead))
        assert leading.win > level.win + 0.05
        assert leading.points > level.points


# -- The race model: the value of a board between two sides with fixed success rates


@pytest.mark.parametrize("chance", [0.4, 0.7, 0.9])
def test_the_strike_is_worth_having(chance):
    solved = race(chance, 3, 3)
    assert solved.to_strike(5, 5, Queen.BOARD) > 0 > solved.to_wait(5, 5, Queen.BOARD)


def test_both_sides_see_the_same_board_with_opposite_signs():
    solved = race(0.7, 3, 3)
    assert solved.to_wait(4, 6, Queen.MINE) == pytest.approx(-solved.to_strike(6, 4, Queen.THEIRS))


def test_one_man_more_is_worth_less_and_the_covered_queen_is_worth_having():
    solved = race(0.6, 3, 3)
    assert solved.to_strike(4, 5, Queen.MINE) > solved.to_strike(5, 5, Queen.MINE)
    assert solved.to_strike(5, 5, Queen.MINE) > solved.to_strike(5, 5, Queen.THEIRS)


def test_a_single_man_with_a_certain_hand_wins_what_the_other_has_left_and_the_queen():
    solved = race(1.0, 3, 3)
    assert solved.to_strike(1, 4, Queen.MINE) == pytest.approx(7.0)
    assert solved.to_strike(1, 4, Queen.BOARD) == pytest.approx(7.0)
    assert solved.to_cover(1, 4) == pytest.approx(7.0)


def test_the_worth_solves_its_own_equation():
    p, solved = 0.65, race(0.65, 3, 3)
    expected = p * solved.to_strike(2, 4, Queen.MINE) + (1 - p) * solved.to_wait(3, 4, Queen.MINE)
    assert solved.to_strike(3, 4, Queen.MINE) == pytest.approx(expected, abs=0.01)


def test_the_queen_is_worth_nothing_to_a_side_beyond_the_cap():
    assert race(0.6, 0, 3).to_strike(3, 3, Queen.MINE) < race(0.6, 3, 3).to_strike(3, 3, Queen.MINE)


@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (3, 2), (5, 5), (8, 1)])
def test_a_success_takes_the_queen_or_a_piece_whichever_is_worth_more(mine, theirs):
    p, solved = 0.6, race(0.6, 3, 3)
    choices = solved.to_strike(mine - 1, theirs, Queen.BOARD), solved.to_cover(mine, theirs)
    assert abs(choices[0] - choices[1]) > 0.05
    expected = p * max(choices) + (1 - p) * solved.to_wait(mine, theirs, Queen.BOARD)
    assert solved.to_strike(mine, theirs, Queen.BOARD) == pytest.approx(expected, abs=0.01)
