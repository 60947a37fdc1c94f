"""A game whose stored events were altered is reported and never continued; disk errors during a commit."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from carrom.errors import CommitUncertain, DamagedGame, StoreError
from carrom.storage.database import StoredEvent
from carrom.storage.store import Store

EVENTS = tuple(StoredEvent(version=number, body=f"event {number}", nonce=f"nonce-{number}") for number in range(1, 6))
INTERIOR = (2, 5)
"""First byte of an interior SQLite page, of an index or a table (SQLite file format, section 1.6)."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = Store(tmp_path / "games.db")
    for game in ("one", "two"):
        store.games.begin(game, f"nonce-{game}", '{"sitters":[]}', EVENTS)
    store.close()
    return tmp_path / "games.db"


def changed(path: Path, statement: str) -> Store:
    """Damage a database by running a statement in it, then open it."""
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()
    return Store(path)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE event SET body = 'event 4' WHERE game = 'one' AND version = 3", "event 3 is not as it was written"),
        ("UPDATE event SET nonce = 'nonce-x' WHERE game = 'one' AND version = 1", "event 1 is not as it was written"),
        ("UPDATE event SET nonce = NULL WHERE game = 'one' AND version = 5", "event 5 is not as it was written"),
        ("UPDATE event SET hash = X'00' WHERE game = 'one' AND version = 2", "event 2 is not as it was written"),
        ("UPDATE event SET body = CAST(X'65ff' AS TEXT) WHERE game = 'one' AND version = 2", "event 2 is not"),
        ("UPDATE event SET version = 9 WHERE game = 'one' AND version = 4", "event 4 is missing"),
        (
            "UPDATE event SET game = 'two', version = 6, nonce = NULL WHERE game = 'one' AND version = 5",
            "event 5 is missing",
        ),
        ("DELETE FROM event WHERE game = 'one' AND version = 1", "event 1 is missing"),
        ("DELETE FROM event WHERE game = 'one' AND version = 3", "event 3 is missing"),
        ("DELETE FROM event WHERE game = 'one' AND version = 5", "event 5 is missing"),
        ("DELETE FROM event WHERE game = 'one'", "event 1 is missing"),
        ("UPDATE game SET version = 4 WHERE id = 'one'", "its row is not as it was written"),
        ("UPDATE game SET setting = '{}' WHERE id = 'one'", "its row is not as it was written"),
        ("UPDATE game SET open = 1 WHERE id = 'one'", "its row is not as it was written"),
        ("UPDATE game SET begun = begun + 1 WHERE id = 'one'", "its row is not as it was written"),
    ],
)
def test_a_damaged_game_is_said_to_be_damaged_in_one_sentence(path: Path, damage: str, said: str) -> None:
    with pytest.raises(DamagedGame) as refusal:
        changed(path, damage).games.load("one")
    assert f"The game one is damaged in games.db ({said}" in str(refusal.value)
    assert "the other games can." in str(refusal.value)


def test_other_games_play_on_beside_a_damaged_one(path: Path) -> None:
    store = changed(path, "DELETE FROM event WHERE game = 'one' AND version = 3")
    store.games.append("two", (StoredEvent(version=6, body="event 6"),))
    found = store.games.load("two")
    assert found is not None
    assert len(found.events) == 6


def test_nothing_is_written_over_a_hole(path: Path) -> None:
    store = changed(path, "UPDATE game SET version = 4 WHERE id = 'one'")
    for write in (
        lambda: store.games.append("one", (StoredEvent(version=5, body="again"),)),
        lambda: store.games.take_seat("one", "south", "Asha", "h"),
        lambda: store.games.set_setting("one", "{}"),
    ):
        with pytest.raises(DamagedGame):
            write()
    with pytest.raises(StoreError, match="cannot follow event 5"):
        store.games.append("two", (StoredEvent(version=7, body="beyond"),))


