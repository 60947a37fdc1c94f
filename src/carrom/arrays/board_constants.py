"""Constants of boards as arrays for the compiled functions: surfaces, measures, rule set; and thread workspaces."""

import threading
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.arrays.layout import NONE, SCRATCH, BoardParameters, ThreadWorkspace
from carrom.board.disc import WHITES
from carrom.board.equipment import Equipment
from carrom.board.placement import free_space, striker_spans, tangent_spots
from carrom.board.placement.due_spots import PITCH, placing_ring
from carrom.board.placement.striker_spots import fewest_to_fill, lines_of
from carrom.board.seat import Seat
from carrom.game.expected.striker_spot import cover_of
from carrom.physics.batch import DISCS, LOG, measures, sizes
from carrom.physics.kernel import compiled
from carrom.physics.kernel import layout as kernel_layout
from carrom.physics.kernel.segment import can_spin
from carrom.physics.simulate import parameters
from carrom.physics.surface import Surface
from carrom.rules.laws.dues import what_cannot_be_paid_is_forgiven
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset

CIRCLES = 24
"""Capacity of the circle buffer: the discs on a board and the edges of an area."""


def ground_of(surfaces: Sequence[Surface], rules: Ruleset, equipment: Equipment) -> BoardParameters:
    """Return the surfaces and measures of boards."""
    return BoardParameters(
        worlds=np.array([parameters(each, equipment) for each in surfaces]),
        spins=np.array([can_spin(each) for each in surfaces], dtype=np.int64),
        sizes=np.array(sizes(equipment)),
        measures=np.array(measures(equipment), dtype=np.int64),
        lines=np.array(lines_of(equipment, cover_of(rules)), dtype=np.int64),
        board=np.array(free_space.whole_board(equipment), dtype=np.int64),
        grid=np.array(free_space.grid(*placing_ring(WHITES[0], equipment, rules.dues_anywhere), PITCH), dtype=np.int64),
    )


def book_of(
    rules: Ruleset, seating: tuple[tuple[Seat, ...], ...], equipment: Equipment, by_itself: bool
) -> NDArray[np.int64]:
    """Return the constants of a rule set and its seating."""
    book = np.full(layout.BOOK, -1, dtype=np.int64)
    figures = rules.parameters
    seats = Round.begin(rules, seating).seats
    book[layout.COUNT], book[layout.OWNED] = len(seating), rules.colours_are_owned
    for side, sitting in enumerate(seating):
        for seat in sitting:
            book[layout.SIDE_OF + seat.quarters] = side
            book[layout.NEXT + seat.quarters] = seats[(seats.index(seat) + 1) % len(seats)].quarters
    book[layout.ANYWHERE] = rules.dues_anywhere
    book[layout.FORGIVEN] = rules.has(what_cannot_be_paid_is_forgiven)
    book[layout.LAPSES] = rules.has("no_room_writes_the_due_off")
    book[layout.EARLIER] = rules.has("earlier_man_covers_the_queen")
    book[layout.PAY_FIRST] = rules.has("own_men_with_the_queen_pay_first")
    book[layout.CAP] = -1 if figures.queen_cap is None else figures.queen_cap
    book[layout.TRIES] = figures.strokes_per_turn
    book[layout.WHITE_POINTS], book[layout.BLACK_POINTS] = figures.white_points, figures.black_points
    book[layout.QUEEN_POINTS] = figures.queen_points
    book[layout.FEWEST], book[layout.BY_ITSELF] = fewest_to_fill(equipment, cover_of(rules)), by_itself
    return book


class _Own(threading.local):
    """The workspace of one thread."""

    def __init__(self) -> None:
        self.kernel: compiled.Kernel | None = None
        self.desk: ThreadWorkspace | None = None


_own = _Own()


def desk(kernel: compiled.Kernel, equipment: Equipment) -> ThreadWorkspace:
    """Return this thread's workspace for a kernel and the measures of the equipment."""
    if _own.desk is None or _own.kernel is not kernel:
        _own.kernel, _own.desk = kernel, _new_desk(kernel)
    _own.desk.limits[:] = _limits(equipment)
    return _own.desk


@cache
def _limits(equipment: Equipment) -> NDArray[np.int64]:
    return np.array(free_space.limits_of(WHITES[0], (), equipment), dtype=np.int64)


def _new_desk(kernel: compiled.Kernel) -> ThreadWorkspace:
    free, left = np.zeros((2, 2 * striker_spans.MOST), dtype=np.int64)
    return ThreadWorkspace(
        state=kernel.floats(kernel_layout.STATE),
        marks=kernel.integers(kernel_layout.MARKS),
        log=kernel.floats(LOG * kernel_layout.E_WIDTH),
        limits=np.zeros(tangent_spots.LIMITS, dtype=np.int64),
        rows=np.full((1, SCRATCH, len(DISCS)), NONE, dtype=np.int8),
        circles=np.zeros(3 * CIRCLES, dtype=np.int64),
        free=free,
        left=left,
        points=np.zeros(8),
        found=np.zeros(2 * free_space.FOUND, dtype=np.int64),
    )
