"""Room for the striker, due pieces and the queen: compiled and interpreted code agree, even on crowded boards."""

import random

import pytest

from carrom.board import free_space
from carrom.board.disc import RACKED, WHITES, Disc
from carrom.board.integers import is_within, nearest, whole_root
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.spots import centre_spot, has_room, placing_spots
from carrom.board.striker_spots import Cover, legal_intervals, legal_spans
from carrom.compiling import is_native


def crowd(seed: int) -> Position:
    """Return a random position: discs on a player's baseline, around the centre, or anywhere."""
    dice = random.Random(seed)
    wide, high, middle = dice.choice(((250_000, 30_000, 252_600), (75_000, 75_000, 0), (354_100, 354_100, 0)))
    lying: dict[Disc, Point] = {}
    for disc in dice.sample(RACKED, dice.randint(0, 18)):
        at = Point(dice.randint(-wide, wide), dice.choice((-1, 1)) * middle + dice.randint(-high, high))
        if all((at.x - o.x) ** 2 + (at.y - o.y) ** 2 >= 31_800**2 for o in lying.values()):
            lying[disc] = at
    return Position.of(lying)


def answers(position: Position, seat: Seat) -> tuple[object, ...]:
    """Return the result of every function that looks for room on a board."""
    due = next(disc for disc in RACKED if disc not in position)
    return (
        legal_spans(position, seat),
        legal_intervals(position, seat, 2_000, cover=Cover.RED),
        placing_spots(position, due),
        has_room(position, due),
        centre_spot(position, due, seat),
    )


@pytest.mark.skipif(not is_native(), reason="there are no native kernels here")
def test_native_and_interpreted_functions_find_the_same_places(monkeypatch):
    monkeypatch.setattr(free_space, "_native", [])
    assert not free_space.current().is_compiled
    interpreted = [answers(crowd(seed), seat) for seed in range(40) for seat in (Seat.SOUTH, Seat.EAST)]
    free_space.use_native()
    assert free_space.current().is_compiled
    assert [answers(crowd(seed), seat) for seed in range(40) for seat in (Seat.SOUTH, Seat.EAST)] == interpreted


def test_places_are_found_in_the_order_of_their_distance():
    spots = placing_spots(Position.of({WHITES[0]: Point(0, 0)}), WHITES[1])
    assert [at.x**2 + at.y**2 for at in spots] == sorted(at.x**2 + at.y**2 for at in spots)
    assert len(set(spots)) == len(spots) > 300


@pytest.mark.parametrize(
    "number", [0, 1, 2, 3, 4, 24, 25, 26, 2**52 - 1, 2**52, (3 * 10**9) ** 2 - 1, (3 * 10**9) ** 2]
)
def test_a_whole_root_is_exact(number):
    root = whole_root(number)
    assert root * root <= number < (root + 1) ** 2


@pytest.mark.parametrize(
    ("number", "found"), [(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (2.4, 2), (-2.6, -3)]
)
def test_a_number_half_way_is_rounded_to_the_even_one(number, found):
    assert nearest(number) == found == round(number)


def test_products_beyond_sixty_four_bits_are_compared_exactly():
    aside, width = 3_000_000 * 1_000_003, 3_000_000
    assert is_within(aside, width, 1_000_003**2)
    assert not is_within(aside + 1, width, 1_000_003**2)
    assert not is_within(aside, width, 1_000_003**2 - 1)
