"""Vector environments that play many boards under the law: solo, break, duel, and both sides of any rule set.

Board k of seed s plays the same episodes as the single environment with seed s + k; both play in `BatchedEpisodes`.
Dues are placed nearest to the centre and all extra points are demanded, as with `dues="nearest"` elsewhere.
"""

from typing import Any, Literal, Protocol, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.board.seat import SEATS
from carrom.draw.pixels import pixels
from carrom.envs.board import DISCS, alone
from carrom.envs.config import NO_NOISE, EnvConfig, Hands, Noise, Surfaces, only_known_keywords, terms
from carrom.envs.config import noise as noise_of
from carrom.envs.episodes import BatchedEpisodes, Opponent, Whole, rival
from carrom.envs.observation import PIXELS, SIZE, check_reward, lettered
from carrom.envs.vector_env import BatchedVectorEnv, VectorOptions, VectorSettings
from carrom.rules.ruleset import Ruleset

Reward = Literal["points", "win", "progress", "misses", "good"]
Gains = NDArray[np.float64]


class EpisodeKind(Protocol):
    """What differs between the environments: the rewarded side, the observer, other players, the end of an episode."""

    def rewarded(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return the side that the next stroke's reward is computed for, by board."""

    def observers(self, field: BatchedEpisodes) -> Whole:
        """Return the seat that observes each board, in quarter turns from south."""

    def play_others(self, field: BatchedEpisodes, which: Whole) -> None:
        """Play the other sides' strokes until the learner is in turn."""

    def is_over(self, field: BatchedEpisodes, which: Whole) -> NDArray[np.bool_]:
        """Return which of those boards' episodes have terminated."""


class EverySide:
    """The learner plays every side: the striking side is rewarded, and the player in turn observes."""

    def rewarded(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return the side in turn."""
        return field.side_in_turn(which)

    def observers(self, field: BatchedEpisodes) -> Whole:
        """Return the seats in turn."""
        found: Whole = field.boards.info[:, layout.TURN].copy()
        return found

    def play_others(self, field: BatchedEpisodes, which: Whole) -> None:
        """Do nothing: there is no other player."""

    def is_over(self, field: BatchedEpisodes, which: Whole) -> NDArray[np.bool_]:
        """Return which boards are over by the law."""
        return field.is_over(which)


class OneBreak:
    """An episode is the breaker's first stroke."""

    def rewarded(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return the breaking side, which is in turn."""
        return field.side_in_turn(which)

    def observers(self, field: BatchedEpisodes) -> Whole:
        """Return the breakers' seats."""
        found: Whole = field.boards.info[:, layout.BREAKER].copy()
        return found

    def play_others(self, field: BatchedEpisodes, which: Whole) -> None:
        """Do nothing: there is no other player."""

    def is_over(self, field: BatchedEpisodes, which: Whole) -> NDArray[np.bool_]:
        """Return true for every board: an episode has one stroke."""
        return np.ones(len(which), dtype=np.bool_)


class AgainstOpponent:
    """The learner sits south and plays one opponent; it breaks in every other episode."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent = opponent

    def rewarded(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return the learner's side, 0."""
        return np.zeros(len(which), dtype=np.int64)

    def observers(self, field: BatchedEpisodes) -> Whole:
        """Return the learner's seat, south."""
        return np.zeros(field.count, dtype=np.int64)

    def play_others(self, field: BatchedEpisodes, which: Whole) -> None:
        """Play the opponent's strokes until the learner is in turn, the board is over or the episode truncated."""
        while True:
            waits = (field.side_in_turn(which) != 0) & ~field.is_over(which) & ~field.is_truncated(which)
            some = which[waits]
            if not len(some):
                return
            field.strike(self.opponent.strokes(field, some), some)

    def is_over(self, field: BatchedEpisodes, which: Whole) -> NDArray[np.bool_]:
        """Return which boards are over by the law."""
        return field.is_over(which)


class LawfulBoards:
    """N boards of one rule set, each in its own episode: the `Stage` of the vector environments below."""

    def __init__(self, field: BatchedEpisodes, kind: EpisodeKind, reward: Reward) -> None:
        self.field, self.kind, self.reward = field, kind, reward

    def begin(self, which: Whole, seeds: Whole) -> None:
        """Begin the episodes of these seeds on those boards, up to the learner's first stroke."""
        self.field.begin(which, seeds)
        self.kind.play_others(self.field, which)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays that hold the boards' state."""
        return self.field.arrays

    def resume(self) -> None:
        """Update derived state after the arrays were overwritten."""
        self.field.resume()

    def play(self, numbers: NDArray[np.float64], which: Whole) -> tuple[Gains, NDArray[np.bool_]]:
        """Play one stroke on each of those boards; return the rewards and which episodes have terminated."""
        field, kind = self.field, self.kind
        lying, side = field.lying(which), kind.rewarded(field, which)
        table, ends = field.meant(numbers, which)
        field.strayed(table, ends, which)
        field.strike(table, which)
        kind.play_others(field, which)
        return self.gained(which, side, lying), kind.is_over(field, which)

    def gained(self, which: Whole, side: Whole, lying: Whole) -> Gains:
        """Return the reward of a side on each board; `lying` is the number of discs before the stroke."""
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
        """Return which of those boards' episodes have reached the limit of strokes."""
        return self.field.is_truncated(which)

    def seen(self, into: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return the observation of every board (`carrom.envs.observation`), in a new array or in `into`."""
        return self.field.seen(self.kind.observers(self.field), into)

    def picture(self, board: int, mode: str) -> Any:
        """Return one board as pixels or text, seen from its observer's seat."""
        boards, seat = self.field.boards, SEATS[int(self.kind.observers(self.field)[board])]
        position = boards.position(board)
        if mode == "rgb_array":
            return pixels(position.placed, seat, PIXELS, boards.equipment)
        return lettered(position, seat, boards.equipment)


class LawfulOptions(VectorOptions, total=False):
    """Keyword arguments that the vector environments under the law share."""

    threads: int | None


@only_known_keywords
def board_vector_env(
    num_envs: int = 1,
    ruleset: Ruleset | str = "icf",
    players: int | None = None,
    noise: Hands = None,
    surface: Surfaces = "club",
    reward: Reward = "points",
    most_strokes: int = 500,
    **options: Unpack[LawfulOptions],
) -> BatchedVectorEnv:
    """Return `carrom/Board-v0`: many boards of one rule set whose every stroke is the learner's.

    Reward `points`: when a board ends, the points of the side that struck last less those of the others; `win`: 1 or
    -1 for that side; `progress`: discs taken off the board less discs brought back, in nineteenths. Raises an
    exception of `carrom.errors` for an argument that is not supported.
    """
    check_reward(reward, ("points", "win", "progress"))
    config = terms(ruleset, players, "board", surface, noise, "nearest", most_strokes)
    return _vector_env(num_envs, config, EverySide(), reward, **options)


@only_known_keywords
def solo_vector_env(
    num_envs: int = 1,
    noise: Hands = None,
    surface: Surfaces = "club",
    reward: Reward = "progress",
    most_strokes: int = 200,
    **options: Unpack[LawfulOptions],
) -> BatchedVectorEnv:
    """Return many boards of `carrom/Solo-v0`."""
    check_reward(reward, ("progress", "misses"))
    config = terms(alone(), 1, "board", surface, noise, "nearest", most_strokes)
    return _vector_env(num_envs, config, EverySide(), reward, **options)


@only_known_keywords
def break_vector_env(
    num_envs: int = 1,
    ruleset: Ruleset | str = "icf",
    noise: Hands = None,
    surface: Surfaces = "club",
    **options: Unpack[LawfulOptions],
) -> BatchedVectorEnv:
    """Return many boards of `carrom/Break-v0`."""
    config = terms(ruleset, None, "board", surface, noise, "nearest", 1)
    return _vector_env(num_envs, config, OneBreak(), "good", **options)


@only_known_keywords
def duel_vector_env(
    num_envs: int = 1,
    opponent: Opponent | str = "aim",
    ruleset: Ruleset | str = "icf",
    noise: Noise | str | None = None,
    surface: Surfaces = "club",
    reward: Reward = "points",
    most_strokes: int = 300,
    **options: Unpack[LawfulOptions],
) -> BatchedVectorEnv:
    """Return many boards of `carrom/Duel-v0` against an opponent of `carrom.envs.episodes`.

    `noise` is the learner's execution error; an opponent adds its own.
    """
    kind = AgainstOpponent(rival(opponent))
    check_reward(reward, ("points", "win"))
    config = terms(ruleset, 2, "board", surface, (noise_of(noise), NO_NOISE), "nearest", most_strokes)
    return _vector_env(num_envs, config, kind, reward, **options)


def _vector_env(
    num_envs: int,
    config: EnvConfig,
    kind: EpisodeKind,
    reward: Reward,
    threads: int | None = None,
    **options: Any,
) -> BatchedVectorEnv:
    settings = VectorSettings.checked(num_envs, **options)
    stage = LawfulBoards(BatchedEpisodes(config, settings.num_envs, threads), kind, reward)
    return BatchedVectorEnv(settings, stage, spaces.Box(-1.0, 2.0, (SIZE,), np.float32))
