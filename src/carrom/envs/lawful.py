"""Many boards under the law at once: every action is of who is in turn, on `carrom.arrays`; dues settle themselves.

Dues are placed nearest to the centre and all extra points demanded, as with `dues="nearest"` elsewhere. A board that
has to be played again because the striker has no spot (Law 142) is an end that brings nothing.
"""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from carrom.arrays import Boards, Status, layout
from carrom.board.seat import SEATS
from carrom.draw.pixels import pixels
from carrom.envs.actions import space_of
from carrom.envs.aim import SIZES
from carrom.envs.many_env import ManyEnv
from carrom.envs.noise import Noise, noise, strayed
from carrom.envs.pictures import SIZE as PIXELS
from carrom.envs.pictures import lettered
from carrom.envs.rewards import check_reward
from carrom.envs.solo import DISCS, alone
from carrom.envs.tasks import velocities
from carrom.envs.terms import Surfaces, drawn_surface, surfaces
from carrom.envs.view import LAW, ROWS, SIZE
from carrom.errors import RefusedRequest
from carrom.physics.batch import NOWHERE
from carrom.rules.ruleset import Ruleset

Reward = Literal["points", "progress"]
NOISE = 2
"""What a stream of chance is for."""
_COS, _SIN = np.array((1, 0, -1, 0)), np.array((0, 1, 0, -1))


