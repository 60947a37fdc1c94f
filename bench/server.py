"""How fast the server is: from the command to a served page, and from a stroke to its answer.

    python bench/server.py

starts `carrom play` on a free port with an empty data folder, three times over (the first may compile the kernel),
and plays strokes of a game between two friends through a websocket. Printed are, in milliseconds, the time to the
page (best of the starts) and the time from sending a stroke to having `Played`, first stroke apart from mid-game.
Wall-clock times: they include the loopback and whatever else this machine does. Exit code 1 if the best start takes
longer than 3 s or the median stroke of mid-game longer than 50 ms, the limits we hold.
"""

import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode

STARTS = 3
STROKES = 60
PAGE_LIMIT, STROKE_LIMIT = 3.0, 0.050
"""Seconds."""


def main() -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        starts = []
        for number in range(STARTS):
            began = time.perf_counter()
            process, address = start(Path(folder) / str(number))
            urllib.request.urlopen(address).read()
            starts.append(time.perf_counter() - began)
            if number == STARTS - 1:
                stroke = strokes(address)
            process.terminate()
            process.wait()
    print(f"command to served page:  best {min(starts) * 1000:6.0f} ms   first {starts[0] * 1000:6.0f} ms")
    return int(min(starts) > PAGE_LIMIT or stroke > STROKE_LIMIT)


def start(folder: Path, *serving: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return it with its address."""
    words = serving or ("play", "--no-browser")
    command = [sys.executable, "-m", "carrom", *words, "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, "the server did not print its address"
    return process, found[0]


def strokes(address: str) -> float:
    """Play strokes at random and print how long each answer took; return the median of mid-game in seconds."""
    with connect(address.replace("http", "ws") + "ws", max_size=None) as line:
        game = Game(line)
        print(f"first stroke ({game.kernel}):   {game.stroke() * 1000:8.1f} ms")
        while game.kernel is protocol.Kernel.WARMING:
            game.heard()
        times = sorted(game.stroke() for _ in range(STROKES))
        print(
            f"mid-game stroke ({game.kernel}): median {statistics.median(times) * 1000:6.1f} ms   "
            f"95 % below {times[int(0.95 * len(times))] * 1000:6.1f} ms   worst {times[-1] * 1000:6.1f} ms"
        )
        return statistics.median(times)


class Game:
    """Games between friends, one after the other, played at random."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.kernel = line, protocol.Kernel.WARMING
        self.hear(protocol.Welcome)
        self.begin()

    def begin(self) -> None:
        """Begin another game."""
        self.say(two_friends())
        self.now = self.hear(protocol.Snapshot)

    def stroke(self) -> float:
        """Play on until a stroke has been played; return the seconds it took to be answered."""
        while True:
            common = {"nonce": nonce(), "version": self.now.version}
            match self.now.state.expected:
                case (protocol.ExpectStrike(seat=seat, intervals=intervals),):
                    span = random.choice(intervals)
                    x = random.randint(span.lo, span.hi)
                    stroke = Stroke.aimed(x, random.uniform(-30, 30), random.uniform(1, 4), span.y)
                    began = time.perf_counter()
                    self.say(protocol.Strike(**common, seat=seat, stroke=stroke))
                    self.now = self.hear(protocol.Played)
                    return time.perf_counter() - began
                case (protocol.ExpectPlace(seat=seat, disc=disc, spots=spots),):
                    self.say(protocol.Place(**common, seat=seat, disc=disc, at=random.choice(spots)))
                case (protocol.ExpectDemand(seat=seat),):
                    self.say(protocol.Demand(**common, seat=seat, points=0))
                case (protocol.ExpectNext(),):
                    self.say(protocol.Next(**common, seat=Seat.SOUTH))
                case _:
                    self.begin()
                    continue
            self.now = self.hear(protocol.Acted)

    def say(self, message: protocol.ClientMessage) -> None:
        """Send a message."""
        self.line.send(encode(message))

    def hear(self, kind: type) -> Any:
        """Return the next message of that kind; a refusal ends the measurement."""
        while not isinstance(message := self.heard(), kind):
            assert not isinstance(message, protocol.Refused), message
        return message

    def heard(self) -> protocol.ServerMessage:
        """Return the next message."""
        message = decode_server(self.line.recv())
        if isinstance(message, protocol.Welcome | protocol.KernelChanged):
            self.kernel = message.kernel
        return message


def two_friends() -> protocol.NewGame:
    """Return the message that begins a game between two people at one screen."""
    sides = ((Seat.SOUTH, protocol.Who.ME), (Seat.NORTH, protocol.Who.HERE))
    seats = tuple(protocol.SeatPlan(seat=seat, who=who) for seat, who in sides)
    terms = protocol.Terms(seats=seats, first_break=Seat.SOUTH)
    return protocol.NewGame(nonce=nonce(), key=nonce(), invite=nonce(), watch=nonce(), terms=terms)


def nonce() -> str:
    """Return a fresh nonce."""
    return f"{random.getrandbits(128):032x}"


if __name__ == "__main__":
    sys.exit(main())
