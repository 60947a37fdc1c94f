"""A real NATS server for the tests: the installed binary, on a free local port."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import time
from functools import cache

from ..programs import missing


class NatsServer:
    """A NATS server of this test run; it restarts on the same port."""

    def __init__(self, program: str) -> None:
        self._program = program
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [self._program, "-a", "127.0.0.1", "-p", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("NATS did not start")

    def start_if_stopped(self) -> None:
        if self._process is None:
            self.start()

    def stop(self) -> None:
        """Kill the process, as in a crash."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


def program() -> str | None:
    """Return the path of `nats-server`, or None if it is not installed."""
    return shutil.which("nats-server") or next(
        (path for path in ("/usr/sbin/nats-server", "/usr/local/bin/nats-server") if os.access(path, os.X_OK)), None
    )


@cache
def nats_server() -> NatsServer:
    """Return the server of this test run; without NATS skip the test, but fail in CI."""
    found = program()
    if found is None:
        missing("NATS server")
    made = NatsServer(found)
    atexit.register(made.stop)
    return made