class Lawful:
    """N boards of one rule set, each in an episode of its own: one board of play."""

    def __init__(
        self, boards: int, rules: Ruleset | str, players: int, hand: Noise | str | None, surface: Surfaces,
        reward: Reward, most: int, threads: int | None,
    ) -> None:  # fmt: skip
        fixed, self.ranges = surfaces(surface)
        if self.ranges:
            raise RefusedRequest("many lawful boards lie on one surface; expected one without ranges")
        self.hand, self.reward, self.most = noise(hand), reward, most
        self.boards = Boards(boards, rules, players, drawn_surface(fixed, (), 0), threads=threads)
        self.seeds = np.zeros(boards, dtype=np.int64)

    def begin(self, which: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Rack those boards by these seeds; the first seat breaks."""
        self.seeds[which] = seeds
        mask = np.zeros(self.boards.count, dtype=np.bool_)
        mask[which] = True
        self.boards.reset(self.seeds >> 31, mask)

    def play(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play a stroke on each of those boards; return what it brought who struck, and whether the board is over.

        The others wait: their status is set aside, so that a step leaves them as they are.
        """
        boards, count = self.boards, self.boards.count
        status, idle = boards.info[:, layout.STATUS], np.ones(count, dtype=np.bool_)
        idle[which] = False
        kept = status[idle].copy()
        status[idle] = Status.OVER
        before = (boards.places[which, :, 0] != NOWHERE).sum(axis=1)
        side = boards.book[layout.SIDE_OF + boards.info[which, layout.TURN]]
        try:
            boards.step(self._strokes(numbers, which))
        finally:
            status[idle] = kept
        over = boards.status[which] != Status.STRIKE
        if self.reward == "progress":
            after = (boards.places[which, :, 0] != NOWHERE).sum(axis=1)
            return (before - after) / DISCS, over
        return np.where(boards.status[which] == Status.OVER, self._points(which, side), 0.0), over

    def cut(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of those boards have had their strokes."""
        found: NDArray[np.bool_] = self.boards.info[which, layout.STROKES] >= self.most
        return found

    def _strokes(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> NDArray[np.int64]:
        boards = self.boards
        share, made = np.full(boards.count, 0.5), np.zeros((boards.count, 5), dtype=np.int64)
        share[which], made[:, 2] = (numbers[:, 0] + 1) / 2, 1_000_000
        made[which, 1:3] = velocities(numbers)
        if not boards.rules.parameters.backward:
            made[:, 2] = np.abs(made[:, 2])
        made = boards.aimed(share, made)
        info = boards.info[which]
        key = (self.seeds[which], 0, info[:, layout.STROKES], info[:, layout.TURN], NOISE)
        x = made[which, 0]
        _, v = strayed(self.hand, x, made[which, 1:3], x, x, key)
        made[which, 1:3] = v
        return made

    def _points(self, which: NDArray[np.int64], side: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the points of boards that are over for a side: its own less the other's."""
        info = self.boards.info[which]
        if not self.boards.book[layout.OWNED]:
            return self._totals(info, side)
        mine = (info[:, layout.WINNERS] >> side) & 1
        nobody = info[:, layout.WINNERS] == 0
        found: NDArray[np.float64] = np.where(nobody, 0, np.where(mine, 1, -1)) * info[:, layout.POINTS].astype(float)
        return found

    def _totals(self, info: NDArray[np.int64], side: NDArray[np.int64]) -> NDArray[np.float64]:
        sides = int(self.boards.book[layout.COUNT])
        columns = [layout.SIDES + k * layout.SIDE + layout.POINTS_NOW for k in range(sides)]
        totals = info[:, columns].astype(float)
        own = totals[np.arange(len(info)), side]
        return own - (totals.sum(axis=1) - own) / (sides - 1) if sides > 1 else own

    def seen(self) -> NDArray[np.float32]:
        """Return what who is in turn sees of each board (`carrom.envs.view`)."""
        boards = self.boards
        seen, info = np.zeros((boards.count, SIZE), dtype=np.float32), boards.info
        seat = info[:, layout.TURN]
        side = boards.book[layout.SIDE_OF + seat]
        self._discs(seen, seat, side)
        self._law(seen, side)
        seen[:, 57] = seen[:, 58] = boards.status == Status.STRIKE
        return np.clip(seen, -1, 2)

    def _discs(self, seen: NDArray[np.float32], seat: NDArray[np.int64], side: NDArray[np.int64]) -> None:
        boards = self.boards
        breaker = boards.book[layout.SIDE_OF + boards.info[:, layout.BREAKER]]
        black = (breaker != side) if boards.book[layout.OWNED] else np.zeros(boards.count, dtype=np.bool_)
        places = boards.places[:, 1:]
        swapped = np.concatenate((places[:, :1], places[:, 10:], places[:, 1:10]), axis=1)
        rows = np.where(black[:, None, None], swapped, places)
        lies, back = rows[:, :, 0] != NOWHERE, (-seat % 4)[:, None]
        half = boards.equipment.half
        across = (rows[:, :, 0] * _COS[back] - rows[:, :, 1] * _SIN[back]) / half
        up = (rows[:, :, 0] * _SIN[back] + rows[:, :, 1] * _COS[back]) / half
        discs = seen[:, :LAW].reshape(len(seen), ROWS, 3)
        discs[:, :, 0], discs[:, :, 1] = np.where(lies, across, 0.0), np.where(lies, up, 0.0)
        discs[:, :, 2] = lies

    def _law(self, seen: NDArray[np.float32], side: NDArray[np.int64]) -> None:
        boards, info = self.boards, self.boards.info
        sides, rows = int(boards.book[layout.COUNT]), np.arange(boards.count)

        def mine_and_others(field: int) -> tuple[NDArray[Any], NDArray[Any]]:
            table = info[:, [layout.SIDES + k * layout.SIDE + field for k in range(sides)]]
            own = table[rows, side]
            rest = table.copy()
            rest[rows, side] = -1
            return own, rest

        seen[:, 61], seen[:, 62] = info[:, layout.BROKEN] == 0, info[:, layout.ATTEMPT] / 3
        seen[rows, 63 + info[:, layout.QUEEN]] = 1
        holder = info[:, layout.QUEEN_SIDE]
        seen[:, 67], seen[:, 68] = holder == side, (holder >= 0) & (holder != side)
        own, rest = mine_and_others(layout.DUE)
        seen[:, 69], seen[:, 70] = own / 9, np.maximum(rest, 0).sum(axis=1) / 9
        for column, field, scale in ((71, layout.SCORE, 25), (73, layout.POINTS_NOW, 100)):
            own, rest = mine_and_others(field)
            seen[:, column], seen[:, column + 1] = own / scale, np.maximum(rest.max(axis=1), 0) / scale
        lying = seen[:, :LAW].reshape(len(seen), ROWS, 3)[:, :, 2]
        if boards.book[layout.OWNED]:
            seen[:, 75], seen[:, 76] = lying[:, 1:10].sum(axis=1) / 9, lying[:, 10:].sum(axis=1) / 9
        else:
            seen[:, 75] = lying[:, 1:].sum(axis=1) / 9
            seen[:, 76] = (sides - 1) * seen[:, 75]
        seen[:, 77] = mine_and_others(layout.SELF)[0]
        seen[:, 78] = info[:, layout.MISSES] / 2

    def picture(self, board: int, mode: str) -> Any:
        """Return one board as pixels or text, from who is in turn."""
        position, seat = self.boards.position(board), SEATS[self.boards.info[board, layout.TURN]]
        if mode == "rgb_array":
            return pixels(position.placed, seat, PIXELS, self.boards.equipment)
        return lettered(position, seat, self.boards.equipment)


class LawfulVectorEnv(ManyEnv):
    """Many boards of one rule set in arrays, with any of Gymnasium's autoreset modes; who is in turn acts.

    Reward `points`: what a board that ends brings who struck last, less what it brings the others; `progress`: discs
    taken off the board less those brought back, in nineteenths.
    """

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: Ruleset | str = "icf",
        players: int = 2,
        actions: str = "forward",
        noise: Noise | str | None = None,
        surface: Surfaces = "club",
        reward: Reward = "points",
        most_strokes: int = 500,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        """Make the environments. Raises an exception of `carrom.errors` for what there is not."""
        check_reward(reward, ("points", "progress"))
        if actions not in SIZES:
            raise RefusedRequest(f"actions are {actions!r:.40}; expected one of {', '.join(SIZES)}")
        super().__init__(num_envs, actions, autoreset_mode, render_mode)
        stage = Lawful(num_envs, ruleset, players, noise, surface, reward, most_strokes, threads)
        seen = spaces.Box(-1.0, 2.0, (SIZE,), np.float32)
        self.set(stage, seen, space_of(actions))  # type: ignore[arg-type]


def solo_vector_env(num_envs: int = 1, reward: Reward = "progress", most_strokes: int = 200, **given: Any) -> Any:
    """Return many boards of `carrom/Solo-v0`."""
    return LawfulVectorEnv(num_envs, alone(), 1, reward=reward, most_strokes=most_strokes, **given)
