"""Open connections end with their session or token, whichever process ends it, even without a bus."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from carrom.server.http.router import JsonResponse
from carrom.server.ops.bus import InProcess
from carrom.server.people.accounts import LASTS, AccountService, SessionMonitor, password_of
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount
from carrom.server.people.sessions import Scope, new_id
from carrom.server.people.usernames import named
from carrom.storage.database import Database
from carrom.storage.store import database_at
from carrom.tokens import hashed

from .places import KINDS, place_of

NOW = 1_000_000


class Two:
    """Two processes on one database, with or without a bus between them, and a signed-in person."""

    def __init__(self, database: Database, *, bus: bool) -> None:
        self.now = NOW
        self.people = AccountService(database, lambda: self.now)
        shared = InProcess()
        self.both = [
            SessionMonitor(database, shared if bus else InProcess(), lambda: self.now),
            SessionMonitor(database, shared if bus else InProcess(), lambda: self.now),
        ]
        self.ends: list[str] = []

    def asha(self) -> str:
        """Sign up a person, and return the hash of their session."""
        signed = self.people.sign_up(named("Asha"), password_of(new_id(), "hash", NOW), "Firefox")
        return hashed(signed.word)

    def opened(self, at: int, hash: str, name: str) -> None:
        self.both[at].opened(hash, lambda: self.ends.append(name))


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    found = database_at(place_of(request.param, tmp_path).where)
    yield found
    found.close()


async def until_ended(two: Two, *names: str) -> None:
    async with asyncio.timeout(10):
        while two.ends != list(names):
            await asyncio.sleep(0.005)


def test_a_session_that_is_ended_at_one_process_ends_its_lines_at_another_by_a_hint(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrom.server.people.accounts.EVERY", 3600.0)

    async def run() -> None:
        two = Two(database, bus=True)
        hash = await asyncio.to_thread(two.asha)
        for each in two.both:
            each.begin()
        two.opened(0, hash, "here")
        two.opened(1, hash, "there")
        account = two.people.called("Asha")
        assert account is not None
        two.both[0].ended(await asyncio.to_thread(OwnAccount(two.people).end_sessions, account.id, hash))
        assert two.ends == ["here"]
        await until_ended(two, "here", "there")
        for each in two.both:
            await each.close()

    asyncio.run(run())


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("how", ["closed at a terminal", "deleted", "run out"])
def test_what_the_bus_does_not_tell_the_database_does(
    database: Database, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("carrom.server.people.accounts.EVERY", 0.02)

    async def run() -> None:
        two = Two(database, bus=False)
        hash = await asyncio.to_thread(two.asha)
        two.both[1].begin()
        two.opened(1, hash, "there")
        account = two.people.called("Asha")
        assert account is not None
        await asyncio.sleep(0.1)
        assert two.ends == [], "a session that is good keeps its lines"
        if how == "closed at a terminal":
            await asyncio.to_thread(Moderation(two.people).close, OPERATOR, account, "a test")
        elif how == "deleted":
            await asyncio.to_thread(OwnAccount(two.people).delete, account)
        else:
            two.now += LASTS
        await until_ended(two, "there")
        await two.both[1].close()

    asyncio.run(run())


def test_a_token_that_is_ended_ends_its_streams_and_no_others(database: Database) -> None:
    async def run() -> None:
        two = Two(database, bus=False)
        await asyncio.to_thread(two.asha)
        account, own = two.people.called("Asha"), OwnAccount(two.people)
        assert account is not None
        words = [
            await asyncio.to_thread(own.new_token, account, label, [Scope.PLAY], 1) for label in ("one", "another")
        ]
        for word in words:
            two.opened(0, hashed(word), word)
        await asyncio.to_thread(own.end_token, account.id, hashed(words[0]))
        await two.both[0].look()
        assert two.ends == [words[0]]

    asyncio.run(run())


def test_a_line_that_has_closed_by_itself_is_not_ended_again(database: Database) -> None:
    async def run() -> None:
        two = Two(database, bus=False)
        forget = two.both[0].opened("gone", lambda: two.ends.append("gone"))
        forget()
        forget()
        await two.both[0].look()
        assert two.ends == []

    asyncio.run(run())


def test_a_stream_that_is_cut_ends_whole_and_is_forgotten() -> None:
    async def run() -> None:
        sent: list[Any] = []
        left: list[str] = []

        async def lines() -> AsyncIterator[bytes]:
            yield b"first\n"
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)
            if message.get("body") == b"first\n":
                texts.end()

        async def receive() -> Any:
            await asyncio.Event().wait()

        texts = JsonResponse(lines(), lambda: left.append("the lines"))
        texts.whenever_left(lambda: left.append("the session"))
        await asyncio.wait_for(texts({"type": "http"}, receive, send), 10)
        assert [each["type"] for each in sent] == ["http.response.start", *2 * ["http.response.body"]]
        assert [each.get("more_body") for each in sent[1:]] == [True, False]
        assert left == ["the lines", "the session"]

    asyncio.run(run())
