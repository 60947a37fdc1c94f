"""Jobs on a Ray cluster (optional: `pip install ray`). No other module depends on Ray.

Ray waits for minutes for a missing cluster, and ends the whole program when a cluster disappears. The address is
therefore checked before connecting, and again whenever a job takes long.
"""

import socket
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeVar

from carrom.errors import SetupError

Given = TypeVar("Given")
Made = TypeVar("Made")
RETRIES = 5
"""Restarts of a job whose worker has died."""
AHEAD = 256
"""Jobs queued in the cluster at a time."""
BEAT = 5.0
"""Seconds without a finished job after which the cluster's address is checked."""
REACH = 3.0
"""Time limit of that check, s."""


def on_cluster(work: Callable[[Given], Made], jobs: Sequence[Given], address: str | None) -> Iterator[Made]:
    """Yield the result of every job, in order; without an address a local cluster is started.

    Raises `SetupError` if Ray is not installed, or if no cluster answers or it disappears.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise SetupError(
            'The engine "ray" needs the package ray (pip install ray); "processes" needs nothing.'
        ) from None
    where = f"at {address!r}" if address else "on this machine"
    if address is not None and not answers(address):
        raise SetupError(
            f"No Ray cluster answers {where} (connection refused); start one, or use the engine processes."
        )
    try:
        ray.init(address=address or "local", ignore_reinit_error=True, log_to_driver=False)
        heart = str(ray.get_runtime_context().gcs_address)
    except Exception as reason:
        ray.shutdown()
        raise SetupError(f"No Ray cluster answers {where} ({_first(reason)}); use the engine processes.") from None
    ended = (ray.exceptions.RaySystemError, ray.exceptions.WorkerCrashedError, ConnectionError)
    task = ray.remote(work).options(max_retries=RETRIES)
    try:
        waiting: list[Any] = []
        for job in jobs:
            waiting.append(task.remote(job))
            if len(waiting) >= AHEAD:
                yield _got(ray, waiting.pop(0), heart)
        while waiting:
            yield _got(ray, waiting.pop(0), heart)
    except ended as reason:
        raise SetupError(
            f"The Ray cluster {where} has disappeared ({_first(reason)}); run again: finished results are stored."
        ) from None
    finally:
        ray.shutdown()


def _got(ray: Any, result: Any, heart: str) -> Any:
    """Return a result when it is ready. Raises ConnectionError if the cluster no longer answers at `heart`."""
    while not ray.wait([result], timeout=BEAT)[0]:
        if not answers(heart):
            raise ConnectionError(f"no answer from {heart}")
    return ray.get(result)


def answers(address: str) -> bool:
    """Whether a host and port accept connections, with or without `ray://`; True for other forms of address."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return True
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH).close()
    except (OSError, OverflowError):
        return False
    return True


def _first(reason: Exception) -> str:
    """Return the first line of an error message, truncated."""
    return f"{reason}".strip().partition("\n")[0][:120]
