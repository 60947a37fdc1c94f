"""Conversion between values and arrays: rounds, outcomes, and the constants of surfaces, measures and rule sets."""

import threading
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.arrays import layout as at
from carrom.arrays.law_table import QUEENS
from carrom.arrays.layout import NONE, NOWHERE, SCRATCH, BoardParameters, ThreadWorkspace
from carrom.board import free_space, striker_spans, tangent_spots
from carrom.board.disc import QUEEN, RACKED, WHITES, Disc
from carrom.board.equipment import Equipment
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.seat import SEATS, Seat
from carrom.board.spots import PITCH, placing_ring
from carrom.board.striker_spots import fewest_to_fill, lines_of
from carrom.game.expected import cover_of
from carrom.physics.batch import DISCS, LOG, measures, sizes
from carrom.physics.kernel import compiled
from carrom.physics.kernel import layout as kernel_layout
from carrom.physics.kernel.layout import NEVER
from carrom.physics.kernel.segment import can_spin
from carrom.physics.simulate import parameters
from carrom.physics.surface import Surface
from carrom.rules.laws.fouls import what_cannot_be_paid_is_forgiven
from carrom.rules.phases import expected
from carrom.rules.round import Phase, Placing, Round, RoundResult, Side
from carrom.rules.ruleset import Ruleset

# -- constants of boards for the compiled functions, and thread settings -----------------------------------------------


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


# -- rounds and outcomes -----------------------------------------------------------------------------------------------


_SLAMS = (None, "white", "black")
_LINES = (LinesLeft.NONE, LinesLeft.ONE, LinesLeft.BOTH)
_INDEX = {disc: index for index, disc in enumerate(DISCS)}


def write_round(info: NDArray[np.int64], queues: NDArray[np.int8], picks: NDArray[np.int64], round: Round) -> None:
    """Write a round into the rows `picks` of the arrays."""
    row = np.zeros(at.INFO, dtype=np.int64)
    row[at.TURN], row[at.BREAKER] = round.turn.quarters, round.breaker.quarters
    row[at.BROKEN], row[at.ATTEMPT] = round.phase is Phase.PLAY, round.attempt
    row[at.STRUCK], row[at.TURNS], row[at.PASSES] = round.struck, round.turns, round.passes
    row[at.QUEEN] = QUEENS.index(round.queen)
    row[at.QUEEN_SIDE] = -1 if round.queen_side is None else round.queen_side
    row[at.QUEEN_TURN] = -1 if round.queen_turn is None else round.queen_turn
    row[at.COVERED_NOW], row[at.MISSES] = round.covered_now, round.misses
    rows = np.full((at.QUEUES, len(DISCS)), NONE, dtype=np.int8)
    _fill(rows[at.DOWN], round.pocketed)
    _fill(rows[at.FALLEN], round.fallen)
    for index, side in enumerate(round.sides):
        block = at.SIDES + index * at.SIDE
        row[block : block + at.SIDE] = (
            side.score, side.due, side.pocketed_before, side.pocketed_by_self, side.points, side.turn_points,
        )  # fmt: skip
        _fill(rows[at.SCORED + index], side.taken)
    _fill(rows[at.WAITING], (placing.disc for placing in round.placings))
    for index, placing in enumerate(round.placings):
        rows[at.PLACER, index], rows[at.OWNER, index] = placing.by.quarters, placing.owner
    if (result := round.result) is not None:
        row[at.WINNERS] = sum(1 << side for side in result.winners)
        row[at.POINTS], row[at.TAKEN], row[at.UP_TO] = result.points, result.taken, result.up_to
        row[at.SLAM] = _SLAMS.index(result.slam)
    row[at.STATUS] = _status(round)
    info[picks], queues[picks] = row, rows


