"""Stable-Baselines3 (optional dependency): every vectorized environment as its `VecEnv`, and PPO on a graded task.

`vec_env` steps all boards in one call, in arrays; the library's own `DummyVecEnv` and `SubprocVecEnv` step Python
environments one by one. `curve` trains PPO with it: only `GIVEN`, the network size (two layers of 64) and the initial
spread differ from the library's defaults, because there are few strokes per board between updates, and the initial
distribution is narrow, because good strokes are a degree wide.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from carrom.envs import ENVIRONMENTS
from carrom.envs.tasks import task_vector_env
from carrom.envs.vector_env import BatchedVectorEnv
from carrom.errors import RefusedRequest, SetupError
from carrom.lab.benchmark_tasks import CurvePoint

BOARDS, STROKES = 256, 16
"""Boards in parallel, and strokes on each of them between two updates."""
GIVEN = {"n_steps": STROKES, "batch_size": 1024, "learning_rate": 5e-4, "target_kl": 0.02}
"""Small steps: with a learning rate of 0.001 and no divergence limit, success once fell from 48 % to 5 %."""
SPREAD = -1.0
"""Logarithm of the initial standard deviation of an action."""


def curve(task: str, strokes: int, points: int, seed: int = 0, hand: str | None = None) -> Iterator[CurvePoint]:
    """Train for `strokes` strokes and yield `points` points of the curve.

    Raises `SetupError` if the library is not installed, `RefusedRequest` for too few strokes, an unknown task or
    accuracy.
    """
    boards = task_vector_env(BOARDS, task, noise=hand, autoreset_mode=AutoresetMode.SAME_STEP)
    a_round = BOARDS * STROKES
    rounds = strokes // a_round
    if points < 1 or rounds < points:
        raise RefusedRequest(f"{strokes} strokes for {points} points; expected {a_round} or more for each point")
    library, torch = _library("stable_baselines3"), _library("torch")
    torch.set_num_threads(1)
    model = library.PPO(
        "MlpPolicy", _as_vec_env(boards, seed), seed=seed, device="cpu", policy_kwargs={"log_std_init": SPREAD}, **GIVEN
    )
    return _learning(model, rounds, points)


def _learning(model: Any, rounds: int, points: int) -> Iterator[CurvePoint]:
    listener = _listener()
    for number in range(1, points + 1):
        until = rounds * number // points * BOARDS * STROKES
        model.learn(until - model.num_timesteps, callback=listener, reset_num_timesteps=number == 1)
        yield CurvePoint(until, round(sum(listener.gained) / len(listener.gained), 6))
        listener.gained.clear()


def _listener() -> Any:
    """Return a callback that records the mean reward of every round."""
    base: Any = import_module("stable_baselines3.common.callbacks").BaseCallback

    class Listener(base):  # type: ignore[misc]
        gained: list[float] = []  # noqa: RUF012 - one list for the one listener of a run

        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            self.gained.append(float(self.model.rollout_buffer.rewards.mean()))

    listener = Listener()
    listener.gained = []
    return listener


def vec_env(name: str, num_envs: int, seed: int = 0, **given: Any) -> Any:
    """Return `num_envs` boards of an environment as a `VecEnv` of Stable-Baselines3.

    `name` is an environment of `carrom.envs.ENVIRONMENTS`, `given` its keyword arguments. Board k plays the episodes of
    seed + k; the library's own `seed` replaces it. Actions are clipped to -1 to 1. Wrap it in the library's
    `VecMonitor` for statistics of episodes. Raises `SetupError` without the library, and an exception of
    `carrom.errors` for an unsupported argument.

        model = PPO("MlpPolicy", vec_env("carrom/Straight-v0", 256, noise="club"))
    """
    if name not in ENVIRONMENTS:
        raise RefusedRequest(f"there is no environment {name!r:.60}; there are {', '.join(ENVIRONMENTS)}")
    boards = gymnasium.make_vec(
        name,
        num_envs=num_envs,
        vectorization_mode="vector_entry_point",
        autoreset_mode=AutoresetMode.SAME_STEP,
        **given,
    )
    assert isinstance(boards, BatchedVectorEnv)
    return _as_vec_env(boards, seed)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise SetupError(
            'This needs the package stable-baselines3 (pip install stable-baselines3); the learner "own" needs nothing.'
        ) from None


def _as_vec_env(boards: BatchedVectorEnv, seed: int) -> Any:
    """Return boards that are reset within a step as the library's vector environment."""
    base: Any = _library("stable_baselines3.common.vec_env").VecEnv

    class CarromVecEnv(base):  # type: ignore[misc]
        def __init__(self) -> None:
            self._next: Any = seed
            super().__init__(boards.num_envs, boards.single_observation_space, boards.single_action_space)

        def seed(self, seed: int | None = None) -> list[int | None]:
            self._next = seed
            return [None if seed is None else seed + board for board in range(boards.num_envs)]

        def reset(self) -> Any:
            seen = boards.reset(seed=self._next)[0].copy()
            self._next = None
            return seen

        def step_async(self, actions: Any) -> None:
            self._acts = np.clip(actions, -1.0, 1.0)

        def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
            seen, gained, over, cut, info = boards.step(self._acts)
            infos: list[dict[str, Any]] = [{} for _ in range(boards.num_envs)]
            for board in np.flatnonzero(over | cut).tolist():
                infos[board] = {
                    "terminal_observation": info["final_obs"][board].copy(),
                    "TimeLimit.truncated": bool(cut[board]),
                }
            return seen.copy(), gained.astype(np.float32), over | cut, infos

        def get_images(self) -> Any:
            return boards.render() or [None] * boards.num_envs

        def close(self) -> None:
            boards.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(boards, attr_name, None)] * self._count(indices)

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            raise RefusedRequest(f"the boards do not have a separate {attr_name!r:.40} each")

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **given: Any) -> list[Any]:
            return [getattr(boards, method_name)(*args, **given)] * self._count(indices)

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * self._count(indices)

        def _count(self, indices: Any) -> int:
            return boards.num_envs if indices is None else np.atleast_1d(indices).size

    return CarromVecEnv()
