"""PostgreSQL crashes while games are written: every acknowledged event is stored once, without gaps.

`CARROM_CRASHES=100 python3 dev.py test tests/server/test_postgres_killed.py -s` crashes it a hundred times.
"""

import os
import signal
import statistics
import threading
import time
from random import Random

import pytest

from carrom.errors import StoreError
from carrom.server.ops.integrity import findings
from carrom.storage.database import StoredEvent
from carrom.storage.postgres import Postgres
from carrom.storage.store import Store

from .postgresql import Server, server

CRASHES = int(os.environ.get("CARROM_CRASHES", "2"))
GAMES = 4


class Player:
    """Plays one game through the stores of several servers, and resends what was not acknowledged, as a page does."""

    def __init__(self, name: str, stores: list[Store]) -> None:
        self.name, self.stores = name, stores
        self.acknowledged: list[str] = []
        self.refused = 0
        self.faults: list[BaseException] = []

    def play(self, over: threading.Event) -> None:
        try:
            while not over.is_set():
                version = len(self.acknowledged) + 1
                self._send(StoredEvent(version=version, body=f"{self.name} {version}", nonce=f"nonce-{version}"))
        except BaseException as fault:
            self.faults.append(fault)

    def _send(self, event: StoredEvent) -> None:
        for attempt in range(1000):
            try:
                self.stores[(event.version + attempt) % len(self.stores)].games.append(self.name, (event,))
            except StoreError as refusal:
                assert "taken" not in str(refusal), "nobody else plays this game"
                self.refused += 1
                time.sleep(0.02)
            else:
                self.acknowledged.append(event.body)
                return
        raise AssertionError("it never came back")


def crash(running: Server, chance: Random) -> None:
    """Crash the server in one of three ways, and restart it."""
    how = chance.randrange(3)
    if how == 0:
        running.stop()
        running.start()
    elif how == 1:
        running.send_one(running.last, signal.SIGKILL)  # its parent process then ends the others and recovers
    else:
        running.cut(running.last)


@pytest.mark.slow
def test_a_database_that_crashes_under_load_loses_nothing_and_doubles_nothing() -> None:
    running, chance = server(), Random(12)
    address = running.database()
    stores = [Store(Postgres(address, patience=0.5)) for _ in range(2)]
    players = [Player(f"game-{number}", stores) for number in range(GAMES)]
    for player in players:
        stores[0].games.begin(player.name, player.name, "{}")
    over = threading.Event()
    threads = [threading.Thread(target=player.play, args=(over,)) for player in players]
    for thread in threads:
        thread.start()
    pauses = []
    try:
        for _ in range(CRASHES):
            time.sleep(chance.uniform(0.1, 0.4))
            crash(running, chance)
            began, before = time.monotonic(), [len(player.acknowledged) for player in players]
            while any(len(each.acknowledged) <= had for each, had in zip(players, before, strict=True)):
                assert time.monotonic() < began + 30, "it never went on"
                assert all(thread.is_alive() for thread in threads), players
                time.sleep(0.01)
            pauses.append(time.monotonic() - began)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert [player.faults for player in players] == [[]] * GAMES
    for player in players:
        found = stores[0].games.load(player.name)
        assert found is not None
        assert [event.body for event in found.events] == player.acknowledged
    assert stores[0].database.view(findings).damage == ()
    acknowledged, refused = sum(len(each.acknowledged) for each in players), sum(each.refused for each in players)
    print(f"{CRASHES} crashes, {acknowledged} acknowledged, {refused} refused and sent again, ", end="")
    print(f"on again after {statistics.median(pauses):.2f} s, at most {max(pauses):.2f} s")
    for store in stores:
        store.close()
