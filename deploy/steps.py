"""Common parts of the rehearsals in this folder: timed steps, checked commands, connections to a server."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print a step's description and duration in seconds once it has succeeded."""
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def run(*words: object, **more: Any) -> str:
    """Run a command and return its output; `AssertionError` with its output if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{words}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return str(done.stdout)


def installed(sources: Path, lock: Path, folder: Path) -> Path:
    """Create an environment in `folder` from a lock file and the wheel of `sources`; return its `carrom` program."""
    from dev import find_uv

    uv, python = find_uv(), folder / "venv" / "bin" / "python"
    run(uv, "build", "-q", "--wheel", "--out-dir", folder / "dist", sources, cwd=sources)
    run(sys.executable, "-m", "venv", folder / "venv")
    run(uv, "pip", "install", "-q", "--python", python, "--require-hashes", "-r", lock)
    run(uv, "pip", "install", "-q", "--python", python, "--no-deps", *(folder / "dist").glob("*.whl"))
    return python.with_name("carrom")


@contextmanager
def line_to(address: str) -> Iterator[ClientConnection]:
    """Open a websocket to a server and receive the greeting."""
    from server.serving import heard

    with connect(address.replace("http", "ws") + "ws", origin=address[:-1]) as line:
        heard(line)
        yield line


def free_port() -> int:
    """Return a free port on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
