"""Conversion of rounds and outcomes between values and arrays."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout as at
from carrom.arrays.law.law_table import QUEENS
from carrom.arrays.layout import NONE, NOWHERE
from carrom.board.disc import QUEEN, RACKED, Disc
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.seat import SEATS, Seat
from carrom.physics.batch import DISCS
from carrom.physics.kernel.layout import NEVER
from carrom.rules.phases import expected
from carrom.rules.round import Phase, Placing, Round, RoundResult, Side
from carrom.rules.ruleset import Ruleset

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
