"""Candidate strokes: each family appears where it should, none goes through a disc, and there is always one."""

import math
from random import Random
from statistics import fmean, pstdev

import pytest
from engine.ground import CLUB, PLACES, SLIPPERY, laid

from carrom.board.disc import Disc
from carrom.board.stroke import Stroke
from carrom.engine.break_book import RING
from carrom.engine.candidates import Family, candidates
from carrom.engine.geometry import (
    STEADY,
    HandNoise,
    NoiseSample,
    Wall,
    bounce,
    contact,
    cross,
    disturbances,
    disturbed,
    dot,
    drawn,
    ghost_line,
    is_clear,
    speed_before,
    striking_speed,
    unit,
)
from carrom.engine.simple_players import breaks, lattice
from carrom.errors import RefusedRequest
from carrom.values import changed


def families(table):
    return {candidate.family for candidate in candidates(table)}


def test_an_open_man_offers_a_direct_stroke_into_each_far_corner():
    found = candidates(laid("W1", W1=0 + 100j))
    direct = {candidate.pocket for candidate in found if candidate.family is Family.DIRECT}
    assert direct >= {0, 1}
    assert found[0].disc is Disc.W1


def test_the_easiest_stroke_at_a_hanging_man_is_nearly_certain_and_a_long_thin_one_is_not():
    hanging = candidates(laid("W1", W1=-325 + 325j))[0]
    far = candidates(laid("W1", W1=0 + 350j))
    assert hanging.ease > 0.9
    assert all(candidate.ease < 0.5 for candidate in far)


def test_a_man_behind_the_baseline_is_reached_by_back_strokes_or_off_a_frame():
    found = candidates(laid("W1", W1=-200 - 330j))
    assert found
    assert all(candidate.stroke.vy < 0 or candidate.family is not Family.DIRECT for candidate in found)


def test_no_direct_stroke_goes_through_a_disc():
    table = laid("W1", W1=0 + 100j, B1=-20 - 60j, B2=40 - 20j, B3=-120 + 215j)
    for candidate in candidates(table):
        if candidate.family is not Family.DIRECT:
            continue
        start = table.stand(candidate.stroke.x)
        way = unit(complex(candidate.stroke.vx, candidate.stroke.vy))
        until = abs(table.where[Disc.W1] - start) - table.touch
        assert is_clear(start, start + way * until, table.touch, table.others(Disc.W1))


def test_a_man_hidden_behind_others_is_played_off_a_frame_or_by_combination():
    wall = {f"B{i + 1}": complex(-120 + 33 * i, -60) for i in range(8)}
    found = families(laid("W1", W1=0 + 60j, **wall))
    assert Family.DIRECT not in found
    assert found & {Family.REBOUND, Family.COMBINATION}


def test_only_targets_are_aimed_at():
    found = candidates(laid("W1", W1=0 + 100j, B1=100 + 100j))
    assert {candidate.disc for candidate in found} == {Disc.W1}


def test_strokes_come_only_from_the_places_given_the_easiest_first():
    found = candidates(laid("W1 W2", places=(-50_000, 80_000), W1=0 + 100j, W2=150 + 200j))
    assert {candidate.stroke.x for candidate in found} <= {-50_000, 80_000}
    eases = [candidate.ease for candidate in found]
    assert eases == sorted(eases, reverse=True)


def test_mirrored_tables_have_mirrored_strokes():
    left = candidates(laid("W1", W1=-60 + 140j, B1=30 + 90j))
    right = candidates(laid("W1", W1=60 + 140j, B1=-30 + 90j))
    strokes = {(c.stroke.x, c.stroke.vx, c.stroke.vy) for c in left}
    assert {(-c.stroke.x, -c.stroke.vx, c.stroke.vy) for c in right} == strokes


def test_the_lattice_has_strokes_where_geometry_finds_none():
    table = laid("W1", W1=0 + 354.1j)
    assert not [c for c in candidates(table) if c.family is Family.DIRECT]
    assert len(lattice(table)) > 100


