"""A game that comes back from a checkpoint is the game that comes back from all of its events, to the last byte."""

import asyncio
import hashlib
import os
import pickle
import zlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from carrom import protocol
from carrom.data import changed
from carrom.physics import warm
from carrom.server.films.plain import MOST
from carrom.server.history import History
from carrom.server.limits import Limits
from carrom.server.lobby import Lobby
from carrom.server.people.person import Known
from carrom.server.proposal import Proposal
from carrom.server.rebuild import rebuild
from carrom.server.reopening import checkpoint as checkpoints
from carrom.server.reopening.checkpoint import EVERY, Checkpoint, Checkpoints, reopened
from carrom.server.room import Room
from carrom.server.store import Store
from carrom.server.stored import StoredEvent, StoredGame, StoredSeat
from carrom.server.tokens import hashed

from .test_every_game import act
from .test_room import BOTH, NOW, SOUTH, Table

GAME = "game00000000"
KEY = "k" * 32


def played(seed: int, acts: int) -> tuple[Table, list[Checkpoint]]:
    """Return a table after so many acts at random, some of them taken back, and a checkpoint after each."""
    warm()
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
    """Return everything that a room can be made to tell: how it stands, its record, old strokes, what comes next."""
    history = room.history
    assert history is not None
    strokes = {1, len(history.strokes) // 2 or 1, len(history.strokes)}
    replays = (protocol.Replay(nonce="n" * 16, stroke=number) for number in sorted(strokes))
    undo = room.propose(protocol.Undo(nonce="next" * 5, version=room.version, seat=SOUTH), BOTH, NOW)
    assert isinstance(undo, Proposal)
    after = changed(undo.history, shown=None)
    shown = changed(history, shown=None)
    return [room.snapshot(NOW), room.record(), *map(room.replayed, replays), undo.told, undo.message, after, shown]


@pytest.mark.parametrize("seed", range(2))
def test_a_room_from_any_checkpoint_tells_what_the_room_from_all_events_tells(seed: int) -> None:
    table, taken = played(seed, 30)
    stored = StoredGame(game="game-0001", begun=0, setting=table.room.setting.text(), events=table.stored)
    whole = told(Room.restored(stored, Random(2), NOW))
    for checkpoint in Random(seed).sample(taken, 2) + taken[-1:]:
        assert checkpoint.history(table.stored[0]) is not None
        assert told(Room.restored(stored, Random(2), NOW, checkpoint=checkpoint)) == whole


def test_what_is_no_checkpoint_of_this_game_by_this_program_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table, taken = played(7, 6)
    good, first, whole = taken[-1], table.stored[0], History.fold(table.room.game.events)
    wrong = [
        changed(good, program="0.0.1"),
        changed(good, version=good.version - 1),
        changed(good, body=good.body[:-1] + bytes([good.body[-1] ^ 1])),
        changed(good, digest=b"?" * 32),
        changed(taken[0], version=10_000),
    ]
    for each in wrong:
        assert each.history(first) is None
        assert reopened(table.stored, each).game == whole.game
    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "program", lambda: "another program")
        assert good.history(first) is None
    assert good.history(first) is not None


class Calls:
    """Something whose pickle calls a function of another module when it is read."""

    def __reduce__(self) -> object:
        return os.mkdir, ("called",)


def signed(good: Checkpoint, body: bytes) -> Checkpoint:
    """Return a checkpoint with another body, as somebody who can write to the database would sign it."""
    digest = hashlib.sha256(f"{good.version} {good.program} ".encode() + body).digest()
    return changed(good, body=body, digest=digest)


def moderating() -> bytes:
    """Return a pickle that sets an attribute of a class of this program when it is read."""
    return b"ccarrom.server.people.person\nKnown\n(N}X\x09\x00\x00\x00moderatesI01\nstb."


