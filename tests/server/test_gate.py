"""Connection limits over real sockets: endless headers, partial requests, idle connections, too many per address."""

import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from server.serving import begun, heard, page, struck
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.observability import Metrics
from carrom.protocol import encode
from carrom.server.common import Dispatcher, RateLimit, ServerLimits
from carrom.server.http.security import SECURITY_HEADERS, ConnectionLimits, Proxies
from carrom.server.ops.app import Health, application
from carrom.server.ops.run import listening, uvicorn_for
from carrom.server.people.routes import Accounts
from carrom.storage.store import Store

GENEROUS = {"requests": RateLimit(1e6, 1e6), "messages": RateLimit(1e6, 1e6), "new_games": RateLimit(1e6, 1e6)}


class Running:
    """A server in a thread of this process."""

    def __init__(self, static: Path, proxies: tuple[str, ...] = (), **limits: object) -> None:
        self.limits = ServerLimits(**{**GENEROUS, **limits})  # type: ignore[arg-type]
        self.listener, self.store = listening("127.0.0.1", 0), Store(":memory:")
        self.port = self.listener.getsockname()[1]
        trusted = Proxies(proxies)
        self.gateway = ConnectionLimits(self.limits, trusted)
        health = Health(Metrics("test"), self.store.answers, Proxies())
        accounts = Accounts(self.store.database)
        options = {"health": health, "accounts": accounts, "sheets": static.parent / "sheets"}
        app = application(self.store, static=static, limits=self.limits, proxies=trusted, **options)
        self.server: uvicorn.Server = uvicorn_for(app, self.gateway, Dispatcher())
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]})
        self.thread.start()
        until(lambda: self.server.started)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def raw(self, said: bytes = b"") -> socket.socket:
        """Open a TCP connection and send bytes."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        line.sendall(said)
        return line

    def get(self, path: str = "/", **headers: str) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", headers=headers, timeout=5)

    @contextlib.contextmanager
    def line(self, address: str | None = None) -> Iterator[ClientConnection]:
        """Open a websocket, optionally with a proxy's header for a client address."""
        headers = {"x-forwarded-for": address} if address else None
        with connect(f"ws://127.0.0.1:{self.port}/ws", additional_headers=headers, close_timeout=1) as line:
            heard(line)
            yield line


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def answered(line: socket.socket) -> bytes:
    """Read a connection until it closes, and return the bytes."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while more := line.recv(65536):
            said += more
    return said


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    running: list[Running] = []

    def serve(*proxies: str, **limits: object) -> Running:
        running.append(Running(page(tmp_path / "static"), proxies, **limits))
        return running[-1]

    yield serve
    for each in running:
        each.close()


def test_a_head_that_never_ends_is_refused_when_it_is_too_large(serving: Callable[..., Running]) -> None:
    server = serving()
    with server.raw(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n") as line:
        sent = 0
        with contextlib.suppress(ConnectionError):
            for _ in range(1000):
                line.sendall(b"x-more: " + b"y" * 1014 + b"\r\n")
                sent += 1024
                time.sleep(0.001)
        assert sent < 1_000_000
    with server.raw(b"GET / HTTP/1.1\r\nx-more: " + b"y" * (server.limits.head_bytes + 100)) as line:
        said = answered(line)
        assert said.startswith(b"HTTP/1.1 431 ")
        assert b"16384 bytes" in said
        for name in SECURITY_HEADERS:
            assert name.encode() in said
    assert server.get().status_code == 200


def test_a_body_that_comes_in_one_piece_with_its_head_is_no_part_of_it(serving: Callable[..., Running]) -> None:
    server = serving()
    for size in (server.limits.head_bytes + 1, 200_000):
        head = f"POST /api/games/import HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\ncontent-length: {size}\r\n"
        with server.raw(f"{head}connection: close\r\n\r\n".encode() + b"{" * size) as line:
            said = b"".join(iter(lambda line=line: line.recv(65536), b"")).decode()
        assert said.startswith("HTTP/1.1 422 "), said
        assert "Line 1" in said, "it was read as a record, which it is not"


def test_a_head_has_its_time_from_the_first_byte_of_each_request(serving: Callable[..., Running]) -> None:
    server = serving(head_seconds=0.3)
    began = time.monotonic()
    with server.raw(b"GET / HTTP/1.1\r\n") as dribble, server.raw() as silent:
        assert answered(dribble).startswith(b"HTTP/1.1 408 ")
        assert b" 408 " in answered(silent)
    with server.raw(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n") as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        time.sleep(0.1)
        line.sendall(b"GET / HTTP/1.1\r\n")
        assert b"HTTP/1.1 408 " in answered(line)
    assert 0.3 <= time.monotonic() - began < 5
    until(lambda: not server.gateway._households)


def test_more_than_a_thousand_half_requests_lock_nobody_out(serving: Callable[..., Running]) -> None:
    server = serving("127.0.0.0/8", open_requests=40, open_requests_per_address=40)
    with contextlib.ExitStack() as stack:
        for _ in range(1100):
            stack.enter_context(server.raw(b"GET / HTTP/1.1\r\nhost:"))
        assert server.get().status_code == 200
        with server.line() as line:
            begun(line)
        assert server.gateway._number <= 40
    until(lambda: server.gateway._number == 0)


def test_one_address_has_its_share_of_open_requests_and_gives_its_own_oldest(serving: Callable[..., Running]) -> None:
    server = serving(open_requests=30, open_requests_per_address=3)
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(server.raw(b"GET / HTTP/1.1\r\n")) for _ in range(6)]
        assert [answered(line) for line in lines[:3]] == [b""] * 3
        assert server.gateway._number == 3
        assert server.get().status_code == 200


@pytest.mark.slow
def test_a_websocket_that_says_nothing_is_closed_and_one_that_says_something_is_not(
    serving: Callable[..., Running],
) -> None:
    server = serving(silence=3)
    with server.line() as silent, server.line() as alive:
        for _ in range(8):
            time.sleep(0.5)
            alive.send(encode(protocol.Ping()))
            assert isinstance(heard(alive), protocol.Pong)
        with pytest.raises(ConnectionClosed) as closed:
            heard(silent)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


def test_addresses_that_hold_every_place_give_one_to_an_address_that_has_none(serving: Callable[..., Running]) -> None:
    server = serving("127.0.0.1", connections=8, connections_per_address=4)
    with contextlib.ExitStack() as stack:
        hoarded = [stack.enter_context(server.line(f"203.0.113.{number % 2}")) for number in range(8)]
        with server.line("203.0.113.7") as modest, server.line("203.0.113.7") as second:
            for line in (modest, second):
                begun(line)
        until(lambda: any(line.close_code == 1013 for line in hoarded))
        assert sum(line.close_code is not None for line in hoarded) <= 2
    until(lambda: server.gateway._number == 0)


def test_behind_a_proxy_each_client_has_limits_of_its_own(serving: Callable[..., Running]) -> None:
    server = serving("127.0.0.1", requests=RateLimit(2, 0.001))
    for client in ("203.0.113.1", "203.0.113.2", "2001:db8::1"):
        answers = [server.get(**{"x-forwarded-for": client}).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
    assert server.get(**{"x-forwarded-for": "1.2.3.4, 203.0.113.1"}).status_code == 429, "nobody may say so"
    assert server.get(**{"x-forwarded-for": "2001:db8::2"}).status_code == 429, "one household"


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    caplog.set_level(logging.WARNING)
    return lambda: [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]


def test_a_refused_websocket_is_no_error_and_carries_the_security_headers(
    serving: Callable[..., Running], complaints: Callable[[], list[str]]
) -> None:
    server = serving()
    ask = (
        b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1:%d\r\norigin: http://evil.example\r\nupgrade: websocket\r\n"
        b"connection: upgrade\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    with server.raw(ask % server.port) as line:
        said = answered(line).lower()
    assert said.startswith(b"http/1.1 403 ")
    for name in SECURITY_HEADERS:
        assert name.encode() in said
    assert not complaints()


def test_a_text_that_is_no_utf_8_closes_the_line_without_a_traceback(
    serving: Callable[..., Running], complaints: Callable[[], list[str]]
) -> None:
    server = serving()
    with server.line() as line:
        line.send(b"\xff\xfe{}", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            heard(line)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
    assert not complaints()


@pytest.mark.slow
def test_clients_that_read_nothing_do_not_hold_up_the_end(
    serving: Callable[..., Running], complaints: Callable[[], list[str]]
) -> None:
    server = serving(invalid_messages=RateLimit(1e6, 1e6))
    with server.line() as line:
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        begun(line)
        with contextlib.suppress(TimeoutError, ConnectionError, ConnectionClosed):
            line.socket.settimeout(0.5)
            for _ in range(3000):
                line.socket.sendall(_masked(b"x" * 2000))
        began = time.monotonic()
        server.close()
        assert not server.thread.is_alive()
        assert time.monotonic() - began < 5
    assert not complaints()


def _masked(text: bytes) -> bytes:
    """Return a client's text frame, masked with zeros."""
    return b"\x81" + bytes([0x80 | 126]) + len(text).to_bytes(2, "big") + bytes(4) + text


