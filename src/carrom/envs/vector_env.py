"""The vectorized Gymnasium environment over many boards in arrays: seeding, autoreset, validation of actions."""

from collections.abc import Sequence
from typing import Any, Protocol, TypedDict, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.board import BLACKS, QUEEN, STRIKER, WHITES, Disc, Seat
from carrom.envs.actions import SIZES, Numbers, space_of
from carrom.envs.config import root_of, seeds_of
from carrom.envs.observation import MODES, check_mode
from carrom.errors import RefusedRequest
from carrom.numeric import checked_seed, whole
from carrom.physics.batch import DISCS, NOWHERE, batch
from carrom.physics.surface import Surface
from carrom.values import Value

__all__ = ["NAMES", "NOWHERE", "struck"]


Seen = NDArray[np.float32]


class BatchedGame(Protocol):
    """The game that a vector environment plays on N boards."""

    def begin(self, which: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Begin the episodes of these seeds on those boards."""

    def play(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play a stroke on each of those boards; return the rewards and which episodes have terminated."""

    def cut(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of those boards' episodes have reached their limit of strokes."""

    def seen(self, into: Seen | None = None) -> Seen:
        """Return the observation of every board, in a new array or in `into`."""

    def picture(self, board: int, mode: str) -> Any:
        """Return one board as pixels or text."""

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The complete state of the boards as arrays that may be written to."""

    def resume(self) -> None:
        """Update derived state after the arrays were overwritten."""


class BatchedState(Value, frozen=True):
    """The state of many boards: the bytes of their arrays."""

    boards: int
    rows: tuple[bytes, ...]


class VectorOptions(TypedDict, total=False):
    """Keyword arguments that all vector environments share; `VectorSettings.checked` has their defaults."""

    actions: str
    autoreset_mode: AutoresetMode | str
    render_mode: str | None


class VectorSettings(Value, frozen=True):
    """How a vector environment is stepped, whatever is played on its boards."""

    num_envs: int
    actions: Numbers
    autoreset: AutoresetMode
    render_mode: str | None

    @staticmethod
    def checked(
        num_envs: int,
        actions: str = "forward",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> "VectorSettings":
        """Return the settings. Raises `RefusedRequest` for an argument that is not supported."""
        if actions not in SIZES:
            raise RefusedRequest(f"actions are {actions!r:.40}; expected one of {', '.join(SIZES)}")
        check_mode(render_mode)
        try:
            autoreset = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise RefusedRequest(f"the autoreset mode is {autoreset_mode!r:.40}; expected one of {modes}") from None
        boards = whole(num_envs)
        if boards is None or boards < 1:
            raise RefusedRequest(f"num_envs is {num_envs!r:.40}; expected a whole number from 1")
        return VectorSettings(boards, actions, autoreset, render_mode)  # type: ignore[arg-type]  # checked above


class BatchedVectorEnv(VectorEnv[Seen, Any, NDArray[Any]]):
    """A Gymnasium vector environment over a stage of many boards, with any of Gymnasium's autoreset modes."""

    def __init__(self, settings: VectorSettings, stage: BatchedGame, observation_space: spaces.Space[Any]) -> None:
        """Make the environment; `observation_space` is that of one board."""
        self._stage = stage
        self.autoreset, self.actions = settings.autoreset, settings.actions
        self.num_envs, self.render_mode = settings.num_envs, settings.render_mode
        self.metadata = {"render_modes": list(MODES), "render_fps": 2, "autoreset_mode": self.autoreset}
        self.single_observation_space, self.single_action_space = observation_space, space_of(settings.actions)
        self.observation_space = batch_space(observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._ended = np.ones(self.num_envs, dtype=np.bool_)
        self._into: Seen | None = None
        _ = self.np_random_seed  # drawn now, so that copies made before the first reset play the same episodes
        self._begun = np.zeros(self.num_envs, dtype=np.int64)
        self._roots = np.zeros(self.num_envs, dtype=np.int64)

    def observe_into(self, buffer: Seen | None) -> None:
        """Write observations into the caller's array from now on, and return it from `reset` and `step`.

        `buffer` is float32 (num_envs, size), C-contiguous and writable: NumPy's, or memory of another library, as in
        `numpy.from_dlpack(tensor)`. Every call overwrites it. None: a new array each time. Raises `RefusedRequest`.
        """
        shape = self.observation_space.shape
        if buffer is not None and not (
            isinstance(buffer, np.ndarray)
            and buffer.shape == shape
            and buffer.dtype == np.float32
            and buffer.flags.c_contiguous
            and buffer.flags.writeable
        ):
            kind = f"{buffer.dtype} {buffer.shape}" if isinstance(buffer, np.ndarray) else type(buffer).__name__
            raise RefusedRequest(f"the buffer is {kind:.80}; expected a writable C-contiguous float32 array {shape}")
        self._into = buffer

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin episodes on all boards, or on those of `options={"reset_mask": ...}`; board k gets seed + k.

        A seed is a whole number from 0 of any size; a sequence has one for each board. Without any, the first reset
        uses `np_random_seed`, and later ones go on from there. `options={"standing": ...}` resumes from a saved state
        of all boards. Raises `RefusedRequest` for another seed or mask.
        """
        seeds = None if seed is None else self._seeds(seed)
        if (standing := (options or {}).get("standing")) is not None:
            self.standing = standing
            return self._stage.seen(self._into), {}
        mask = (options or {}).get("reset_mask")
        which = np.arange(self.num_envs) if mask is None else np.flatnonzero(_mask(mask, self.num_envs))
        if seeds is not None:
            self._seed(which, seeds)
        elif not self._begun.any():
            self._draw_roots()
        self._begin(which)
        return self._stage.seen(self._into), {}

    def step(self, actions: Any) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a stroke on every board. Raises `RefusedRequest` for invalid actions and plays nothing then.

        A board that ended in the step before is reset instead (`NextStep`), was reset within that step (`SameStep`,
        with `info["final_obs"]`), or must have been reset by the caller (`Disabled`).
        """
        numbers = self._checked(actions)
        gained, (over, cut) = np.zeros(self.num_envs), np.zeros((2, self.num_envs), dtype=np.bool_)
        if self.autoreset is AutoresetMode.DISABLED and self._ended.any():
            board = int(np.argmax(self._ended))
            raise RefusedRequest(f"board {board} has ended; expected a reset with a reset_mask first")
        playing = np.flatnonzero(~self._ended)
        if len(playing):
            gained[playing], over[playing] = self._stage.play(numbers[playing], playing)
            cut[playing] = self._stage.cut(playing) & ~over[playing]
        if self.autoreset is AutoresetMode.NEXT_STEP:
            self._begin(np.flatnonzero(self._ended))
        info: dict[str, Any] = {}
        seen = self._stage.seen(self._into)
        ended = over | cut
        self._ended = ended.copy()
        if self.autoreset is AutoresetMode.SAME_STEP and ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            for board in np.flatnonzero(ended).tolist():
                final[board] = seen[board] if self._into is None else seen[board].copy()
            info = {"final_obs": final, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
            self._begin(np.flatnonzero(ended))
            seen = self._stage.seen(self._into)
        return seen, gained, over, cut, info

    def render(self) -> Any:
        """Return every board as pixels or text."""
        if self.render_mode is None:
            return None
        return tuple(self._stage.picture(board, self.render_mode) for board in range(self.num_envs))

    @property
    def standing(self) -> BatchedState:
        """The state of all boards as a value; assign it to resume from there."""
        return BatchedState(self.num_envs, tuple(array.tobytes() for array in self._arrays))

    @standing.setter
    def standing(self, standing: BatchedState) -> None:
        arrays = self._arrays
        sizes = [array.nbytes for array in arrays]
        if not isinstance(standing, BatchedState) or [len(row) for row in standing.rows] != sizes:
            raise RefusedRequest(f"the state is {standing!r:.60}; expected what `standing` gave for boards like these")
        roots = self._roots.copy()
        for array, row in zip(arrays, standing.rows, strict=True):
            array[...] = np.frombuffer(row, dtype=array.dtype).reshape(array.shape)
        if (roots != self._roots).any():
            self._np_random_seed = -1
        self._stage.resume()

    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return self._ended, self._begun, self._roots, *self._stage.arrays

    def _seeds(self, given: Any) -> Sequence[int]:
        """Return the seed of every board. Raises `RefusedRequest`."""
        plain = given.tolist() if isinstance(given, np.ndarray) else given
        if not isinstance(plain, list | tuple):
            first = checked_seed(plain)
            return range(first, first + self.num_envs)
        if len(plain) != self.num_envs:
            raise RefusedRequest(f"{len(plain)} seeds are given for {self.num_envs} boards; expected one, or one each")
        return tuple(map(checked_seed, plain))

    def _seed(self, which: NDArray[np.int64], seeds: Sequence[int]) -> None:
        """Set the roots of those boards, and the seed that `np_random_seed` returns."""
        if not self._begun.any() and len(which) < self.num_envs:
            self._draw_roots()
        self._roots[which], self._begun[which] = _roots(seeds)[which], 0
        if len(which) == self.num_envs:
            is_one = isinstance(seeds, range)
            self._np_random, self._np_random_seed = seeding.np_random(seeds[0])
            self._np_random_seed = seeds[0] if is_one else seeds  # type: ignore[assignment]  # as SyncVectorEnv has it
        elif (before := cast("int | tuple[int, ...]", self.np_random_seed)) != -1:
            known = list(before) if isinstance(before, tuple) else [before + k for k in range(self.num_envs)]
            for board in which.tolist():
                known[board] = seeds[board]
            self._np_random_seed = tuple(known)  # type: ignore[assignment]

    def _draw_roots(self) -> None:
        """Set the roots of all boards from the seed that Gymnasium drew, or from a generator that was set by hand."""
        drawn = self.np_random_seed
        self._roots[:] = (
            self.np_random.integers(1 << 62, size=self.num_envs) if drawn == -1 else _roots(self._seeds(drawn))
        )

    def _begin(self, which: NDArray[np.int64]) -> None:
        """Begin the next episode of each of those boards; its seed follows from its root seed and number."""
        if len(which) == 0:
            return
        self._stage.begin(which, seeds_of(self._roots[which], self._begun[which]))
        self._begun[which] += 1
        self._ended[which] = False

    def _checked(self, actions: Any) -> NDArray[np.float64]:
        size = SIZES[self.actions]
        try:
            numbers = np.asarray(actions, dtype=np.float64)
        except (TypeError, ValueError):
            numbers = np.full(1, np.nan)
        if numbers.shape != (self.num_envs, size):
            raise RefusedRequest(f"the actions have shape {numbers.shape}; expected ({self.num_envs}, {size})")
        good = (np.abs(numbers) <= 1.0).all(axis=1)
        if not good.all():
            board = int(np.argmin(good))
            given = numbers[board].tolist()
            raise RefusedRequest(f"the action of board {board} is {given}; expected {size} numbers from -1 to 1")
        return numbers


def _roots(seeds: Sequence[int]) -> NDArray[np.int64]:
    """Return the roots of seeds."""
    if isinstance(seeds, range) and seeds.stop <= 1 << 63:
        return np.arange(seeds.start, seeds.stop, dtype=np.int64)
    return np.array([root_of(seed) for seed in seeds], dtype=np.int64)


def _mask(given: Any, boards: int) -> NDArray[np.bool_]:
    mask = np.asarray(given)
    if mask.shape != (boards,) or mask.dtype != np.bool_:
        raise RefusedRequest(f"the reset_mask is {given!r:.60}; expected an array of {boards} bools")
    return mask


# -- one stroke on each of many boards, bit-identical with `simulate` --------------------------------------------------


NAMES: tuple[Disc, ...] = (*WHITES, QUEEN, *BLACKS)
"""The discs that stand for the pieces of a task, in order."""
_COLUMNS = [DISCS.index(disc) for disc in NAMES]
_STRIKER = DISCS.index(STRIKER)
Strokes = NDArray[np.int64]
"""Rows of x, vx, vy, y, spin: µm, µm/s and mrad/s in the player's frame, as in `carrom.physics.batch`."""


def struck(
    places: NDArray[np.int64], strokes: Strokes, surface: Surface | Sequence[Surface]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the places of the pieces (boards, pieces, 2; µm) after each board's stroke, and whether the striker fell.

    `surface` is one for all boards or one for each. Raises `SimulationDiverged` for the first stroke that does not end.
    """
    columns = _COLUMNS[: places.shape[1]]
    lying = np.full((len(places), len(DISCS), 2), NOWHERE, dtype=np.int64)
    lying[:, columns] = places
    played = batch(lying, strokes, Seat.SOUTH, surface, paired=True)
    return played.rest[:, 0][:, columns], np.isfinite(played.fell[:, 0, _STRIKER])
