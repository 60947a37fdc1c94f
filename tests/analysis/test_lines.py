"""Analysis of positions whose best stroke is obvious to a person."""

import itertools

import numpy as np
import pytest

from carrom.analysis.analysis import analyse, assess
from carrom.analysis.best_strokes import IDLE, SPARE, BestStrokeSearch, Gains
from carrom.analysis.break_explorer import following
from carrom.analysis.messages import Analysis, Assessed, Cause, Corner, Heat
from carrom.analysis.requests import PositionRequest, check, hand_named, situation_of
from carrom.analysis.review_values import Worth, ranked
from carrom.board.disc import Disc
from carrom.board.notation import read_stroke, write_position
from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke, StrokeKind
from carrom.engine import rollout_kernel
from carrom.errors import CarromError
from carrom.practice.setup import SetupPosition
from carrom.training.stroke_chances import STRONG
from carrom.values import changed

HANGING = SetupPosition(position="c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000", queen="mover")
"""South's last piece is on the edge of the north-east pocket, and the queen is covered by South."""
THREE_EACH = SetupPosition(
    position="c1_W1.100000.150000_W2.-200000.50000_W3.0.-200000_B1.-300000.-200000_B2.200000.-100000_B3.50000.300000",
    queen="mover",
)
BANKED_QUEEN = SetupPosition(
    position="c1_Q.-99924.-214741_W1.8125.153755_W2.-265016.41955_W3.-183232.-260453_W4.-294411.-285622"
    "_W5.-21015.-152716_W6.-20183.17663_W7.48154.-227396_W9.-233587.-292151_B3.-149366.-54539",
    turn=Seat.SOUTH,
    white=Seat.NORTH,
    queen="board",
)
A_SURE_CUT_AND_A_THIN_ONE = SetupPosition(
    position="c1_Q.-49520.-9926_W9.-280192.198180_B1.-67967.57424_B2.49096.138093_B3.-239627.109768_B4.234242.-332059"
    "_B7.303057.32687_B8.-328516.99423",
    white=Seat.SOUTH,
    queen="board",
)
CLUB_RACK = SetupPosition(
    rules="club",
    position="c1_Q.0.0_W1.22500.22500_W2.-30736.8236_W3.8236.-30736_W4.45000.45000_W5.-16471.61472_W6.-61472.16471"
    "_W7.-45000.-45000_W8.16471.-61472_W9.61472.-16471_B1.-8236.30736_B2.-22500.-22500_B3.30736.-8236_B4.14265.53236"
    "_B5.-38971.38971_B6.-53236.-14265_B7.-14265.-53236_B8.38971.-38971_B9.53236.14265",
    white=Seat.SOUTH,
    queen="board",
    attempt=1,
)
TWO_AT_ONCE = SetupPosition(
    rules="eight-rounds",
    position="c1_W1.-329112.302831_W2.-327229.254700_W3.-55179.-246225_B1.-224268.2166_B2.349280.159644_B3.88588.324710",
    queen="mover",
)


def last(moment, hand="state", **words):
    analysis = list(analyse(situation_of(PositionRequest(moment=moment)), hand_named(hand), **words))
    return analysis, [each for each in analysis if isinstance(each, Analysis)][-1]


@pytest.fixture(scope="module")
def hanging():
    return last(HANGING, stages=2)


def test_a_man_over_a_pocket_is_found_and_wins_the_board(hanging):
    _, found = hanging
    best = found.lines[0]
    assert (best.disc, best.corner) == (Disc.W1, Corner.NORTH_EAST)
    assert best.name in (StrokeKind.STRAIGHT, StrokeKind.CUT)
    assert best.success > 0.8
    assert best.win > 0.8
    assert best.window is not None
    assert best.window > 1.0


def test_each_value_knows_more_and_only_the_last_is_done(hanging):
    answer, _ = hanging
    found = [each for each in answer if isinstance(each, Analysis)]
    assert [each.done for each in found] == [False] * (len(found) - 1) + [True]
    assert all(one.simulations <= other.simulations for one, other in itertools.pairwise(found))
    assert found[-1].lines[0].samples > found[0].lines[0].samples
    assert any(isinstance(each, Heat) for each in answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment", [HANGING, SetupPosition(position=write_position(nominal_rack(270)), attempt=1)], ids=["piece", "break"]
)
def test_strokes_are_searched_in_a_part_of_the_baseline_only(moment):
    asked = PositionRequest(moment=moment, stands=(-140_000, -70_000))
    analysis = list(analyse(situation_of(asked), hand_named("state"), stages=2))
    lines = [line for each in analysis if isinstance(each, Analysis) for line in each.lines]
    assert lines
    assert all(-140_000 <= line.stroke.x <= -70_000 for line in lines)
    heat = next(each for each in analysis if isinstance(each, Heat))
    outside = [known for place, known in zip(heat.places, heat.along, strict=True) if not -140_000 <= place <= -70_000]
    assert set(outside) == {-1}, "and the heat map shows only that part"


