"""What the description of the API promises, asked of a server that runs by schemathesis.

    carrom bench described                     the same as: python -m bench.described

starts `carrom serve` with an empty data folder and no limits on how often it may be asked, and lets schemathesis read
`/api/openapi.json` and ask what follows from it, right and wrong: first as a guest, then with the key of a game and its
name where a name is asked for. Whatever comes, the server must answer without a fault of its own (5xx), with a status,
a kind and a form that are described; what the description forbids must be refused, methods that are not there too.

Left out with a reason: `positive_data_acceptance`, for a schema cannot say everything (87.0 is an integer to JSON
Schema and none to msgspec; a position of overlapping discs fits its form); streams, which do not end. How long an
analysis thinks is cut to a moment (`bench/described_hooks.py`), and after some of them enough was thought.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from bench.lines import ROOT, Game, Server, two_friends
from bench.mutated import ASKED, LIMITLESS, opened

LEFT_OUT = "positive_data_acceptance"
THINKING = "20,0.1"
"""Seconds of analysis: after a few questions the rest is told that it was enough."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--examples", type=int, default=200, help="generated calls of each operation and pass (200)")
    parser.add_argument("--seed", type=int, default=1, help="which calls (1)")


def run(args: argparse.Namespace) -> int:
    """Ask as a guest, then as a player; return 1 if anything was not as it is described."""
    with tempfile.TemporaryDirectory() as folder:
        unlimited = (f"--{each}={LIMITLESS}" for each in ASKED if each != "analysis")
        few = ("--tables", "64", "--workers", "0", "--analysis", THINKING)
        server = Server(Path(folder), "serve", *few, *unlimited)
        try:
            begins = two_friends()
            with opened(server) as line:
                game = _Played(line, begins).name
            finite = ["--exclude-path-regex", _endless(server)]
            player = [*finite, "--header", f"Authorization: Bearer {begins.key}"]
            codes = [_asked(server, args, folder, "", finite), _asked(server, args, folder, game, player)]
        finally:
            server.end()
    return max(codes)


class _Played(Game):
    """A game with three strokes in it."""

    def __init__(self, line: object, begins: object) -> None:
        """Play them."""
        self._begins = begins
        super().__init__(line)  # type: ignore[arg-type]
        for _ in range(3):
            self.stroke()

    def begin(self) -> None:
        """Begin it."""
        from carrom import protocol

        self.say(self._begins)  # type: ignore[arg-type]
        self.name = self.hear(protocol.Joined).game
        self.now = self.hear(protocol.Snapshot)


def _endless(server: Server) -> str:
    """Return the addresses whose answers do not end, as a regular expression."""
    with urllib.request.urlopen(f"{server.address}api/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    endless = [path for path, told in paths.items() if any(each["x-endless"] for each in told.values())]
    return "^(" + "|".join(re.escape(path) for path in endless) + ")$"


def _asked(server: Server, args: argparse.Namespace, folder: str, game: str, more: list[str]) -> int:
    """Let schemathesis ask, and return its exit code."""
    words = [
        *("run", f"{server.address}api/openapi.json", "--phases", "examples,coverage,fuzzing"),
        *("--exclude-checks", LEFT_OUT, "--max-examples", str(args.examples), "--seed", str(args.seed)),
        *("--request-timeout", "30", "--no-shrink", "--continue-on-failure", "--warnings", "off", *more),
    ]
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "bench.described_hooks",
        "PYTHONPATH": str(ROOT),
        "CARROM_DESCRIBED_GAME": game,
    }
    command = [sys.executable, "-m", "schemathesis.cli", *words]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


def main() -> int:
    """Run it by itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
