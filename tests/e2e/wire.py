"""Create games over the websocket protocol and open them in a browser, with any terms, seats and screens."""

import json
import re
import secrets
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocketRoute, expect
from websockets.sync.client import ClientConnection, connect

from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.protocol import (
    Accepted,
    Joined,
    NewGame,
    Refused,
    Replayed,
    SeatPlan,
    ServerMessage,
    Snapshot,
    State,
    Strike,
    Terms,
    Who,
    decode_server,
    encode,
)

PLACES = {1: (Seat.SOUTH,), 2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: SEATS}
NAMES = {Seat.SOUTH: "Asha", Seat.EAST: "Ravi", Seat.NORTH: "Meena", Seat.WEST: "Dev"}


def terms(count: int = 2, who: Who = Who.HERE, first: Seat | None = Seat.SOUTH, **more: Any) -> Terms:
    """Return terms for people: Asha south, and all other seats of the same kind."""
    seats = tuple(
        SeatPlan(seat=seat, who=Who.ME if seat is Seat.SOUTH else who, name=NAMES[seat]) for seat in PLACES[count]
    )
    return Terms(seats=seats, first_break=first, **more)


def retold(socket: WebSocketRoute, changed: Callable[[str], str]) -> None:
    """Intercept the page's websocket and pass each server message through `changed`."""

    def hear(text: str | bytes) -> None:
        socket.send(changed(text if isinstance(text, str) else zlib.decompress(text, -zlib.MAX_WBITS).decode()))

    socket.connect_to_server().on_message(hear)


class Wire:
    """A websocket client of the server, speaking the protocol as a page does."""

    def __init__(self, address: str) -> None:
        self._open = ExitStack()
        address = re.sub("^http", "ws", address) + "ws"
        self.line: ClientConnection = self._open.enter_context(connect(address, max_size=None))
        self.heard: list[ServerMessage] = []
        self.words: dict[str, Any] = {}
        self.state: State | None = None
        self.version = 0

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def begin(self, terms: Terms) -> dict[str, Any]:
        """Start a game; return its id, seats and tokens, as a page stores them."""
        words = {word: secrets.token_urlsafe(32) for word in ("key", "invite", "watch")}
        self.say(NewGame(nonce=nonce(), terms=terms, **words))
        joined = self.until(Joined, Refused)
        assert isinstance(joined, Joined), joined
        self.words = {"game": joined.game, "yours": list(joined.yours), **words}
        self.until(Snapshot)
        return self.words

    def act(self, kind: type[Any], **more: Any) -> None:
        """Send a command for the latest version and wait for its acceptance; `AssertionError` if it is refused."""
        name = nonce()
        self.say(kind(nonce=name, version=self.version, **more))
        answer = self.until(Accepted, Refused, nonce=name)
        assert isinstance(answer, Accepted), answer

    def until(self, *kinds: type[Any], **fields: Any) -> Any:
        """Receive messages until one of these kinds with these fields arrives; return it."""
        while True:
            message = self.hear()
            if isinstance(message, kinds) and all(getattr(message, name) == value for name, value in fields.items()):
                return message

    def hear(self, timeout: float = 30) -> ServerMessage:
        """Receive one message, waiting at most `timeout` seconds."""
        message = decode_server(self.line.recv(timeout))
        self.heard.append(message)
        if hasattr(message, "state") and hasattr(message, "version") and not isinstance(message, Replayed):
            self.state, self.version = message.state, message.version
        return message

    def say(self, message: Any) -> None:
        """Send one message."""
        self.line.send(encode(message))


def nonce() -> str:
    """Return a new random nonce for a command."""
    return secrets.token_hex(16)


def sit(page: Page, address: str, words: dict[str, Any], fragment: str = "") -> None:
    """Open a game in a browser that stores these keys to it."""
    stored = json.dumps(words)
    page.goto(f"{address}settings")
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [f"carrom.game.{words['game']}", stored])
    page.goto(f"{address}game/{words['game']}{fragment}")
    expect(page.get_by_test_id("turn")).to_be_visible()


def record(address: str, words: dict[str, Any]) -> GameHistory:
    """Fetch the current record of a game and return its history."""
    headers = {"authorization": f"Bearer {words['key']}"}
    answer = httpx.get(f"{address}games/{words['game']}.carrom", headers=headers)
    answer.raise_for_status()
    return read_record(answer.text)


def strike(wire: Wire, seat: Seat, **stroke: int) -> None:
    """Play a stroke; the default is straight ahead at 3 m/s."""
    wire.act(Strike, seat=seat, stroke=Stroke(**{"x": 0, "vx": 0, "vy": 3_000_000, **stroke}))
