"""Seat holders, and a data folder of version 0.1.0 with games in progress."""

import json
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest
from agreed import INVITE, KEY, WATCH, new_game

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import StoreError
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.live_games.registry import GameRegistry
from carrom.storage.models import StoredEvent, StoredSeat
from carrom.storage.store import Store
from carrom.tables.errors import CommandRefused
from carrom.tables.terms import GameSettings
from carrom.tokens import hashed

OLD = Path(__file__).parent / "data-0.1.0"
ONE = (StoredEvent(version=1, body="event 1"),)


@pytest.fixture
def store() -> Store:
    return Store(":memory:")


def test_a_game_may_wait_for_friends_before_anything_has_happened(store: Store) -> None:
    store.games.begin("game", "nonce", "{}", (), (StoredSeat(seat="south", name="Asha", hash="a"),), "w", "i", True)
    found = store.games.load("game")
    assert found is not None
    assert (found.events, found.watch, found.invite, found.open, found.ended) == ((), "w", "i", True, None)
    assert found.seats == (StoredSeat(seat="south", name="Asha", hash="a"),)
    store.games.append("game", ONE)
    again = store.games.load("game")
    assert again is not None
    assert again.events == ONE


def test_a_seat_is_given_once(store: Store) -> None:
    store.games.begin("game", "nonce", "{}")
    assert store.games.take_seat("game", "north", "Ravi", "r")
    assert store.games.take_seat("game", "north", "Ravi", "r"), "the same again is granted again"
    assert not store.games.take_seat("game", "north", "Mina", "m")
    assert store.games.seats("game") == (StoredSeat(seat="north", name="Ravi", hash="r"),)
    assert store.games.seats("other") == ()
    with pytest.raises(StoreError, match="no game other"):
        store.games.take_seat("other", "north", "Ravi", "r")


def test_setting_and_door_are_replaced_and_the_game_stays_whole(store: Store) -> None:
    store.games.begin("game", "nonce", "{}", ONE, invite="i")
    store.games.set_setting("game", '{"surface":"club"}')
    store.games.set_door("game", watch="w", invite=None, open=True)
    found = store.games.load("game")
    assert found is not None
    assert (found.setting, found.watch, found.invite, found.open) == ('{"surface":"club"}', "w", None, True)
    assert found.events == ONE


def test_past_games_are_found_by_the_hashes_that_hold_their_seats(store: Store) -> None:
    def seat(name: str, word: str) -> StoredSeat:
        return StoredSeat(seat=name, name=name.title(), hash=word)

    store.games.begin("first", "nonce-1", "{}", ONE, (seat("south", "a"), seat("north", "b")))
    store.games.begin("second", "nonce-2", "{}", (), (seat("south", "b"),))
    store.games.append("first", (StoredEvent(version=2, body="event 2"),), ended=True)
    found = {each.game: each for each in store.games_of(["a", "nobody"])}
    assert found.keys() == {"first"}
    assert found["first"].version == 2
    assert found["first"].seats == (seat("south", "a"),)
    ended = found["first"].ended
    assert ended is not None
    assert found["first"].begun <= ended <= found["first"].last
    assert {each.game for each in store.games_of(["a", "b"])} == {"first", "second"}
    assert {each.seat for each in store.games_of(["a", "b"])[-1].seats} <= {"south", "north"}
    store.games.append("first", (StoredEvent(version=3, body="taken back"),), ended=False)
    assert store.games_of(["a"])[0].ended is None
    assert store.games_of([]) == ()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    shutil.copy(OLD / "games.db", tmp_path / "games.db")
    return tmp_path / "games.db"


