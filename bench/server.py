"""Measure the server: from the command to a served page, and from a stroke to its answer.

    python -m bench.server

Starts `carrom play` on a free port with an empty data folder, three times (the first may compile the kernel), and plays
strokes of a game between two friends over a websocket. Prints in milliseconds the time to the page (best start) and the
time from sending a stroke to receiving `Played`, separately for the first stroke and mid-game. Times are wall-clock and
include other load on this machine. Exit code 1 if the best start takes longer than 3,000 loops of `bench.unit`, or the
median mid-game stroke longer than 50; a loop takes about a millisecond.
"""

import statistics
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.lines import Game, Server
from bench.unit import Unit, bar
from websockets.sync.client import connect

from carrom import protocol

STARTS = 3
STROKES = 60
PAGE_LIMIT, STROKE_LIMIT = 3_000.0, 50.0
"""Loops of `bench.unit` by the clock, which other load on this machine slows as well."""


def main() -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        starts, unit = [], Unit().sample()
        for number in range(STARTS):
            began = time.perf_counter()
            server = Server(Path(folder) / str(number), "play", "--no-browser")
            try:
                urllib.request.urlopen(server.address).read()
                starts.append(time.perf_counter() - began)
                if number == STARTS - 1:
                    stroke = strokes(server.address)
            finally:
                server.end()
    print(f"command to served page:  best {min(starts) * 1000:6.0f} ms   first {starts[0] * 1000:6.0f} ms")
    unit.sample()
    print(unit)
    met = [
        bar("command to served page", min(starts) / unit.middle, "loops", most=PAGE_LIMIT),
        bar("mid-game stroke", stroke / unit.middle, "loops", most=STROKE_LIMIT),
    ]
    return int(not all(met))


def strokes(address: str) -> float:
    """Play random strokes and print how long each answer took; return the mid-game median in seconds."""
    with connect(address.replace("http", "ws") + "ws", max_size=None) as line:
        game = Game(line)
        print(f"first stroke ({game.kernel}):   {game.stroke() * 1000:8.1f} ms")
        while game.kernel is protocol.KernelStatus.WARMING:
            game.heard()
        times = sorted(game.stroke() for _ in range(STROKES))
        print(
            f"mid-game stroke ({game.kernel}): median {statistics.median(times) * 1000:6.1f} ms   "
            f"95 % below {times[int(0.95 * len(times))] * 1000:6.1f} ms   worst {times[-1] * 1000:6.1f} ms"
        )
        return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
