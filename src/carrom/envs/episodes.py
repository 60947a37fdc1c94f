"""Batched episodes over arrays of boards: resets, actions, observations and opponents.

The episode of a seed is the same on a single board (`Play` uses a field of one) and among thousands."""

from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import BoardOptions, Boards, Status, layout
from carrom.arrays.observation_rows import functions
from carrom.board.equipment import STANDARD
from carrom.board.seat import SEATS
from carrom.envs.config import EnvConfig, normals, shares, strayed, words
from carrom.envs.observation import SIZE
from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked as rack_event
from carrom.game.state import State
from carrom.physics.batch import racked
from carrom.physics.kernel.layout import NEVER

RACK, NOISE = 1, 2
"""Purpose number of a random stream, the last part of its key."""

Whole = NDArray[np.int64]


class BatchedEpisodes:
    """N boards of one rule set, each in its own episode; the arrays may be read at any time.

    boards    the boards
    seeds     int64 (N,)    the seed of each episode
    number    int64 (N,)    the board's number in the episode: 1, plus one for each replay (Law 142)
    strokes   int64 (N,)    strokes of the episode so far
    nominal   bool (N,)     whether the rack's random gaps have not been drawn yet
    """

    def __init__(self, terms: EnvConfig, count: int, threads: int | None = 1) -> None:
        """Make `count` boards; `begin` starts their episodes."""
        self.terms, self.count = terms, count
        surfaces = [terms.fixed] * (count if terms.ranges else 1)
        options = BoardOptions(auto_settle=terms.dues == "nearest")
        self.boards = Boards(count, terms.rules, terms.players, surfaces, threads=threads, options=options)
        self.seeds, self.number, self.strokes = np.zeros((3, count), dtype=np.int64)
        self.nominal = np.zeros(count, dtype=np.bool_)
        self._do = functions(self.boards.kernel.is_compiled)
        self._forwards = not terms.rules.parameters.backward
        self._all = np.arange(count)
        self._table = np.zeros((count, 5), dtype=np.int64)
        self._shares = np.zeros(count)
        self._openings = self._opened()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments and arrays from which a copy is made, for `copy` and `pickle`."""
        arrays = tuple(array.copy() for array in self.arrays)
        return _restored, (self.terms, self.count, self.boards.threads, arrays)

    # -- start of an episode ------------------------------------------------------------------------------------------

    def begin(self, which: Whole, seeds: Whole) -> None:
        """Rack those boards for the episodes of these seeds; the seed decides which side breaks."""
        self.seeds[which], self.number[which], self.strokes[which] = seeds, 1, 0
        self._rack(which)
        if self.terms.ranges:
            self.boards.lay(which.tolist(), [self.terms.surface(seed) for seed in seeds.tolist()])

    def _rack(self, which: Whole) -> None:
        """Rack those boards without gaps; these are drawn with the first stroke, so that no player sees them before."""
        openings, boards = self._openings, self.boards
        turns = self.seeds[which] % len(openings)
        for turn, (info, places, queues) in enumerate(openings):
            some = which if len(openings) == 1 else which[turns == turn]
            boards.info[some], boards.places[some], boards.queues[some] = info, places, queues
        self.nominal[which] = True

    def _opened(self) -> list[tuple[Any, Any, Any]]:
        """Return the arrays of a board at its start, for each side that may break."""
        found = []
        for seed in range(self.terms.breakers):
            game = GameHistory.begin(self.terms.header(seed), self.terms.rules)
            self.load(0, game.apply(rack_event(game, None)).state, 0, 0)
            boards = self.boards
            found.append((boards.info[0].copy(), boards.places[0].copy(), boards.queues[0].copy()))
        return found

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The complete state as arrays that may be written to; call `resume` afterwards."""
        boards = self.boards
        return boards.info, boards.places, boards.queues, self.seeds, self.number, self.strokes, self.nominal

    def resume(self) -> None:
        """Set the surfaces that belong to the episodes after the arrays were overwritten."""
        if self.terms.ranges:
            self.boards.lay(self._all.tolist(), [self.terms.surface(seed) for seed in self.seeds.tolist()])

    def load(self, board: int, state: State, seed: int, strokes: int) -> None:
        """Set a board to the state of a game. Raises `RulesError` if its rules or seats are not those of the boards."""
        assert state.round is not None
        self.boards.load(board, state.round, state.position)
        self.seeds[board], self.strokes[board], self.nominal[board] = seed, strokes, state.nominal
        self.number[board] = number_of(state)
        if self.terms.ranges:
            self.boards.lay([board], [self.terms.surface(seed)])

    # -- strokes ------------------------------------------------------------------------------------------------------

    def meant(self, numbers: NDArray[np.float64], which: Whole) -> tuple[Whole, Whole]:
        """Return the strokes that actions encode on those boards, and the ends of the strikers' legal spans.

        Both cover all boards, int64 (N, 5) and (N, 2); only the rows in `which` are valid.
        """
        table = self._table
        self._shares[which] = (numbers[:, 0] + 1) / 2
        self._do["lead"](numbers, self._forwards, table, which)
        return table, self.boards.reached(self._shares, table, which)

    def strayed(self, table: Whole, ends: Whole, which: Whole) -> None:
        """Add the execution noise of the players in turn to the strokes of those boards in `table`."""
        hands = self.terms.noise
        if all(hand.model == "none" for hand in hands):
            return
        players = self._players[self.boards.info[which, layout.TURN]]
        for number, hand in enumerate(hands):
            mine = np.ones(len(which), dtype=np.bool_) if len(hands) == 1 else players == number
            if hand.model == "none" or not mine.any():
                continue
            some = which[mine]
            key = (self.seeds[some], self.number[some], self.strokes[some], players[mine], NOISE)
            meant = table[some, 1:3]
            table[some, 0], led = strayed(hand, table[some, 0], meant, ends[some, 0], ends[some, 1], key)
            if self._forwards:
                led[:, 1] = np.abs(led[:, 1])
            table[some, 1:3] = np.where((led == 0).all(axis=1)[:, None], meant, led)

    @cached_property
    def _players(self) -> Whole:
        """The index of the player at each seat, in the order of play."""
        found = np.zeros(len(SEATS), dtype=np.int64)
        seats = [player.seat for player in self.terms.header(0).players]
        found[[seat.quarters for seat in seats]] = range(len(seats))
        return found

    def strike(self, table: Whole, which: Whole) -> None:
        """Play strokes on those boards; a board whose next player has no spot for the striker is replayed (Law 142).

        Raises `IllegalStroke` for the first illegal stroke and changes nothing then.
        """
        boards, fresh = self.boards, which[self.nominal[which]]
        boards.check(table, which)
        for quarters in np.unique(boards.info[fresh, layout.BREAKER]) if len(fresh) else ():
            some = fresh[boards.info[fresh, layout.BREAKER] == quarters]
            angle = self.terms.rules.parameters.setup_angle
            lies = boards.places[some] != layout.NOWHERE
            rack = racked(self.gaps(some), angle, SEATS[quarters], boards.equipment)
            boards.places[some] = np.where(lies, rack, layout.NOWHERE)
        self.nominal[fresh] = False
        boards.play(table, which)
        self.strokes[which] += 1
        again = which[boards.status[which] == Status.NO_SPOT]
        if len(again):
            self.number[again] += 1
            self._rack(again)

    def gaps(self, which: Whole) -> Whole:
        """Return the seeds of the racks' gaps."""
        return gaps_of(self.seeds[which], self.number[which])

    # -- observations and results -------------------------------------------------------------------------------------

    def seen(self, seats: Whole | None = None, into: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return the observation of each board from these seats (quarter turns); by default the seats in turn.

        The rows are written to `into`, if it is given, without another copy.
        """
        boards = self.boards
        found = np.empty((self.count, SIZE), dtype=np.float32) if into is None else into
        given = boards.info[:, layout.TURN].copy() if seats is None else seats
        self._do["observe"](boards.tables, given, boards.equipment.half, found)
        return found

    def lying(self, which: Whole) -> Whole:
        """Return the number of pieces on those boards, the queen included."""
        found: Whole = (self.boards.places[which, 1:, 0] != layout.NOWHERE).sum(axis=1)
        return found

    def is_over(self, which: Whole) -> NDArray[np.bool_]:
        """Return which of those boards are over."""
        found: NDArray[np.bool_] = self.boards.status[which] == Status.OVER
        return found

    def is_truncated(self, which: Whole) -> NDArray[np.bool_]:
        """Return which of those boards' episodes have reached the limit of strokes."""
        found: NDArray[np.bool_] = self.strokes[which] >= self.terms.most_strokes
        return found

    def side_in_turn(self, which: Whole) -> Whole:
        """Return the number of the side in turn on those boards."""
        found: Whole = self.boards.book[layout.SIDE_OF + self.boards.info[which, layout.TURN]]
        return found

    def went_on_well(self, which: Whole) -> NDArray[np.bool_]:
        """Return on which of those boards the last stroke pocketed something and its player keeps the turn."""
        boards = self.boards
        fell = (boards.seen.fell[which] < NEVER).any(axis=1)
        keeps_turn = boards.table.decisions[boards.seen.said[which], layout.TURN_IS] == layout.KEPT
        found: NDArray[np.bool_] = fell & keeps_turn
        return found

    def points(self, which: Whole, side: Whole) -> NDArray[np.float64]:
        """Return a side's points on those boards less the others' points; 0 for boards that are not over."""
        boards, info = self.boards, self.boards.info[which]
        if not boards.book[layout.OWNED]:
            return np.where(self.is_over(which), self._ahead(info, side), 0.0)
        gained = np.where((info[:, layout.WINNERS] >> side) & 1, 1.0, -1.0) * info[:, layout.POINTS]
        return np.where(self.is_over(which), gained, 0.0)

    def _ahead(self, info: Whole, side: Whole) -> NDArray[np.float64]:
        """Return a side's points of a points game less the mean of the other sides'."""
        sides = int(self.boards.book[layout.COUNT])
        totals = self.points_now(info).astype(np.float64)
        own = totals[np.arange(len(info)), side]
        found = own - (totals.sum(axis=1) - own) / (sides - 1) if sides > 1 else own
        return np.asarray(found, dtype=np.float64)

    def points_now(self, info: Whole) -> Whole:
        """Return each side's points of a points game, int64 (boards, sides)."""
        sides = int(self.boards.book[layout.COUNT])
        found: Whole = info[:, [layout.SIDES + side * layout.SIDE + layout.POINTS_NOW for side in range(sides)]]
        return found

    def score(self, board: int) -> tuple[int, ...]:
        """Return the points of each side, the same as `GameHistory.score` for a contest of one board."""
        info, sides = self.boards.info[board], int(self.boards.book[layout.COUNT])
        if not self.boards.book[layout.OWNED]:
            return tuple(self.points_now(info[None])[0].tolist())
        over, winners = info[layout.STATUS] == Status.OVER, int(info[layout.WINNERS])
        return tuple(int(over and winners >> side & 1) for side in range(sides))

    def won(self, which: Whole, side: Whole) -> NDArray[np.float64]:
        """Return 1 where a side has won its board, -1 where another has, 0 for a draw or an unfinished board."""
        winners = self.boards.info[which, layout.WINNERS]
        everybody = (1 << int(self.boards.book[layout.COUNT])) - 1
        drawn = (winners == 0) | ((winners == everybody) & (everybody > 1))
        found = np.where(drawn | ~self.is_over(which), 0.0, np.where((winners >> side) & 1, 1.0, -1.0))
        return found


def gaps_of(seeds: Whole, numbers: Whole) -> Whole:
    """Return the seeds of the racks' gaps from the seeds of the episodes and the boards' numbers in them."""
    return (words((seeds, numbers + 1, RACK), 1)[:, 0] >> np.uint64(33)).astype(np.int64)


def number_of(state: State) -> int:
    """Return the number of a game's current board in its episode, from 1."""
    boards = sum(len(each.boards) for each in state.games)
    return boards + 1 if state.playing is not None else max(1, boards)


def _restored(terms: EnvConfig, count: int, threads: int | None, arrays: tuple[NDArray[Any], ...]) -> BatchedEpisodes:
    """Return episodes restored from a copy or a pickle."""
    found = BatchedEpisodes(terms, count, threads)
    for own, array in zip(found.arrays, arrays, strict=True):
        own[...] = array
    found.resume()
    return found


# -- opponents ---------------------------------------------------------------------------------------------------------
# `random` strikes in any direction; `aim` plays the easiest piece that it may pocket, with an error of about a degree.
# Both use counter-based random numbers, so a board's course does not depend on the number of boards.


MIND = 5
"""Purpose number in the key of a random stream: an opponent's choices and errors."""
REACH = (STANDARD.striker_diameter + STANDARD.man_diameter) / 2
"""µm between the centres of striker and piece at contact."""
SPOTS = np.linspace(0.0, 1.0, 5)
"""Positions along the baseline, as shares of its length, from which `aim` considers a stroke."""
LEAST_CUT = 0.35
"""Minimum cosine of the cut angle."""
ERRORS = 0.8, 0.08
"""Standard deviations of direction (°) and speed (relative)."""


class Opponent(Protocol):
    """A player of many boards at once."""

    def strokes(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return strokes int64 (N, 5) for a field of N boards; only the rows in `which` are read."""


class Random:
    """Strikes from a random spot in a random forward direction."""

    def strokes(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return random strokes."""
        return field.meant(2 * shares(_key(field, which), 3) - 1, which)[0]


class StraightestOpponent:
    """Plays the easiest piece by geometry."""

    def strokes(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return strokes at the easiest pieces, random ones where there is none, and central breaks at a rack."""
        key = _key(field, which)
        drawn, errors = shares(key, 3), normals((*key, 1), 2)
        best = np.full(len(which), -np.inf)
        numbers = 2 * drawn - 1
        breaking = field.boards.info[which, layout.BROKEN] == 0
        lying, wanted = _lying(field, which), _wanted(field, which)
        for share in SPOTS:
            numbers_here = np.column_stack((np.full(len(which), 2 * share - 1), np.zeros((len(which), 2))))
            table, _ = field.meant(numbers_here, which)
            score, turn, speed = _straightest(lying, wanted, table[which, 0].astype(np.float64))
            better = (score > best) & ~breaking
            best = np.where(better, score, best)
            numbers[better, 0] = 2 * share - 1
            numbers[better, 1] = (turn + np.radians(ERRORS[0]) * errors[:, 0])[better] / (np.pi / 2)
            numbers[better, 2] = (speed * np.exp(ERRORS[1] * errors[:, 1]))[better]
        numbers[breaking] = np.column_stack((drawn[:, 0] * 0.2, errors[:, 0] * 0.01, 0.5 + 0.4 * drawn[:, 2]))[breaking]
        return field.meant(np.clip(numbers, -1, 1), which)[0]


RIVALS: dict[str, Opponent] = {"random": Random(), "aim": StraightestOpponent()}


def rival(given: object) -> Opponent:
    """Return the opponent of that name, or the given opponent. Raises `RefusedRequest` for anything else."""
    if isinstance(given, str) and given in RIVALS:
        return RIVALS[given]
    if not hasattr(given, "strokes"):
        raise RefusedRequest(
            f"the opponent of many duels is {given!r:.60}; expected {' or '.join(RIVALS)}: the levels think about one "
            'board at a time, and are played with vectorization_mode "sync" or "async"'
        )
    return given


def _key(field: BatchedEpisodes, which: Whole) -> tuple[object, ...]:
    return field.seeds[which], field.number[which], field.strokes[which], MIND


def _lying(field: BatchedEpisodes, which: Whole) -> NDArray[np.float64]:
    """Return the places of the pieces relative to the middle of the baseline of the player in turn: µm, (N, 19, 2)."""
    info, places = field.boards.info[which], field.boards.places[which, 1:].astype(np.float64)
    back = (-info[:, layout.TURN] % 4)[:, None]
    cos, sin = np.array((1.0, 0.0, -1.0, 0.0))[back], np.array((0.0, 1.0, 0.0, -1.0))[back]
    x, y = places[:, :, 0], places[:, :, 1]
    return np.stack((x * cos - y * sin, x * sin + y * cos + field.boards.equipment.baseline), axis=2)


def _wanted(field: BatchedEpisodes, which: Whole) -> NDArray[np.bool_]:
    """Return which pieces the player in turn may pocket, shape (N, 19)."""
    boards = field.boards
    wanted: NDArray[np.bool_] = boards.places[which, 1:, 0] != layout.NOWHERE
    if boards.book[layout.OWNED]:
        white = boards.book[layout.SIDE_OF + boards.info[which, layout.BREAKER]] == field.side_in_turn(which)
        wanted[:, 1:10] &= white[:, None]
        wanted[:, 10:] &= ~white[:, None]
    return wanted


def _straightest(
    lying: NDArray[np.float64], wanted: NDArray[np.bool_], place: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the score of the best piece for strikers at these places, and the direction (rad from straight ahead) and
    speed (-1 to 1, as in an action) of the stroke that plays it."""
    pocket = float(STANDARD.pocket_centre)
    up = pocket + STANDARD.baseline
    best = np.full(len(place), -np.inf)
    turn, speed = np.zeros((2, len(place)))
    rows = np.arange(len(place))
    for side in (-pocket, pocket):
        ux, uy = side - lying[:, :, 0], up - lying[:, :, 1]
        run = np.hypot(ux, uy)
        ux, uy = ux / run, uy / run
        gx, gy = lying[:, :, 0] - REACH * ux - place[:, None], lying[:, :, 1] - REACH * uy
        way = np.hypot(gx, gy)
        cut = (gx * ux + gy * uy) / way
        score = np.where(wanted & (cut > LEAST_CUT) & (gy > 0), cut / (1 + run / 3e5), -np.inf)
        man = score.argmax(axis=1)
        better = score[rows, man] > best
        best = np.where(better, score[rows, man], best)
        turn = np.where(better, np.arctan2(gx[rows, man], gy[rows, man]), turn)
        needed = np.sqrt(0.36 + 2.354 * run[rows, man] / 1e6) / (1.36 * np.clip(cut[rows, man], 0.3, 1))
        hit = np.sqrt(needed**2 + 2.354 * way[rows, man] / 1e6) * 1.15
        speed = np.where(better, (hit - 0.3) / 7.7 * 2 - 1, speed)
    return best, turn, speed
