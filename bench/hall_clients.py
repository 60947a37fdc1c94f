"""Clients of `carrom bench hall`: a proxy that cuts the network, umpires' phones, and an organiser."""

import contextlib
import hashlib
import http.client
import json
import secrets
import select
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from bench.hall_process import HallProcess

PATIENCE = 5.0
"""Timeout of a request in seconds."""
LONGEST = 1800.0
"""Seconds after which a championship is given up."""


class Network:
    """A loopback proxy whose connections can be cut."""

    def __init__(self, to: int) -> None:
        """Forward to this port."""
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listener.getsockname()[1])
        self._lines: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._down = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._down:
                near.close()
                continue
            threading.Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with contextlib.suppress(OSError), near, socket.create_connection(("127.0.0.1", self._to), 2) as far:
            with self._lock:
                self._lines |= {near, far}
            try:
                while True:
                    ready, _, _ = select.select([near, far], [], [], 60)
                    for one in ready:
                        data = one.recv(65536)
                        if not data:
                            return
                        (far if one is near else near).sendall(data)
            except (OSError, ValueError):
                return
            finally:
                with self._lock:
                    self._lines -= {near, far}

    def cut(self, seconds: float) -> None:
        """Break every connection, and accept none for this many seconds."""
        self._down = True
        with self._lock:
            for line in self._lines:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
        time.sleep(seconds)
        self._down = False

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()


class Caller:
    """An HTTP client with the token of a link, which repeats each request until it is answered."""

    def __init__(self, port: int, word: str) -> None:
        """Send requests to this port with this token."""
        self._port, self._word = port, word
        self.again = 0
        self.done = threading.Event()

    def ask(self, method: str, address: str, message: object = None) -> tuple[int, Any]:
        """Send a request, repeating it until there is an answer; return its status and JSON."""
        body = None if message is None else json.dumps(message)
        while not self.done.is_set():
            try:
                line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
                with contextlib.closing(line):
                    line.request(method, address, body, {"authorization": f"Bearer {self._word}"})
                    answer = line.getresponse()
                    text = answer.read()
                    if answer.status not in (429, 503):
                        return answer.status, json.loads(text)
            except (OSError, http.client.HTTPException, ValueError):
                pass
            self.again += 1
            time.sleep(0.05)
        raise TimeoutError


