"""Functions for worker processes to run in tests: spawned processes import this module by name."""

import os
import signal
from pathlib import Path


def squared(number: int) -> int:
    """Return the square; raise ValueError for thirteen."""
    if number == 13:
        raise ValueError("thirteen")
    return number * number


def dying(job: tuple[int, str]) -> int:
    """Return the square; on a job's first attempt, kill this process instead."""
    number, folder = job
    _die_once(Path(folder) / f"met-{number}")
    return number * number


def always_dying(job: int) -> int:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return job


def played_and_dying(given):
    """Play a game; on the first attempt, kill this process instead."""
    from carrom.lab.games import played

    job, folder = given
    _die_once(Path(folder) / f"game-{job.seed}")
    return played(job)


def with_a_silent_engine(command):
    """Start an engine that never answers, and wait for it; without a command, return at once."""
    from carrom.engine.external_process import EngineProcess

    if command:
        EngineProcess(command, beginning=60.0)


def _die_once(mark: Path) -> None:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
