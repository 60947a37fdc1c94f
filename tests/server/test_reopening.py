"""A game loaded from a checkpoint equals the game loaded from all its events, byte for byte."""

import asyncio
import hashlib
import hmac
import os
import pickle
import zlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from carrom import protocol
from carrom.server.common import ServerLimits
from carrom.server.ops.integrity import rebuild
from carrom.server.people.sessions import Principal
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import StoredEvent, StoredGame, StoredSeat
from carrom.storage.store import Store
from carrom.tables import history as history_module
from carrom.tables.history import EVERY, Checkpoint, Checkpoints, TableHistory, known, reopened
from carrom.tables.log import MOST
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tokens import hashed
from carrom.values import changed

from .postgresql import server
from .test_every_game import act
from .test_room import BOTH, NOW, SOUTH, Table

GAME = "game00000000"
KEY = "k" * 32
SECRET = b"s" * 32


def played(seed: int, acts: int) -> tuple[Table, list[Checkpoint]]:
    """Play random acts, including undos; return the table and a checkpoint after each act."""
    chance, table, taken = Random(seed), Table(), []
    state = table.snapshot().state
    for _ in range(acts):
        back = state.can_undo and chance.random() < 0.1
        event = table.undo() if back else table.do(act(table, state, chance))
        state = event.state
        assert table.room.history is not None
        taken.append(Checkpoint.of(table.room.history))
    return table, taken


