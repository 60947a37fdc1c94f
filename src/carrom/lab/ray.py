"""Jobs on a Ray cluster, for those who have one: `pip install ray`. No other part of the package knows Ray."""

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
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    except Exception as reason:
        raise SetupError(
            f"No Ray cluster answers {where} ({reason!s:.120}); start one, or use the engine processes."
        ) from None
    ended = (ray.exceptions.RaySystemError, ray.exceptions.WorkerCrashedError, ConnectionError)
    task = ray.remote(work).options(max_retries=RETRIES)
    try:
        waiting: list[Any] = []
        for job in jobs:
            waiting.append(task.remote(job))
            if len(waiting) >= AHEAD:
                yield ray.get(waiting.pop(0))
        while waiting:
            yield ray.get(waiting.pop(0))
    except ended as reason:
        raise SetupError(
            f"The Ray cluster {where} has gone away ({reason!s:.120}); what is complete stays: run the same again."
        ) from None
    finally:
        ray.shutdown()
