"""Candidate strokes: each family appears where it should, none goes through a disc, and there is always one."""

import math

from engine.ground import PLACES, laid

from carrom.board.disc import Disc
from carrom.engine.break_book import RING
from carrom.engine.candidates import Family, candidates
from carrom.engine.geometry import cross, is_clear, unit
from carrom.engine.simple_players import breaks, lattice


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
