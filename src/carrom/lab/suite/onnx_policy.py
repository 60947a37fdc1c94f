"""Policies stored as ONNX models; they need the package onnxruntime, which is no dependency."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.envs.aim import SIZES
from carrom.errors import RefusedRequest, SetupError

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
