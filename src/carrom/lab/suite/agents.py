"""Agents of a suite: from a text to something that plays its tasks.

| text | agent |
|---|---|
| `uniform`, `planner` | built-in policies |
| `aim`, `one-ply`, `club`, … | players of `carrom.lab.players`; a level plans for the suite's noise, not its own |
| `module:attribute` | a policy `policy(observation, mask) -> action` (`carrom.lab.agents`) |
| `model.onnx`, `{task}.onnx` | an ONNX model, or one for each task; needs onnxruntime |
| `pipe:COMMAND` | an external engine (docs/how-to/engines.md) |

Three attributes of a policy are optional. `actions` is "forward" (the default), "round" or "choices"; `batch` is a
method that gets the observations (boards, size) of many boards at once and returns their actions; `for_task` is a
method that gets the names of task and noise level and returns the policy for them.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.engine.external.player import ExternalEngine
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import LEVELS, level_named
from carrom.engine.play.player import EnginePlayer
from carrom.engine.play.program import Program
from carrom.envs.agents.policy import actions_of, agent_of
from carrom.envs.agents.policy_player import PolicyPlayer
from carrom.envs.aim import SIZES
from carrom.errors import RefusedRequest
from carrom.lab.agents import load_attribute, names_attribute
from carrom.lab.players import NAMES, player
from carrom.lab.suite.definition import Cell
from carrom.values import Value, changed

Rows = NDArray[np.float32]
Numbers = NDArray[np.float64]
BUILT_IN = ("uniform", "planner")
PIPE = "pipe:"


class VectorPolicy(Value, frozen=True, gc=True):
    """A policy for many boards at once: observations (boards, size) to actions (boards, 3 or 4)."""

    act: Callable[[Rows], Numbers]


class AgentSource(Value, frozen=True, kw_only=True):
    """An agent's text, checked, with the digest of its file if it is one."""

    text: str
    kind: str
    """`built-in`, `player`, `engine`, `onnx` or `python`."""
    digest: str = ""
    """SHA-256 of an agent's file or files."""


def source_of(text: str, tasks: tuple[str, ...]) -> AgentSource:
    """Return what kind of agent a text names. Raises `RefusedRequest`."""
    if text in BUILT_IN:
        return AgentSource(text=text, kind="built-in")
    if text.startswith(PIPE) and text.removeprefix(PIPE).strip():
        return AgentSource(text=text, kind="engine")
    if text.endswith(".onnx"):
        return AgentSource(text=text, kind="onnx", digest=_digest(text, tasks))
    if text.partition("/")[0] in NAMES:
        player(text)
        return AgentSource(text=text, kind="player")
    if names_attribute(text):
        return AgentSource(text=text, kind="python")
    raise RefusedRequest(
        f"{text!r:.60} names no agent; expected module:attribute, a file.onnx, pipe:COMMAND, {', '.join(BUILT_IN)} or "
        f"one of {', '.join(NAMES)}"
    )


def loaded(source: AgentSource, cell: Cell) -> VectorPolicy | Program:
    """Return the agent for a cell: a policy for many boards, or a player of games. Raises `RefusedRequest`."""
    task, noise = cell.task.name, cell.noise.name
    match source.kind:
        case "built-in" if source.text == "uniform":
            from carrom.lab.suite.baselines import uniform

            return VectorPolicy(uniform(cell))
        case "built-in":
            from carrom.lab.suite.planner import Planner

            return VectorPolicy(Planner(cell.task.kind, cell.noise.noise).batch)
        case "onnx":
            from carrom.lab.suite.onnx_policy import onnx_policy

            return VectorPolicy(onnx_policy(source.text.replace("{task}", task)))
        case "engine":
            command = source.text.removeprefix(PIPE).strip()
            return ExternalEngine("pipe", command, _hand(cell))
        case "player":
            return _player(source.text, cell)
    given = load_attribute(source.text)
    given = given() if isinstance(given, type) and hasattr(given, "for_task") else given
    if hasattr(given, "for_task"):
        given = given.for_task(task, noise)
    return _policy(given, source.text)


def _policy(given: Any, text: str) -> VectorPolicy | Program:
    if hasattr(given, "batch") and not isinstance(given, type):
        actions_of(given)
        return VectorPolicy(given.batch)
    agent = agent_of(given, text)
    if hasattr(agent, "batch"):
        return VectorPolicy(agent.batch)
    if actions_of(agent) == "choices":
        return PolicyPlayer(agent)
    return VectorPolicy(lambda rows: np.array([np.asarray(agent(row, None), dtype=np.float64) for row in rows]))


def _player(text: str, cell: Cell) -> Program:
    """Return a player by name; a level plans with the accuracy of the cell's noise."""
    if text in [level.name for level in LEVELS]:
        return EnginePlayer(changed(level_named(text), hand=_hand(cell)), timed=False)
    return player(text)


def _hand(cell: Cell) -> HandNoise:
    noise = cell.noise.noise
    return HandNoise(noise.direction, noise.speed, noise.place)


def checked(numbers: Any, boards: int) -> Numbers:
    """Return the actions of a policy as an array. Raises `RefusedRequest` unless each is numbers from -1 to 1."""
    try:
        found = np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.full(1, np.nan)
    if found.ndim != 2 or len(found) != boards or found.shape[1] not in SIZES.values():
        raise RefusedRequest(f"the agent's actions have shape {found.shape}; expected ({boards}, 3) or ({boards}, 4)")
    good = (np.abs(found) <= 1.0).all(axis=1)
    if not good.all():
        given = found[int(np.argmin(good))].tolist()
        raise RefusedRequest(f"an action of the agent is {given}; expected {found.shape[1]} numbers from -1 to 1")
    return found


def _digest(pattern: str, tasks: tuple[str, ...]) -> str:
    """Return the SHA-256 of the model file, or of the files of all tasks. Raises `RefusedRequest` if one is missing."""
    whole = hashlib.sha256()
    for path in dict.fromkeys(Path(pattern.replace("{task}", task)) for task in tasks):
        try:
            whole.update(path.read_bytes())
        except OSError as reason:
            raise RefusedRequest(
                f"the model {str(path)!r:.80} cannot be read ({reason.strerror}); expected an ONNX file"
            ) from None
    return whole.hexdigest()