def test_a_checkpoint_that_somebody_else_has_written_is_refused_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table, taken = played(7, 6)
    good, first, whole = taken[-1], table.stored[0], History.fold(table.room.game.events)
    plain, before = zlib.decompress(good.body), vars(Known).copy()
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
        evil = signed(good, body)
        assert evil.history(first) is None, what
        assert reopened(table.stored, evil).game == whole.game, what
    assert not (tmp_path / "called").exists()
    assert vars(Known) == before
    pickle.loads(pickle.dumps(Calls()))
    assert (tmp_path / "called").exists(), "a pickle that is read calls it"
    pickle.loads(moderating())
    assert vars(Known) != before, "a pickle that is read changes the class"
    type.__setattr__(Known, "moderates", before["moderates"])


def test_every_part_of_a_checkpoint_is_read_before_it_is_used() -> None:
    table, taken = played(7, 30)
    good, first = taken[-1], table.stored[0]
    parts = msgspec.msgpack.decode(zlib.decompress(good.body))
    rows = [place for place, part in enumerate(parts) if isinstance(part, list) and len(part) == 3 and part[2]]
    assert len(rows) == 4
    assert signed(good, zlib.compress(msgspec.msgpack.encode(parts))).history(first) is not None
    for row in rows:
        blocks, opened, tail = parts[row]
        bomb = zlib.compress(b"\0" * (MOST + 1))
        others = [[[*blocks[:-1], other], opened, tail] for other in (b"", bomb, *[each[:-2] for each in blocks[-1:]])]
        others += [[blocks, opened + b"\0", tail], [blocks, b"\0\0\0\1\xc0" + opened, tail], [blocks, opened, b"\xc0"]]
        for other in others:
            body = zlib.compress(msgspec.msgpack.encode([*parts[:row], other, *parts[row + 1 :]]))
            assert signed(good, body).history(first) is None


@pytest.mark.parametrize("seed", range(60))
def test_a_checkpoint_with_a_changed_byte_is_a_history_or_refused(seed: int) -> None:
    chance, (table, taken) = Random(seed), PLAYED
    body = bytearray(zlib.decompress(taken[-1].body))
    for _ in range(chance.randint(1, 3)):
        body[chance.randrange(len(body))] = chance.randrange(256)
    found = signed(taken[-1], zlib.compress(bytes(body))).history(table.stored[0])
    assert found is None or isinstance(found, History)


PLAYED = played(7, 30)


def kept(store: Store, events: tuple[StoredEvent, ...], setting: str) -> None:
    """Store a game in the middle of its board."""
    seats = (StoredSeat(seat="south", name="South", hash=hashed(KEY)),)
    store.begin(GAME, "n" * 16, setting, events, seats)


def test_a_checkpoint_is_found_for_the_log_that_it_was_made_of_and_for_no_other() -> None:
    table, _ = played(3, 5)
    store, history = Store(":memory:"), table.room.history
    assert history is not None
    kept(store, table.stored, table.room.setting.text())
    found = store.load(GAME)
    assert found is not None
    here = Checkpoints(store.database)
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
        here = Lobby(store, Limits(), Random(1), lambda: NOW)
        first = await here.resume(protocol.Resume(game=GAME, key=KEY))
        async with asyncio.timeout(10):
            while Checkpoints(store.database).find(GAME) is None:
                await asyncio.sleep(0.01)
        here._clear(GAME)
        monkeypatch.setattr(History, "fold", None)
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
        here, chance, versions = Lobby(store, Limits(), Random(1), lambda: NOW), Random(5), []
        place = await here.resume(protocol.Resume(game=GAME, key=KEY))
        room = place.table.room
        while room.version < 2 * EVERY + 5:
            state = protocol.decode_server(room.snapshot(NOW)).state  # type: ignore[union-attr]
            command = changed(act(table, state, chance), version=room.version)
            await place.table.command(command, BOTH)
            await asyncio.gather(*place.table._beside)
            found = Checkpoints(store.database).find(GAME)
            versions.append(0 if found is None else found.version)
        await here.close()
        return versions

    versions = asyncio.run(evening())
    assert sorted(versions) == versions
    assert len(set(versions) - {0}) == 2
    assert versions[-1] > EVERY
