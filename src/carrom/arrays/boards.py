"""`Boards` and `Branches`: many boards of one rule set in arrays, stepped together or branching into many strokes."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout, step, striker_lines
from carrom.arrays.law_table import Table, kept
from carrom.arrays.layout import NONE, NOWHERE, Law, Seen, Status, Tables
from carrom.arrays.placing import go_on
from carrom.arrays.values import book_of, desk, ground_of, outcome_of, read_round, write_round
from carrom.board.disc import RACKED
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import SEATS, Seat
from carrom.board.spots import place_fault
from carrom.board.striker_spots import check_spot
from carrom.board.stroke import Stroke
from carrom.compiling import kernels
from carrom.errors import IllegalStroke, RefusedRequest, RulesError, SimulationDiverged
from carrom.game.expected import cover_of
from carrom.numeric import whole
from carrom.physics.batch import DISCS, position_of, racked, strokes_of
from carrom.physics.kernel import compiled, stroke_batch
from carrom.physics.kernel import layout as kernel_layout
from carrom.physics.kernel.segment import can_spin
from carrom.physics.simulate import FASTEST, MOST_SPIN, check_stroke, parameters, simulate
from carrom.physics.surface import Surface, SurfaceLike
from carrom.physics.surface import surface as surface_of
from carrom.rules import phases
from carrom.rules.round import Round, check_seats
from carrom.rules.ruleset import Ruleset, ruleset

SEATING = {
    1: ((Seat.SOUTH,),),
    2: ((Seat.SOUTH,), (Seat.NORTH,)),
    3: ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,)),
    4: ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)),
}
"""The seats of each side, by the number of players."""
CHUNK = 64
"""Boards per task of a thread."""
ENTRIES = (step.step_boards, step.play_boards, step.rule_boards, striker_lines.first_illegal, striker_lines.aim)
"""Functions of the compiled subset."""


@dataclass(frozen=True)
class BoardOptions:
    """Options of `Boards` with good defaults."""

    table: Table | None = None
    """The law table to use instead of the cached one of these rules."""
    auto_settle: bool = True
    """Place dues nearest to the centre and demand all extra points within a step; otherwise such boards wait
    (`Status.PLACE`, `Status.DEMAND`)."""
    equipment: Equipment = STANDARD


OPTIONS = BoardOptions()


class Boards:
    """N boards of one rule set; read the arrays at any time, change them only through the methods.

    info     int64 (N, INFO)       fields of `layout`: status, seat in turn, dues, scores, the result
    places   int64 (N, 20, 2)      x, y of each disc of `DISCS` in µm, board's frame; NOWHERE if it is not on the board
    queues   int8 (N, QUEUES, 20)  queues of discs: in the pockets, scored, to be placed
    """

    def __init__(
        self,
        count: int,
        rules: Ruleset | str = "icf",
        players: int = 2,
        surface: SurfaceLike | Sequence[Surface] = "club",
        *,
        threads: int | None = None,
        options: BoardOptions = OPTIONS,
    ) -> None:
        """Make `count` empty boards; `reset` racks them.

        `threads` is the number of threads to use (default: one per core). Raises `RulesError` for an unknown rule set,
        a number of players that it does not allow, or a table of other rules.
        """
        table, equipment = options.table, options.equipment
        self.rules = ruleset(rules) if isinstance(rules, str) else rules
        if players not in self.rules.parameters.players:
            allowed = " or ".join(map(str, self.rules.parameters.players))
            raise RulesError(f"{players} players: {self.rules.name} is played by {allowed}")
        self.seating = SEATING[players]
        check_seats(self.rules, self.seating, Seat.SOUTH)
        self.table = kept(self.rules, len(self.seating)) if table is None else table
        if table is not None and table.digest != Table(self.rules, len(self.seating)).digest:
            raise RulesError(f"the table is not of {self.rules.name!r} for {len(self.seating)} sides")
        if count < 1:
            raise ValueError(f"{count} boards; expected one at least")
        self.count, self.equipment = count, equipment
        self.threads = os.cpu_count() or 1 if threads is None else threads
        self.info = np.zeros((count, layout.INFO), dtype=np.int64)
        self.places = np.full((count, len(DISCS), 2), NOWHERE, dtype=np.int64)
        self.queues = np.full((count, layout.QUEUES, len(DISCS)), NONE, dtype=np.int8)
        self.book = book_of(self.rules, self.seating, equipment, options.auto_settle)
        self.tables = Tables(self.info, self.places, self.queues, self.book)
        self.seen = _nothing_seen(count)
        given = (surface,) if isinstance(surface, str | Surface | Mapping) else tuple(surface)
        self.surfaces = list(map(surface_of, given))
        if len(self.surfaces) not in (1, count):
            raise ValueError(f"{len(self.surfaces)} surfaces for {count} boards; expected one, or one each")
        self._opened: dict[Seat, tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]] = {}
        self.kernel = compiled.current()
        self._do = kernels(ENTRIES, self.kernel.is_compiled)
        self.ground = ground_of(self.surfaces, self.rules, equipment)

    # -- conversion of values -------------------------------------------------------------------------------------

    def reset(
        self,
        seeds: Sequence[int] | NDArray[np.int64],
        which: NDArray[np.bool_] | None = None,
        breaker: Seat | None = None,
    ) -> None:
        """Rack boards at score 0, each with the gaps of its seed: all boards, or those of the mask `which`."""
        picks = np.arange(self.count) if which is None else np.nonzero(which)[0]
        given = np.asarray(seeds)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise ValueError(f"seeds of shape {given.shape}; expected {self.count} whole numbers, one a board")
        seat = self.seating[0][0] if breaker is None else breaker
        if seat not in self._opened:
            self._opened[seat] = self._opening(seat)
        self.info[picks], self.queues[picks], off = self._opened[seat]
        self.places[picks] = racked(given[picks], self.rules.parameters.setup_angle, seat, self.equipment)
        if len(off):
            self.places[picks[:, None], off] = NOWHERE

    def _opening(self, breaker: Seat) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]:
        """Return the arrays of a board at its start, and the discs that a handicap removes."""
        round, info, queues = (
            Round.begin(self.rules, self.seating, breaker),
            self.info[:1].copy(),
            self.queues[:1].copy(),
        )
        write_round(info, queues, np.zeros(1, dtype=np.int64), round)
        off = [DISCS.index(disc) for disc in RACKED if disc not in round.on_board]
        return info, queues, np.array(off, dtype=np.int64)

    def load(self, picks: NDArray[np.int64] | int, round: Round, position: Position | None) -> None:
        """Set boards to a round and, if given, a position. Raises `RulesError` for other rules or seats."""
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
        """Return a board's round, equal to that of a game."""
        return read_round(self.rules, self.seating, self.info[board], self.queues[board], self.places[board])

    def position(self, board: int) -> Position:
        """Return the position of a board, without the striker."""
        return position_of(self.places[board])

    @property
    def status(self) -> NDArray[np.int64]:
        """The status of each board (`Status`)."""
        return self.info[:, layout.STATUS]

    # -- strokes and decisions---------------------------------------------------------------------------------------

    def aimed(self, shares: NDArray[np.float64], strokes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return strokes with the striker moved to a share (0 to 1) of its legal spans, so that every spot is legal."""
        if shares.shape != (self.count,) or not ((shares >= 0) & (shares <= 1)).all():
            raise IllegalStroke(f"Shares of the lines must be {self.count} numbers from 0 to 1.")
        made = strokes_of(strokes).copy()
        picks = np.nonzero(self.status == Status.STRIKE)[0]
        self.reached(shares, made, picks)
        return made

    def reached(
        self, shares: NDArray[np.float64], strokes: NDArray[np.int64], picks: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Write striker spots at shares (0 to 1) of the legal spans of boards `picks` to `strokes`; return the ends of
        their spans, int64 (N, 2), µm."""
        ends = np.zeros((self.count, 2), dtype=np.int64)
        self._do["aim"](self.tables, shares, strokes, ends, picks, self.ground, desk(self.kernel, self.equipment))
        return ends

    def step(self, strokes: Sequence[Stroke] | NDArray[np.int64]) -> None:
        """Play and settle a stroke on every board that waits for one; other boards do not change.

        `strokes` are N values, or an array int64 (N, 5): x (µm), vx, vy (µm/s), y (µm), spin (mrad/s), in the frame of
        the player in turn. Raises `IllegalStroke` for the first illegal stroke and changes nothing then; raises
        `SimulationDiverged` after all other boards have been played.
        """
        table = strokes_of(strokes)
        if len(table) != self.count:
            raise IllegalStroke(f"{len(table)} strokes for {self.count} boards; expected one each")
        picks = np.nonzero(self.status == Status.STRIKE)[0]
        self.check(table, picks)
        self.play(table, picks)

    def place(self, board: int, at: Point) -> None:
        """Place the first waiting piece of a board, and continue. Raises `RefusedRequest` and changes nothing then."""
        round, position = self.round(board), self.position(board)
        if self.status[board] != Status.PLACE:
            raise RefusedRequest(f"no piece is to be placed on board {board}: it waits for {self._waits(board)}")
        first = round.placings[0]
        fault = place_fault(position, first.disc, at, self.equipment, round.ruleset.dues_anywhere)
        if fault is not None:
            raise RefusedRequest(fault.sentence)
        self._go_on(board, phases.apply(round, phases.Placed(first.by, first.disc)), position.having(first.disc, at))

    def waive(self, board: int) -> None:
        """Waive the remaining placings of a board's placer, and continue. Raises `RefusedRequest`."""
        round = self.round(board)
        if self.status[board] != Status.PLACE:
            raise RefusedRequest(f"no piece is to be placed on board {board}: it waits for {self._waits(board)}")
        self._go_on(board, phases.apply(round, phases.Waived(round.placings[0].by)), self.position(board))

    def demand(self, board: int, points: int) -> None:
        """Demand extra points for the winner of a board. Raises `RefusedRequest` for more than are allowed."""
        round = self.round(board)
        if self.status[board] != Status.DEMAND:
            raise RefusedRequest(f"nothing can be demanded on board {board}: it waits for {self._waits(board)}")
        self._go_on(board, phases.apply(round, phases.Demanded(phases.demander(round), points)), self.position(board))

    def _waits(self, board: int) -> str:
        return Status(self.status[board]).name.lower().replace("_", " ")

    def _go_on(self, board: int, round: Round, position: Position) -> None:
        """Set a board to a round and position, and update its status."""
        strokes = self.info[board, layout.STROKES]
        self.load(board, round, position)
        self.info[board, layout.STROKES] = strokes
        go_on(self.tables, board, self.ground, desk(self.kernel, self.equipment))

    def check(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Raise `IllegalStroke` for the first illegal stroke of boards `picks`; `table` is as in `step`."""
        bad = self._do["first_illegal"](self.tables, table, picks, self.ground, FASTEST, MOST_SPIN)
        if bad >= 0:
            stroke = Stroke(*map(int, table[bad]))
            check_stroke(stroke)
            seat = SEATS[self.info[bad, layout.TURN]]
            check_spot(self.position(bad), seat, stroke, self.equipment, cover_of(self.rules))
            raise AssertionError(f"board {bad} refuses a legal stroke {stroke}")

    def play(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Play and settle checked strokes on boards `picks`, which must wait for one.

        Raises `SimulationDiverged` after all other boards have been played.
        """
        if self._each(table, picks):
            self._finish(table, picks)

    def strike(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Play checked strokes without settling them: only `seen`, their outcome, changes.

        Raises `SimulationDiverged` after all other boards have been played.
        """
        self._chunks(picks, lambda first, last: self._do["play_boards"](
            self.kernel.profile, self.tables, self.seen, self.ground, desk(self.kernel, self.equipment), table, picks,
            first, last,
        ))  # fmt: skip
        diverged = picks[self.status[picks] == Status.DIVERGED]
        self.info[picks, layout.STATUS] = Status.STRIKE
        self._check_ends(table, diverged)

    def _check_ends(self, table: NDArray[np.int64], diverged: NDArray[np.int64]) -> None:
        for b in diverged:
            raise SimulationDiverged(f"{Stroke(*map(int, table[b]))} on {self.position(b)} with {self.surface(b)}")

    def _each(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> int:
        """Play and settle strokes; return how many boards still need a decision or a longer log."""
        return sum(self._chunks(picks, lambda first, last: self._play(table, picks, first, last)))

    def _chunks(self, picks: NDArray[np.int64], act: Callable[[int, int], Any]) -> list[Any]:
        """Return the results of `act` on chunks of `picks`; the chunks do not depend on the number of threads."""
        ends = [(first, min(first + CHUNK, len(picks))) for first in range(0, len(picks), CHUNK)]
        if self.threads <= 1 or len(ends) <= 1 or not self.kernel.is_compiled:
            return [act(*each) for each in ends]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(lambda each: act(*each), ends))

    def _play(self, table: NDArray[np.int64], picks: NDArray[np.int64], first: int, last: int) -> int:
        left: int = self._do["step_boards"](
            self.kernel.profile, self.tables, self.seen, self._law(), self.ground, desk(self.kernel, self.equipment),
            table, picks, first, last,
        )  # fmt: skip
        return left

    def _law(self) -> Law:
        return Law(self.table.slots, self.table.decisions)

    def _finish(self, table: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Add missing decisions to the law table and settle, until no board needs one."""
        for b in picks[self.status[picks] == Status.LINES]:
            played = simulate(self.position(b), Stroke(*map(int, table[b])), SEATS[self.info[b, layout.TURN]],
                              self.surface(b), equipment=self.equipment)  # fmt: skip
            self.seen.facts[b, stroke_batch.F_LINES] = ("none", "one", "both").index(played.outcome.lines_left.value)
            self.info[b, layout.STATUS] = Status.ASK
        while len(asking := picks[self.status[picks] == Status.ASK]):
            self._do["rule_boards"](self.tables, self.seen, self._law(), self.ground,
                                    desk(self.kernel, self.equipment), asking, 0, len(asking))  # fmt: skip
            new = asking[self.status[asking] == Status.ASK]
            _, firsts = np.unique(self.seen.keys[new], return_index=True)
            for b in new[np.sort(firsts)]:
                self.table.learn(int(self.seen.keys[b]), self.round(int(b)), self.outcome(int(b)))
        self.table.settle()
        self._check_ends(table, picks[self.status[picks] == Status.DIVERGED])

    def outcome(self, board: int) -> Outcome:
        """Return the outcome of the last stroke on a board."""
        seen = self.seen
        return outcome_of(seen.fell[board], seen.touched[board], int(seen.facts[board, stroke_batch.F_LINES]))

    # -- surfaces -------------------------------------------------------------------------------------------------

    def surface(self, board: int) -> Surface:
        """Return the surface of a board."""
        return self.surfaces[board if len(self.surfaces) > 1 else 0]

    def lay(self, which: Iterable[int], surfaces: Iterable[Surface]) -> None:
        """Set the surfaces of boards. Raises `ValueError` if all boards share one surface."""
        if len(self.surfaces) != self.count:
            raise ValueError(f"{self.count} boards share one surface; expected boards with one each")
        for board, surface in zip(which, surfaces, strict=True):
            self.surfaces[board] = surface
            self.ground.worlds[board] = parameters(surface, self.equipment)
            self.ground.spins[board] = can_spin(surface)


def _nothing_seen(count: int) -> Seen:
    discs, never = len(DISCS), kernel_layout.NEVER
    return Seen(
        rest=np.zeros((count, discs, 2), dtype=np.int64),
        fell=np.full((count, discs), never),
        touched=np.full((count, discs), never),
        facts=np.zeros((count, stroke_batch.FACTS), dtype=np.int64),
        fallen=np.full((count, discs), NONE, dtype=np.int8),
        keys=np.zeros(count, dtype=np.int64),
        said=np.full(count, -1, dtype=np.int64),
    )


# -- `Branches`: many strokes from each of many boards in one call -----------------------------------------------------


class Branches:
    """The K boards of a `Boards`, each continued by M strokes; the K boards themselves do not change.

    Read the results after `step` or `strike`; they are views of one set of arrays, overwritten by the next call:

    info     int64 (K, M, INFO)        as in `Boards`, after the stroke and its ruling (`step`)
    places   int64 (K, M, 20, 2)       µm, board's frame, after the ruling (`step`)
    rest     int64 (K, M, 20, 2)       µm, where discs came to rest, before the ruling
    fell     float64 (K, M, 20)        s, when each disc fell into a pocket; infinite if it did not
    touched  float64 (K, M, 20)        s, when the striker first touched each disc; infinite if it did not
    """

    def __init__(self, boards: Boards, width: int) -> None:
        """Make room for `width` strokes (M) from each board. Raises `ValueError` for fewer than one."""
        if (count := whole(width)) is None or count < 1:
            raise ValueError(f"{width!r:.40} strokes from each board; expected a whole number from 1")
        self.boards, self.width = boards, count
        settles = bool(boards.book[layout.BY_ITSELF])
        options = BoardOptions(table=boards.table, auto_settle=settles, equipment=boards.equipment)
        players = sum(map(len, boards.seating))
        surfaces = [each for each in boards.surfaces for _ in range(count if len(boards.surfaces) > 1 else 1)]
        self._many = many = Boards(
            boards.count * count, boards.rules, players, surfaces, threads=boards.threads, options=options
        )
        shape = boards.count, count
        self.info, self.places = many.info.reshape(*shape, -1), many.places.reshape(*shape, *many.places.shape[1:])
        self._queues = many.queues.reshape(*shape, *many.queues.shape[1:])
        self.rest = many.seen.rest.reshape(*shape, *many.seen.rest.shape[1:])
        self.fell, self.touched = many.seen.fell.reshape(*shape, -1), many.seen.touched.reshape(*shape, -1)

    def step(self, strokes: NDArray[np.int64]) -> None:
        """Play and settle `strokes`, int64 (K, M, 5), as `Boards.step` does for one stroke a board.

        Only boards that wait for a stroke are played. Raises what `Boards.step` raises, and changes nothing then.
        """
        table = self._laid(strokes)
        self._many.step(table)

    def strike(self, strokes: NDArray[np.int64]) -> None:
        """Play `strokes`, int64 (K, M, 5), without the ruling: only `rest`, `fell` and `touched` change."""
        table, many = self._laid(strokes), self._many
        picks = np.nonzero(many.status == Status.STRIKE)[0]
        many.check(table, picks)
        many.strike(table, picks)

    def keep(self, choice: NDArray[np.int64]) -> None:
        """Continue each board with the result of one of its strokes (K numbers from 0 to M - 1) after `step`."""
        picks, rows = np.asarray(choice), np.arange(self.boards.count)
        if picks.shape != rows.shape or picks.dtype.kind not in "iu" or not ((picks >= 0) & (picks < self.width)).all():
            raise ValueError(
                f"choices of shape {picks.shape}; expected {len(rows)} whole numbers from 0 to {self.width - 1}"
            )
        boards = self.boards
        boards.info[...] = self.info[rows, picks]
        boards.places[...] = self.places[rows, picks]
        boards.queues[...] = self._queues[rows, picks]

    def _laid(self, strokes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Copy the boards to all their branches and return the strokes as rows."""
        boards, many, shape = self.boards, self._many, (self.boards.count, self.width, 5)
        if not isinstance(strokes, np.ndarray) or strokes.shape != shape:
            raise IllegalStroke(f"Strokes of shape {np.shape(strokes)}; expected {shape}.")
        table = strokes_of(strokes.reshape(-1, 5))
        self.info[...], self.places[...], self._queues[...] = (
            boards.info[:, None], boards.places[:, None], boards.queues[:, None]
        )  # fmt: skip
        if len(boards.surfaces) > 1:
            many.surfaces[:] = [each for each in boards.surfaces for _ in range(self.width)]
            many.ground.worlds[...] = np.repeat(boards.ground.worlds, self.width, axis=0)
            many.ground.spins[...] = np.repeat(boards.ground.spins, self.width)
        return table


# -- random and aimed strokes for all boards, for tests and benchmarks -------------------------------------------------
# An aimed stroke sends the striker to the ghost position behind a piece, with an error of one degree; of `TRIES`
# random pairs of piece and pocket the easiest is taken. For an opponent use `carrom.engine`.


TRIES = 12
"""Pairs of piece and pocket considered for a stroke."""
REACH = (STANDARD.striker_diameter + STANDARD.man_diameter) // 2
_COS, _SIN = np.array((1, 0, -1, 0)), np.array((0, 1, 0, -1))


def random_strokes(boards: Boards, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return a legal stroke for each board: a break at an unbroken rack, otherwise a random stroke of up to 6 m/s."""
    return aimed_strokes(boards, generator, np.zeros(boards.count, dtype=np.bool_))


def aimed_strokes(
    boards: Boards, generator: np.random.Generator, good: NDArray[np.bool_] | None = None
) -> NDArray[np.int64]:
    """Return a legal stroke for each board, aimed at a piece where `good` is true (default: everywhere) if possible."""
    count = boards.count
    strokes = boards.aimed(generator.random(count), np.zeros((count, 5), dtype=np.int64))
    place = strokes[:, 0].astype(np.float64)
    breaking = boards.info[:, layout.BROKEN] == 0
    angle, speed = generator.uniform(0.1, np.pi - 0.1, count), generator.uniform(0.5, 6.0, count)
    away = float(boards.equipment.baseline)
    angle = np.where(breaking, np.arctan2(away, -place) + generator.normal(0, 0.02, count), angle)
    speed = np.where(breaking, generator.uniform(3, 7, count), speed)
    aimed, found_angle, found_speed = _at_men(boards, generator, place)
    aimed &= ~breaking & (True if good is None else good)
    angle, speed = np.where(aimed, found_angle, angle), np.where(aimed, found_speed, speed)
    strokes[:, 1] = np.rint(speed * 1e6 * np.cos(angle))
    strokes[:, 2] = np.rint(speed * 1e6 * np.sin(angle))
    return strokes


def _at_men(
    boards: Boards, generator: np.random.Generator, place: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Return on which boards a piece can be aimed at, and the directions (rad) and speeds (m/s)."""
    count, half = boards.count, float(boards.equipment.baseline)
    seat = boards.info[:, layout.TURN]
    wanted, corner = _wanted(boards), float(boards.equipment.pocket_centre)
    best = np.full(count, -np.inf)
    angle, speed = np.zeros((2, count))
    rows = np.arange(count)
    back = -seat % 4
    for _ in range(TRIES):
        disc = generator.integers(1, 20, count)
        at = boards.places[rows, disc].astype(np.float64)
        x, y = at[:, 0] * _COS[back] - at[:, 1] * _SIN[back], at[:, 0] * _SIN[back] + at[:, 1] * _COS[back]
        px, py = (np.where(generator.random(count) < 0.5, corner, -corner) for _ in range(2))
        run = np.hypot(px - x, py - y)
        ux, uy = (px - x) / run, (py - y) / run
        gx, gy = x - REACH * ux - place, y - REACH * uy + half
        way = np.hypot(gx, gy)
        cut = (gx * ux + gy * uy) / way
        score = np.where(wanted[rows, disc] & (cut > 0.35), cut / (1 + run / 3e5), -np.inf)
        better = score > best
        best = np.where(better, score, best)
        angle = np.where(better, np.arctan2(gy, gx), angle)
        man = np.sqrt(0.36 + 2 * 1.177 * run / 1e6)
        hit = np.sqrt((man / (1.36 * np.clip(cut, 0.3, 1))) ** 2 + 2 * 1.177 * way / 1e6) * 1.15
        speed = np.where(better, np.minimum(hit, 6.0), speed)
    angle += generator.normal(0, np.radians(1), count)
    speed *= np.exp(generator.normal(0, 0.08, count))
    return best > -np.inf, angle, np.minimum(speed, 9.0)


def _wanted(boards: Boards) -> NDArray[np.bool_]:
    """Return which pieces the players in turn aim at: their own and the queen, or all if sides do not own colours."""
    lying = boards.places[:, :, 0] != NOWHERE
    side = boards.book[layout.SIDE_OF + boards.info[:, layout.TURN]]
    white = boards.book[layout.SIDE_OF + boards.info[:, layout.BREAKER]] == side
    own = np.ones_like(lying)
    if boards.book[layout.OWNED]:
        own[:, 2:11], own[:, 11:] = white[:, None], ~white[:, None]
    found: NDArray[np.bool_] = lying & own
    return found
