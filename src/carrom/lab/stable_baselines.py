"""PPO of Stable-Baselines3 on a graded task (optional dependency).

Only `GIVEN`, the network size (two layers of 64) and the initial spread differ from the library's defaults: there
are few strokes per board between updates, and the initial distribution is narrow, because good strokes are a degree
wide.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from carrom.envs.batched.task_envs import task_vector_env
from carrom.envs.batched.vector_env import BatchedVectorEnv
from carrom.errors import RefusedRequest, SetupError
from carrom.lab.result_files import CurvePoint

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
    try:
        library: Any = import_module("stable_baselines3")
        torch: Any = import_module("torch")
    except ImportError:
        raise SetupError(
            'The learner "stable-baselines3" needs the package of that name (pip install stable-baselines3); '
            '"own" needs nothing.'
        ) from None
    torch.set_num_threads(1)
    model = library.PPO(
        "MlpPolicy", _boards(boards, seed), seed=seed, device="cpu", policy_kwargs={"log_std_init": SPREAD}, **GIVEN
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


def _boards(boards: BatchedVectorEnv, seed: int) -> Any:
    """Return many boards of a task as the library's vector environment."""
    base: Any = import_module("stable_baselines3.common.vec_env").VecEnv

    class Boards(base):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(boards.num_envs, boards.single_observation_space, boards.single_action_space)

        def reset(self) -> Any:
            return boards.reset(seed=seed)[0]

        def step_async(self, actions: Any) -> None:
            self._acts = np.clip(actions, -1.0, 1.0)

        def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
            seen, gained, over, cut, info = boards.step(self._acts)
            infos: list[dict[str, Any]] = [{} for _ in range(boards.num_envs)]
            for board in np.flatnonzero(over | cut).tolist():
                infos[board] = {
                    "terminal_observation": info["final_obs"][board],
                    "TimeLimit.truncated": bool(cut[board]),
                }
            return seen, gained.astype(np.float32), over | cut, infos

        def close(self) -> None:
            boards.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(boards, attr_name, None)] * boards.num_envs

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            raise RefusedRequest(f"the boards do not have a separate {attr_name!r:.40} each")

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **given: Any) -> list[Any]:
            return [getattr(boards, method_name)(*args, **given)] * boards.num_envs

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * boards.num_envs

    return Boards()