def _status(round: Round) -> int:
    """Return the status of a round, without checking whether the striker has a spot."""
    awaited = expected(round)
    if not awaited:
        return at.OVER
    return {"Strike": at.STRIKE, "PlaceDue": at.PLACE, "Demand": at.DEMAND}[type(awaited[0]).__name__]


def _fill(row: NDArray[np.int8], discs: Iterable[Disc]) -> None:
    for index, disc in enumerate(discs):
        row[index] = _INDEX[disc]


def _discs(row: NDArray[np.int8]) -> tuple[Disc, ...]:
    """Return the discs of a queue."""
    found = []
    for number in row:
        if number == NONE:
            break
        found.append(DISCS[number])
    return tuple(found)


def read_round(
    rules: Ruleset,
    seating: tuple[tuple[Seat, ...], ...],
    row: NDArray[np.int64],
    queues: NDArray[np.int8],
    places: NDArray[np.int64],
) -> Round:
    """Return the round of one board, equal to that of a game."""
    opened = Round.begin(rules, seating, SEATS[row[at.BREAKER]])
    sides = tuple(
        _side(side, row[at.SIDES + index * at.SIDE :], _discs(queues[at.SCORED + index]))
        for index, side in enumerate(opened.sides)
    )
    waiting = _discs(queues[at.WAITING])
    return Round(
        ruleset=rules,
        sides=sides,
        breaker=opened.breaker,
        turn=SEATS[row[at.TURN]],
        phase=Phase.PLAY if row[at.BROKEN] else Phase.BREAK,
        attempt=int(row[at.ATTEMPT]),
        struck=bool(row[at.STRUCK]),
        turns=int(row[at.TURNS]),
        passes=int(row[at.PASSES]),
        on_board=tuple(disc for disc in RACKED if places[_INDEX[disc], 0] != NOWHERE),
        pocketed=_discs(queues[at.DOWN]),
        queen=QUEENS[row[at.QUEEN]],
        queen_side=None if row[at.QUEEN_SIDE] < 0 else int(row[at.QUEEN_SIDE]),
        queen_turn=None if row[at.QUEEN_TURN] < 0 else int(row[at.QUEEN_TURN]),
        placings=tuple(
            Placing(disc, SEATS[queues[at.PLACER, index]], int(queues[at.OWNER, index]))
            for index, disc in enumerate(waiting)
        ),
        fallen=_discs(queues[at.FALLEN]),
        covered_now=bool(row[at.COVERED_NOW]),
        misses=int(row[at.MISSES]),
        result=_result(row),
    )


def _side(opened: Side, row: NDArray[np.int64], taken: tuple[Disc, ...]) -> Side:
    score, due, before, by_self, points, turn_points = map(int, row[: at.SIDE])
    return Side(
        seats=opened.seats,
        colour=opened.colour,
        score=score,
        due=due,
        pocketed_before=bool(before),
        pocketed_by_self=bool(by_self),
        points=points,
        turn_points=turn_points,
        taken=taken,
    )


def _result(row: NDArray[np.int64]) -> RoundResult | None:
    winners = int(row[at.WINNERS])
    if not winners:
        return None
    return RoundResult(
        winners=tuple(side for side in range(at.MOST_SIDES) if winners >> side & 1),
        points=int(row[at.POINTS]),
        taken=bool(row[at.TAKEN]),
        up_to=int(row[at.UP_TO]),
        slam=_SLAMS[row[at.SLAM]],
    )


def outcome_of(fell: NDArray[np.float64], touched: NDArray[np.float64], lines: int) -> Outcome:
    """Return the outcome of a stroke from its arrays of times."""
    fallen, met = _in_order(fell), _in_order(touched)
    return Outcome(pocketed=fallen, touched=met, moved=bool(met), lines_left=_LINES[lines])


def _in_order(times: Any) -> tuple[Disc, ...]:
    return tuple(DISCS[k] for k in np.argsort(times, kind="stable") if times[k] < NEVER)


assert QUEEN is DISCS[1]