def test_every_flipped_bit_of_a_games_text_is_noticed(path: Path) -> None:
    store = Store(path)
    for version, event in enumerate(EVENTS, 1):
        for place in range(len(event.body) * 8):
            content = bytearray(event.body.encode())
            content[place // 8] ^= 1 << place % 8
            changing = "UPDATE event SET body = CAST(? AS TEXT) WHERE game = 'one' AND version = ?"
            store.database.db.execute(changing, (bytes(content), version))
            with pytest.raises(DamagedGame):
                store.games.load("one")
        store.database.db.execute("UPDATE event SET body = ? WHERE game = 'one' AND version = ?", (event.body, version))
    assert store.games.load("one") is not None


@pytest.mark.slow
def test_a_flipped_bit_of_the_file_never_shortens_or_changes_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = Store(path)
    events = tuple(StoredEvent(version=number, body=f"{number} " * 60) for number in range(1, 60))
    for game in ("one", "two", "three"):
        store.games.begin(game, f"nonce-{game}", '{"sitters":[]}', events)
    store.close()
    whole = path.read_bytes()
    opened = 0
    for place in range(101, len(whole) * 8, len(whole) * 8 // 400):
        content = bytearray(whole)
        content[place // 8] ^= 1 << place % 8
        path.write_bytes(content)
        try:
            store = Store(path)
        except StoreError:
            continue
        for game in ("one", "two", "three"):
            try:
                found = store.games.load(game)
            except StoreError:
                continue
            if found is not None:
                assert (found.events, found.setting) == (events, '{"sitters":[]}')
                opened += 1
        store.close()
    assert opened > 100, "most games are still there"


def test_a_thousand_events_are_read_and_checked_within_moments(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    events = tuple(StoredEvent(version=number, body="x" * 1000, nonce=f"n{number}") for number in range(1, 1001))
    store.games.begin("long", "nonce", "{}", events)
    best = min(_seconds(store) for _ in range(5))
    assert best < 0.1, f"{1000 * best:.1f} ms"


def _seconds(store: Store) -> float:
    began = time.perf_counter()
    store.games.load("long")
    return time.perf_counter() - began


class Disk:
    """A database connection whose next commits fail, before or after the data has reached the disk."""

    def __init__(self, db: sqlite3.Connection, failures: int, stored: bool) -> None:
        self.db, self.failures, self.kept = db, failures, stored

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT" and self.failures:
            self.failures -= 1
            self.db.execute("COMMIT" if self.kept else "ROLLBACK")
            raise sqlite3.OperationalError("disk I/O error")
        return self.db.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)


SIXTH = (StoredEvent(version=6, body="event 6", nonce="nonce-6"),)


@pytest.mark.parametrize("stored", [True, False])
def test_what_a_disk_did_not_answer_is_tried_again_and_happens_once(path: Path, stored: bool) -> None:
    store = Store(path)
    store.database.db = Disk(store.database.db, 1, stored)  # type: ignore[attr-defined]
    store.games.append("one", SIXTH)
    store.database.db.failures = 1  # type: ignore[attr-defined]
    store.games.begin("three", "nonce-three", "{}", EVENTS[:1])
    found, begun = store.games.load("one"), store.games.load("three")
    assert found is not None
    assert found.events == (*EVENTS, *SIXTH)
    assert begun is not None
    assert begun.events == EVENTS[:1]


def test_a_disk_that_never_answers_leaves_it_unknown_until_the_same_comes_again(path: Path) -> None:
    store = Store(path)
    store.database.db = Disk(store.database.db, 2, stored=False)  # type: ignore[attr-defined]
    with pytest.raises(CommitUncertain, match="did not confirm whether this was stored"):
        store.games.append("one", SIXTH)
    store.games.append("one", SIXTH)
    found = store.games.load("one")
    assert found is not None
    assert found.events == (*EVENTS, *SIXTH)


def test_a_game_on_a_torn_page_of_the_disk_is_damaged_and_the_others_are_not(tmp_path: Path) -> None:
    path, body = tmp_path / "games.db", "x" * 600
    store = Store(path)
    for game in ("one", "two"):
        store.games.begin(
            game, f"nonce-{game}", "{}", tuple(StoredEvent(version=each, body=body) for each in range(1, 41))
        )
    store.close()
    with sqlite3.connect(path) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (leaf,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'event'").fetchone()
    db.close()
    while (page := path.read_bytes()[(leaf - 1) * size : leaf * size])[0] in INTERIOR:
        first = int.from_bytes(page[12:14], "big")
        leaf = int.from_bytes(page[first : first + 4], "big")
    store = Store(path)
    with open(path, "r+b") as file:
        file.seek((leaf - 1) * size)
        file.write(bytes(size))
    store.database.db.execute("PRAGMA shrink_memory")  # makes SQLite read the disk again
    with pytest.raises(DamagedGame, match=r"The game one is damaged .*event 1 is missing"):
        store.games.load("one")
    found = store.games.load("two")
    assert found is not None
    assert len(found.events) == 40
