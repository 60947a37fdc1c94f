"""Guarantees of both databases: the same tests with an SQLite file and a real PostgreSQL server."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from carrom.errors import Conflict, DamagedGame, StoreError
from carrom.server.ops.integrity import BESIDE
from carrom.storage import database
from carrom.storage.database import EventBatch, StoredEvent, StoredSeat, Tail, Timestamps
from carrom.storage.hash_chain import root
from carrom.storage.store import Store
from carrom.values import changed

from .places import KINDS, Place, place_of
from .postgresql import server

FIRST = (StoredEvent(version=1, body='{"type":"begun"}'), StoredEvent(version=2, body='{"type":"round"}'))
EVENTS = tuple(StoredEvent(version=number, body=f"event {number}", nonce=f"nonce-{number}") for number in range(1, 6))
SEATS = (StoredSeat(seat="south", name="Asha", hash="a"), StoredSeat(seat="north", name="Ångström 王", hash="b"))


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    opened = Store(place.where)
    yield opened
    opened.close()


def events_of(store: Store, game: str = "game") -> tuple[StoredEvent, ...]:
    found = store.games.load(game)
    assert found is not None
    return found.events


def test_a_game_is_read_back_as_it_was_written(place: Place, store: Store) -> None:
    store.games.begin("game", "nonce-1", '{"a": "é\\u0000"}', FIRST, SEATS, watch="w", invite="i", open=True)
    store.games.append("game", (StoredEvent(version=3, body="x", nonce="nonce-2"),), ended=True)
    store.close()
    again = Store(place.where)
    found = again.games.load("game")
    again.close()
    assert found is not None
    assert found.events == (*FIRST, StoredEvent(version=3, body="x", nonce="nonce-2"))
    assert (found.setting, found.watch, found.invite, found.open) == ('{"a": "é\\u0000"}', "w", "i", True)
    assert found.ended is not None
    assert found.ended >= found.begun > 1_700_000_000
    assert set(found.seats) == set(SEATS)
    assert [each.seat for each in found.seats] == ["north", "south"]


def test_a_game_is_found_by_the_nonce_that_began_it_and_begins_once(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}", FIRST)
    store.games.begin("game", "nonce-1", "{}", FIRST)
    found = store.games.made_with("nonce-1")
    assert found is not None
    assert found.game == "game"
    assert store.games.made_with("nonce-2") is None
    assert store.games.load("other") is None
    for game, nonce in (("game", "nonce-2"), ("other", "nonce-1")):
        with pytest.raises(StoreError):
            store.games.begin(game, nonce, "{}", FIRST)
    assert store.games.load("other") is None


@pytest.mark.parametrize("name", ["no\0name", "no\ud800name", "", "' OR 1 = 1", "%s"])
def test_a_name_that_cannot_be_is_nobodys(store: Store, name: str) -> None:
    store.games.begin("game", "nonce-1", "{}", FIRST)
    assert store.games.load(name) is None
    assert store.games.seats(name) == ()
    assert store.games_of([name]) == ()


def test_the_same_events_again_are_stored_once(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}", FIRST)
    two = (StoredEvent(version=3, body="x", nonce="n"), StoredEvent(version=4, body="y"))
    for _ in range(3):
        store.games.append("game", two)
    assert events_of(store) == (*FIRST, *two)
    with pytest.raises(StoreError, match="4 is taken"):
        store.games.append("game", (two[1], StoredEvent(version=5, body="z", nonce="m")))
    assert events_of(store) == (*FIRST, *two)


def test_a_taken_version_is_refused_and_nothing_of_the_batch_is_kept(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}", FIRST)
    with pytest.raises(StoreError, match="Another server"):
        store.games.append("game", (StoredEvent(version=3, body="new"), StoredEvent(version=2, body="taken")))
    with pytest.raises(StoreError, match="cannot follow event 2"):
        store.games.append("game", (StoredEvent(version=4, body="beyond"),))
    assert events_of(store) == FIRST
    with pytest.raises(StoreError, match="There is no game"):
        store.games.append("other", (StoredEvent(version=1, body="new"),))


def test_a_nonce_counts_once_in_a_game_and_again_in_another(store: Store) -> None:
    for game in ("game", "other"):
        store.games.begin(game, f"nonce-{game}", "{}", FIRST)
        store.games.append(game, (StoredEvent(version=3, body="x", nonce="twice"),))
    with pytest.raises(StoreError):
        store.games.append("game", (StoredEvent(version=4, body="y", nonce="twice"),))
    assert len(events_of(store)) == 3


def test_a_seat_has_one_holder(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}", FIRST, SEATS[:1])
    assert store.games.take_seat("game", "north", "Bilal", "b")
    assert store.games.take_seat("game", "north", "Bilal", "b"), "the answer was lost"
    assert not store.games.take_seat("game", "north", "Chitra", "c")
    assert not store.games.take_seat("game", "south", "Chitra", "c")
    assert {(each.seat, each.hash) for each in store.games.seats("game")} == {("south", "a"), ("north", "b")}
    with pytest.raises(StoreError, match="There is no game"):
        store.games.take_seat("other", "north", "Bilal", "b")


def test_what_was_agreed_and_who_may_come_in_can_be_replaced(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}", FIRST, watch="w", invite="i")
    store.games.set_setting("game", '{"paused":true}')
    store.games.set_access("game", watch=None, invite="j", open=True)
    found = store.games.load("game")
    assert found is not None
    assert (found.setting, found.watch, found.invite, found.open) == ('{"paused":true}', None, "j", True)
    store.games.append("game", (), ended=True)
    ended = store.games.load("game")
    store.games.append("game", (), ended=False)
    again = store.games.load("game")
    assert ended is not None
    assert again is not None
    assert (ended.ended is None, again.ended) == (False, None)


def test_games_are_listed_for_who_holds_a_seat_the_last_begun_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(1_800_000_000, 1_800_001_000))
    monkeypatch.setattr("carrom.storage.event_store.time.time", lambda: next(clock))
    for number in range(3):
        store.games.begin(f"game-{number}", f"nonce-{number}", "{}", FIRST, SEATS)
    store.games.append("game-1", (StoredEvent(version=3, body="x"),))
    store.games.begin("game-9", "nonce-9", "{}", FIRST, (StoredSeat(seat="north", name="Dev", hash="d"),))
    found = store.games_of(["a", "b", "c"])
    assert [each.game for each in found] == ["game-2", "game-1", "game-0"]
    assert [each.version for each in found] == [2, 3, 2]
    assert found[1].last > found[1].begun
    assert {each.hash for each in found[0].seats} == {"a", "b"}
    assert store.games_of([]) == ()


def test_ties_are_kept_beside_games(store: Store) -> None:
    store.games.begin("same", "nonce", "{}", FIRST)
    store.ties.begin("same", "nonce", "{}", EVENTS, SEATS)
    store.ties.append("same", (StoredEvent(version=6, body="x"),))
    tie = store.ties.load("same")
    assert tie is not None
    assert len(tie.events) == 6
    assert events_of(store, "same") == FIRST


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE event SET body = 'event 4' WHERE game = 'one' AND version = 3", "event 3 is not as it was written"),
        ("UPDATE event SET nonce = NULL WHERE game = 'one' AND version = 5", "event 5 is not as it was written"),
        ("UPDATE event SET version = 9 WHERE game = 'one' AND version = 4", "event 4 is missing"),
        ("DELETE FROM event WHERE game = 'one' AND version = 3", "event 3 is missing"),
        ("DELETE FROM event WHERE game = 'one' AND version = 5", "event 5 is missing"),
        ("DELETE FROM event WHERE game = 'one'", "event 1 is missing"),
        ("UPDATE game SET version = 4 WHERE id = 'one'", "its row is not as it was written"),
        ("UPDATE game SET setting = '[]' WHERE id = 'one'", "its row is not as it was written"),
    ],
)
def test_a_damaged_game_is_said_to_be_damaged_and_never_goes_on(place: Place, damage: str, said: str) -> None:
    store = Store(place.where)
    for game in ("one", "two"):
        store.games.begin(game, f"nonce-{game}", "{}", EVENTS)
    place.run(damage)
    with pytest.raises(DamagedGame, match=f"The game one is damaged in .*{said}.* the other games can"):
        store.games.load("one")
    store.games.append("two", (StoredEvent(version=6, body="event 6"),))
    assert len(events_of(store, "two")) == 6
    if "UPDATE game" in damage:
        with pytest.raises(DamagedGame):
            store.games.append("one", (StoredEvent(version=6, body="event 6"),))
    store.close()


def test_of_two_writers_one_is_first_and_the_log_has_no_hole(place: Place) -> None:
    stores = [Store(place.where), Store(place.where)]
    stores[0].games.begin("game", "nonce", "{}")
    won: list[list[int]] = [[], []]

    def write(number: int) -> None:
        for version in range(1, 41):
            event = StoredEvent(version=version, body=f"by {number}", nonce=f"{number}-{version}")
            try:
                stores[number].games.append("game", (event,))
                won[number].append(version)
            except StoreError as late:
                assert "is taken" in str(late)

    together(write, 2)
    assert sorted(won[0] + won[1]) == list(range(1, 41)), "each version was won once"
    assert [event.body for event in events_of(stores[0])] == [f"by {int(v in won[1])}" for v in range(1, 41)]
    for store in stores:
        store.close()


def test_what_is_changed_at_the_same_time_is_not_undone(place: Place) -> None:
    stores = [Store(place.where) for _ in range(3)]
    stores[0].games.begin("game", "nonce", "{}")

    def change(number: int) -> None:
        for each in range(1, 16):
            match number:
                case 0:
                    stores[0].games.append("game", (StoredEvent(version=each, body="x"),))
                case 1:
                    stores[1].games.set_setting("game", f'{{"n":{each}}}')
                case _:
                    stores[2].games.set_access("game", watch=f"w{each}", invite=None, open=bool(each % 2))

    together(change, 3)
    found = stores[0].games.load("game")
    assert found is not None
    assert (len(found.events), found.setting, found.watch, found.open) == (15, '{"n":15}', "w15", True)
    for store in stores:
        store.close()


def test_many_threads_may_write(store: Store) -> None:
    def write(number: int) -> None:
        store.games.begin(f"game-{number}", f"nonce-{number}", "{}", FIRST)
        for version in range(3, 8):
            store.games.append(f"game-{number}", (StoredEvent(version=version, body="x"),))

    together(write, 12)
    assert all(len(events_of(store, f"game-{number}")) == 7 for number in range(12))


def test_events_say_with_which_they_were_told(place: Place, store: Store) -> None:
    store.games.begin("game", "nonce", "{}", FIRST)
    store.games.append("game", (StoredEvent(version=3, body="x"),))
    store.games.append("game", (StoredEvent(version=4, body="x"), StoredEvent(version=5, body="y")))
    answer = place.run("SELECT version, told FROM event ORDER BY version")
    assert answer == [(1, 2), (2, 2), (3, 3), (4, 5), (5, 5)]


def test_both_kinds_have_the_same_tables(tmp_path: Path) -> None:
    file, running = tmp_path / "games.db", server()
    Store(file).close()
    address = running.database()
    Store(address).close()
    with sqlite3.connect(file) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = {(table, row[1]) for table in tables for row in db.execute(f"PRAGMA table_info({table})")}
    db.close()
    with running.line(address.split("/")[3].split("?")[0]) as line:
        asked = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'carrom'"
        theirs = set(line.execute(asked).fetchall())
    assert theirs - ours == {("shape", "number")}, "in SQLite that stands in the file's header"
    assert ours <= theirs
    games = {name for kind in database.KINDS for name in (kind.word, kind.event, kind.seat)}
    assert {table for table, _ in ours} == {
        *games,
        *(rows.name for rows in BESIDE),
        *database.PASSING,
        "program",
    }, "every table goes where games go"
    for rows in BESIDE:
        assert {column for table, column in ours if table == rows.name} == set(rows.columns)


def test_a_game_of_another_name_has_another_first_link(store: Store) -> None:
    store.games.begin("game", "nonce", "{}", FIRST)
    found = store.database.view(lambda ask: database.written(ask, database.GAMES, "game"))
    assert found is not None
    assert found.row.root == root("game", "{}")
    assert [entry.linked[:3] for entry in found.entries] == [(each.version, each.nonce, each.body) for each in FIRST]


def together(work: Callable[[int], None], number: int) -> None:
    """Run `work` in this number of threads, and fail if one of them fails."""
    faults: list[BaseException] = []

    def guarded(each: int) -> None:
        try:
            work(each)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(each,)) for each in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_who_knows_a_part_of_a_game_reads_what_has_come_since(store: Store) -> None:
    before = store.games.begin("game", "nonce-1", "{}", FIRST, moment=Timestamps(1, 2))
    assert store.games.news("game", before) == Tail(mark=before, setting="{}", told=(), seats=(), ended=None)
    three = StoredEvent(version=3, body="x", nonce="n3")
    pair = StoredEvent(version=4, body="y"), StoredEvent(version=5, body="z", nonce="n5")
    store.games.append("game", (three,), moment=Timestamps(10, 20))
    store.games.append("game", pair, moment=Timestamps(30, 40), ended=True)
    last, agreed = store.games.change_setting("game", lambda text, version: f"{text} at {version}")
    assert agreed == "{} at 5"
    news = store.games.news("game", before)
    assert news is not None
    assert news.told == (EventBatch((three,), Timestamps(10, 20)), EventBatch(pair, Timestamps(30, 40)))
    assert (news.mark, news.setting, news.ended is None) == (last, "{} at 5", False)
    found = store.games.load("game")
    assert found is not None
    assert (found.mark, found.moment) == (last, Timestamps(30, 40))


def test_a_log_that_has_lost_what_somebody_knows_has_no_news_of_it(store: Store) -> None:
    first = store.games.begin("game", "nonce-1", "{}")
    known = store.games.append("game", EVENTS[:2])
    assert store.games.news("game", changed(known, head=b"another")) is None
    assert store.games.news("game", changed(known, version=3)) is None
    store.games.append("game", EVENTS[2:3])
    assert store.games.news("game", changed(known, head=b"another")) is None
    news = store.games.news("game", first)
    assert news is not None
    assert [answer.events[0].version for answer in news.told] == [1, 3]
    with pytest.raises(StoreError, match="There is no game other"):
        store.games.news("other", known)


def test_news_that_do_not_follow_on_what_is_known_are_damage(place: Place, store: Store) -> None:
    known = store.games.begin("game", "nonce-1", "{}", FIRST)
    store.games.append("game", (StoredEvent(version=3, body="x"),))
    place.run("UPDATE event SET body = 'y' WHERE version = 3")
    with pytest.raises(DamagedGame, match="what follows event 2 is not as it was written"):
        store.games.news("game", known)


def test_the_same_events_of_another_moment_are_somebody_elses(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}")
    mark = store.games.append("game", EVENTS[:1], moment=Timestamps(1, 2))
    assert store.games.append("game", EVENTS[:1], moment=Timestamps(1, 2)) == mark
    with pytest.raises(Conflict, match="1 is taken"):
        store.games.append("game", EVENTS[:1], moment=Timestamps(1, 3))


def test_a_nonce_that_another_process_has_used_is_overtaken(store: Store) -> None:
    store.games.begin("game", "nonce-1", "{}")
    with pytest.raises(Conflict):
        store.games.begin("other", "nonce-1", "{}")
    store.games.append("game", EVENTS[:1])
    with pytest.raises(Conflict):
        store.games.append("game", (StoredEvent(version=2, body="again", nonce="nonce-1"),))
