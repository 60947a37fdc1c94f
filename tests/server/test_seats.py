"""Seat holders, and what somebody who reads the database can do with it."""

from random import Random

import pytest
from agreed import INVITE, KEY, WATCH, new_game

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import StoreError
from carrom.server.common import ServerLimits
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import StoredEvent, StoredSeat
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.terms import GameSettings

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
    store.games.set_access("game", watch="w", invite=None, open=True)
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
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_who_reads_the_tables_can_neither_open_a_seat_nor_begin_the_game_again() -> None:
    store = Store(":memory:")
    registry = GameRegistry(store, ServerLimits(), Random(1), lambda: 1_800_000_000)
    begun = await registry.begin(new_game())
    game = begun.table.room.card.game
    tables = [name for (name,) in store.database.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    cells = [cell for table in tables for row in store.database.db.execute(f"SELECT * FROM {table}") for cell in row]
    read = {cell.hex() if isinstance(cell, bytes) else str(cell) for cell in cells if cell is not None}
    assert "n" * 16 not in read
    assert not read & {KEY, INVITE, WATCH}
    for word in read:
        with pytest.raises(CommandRefused):
            await registry.resume(protocol.Resume(game=game, key=word, watch=word))
        stranger = await registry.begin(new_game(nonce=word))
        assert stranger.table.room.card.game != game
    assert begun.yours == (Seat.SOUTH, Seat.NORTH)
    await registry.close()


def test_a_person_at_the_table_keeps_the_name_he_gives_and_an_open_seat_has_none() -> None:
    plans = (
        protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME, name="Asha"),
        protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.LINK, name="whoever"),
    )
    south, north = GameSettings.of(protocol.Terms(seats=plans)).sitters
    assert (south.name, south.here) == ("Asha", True)
    assert (north.name, north.here) == ("North", False)
