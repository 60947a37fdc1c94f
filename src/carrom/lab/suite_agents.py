"""Agents of a suite: built-in policies, players, agents of one's own, ONNX models and external engines."""

import hashlib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.engine.external import ExternalEngine
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import LEVELS, level_named
from carrom.engine.player import EnginePlayer
from carrom.engine.program import Program
from carrom.envs.actions import SIZES
from carrom.envs.agents import PolicyPlayer, actions_of, agent_of
from carrom.errors import RefusedRequest, SetupError
from carrom.lab.players import NAMES, load_attribute, names_attribute, player
from carrom.lab.suite_tasks import Cell
from carrom.values import Value, changed


def uniform(cell: Cell) -> Callable[[NDArray[np.float32]], NDArray[np.float64]]:
    """Return the policy of uniformly random actions; its random numbers follow from the cell."""
    generator = np.random.default_rng([len(cell.name), *cell.name.encode()])
    return lambda rows: generator.uniform(-1.0, 1.0, (len(rows), 3))


# -- from a text to an agent -------------------------------------------------------------------------------------------
# | text | agent |
# |---|---|
# | `uniform`, `planner` | built-in policies |
# | `aim`, `one-ply`, `club`, … | players of `carrom.lab.players`; a level plans for the suite's noise, not its own |
# | `module:attribute` | a policy `policy(observation, mask) -> action` (`carrom.lab.players`) |
# | `model.onnx`, `{task}.onnx` | an ONNX model, or one for each task; needs onnxruntime |
# | `pipe:COMMAND` | an external engine (docs/how-to/engines.md) |
#
# Three attributes of a policy are optional. `actions` is "forward" (the default), "round" or "choices"; `batch` is a
# method that gets the observations (boards, size) of many boards at once and returns their actions; `for_task` is a
# method that gets the names of task and noise level and returns the policy for them.


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
            return VectorPolicy(uniform(cell))
        case "built-in":
            from carrom.lab.planner import Planner

            return VectorPolicy(Planner(cell.task.kind, cell.noise.noise).batch)
        case "onnx":
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


# -- ONNX models; they need onnxruntime, which is no dependency --------------------------------------------------------


KINDS = {"tensor(float16)": np.float16, "tensor(float)": np.float32, "tensor(double)": np.float64}
"""NumPy types of the inputs to which observations are converted, by onnxruntime's names."""


def onnx_policy(path: str) -> Callable[[NDArray[np.float32]], NDArray[np.float64]]:
    """Return the policy of a model with one input, observations, whose first output is actions.

    The input has the shape (boards, size) and any float type of 16, 32 or 64 bits. Its number of boards may be fixed: a
    model for n boards is asked n boards at a time, the last ones filled up with zeros. Actions beyond -1 to 1 are
    clipped, as learners' Gaussian policies give them. It runs on one thread, so that results do not depend on the
    machine's load. Raises `SetupError` without onnxruntime, `RefusedRequest` for a file that is no such model.
    """
    try:
        library: Any = import_module("onnxruntime")
    except ImportError:
        raise SetupError("ONNX agents need the package onnxruntime: pip install onnxruntime.") from None
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = library.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as reason:
        raise RefusedRequest(f"{path!r:.80} cannot be loaded as an ONNX model ({reason!s:.120})") from None
    name, kind, boards, size = _input(path, session.get_inputs())

    def act(rows: NDArray[np.float32]) -> NDArray[np.float64]:
        if size is not None and size != rows.shape[1]:
            raise RefusedRequest(
                f"{path!r:.80} takes {size} numbers and this task has {rows.shape[1]}; "
                "name one model for each task, as in models/{task}.onnx"
            )
        count = len(rows) if boards is None else boards
        found = [_answer(path, session, name, part) for part in _parts(rows.astype(kind), count)]
        return np.clip(np.concatenate(found)[: len(rows)].astype(np.float64), -1.0, 1.0)

    return act


def _input(path: str, inputs: list[Any]) -> tuple[str, Any, int | None, int | None]:
    """Return the name, type, number of boards and numbers a board of a model's input; None for what is free.

    Raises `RefusedRequest` for inputs that observations cannot be given as.
    """
    shown = ", ".join(f"{each.name}: {each.type} {list(each.shape)}" for each in inputs)
    if len(inputs) != 1 or inputs[0].type not in KINDS or len(inputs[0].shape) != 2:
        raise RefusedRequest(
            f"{path!r:.80} has the inputs {shown or 'none'!s:.160}; expected one of float16, float32 or float64 with "
            "the shape (boards, numbers)"
        )
    boards, size = (each if isinstance(each, int) and each > 0 else None for each in inputs[0].shape)
    return inputs[0].name, KINDS[inputs[0].type], boards, size


def _parts(rows: NDArray[Any], count: int) -> Iterator[NDArray[Any]]:
    """Yield rows in parts of `count`, the last one filled up with zeros."""
    for first in range(0, len(rows), count):
        part = rows[first : first + count]
        yield np.concatenate((part, np.zeros((count - len(part), rows.shape[1]), rows.dtype)))


def _answer(path: str, session: Any, name: str, part: NDArray[Any]) -> NDArray[Any]:
    """Return a model's actions. Raises `RefusedRequest` if it fails, or answers with something else."""
    try:
        found = np.asarray(session.run(None, {name: part})[0])
    except Exception as reason:
        raise RefusedRequest(f"{path!r:.80} fails on {part.shape} observations ({reason!s:.160})") from None
    if found.ndim != 2 or len(found) != len(part) or found.shape[1] not in SIZES.values() or found.dtype.kind != "f":
        raise RefusedRequest(
            f"{path!r:.80} returns {found.dtype} of shape {found.shape} for {len(part)} boards; expected numbers of "
            f"shape ({len(part)}, 3) or ({len(part)}, 4)"
        )
    return found
