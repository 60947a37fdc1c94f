"""Many threads read values of one type for the first time at once, as when a restarted server reopens its games."""

import subprocess
import sys
from pathlib import Path

import pytest
from server.serving import page

from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.tables.terms import GameSettings

READING = """
import sys, threading
from pathlib import Path
from carrom.server.ops.app import application
from carrom.tables.terms import GameSettings
from carrom.storage.store import Store

application(Store(":memory:"), static=Path(sys.argv[1]))
sys.setswitchinterval(1e-6)
together = threading.Barrier(8)

def read():
    together.wait()
    assert GameSettings.read(sys.argv[2]).people

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.slow
def test_games_that_many_threads_open_at_once_after_a_start_end_no_process(tmp_path: Path) -> None:
    seats = SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.HERE)
    text = GameSettings.of(Terms(seats=seats)).text()
    for _ in range(2):  # without `carrom.values.prepare`, five runs of six crashed
        done = subprocess.run([sys.executable, "-c", READING, str(page(tmp_path)), text], check=False)
        assert done.returncode == 0
