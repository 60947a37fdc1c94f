"""Test a running server against its OpenAPI description, with schemathesis.

    carrom bench openapi                     the same as: python -m bench.openapi
    carrom bench openapi --as program        only one kind of client

Starts `carrom serve` with an empty data folder, accounts, and no rate limits. Schemathesis reads `/api/openapi.json`
and generates valid and invalid requests, as each kind of client: a guest, a player with the key of a game, an account
signed in by cookie, a moderator signed in by cookie, and a program with a token for every scope. Every client but the
guest uses the id of an existing game where one is needed. The server must never answer with an internal error (5xx);
the status, content type and schema of each answer must be described; requests that the description forbids, and
methods that do not exist, must be refused.

Excluded checks: `positive_data_acceptance`, because a schema cannot express everything (87.0 is an integer in JSON
Schema but not in msgspec; a position of overlapping discs matches its schema); streams, because they do not end;
`ignored_auth` for clients with a cookie, because a cookie is valid whatever `Authorization` contains. Analyses are
limited to 0.2 s (`bench/openapi_hooks.py`), and some are refused because the analysis budget is used up.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from bench.lines import ROOT, Game, Server, two_friends
from bench.malformed_messages import ASKED, LIMITLESS, opened

from carrom.server.people.sessions import EVERYTHING

LEFT_OUT = "positive_data_acceptance"
LEFT_OUT_WITH_A_COOKIE = f"{LEFT_OUT},ignored_auth"
REFUSED = """[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
"""
"""Statuses with which an invalid request may be refused: schemathesis' own, and some more."""
THINKING = "20,0.1"
"""Budget of analysis in seconds; after a few requests all others are refused."""


PASSES = ("guest", "key", "person", "moderator", "program")
PASSWORD = "a password that is long enough"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--examples", type=int, default=200, help="generated requests per operation and kind of client (default: 200)"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed of the requests (default: 1)")
    parser.add_argument(
        "--as", dest="passes", nargs="+", choices=PASSES, default=PASSES, help="kinds of client (default: all)"
    )
    parser.add_argument("--workers", type=int, default=2, help="threads that send requests (default: 2)")
    parser.add_argument(
        "--only", default="", metavar="REGEX", help="only operations whose path matches this expression"
    )


def run(args: argparse.Namespace) -> int:
    """Test as each kind of client; return 1 if anything differs from the description."""
    codes = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "schemathesis.toml").write_text(REFUSED)
        unlimited = (f"--{each}={LIMITLESS}" for each in ASKED if each != "analysis")
        few = ("--games", "64", "--workers", "0", "--analysis-time", THINKING, "--accounts", "on")
        server = Server(Path(folder), "serve", *few, *unlimited)
        try:
            finite = ["--exclude-path-regex", _endless(server)]
            finite += ["--include-path-regex", args.only] if args.only else []
            for name in args.passes:
                began = time.monotonic()
                game, headers = _comes(server, name, folder)
                more = [word for header in headers for word in ("--header", header)]
                print(f"as {name}:", flush=True)
                codes.append(_asked(server, args, folder, game, [*finite, *more]))
                print(f"as {name}: {time.monotonic() - began:.0f} s, exit code {codes[-1]}", flush=True)
        finally:
            server.end()
    return max(codes)


def _comes(server: Server, name: str, folder: str) -> tuple[str, tuple[str, ...]]:
    """Return the id of the game that a client uses, and the headers that it sends."""
    if name == "guest":
        return "", ()
    begins = two_friends()
    if name == "key":
        with opened(server) as line:
            return _Played(line, begins).name, (f"Authorization: Bearer {begins.key}",)
    cookie = _signed_up(server, {"person": "Asha", "moderator": "Chitra", "program": "Robo"}[name])
    if name == "program":
        _me(server, "bot", {}, cookie)
    with opened(server, {"cookie": cookie}) as line:
        game = _Played(line, begins).name
    if name == "moderator":
        words = ("admin", "promote", "Chitra", "--reason", "keeps order", "--data", folder)
        subprocess.run([sys.executable, "-m", "carrom", *words], check=True, stdout=subprocess.DEVNULL)
    if name != "program":
        return game, (f"Cookie: {cookie}", f"Origin: {server.address.rstrip('/')}")
    answer = _me(server, "tokens", {"label": "bench", "scopes": sorted(EVERYTHING), "days": 1}, cookie)
    return game, (f"Authorization: Bearer {json.loads(answer.read())['token']}",)


def _signed_up(server: Server, name: str) -> str:
    """Create an account, and return its session cookie."""
    answer = _me(server, "sign-up", {"name": name, "password": PASSWORD})
    return str(answer.headers["set-cookie"].partition(";")[0])


def _me(server: Server, path: str, body: Any, cookie: str = "") -> Any:
    """Send a request to `/me/`, as a page does."""
    headers = {"content-type": "application/json", "origin": server.address.rstrip("/"), "cookie": cookie}
    asked = urllib.request.Request(f"{server.address}me/{path}", json.dumps(body).encode(), headers)
    return urllib.request.urlopen(asked, timeout=60)


class _Played(Game):
    """A game with three strokes."""

    def __init__(self, line: object, begins: object) -> None:
        """Play three strokes."""
        self._begins = begins
        super().__init__(line)  # type: ignore[arg-type]
        for _ in range(3):
            self.stroke()

    def begin(self) -> None:
        """Create the game."""
        from carrom import protocol

        self.say(self._begins)  # type: ignore[arg-type]
        self.name = self.hear(protocol.Joined).game
        self.now = self.hear(protocol.Snapshot)


def _endless(server: Server) -> str:
    """Return a regular expression for streaming operations, and for the one that revokes the client's token."""
    with urllib.request.urlopen(f"{server.address}api/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    endless = [path for path, measured in paths.items() if any(each["x-endless"] for each in measured.values())]
    endless.append("/api/tokens/end")
    return "^(" + "|".join(re.escape(path) for path in endless) + ")$"


def _asked(server: Server, args: argparse.Namespace, folder: str, game: str, more: list[str]) -> int:
    """Run schemathesis, and return its exit code."""
    left_out = LEFT_OUT_WITH_A_COOKIE if any(word.startswith("Cookie") for word in more) else LEFT_OUT
    words = [
        *("run", f"{server.address}api/openapi.json", "--phases", "examples,coverage,fuzzing"),
        *("--exclude-checks", left_out, "--max-examples", str(args.examples), "--seed", str(args.seed)),
        *("--request-timeout", "30", "--no-shrink", "--continue-on-failure", "--warnings", "off", *more),
        *("--workers", str(args.workers)),
    ]
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "bench.openapi_hooks",
        "PYTHONPATH": str(ROOT),
        "CARROM_DESCRIBED_GAME": game,
    }
    command = [sys.executable, "-m", "schemathesis.cli", *words]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


def main() -> int:
    """Run this bench on its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