def test_the_lattice_aims_at_anything_when_there_is_no_target_and_straight_ahead_on_an_empty_board():
    assert {candidate.disc for candidate in lattice(laid("", B1=0j))} == {Disc.B1}
    (only,) = lattice(laid(""))
    assert only.stroke.vx == 0
    assert only.stroke.vy > 0


def test_every_break_meets_the_rack_from_a_legal_place():
    table = laid("", W1=0j)
    strokes = [candidate.stroke for candidate in breaks(table)]
    assert len(strokes) > 30
    for stroke in strokes:
        assert stroke.x in PLACES
        aside = abs(cross(unit(complex(stroke.vx, stroke.vy)), -table.stand(stroke.x)))
        assert aside < RING + table.touch
        assert math.hypot(stroke.vx, stroke.vy) <= 6.0e6


# -- Aiming by inverse geometry: the ghost disc, friction throw, rebounds off the frame

TOUCH = 36_550.0


def test_a_full_hit_puts_the_ghost_straight_behind_the_man():
    made = contact(-250_000j, 0j, 1j, TOUCH, CLUB)
    assert made is not None
    assert made.ghost == pytest.approx(-TOUCH * 1j)
    assert made.cosine == pytest.approx(1.0)


def test_without_contact_friction_the_line_of_centres_is_the_way_of_the_man():
    out = unit(1 + 2j)
    assert ghost_line(1j, out, SLIPPERY) == pytest.approx(out)


def test_contact_friction_throws_the_man_towards_the_strikers_way():
    out = unit(1 + 1j)
    line = ghost_line(1j, out, CLUB)
    assert line is not None
    assert dot(1j, line) < dot(1j, out)
    assert math.degrees(math.acos(dot(line, out))) == pytest.approx(math.degrees(math.atan(0.10)), abs=0.1)


def test_a_man_cannot_be_cut_backwards():
    assert contact(-250_000j, 0j, -1j, TOUCH, CLUB) is None


def test_without_friction_and_losses_a_bounce_is_a_reflection():
    mirror = type(CLUB)(frame_restitution=1.0, frame_friction=0.0)
    turned = bounce(-100_000 - 200_000j, 300_000 - 100_000j, Wall.FAR, 350_000.0, mirror)
    assert turned is not None
    assert turned.at == pytest.approx(-100_000 + 400_000 * 550 / 1000 + 350_000j)
    assert turned.keeps == pytest.approx(1.0)


@pytest.mark.parametrize("wall", list(Wall))
def test_a_bounce_off_each_frame_obeys_restitution_and_friction(wall):
    start, end, reach = -90_000 - 120_000j, 60_000 + 80_000j, 349_350.0
    turned = bounce(start, end, wall, reach, CLUB)
    assert turned is not None
    normal = complex(wall.value[1], 0) if wall.value[0] == 0 else complex(0, wall.value[1])
    before, after = unit(turned.at - start), unit(end - turned.at) * turned.keeps
    along = 1j * normal
    assert -dot(after, normal) == pytest.approx(0.75 * dot(before, normal))
    lost = abs(dot(before, along)) - abs(dot(after, along))
    assert lost == pytest.approx(min(abs(dot(before, along)) / 3, 0.15 * 1.75 * dot(before, normal)))


def test_a_frame_behind_both_points_is_no_way():
    assert bounce(350_000j, 0j, Wall.FAR, 349_350.0, CLUB) is None


def test_the_speed_needed_over_two_ways_is_that_over_both_together():
    halfway = speed_before(0.4e6, 200_000.0, CLUB)
    assert speed_before(halfway, 100_000.0, CLUB) == pytest.approx(speed_before(0.4e6, 300_000.0, CLUB))
    assert halfway > 0.4e6


def test_a_thin_cut_needs_a_faster_striker_than_a_full_hit():
    table = laid("W1", W1=0j)
    full = contact(-250_000j, 0j, 1j, TOUCH, CLUB)
    thin = contact(-250_000j, 0j, unit(1 + 0.6j), TOUCH, CLUB)
    assert full is not None
    assert thin is not None
    assert striking_speed(1e6, thin, -250_000j, table) > 1.5 * striking_speed(1e6, full, -250_000j, table)


