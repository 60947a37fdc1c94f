"""`carrom hall` in its own process, which can be killed and restarted on the same port."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from carrom.server.events.event_writer import HallLinks, holders, secret_of
from carrom.tournament.event_log import load

SOURCE = Path(__file__).resolve().parents[1] / "src"
COMMAND = (
    "import sys, pathlib, carrom.cli, carrom.server.http.static_files as page\n"
    "static = sys.argv.pop(1)\n"
    "page.STATIC = pathlib.Path(static) if static else page.STATIC\n"
    "import carrom.server.events.hall as hall, carrom.server.events.run_hall as run\n"
    "hall.STATIC = run.STATIC = page.STATIC\n"
    "hall.hall_application.__kwdefaults__['static'] = page.STATIC\n"
    "sys.exit(carrom.cli.main(sys.argv[1:]))\n"
)


class HallProcess:
    """A tournament server for one championship."""

    def __init__(self, path: Path, static: str = "") -> None:
        """Start the server; `static` is a folder with a page, for checkouts without a built page."""
        self.path, self._static = path, static
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Start the server and wait until it listens."""
        words = ["hall", str(self.path), "--no-browser", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, self._static, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if "is served at" not in said:
            raise SystemExit(f"the hall did not start: {said}{self.process.stdout.read()}")

    def kill(self) -> None:
        """Kill the server with SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def links(self) -> dict[str, str]:
        """Return the token of every link by its role."""
        found, links = load(self.path), HallLinks(secret_of(self.path.parent))
        return {str(who): links.word(found, who) for who, _ in holders(found)}

    def __enter__(self) -> "HallProcess":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()
