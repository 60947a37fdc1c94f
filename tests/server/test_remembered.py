"""Repeated messages are built once and cached."""

from typing import Any

import pytest

from carrom import protocol
from carrom.game.events import Event
from carrom.tables.commands import CommandHandler
from carrom.tables.history import TableHistory
from carrom.tables.snapshots import EncodedReplay, ReplayCache, raw

from .test_room import NOW, Table


def test_a_snapshot_that_is_asked_for_again_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.strike()
    first = table.room.snapshot(NOW)

    def fails(*_: Any, **__: Any) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(CommandHandler, "state", fails)
    monkeypatch.setattr("carrom.tables.history.past_of", fails)
    assert table.room.snapshot(NOW) == first


def test_a_replay_is_simulated_once_however_many_ask() -> None:
    table, films = Table(), ReplayCache()
    table.strike()
    table.strike()
    made = []
    make = table.room._film

    def counted(number: int) -> EncodedReplay:
        made.append(number)
        return make(number)

    table.room._film = counted  # type: ignore[method-assign]
    answers = [
        protocol.decode_server(table.room.replayed(protocol.Replay(nonce=nonce * 16, stroke=stroke), films))
        for nonce, stroke in (("a", 1), ("b", 1), ("c", 2), ("d", 1))
    ]
    assert made == [1, 2]
    message = [each for each in answers if isinstance(each, protocol.Replayed)]
    assert [each.nonce[0] for each in message] == ["a", "b", "c", "d"]
    assert message[0].motion == message[1].motion
    assert message[0].past != message[2].past


def test_the_replay_asked_for_longest_ago_is_forgotten_first() -> None:
    films, made = ReplayCache(most=2), []

    def film(number: int) -> EncodedReplay:
        def make() -> EncodedReplay:
            made.append(number)
            return EncodedReplay(*(raw(None) for _ in range(6)))

        return films.film("game-0001", number, number, make)

    for number in (1, 2, 1, 3, 1, 2):
        film(number)
    assert made == [1, 2, 3, 2]


def test_a_replay_folds_its_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.strike()
    table.strike()
    fold, folded = TableHistory.fold, []

    def counted(events: tuple[Event, ...]) -> TableHistory:
        folded.append(len(events))
        return fold(events)

    monkeypatch.setattr(TableHistory, "fold", counted)
    shown = protocol.decode_server(table.room.replayed(protocol.Replay(nonce="a" * 16, stroke=2)))
    assert isinstance(shown, protocol.Replayed)
    assert len(folded) == 1
    assert shown.state == table.snapshot().state
