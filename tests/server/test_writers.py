"""Threads that compute strokes never write to disk: a slow disk delays no stroke."""

import asyncio
import threading
from random import Random
from typing import Any

import pytest
from agreed import INVITE, new_game

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.server.common import ServerLimits
from carrom.server.play.registry import GameRegistry
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import Store

SOUTH = Seat.SOUTH


def test_what_is_begun_taken_struck_and_agreed_is_written_by_threads_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writers: dict[str, set[str]] = {}
    for name in ("add", "grow", "sit", "write"):
        before = getattr(Sqlite, name)

        def noted(self: Sqlite, *given: Any, _name: str = name, _before: Any = before) -> Any:
            writers.setdefault(_name, set()).add(threading.current_thread().name.rpartition("-")[0] or "main")
            return _before(self, *given)

        monkeypatch.setattr(Sqlite, name, noted)

    async def evening() -> None:
        here = GameRegistry(Store(":memory:"), ServerLimits(), Random(1), lambda: 1_800_000_000_000)
        who = {SOUTH: protocol.Who.ME, Seat.NORTH: protocol.Who.LINK}
        seats = tuple(protocol.SeatPlan(seat=seat, who=each) for seat, each in who.items())
        terms = protocol.Terms(seats=seats, first_break=SOUTH)
        begun = await here.begin(new_game(nonce="n" * 16, terms=terms))
        game, mine = begun.table.room.name, frozenset({SOUTH})
        table = (await here.join(protocol.Join(nonce="j" * 16, game=game, invite=INVITE, key="k" * 16))).table

        def said() -> dict[str, Any]:
            return {"nonce": f"nonce{table.room.version:012}", "version": table.room.version, "seat": SOUTH}

        await table.submit(protocol.Strike(**said(), stroke=Stroke(0, 0, 700_000)), mine)
        await table.submit(protocol.Resign(**said(), what=protocol.Length.MATCH), mine)
        await table.submit(protocol.Rematch(**said()), mine)
        await asyncio.gather(*table.log.tasks)
        await here.close()

    asyncio.run(evening())
    assert {"add", "grow", "sit"} <= set(writers)
    assert set().union(*writers.values()) == {"append"}
