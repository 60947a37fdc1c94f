"""Data folders of every older version, as they were left: they open, keep all that was in them, and go on."""

import json
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest
from agreed import KEY

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.server.copies import check
from carrom.server.limits import Limits
from carrom.server.lobby import Lobby
from carrom.server.shapes import MIGRATIONS
from carrom.server.store import Store

from .teams import FIRST, Hall

HERE = Path(__file__).parent
OLD = {"data-0.1.0": 1, "data-shape-2": 2, "data-0.2.0": 3, "data-shape-4": 4}
"""The folders that are kept, and the shapes of their databases."""
STEPS_SINCE = 5
"""From here on shapes are tables beside those of games, and come in one step from the last folder."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_there_is_a_folder_of_every_older_shape() -> None:
    assert sorted(OLD.values()) == list(range(1, min(len(MIGRATIONS), STEPS_SINCE)))


@pytest.mark.parametrize("folder", OLD)
def test_an_old_folder_opens_and_no_event_of_it_is_another(folder: str, tmp_path: Path) -> None:
    shutil.copytree(HERE / folder, tmp_path / "data")
    path = tmp_path / "data" / "games.db"
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (OLD[folder],)
        before = db.execute("SELECT game, version, nonce, at, body FROM event ORDER BY game, version").fetchall()
    db.close()
    Store(path).close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        after = db.execute("SELECT game, version, nonce, at, body FROM event ORDER BY game, version").fetchall()
    db.close()
    assert after == before
    assert len(before) >= 1
    assert check(path).damage == ()


@pytest.mark.anyio
@pytest.mark.parametrize("folder", ["data-0.2.0", "data-shape-4"])
async def test_a_game_and_a_tie_of_an_older_version_go_on(folder: str, tmp_path: Path) -> None:
    shutil.copytree(HERE / folder, tmp_path / "data")
    kept = json.loads((tmp_path / "data" / "kept.json").read_text())
    hall = Hall(store := Store(tmp_path / "data" / "games.db"))
    assert (await hall.come(kept["tie"], key=FIRST)).tie.yours == ("A", "B")
    lobby = Lobby(store, Limits(), Random(1), lambda: 1_800_000_000_000)
    chair = await lobby.resume(protocol.Resume(game=kept["game"], key=KEY))
    room = chair.table.room
    assert room.version == kept["version"]
    assert room.to_act is not None
    stroke = protocol.Strike(nonce="t" * 16, version=room.version, seat=room.to_act, stroke=Stroke(0, 0, 300_000))
    accepted = await chair.table.command(stroke, frozenset(chair.yours))
    assert accepted.version == kept["version"] + 1
    await lobby.close()
    store.close()
