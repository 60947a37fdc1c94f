"""Policies stored as ONNX models; they need the package onnxruntime, which is no dependency."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.envs.aim import SIZES
from carrom.errors import RefusedRequest, SetupError


def onnx_policy(path: str) -> Callable[[NDArray[np.float32]], NDArray[np.float64]]:
    """Return the policy of a model whose first input is observations and whose first output actions.

    The input is float32 (boards, size); a model with a fixed first dimension of 1 is asked board by board. Actions
    beyond -1 to 1 are clipped, as learners' Gaussian policies give them. It runs on one thread, so that results do not
    depend on the machine's load. Raises `SetupError` without onnxruntime, `RefusedRequest` for a file that is no model.
    """
    try:
        library: Any = import_module("onnxruntime")
    except ImportError:
        raise SetupError("ONNX agents need the package onnxruntime: pip install onnxruntime.") from None
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session = library.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as reason:
        raise RefusedRequest(f"{path!r:.80} cannot be loaded as an ONNX model ({reason!s:.120})") from None
    given = session.get_inputs()[0]
    by_one = bool(given.shape) and given.shape[0] == 1

    def act(rows: NDArray[np.float32]) -> NDArray[np.float64]:
        wanted = given.shape[1] if len(given.shape) == 2 else None
        if isinstance(wanted, int) and wanted != rows.shape[1]:
            raise RefusedRequest(
                f"{path!r:.80} takes {wanted} numbers and this task has {rows.shape[1]}; "
                "name one model for each task, as in models/{task}.onnx"
            )
        parts = np.split(rows, len(rows)) if by_one else [rows]
        found = np.concatenate([np.asarray(session.run(None, {given.name: part})[0]) for part in parts])
        if found.ndim != 2 or found.shape[1] not in SIZES.values():
            raise RefusedRequest(f"{path!r:.80} returns shape {found.shape}; expected (boards, 3) or (boards, 4)")
        return np.clip(found.astype(np.float64), -1.0, 1.0)

    return act
