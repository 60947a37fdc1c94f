"""Samples as plain arrays give the same results as the simulator and the laws, compiled or not, in any thread."""

from random import Random

import numpy as np
import pytest
from engine.tables import CLUB, ICF, facing, lying, scattered

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.rack import nominal_rack, rack
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.engine import pocketing, rollout_kernel, rollouts
from carrom.engine.class_values import ClassValues
from carrom.engine.geometry import STEADY, HandNoise, disturbed, drawn
from carrom.engine.outcome_value import LayoutHeuristic, worth
from carrom.engine.rollouts import RolloutRunner, deviates
from carrom.engine.situation import Situation
from carrom.physics import simulate
from carrom.physics.kernel import compiled
from carrom.rules.judge import judge, judge_pass
from carrom.rules.round import Phase, Round, in_rack_order
from carrom.rules.ruleset import ruleset
from carrom.rules.settle import settle
from carrom.values import changed

SHAKY = HandNoise(1.0, 0.1, 700.0)


def some_strokes(trial, count, rng, speed=(0.3, 5.0)):
    """Return random strokes from legal places."""
    rows = []
    for _ in range(count):
        low, high = rng.choice(trial.spans.tolist())
        stroke = Stroke.aimed(rng.randint(low, high), rng.uniform(-80, 80), rng.uniform(*speed))
        rows.append((stroke.x, stroke.vx, stroke.vy, 0, 0))
    return np.array(rows, dtype=np.int64)


BOOKS = ("icf", "classic-29", "points", "club")


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.NORTH])
def test_a_sample_is_priced_as_the_laws_price_the_stroke_that_is_played(book, seat):
    rules = ruleset(book)
    begun = Round.begin(rules)
    for seed in range(3):
        position = scattered(seed, 12)
        gone = tuple(disc for disc in begun.on_board if disc not in position.discs)
        on_board = tuple(disc for disc in begun.on_board if disc in position.discs)
        sides = tuple(changed(side, pocketed_before=True) for side in begun.sides)
        round_ = changed(begun, phase=Phase.PLAY, turn=seat, on_board=on_board, pocketed=gone, sides=sides)
        situation = Situation(round_, position, CLUB)
        trial = RolloutRunner(situation, STEADY)
        strokes = some_strokes(trial, 60, Random(seed))
        classes, _ = trial.rate(strokes, deviates(1, Random(1)), 0, 1)
        prices = ClassValues(round_, 0.7)
        prices.learn(classes)
        for row, number in zip(strokes.tolist(), classes[:, 0], strict=True):
            outcome = simulate(position, Stroke(*row), seat, CLUB).outcome
            ruling = judge(round_, outcome)
            after = settle(round_, ruling)
            if prices.counts[number]:
                assert prices.worth[number] == round(1e6 * worth(after, round_.mover, 0.7)), (outcome, ruling.why)
            assert prices.over[number] == (after.result is not None)


def test_a_stroke_that_does_not_count_is_worth_less_than_a_pass():
    situation = facing(lying(W1=(0, 100), B1=(100, 100), B2=(-100, 150)))
    prices = ClassValues(situation.round, 0.8)
    idle = rollout_kernel.class_of(0, 0, 0, 0, 0, 0, 0)
    prices.learn(np.array([idle], dtype=np.int16))
    passed = settle(situation.round, judge_pass(situation.round))
    assert not prices.counts[idle]
    assert prices.worth[idle] < 1e6 * worth(passed, situation.round.mover, 0.8)


def test_every_machine_and_number_of_threads_sees_the_same(monkeypatch):
    if not compiled.is_native():
        pytest.skip("strokes are interpreted here: there is nothing to compare")
    for situation in (facing(scattered(3)), facing(scattered(4, 16), Seat.NORTH)):
        noise = deviates(16, Random(2))
        made = RolloutRunner(situation, SHAKY)
        strokes = some_strokes(made, 12, Random(1))
        many = some_strokes(made, 200, Random(1))
        seen = made.rate(strokes, noise, 0, 4)
        with monkeypatch.context() as patched:
            patched.setattr(compiled, "current", compiled.interpreted)
            plain = RolloutRunner(situation, SHAKY).rate(strokes, noise, 0, 4)
        assert all((one == other).all() for one, other in zip(seen, plain, strict=True))
        alone, together = (
            made.rate(many, noise, 0, 8),
            RolloutRunner(situation, SHAKY, threads=3).rate(many, noise, 0, 8),
        )
        assert all((one == other).all() for one, other in zip(alone, together, strict=True))


