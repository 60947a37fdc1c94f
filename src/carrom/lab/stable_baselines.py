"""PPO of Stable-Baselines3 on a graded task.

Its parameters are its own but for five (`GIVEN`): a network of two layers of 64, strokes of few boards between updates
and a narrower first spread, as good strokes are a degree wide. No other part of the package knows it.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from carrom.envs.batched.task_envs import task_vector_env
from carrom.envs.batched.vector_env import BatchedVectorEnv
from carrom.errors import RefusedRequest, SetupError
from carrom.lab.result_files import Point

BOARDS, STROKES = 256, 16
"""Boards at once, and strokes on each of them between two updates."""
GIVEN = {"n_steps": STROKES, "batch_size": 1024, "learning_rate": 5e-4, "target_kl": 0.02}
"""Small steps: with 0.001 and no bound on their divergence a policy that had reached 48 % fell back to 5 %."""
SPREAD = -1.0
"""Logarithm of the first standard deviation of an action."""


def curve(task: str, strokes: int, points: int, seed: int = 0, hand: str | None = None) -> Iterator[Point]:
    """Learn for so many strokes, and yield so many points of the curve.

    Raises `SetupError` where the library is not installed, `RefusedRequest` for too few strokes, an unknown task or
    hand.
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


def _learning(model: Any, rounds: int, points: int) -> Iterator[Point]:
    listener = _listener()
    for number in range(1, points + 1):
        until = rounds * number // points * BOARDS * STROKES
        model.learn(until - model.num_timesteps, callback=listener, reset_num_timesteps=number == 1)
        yield Point(until, round(sum(listener.gained) / len(listener.gained), 6))
        listener.gained.clear()


def _listener() -> Any:
    """Return what hears the mean of every round's rewards."""
    base: Any = import_module("stable_baselines3.common.callbacks").BaseCallback

    class Listener(base):  # type: ignore[misc]
        gained: list[float] = []  # noqa: RUF012 - one list for the one listener of a run

        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            self.gained.append(float(self.model.rollout_buffer.rewards.mean()))

    heard = Listener()
    heard.gained = []
    return heard


def _boards(boards: BatchedVectorEnv, seed: int) -> Any:
    """Return many boards of a task as the library's own vector environment."""
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
            told: list[dict[str, Any]] = [{} for _ in range(boards.num_envs)]
            for board in np.flatnonzero(over | cut).tolist():
                told[board] = {
                    "terminal_observation": info["final_obs"][board],
                    "TimeLimit.truncated": bool(cut[board]),
                }
            return seen, gained.astype(np.float32), over | cut, told

        def close(self) -> None:
            boards.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(boards, attr_name, None)] * boards.num_envs

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            raise RefusedRequest(f"many boards have no {attr_name!r:.40} each; make them with what they shall have")

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **given: Any) -> list[Any]:
            return [getattr(boards, method_name)(*args, **given)] * boards.num_envs

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * boards.num_envs

    return Boards()
