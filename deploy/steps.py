"""What the rehearsals of this folder have in common: steps that are said, commands that end well, lines to a server."""

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
    """Say what is done, and how long it took."""
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def run(*words: object, **more: Any) -> str:
    """Run a command to its end, which has to be a good one; return its output."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{words}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return str(done.stdout)


def installed(sources: Path, lock: Path, folder: Path) -> Path:
    """Make an environment in a folder from a lock and from the wheel of some sources; return its program."""
    from dev import find_uv

    uv, python = find_uv(), folder / "venv" / "bin" / "python"
    run(uv, "build", "-q", "--wheel", "--out-dir", folder / "dist", sources, cwd=sources)
    run(sys.executable, "-m", "venv", folder / "venv")
    run(uv, "pip", "install", "-q", "--python", python, "--require-hashes", "-r", lock)
    run(uv, "pip", "install", "-q", "--python", python, "--no-deps", *(folder / "dist").glob("*.whl"))
    return python.with_name("carrom")


@contextmanager
def line_to(address: str) -> Iterator[ClientConnection]:
    """Open a websocket to a server and hear its greeting."""
    from server.serving import heard

    with connect(address.replace("http", "ws") + "ws", origin=address[:-1]) as line:
        heard(line)
        yield line


def free_port() -> int:
    """Return a port of this machine that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