def test_the_same_stroke_from_another_seat_is_worth_the_same():
    position = scattered(7, 10)
    found = []
    for seat in (Seat.SOUTH, Seat.NORTH):
        turned = Position.of((placed.disc, placed.at.turned(seat.quarters)) for placed in position)
        begun = Round.begin(ICF, breaker=seat)
        round_ = changed(facing(turned).round, breaker=seat, turn=seat, sides=begun.sides)
        trial = RolloutRunner(Situation(round_, turned, CLUB), SHAKY)
        found.append(trial.rate(some_strokes(trial, 40, Random(3)), deviates(4, Random(5)), 0, 4))
    assert (found[0][0] == found[1][0]).all()
    assert np.abs(found[0][1] - found[1][1]).max() < 10


def test_men_that_are_not_looked_at_anew_are_rated_as_if_they_were():
    for seed in range(6):
        situation = facing(scattered(seed, 16))
        trial = RolloutRunner(situation, STEADY)
        strokes = some_strokes(trial, 80, Random(seed))
        _, quick = trial.rate(strokes, deviates(1, Random(1)), 0, 1)
        trial.base[..., pocketing.BLOCKERS] = (1 << 20) - 1
        _, whole = trial.rate(strokes, deviates(1, Random(1)), 0, 1)
        assert np.abs(quick - whole).max() <= 1


def test_a_man_in_the_way_makes_another_one_hard():
    open_, shut = (
        RolloutRunner(facing(lying(W1=(150, 150), B1=at, B2=(-200, 0))), STEADY) for at in ((-100, 200), (220, 220))
    )
    index = list(Disc).index(Disc.W1)
    assert open_.base[index, pocketing.RATIO] > 2 * shut.base[index, pocketing.RATIO]


def test_a_break_is_tried_on_racks_with_other_gaps_than_the_one_that_lies_there():
    begun = Round.begin(ICF)
    tried = [
        RolloutRunner(Situation(begun, each, CLUB), SHAKY).places
        for each in (rack(seed=5), rack(seed=6), nominal_rack())
    ]
    assert len(tried[0]) == len({each.tobytes() for each in tried[0]}) == rollouts.RACKS
    assert (tried[0] == tried[1]).all()
    assert (tried[0] == tried[2]).all()


def test_a_break_from_a_position_that_is_no_rack_is_exact():
    position = rack(seed=5).having(Disc.W9, lying(W9=(200, 0))[Disc.W9])
    assert len(RolloutRunner(Situation(Round.begin(ICF), position, CLUB), SHAKY).places) == 1


def test_the_error_function_is_right_to_a_thousandth():
    from math import erf

    assert max(abs(pocketing.error_function(x / 50) - erf(x / 50)) for x in range(200)) < 1e-3


def test_direct_strokes_pocket_their_man():
    fell = tried = 0
    for seed in range(8):
        situation = facing(scattered(seed))
        trial = RolloutRunner(situation, STEADY)
        table = situation.table(Seat.SOUTH, tuple(situation.position.discs))
        found = trial.directs(table.targets, table.places)
        for row in found[np.argsort(-found[:, pocketing.D_RATIO], kind="stable")][:30:3]:
            speed = 1.3e6 * row[pocketing.D_SPEED]
            vx, vy = round(speed * row[pocketing.D_WAY_X]), round(speed * row[pocketing.D_WAY_Y])
            stroke = Stroke(round(1e6 * row[pocketing.D_X]), vx, vy)
            outcome = simulate(situation.position, stroke, SEATS[0], CLUB).outcome
            fell += list(Disc)[int(row[pocketing.D_DISC])] in outcome.pocketed
            tried += 1
    assert fell > 0.95 * tried


def test_a_hand_strays_in_arrays_as_it_does_in_values():
    wild, situation = HandNoise(3.0, 0.2, 1500.0), facing(lying(W1=(0, 100), B1=(100, 100)))
    trial = RolloutRunner(situation, wild)
    struck = np.zeros((1, 5), dtype=np.int64)
    for seed in range(60):
        by = drawn(Random(seed))
        stroke = Stroke.aimed(20_000 - 500 * seed, seed - 30, (seed % 12 + 0.5))
        row = np.array([[stroke.x, stroke.vx, stroke.vy, 0, 0]])
        rollout_kernel.stray(row, 0, trial.player, by.direction, by.speed, by.place, trial.spans, struck)
        meant = disturbed(stroke, wild, by)
        assert np.abs(struck[0] - (meant.x, meant.vx, meant.vy, 0, 0)).max() <= 12
        assert Stroke(*struck[0].tolist()).speed <= 12


