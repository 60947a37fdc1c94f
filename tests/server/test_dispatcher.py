"""The event dispatcher; the order in which parts of the server subscribe does not matter."""

import ast
import asyncio
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from server.seeks.test_lobby_service import ANNA, BEN, Clock, Process, rated_game

from carrom.server.common import (
    ConnectionsClosing,
    Dispatcher,
    GameCreated,
    LobbyChanged,
    ServerLimits,
    ServerStopping,
    announce_shutdown,
)
from carrom.server.http.event_stream import EventStream
from carrom.server.http.games import Streams
from carrom.server.lobby.lobby import LobbyService
from carrom.server.lobby.results import GameEndListener
from carrom.server.ops.bus import InProcess
from carrom.server.play import services
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import EventsAppended, GameEnded
from carrom.server.play.ties import TieRegistry
from carrom.storage.store import Store

SERVER = Path(__file__).resolve().parents[2] / "src" / "carrom" / "server"
PARTS: dict[str, Callable[[Any], Any]] = {
    "ties": lambda at: TieRegistry(at.store.ties, at.registry, ServerLimits()),
    "event stream": lambda at: EventStream(at.registry, at.store, Streams(1)),
    "ratings": lambda at: GameEndListener(at.store, at.registry),
}


def test_an_event_reaches_every_handler_of_its_type_and_no_other() -> None:
    dispatcher, heard = Dispatcher(), list[object]()
    dispatcher.subscribe(GameCreated, heard.append)
    dispatcher.subscribe(GameCreated, heard.append)
    dispatcher.subscribe(LobbyChanged, heard.append)
    dispatcher.publish(GameCreated("game-0001"))
    dispatcher.publish(ServerStopping())
    assert heard == [GameCreated("game-0001"), GameCreated("game-0001")]


def test_a_handler_that_fails_is_logged_and_keeps_no_event_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    dispatcher, heard = Dispatcher(), list[object]()

    def fails(_: LobbyChanged) -> None:
        raise ValueError("it failed")

    dispatcher.subscribe(LobbyChanged, fails)
    dispatcher.subscribe(LobbyChanged, heard.append)
    dispatcher.publish(LobbyChanged())
    asyncio.run(dispatcher.publish_and_wait(LobbyChanged()))
    assert heard == [LobbyChanged(), LobbyChanged()]
    assert caplog.text.count("A handler of LobbyChanged failed.") == 2


def test_a_shutdown_waits_until_connections_are_closed_and_closes_none_without_a_drain() -> None:
    dispatcher, heard = Dispatcher(), list[object]()

    async def close(event: ConnectionsClosing) -> None:
        await asyncio.sleep(0.01)
        heard.append(event)

    dispatcher.subscribe(ConnectionsClosing, close)
    dispatcher.subscribe(ServerStopping, heard.append)
    asyncio.run(announce_shutdown(dispatcher, 5))
    asyncio.run(announce_shutdown(dispatcher))
    assert heard == [ServerStopping(), ConnectionsClosing(5), ServerStopping()]


def test_an_asynchronous_handler_is_not_forgotten_by_an_event_that_does_not_wait() -> None:
    dispatcher = Dispatcher()
    waiting = asyncio.Future[None](loop=asyncio.new_event_loop())
    dispatcher.subscribe(LobbyChanged, lambda _: waiting)
    with pytest.raises(AssertionError, match="publish_and_wait"):
        dispatcher.publish(LobbyChanged())


@pytest.mark.parametrize("order", list(permutations(PARTS)), ids=", ".join)
def test_a_rated_game_is_rated_in_whatever_order_the_parts_subscribe(order: tuple[str, ...], tmp_path: Path) -> None:
    async def work() -> None:
        at = Process.__new__(Process)
        at.store = Store(tmp_path / "games.db")
        at.registry = GameRegistry(at.store, ServerLimits(), Random(1), Clock())
        heard: list[str] = []
        for kind in (EventsAppended, GameEnded):
            at.registry.dispatcher.subscribe(kind, lambda event: heard.append(type(event).__name__))
        at.lobby = LobbyService(at.store, at.registry, InProcess())
        made = {name: PARTS[name](at) for name in order}
        at.rater = made["ratings"]
        game = await rated_game(at, ANNA, BEN, 8, BEN)
        assert at.lobby.ratings.is_rated(game)
        assert heard.count("GameEnded") == 1
        assert heard[-2:] == ["EventsAppended", "GameEnded"]
        await at.close()

    asyncio.run(work())


def test_every_event_of_a_game_has_a_subscriber() -> None:
    kinds = ("EventsAppended", "GameEnded", "AgreementsChanged", "PlayersChanged")
    assert all(isinstance(getattr(services, kind), type) for kind in kinds)
    text = "\n".join(path.read_text() for path in SERVER.rglob("*.py") if path.name != "services.py")
    for kind in kinds:
        assert f"publish({kind}(" in text
        assert text.count(kind) > 2


def test_no_part_of_the_server_is_given_a_callback_after_it_was_made() -> None:
    found = [
        f"{path.relative_to(SERVER)}: {ast.unparse(target)}"
        for path in SERVER.rglob("*.py")
        for target, value in _assigned(ast.parse(path.read_text()))
        if _is_callback(value)
    ]
    assert found == []


def _assigned(tree: ast.AST) -> list[tuple[ast.Attribute, ast.expr]]:
    """Return every assignment to an attribute of an object other than `self`, with its value."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            found += [(each, value) for each, value in pairs if isinstance(each, ast.Attribute) and not _is_self(each)]
    return found


def _is_self(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")


def _is_callback(value: ast.expr) -> bool:
    """Return whether an expression looks like a function: a lambda, a partial, or a method that is not called."""
    if isinstance(value, ast.IfExp):
        return _is_callback(value.body) or _is_callback(value.orelse)
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "partial"
    own = isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name | ast.Attribute)
    return isinstance(value, ast.Lambda) or (own and ast.unparse(value).startswith("self._") and value.attr[0] == "_")


@pytest.mark.parametrize(
    "line",
    ["lobby.heard = lambda room: None", "a.b, a.told = 1, self._cut_off", "connection.who = partial(who, word)"],
)
def test_a_callback_that_is_set_later_is_found(line: str) -> None:
    assert any(_is_callback(value) for _, value in _assigned(ast.parse(line)))
