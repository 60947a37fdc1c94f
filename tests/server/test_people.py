"""Authentication of requests: session cookies, API tokens, seats owned by an account; on both databases."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from agreed import KEY, friends, new_game
from starlette.datastructures import Headers

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import StoreError
from carrom.server.common import ServerLimits
from carrom.server.ops.backup import backup, check
from carrom.server.ops.transfer import compare, export_to, import_from
from carrom.server.people.models import Account, Session, Token, added, done
from carrom.server.people.sessions import PLAIN_COOKIE, SAFE_COOKIE, Authenticator, Person, Scope
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import StoredSeat
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tokens import hashed

from .places import KINDS, Place, place_of

NOW = 1_800_000_000
ASHA = Account("id-of-asha", "Asha", "asha", "asha", 0, "", "open", NOW, 0)
BILAL = Account("id-of-bilal", "Bilal", "bilal", "bilal", 1, "", "open", NOW, 0)
WORD, TOKEN = "w" * 43, "carrom_" + "t" * 43
ROWS = (
    ASHA,
    BILAL,
    Session(hashed(WORD), ASHA.id, "Firefox", NOW, NOW, NOW + 100),
    Token(hashed(TOKEN), BILAL.id, "my bot", "play bot", NOW, NOW, NOW + 100),
)


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    opened = Store(place.where)
    done(opened.database, *(added(row) for row in ROWS))
    yield opened
    opened.close()


def brought(store: Store, now: int = NOW, **headers: str) -> Person | None:
    known = Authenticator(store.database, lambda: now).known(Headers(headers))
    return None if known is None else known.person


def test_a_session_in_either_cookie_says_who_it_is_until_it_expires(store: Store) -> None:
    asha = Person("id-of-asha", "Asha")
    for name in (SAFE_COOKIE, PLAIN_COOKIE):
        assert brought(store, cookie=f"other=1; {name}={WORD}") == asha
    assert brought(store, cookie=f"{PLAIN_COOKIE}=another; {SAFE_COOKIE}={WORD}") == asha
    assert brought(store, cookie=f"{PLAIN_COOKIE}={WORD}; {SAFE_COOKIE}=another") is None
    assert brought(store, NOW + 100, cookie=f"{PLAIN_COOKIE}={WORD}") is None
    assert brought(store) is None


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(
    ("headers", "counts"),
    [
        ({}, True),
        ({"origin": "https://carrom.example.org"}, True),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://carrom.example.org"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, False),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, True),
    ],
)
def test_a_cookie_counts_from_this_servers_own_pages_alone(store: Store, headers: dict[str, str], counts: bool) -> None:
    brought_by = {"host": "carrom.example.org", "cookie": f"{SAFE_COOKIE}={WORD}", **headers}
    known = Authenticator(store.database, lambda: NOW).known(Headers(brought_by))
    assert (known is not None) is counts


def test_a_wrong_word_is_a_guests(store: Store) -> None:
    for word in ("", "x", "w" * 44, "é" * 43, "w" * 5000, "' OR 1=1 --", "w" * 42 + '"'):
        sent = word.encode().decode("latin-1")
        assert brought(store, cookie=f"{SAFE_COOKIE}={sent}") is None
        assert brought(store, authorization=f"Bearer carrom_{sent}") is None


def test_a_program_may_do_what_its_token_says_and_changes_no_account(store: Store) -> None:
    known = Authenticator(store.database, lambda: NOW).known(Headers({"authorization": f"Bearer {TOKEN}"}))
    assert known is not None
    assert known.person == Person("id-of-bilal", "Bilal", True)
    assert known.scopes == {Scope.PLAY, Scope.BOT}
    assert not known.may(Scope.SEEKS)
    assert not known.is_page
    assert brought(store, NOW + 100, authorization=f"Bearer {TOKEN}") is None
    assert brought(store, authorization=f"Basic {TOKEN}") is None


def test_the_key_of_a_game_is_no_programs_token(store: Store) -> None:
    done(store.database, ("UPDATE api_token SET hash = ? WHERE hash = ?", (hashed(KEY), hashed(TOKEN))))
    assert brought(store, authorization=f"Bearer {KEY}") is None


def test_a_closed_account_opens_nothing(store: Store) -> None:
    done(store.database, ("UPDATE account SET state = ?", ("closed",)))
    assert brought(store, cookie=f"{SAFE_COOKIE}={WORD}") is None
    assert brought(store, authorization=f"Bearer {TOKEN}") is None


def test_the_day_of_its_last_use_is_kept_and_written_once_a_day(store: Store) -> None:
    later = NOW + 90_000
    done(store.database, ("UPDATE session SET expires = ?", (NOW + 1_000_000,)))
    for now in (NOW + 5, later, later + 5):
        brought(store, now, cookie=f"{SAFE_COOKIE}={WORD}")
    assert store.database.ask("SELECT used FROM session", ()) == [(later,)]


def test_a_seat_is_opened_by_its_key_and_by_its_account(store: Store) -> None:
    async def evening() -> None:
        here = GameRegistry(store, ServerLimits(), Random(1), lambda: NOW * 1000)
        begun = await here.begin(new_game(), ASHA.id)
        name = begun.table.room.name
        for request, account in ((KEY, None), (None, ASHA.id), (KEY, BILAL.id), (KEY, ASHA.id)):
            found = await here.resume(protocol.Resume(game=name, key=request), account)
            assert found.yours == (Seat.SOUTH, Seat.NORTH)
        for account in (None, BILAL.id):
            with pytest.raises(CommandRefused):
                await here.resume(protocol.Resume(game=name), account)
        again = GameRegistry(store, ServerLimits(), Random(1), lambda: NOW * 1000)
        assert (await again.resume(protocol.Resume(game=name), ASHA.id)).yours == (Seat.SOUTH, Seat.NORTH)
        await here.close()
        await again.close()

    asyncio.run(evening())
    assert [each.setting != "" for each in store.games_of_account(ASHA.id)] == [True]
    assert store.games_of_account(BILAL.id) == ()


def test_a_seat_that_becomes_somebodys_elsewhere_opens_for_him_at_a_table_that_stands(store: Store) -> None:
    async def evening() -> None:
        here = GameRegistry(store, ServerLimits(), Random(1), lambda: NOW * 1000)
        name = (await here.begin(new_game(friends()))).table.room.name
        done(store.database, ("UPDATE seat SET account = ? WHERE game = ?", (ASHA.id, name)))
        assert (await here.resume(protocol.Resume(game=name), ASHA.id)).yours == (Seat.SOUTH, Seat.NORTH)
        await here.close()

    asyncio.run(evening())


def test_accounts_go_wherever_the_games_go(place: Place, store: Store, tmp_path: Path) -> None:
    store.games.begin("game", "nonce", "{}")
    text, second, copy = tmp_path / "all.jsonl", tmp_path / "second" / "games.db", tmp_path / "copy.db"
    assert export_to(place.where, text) == (1, ())
    assert WORD not in text.read_text()
    assert import_from(text, second) == (1, 0, ())
    assert import_from(text, second) == (0, 1, ())
    assert compare(place.where, second) == ()
    backup(second, copy)
    assert check(copy).damage == ()
    assert compare(copy, text) == ()
    done(store.database, ("UPDATE account SET name = ? WHERE id = ?", ("Aisha", ASHA.id)))
    assert compare(place.where, second) == ("the account id-of-asha differs",)
    assert (
        import_from(second, place.where)[2] == ("the account id-of-asha exists already, but differs",)
        if (isinstance(place.where, str))
        else True
    )


def test_of_two_accounts_of_one_name_one_is_left_out_of_an_import_with_what_hangs_on_it(tmp_path: Path) -> None:
    for folder, id in (("one", "first"), ("two", "second")):
        store = Store(tmp_path / folder / "games.db")
        session = Session(hashed(id), id, "", NOW, NOW, NOW)
        done(store.database, added(Account(id, "Asha", "asha", "asha", 0, "", "open", NOW, 0)), added(session))
        store.close()
    left = import_from(tmp_path / "one" / "games.db", tmp_path / "two" / "games.db")[2]
    assert [line.split(" cannot")[0] for line in left] == ["the account first", f"the session {hashed('first')[:16]}"]


def test_statements_are_done_together_or_not_at_all(store: Store) -> None:
    new = Account("new", "New", "new", "new", 0, "", "open", NOW, 0)
    taken = ("INSERT INTO closed_name VALUES (?, ?)", ("x", NOW))
    store.database.write(taken)
    with pytest.raises(StoreError):
        store.database.write(added(new), taken)
    assert store.database.ask("SELECT id FROM account WHERE id = ?", ("new",)) == []
    answer = ("UPDATE account SET muted = ? WHERE id = ? RETURNING name", (5, ASHA.id))
    assert store.database.write(answer) == [("Asha",)]


def test_a_seat_is_read_with_what_its_account_is_called_now_and_whether_a_program_plays_in_it(store: Store) -> None:
    seats = [StoredSeat(seat="south", name="A", hash="a", account=ASHA.id), StoredSeat(seat="west", name="C", hash="c")]
    store.games.begin("game", "nonce", "{}", (), seats)
    assert store.games.take_seat("game", "north", "B", "b", BILAL.id)
    answer = {each.seat: (each.called, each.bot) for each in store.games.seats("game")}
    assert answer == {"south": ("Asha", False), "north": ("Bilal", True), "west": ("", False)}
    done(store.database, ("UPDATE account SET state = ? WHERE id = ?", ("closed", BILAL.id)))
    loaded = store.games.load("game")
    assert loaded is not None
    assert {each.seat: (each.called, each.bot) for each in loaded.seats} == answer | {"north": ("", True)}
