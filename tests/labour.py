"""Work for the workers in tests: spawned processes import it by its name."""

import os
import signal
from pathlib import Path


def squared(number: int) -> int:
    """Return the square; refuse thirteen."""
    if number == 13:
        raise ValueError("thirteen")
    return number * number


def dying(job: tuple[int, str]) -> int:
    """Return the square, but kill this process when the job is met for the first time."""
    number, folder = job
    _die_once(Path(folder) / f"met-{number}")
    return number * number


def always_dying(job: int) -> int:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return job


def played_and_dying(given):
    """Play a game, but only when it is met for the second time."""
    from carrom.lab.games import played

    job, folder = given
    _die_once(Path(folder) / f"game-{job.seed}")
    return played(job)


def _die_once(mark: Path) -> None:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