class Client(Caller, ABC):
    """A client that works at the championship in its own thread."""

    def __init__(self, port: int, word: str) -> None:
        super().__init__(port, word)
        self.said: list[tuple[str, str]] = []
        """The acknowledged lines: the file and the nonce of each."""
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Work until the championship is over."""
        try:
            self.work()
        except TimeoutError:
            return
        except BaseException as reason:
            self.failed = reason
            raise

    @abstractmethod
    def work(self) -> None:
        """Do everything that there is to do; implemented by each kind of client."""


class Organiser(Client):
    """Draws the next round when possible, and calls the next fixture to every free board, without rest times."""

    def work(self) -> None:
        """Run the championship to its end."""
        while not self.done.is_set():
            _, answer = self.ask("GET", "/api/hall")
            stage = answer["stages"][0]
            if stage["may_draw"]:
                self._say("draw")
            elif answer["free"] and any(each["why"] != "playing" for each in answer["queue"]):
                waiting = next(each for each in answer["queue"] if each["why"] != "playing")
                board = answer["free"][0]
                self._say(f"place {waiting['address']} board={board} umpire=u{board} called=yes")
            elif stage["left"] == 0 and all(each["state"] == "over" for each in answer["fixtures"]):
                self.done.set()
            else:
                time.sleep(0.1)

    def _say(self, line: str) -> None:
        nonce = secrets.token_urlsafe(12)
        status, _ = self.ask("POST", "/api/hall", {"type": "propose", "nonce": nonce, "line": line})
        if status == 200:
            self.said.append(("event", nonce))


class Umpire(Client):
    """A phone that fills in the score sheets of its umpire's fixtures."""

    def __init__(self, port: int, word: str, seed: int) -> None:
        """Prepare the phone; the results depend on the seed and on the names of the players."""
        super().__init__(port, word)
        self._seed = seed
        self._device = secrets.token_urlsafe(16)

    def work(self) -> None:
        """Fill in one sheet after the other."""
        while not self.done.is_set():
            _, answer = self.ask("GET", "/api/hall")
            mine = [
                each for each in answer.get("fixtures", ()) if each["keeps"] and each["state"] in ("called", "playing")
            ]
            for fixture in mine:
                self._keep(fixture)
            if not mine:
                time.sleep(0.15)

    def _keep(self, fixture: dict[str, Any]) -> None:
        sheet = fixture["sheet"]
        _, answer = self.ask("GET", f"/sheets/{sheet}?device={self._device}")
        boards = boards_of(self._seed, fixture["address"], [side["name"] for side in fixture["sides"]])
        while answer.get("type") == "sheet" and not answer["signed"]:
            line = next_line(answer, boards)
            answer = self._type(sheet, line, answer)

    def _type(self, sheet: str, line: str, reply: dict[str, Any]) -> dict[str, Any]:
        nonce = secrets.token_urlsafe(16)
        message = {"type": "type-line", "nonce": nonce, "device": self._device, "line": line}
        while True:
            status, answer = self.ask("POST", f"/sheets/{sheet}/lines", {**message, "version": reply["version"]})
            if status == 200:
                self.said.append((sheet, nonce))
                return dict(answer["told"])
            _, reply = self.ask("GET", f"/sheets/{sheet}?device={self._device}")
            if answer.get("code") != "stale":
                raise AssertionError(f"{sheet}: {line}: {answer}")


def boards_of(seed: int, address: str, names: Sequence[str]) -> list[str]:
    """Return more than enough `board` lines for a fixture; the same in every run."""
    text = f"{seed}:{address}:{':'.join(names)}".encode()
    rng = Random(hashlib.sha256(text).digest())
    better = rng.choice("AB")
    sides = [better if rng.random() < 0.68 else "AB"[better == "A"] for _ in range(30)]
    return [f"board {side} {rng.randint(1, 9)} queen {rng.choice('AB')}" for side in sides]


def next_line(answer: dict[str, Any], boards: Sequence[str]) -> str:
    """Return the line that an umpire who enters whole boards types next."""
    match answer["awaits"]["phase"]:
        case "toss":
            return "toss A"
        case "choose":
            return "choose break"
        case "seats":
            return "seats keep"
        case "over":
            return "sign umpire"
        case _:
            return boards[len(answer["boards"])]


def held(
    hall: HallProcess, network: Network, organiser: Organiser, phones: Sequence[Any], kills: int, rng: Random
) -> tuple[int, int]:
    """Run all clients until the championship is over, killing the server and cutting the network.

    Returns the number of kills and of cuts.
    """
    everybody = [organiser, *phones]
    threads = [threading.Thread(target=each.run, daemon=True) for each in everybody]
    for thread in threads:
        thread.start()
    began, killed, cuts = time.monotonic(), 0, 0
    while not organiser.done.is_set():
        if time.monotonic() - began > LONGEST or any(each.failed for each in everybody):
            break
        if killed < kills:
            organiser.done.wait(rng.uniform(0.05, 0.6))
            hall.kill()
            killed += 1
            time.sleep(rng.uniform(0, 0.3))
            hall.start()
            if rng.random() < 0.4:
                organiser.done.wait(rng.uniform(0.05, 0.5))
                network.cut(rng.uniform(0.05, 0.6))
                cuts += 1
        else:
            organiser.done.wait(0.2)
    over = organiser.done.is_set()
    for each in everybody:
        each.done.set()
    for thread in threads:
        thread.join(timeout=20)
    failed = next((each.failed for each in everybody if each.failed), None)
    if not over:
        raise SystemExit(f"the championship did not end: {failed!r}")
    return killed, cuts