def test_who_closes_and_closes_again_causes_no_traceback(
    serving: Callable[..., Running], complaints: Callable[[], list[str]]
) -> None:
    server = serving()
    for _ in range(20):
        with server.line() as line:
            closing = b"\x88\x80" + bytes(4)
            line.socket.sendall(_masked(b"x" * 5000) + _masked(b"y" * 5000) + closing + closing)
    time.sleep(0.2)
    assert not complaints()


def test_a_game_has_an_end_to_its_events_and_can_still_be_conceded(serving: Callable[..., Running]) -> None:
    server = serving(events_per_game=3)
    with server.line() as line:
        _, snapshot = begun(line)
        played = struck(line, snapshot.version, snapshot.state)
        assert played.state.turn is not None
        undo = protocol.Undo(nonce="u" * 16, version=played.version, seat=played.state.turn)
        line.send(encode(undo))
        refused = heard(line)
        assert isinstance(refused, protocol.Refused)
        assert (refused.code, "3 strokes" in refused.reason) == (protocol.Refusal.FULL, True)
        line.send(encode(protocol.Resign(nonce="r" * 16, version=played.version, seat=played.state.turn)))
        assert isinstance(heard(line), protocol.Acted)


@pytest.mark.slow
def test_an_address_that_has_used_its_computing_waits_and_others_do_not(serving: Callable[..., Running]) -> None:
    server = serving("127.0.0.1", computing_time=RateLimit(0.3, 0.001))
    with server.line("203.0.113.1") as greedy:
        _, now = begun(greedy)
        answer: protocol.ServerMessage = now
        for number in range(2000):
            seat = now.state.turn if now.state else None
            assert seat is not None
            nonce, stroke = f"{number:016d}", Stroke(0, 0, 300_000)
            greedy.send(encode(protocol.Strike(nonce=nonce, version=now.version, seat=seat, stroke=stroke)))
            if isinstance(answer := heard(greedy), protocol.Refused):
                break
            assert isinstance(answer, protocol.Played)
            assert isinstance(heard(greedy), protocol.Accepted)
            now = answer  # type: ignore[assignment]
        assert isinstance(answer, protocol.Refused)
        assert answer.code is protocol.Refusal.TOO_FAST
        with server.line("203.0.113.2") as modest:
            _, snapshot = begun(modest, "m" * 16)
            struck(modest, snapshot.version, snapshot.state)