def told(room: Room) -> list[object]:
    """Return everything a room can send: its state, its record, old strokes, what comes next."""
    history = room.history
    assert history is not None
    strokes = {1, len(history.strokes) // 2 or 1, len(history.strokes)}
    replays = (protocol.Replay(nonce="n" * 16, stroke=number) for number in sorted(strokes))
    undo = room.propose(protocol.Undo(nonce="next" * 5, version=room.version, seat=SOUTH), BOTH, NOW)
    assert isinstance(undo, PendingChange)
    after = changed(undo.history, shown=None)
    shown = changed(history, shown=None)
    return [room.snapshot(NOW), room.record(), *map(room.replayed, replays), undo.told, undo.message, after, shown]


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("seed", range(2))
def test_a_room_from_any_checkpoint_tells_what_the_room_from_all_events_tells(seed: int) -> None:
    table, taken = played(seed, 30)
    stored = StoredGame(game="game-0001", begun=0, setting=table.room.setting.text(), events=table.stored)
    whole = told(Room.restored(stored, Random(2), NOW))
    for checkpoint in Random(seed).sample(taken, 2) + taken[-1:]:
        assert checkpoint.history(table.stored[0]) is not None
        assert told(Room.restored(stored, Random(2), NOW, checkpoint=checkpoint)) == whole


def test_a_row_that_is_no_checkpoint_of_this_log_by_this_program_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    store, stored, good = reopenable(7, 6)
    columns = {
        "version": good.version - 1,
        "body": good.body[:-1] + bytes([good.body[-1] ^ 1]),
        "digest": b"?" * 32,
        "head": b"another",
    }
    for column, cell in columns.items():
        here = Checkpoints(store.database, SECRET)
        here.keep(GAME, stored.mark, TableHistory.fold(tuple(known(each) for each in stored.events)))
        assert here.find(GAME) is not None
        store.database.write((f"UPDATE checkpoint SET {column} = ?", (cell,)))
        assert here.find(GAME) is None, column
    here.keep(GAME, stored.mark, TableHistory.fold(tuple(known(each) for each in stored.events)))
    with monkeypatch.context() as patch:
        patch.setattr(history_module, "program", lambda: "another program")
        assert here.find(GAME) is None
    assert here.find(GAME) == good
    assert reopened(stored.events, changed(good, version=10_000)).version == good.version


def test_a_forged_row_is_refused_and_the_game_reopens_from_its_events_unchanged() -> None:
    store, stored, good = reopenable(7, 6)
    whole = TableHistory.fold(tuple(known(each) for each in stored.events))
    forged = changed(whole, racked=whole.racked + 1)
    body = Checkpoint.of(forged).body
    here = Checkpoints(store.database, SECRET)

    def reopens_unchanged() -> bool:
        return here.find(GAME) is None and reopened(stored.events, here.find(GAME)) == whole

    here.keep(GAME, stored.mark, whole)
    unkeyed = hashlib.sha256(f"{good.version} {history_module.program()} ".encode() + body).digest()
    for digest in (unkeyed, hashlib.sha256(body).digest(), b"", hmac.digest(b"", body, "sha256")):
        store.database.write(("UPDATE checkpoint SET body = ?, digest = ?", (body, digest)))
        assert reopens_unchanged()
    Checkpoints(store.database, b"the key of another folder".ljust(32)).keep(GAME, stored.mark, forged)
    assert reopens_unchanged()
    here.keep(GAME, stored.mark, forged)
    assert reopened(stored.events, here.find(GAME)) != whole, "whoever has the key is believed"


def test_servers_on_one_database_share_checkpoints_by_their_key_and_a_server_without_it_has_none() -> None:
    _, stored, good = reopenable(7, 6)
    at = server().database()
    one, two, stranger = Store(at, SECRET), Store(at, SECRET), Store(at)
    kept(one, stored.events, stored.setting)
    found = one.games.load(GAME)
    assert found is not None
    history = TableHistory.fold(tuple(known(each) for each in stored.events))
    Checkpoints(one.database, one.checkpoint_key).keep(GAME, found.mark, history)
    assert Checkpoints(two.database, two.checkpoint_key).find(GAME) == good
    assert Checkpoints(stranger.database, stranger.checkpoint_key).find(GAME) is None
    for each in (one, two, stranger):
        each.close()


def test_an_authentic_row_of_another_game_is_refused() -> None:
    store, stored, _ = reopenable(7, 6)
    other, others, _ = reopenable(7, 6, game="game00000001")
    here, there = Checkpoints(store.database, SECRET), Checkpoints(other.database, SECRET)
    there.keep("game00000001", others.mark, TableHistory.fold(tuple(known(each) for each in others.events)))
    ((digest, body),) = other.database.ask("SELECT digest, body FROM checkpoint", ())
    here.keep(GAME, stored.mark, TableHistory.fold(tuple(known(each) for each in stored.events)))
    assert body == here.find(GAME).body  # type: ignore[union-attr]
    store.database.write(("UPDATE checkpoint SET digest = ?", (digest,)))
    assert here.find(GAME) is None


def test_a_row_that_is_larger_than_any_history_is_not_even_read() -> None:
    store, stored, good = reopenable(7, 6)
    here = Checkpoints(store.database, SECRET)
    body = b"\0" * (MOST + 1)
    cells = (GAME, stored.mark.head, good.version, here._digest(GAME, stored.mark.head, good.version, body), body)
    made = "INSERT INTO checkpoint (game, head, version, digest, body, program) VALUES (?, ?, ?, ?, ?, '')"
    store.database.write((made, cells))
    assert here.find(GAME) is None


class Calls:
    """An object whose pickle calls a function of another module when loaded."""

    def __reduce__(self) -> object:
        return os.mkdir, ("called",)


def moderating() -> bytes:
    """Return a pickle that sets an attribute on one of this program's classes when loaded."""
    return b"ccarrom.server.people.sessions\nPrincipal\n(N}X\x09\x00\x00\x00moderatesI01\nstb."


def test_a_body_that_is_no_history_is_refused_and_changes_nothing_even_where_its_key_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table, taken = played(7, 6)
    good, first, whole = taken[-1], table.stored[0], TableHistory.fold(table.room.game.events)
    plain, before = zlib.decompress(good.body), vars(Principal).copy()
    bodies = {
        "calls a function": zlib.compress(pickle.dumps(Calls())),
        "sets an attribute of a class": zlib.compress(moderating()),
        "is not compressed": plain,
        "is cut off": good.body[:-3],
        "has more behind it": good.body + b"more",
        "is a bomb": zlib.compress(b"\0" * (MOST + 1)),
        "is empty": zlib.compress(b""),
        "is a number": zlib.compress(msgspec.msgpack.encode(5)),
        "nests too deep": zlib.compress(b"\x91" * 100_000),
        "lacks a part": zlib.compress(msgspec.msgpack.encode(msgspec.msgpack.decode(plain)[:-1])),
    }
    for what, body in bodies.items():
        evil = changed(good, body=body)
        assert evil.history(first) is None, what
        assert reopened(table.stored, evil).game == whole.game, what
    assert not (tmp_path / "called").exists()
    assert vars(Principal) == before
    pickle.loads(pickle.dumps(Calls()))
    assert (tmp_path / "called").exists(), "a pickle that is read calls it"
    pickle.loads(moderating())
    assert vars(Principal) != before, "a pickle that is read changes the class"
    type.__setattr__(Principal, "moderates", before["moderates"])


@pytest.mark.parametrize("seed", range(20))
def test_a_body_with_a_changed_byte_is_a_history_or_refused_even_where_its_key_is_right(seed: int) -> None:
    chance, (table, taken) = Random(seed), PLAYED
    body = bytearray(zlib.decompress(taken[-1].body))
    for _ in range(chance.randint(1, 3)):
        body[chance.randrange(len(body))] = chance.randrange(256)
    found = changed(taken[-1], body=zlib.compress(bytes(body))).history(table.stored[0])
    assert found is None or isinstance(found, TableHistory)


PLAYED = played(7, 30)


def kept(store: Store, events: tuple[StoredEvent, ...], setting: str, game: str = GAME) -> None:
    """Store a game in the middle of a board."""
    seats = (StoredSeat(seat="south", name="South", hash=hashed(KEY)),)
    store.games.begin(game, "n" * 16, setting, events, seats)


def reopenable(seed: int, acts: int, game: str = GAME) -> tuple[Store, StoredGame, Checkpoint]:
    """Return a store with one game, the stored game, and its newest checkpoint, which is not stored."""
    table, taken = played(seed, acts)
    store = Store(":memory:", SECRET)
    kept(store, table.stored, table.room.setting.text(), game)
    stored = store.games.load(game)
    assert stored is not None
    return store, stored, taken[-1]


def test_a_checkpoint_is_found_for_the_log_that_it_was_made_of_and_for_no_other() -> None:
    table, _ = played(3, 5)
    store, history = Store(":memory:"), table.room.history
    assert history is not None
    kept(store, table.stored, table.room.setting.text())
    found = store.games.load(GAME)
    assert found is not None
    here = Checkpoints(store.database, store.checkpoint_key)
    assert here.find(GAME) is None
    here.keep(GAME, found.mark, history)
    here.keep(GAME, found.mark, history)
    assert here.find(GAME) == Checkpoint.of(history)
    here.keep(GAME, changed(found.mark, head=b"another"), history)
    assert here.find(GAME) is None
    here.keep(GAME, found.mark, history)
    rebuild(store.database)
    assert here.find(GAME) is None, "what can be made anew is"


def test_a_game_that_was_reopened_once_is_not_told_from_its_first_event_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = played(4, EVERY + 5)
    store = Store(":memory:")
    kept(store, table.stored, table.room.setting.text())

    async def evening() -> None:
        here = GameRegistry(store, ServerLimits(), Random(1), lambda: NOW)
        first = await here.resume(protocol.Resume(game=GAME, key=KEY))
        async with asyncio.timeout(10):
            while Checkpoints(store.database, store.checkpoint_key).find(GAME) is None:
                await asyncio.sleep(0.01)
        here.active.remove(GAME)
        monkeypatch.setattr(TableHistory, "fold", None)
        again = await here.resume(protocol.Resume(game=GAME, key=KEY))
        assert again.table is not first.table
        assert again.table.room.snapshot(NOW) == first.table.room.snapshot(NOW)
        await here.close()

    asyncio.run(evening())


def test_a_game_that_goes_on_keeps_a_checkpoint_now_and_then() -> None:
    table, _ = played(5, 1)
    store = Store(":memory:")
    kept(store, table.stored, table.room.setting.text())

    async def evening() -> list[int]:
        here, chance, versions = GameRegistry(store, ServerLimits(), Random(1), lambda: NOW), Random(5), []
        place = await here.resume(protocol.Resume(game=GAME, key=KEY))
        room = place.table.room
        while room.version < 2 * EVERY + 5:
            state = protocol.decode_server(room.snapshot(NOW)).state  # type: ignore[union-attr]
            command = changed(act(table, state, chance), version=room.version)
            await place.table.submit(command, BOTH)
            await asyncio.gather(*place.table.log.tasks)
            found = Checkpoints(store.database, store.checkpoint_key).find(GAME)
            versions.append(0 if found is None else found.version)
        await here.close()
        return versions

    versions = asyncio.run(evening())
    assert sorted(versions) == versions
    assert len(set(versions) - {0}) == 2
    assert versions[-1] > EVERY
