"""Jobs on a Ray cluster, for those who have one: `pip install ray`. No other part of the package knows Ray.

Ray waits for minutes for a cluster that is not there, and ends the whole program when one goes away. So its address is
tried before it is asked, and again whenever a job takes long; whoever hears nothing lets go of Ray in time.
"""

import socket
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeVar

from carrom.errors import SetupError

Given = TypeVar("Given")
Made = TypeVar("Made")
RETRIES = 5
"""Times that a job is begun again after its worker has died."""
AHEAD = 256
"""Jobs that wait in the cluster at a time."""
BEAT = 5.0
"""Seconds without a job done after which the cluster is asked whether it is there."""
REACH = 3.0
"""Seconds that an address has to answer."""


def on_cluster(work: Callable[[Given], Made], jobs: Sequence[Given], address: str | None) -> Iterator[Made]:
    """Yield the result of every job, in order; without an address a cluster of this machine is started.

    Raises `SetupError` where Ray is not installed, where no cluster answers, and when it goes away.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise SetupError(
            'The engine "ray" needs the package ray (pip install ray); "processes" needs nothing.'
        ) from None
    where = f"at {address!r}" if address else "on this machine"
    if address is not None and not answers(address):
        raise SetupError(f"No Ray cluster answers {where} (nobody listens); start one, or use the engine processes.")
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
            f"The Ray cluster {where} has gone away ({_first(reason)}); what is complete stays: run the same again."
        ) from None
    finally:
        ray.shutdown()


def _got(ray: Any, result: Any, heart: str) -> Any:
    """Return a result when it is there. Raises ConnectionError when the cluster's heart does not answer any more."""
    while not ray.wait([result], timeout=BEAT)[0]:
        if not answers(heart):
            raise ConnectionError(f"nobody listens at {heart}")
    return ray.get(result)


def answers(address: str) -> bool:
    """Return whether somebody listens at a host and port, with `ray://` or without; other words are Ray's matter."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return True
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH).close()
    except (OSError, OverflowError):
        return False
    return True


def _first(reason: Exception) -> str:
    """Return the first line of what went wrong, cut."""
    return f"{reason}".strip().partition("\n")[0][:120]