@pytest.mark.slow
def test_who_reads_a_stream_may_go_on_longer_than_who_says_nothing(serving, monkeypatch):
    monkeypatch.setattr("carrom.server.http.security.LONGEST_LIFE", 0.3)
    running = serving()
    where = f"http://127.0.0.1:{running.port}"
    seats = [{"seat": "south", "who": "me"}, {"seat": "north", "who": "here"}]
    game = httpx.post(f"{where}/api/games", json={"terms": {"seats": seats, "first_break": "south"}}).json()
    word = {"authorization": f"Bearer {game['key']}"}
    silent = running.raw()
    with httpx.stream("GET", f"{where}/api/games/{game['game']}/stream", headers=word, timeout=10) as reading:
        lines = reading.iter_lines()
        assert '"snapshot"' in next(lines)
        assert answered(silent) == b""  # it was closed
        time.sleep(0.7)
        command = {"type": "resign", "nonce": "r" * 16, "version": game["version"], "seat": "south"}
        assert httpx.post(f"{where}/api/games/{game['game']}/commands", json=command, headers=word).status_code == 200
        assert any('"resigned"' in line for line in lines)


ROUTES = ("/me/sign-in", "/api/judge", "/sheets")
"""Routes that read a request body, one of each kind."""


def begun_body(path: str, length: int = 100) -> bytes:
    """Return the headers of a request with only the first byte of its body."""
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n"
    return f"{head}\r\n{{".encode()