@pytest.mark.parametrize("name", ["friend", "program"])
@pytest.mark.anyio
async def test_a_game_of_version_0_1_0_opens_with_its_old_token_and_goes_on(old: Path, name: str) -> None:
    kept = json.loads((OLD / "tokens.json").read_text())[name]
    store = Store(old)
    lobby = GameRegistry(store, ServerLimits(), Random(1), lambda: 1_800_000_000)
    place = await lobby.resume(protocol.Resume(game=kept["game"], key=kept["token"]))
    room = place.table.room
    assert (room.version, list(place.yours)) == (kept["version"], kept["yours"])
    snapshot = protocol.decode_server(room.snapshot(0))
    assert isinstance(snapshot, protocol.Snapshot)
    assert len(snapshot.history) == kept["strokes"]
    assert snapshot.state.turn is not None
    command = protocol.Resign(nonce="r" * 16, version=room.version, seat=place.yours[0])
    accepted = await place.table.submit(command, frozenset(place.yours))
    assert accepted.version == kept["version"] + 1
    found = store.games.load(kept["game"])
    assert found is not None
    assert len(found.events) == accepted.version
    with pytest.raises(CommandRefused):
        await lobby.resume(protocol.Resume(game=kept["game"], key="x" * 32))
    await lobby.close()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_an_old_database_keeps_its_events_and_loses_its_secret(old: Path) -> None:
    with sqlite3.connect(old) as db:
        before = db.execute("SELECT game, version, nonce, body FROM event ORDER BY game, version").fetchall()
        db.execute("UPDATE game SET setting = 'no setting' WHERE nonce = 'program-nonce-001'")
        db.execute("DELETE FROM event WHERE version = 3 AND game = (SELECT id FROM game WHERE nonce LIKE 'program%')")
    db.close()
    store = Store(old)
    kept = json.loads((OLD / "tokens.json").read_text())
    friend = store.games.load(kept["friend"]["game"])
    assert friend is not None
    expected = [event for event in before if event[0] == kept["friend"]["game"]]
    assert [(friend.game, each.version, each.nonce, each.body) for each in friend.events] == expected
    assert [each.seat for each in friend.seats] == ["north", "south"]
    assert {each.hash for each in friend.seats} == {hashed(kept["friend"]["token"])}
    assert store.games.seats(kept["program"]["game"]) == (), "a setting that cannot be read seats nobody"
    with pytest.raises(StoreError, match="event 3 is missing"):
        store.games.load(kept["program"]["game"])
    store.close()
    assert b"CREATE TABLE secret" not in old.read_bytes().split(b"SQLite format 3")[1][:4096]


@pytest.mark.anyio
async def test_who_reads_the_tables_can_neither_open_a_seat_nor_begin_the_game_again() -> None:
    store = Store(":memory:")
    lobby = GameRegistry(store, ServerLimits(), Random(1), lambda: 1_800_000_000)
    begun = await lobby.begin(new_game())
    game = begun.table.room.card.game
    tables = [name for (name,) in store.database.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    cells = [cell for table in tables for row in store.database.db.execute(f"SELECT * FROM {table}") for cell in row]
    read = {cell.hex() if isinstance(cell, bytes) else str(cell) for cell in cells if cell is not None}
    assert "n" * 16 not in read
    assert not read & {KEY, INVITE, WATCH}
    for word in read:
        with pytest.raises(CommandRefused):
            await lobby.resume(protocol.Resume(game=game, key=word, watch=word))
        stranger = await lobby.begin(new_game(nonce=word))
        assert stranger.table.room.card.game != game
    assert begun.yours == (Seat.SOUTH, Seat.NORTH)
    await lobby.close()


def test_a_person_at_the_table_keeps_the_name_he_gives_and_an_open_seat_has_none() -> None:
    plans = (
        protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME, name="Asha"),
        protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.LINK, name="whoever"),
    )
    south, north = GameSettings.of(protocol.Terms(seats=plans)).sitters
    assert (south.name, south.here) == ("Asha", True)
    assert (north.name, north.here) == ("North", False)


def test_a_stored_game_calls_its_program_as_it_is_called_today() -> None:
    """Version 0.1.0 had levels called master and world."""
    kept = (
        '{"sitters":[{"seat":"south","name":"Asha","kind":"human"},'
        '{"seat":"north","name":"Program","kind":"program","level":"world"}],"terms":{"ruleset":"icf",'
        '"seats":[{"seat":"south","who":"me"},{"seat":"north","who":"program","level":"master"}]}}'
    )
    setting = GameSettings.read(kept)
    assert setting.programs == {Seat.NORTH: "champion"}
    assert setting.terms is not None
    assert [plan.level for plan in setting.terms.seats] == [None, "national"]
    assert GameSettings.of(setting.again(None).terms).programs == {Seat.NORTH: "national"}  # type: ignore[arg-type]
