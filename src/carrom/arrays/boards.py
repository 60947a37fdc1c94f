"""Many boards of one rule set, stepped together: the arrays, and how values go in and out of them."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import accounts, facts, layout, queue, step
from carrom.arrays.layout import NONE, NOWHERE, Status
from carrom.arrays.rack import racked
from carrom.arrays.table import Table
from carrom.arrays.values import outcome_of, read_round, write_round
from carrom.board import crossing, room, span
from carrom.board.disc import WHITES
from carrom.board.legal import Cover, check_spot, fewest_to_fill, lines_of
from carrom.board.placing import PITCH, place_fault, placing_ring
from carrom.board.position import Point, Position
from carrom.board.seat import SEATS, Seat
from carrom.board.spec import STANDARD, Equipment
from carrom.board.stroke import Stroke
from carrom.compiling import twins_kept
from carrom.errors import IllegalStroke, RefusedRequest, RulesError, SimulationDiverged
from carrom.game.spot import cover_of
from carrom.physics import compiled, crowd
from carrom.physics import layout as kernel_layout
from carrom.physics.batch import DISCS, LOG, measures, position_of, sizes, strokes_of
from carrom.physics.leg import can_spin
from carrom.physics.simulate import FASTEST, MOST_SPIN, check_stroke, parameters, simulate
from carrom.physics.surface import Surface
from carrom.physics.surface import surface as surface_of
from carrom.rules import phases
from carrom.rules.laws.dues import what_cannot_be_paid_is_forgiven
from carrom.rules.round import Round, check_seats
from carrom.rules.ruleset import Ruleset, ruleset

MODULES: tuple[ModuleType, ...] = (queue, facts, accounts, step)
ENTRIES = ("play_boards", "rule_boards", "first_illegal", "aim")
SEATING = {
    1: ((Seat.SOUTH,),),
    2: ((Seat.SOUTH,), (Seat.NORTH,)),
    3: ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,)),
    4: ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)),
}
"""Who scores together, by the number of players."""
CHUNK = 64
"""Boards that a thread takes at a time."""


_go_on: Callable[..., None] = step.go_on
"""Interpreted: one board at a time, where somebody decides."""


@cache
def functions(is_compiled: bool) -> dict[str, Callable[..., Any]]:
    """Return the functions of a step, compiled together with those they call, or as they stand."""
    if not is_compiled:
        return {name: getattr(step, name) for name in ENTRIES}
    known: dict[FunctionType, Any] = {**room.room_twins(), **compiled.kernel_twins()}
    below = (*room.MODULES, kernel_layout, *compiled.MODULES, layout)
    made = twins_kept("boards", MODULES, ENTRIES, known, sources=(*below, *MODULES))
    return {function.__name__: twin for function, twin in made.items() if function.__name__ in ENTRIES}


class Boards:
    """N boards of play in one rule set; arrays may be read at any time and are changed by the methods alone.

    info     int64 (N, INFO)       what `layout` names: status, seat in turn, dues, scores, the result
    places   int64 (N, 20, 2)      x, y of each disc of `DISCS` in µm, board's frame; NOWHERE if it is not on the board
    queues   int8 (N, QUEUES, 20)  discs in an order: in the pockets, scored, to be placed
    """

    def __init__(
        self,
        count: int,
        rules: Ruleset | str = "icf",
        players: int = 2,
        surface: Surface | str | Mapping[str, float] | Sequence[Surface] = "club",
        *,
        table: Table | None = None,
        by_itself: bool = True,
        threads: int | None = None,
        equipment: Equipment = STANDARD,
    ) -> None:
        """Make so many boards; `reset` racks them.

        With `by_itself` dues are placed nearest to the centre and extra points demanded within a step; without it such
        boards wait (`Status.PLACE`, `DEMAND`). `threads` is the number of cores to use (all). Raises `RulesError` for
        an unknown rule set, a number of players that it does not know, or a table of another book.
        """
        self.rules = ruleset(rules) if isinstance(rules, str) else rules
        if players not in self.rules.parameters.players:
            allowed = " or ".join(map(str, self.rules.parameters.players))
            raise RulesError(f"{players} players: {self.rules.name} is played by {allowed}")
        self.seating = SEATING[players]
        check_seats(self.rules, self.seating, Seat.SOUTH)
        self.table = Table(self.rules, len(self.seating)) if table is None else table
        if self.table.digest != Table(self.rules, len(self.seating)).digest:
            raise RulesError(f"the table is not of {self.rules.name!r} for {len(self.seating)} sides")
        if count < 1:
            raise ValueError(f"{count} boards; expected one at least")
        self.count, self.equipment, self.by_itself = count, equipment, by_itself
        self.threads = os.cpu_count() or 1 if threads is None else threads
        self.info = np.zeros((count, layout.INFO), dtype=np.int64)
        self.places = np.full((count, len(DISCS), 2), NOWHERE, dtype=np.int64)
        self.queues = np.full((count, layout.QUEUES, len(DISCS)), NONE, dtype=np.int8)
        self._quarters = np.zeros(count, dtype=np.int64)
        self.rest = np.zeros((count, len(DISCS), 2), dtype=np.int64)
        self.fell, self.touched = np.full((2, count, len(DISCS)), kernel_layout.NEVER)
        self.facts = np.zeros((count, crowd.FACTS), dtype=np.int64)
        self._keys = np.zeros(count, dtype=np.int64)
        self._fallen = np.full((count, 1, len(DISCS)), NONE, dtype=np.int8)
        self.book = self._book()
        self.surfaces = (surface,) if isinstance(surface, str | Surface | Mapping) else tuple(surface)
        self._opened: dict[Seat, tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]] = {}
        self._ready()

    def _ready(self) -> None:
        """Make what the compiled functions read besides."""
        compiled.warm()
        self.kernel = compiled.current()
        self._do = functions(self.kernel.is_compiled)
        found = tuple(map(surface_of, self.surfaces))
        if len(found) not in (1, self.count):
            raise ValueError(f"{len(found)} surfaces for {self.count} boards; expected one, or one each")
        self.surfaces = found
        self._spins = np.array([can_spin(each) for each in found])
        self._worlds = np.array([parameters(each, self.equipment) for each in found])
        equipment = self.equipment
        self._sizes, self._measures = np.array(sizes(equipment)), np.array(measures(equipment), dtype=np.int64)
        cover: Cover = cover_of(self.rules)
        self._lines = np.array(lines_of(equipment, cover), dtype=np.int64)
        self._limits = room.limits_of(WHITES[0], (), equipment)
        self._board = np.array(room.whole_board(equipment), dtype=np.int64)
        self._grid = np.array(room.grid(*placing_ring(WHITES[0], equipment), PITCH), dtype=np.int64)
        self._fewest = fewest_to_fill(equipment, cover)

    def _book(self) -> NDArray[np.int64]:
        """Return what is the same for all boards."""
        book = np.full(layout.BOOK, -1, dtype=np.int64)
        figures = self.rules.parameters
        seats = Round.begin(self.rules, self.seating).seats
        book[layout.COUNT], book[layout.OWNED] = len(self.seating), self.rules.colours_are_owned
        for side, sitting in enumerate(self.seating):
            for seat in sitting:
                book[layout.SIDE_OF + seat.quarters] = side
                book[layout.NEXT + seat.quarters] = seats[(seats.index(seat) + 1) % len(seats)].quarters
        book[layout.FORGIVEN] = self.rules.has(what_cannot_be_paid_is_forgiven)
        book[layout.CAP] = -1 if figures.queen_cap is None else figures.queen_cap
        book[layout.TRIES] = figures.strokes_per_turn
        book[layout.WHITE_POINTS], book[layout.BLACK_POINTS] = figures.white_points, figures.black_points
        book[layout.QUEEN_POINTS] = figures.queen_points
        return book

    # -- values in and out ----------------------------------------------------------------------------------------

    def reset(
        self,
        seeds: Sequence[int] | NDArray[np.int64],
        which: NDArray[np.bool_] | None = None,
        breaker: Seat | None = None,
    ) -> None:
        """Rack boards anew at no score, each by its seed (the gaps of `board.rack`): all of them, or a mask's."""
        picks = np.arange(self.count) if which is None else np.nonzero(which)[0]
        given = np.asarray(seeds)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise ValueError(f"seeds of shape {given.shape}; expected {self.count} whole numbers, one a board")
        seat = self.seating[0][0] if breaker is None else breaker
        if seat not in self._opened:
            self._opened[seat] = opened = np.zeros(1, dtype=np.int64), self.info[:1].copy(), self.queues[:1].copy()
            write_round(opened[1], opened[2], opened[0], Round.begin(self.rules, self.seating, seat))
        _, self.info[picks], self.queues[picks] = self._opened[seat]
        self.places[picks] = racked(given[picks], self.rules.parameters.setup_angle, seat, self.equipment)

    def load(self, picks: NDArray[np.int64] | int, round: Round, position: Position | None) -> None:
        """Set boards to a round and, if it is given, a position. Raises `RulesError` for another book or seating."""
        if round.ruleset != self.rules or tuple(side.seats for side in round.sides) != self.seating:
            raise RulesError(f"the round is not of {self.rules.name!r} with the seats of these boards")
        write_round(self.info, self.queues, np.atleast_1d(np.asarray(picks)), round)
        if position is not None:
            row = np.full((len(DISCS), 2), NOWHERE, dtype=np.int64)
            for placed in position:
                row[DISCS.index(placed.disc)] = placed.at.x, placed.at.y
            row[0] = NOWHERE
            self.places[picks] = row

    def round(self, board: int) -> Round:
        """Return a board's round, as a game has it."""
        return read_round(self.rules, self.seating, self.info[board], self.queues[board], self.places[board])

    def position(self, board: int) -> Position:
        """Return where the men of a board lie."""
        return position_of(self.places[board])

    @property
    def status(self) -> NDArray[np.int64]:
        """What each board waits for (`Status`)."""
        return self.info[:, layout.STATUS]

    # -- what is done ---------------------------------------------------------------------------------------------

    def aimed(self, shares: NDArray[np.float64], strokes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return strokes with the striker at a share (0 to 1) of where it may stand: none is illegal."""
        if shares.shape != (self.count,) or not ((shares >= 0) & (shares <= 1)).all():
            raise IllegalStroke(f"Shares of the lines must be {self.count} numbers from 0 to 1.")
        made = strokes_of(strokes).copy()
        picks = np.nonzero(self.status == Status.STRIKE)[0]
        work = self._work()
        self._do["aim"](self.info, self.places, shares.astype(np.float64), made, picks, self._measures, self._lines,
                        *work.of_lines)  # fmt: skip
        return made

    def step(self, strokes: Sequence[Stroke] | NDArray[np.int64]) -> None:
        """Play a stroke on every board that waits for one, and let the law follow; the others are left as they are.

        `strokes` are N values, or an array int64 (N, 5): x (µm), vx, vy (µm/s), y (µm), spin (mrad/s), in the frame of
        who is in turn. Raises `IllegalStroke` for the first that nobody may play, and nothing changes then;
        `SimulationDiverged` when all others have been played.
        """
        table = strokes_of(strokes)
        if len(table) != self.count:
            raise IllegalStroke(f"{len(table)} strokes for {self.count} boards; expected one each")
        picks = np.nonzero(self.status == Status.STRIKE)[0]
        self._check(table, picks)
        spins = (self._spins[picks] if len(self._spins) > 1 else self._spins[0]) | (table[picks, crowd.S_SPIN] != 0)
        for profile, some in ((self.kernel.profile, picks[spins]), (None, picks[~spins])):
            if len(some):
                self._each(profile, table, some)
        self._finish(table, picks)

    def place(self, board: int, at: Point) -> None:
        """Put the man that waits first on a board there, and go on. Raises `RefusedRequest`; nothing changes then."""
        round, position = self.round(board), self.position(board)
        if self.status[board] != Status.PLACE:
            raise RefusedRequest(f"no man is to be placed on board {board}: it waits for {self._waits(board)}")
        first = round.placings[0]
        fault = place_fault(position, first.disc, at, self.equipment)
        if fault is not None:
            raise RefusedRequest(fault.sentence)
        self._go_on(board, phases.apply(round, phases.Placed(first.by, first.disc)), position.having(first.disc, at))

    def waive(self, board: int) -> None:
        """Let the men that the placer of a board may still place stay down, and go on. Raises `RefusedRequest`."""
        round = self.round(board)
        if self.status[board] != Status.PLACE:
            raise RefusedRequest(f"no man is to be placed on board {board}: it waits for {self._waits(board)}")
        self._go_on(board, phases.apply(round, phases.Waived(round.placings[0].by)), self.position(board))

    def demand(self, board: int, points: int) -> None:
        """Name the extra points of a board's gainer. Raises `RefusedRequest` for more than there may be."""
        round = self.round(board)
        if self.status[board] != Status.DEMAND:
            raise RefusedRequest(f"nothing can be demanded on board {board}: it waits for {self._waits(board)}")
        self._go_on(board, phases.apply(round, phases.Demanded(phases.demander(round), points)), self.position(board))

    def _waits(self, board: int) -> str:
        return Status(self.status[board]).name.lower().replace("_", " ")

    def _go_on(self, board: int, round: Round, position: Position) -> None:
        """Set a board to a round, let the men wait for which there is no room, and say what it waits for."""
        strokes = self.info[board, layout.STROKES]
        self.load(board, round, position)
        self.info[board, layout.STROKES] = strokes
        work = self._work()
        _go_on(self.info, self.places, self.queues, self.book, board, self._measures, self._lines, work.limits,
                   self._board, self._grid, self._fewest, int(self.by_itself), *work.of_lines)  # fmt: skip

    def _check(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        bad = self._do["first_illegal"](
            self.info, self.places, table, picks, self._measures, self._lines, FASTEST, MOST_SPIN
        )
        if bad >= 0:
            stroke = Stroke(*map(int, table[bad]))
            check_stroke(stroke)
            seat = SEATS[self.info[bad, layout.TURN]]
            check_spot(self.position(bad), seat, stroke, self.equipment, cover_of(self.rules))
            raise AssertionError(f"board {bad} refuses a legal stroke {stroke}")

    def _finish(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Ask the law what the table does not know, until no board asks any more."""
        if not (self.status[picks] >= Status.ASK).any():
            return
        for b in picks[self.status[picks] == Status.LINES]:
            played = simulate(self.position(b), Stroke(*map(int, table[b])), SEATS[self._quarters[b]], self._surface(b))
            self.facts[b, crowd.F_LINES] = ("none", "one", "both").index(played.outcome.lines_left.value)
            self.info[b, layout.STATUS] = Status.ASK
        while True:
            asking = picks[self.status[picks] == Status.ASK]
            if not len(asking):
                break
            self._rule(asking)
            seen: set[int] = set()
            for b in asking[self.status[asking] == Status.ASK]:
                if (key := int(self._keys[b])) not in seen:
                    seen.add(key)
                    self.table.learn(key, self.round(int(b)), self.outcome(int(b)))
        for b in picks[self.status[picks] == Status.DIVERGED]:
            raise SimulationDiverged(f"{Stroke(*map(int, table[b]))} on {self.position(b)} with {self._surface(b)}")

    def outcome(self, board: int) -> Any:
        """Return what was seen of the last stroke on a board."""
        return outcome_of(self.fell[board], self.touched[board], int(self.facts[board, crowd.F_LINES]))

    def _surface(self, board: int) -> Surface:
        return self.surfaces[board if len(self.surfaces) > 1 else 0]  # type: ignore[return-value]

    def _each(self, profile: Any, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Play on boards in chunks that do not depend on the number of threads."""
        chunks = [picks[first : first + CHUNK] for first in range(0, len(picks), CHUNK)]
        if self.threads <= 1 or len(chunks) <= 1 or not self.kernel.is_compiled:
            for chunk in chunks:
                self._play(profile, table, chunk)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(lambda chunk: self._play(profile, table, chunk), chunks))

    def _play(self, profile: Any, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        work = self._work()
        self._do["play_boards"](
            profile, work.state, work.marks, work.log, self._worlds, self._sizes, self._measures, table, self.info,
            self.places, self._quarters, picks, 0, len(picks), self.rest, self.fell, self.touched, self.facts,
        )  # fmt: skip
        self._rule(picks)

    def _rule(self, picks: NDArray[np.int64]) -> None:
        work = self._work()
        self._do["rule_boards"](
            self.info, self.places, self.queues, self.book, self.table.slots, self.table.decisions, self._measures,
            self._lines, work.limits, self._board, self._grid, self._fewest, int(self.by_itself), picks, 0, len(picks),
            self.rest, self.fell, self.touched, self.facts, self._keys, self._fallen, work.rows, *work.of_lines,
        )  # fmt: skip

    def _work(self) -> "_Work":
        """Return this thread's arrays."""
        found: _Work | None = getattr(_own, "work", None)
        if found is None or found.kernel is not self.kernel:
            found = _own.work = _Work(self.kernel)
        found.limits[:] = self._limits
        return found


_own = threading.local()


class _Work:
    """The arrays that one thread works in."""

    def __init__(self, kernel: compiled.Kernel) -> None:
        self.kernel = kernel
        self.state, self.marks = kernel.floats(kernel_layout.STATE), kernel.integers(kernel_layout.MARKS)
        self.log = kernel.floats(LOG * kernel_layout.E_WIDTH)
        self.limits = np.zeros(crossing.LIMITS, dtype=np.int64)
        self.rows = np.full((1, accounts.SCRATCH, len(DISCS)), NONE, dtype=np.int8)
        free, left = np.zeros((2, 2 * span.MOST), dtype=np.int64)
        circles, found = np.zeros(3 * 24, dtype=np.int64), np.zeros(2 * room.FOUND, dtype=np.int64)
        self.of_lines = (circles, free, left, np.zeros(8), found)