def test_a_path_is_clear_until_a_disc_comes_nearer_than_the_gap():
    assert is_clear(0j, 100 + 0j, 10, [50 + 10.1j])
    assert not is_clear(0j, 100 + 0j, 10, [50 + 9.9j])
    assert is_clear(0j, 100 + 0j, 10, [111 + 0j, -11 + 0j])


# -- Execution noise: unbiased, normally distributed, shared between candidates, and reproducible

STROKE = Stroke(10_000, 300_000, 2_000_000)


def test_a_steady_hand_plays_what_is_meant():
    assert all(disturbed(STROKE, STEADY, by) == STROKE for by in disturbances(8, Random(1)))


@pytest.mark.parametrize("wrong", [-0.1, math.nan, math.inf])
@pytest.mark.parametrize("axis", ["direction", "speed", "place"])
def test_a_hand_that_strays_by_less_than_nothing_is_refused_in_one_sentence(axis, wrong):
    with pytest.raises(RefusedRequest, match=f"The {axis} error is"):
        HandNoise(**({"direction": 1.0, "speed": 0.1, "place": 100.0} | {axis: wrong}))
    with pytest.raises(RefusedRequest, match=f"The {axis} error is"):
        changed(HandNoise(1.0, 0.1, 100.0), **{axis: wrong})


def test_disturbances_are_the_same_for_the_same_seed_and_others_for_another():
    assert disturbances(16, Random(7)) == disturbances(16, Random(7))
    assert disturbances(16, Random(7)) != disturbances(16, Random(8))


@pytest.mark.parametrize("axis", ["direction", "speed", "place"])
def test_planned_disturbances_have_mean_zero_and_deviation_one(axis):
    values = [getattr(by, axis) for by in disturbances(64, Random(3))]
    assert fmean(values) == pytest.approx(0.0, abs=0.1)
    assert pstdev(values) == pytest.approx(1.0, abs=0.12)


def test_drawn_disturbances_are_independent_normal_deviates():
    rng = Random(5)
    draws = [drawn(rng) for _ in range(4000)]
    assert fmean(by.direction for by in draws) == pytest.approx(0.0, abs=0.06)
    assert pstdev(by.direction for by in draws) == pytest.approx(1.0, abs=0.05)
    assert fmean(by.direction * by.speed for by in draws) == pytest.approx(0.0, abs=0.06)


def test_one_deviation_of_direction_turns_the_stroke_by_the_hands_figure():
    stroke = Stroke(0, 0, 2_000_000)
    turned = disturbed(stroke, HandNoise(1.0, 0.0, 0.0), NoiseSample(1.0, 0.0, 0.0))
    assert math.degrees(math.atan2(-turned.vx, turned.vy)) == pytest.approx(1.0, abs=0.01)
    assert turned.speed == pytest.approx(2.0, abs=1e-5)


def test_hard_strokes_stray_more_than_soft_ones():
    hand, by = HandNoise(1.0, 0.0, 0.0), NoiseSample(1.0, 0.0, 0.0)
    soft, hard = (disturbed(Stroke(0, 0, speed), hand, by) for speed in (500_000, 5_000_000))
    angles = [math.degrees(math.atan2(-each.vx, each.vy)) for each in (soft, hard)]
    assert angles == pytest.approx([0.85, 1.3], abs=0.001)


def test_a_stroke_never_loses_all_its_speed():
    hand, by = HandNoise(0.0, 1.0, 0.0), NoiseSample(0.0, -6.0, 0.0)
    assert disturbed(Stroke(0, 0, 3), hand, by).speed > 0
    assert disturbed(Stroke(0, 0, 2_000_000), hand, by).vy == 200_000


def test_no_hand_strikes_harder_than_the_simulator_plays():
    hard = Stroke(0, 0, 10_000_000)
    wild = HandNoise(3.0, 0.2, 0.0)
    for deviate in (1.0, 2.0, 6.0):
        assert disturbed(hard, wild, NoiseSample(2.0, deviate, 0.0)).speed < 12
    assert disturbed(hard, wild, NoiseSample(0.0, 0.5, 0.0)).speed == 11
    fastest = Stroke(0, 0, 12_000_000)
    assert disturbed(fastest, wild, NoiseSample(0.0, 3.0, 0.0)).speed <= 12
