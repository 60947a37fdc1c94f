"""A store whose process is killed while writing: every acknowledged event is there, and nothing else."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

from server.serving import SOURCE

from carrom.server.ops.backup import check
from carrom.storage.store import Store

WRITES = """
import sys
from carrom.storage.store import Store
from carrom.storage.database import StoredEvent
store = Store(sys.argv[1])
found = store.games.load("game")
if found is None:
    store.games.begin("game", "nonce", "{}")
version = 0 if found is None else len(found.events)
while True:
    events = tuple(StoredEvent(version=version + each, body=f"{version + each} " * 200) for each in (1, 2))
    store.games.append("game", events)
    version += 2
    print(version, flush=True)
"""


def test_a_store_that_is_killed_while_it_writes_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    path, chance, acknowledged = tmp_path / "games.db", Random(1), 0
    for _ in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITES, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(SOURCE)},
        )
        assert writer.stdout is not None
        acknowledged = int(writer.stdout.readline())
        time.sleep(chance.uniform(0, 0.1))
        writer.kill()
        for line in writer.stdout.read().splitlines():
            acknowledged = int(line)
        writer.wait()
        assert check(path).damage == ()
        store = Store(path)
        found = store.games.load("game")
        assert found is not None
        assert len(found.events) in (acknowledged, acknowledged + 2), "one answer may be lost, never an event"
        assert [event.body.split()[0] for event in found.events] == [str(each + 1) for each in range(len(found.events))]
        store.close()
    assert acknowledged >= 12
