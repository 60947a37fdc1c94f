"""Many boards under the law at once, as Gymnasium vector environments.

Board k plays the episode that the same environment alone plays for the same seed: both are a `BatchedEpisodes`. Dues
are placed nearest to the centre and all extra points demanded, as with `dues="nearest"` elsewhere.
"""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.board.seat import SEATS
from carrom.draw.pixels import pixels
from carrom.envs.actions import space_of
from carrom.envs.aim import SIZES
from carrom.envs.batched.episodes import BatchedEpisodes, Whole
from carrom.envs.batched.opponents import Opponent, rival
from carrom.envs.batched.vector_env import BatchedVectorEnv
from carrom.envs.config import Hands, Surfaces, terms
from carrom.envs.noise import NO_NOISE, Noise
from carrom.envs.noise import noise as noise_of
from carrom.envs.observation import SIZE
from carrom.envs.render import SIZE as PIXELS
from carrom.envs.render import lettered
from carrom.envs.rewards import check_reward
from carrom.envs.solo import DISCS, alone
from carrom.errors import RefusedRequest
from carrom.rules.ruleset import Ruleset

Reward = Literal["points", "win", "progress", "misses", "good"]
Gains = NDArray[np.float64]


class LawfulBoards:
    """N boards of one rule set, each in an episode of its own: whoever is in turn acts."""

    def __init__(self, field: BatchedEpisodes, reward: Reward) -> None:
        self.field, self.reward = field, reward

    def begin(self, which: Whole, seeds: Whole) -> None:
        """Begin the episodes of these seeds on those boards."""
        self.field.begin(which, seeds)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Where the boards stand."""
        return self.field.arrays

    def resume(self) -> None:
        """Go on from arrays that were written."""
        self.field.resume()

    def play(self, numbers: NDArray[np.float64], which: Whole) -> tuple[Gains, NDArray[np.bool_]]:
        """Play a stroke on each of those boards; return what it brought, and whether the episode is over."""
        field = self.field
        lying, side = field.lying(which), self.side(which)
        table, ends = field.meant(numbers, which)
        field.strayed(table, ends, which)
        field.strike(table, which)
        self.others(which)
        return self.gained(which, side, lying), self.is_over(which)

    def side(self, which: Whole) -> Whole:
        """Return whose gains are told: here the side's that strikes."""
        return self.field.side_in_turn(which)

    def others(self, which: Whole) -> None:
        """Let everybody else act on those boards: here nobody else does."""

    def is_over(self, which: Whole) -> NDArray[np.bool_]:
        """Return which of those boards' episodes are over by their own nature."""
        return self.field.is_over(which)

    def gained(self, which: Whole, side: Whole, lying: Whole) -> Gains:
        """Return what a stroke has brought a side on each board, on which so many discs lay before."""
        field = self.field
        match self.reward:
            case "points":
                return field.points(which, side)
            case "win":
                return field.won(which, side)
            case "good":
                return field.went_on_well(which).astype(np.float64)
        taken = lying - field.lying(which)
        return taken / DISCS if self.reward == "progress" else np.where(taken <= 0, -1.0, 0.0)

    def cut(self, which: Whole) -> NDArray[np.bool_]:
        """Return which of those boards have had their strokes."""
        found: NDArray[np.bool_] = self.field.strokes[which] >= self.field.terms.most_strokes
        return found

    def seats(self) -> Whole:
        """Return who sees each board, in quarter turns: here who is in turn."""
        found: Whole = self.field.boards.info[:, layout.TURN].copy()
        return found

    def seen(self) -> NDArray[np.float32]:
        """Return what is seen of every board (`carrom.envs.observation`)."""
        return self.field.seen(self.seats())

    def picture(self, board: int, mode: str) -> Any:
        """Return one board as pixels or text, from who sees it."""
        boards, seat = self.field.boards, SEATS[int(self.seats()[board])]
        position = boards.position(board)
        if mode == "rgb_array":
            return pixels(position.placed, seat, PIXELS, boards.equipment)
        return lettered(position, seat, boards.equipment)


class Breaks(LawfulBoards):
    """N racks, and one stroke at each."""

    def is_over(self, which: Whole) -> NDArray[np.bool_]:
        """One stroke is all there is."""
        return np.ones(len(which), dtype=np.bool_)

    def seats(self) -> Whole:
        """Return where the breakers sit."""
        found: Whole = self.field.boards.info[:, layout.BREAKER].copy()
        return found


