"""Messages that are nearly right, by the hundred thousand, to a server that runs: it lives, its memory is flat.

    carrom bench mutated                       the same as: python -m bench.mutated

starts `carrom serve` with an empty data folder and no limits on how often it may be asked. Ten strokes of an honest
game are played. Then come the mutants, from a seed: nine of ten over websockets that follow a game and hold its key, so
that what is still right is done; one of ten over HTTP, to the operations of the API. Every batch ends with an honest
ping that has to be answered. Printed are the server's memory as it goes on and what became of the messages; exit code 1
if an answer of HTTP was a fault of the server (5xx), if the server's memory grew by more than a tenth after the first
fifth, if the honest game is not byte for byte as it was, or cannot go on, or if a stroke that a mutant played is not
as it is simulated again.
"""

import argparse
import importlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

from bench.lines import ROOT, Game, Server, secret, two_friends
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.game.text import read_record
from carrom.game.verify import divergences
from carrom.protocol import decode_server, encode

BATCH, HTTP_BATCH = 64, 40
"""Mutants between two honest pings, and requests in a row; one in ten goes over HTTP."""
SHARE, GROWTH = 0.1, 0.1
LIMITLESS = "1000000,1000000"
ASKED = ("messages", "refusals", "new-games", "requests", "work", "api", "analysis")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--messages", type=int, default=100_000, help="mutants in all (100,000)")
    parser.add_argument("--seed", type=int, default=1, help="which mutants (1)")


def run(args: argparse.Namespace) -> int:
    """Send all of them, and look at what is left."""
    sys.path.insert(0, str(ROOT / "tests"))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            Path(folder), "serve", "--tables", "32", "--workers", "0", *(f"--{each}={LIMITLESS}" for each in ASKED)
        )
        try:
            return _measured(server, args.messages, args.seed)
        finally:
            server.end()


