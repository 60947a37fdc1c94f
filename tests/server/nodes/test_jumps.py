"""Clock jumps: the operator's log line, and players who lose no time."""

import time
from typing import Any

import pytest

from carrom.server.ops.cluster import ClockJumpLog, Heartbeat, ahead

HOUR = 3_600_000


class Clockwork:
    """A fake database that only answers what time it is."""

    def __init__(self) -> None:
        self.ahead = 0

    def ask(self, question: str, values: object) -> list[tuple[Any, ...]]:
        return [(time.time_ns() // 1_000_000 + self.ahead, False)] if "RETURNING heard" in question else []


@pytest.mark.parametrize(("by", "way"), [(HOUR, "forward"), (-HOUR, "back")])
def test_a_database_whose_clock_jumps_is_gone_by_at_once_and_gives_everybody_his_time_again(
    by: int, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = Clockwork()
    peers = Heartbeat(database)  # type: ignore[arg-type]
    for _ in range(5):
        peers.beat()
    before = peers.now()
    assert not caplog.records
    database.ahead = by
    peers.beat()
    assert abs(peers.now() - before - by) < 60_000
    assert abs(peers.fair_since() - peers.now()) < 60_000, "a turn begins anew, whichever way the clock was put"
    peers.beat()
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"The clock of the database was put {way} by 3600 s; no player loses time."], "once"


def test_a_machines_clock_that_jumps_is_told_once_and_one_that_drifts_is_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    really = time.time_ns
    jumps = ClockJumpLog("The clock of this machine")
    for seconds in (1, 2, 3_602, 3_602, 2):
        monkeypatch.setattr(time, "time_ns", lambda seconds=seconds: really() + seconds * 10**9)
        assert abs(ahead() - seconds * 10**6) < 60_000_000
        jumps.look()
    assert [record.getMessage() for record in caplog.records] == [
        "The clock of this machine was put forward by 3600 s; no player loses time.",
        "The clock of this machine was put back by 3600 s; no player loses time.",
    ]
