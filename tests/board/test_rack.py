"""The rack: names, gaps, jitter, rotation."""

import math
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.board.arithmetic import SplitMix64, direction
from carrom.board.disc import RACKED, WHITES, Disc
from carrom.board.notation import write_position
from carrom.board.position import check_position
from carrom.board.rack import GAP, JITTER, rack, seed_of
from carrom.board.seat import Seat

PITCH = 31_820


def ideal(disc: Disc, angle: float) -> tuple[float, float]:
    """Return a disc's specified place in the rack, in µm."""
    number = int(disc[1:]) if disc is not Disc.Q else 0
    if disc is Disc.Q:
        return 0.0, 0.0
    if disc[0] == "W":
        radius, turn = (1, 120 * (number - 1)) if number <= 3 else (2, 60 * (number - 4))
    else:
        radius, turn = (1, 60 + 120 * (number - 1)) if number <= 3 else (3**0.5, 30 + 60 * (number - 4))
    at = math.radians(angle + turn)
    return PITCH * radius * math.cos(at), PITCH * radius * math.sin(at)


def test_the_generator_gives_the_published_numbers():
    stream = SplitMix64(1234567)
    assert [stream.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(), st.integers(-100, 100), st.integers(0, 100))
def test_a_drawn_number_lies_between_its_bounds(seed, low, span):
    assert low <= SplitMix64(seed).between(low, low + span) <= low + span


def test_every_value_of_a_jitter_is_drawn():
    stream = SplitMix64(1)
    assert {stream.between(-5, 5) for _ in range(500)} == set(range(-5, 6))


@given(st.floats(-1000, 1000), st.integers(0, 2**64))
def test_every_disc_of_a_rack_lies_within_the_jitter_of_its_named_place(angle, seed):
    laid = rack(angle, seed)
    assert laid.discs == RACKED
    for placed in laid:
        x, y = ideal(placed.disc, angle)
        assert abs(placed.at.x - x) <= JITTER + 0.501
        assert abs(placed.at.y - y) <= JITTER + 0.501


@given(st.floats(0, 360), st.integers(0, 10_000))
def test_no_two_men_of_a_rack_touch_and_neighbours_are_a_hair_apart(angle, seed):
    laid = rack(angle, seed)
    check_position(laid)
    gaps = [math.dist((a.at.x, a.at.y), (b.at.x, b.at.y)) - 31_800 for a, b in combinations(laid, 2)]
    assert min(gaps) > 0
    neighbours = [gap for gap in gaps if gap < 1_000]
    assert len(neighbours) == 42
    assert max(neighbours) < GAP + 2 * JITTER * math.sqrt(2) + 2


def test_by_default_one_white_arm_points_at_the_breaker():
    for seat in Seat:
        laid = rack(seed=3, breaker=seat)
        for arm in (Disc.W1, Disc.W4):
            x, y = seat.from_board(laid[arm].x, laid[arm].y)
            assert abs(x) <= 6
            assert y < -31_000


def test_the_same_seed_gives_the_same_rack_and_another_seed_another():
    assert rack(270, 7) == rack(270, 7)
    assert rack(270, 7) != rack(270, 8)


def test_the_seed_of_a_text_is_its_crc_32():
    assert seed_of("123456789") == 0xCBF43926


def test_a_known_rack_is_written_as_it_always_was():
    assert write_position(rack(270, 1)).startswith(KNOWN_BEGINNING)


KNOWN_BEGINNING = "c1_Q.1.3_W1.5.-31821_W2.27556.15913_W3.-27553.15910_W4.-2.-63637_W5.55113.-31819"


def test_the_queen_lies_in_the_middle_and_whites_outnumber_nobody():
    laid = rack()
    assert abs(laid[Disc.Q].x) <= JITTER
    assert sum(disc in WHITES for disc in laid.discs) == 9


@given(st.fractions(-720, 720))
def test_direction_agrees_with_the_library_to_the_last_bits(degrees):
    across, up = direction(degrees)
    exact = math.radians(float(degrees % 360))
    assert across == pytest.approx(math.cos(exact), abs=2e-15)
    assert up == pytest.approx(math.sin(exact), abs=2e-15)


def test_quarter_turns_are_exact():
    assert [direction(90 * k) for k in range(4)] == [(1, 0), (0, 1), (-1, 0), (0, -1)]
    assert direction(30)[1] == pytest.approx(0.5, abs=1e-16)
    across, up = direction(Fraction(91, 2))
    assert direction(Fraction(91, 2) + 90) == (-up, across)
