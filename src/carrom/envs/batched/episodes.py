"""Batched episodes over arrays of boards: resets, actions and observations.

The episode of a seed is the same whether it is played alone or among thousands: `Play` holds a field of one board.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import BoardOptions, Boards, Status, layout
from carrom.arrays.rack import racked
from carrom.board.seat import SEATS
from carrom.envs.batched.counter_random import words
from carrom.envs.batched.observation_rows import functions
from carrom.envs.config import EnvConfig
from carrom.envs.noise import strayed
from carrom.envs.observation import SIZE
from carrom.game.game import Game
from carrom.game.play_stroke import racked as rack_event
from carrom.game.state import State
from carrom.physics.kernel.layout import NEVER

RACK, NOISE = 1, 2
"""What a stream of chance is for: the last part of its key."""

Whole = NDArray[np.int64]


class BatchedEpisodes:
    """N boards of one rule set, whose arrays may be read at any time.

    boards    the boards themselves
    seeds     int64 (N,)    the seed of each episode
    number    int64 (N,)    the board's number in the episode: 1, and one more when it is played again (Law 142)
    strokes   int64 (N,)    strokes of the episode
    nominal   bool (N,)     the rack's gaps are not drawn yet
    """

    def __init__(self, terms: EnvConfig, count: int, threads: int | None = 1) -> None:
        """Make so many boards; every one waits for `begin`."""
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
        """Return how it is copied and pickled: by what it was made with, and its arrays."""
        arrays = tuple(array.copy() for array in self.arrays)
        return _restored, (self.terms, self.count, self.boards.threads, arrays)

    # -- how episodes begin -------------------------------------------------------------------------------------------

    def begin(self, which: Whole, seeds: Whole) -> None:
        """Begin the episodes of these seeds on those boards: racked, and the sides break in turn, by the seed."""
        self.seeds[which], self.number[which], self.strokes[which] = seeds, 1, 0
        self._rack(which)
        if self.terms.ranges:
            self.boards.lay(which.tolist(), [self.terms.surface(seed) for seed in seeds.tolist()])

    def _rack(self, which: Whole) -> None:
        """Rack those boards, without gaps: they are drawn with the first stroke, so that nobody knows them before."""
        openings, boards = self._openings, self.boards
        turns = self.seeds[which] % len(openings)
        for turn, (info, places, queues) in enumerate(openings):
            some = which if len(openings) == 1 else which[turns == turn]
            boards.info[some], boards.places[some], boards.queues[some] = info, places, queues
        self.nominal[which] = True

    def _opened(self) -> list[tuple[Any, Any, Any]]:
        """Return the rows of a board at its opening, by the side that breaks."""
        found = []
        for seed in range(self.terms.breakers):
            game = Game.begin(self.terms.header(seed), self.terms.rules)
            self.load(0, game.apply(rack_event(game, None)).state, 0, 0)
            boards = self.boards
            found.append((boards.info[0].copy(), boards.places[0].copy(), boards.queues[0].copy()))
        return found

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All that a board's future follows from, as arrays that may be written to; `resume` comes after that."""
        boards = self.boards
        return boards.info, boards.places, boards.queues, self.seeds, self.number, self.strokes, self.nominal

    def resume(self) -> None:
        """Lay the surfaces of the episodes whose arrays were written."""
        if self.terms.ranges:
            self.boards.lay(self._all.tolist(), [self.terms.surface(seed) for seed in self.seeds.tolist()])

    def load(self, board: int, state: State, seed: int, strokes: int) -> None:
        """Set a board to where a game stands. Raises `RulesError` where that is no board of these rules and seats."""
        assert state.round is not None
        self.boards.load(board, state.round, state.position)
        self.seeds[board], self.strokes[board], self.nominal[board] = seed, strokes, state.nominal
        self.number[board] = number_of(state)
        if self.terms.ranges:
            self.boards.lay([board], [self.terms.surface(seed)])

    # -- strokes ------------------------------------------------------------------------------------------------------

    def meant(self, numbers: NDArray[np.float64], which: Whole) -> tuple[Whole, Whole]:
        """Return the strokes that rows of numbers from -1 to 1 mean on those boards, which wait for one.

        The ends of the spans in which the strikers stand are told besides. Of both, int64 (N, 5) and (N, 2), only the
        rows of those boards count.
        """
        table = self._table
        self._shares[which] = (numbers[:, 0] + 1) / 2
        self._do["lead"](numbers, self._forwards, table, which)
        return table, self.boards.reached(self._shares, table, which)

    def strayed(self, table: Whole, ends: Whole, which: Whole) -> None:
        """Let the hands of who is in turn err on those boards: `table` then holds the strokes that are played."""
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
        """The number of the player at each seat, in the order of play."""
        found = np.zeros(len(SEATS), dtype=np.int64)
        seats = [player.seat for player in self.terms.header(0).players]
        found[[seat.quarters for seat in seats]] = range(len(seats))
        return found

    def strike(self, table: Whole, which: Whole) -> None:
        """Play strokes on those boards; one whose next player has no spot for the striker is played again.

        Raises `IllegalStroke` for the first that nobody may play; nothing changes then.
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

    # -- what there is to see -----------------------------------------------------------------------------------------

    def seen(self, seats: Whole | None = None) -> NDArray[np.float32]:
        """Return what the players at these seats (quarter turns) see of each board; those in turn unless told."""
        boards = self.boards
        found = np.empty((self.count, SIZE), dtype=np.float32)
        given = boards.info[:, layout.TURN].copy() if seats is None else seats
        self._do["observe"](boards.tables, given, boards.equipment.half, found)
        return found

    def lying(self, which: Whole) -> Whole:
        """Return how many men and queen lie on those boards."""
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
        """Return on which of those boards something fell with the last stroke, and the law lets its player go on."""
        boards = self.boards
        fell = (boards.seen.fell[which] < NEVER).any(axis=1)
        kept = boards.table.decisions[boards.seen.said[which], layout.TURN_IS] == layout.KEPT
        found: NDArray[np.bool_] = fell & kept
        return found

    def points(self, which: Whole, side: Whole) -> NDArray[np.float64]:
        """Return what those boards, if they are over, have brought a side less what they have brought the others."""
        boards, info = self.boards, self.boards.info[which]
        if not boards.book[layout.OWNED]:
            return np.where(self.is_over(which), self._ahead(info, side), 0.0)
        gained = np.where((info[:, layout.WINNERS] >> side) & 1, 1.0, -1.0) * info[:, layout.POINTS]
        return np.where(self.is_over(which), gained, 0.0)

    def _ahead(self, info: Whole, side: Whole) -> NDArray[np.float64]:
        """Return a side's points of a points game less the mean of the others'."""
        sides = int(self.boards.book[layout.COUNT])
        totals = self.points_now(info).astype(np.float64)
        own = totals[np.arange(len(info)), side]
        found = own - (totals.sum(axis=1) - own) / (sides - 1) if sides > 1 else own
        return np.asarray(found, dtype=np.float64)

    def points_now(self, info: Whole) -> Whole:
        """Return each side's points of a points game, int64 (rows, sides)."""
        sides = int(self.boards.book[layout.COUNT])
        found: Whole = info[:, [layout.SIDES + side * layout.SIDE + layout.POINTS_NOW for side in range(sides)]]
        return found

    def score(self, board: int) -> tuple[int, ...]:
        """Return the points of each side, as `Game.score` has them for a contest of one board."""
        info, sides = self.boards.info[board], int(self.boards.book[layout.COUNT])
        if not self.boards.book[layout.OWNED]:
            return tuple(self.points_now(info[None])[0].tolist())
        over, winners = info[layout.STATUS] == Status.OVER, int(info[layout.WINNERS])
        return tuple(int(over and winners >> side & 1) for side in range(sides))

    def won(self, which: Whole, side: Whole) -> NDArray[np.float64]:
        """Return 1 where a side has won its board, -1 where another has, 0 where nobody alone has (yet)."""
        winners = self.boards.info[which, layout.WINNERS]
        everybody = (1 << int(self.boards.book[layout.COUNT])) - 1
        drawn = (winners == 0) | ((winners == everybody) & (everybody > 1))
        found = np.where(drawn | ~self.is_over(which), 0.0, np.where((winners >> side) & 1, 1.0, -1.0))
        return found


def gaps_of(seeds: Whole, numbers: Whole) -> Whole:
    """Return the seeds of racks' gaps, by the seeds of their episodes and their boards' numbers in them."""
    return (words((seeds, numbers + 1, RACK), 1)[:, 0] >> np.uint64(33)).astype(np.int64)


def number_of(state: State) -> int:
    """Return the number in an episode of the board that a game is at, the first being 1."""
    boards = sum(len(each.boards) for each in state.games)
    return boards + 1 if state.playing is not None else max(1, boards)


def _restored(terms: EnvConfig, count: int, threads: int | None, arrays: tuple[NDArray[Any], ...]) -> BatchedEpisodes:
    """Return a copied or pickled field, ready to go on."""
    found = BatchedEpisodes(terms, count, threads)
    for own, array in zip(found.arrays, arrays, strict=True):
        own[...] = array
    found.resume()
    return found
