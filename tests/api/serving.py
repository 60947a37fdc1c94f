"""Test servers for the HTTP API: in process, or listening on a local port."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.testclient import TestClient

from carrom.server.common import RateLimit, ServerLimits
from carrom.server.ops.app import KernelWarmup, application
from carrom.storage.store import Store

HERE = "http://127.0.0.1:8137"


class Cold(KernelWarmup):
    """A kernel warm-up that never compiles anything."""

    def begin(self, answer: Any) -> None:
        """Do nothing."""


def serving(folder: Path, limits: ServerLimits = ServerLimits()) -> TestClient:  # noqa: B008 (a frozen value)
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    app = application(Store(":memory:"), static=folder, limits=limits, warmth=Cold(), events=folder)
    return TestClient(app, base_url=HERE)


GENEROUS = ServerLimits(
    api=RateLimit(1e6, 1e6),
    requests=RateLimit(1e6, 1e6),
    new_games=RateLimit(1e6, 1e6),
    computing_time=RateLimit(1e6, 1e6),
    streams=3,
)


@contextmanager
def listening(folder: Path, limits: ServerLimits = GENEROUS) -> Iterator[httpx.Client]:
    """Run a server on a local port and yield an HTTP client for it."""
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    app = application(Store(folder / "games.db"), static=folder, limits=limits, warmth=Cold(), events=folder)
    with listening_to(app) as client:
        yield client


@contextmanager
def listening_to(app: Any) -> Iterator[httpx.Client]:
    """Run an ASGI application on a local port and yield an HTTP client for it."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=20) as client:
            while not server.started:
                time.sleep(0.01)
            yield client
        server.should_exit = True
        thread.join()
