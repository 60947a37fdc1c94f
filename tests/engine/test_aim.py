"""Aiming by inverse geometry: the ghost disc, friction throw, rebounds off the frame."""

import math

import pytest
from engine.ground import CLUB, SLIPPERY, laid

from carrom.engine.geometry import Wall, bounce, contact, dot, ghost_line, is_clear, speed_before, striking_speed, unit

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