@pytest.mark.parametrize("stands", [(70_000, -70_000), (-900_000, 0)])
def test_a_part_that_is_none_is_refused_in_one_sentence(stands):
    with pytest.raises(CarromError, match="two places in µm from the middle, the left one first"):
        check(PositionRequest(moment=HANGING, stands=stands))


def test_a_part_without_a_legal_spot_is_said():
    asked = PositionRequest(moment=HANGING, stands=(300_000, 400_000))
    with pytest.raises(CarromError, match="no legal spot in this part"):
        next(analyse(situation_of(asked), hand_named("state")))


def test_lines_are_told_best_first_and_of_different_kinds(hanging):
    _, found = hanging
    answer = [Worth(line.win, line.points, line.success) for line in found.lines]
    assert answer == ranked(answer, lambda worth: worth)
    kinds = [(line.name, line.disc, line.corner) for line in found.lines if line.disc is not None]
    assert len(set(kinds)) == len(kinds)


def test_a_kind_of_stroke_is_not_forgotten_because_others_looked_better_at_first():
    study = BestStrokeSearch(situation_of(PositionRequest(moment=TWO_AT_ONCE)), STRONG)
    for _ in study.searched(6_000, 5, 0):
        pass
    assert len(study.found) > 5 + SPARE + 3
    listed = study.best(5, 512)
    assert len(listed) == 5
    assert all(len(each.wins) >= 512 for each in listed)


def test_the_same_seed_tells_the_same_with_any_number_of_threads(hanging):
    answer, _ = hanging
    assert last(HANGING, stages=2, threads=2)[0] == answer


def test_shares_that_go_wrong_are_no_more_than_what_fails_or_is_a_foul(hanging):
    _, found = hanging
    for line in found.lines:
        assert sum(each.share for each in line.wrong) <= 1.0 - line.success + line.foul + 0.15


def test_the_map_shows_where_the_man_can_be_pocketed(hanging):
    answer, _ = hanging
    heat = [each for each in answer if isinstance(each, Heat)][-1]
    assert len(heat.success) == len(heat.places) * len(heat.directions)
    assert max(heat.along) > 600
    assert min(heat.success) >= -1


def test_a_stroke_that_somebody_tries_is_measured_on_the_samples_of_the_lines(hanging):
    _, found = hanging
    situation = situation_of(PositionRequest(moment=HANGING))
    answer = list(assess(situation, hand_named("state"), found.lines[0].stroke))
    assert [each.done for each in answer] == [False, True]
    same = list(analyse(situation, hand_named("state"), stages=1))[-1]
    assert isinstance(answer[0], Assessed)
    twin = next((line for line in same.lines if line.stroke == answer[0].line.stroke), None)
    assert twin is None or twin.win == answer[0].line.win


def test_a_striker_that_falls_with_the_piece_is_a_reason_although_the_turn_goes_on():
    moment = SetupPosition(position="c1_W1.330000.-200000_B1.-100000.50000", queen="mover")
    situation = situation_of(PositionRequest(moment=moment))
    *_, found = assess(situation, hand_named("state"), read_stroke("x70211.vx662291.vy2720546"))
    fouls = sum(each.share for each in found.line.wrong if each.cause in (Cause.STRIKER, Cause.FOLLOWED))
    assert found.line.foul > 0.2
    assert fouls == pytest.approx(found.line.foul, abs=0.06)


def test_what_goes_wrong_with_a_thin_cut_is_said():
    moment = changed(HANGING, position="c1_W1.100000.150000_B1.-300000.-200000")
    stroke = last(moment, stages=1)[1].lines[0].stroke
    thin = list(assess(situation_of(PositionRequest(moment=moment)), hand_named("2"), stroke))[-1].line
    causes = {each.cause for each in thin.wrong}
    assert causes & {Cause.THICK, Cause.THIN, Cause.LEFT, Cause.RIGHT}
    assert all(0 < each.share <= 1 for each in thin.wrong)


def test_an_exact_hand_is_allowed_and_never_misses_what_it_can_pocket():
    _, found = last(HANGING, "0", stages=1)
    assert found.lines[0].success == 1.0
    assert found.lines[0].wrong == ()


@pytest.mark.slow
def test_strokes_of_each_kind_are_improved_step_by_step():
    _, found = last(BANKED_QUEEN, stages=2, hand="0.4")
    assert found.win > 0.9, "only chosen from a grid, the best stroke wins 0.82"
    assert found.lines[0].disc is Disc.Q


@pytest.mark.slow
def test_the_surest_stroke_is_a_line_although_others_of_its_kind_win_more():
    _, found = last(A_SURE_CUT_AND_A_THIN_ONE, stages=3, hand="0.4")
    first, *others = found.lines
    surest = max(found.lines, key=lambda line: line.success)
    assert surest in others
    assert (surest.name, surest.disc, surest.corner) == (first.name, first.disc, first.corner)
    assert surest.success > first.success + 0.05
    assert surest.success > 0.8
    assert len(found.lines) == 5