@pytest.mark.parametrize("path", ROUTES)
def test_a_body_that_does_not_arrive_in_time_is_refused_at_every_route(
    path: str, serving: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrom.server.http.router.BODY_SECONDS", 0.3)
    with serving().raw(begun_body(path)) as line:
        said = line.recv(65536).decode()
        while "seconds" not in said:
            said += line.recv(65536).decode()
    assert said.startswith("HTTP/1.1 408 ")
    assert "The body must arrive within 0.3 seconds." in said


@pytest.mark.parametrize("path", ROUTES)
def test_a_client_that_disconnects_within_its_body_is_no_error(
    path: str, serving: Callable[..., Running], complaints: Callable[[], list[str]]
) -> None:
    server = serving()
    for _ in range(3):
        server.raw(begun_body(path)).close()
    until(lambda: server.gateway._number == 0 and not server.server.server_state.tasks)
    assert not complaints()


@pytest.mark.slow
def test_one_client_of_a_proxy_has_its_share_of_requests_and_health_checks_are_outside_it(
    serving: Callable[..., Running],
) -> None:
    server = serving("127.0.0.1", open_requests=8, open_requests_per_address=4, requests=RateLimit(12, 0.001))

    def of(client: str, said: bytes) -> bytes:
        return said.replace(b"\r\n", f"\r\nx-forwarded-for: {client}\r\n".encode(), 1)

    with contextlib.ExitStack() as stack:
        for number in range(12):
            stack.enter_context(server.raw(of(f"203.0.113.{number % 2}", begun_body("/me/sign-in"))))
        until(lambda: sorted(map(len, server.gateway._households.values())) == [4, 4])
        assert server.get(**{"x-forwarded-for": "203.0.113.7"}).status_code == 200
        assert server.gateway._number <= 8
        for _ in range(20):
            assert server.get("/healthz").status_code == 200


def test_requests_whose_answers_go_on_are_not_ended_and_the_next_is_refused(serving: Callable[..., Running]) -> None:
    server = serving("127.0.0.1", open_requests=2)
    with contextlib.ExitStack() as stack:
        for client in ("203.0.113.1", "203.0.113.2"):
            line = f"GET /api/lobby HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {client}\r\n\r\n"
            opened = stack.enter_context(server.raw(line.encode()))
            assert opened.recv(100).startswith(b"HTTP/1.1 200 ")
        refused = server.get(**{"x-forwarded-for": "203.0.113.3"})
        assert (refused.status_code, refused.headers["connection"]) == (503, "close")
        assert "try again" in refused.text
        assert server.get("/api/rules", **{"x-forwarded-for": "203.0.113.3"}).json()["code"] == "full"
        for _ in range(5):
            assert server.get("/healthz").status_code == 200