def _measured(server: Server, count: int, seed: int) -> int:
    honest = Honest(server)
    mutants = Mutants(server, Random(seed))
    memory = [rss(server.process)]
    print(f"{'messages':>10} {'memory, MB':>11}", flush=True)
    print(f"{0:10,} {memory[0]:11.1f}", flush=True)
    began = time.perf_counter()
    for part in range(1, 11):
        while mutants.sent < count * part // 10:
            mutants.over_http() if mutants.by_http < SHARE * mutants.sent else mutants.over_a_line()
        memory.append(rss(server.process))
        print(f"{mutants.sent:10,} {memory[-1]:11.1f}", flush=True)
    took = time.perf_counter() - began
    told = ", ".join(f"{kind} {number:,}" for kind, number in mutants.became.most_common())
    print(f"{mutants.sent:,} messages in {took:.0f} s, {mutants.by_http:,} of them over HTTP: {told}")
    faults = [*mutants.faults[:10]]
    if memory[10] > memory[2] * (1 + GROWTH):
        faults.append(f"memory grew from {memory[2]:.1f} to {memory[10]:.1f} MB")
    faults += honest.faults() + mutants.false_strokes()
    for fault in faults:
        print(fault)
    print("the server lives, its memory is flat, the game is as it was" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


def rss(process: int) -> float:
    """Return the memory of a process in MB (Linux)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def record(server: Server, game: str, key: str) -> str:
    """Return the record of a game."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request("GET", f"/api/games/{game}.carrom", headers={"authorization": f"Bearer {key}"})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    assert answer.status == 200, text
    return text


def opened(server: Server) -> ClientConnection:
    """Open a websocket."""
    return connect(f"ws://127.0.0.1:{server.port}/ws", origin=f"http://127.0.0.1:{server.port}", max_size=None)  # type: ignore[arg-type]


class Honest:
    """A game that nobody else has a word for."""

    def __init__(self, server: Server) -> None:
        """Play ten strokes of it."""
        self._server = server
        with opened(server) as line:
            self._begins = two_friends()
            game = OneGame(line, self._begins)
            for _ in range(10):
                game.stroke()
            self._game = game.now.card.game if isinstance(game.now, protocol.Snapshot) else game.name
        self._before = record(server, self._game, self._begins.key)

    def faults(self) -> list[str]:
        """Return what is wrong with it now."""
        found = []
        if record(self._server, self._game, self._begins.key) != self._before:
            found.append("the honest game is not as it was")
        with opened(self._server) as line:
            resumed = protocol.Resume(game=self._game, key=self._begins.key)
            game = OneGame(line, resumed)
            try:
                game.stroke()
            except (AssertionError, WebSocketException) as fault:
                found.append(f"the honest game cannot go on: {fault}")
        return found


class OneGame(Game):
    """One game over a line, begun or come back to."""

    def __init__(self, line: ClientConnection, begins: protocol.NewGame | protocol.Resume) -> None:
        """Say the first word."""
        self._begins = begins
        super().__init__(line)

    def begin(self) -> None:
        """Begin it, or come back."""
        self.say(self._begins)
        self.name = self.hear(protocol.Joined).game
        self.now = self.hear(protocol.Snapshot)


class Mutants:
    """Messages with something wrong, and what became of them."""

    def __init__(self, server: Server, chance: Random) -> None:
        """Begin the game that they act in."""
        self._mutate = importlib.import_module("fuzz.mutate")
        doors = importlib.import_module("fuzz.doors")
        self._server, self._chance = server, chance
        self._messages: tuple[Any, ...] = doors.messages("client")
        self._cases = [json.loads(case) for case in doors.cases()]
        self._lines: tuple[Any, ...] = doors.LINES
        self.sent = self.by_http = 0
        self.became: Counter[str] = Counter()
        self.faults: list[str] = []
        self._games: list[tuple[str, str]] = []
        self._line: ClientConnection | None = None
        self._open = ExitStack()
        self._is_spent = False
        self._http: HTTPConnection | None = None
        self._version = 0
        self._begin()

    def _begin(self) -> None:
        """Begin a game for mutants to act in."""
        begins = two_friends()
        with opened(self._server) as line:
            game = OneGame(line, begins)
            self._games.append((game.name, begins.key))
            self._version = game.now.version

    def over_a_line(self) -> None:
        """Send a batch over the line, and an honest ping after it."""
        try:
            if self._line is None:
                self._open.close()
                self._line = self._open.enter_context(opened(self._server))
                game, key = self._games[-1]
                self._line.send(encode(protocol.Resume(game=game, key=key)))
            for _ in range(BATCH):
                self._line.send(self._message())
                self.sent += 1
            self._line.send(encode(protocol.Ping()))
            while not isinstance(answer := decode_server(self._line.recv(timeout=60)), protocol.Pong):
                self._heard(answer)
            if self._is_spent:
                self._line, self._is_spent = None, False
        except TimeoutError:
            self.faults.append("an honest ping was not answered within a minute")
            self._line = None
        except WebSocketException:
            self.became["line closed"] += 1
            self._line = None

    def _heard(self, answer: protocol.ServerMessage) -> None:
        if isinstance(answer, protocol.Refused):
            self.became[f"refused {answer.code}"] += 1
            if answer.code is protocol.Refusal.BROKEN:
                self.faults.append(f"broken: {answer.reason}")
        elif isinstance(answer, protocol.Accepted):
            self.became["accepted"] += 1
        if isinstance(answer, protocol.Played | protocol.Acted | protocol.Snapshot):
            self._version = answer.version
            if answer.state is not None and (answer.state.result is not None or answer.version > 1000):
                self._begin()
                self._is_spent = True

    def _message(self) -> bytes | str:
        given = self._real(self._chance.choice(self._messages))
        kind = self._chance.random()
        if kind < 0.1:
            return json.dumps(given)
        if kind < 0.25:
            made = bytes(self._mutate.raw(self._chance, json.dumps(given).encode()))
            return made if self._chance.random() < 0.5 else made.decode("utf-8", "replace")
        return json.dumps(self._mutate.tree(self._chance, given, self._messages)).encode("utf-8", "surrogatepass")

    def _real(self, message: Any) -> Any:
        """Return a golden message with the words of the game that is followed."""
        game, key = self._games[-1]
        real = {"game": game, "key": key, "version": self._version, "nonce": secret()}
        return {name: real.get(name, value) for name, value in message.items()}

    def over_http(self) -> None:
        """Send requests to the operations of the API."""
        for _ in range(HTTP_BATCH):
            self.sent += 1
            self.by_http += 1
            method, path, body = self._request()
            key = self._games[-1][1]
            headers = {"authorization": f"Bearer {key}"} if self._chance.random() < 0.8 else {}
            try:
                self._http = self._http or HTTPConnection("127.0.0.1", self._server.port, timeout=60)
                self._http.request(method, path, body, headers)
                answer = self._http.getresponse()
                content = answer.read()
            except (HTTPException, OSError, ValueError) as fault:
                self.became[f"HTTP {type(fault).__name__}"] += 1
                self._http = None
                continue
            self.became[f"HTTP {answer.status}"] += 1
            if answer.status >= 500:
                self.faults.append(f"{method} {path} {body!r:.300}: {answer.status} {content!r:.300}")

    def _request(self) -> tuple[str, str, bytes | None]:
        chance, mutate, (game, _) = self._chance, self._mutate, self._games[-1]
        kind = chance.randrange(6)
        if kind == 0:
            begins = {"terms": next(each for each in self._messages if each["type"] == "new-game")["terms"]}
            return "POST", "/api/games", self._mutant(begins)
        if kind == 1:
            return "POST", f"/api/games/{game}/commands", self._mutant(self._real(chance.choice(self._messages)))
        if kind == 2:
            return "POST", "/api/judge", self._mutant(chance.choice(self._cases))
        if kind == 3:
            return "POST", "/api/simulate", self._mutant(chance.choice(self._lines))
        if kind == 4:
            return "POST", "/api/games/import", bytes(mutate.raw(chance, b'[Carrom "2"]\n[Rules "icf"]\n'))
        query = mutate.text(chance, "p=c1_Q.0.0&seat=east&labels=true&size=200")
        path = chance.choice(
            ("/api/position.svg", "/api/games", f"/api/games/{game}", "/api/puzzles/1", "/api/rules/icf")
        )
        return "GET", _sendable(f"{path}?{query}"), None

    def _mutant(self, given: Any) -> bytes:
        if self._chance.random() < 0.2:
            return bytes(self._mutate.raw(self._chance, json.dumps(given).encode()))
        made = self._mutate.tree(self._chance, given, self._messages)
        return json.dumps(made).encode("utf-8", "surrogatepass")

    def false_strokes(self) -> list[str]:
        """Return what of the games that mutants have acted in is not as the laws and the simulator have it."""
        found = []
        for game, key in self._games:
            for divergence in divergences(read_record(record(self._server, game, key))):
                found.append(f"{game}: {divergence}")
        return found


def _sendable(path: str) -> str:
    """Return an address that can be put on the wire: what is no character of one is escaped."""
    return "".join(
        letter if letter.isascii() and letter.isprintable() and letter != " " else f"%{ord(letter) % 256:02X}"
        for letter in path
    )


def main() -> int:
    """Run it by itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