class Duels(LawfulBoards):
    """N boards against a rival; the learner sits south, and breaks in every other episode."""

    def __init__(self, field: BatchedEpisodes, reward: Reward, opponent: Opponent) -> None:
        super().__init__(field, reward)
        self.opponent = opponent

    def begin(self, which: Whole, seeds: Whole) -> None:
        """Begin the episodes of these seeds on those boards; the rival breaks where it is to break."""
        super().begin(which, seeds)
        self.others(which)

    def side(self, which: Whole) -> Whole:
        """Return the learner's side."""
        return np.zeros(len(which), dtype=np.int64)

    def others(self, which: Whole) -> None:
        """Let the rival strike until the learner is in turn."""
        field = self.field
        while True:
            waits = (field.side_in_turn(which) != 0) & ~field.is_over(which) & ~self.cut(which)
            some = which[waits]
            if not len(some):
                return
            field.strike(self.opponent.strokes(field, some), some)

    def seats(self) -> Whole:
        """Return where the learner sits."""
        return np.zeros(self.field.count, dtype=np.int64)


class LawfulVectorEnv(BatchedVectorEnv):
    """Many boards of one rule set in arrays, with any of Gymnasium's autoreset modes; who is in turn acts.

    Reward `points`: what a board that ends brings who struck last, less what it brings the others; `win`: 1 or -1 for
    it; `progress`: discs taken off the board less those brought back, in nineteenths.
    """

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: Ruleset | str = "icf",
        players: int = 2,
        actions: str = "forward",
        noise: Hands = None,
        surface: Surfaces = "club",
        reward: Reward = "points",
        most_strokes: int = 500,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        """Make the environments. Raises an exception of `carrom.errors` for what there is not."""
        check_reward(reward, self.rewards)
        if actions not in SIZES:
            raise RefusedRequest(f"actions are {actions!r:.40}; expected one of {', '.join(SIZES)}")
        super().__init__(num_envs, actions, autoreset_mode, render_mode)
        given = terms(ruleset, players, "board", surface, noise, "nearest", most_strokes)
        seen = spaces.Box(-1.0, 2.0, (SIZE,), np.float32)
        stage = self.stage(BatchedEpisodes(given, num_envs, threads), reward)
        self.set(stage, seen, space_of(actions))  # type: ignore[arg-type]

    rewards: tuple[str, ...] = ("points", "win", "progress")

    def stage(self, field: BatchedEpisodes, reward: Reward) -> LawfulBoards:
        """Return what is played on the field."""
        return LawfulBoards(field, reward)


class SoloVectorEnv(LawfulVectorEnv):
    """Many boards of `carrom/Solo-v0`."""

    rewards = ("progress", "misses")

    def __init__(self, num_envs: int = 1, reward: Reward = "progress", most_strokes: int = 200, **given: Any) -> None:
        """Make the environments: `given` as for many boards, but for rule set and players."""
        super().__init__(num_envs, alone(), 1, reward=reward, most_strokes=most_strokes, **given)


class BreakVectorEnv(LawfulVectorEnv):
    """Many boards of `carrom/Break-v0`."""

    rewards = ("good",)

    def __init__(self, num_envs: int = 1, ruleset: Ruleset | str = "icf", **given: Any) -> None:
        """Make the environments: `given` as for many boards, but for players, reward and strokes."""
        super().__init__(num_envs, ruleset, reward="good", most_strokes=1, **given)

    def stage(self, field: BatchedEpisodes, reward: Reward) -> LawfulBoards:
        """Return the racks."""
        return Breaks(field, reward)


class DuelVectorEnv(LawfulVectorEnv):
    """Many boards of `carrom/Duel-v0` against a rival that plays in arrays (`carrom.envs.batched.opponents`)."""

    rewards = ("points", "win")

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Opponent | str = "aim",
        noise: Noise | str | None = None,
        most_strokes: int = 300,
        **given: Any,
    ) -> None:
        """Make the environments: `noise` is the learner's hand; `given` as for many boards, but for players."""
        self._opponent = rival(opponent)
        super().__init__(num_envs, noise=(noise_of(noise), NO_NOISE), most_strokes=most_strokes, **given)

    def stage(self, field: BatchedEpisodes, reward: Reward) -> LawfulBoards:
        """Return the duels."""
        return Duels(field, reward, self._opponent)
