"""The background check of player names against the database stops quietly with the event loop."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import pytest

from carrom.server.people import accounts
from carrom.server.people.accounts import Renames


def test_a_comparison_after_the_threads_have_ended_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accounts, "EVERY", 0.01)
    asked: list[object] = []

    def ask(*words: object) -> object:
        asked.append(words)
        return [("id", "Asha")]

    bus = SimpleNamespace(subscribe=lambda *_: lambda: None, publish=lambda *_: None)
    database = SimpleNamespace(ask=ask)
    shown = SimpleNamespace(door=SimpleNamespace(seats=(SimpleNamespace(account="id", called="Asha"),)))

    async def work() -> None:
        names = Renames(cast(Any, database), cast(Any, bus), lambda: None, lambda: {"game": cast(Any, shown)})
        names.begin()
        while not asked:
            await asyncio.sleep(0.01)
        await asyncio.get_running_loop().shutdown_default_executor()
        await asyncio.sleep(0.1)
        await names.close()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(work())
    assert [record.message for record in caplog.records if record.name == "carrom.server"] == []


def test_a_fault_of_the_database_is_still_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accounts, "EVERY", 0.01)

    def ask(*_: object) -> object:
        raise RuntimeError("a wrong cursor")

    bus = SimpleNamespace(subscribe=lambda *_: lambda: None, publish=lambda *_: None)
    shown = SimpleNamespace(door=SimpleNamespace(seats=(SimpleNamespace(account="id", called="Asha"),)))

    async def work() -> None:
        database = SimpleNamespace(ask=ask)
        names = Renames(cast(Any, database), cast(Any, bus), lambda: None, lambda: {"game": cast(Any, shown)})
        names.begin()
        await asyncio.sleep(0.2)
        await names.close()

    asyncio.run(work())
    assert "comparing the names in memory" in caplog.text
