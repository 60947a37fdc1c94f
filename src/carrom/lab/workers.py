"""Jobs over many workers: processes, or a Ray cluster. Results follow the order of the jobs."""

import os
import pickle
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from carrom.engine.external_process import end_all
from carrom.errors import RefusedRequest, SetupError
from carrom.numeric import whole

__all__ = ["Engine", "done"]


# -- local workers -----------------------------------------------------------------------------------------------------
# A job is a value and its result follows from it alone. If a worker dies (killed, out of memory), another one repeats
# its jobs. Workers end at once when their results are not wanted any more or this process has ended, however it ended.
# Ray is an optional back end.


if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Given = TypeVar("Given")
Made = TypeVar("Made")
Engine = Literal["here", "processes", "ray"]
PATIENCE = 3
"""Worker deaths in a row, without a finished job in between, before giving up."""
AHEAD = 4
"""Queued jobs per worker."""


def done(
    work: Callable[[Given], Made],
    jobs: Sequence[Given],
    workers: int = 1,
    engine: Engine = "processes",
    address: str | None = None,
) -> Iterator[Made]:
    """Yield the result of every job, in order.

    `work` is a module-level function; `address` is that of a Ray cluster. Raises `RefusedRequest` for an unknown
    engine, `SetupError` if workers keep dying or there is no cluster, and whatever `work` raises for the first failing
    job.
    """
    if engine not in get_args(Engine):
        raise RefusedRequest(f"the engine is {engine!r:.40}; expected one of {', '.join(get_args(Engine))}")
    if (count := whole(workers)) is None or count < 1:
        raise RefusedRequest(f"{workers!r:.40} is not a number of workers; expected a whole number from 1")
    if engine != "here" and jobs:
        _check_picklable(jobs[0])
    if engine == "ray":
        return on_cluster(work, jobs, address)
    if engine == "here":
        return map(work, jobs)
    return _in_processes(work, jobs, count)


def _check_picklable(job: object) -> None:
    """Raise `RefusedRequest` for a job that cannot be sent to another process."""
    try:
        pickle.dumps(job)
    except Exception as reason:
        raise RefusedRequest(
            f"a job cannot be sent to another process ({reason!s:.120}); expected functions and classes of a module, "
            'or the engine "here"'
        ) from None


def _in_processes(work: Callable[[Given], Made], jobs: Sequence[Given], workers: int) -> Iterator[Made]:
    found: dict[int, Made] = {}
    delivered, deaths = 0, 0
    while delivered < len(jobs):
        spawning = get_context("spawn")
        theirs, ours = spawning.Pipe(duplex=False)
        pool = ProcessPoolExecutor(workers, spawning, initializer=_begin_worker, initargs=(theirs,))
        try:
            for index, made in _from_pool(pool, work, jobs, delivered, found, workers):
                found[index], deaths = made, 0
                while delivered in found:
                    yield found.pop(delivered)
                    delivered += 1
        except BrokenProcessPool:
            deaths += 1
            if deaths >= PATIENCE:
                raise SetupError(
                    f"Workers died {deaths} times in a row and no job was done; is there memory enough for {workers}?"
                ) from None
        except BaseException:  # also when the caller wants no more results
            ours.close()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            ours.close()
            theirs.close()


def _begin_worker(parent: "Connection[object, object]") -> None:
    """End this worker, and the engines that it has started, when the other end of `parent` is closed."""

    def end(*_: object) -> None:
        end_all()
        os._exit(1)

    def wait() -> None:
        with suppress(EOFError, OSError):
            parent.recv_bytes()
        end()

    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl+C goes to the parent alone, which ends its workers
    signal.signal(signal.SIGTERM, end)
    threading.Thread(target=wait, name="parent", daemon=True).start()


def _from_pool(
    pool: ProcessPoolExecutor,
    work: Callable[[Given], Made],
    jobs: Sequence[Given],
    delivered: int,
    found: dict[int, Made],
    workers: int,
) -> Iterator[tuple[int, Made]]:
    """Yield results with their job numbers as they complete. Raises BrokenProcessPool when a worker has died."""
    left = iter([index for index in range(delivered, len(jobs)) if index not in found])
    running: dict[Future[Made], int] = {}
    while True:
        while len(running) < AHEAD * workers and (index := next(left, None)) is not None:
            running[pool.submit(work, jobs[index])] = index
        if not running:
            return
        for future in sorted(wait(running, return_when=FIRST_COMPLETED).done, key=running.__getitem__):
            yield running.pop(future), future.result()


# -- Ray (optional: `pip install ray`) ---------------------------------------------------------------------------------
# Ray waits for minutes for a missing cluster, and ends the whole program when a cluster disappears. The address is
# therefore checked before connecting, and again whenever a job takes long.


RETRIES = 5
"""Restarts of a job whose worker has died."""
RAY_AHEAD = 256
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
            if len(waiting) >= RAY_AHEAD:
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
