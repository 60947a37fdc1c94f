"""The same games from the same seeds: in this process, in processes that are killed, on a Ray cluster that dies."""

import hashlib
import importlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import SetupError
from carrom.lab.games import GameJob, PlayedGame, played
from carrom.lab.workers import done

KILLED = (1, 4)
"""Games whose first worker kills itself."""


def jobs_of(games: int) -> list[GameJob]:
    """Return games of several rule sets and players."""
    plans = [("icf", ("aim", "random")), ("club", ("geometric/club", "aim")), ("points", ("aim", "random/club"))]
    return [GameJob(players=plans[k % 3][1], ruleset=plans[k % 3][0], seed=40 + k) for k in range(games)]


def dying(given: tuple[GameJob, str]) -> PlayedGame:
    """Play a game; the first worker of a game in `KILLED` kills itself instead."""
    job, folder = given
    mark = Path(folder) / str(job.seed)
    if job.seed - 40 in KILLED and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return played(job)


def digest(games: Iterable[PlayedGame]) -> str:
    """Return a digest of games with all their strokes."""
    return hashlib.sha256(msgspec.json.encode(list(games))).hexdigest()[:16]


def same(games: int) -> int:
    """Play the same games with every executor; return 1 if any result differs."""
    jobs = jobs_of(games)
    alone = digest(done(played, jobs, engine="here"))
    print(f"{games} games in this process: {alone}", flush=True)
    different = 0
    for workers in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder:
            found = digest(done(dying, [(job, folder) for job in jobs], workers))
            killed = len(list(Path(folder).iterdir()))
        different += _told(f"{workers} processes, {killed} of them killed", found, alone)
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        print("Ray is not installed, so its part is skipped (uv pip install --group learning)")
        return int(different > 0)
    return int(different + on_ray(ray, jobs, alone) > 0)


def on_ray(ray: Any, jobs: list[GameJob], alone: str) -> int:
    """Play on a real Ray cluster whose workers die, and then on one that dies itself; return the number of failures."""
    different = 0
    os.environ["RAY_AUTH_MODE"] = "disabled"
    with tempfile.TemporaryDirectory() as folder:
        found = digest(done(dying, [(job, folder) for job in jobs], engine="ray"))
        killed = len(list(Path(folder).iterdir()))
    different += _told(f"Ray {ray.__version__} on this machine, {killed} workers killed", found, alone)
    with _cluster() as (address, head):
        different += _told(f"a cluster at {address}", digest(done(played, jobs, engine="ray", address=address)), alone)
        results = done(played, jobs * 20, engine="ray", address=address)
        next(results)
        os.killpg(head.pid, signal.SIGKILL)
        different += _refused("the cluster is killed during the jobs", lambda: list(results))
    return different + _refused("no cluster", lambda: list(done(played, jobs, engine="ray", address=address)))


@contextmanager
def _cluster() -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Start a Ray cluster on loopback that ends with the block."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block", f"--port={port}"]
    command += ["--num-cpus=2", "--include-dashboard=false", "--node-ip-address=127.0.0.1"]
    head = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )  # fmt: skip
    try:
        assert head.stdout is not None
        for line in head.stdout:
            if "runtime started" in line:
                break
        yield f"127.0.0.1:{port}", head
    finally:
        with suppress(ProcessLookupError):
            os.killpg(head.pid, signal.SIGKILL)
        head.wait()


def _told(what: str, found: str, alone: str) -> int:
    print(f"{what}: {found}, {'identical' if found == alone else 'DIFFERENT'}", flush=True)
    return int(found != alone)


def _refused(what: str, work: Any) -> int:
    try:
        work()
    except SetupError as refusal:
        print(f"{what}: {refusal}", flush=True)
        return 0
    print(f"{what}: NO REFUSAL", flush=True)
    return 1