@pytest.mark.slow
def test_one_line_alone_is_the_best_and_not_the_surest():
    _, found = last(A_SURE_CUT_AND_A_THIN_ONE, stages=3, hand="0.4", lines=1)
    assert len(found.lines) == 1
    assert found.win > 0.75, "the surest stroke wins 0.68"


def test_an_analysis_without_time_still_lists_several_strokes():
    _, found = last(THREE_EACH, seconds=0.001, clock=itertools.count().__next__)
    assert len(found.lines) == 5


@pytest.mark.slow
def test_breaks_from_a_part_of_the_baseline_are_tried_before_one_is_chosen():
    asked = PositionRequest(moment=CLUB_RACK, stands=(-60_000, 60_000))
    analysis = list(analyse(situation_of(asked), hand_named("0.4"), stages=2))
    assert max(line.success for line in analysis[-1].lines) > 0.9, (
        "the first courses of the table keep the turn at 0.66"
    )


@pytest.mark.slow
def test_the_search_comes_first_then_the_details_of_all_lines_and_then_what_follows_them():
    answer, found = last(THREE_EACH, stages=3)
    first, second = (
        [each for each in answer if isinstance(each, Analysis) and each.stage == stage] for stage in (1, 2)
    )
    assert first[-1].lines[0].clouds
    assert not any(line.clouds for each in first for line in each.lines[1:])
    assert len(found.lines) > 1
    assert all(line.clouds for line in second[-1].lines)
    assert not any(line.next for each in (*first, *second) for line in each.lines)
    assert all(line.clouds and line.next for line in found.lines)


@pytest.mark.slow
def test_time_is_left_for_the_details_of_lines_that_are_found_last():
    ticks = itertools.count()
    answer, found = last(TWO_AT_ONCE, lines=4, seconds=1.1, clock=lambda: 0.05 * next(ticks))
    known = {line.stroke for each in answer if isinstance(each, Analysis) and each.stage == 1 for line in each.lines}
    assert any(line.stroke not in known for line in found.lines)
    assert all(line.clouds and line.next for line in found.lines)


def test_the_line_that_is_expected_ends_with_the_board(hanging):
    _, found = hanging
    assert found.lines[0].next == ()
    assert all(line.next or line.disc is not None for line in found.lines if line.success < 1.0)


def test_an_expected_line_has_as_many_strokes_as_were_asked_for():
    moment = changed(HANGING, position="c1_W1.0.200000_W2.100000.0_B1.-100000.50000_B2.-200000.-50000")
    situation = situation_of(PositionRequest(moment=moment))
    found = following(situation, Stroke(-150_000, -300_000, 900_000), hand_named("casual"), 1)
    assert len(found) == 1
    assert len(following(situation, Stroke(-150_000, -300_000, 900_000), hand_named("casual"), 2)) == 2


def test_a_stroke_that_does_not_count_is_worth_less_than_a_pass():
    gains = Gains(situation_of(PositionRequest(moment=HANGING)), hand_named("state"))
    on_the_lines, missed = 0, 4  # classes of outcomes: nothing touched, the striker has left no line or both
    win, _ = gains.of(
        np.array([on_the_lines, missed], dtype=np.int16), np.zeros((2, rollout_kernel.LIE), dtype=np.int32)
    )
    assert win[1] - win[0] == pytest.approx(IDLE)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (changed(HANGING, position="c1_W1.0.0_B1.20000.0"), "overlap"),
        (changed(HANGING, position="c2_W1.0.0"), "begins with"),
        (changed(HANGING, position="c1_W1.900000.0_B1.0.0"), "frame"),
        (changed(HANGING, queen="board"), "queen"),
        (changed(HANGING, turn="west"), "nobody sits"),
        (changed(HANGING, rules="poker"), "no rule book"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(moment, words):
    with pytest.raises(CarromError, match=words):
        situation_of(PositionRequest(moment=moment))


@pytest.mark.parametrize(
    "text", ["-1", "21", "nan", "inf", "0.4,0.1", "0.4,-1,3", "", "grandmaster", "0.4,0.1,1e9", "1;2"]
)
def test_a_hand_that_nobody_has_is_refused_in_one_sentence(text):
    with pytest.raises(CarromError, match=r"is not an accuracy|There is no"):
        hand_named(text)


def test_a_position_without_a_legal_spot_for_the_striker_is_refused_in_one_sentence():
    line = [
        f"{disc}.{-240_000 + 60_000 * k}.-255000"
        for k, disc in enumerate(["W1", "W2", "W3", "W4", "W5", "B1", "B2", "B3", "B4"])
    ]
    moment = changed(HANGING, position="_".join(["c1", *line]))
    with pytest.raises(CarromError, match="no legal spot"):
        next(analyse(situation_of(PositionRequest(moment=moment)), hand_named("state")))


def test_a_stroke_that_nobody_may_play_is_refused():
    situation = situation_of(PositionRequest(moment=HANGING))
    for stroke in (Stroke(0, 0, 0), Stroke(400_000, 0, 10**6), Stroke(0, 0, 10**9)):
        with pytest.raises(CarromError):
            next(assess(situation, hand_named("state"), stroke))