def test_what_the_other_sees_is_rated_from_his_seat_and_left_out_where_it_is_not_asked_for():
    situation = facing(lying(W1=(150, 150), B1=(-100, -100), B2=(-200, 30), B3=(60, 10)))
    turned = facing(lying(W1=(-150, -150), B1=(100, 100), B2=(200, -30), B3=(-60, -10)), Seat.NORTH)
    idle = np.array([[0, 0, 1, 0, 0]], dtype=np.int64)
    trial = RolloutRunner(situation, STEADY)
    found = trial.rate(idle, deviates(1, Random(1)), 0, 1)[1][0, 0]
    assert found[rollout_kernel.BLOCK + rollout_kernel.L_HARD] > found[rollout_kernel.L_HARD] > 0
    alone = trial.rate(idle, deviates(1, Random(1)), 0, 1, both=False)[1][0, 0]
    assert alone[rollout_kernel.L_HARD] == found[rollout_kernel.L_HARD]
    assert not alone[rollout_kernel.BLOCK :].any()
    seats = np.array([[rollout_kernel.BLACK, 2, 0, 2, 2]])
    surveyed = rollouts.surveyed(
        RolloutRunner(turned, STEADY).places, seats, np.array([rollouts.ease_of(STEADY)]), CLUB
    )[0]
    assert (
        surveyed[rollout_kernel.L_HARD]
        == rollouts.surveyed(
            RolloutRunner(turned, STEADY).places,
            np.array([[rollout_kernel.WHITE, 0, 2, 0, 2]]),
            np.array([rollouts.ease_of(STEADY)]),
            CLUB,
        )[0][rollout_kernel.BLOCK + rollout_kernel.L_HARD]
    )
    worst = surveyed[rollout_kernel.L_EACH : rollout_kernel.L_EACH + rollout_kernel.WORST].tolist()
    assert worst == sorted(worst, reverse=True)
    assert surveyed[rollout_kernel.L_EASIEST] == 1_000_000 - worst[2], "black has three pieces"


def turned_sides():
    """Return two sides at two seats, white at North's."""
    return tuple(
        changed(side, seats=(seat,), pocketed_before=True)
        for side, seat in zip(Round.begin(ICF).sides, (Seat.NORTH, Seat.SOUTH), strict=True)
    )


def test_a_partners_view_is_rated_from_his_own_seat():
    begun = Round.begin(ICF, ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)))
    lying_there = lying(W1=(150, 150), W2=(20, -330), B1=(-100, -100), B2=(-200, 30))
    fields = {"phase": Phase.PLAY, "on_board": in_rack_order(lying_there.discs)}
    trial = RolloutRunner(Situation(changed(begun, **fields), lying_there, CLUB), STEADY)
    idle = np.array([[0, 0, 1, 0, 0]], dtype=np.int64)
    found = trial.rate(idle, deviates(1, Random(1)), 0, 1)[1][0, 0]
    across = RolloutRunner(facing(lying_there, Seat.NORTH, sides=turned_sides()), STEADY)
    partner = across.rate(idle, deviates(1, Random(1)), 0, 1)[1][0, 0]
    third = found[2 * rollout_kernel.BLOCK : 3 * rollout_kernel.BLOCK]
    assert (third == partner[: rollout_kernel.BLOCK]).all()
    assert (third != found[: rollout_kernel.BLOCK]).any()


def test_a_pair_leaves_pieces_easy_for_the_partner_and_not_for_the_striker():
    begun = Round.begin(ICF, ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)))
    classes = np.array([rollout_kernel.class_of(0, 0, 0, 0, 0, 2, 1)] * 3, dtype=np.int16)
    lies = np.zeros((3, rollout_kernel.LIE), dtype=np.int32)
    lies[1, rollout_kernel.L_HARD] = lies[2, 2 * rollout_kernel.BLOCK + rollout_kernel.L_HARD] = 800_000
    found = ClassValues(changed(begun, phase=Phase.PLAY), 0.8).of(classes, lies)
    assert found[0] == found[1] == found[2] + 800_000


def test_a_leave_that_guards_likes_men_the_other_cannot_reach():
    situation = facing(lying(W1=(0, 100), B1=(100, 100)))
    classes = np.array([rollout_kernel.class_of(0, 0, 0, 0, 0, 2, 1)] * 2, dtype=np.int16)
    lies = np.zeros((2, rollout_kernel.LIE), dtype=np.int32)
    lies[1, rollout_kernel.BLOCK + rollout_kernel.L_HARD] = 800_000
    bare = ClassValues(situation.round, 0.8).of(classes, lies)
    guarded = ClassValues(situation.round, 0.8, LayoutHeuristic(guard_after=1.0)).of(classes, lies)
    assert bare[0] == bare[1] == guarded[0]
    assert guarded[1] - guarded[0] == 800_000


def test_a_leave_that_minds_the_queen_likes_her_where_she_can_be_reached():
    situation = facing(lying(W1=(0, 100), B1=(100, 100), Q=(-100, 50)))
    classes = np.array([rollout_kernel.class_of(0, 0, 0, 0, 0, 2, 1)] * 2, dtype=np.int16)
    lies = np.zeros((2, rollout_kernel.LIE), dtype=np.int32)
    lies[1, rollout_kernel.L_QUEEN] = 600_000
    found = ClassValues(situation.round, 0.8, LayoutHeuristic(queen=0.5)).of(classes, lies)
    assert found[0] - found[1] == 300_000
