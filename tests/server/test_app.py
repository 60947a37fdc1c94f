"""The whole application with an in-memory store: messages, answers and refusals."""

import asyncio
import json
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from agreed import KEY, WATCH, friends, new_game
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect

import carrom
from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import SetupError, StoreError
from carrom.game.record import read_record
from carrom.i18n import sentences
from carrom.observability import Metrics
from carrom.protocol import Refusal, decode_server, encode
from carrom.server.common import Dispatcher, RateLimit, ServerLimits, ServerStopping
from carrom.server.http.security import SECURITY_HEADERS, NetworkAccess, Proxies
from carrom.server.http.static_files import PATHS, STATIC, PageFiles
from carrom.server.ops.app import Health, KernelWarmup, application
from carrom.server.people.routes import Accounts
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import GAMES
from carrom.storage.event_store import EventStore
from carrom.storage.store import Store

ROOT = Path(__file__).resolve().parents[2]
ASIDES = protocol.Seats | protocol.ClockChanged
"""Messages sent whenever a client connects or leaves."""
GENTLE = Stroke(0, 0, 300_000)
HEADERS = {"host": "127.0.0.1:8137", "origin": "http://127.0.0.1:8137"}
GENEROUS = ServerLimits(
    messages=RateLimit(1e6, 1e6),
    invalid_messages=RateLimit(1e6, 1e6),
    new_games=RateLimit(1e6, 1e6),
    requests=RateLimit(1e6, 1e6),
)


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, answer: Any) -> None:
        """Do nothing."""


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    (folder / "assets" / "app-1.js").write_text("let a = 1;")
    (tmp_path / "secret.txt").write_text("nobody's business")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@contextmanager
def serving(
    static: Path, store: Store | None = None, limits: ServerLimits = GENEROUS, health: Health | None = None
) -> Iterator[TestClient]:
    app = application(store or Store(":memory:"), static=static, limits=limits, warmth=Cold(), health=health)
    with TestClient(app, base_url="http://127.0.0.1:8137") as client:
        yield client


class Line:
    """One websocket that speaks the protocol."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.welcome = self.hear(protocol.Welcome)

    def say(self, message: protocol.ClientMessage) -> None:
        self.socket.send_text(encode(message))

    def next(self, *wanted: type[Any]) -> protocol.ServerMessage:
        while True:
            message = decode_server(self.socket.receive_text())
            if not isinstance(message, ASIDES) or isinstance(message, wanted):
                return message

    def hear(self, kind: type[Any]) -> Any:
        message = self.next(kind)
        assert isinstance(message, kind), message
        return message

    def closed(self) -> int:
        """Read until the server closes the connection, and return the close code."""
        while True:
            try:
                self.next()
            except WebSocketDisconnect as end:
                return end.code

    def begin(self, nonce: str = "n" * 16) -> tuple[protocol.Joined, protocol.Snapshot]:
        self.say(new_game(nonce=nonce))
        return self.hear(protocol.Joined), self.hear(protocol.Snapshot)

    def strike(self, version: int, nonce: str = "s" * 16) -> None:
        self.say(protocol.Strike(nonce=nonce, version=version, seat=Seat.SOUTH, stroke=GENTLE))


@contextmanager
def line(client: TestClient) -> Iterator[Line]:
    with client.websocket_connect("/ws", headers=HEADERS) as socket:
        yield Line(socket)


def test_the_page_is_served_with_its_caching_rules(static: Path) -> None:
    with serving(static) as client:
        assert "Carrom" in client.get("/").text
        assert client.get("/").headers["cache-control"] == "no-cache"
        assert "immutable" in client.get("/assets/app-1.js").headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/", "/game/game-0000", "/games", "/rules", "/rules/icf", "/rules/icf/compare/club", "/settings"]
)
def test_each_place_of_the_page_answers_with_the_page(static: Path, path: str) -> None:
    with serving(static) as client:
        answer = client.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert "Carrom" in answer.text


@pytest.mark.parametrize(
    "path", ["/nowhere", "/game", "/game/", "/game/a/b", "/games/", "/game/a.txt", "/settings/sound"]
)
def test_an_address_that_is_none_answers_404_with_the_page_for_persons_only(static: Path, path: str) -> None:
    with serving(static) as client:
        person, program = client.get(path, headers={"accept": "text/html,*/*;q=0.8"}), client.get(path)
        assert (person.status_code, program.status_code) == (404, 404)
        assert "<title>Carrom" in person.text
        assert "<title>Carrom" not in program.text


def test_the_server_and_the_page_know_the_same_places() -> None:
    routes = (ROOT / "web" / "src" / "router" / "routes.ts").read_text(encoding="utf-8")
    found = re.findall(r"\{ path: '(/[^']*)'", routes)
    assert tuple(re.sub(r":\w+", "{word}", path.replace(":name", "{name}")) for path in found) == PATHS


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/..%5csecret.txt",
        "/link.txt",
        "/secret.txt%00",
    ],
)
def test_no_path_leads_out_of_the_static_folder(static: Path, path: str) -> None:
    with serving(static) as client:
        answer = client.get(path)
        assert answer.status_code in (400, 404)
        assert "business" not in answer.text
        assert "root:" not in answer.text


@given(st.text(max_size=80))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_path_makes_the_server_fail(static: Path, path: str) -> None:
    with serving(static) as client:
        try:
            answer = client.get("/" + path.replace("?", "").replace("#", ""))
        except (UnicodeError, ValueError, httpx.InvalidURL):
            return
        assert answer.status_code < 500
        assert "business" not in answer.text


def test_page_and_assets_come_compressed_with_all_their_headers(static: Path) -> None:
    script = "let word = 'carrom';\n" * 400
    (static / "assets" / "app-1.js").write_text(script)
    with serving(static) as client:
        got = client.get("/assets/app-1.js", headers={"accept-encoding": "gzip"})
        assert got.text == script
        assert int(got.headers["content-length"]) < len(script) / 10
        assert (got.headers["content-encoding"], "immutable" in got.headers["cache-control"]) == ("gzip", True)
        for name, value in SECURITY_HEADERS.items():
            assert got.headers[name] == value
        again = {"accept-encoding": "gzip", "if-none-match": got.headers["etag"]}
        assert client.get("/assets/app-1.js", headers=again).status_code == 304
        assert client.get("/api/rules", headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_the_page_is_read_once_and_a_page_that_is_built_anew_is_served_after_a_restart(static: Path) -> None:
    before = (static / "index.html").read_text()
    with serving(static) as client:
        (static / "index.html").write_text("<!doctype html><title>Newer</title>")
        (static / "assets" / "app-1.js").unlink()
        assert client.get("/").text.startswith(before)
        assert client.get("/assets/app-1.js").status_code == 200
    with serving(static) as client:
        assert "Newer" in client.get("/").text
        assert client.get("/assets/app-1.js").status_code == 404


def test_a_page_that_a_browser_has_is_not_sent_again(static: Path) -> None:
    with serving(static) as client:
        first = client.get("/")
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = client.get("/games", headers={"if-none-match": known})
            assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", "no-cache")
        assert client.get("/", headers={"if-none-match": '"other"'}).status_code == 200
        head = client.head("/")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == first.headers["content-length"]


@pytest.mark.parametrize(
    ("asked", "status", "body", "part"),
    [
        ("bytes=0-3", 206, b"0123", "bytes 0-3/10"),
        ("bytes=8-", 206, b"89", "bytes 8-9/10"),
        ("bytes=8-99", 206, b"89", "bytes 8-9/10"),
        ("bytes=-2", 206, b"89", "bytes 8-9/10"),
        ("bytes=10-", 416, b"", "bytes */10"),
        ("bytes=-0", 416, b"", "bytes */10"),
        ("bytes=5-2", 416, b"", "bytes */10"),
        ("bytes=0-1,4-5", 200, b"0123456789", None),
        ("lines=1", 200, b"0123456789", None),
    ],
)
def test_a_part_of_a_film_is_sent_to_a_browser_that_asks_for_one(
    static: Path, asked: str, status: int, body: bytes, part: str | None
) -> None:
    (static / "awake.mp4").write_bytes(b"0123456789")
    with serving(static) as client:
        answer = client.get("/awake.mp4", headers={"range": asked})
        assert (answer.status_code, answer.content, answer.headers.get("content-range")) == (status, body, part)
        assert answer.headers["content-type"] == "video/mp4"
        older = client.get("/awake.mp4", headers={"range": "bytes=0-3", "if-range": '"older"'})
        assert (older.status_code, len(older.content)) == (200, 10)


def test_a_page_that_is_too_large_for_memory_is_refused_in_a_sentence(
    static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrom.server.http.static_files.MOST", 10)
    with pytest.raises(SetupError, match="is larger than 10 bytes"):
        PageFiles(static)


def test_no_address_of_the_server_is_hidden_by_a_place_of_the_page(
    static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[BaseRoute] = []

    def made(routes: list[BaseRoute], **others: Any) -> Starlette:
        seen.extend(routes)
        return Starlette(routes=routes, **others)

    monkeypatch.setattr("carrom.server.ops.app.Starlette", made)
    store = Store(":memory:")
    application(store, static=static, sheets=tmp_path, events=tmp_path, accounts=Accounts(store.database))
    store.close()
    routes = [each for each in seen if isinstance(each, Route)]
    assert len(routes) > 50
    for place in (place.format(word="icf", name="Asha") for place in PATHS):
        assert not [each.path for each in routes if each.path_regex.fullmatch(place)], place


def test_nothing_but_reading_is_allowed(static: Path) -> None:
    with serving(static) as client:
        assert client.post("/", content="x").status_code == 405
        assert client.request("DELETE", "/index.html").status_code == 405


def test_a_missing_page_is_one_sentence_that_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"dev\.py play"):
        application(Store(":memory:"), static=tmp_path)


def test_a_proxy_that_strips_the_upgrade_is_told_so(static: Path) -> None:
    with serving(static) as client:
        answer = client.get("/ws")
        assert answer.status_code == 426
        assert "Upgrade" in answer.text


def test_a_game_goes_from_greeting_to_stroke(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        assert player.welcome.protocol == protocol.PROTOCOL
        assert "beginner" in {level.name for level in player.welcome.levels}
        assert player.welcome.kernel is protocol.KernelStatus.WARMING
        joined, snapshot = player.begin()
        assert joined.yours == (Seat.SOUTH, Seat.NORTH)
        player.strike(snapshot.version)
        played = player.hear(protocol.Played)
        assert played.version == snapshot.version + 1
        assert player.hear(protocol.Accepted).version == played.version


def test_everybody_who_follows_is_told(static: Path) -> None:
    with serving(static) as client, line(client) as player, line(client) as other:
        joined, snapshot = player.begin()
        other.say(protocol.Resume(game=joined.game, key=KEY))
        other.hear(protocol.Joined)
        assert other.hear(protocol.Snapshot) == snapshot
        player.strike(snapshot.version)
        assert player.hear(protocol.Played) == other.hear(protocol.Played)


def test_a_client_that_comes_back_gets_what_it_missed(static: Path) -> None:
    with serving(static) as client:
        with line(client) as player:
            joined, snapshot = player.begin()
            player.strike(snapshot.version)
            played = player.hear(protocol.Played)
        with line(client) as player:
            player.say(protocol.Resume(game=joined.game, key=KEY, version=snapshot.version))
            assert player.hear(protocol.Joined).version == played.version
            assert player.hear(protocol.Played) == played
            player.strike(snapshot.version)
            assert player.hear(protocol.Accepted).version == played.version


def test_a_restarted_server_goes_on_where_it_was(static: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with serving(static, Store(path)) as client, line(client) as player:
        joined, snapshot = player.begin()
        player.strike(snapshot.version)
        played = player.hear(protocol.Played)
    with serving(static, Store(path)) as client, line(client) as player:
        player.say(protocol.Resume(game=joined.game, key=KEY, version=snapshot.version))
        player.hear(protocol.Joined)
        assert player.hear(protocol.Played) == played
    with serving(static, Store(path)) as client, line(client) as player:
        player.say(protocol.Resume(game=joined.game, key=KEY))
        player.hear(protocol.Joined)
        again = player.hear(protocol.Snapshot)
        assert (again.version, again.state) == (played.version, played.state)
        assert again.history == (played.past,)
        player.strike(snapshot.version)
        assert player.hear(protocol.Accepted).version == played.version
        joined_again, _ = player.begin()
        assert (joined_again.game, joined_again.yours) == (joined.game, joined.yours)


@pytest.mark.parametrize("token", ["wrong-token-wrong-token-wrong-to", "A" * 32, "________"])
def test_a_wrong_token_and_an_unknown_game_are_refused_alike(static: Path, token: str) -> None:
    with serving(static) as client, line(client) as player:
        joined, _ = player.begin()
        player.say(protocol.Resume(game=joined.game, key=token))
        wrong = player.hear(protocol.Refused)
        player.say(protocol.Resume(game="game-that-never-was", key=KEY))
        assert wrong == player.hear(protocol.Refused)
        assert wrong.code is Refusal.UNKNOWN_GAME


def test_a_key_of_another_game_opens_nothing_and_the_line_stays_where_it_was(static: Path) -> None:
    health = Health(Metrics("1"), lambda: None, Proxies(()))
    with serving(static, health=health) as client, line(client) as mine, line(client) as stranger:
        joined, snapshot = mine.begin()
        other = "a-key-of-another-game"
        stranger.say(new_game(nonce="o" * 16, key=other))
        theirs = stranger.hear(protocol.Joined)
        stranger.hear(protocol.Snapshot)
        stranger.say(protocol.Resume(game=joined.game, key=other))
        refused = stranger.hear(protocol.Refused)
        assert refused.code is Refusal.UNKNOWN_GAME
        assert "no game with that name and" in refused.reason
        word = {"authorization": f"Bearer {other}"}
        assert client.get(f"/games/{joined.game}.carrom", headers=word).status_code == 401
        assert client.get(f"/games/{theirs.game}.carrom", headers=word).status_code == 200
        mine.strike(snapshot.version)
        assert mine.hear(protocol.Played).after == snapshot.version, "nothing has happened to the game"
    assert 'carrom_refusals_total{code="unknown-game"} 1\n' in health.meters.text()


def test_a_command_before_any_game_is_refused(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        player.strike(1)
        assert player.hear(protocol.Refused).code is Refusal.NO_GAME


def test_a_message_that_is_too_long_closes_the_line(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        player.socket.send_text("x" * (protocol.MAX_CLIENT_BYTES + 1))
        assert player.closed() == 1009


def test_too_many_messages_are_refused_and_a_nuisance_is_sent_away(
    static: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("carrom.server.play.connection.BREATH", 0.01)
    limits = ServerLimits(messages=RateLimit(2, 0), invalid_messages=RateLimit(3, 0))
    with serving(static, limits=limits) as client, line(client) as player:
        for _ in range(2):
            player.say(protocol.Ping())
            player.hear(protocol.Pong)
        for _ in range(4):
            player.say(protocol.Ping())
        refused = player.hear(protocol.Refused)
        assert (refused.code, refused.nonce) == (Refusal.TOO_FAST, None)
        assert player.closed() == 1008
        said = "testclient exceeds the limit --invalid-messages and is disconnected."
        assert [each.getMessage() for each in caplog.records if each.name == "carrom.server"] == [said]


def test_new_games_are_rationed(static: Path) -> None:
    with serving(static, limits=ServerLimits(new_games=RateLimit(1, 0))) as client, line(client) as player:
        player.begin()
        player.say(new_game(nonce="m" * 16))
        assert player.hear(protocol.Refused).code is Refusal.TOO_FAST


def test_connections_are_limited(static: Path) -> None:
    with serving(static, limits=ServerLimits(connections_per_address=1)) as client, line(client):
        with client.websocket_connect("/ws", headers=HEADERS) as second, pytest.raises(WebSocketDisconnect) as closed:
            second.receive_text()
        assert closed.value.code == 1013
    with serving(static, limits=ServerLimits(connections_per_address=1)) as client:
        for _ in range(3):
            with line(client):
                pass


def test_tables_that_nobody_follows_make_room_and_come_back(static: Path) -> None:
    with serving(static, limits=ServerLimits(games=1)) as client:
        with line(client) as player:
            joined, _ = player.begin("a" * 16)
            with line(client) as other:
                other.say(new_game(nonce="b" * 16))
                assert other.hear(protocol.Refused).code is Refusal.FULL
        with line(client) as player:
            player.begin("b" * 16)
        with line(client) as player:
            player.say(protocol.Resume(game=joined.game, key=KEY))
            assert player.hear(protocol.Joined).game == joined.game


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
TAGS = ["new-game", "resume", "strike", "place", "waive", "demand", "pass", "resign", "undo", "next", "replay", "x"]
ALMOST = st.fixed_dictionaries(
    {"type": st.sampled_from(TAGS)},
    optional={
        "nonce": st.sampled_from(["k" * 16, "", 7]),
        "version": st.integers(-1, 10) | JSON,
        "seat": st.sampled_from(["south", "north", "west", "up"]) | JSON,
        "stroke": st.fixed_dictionaries({"x": JSON, "vx": st.integers(), "vy": st.integers()}) | JSON,
        "points": st.integers(-1, 5),
        "disc": st.sampled_from(["W1", "S", "Z9"]),
        "at": st.fixed_dictionaries({"x": st.integers(), "y": st.integers()}) | JSON,
        "stroke_number": JSON,
    },
)


@given(
    st.one_of(
        st.text(max_size=200),
        st.binary(max_size=200),
        JSON.map(json.dumps),
        ALMOST.map(json.dumps),
        st.integers(1, 3000).map(lambda depth: "[" * depth),
    )
)
@settings(
    max_examples=4 * settings.default.max_examples,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_whatever_is_said_gets_one_refusal_and_the_game_stays(noisy: Line, said: str | bytes) -> None:
    player = noisy
    if isinstance(said, str):
        said = said.encode("utf-8", "replace").decode()
        player.socket.send_text(said)
    else:
        player.socket.send_bytes(said)
    answer = player.next()
    if isinstance(answer, protocol.Pong):
        return
    assert isinstance(answer, protocol.Refused), answer
    assert answer.reason
    assert answer.code is not Refusal.BROKEN, answer


@pytest.fixture
def noisy(static: Path) -> Iterator[Line]:
    with serving(static) as client, line(client) as player:
        _, snapshot = player.begin()
        yield player
        player.strike(snapshot.version)
        player.hear(protocol.Played)


def test_the_record_is_given_to_whoever_has_the_token(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        joined, snapshot = player.begin()
        player.strike(snapshot.version)
        player.hear(protocol.Played)
        address = f"/games/{joined.game}.carrom"
        answer = client.get(address, headers={"authorization": f"Bearer {KEY}"})
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="{joined.game}.carrom"'
        assert len(read_record(answer.text).strokes) == 1
        for headers in ({}, {"authorization": "Bearer " + "x" * 32}, {"authorization": f"Basic {KEY}"}):
            assert client.get(address, headers=headers).status_code == 401


def test_how_a_game_stands_is_told_to_whoever_may_have_its_record_and_counts_nobody_as_here(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        joined, snapshot = player.begin()
        player.strike(snapshot.version)
        player.hear(protocol.Played)
        address = f"/games/{joined.game}.json"
        for word in (KEY, WATCH):
            answer = client.get(address, headers={"authorization": f"Bearer {word}"})
            message = protocol.decode_server(answer.content)
            assert isinstance(message, protocol.Snapshot)
            assert message.state is not None
            assert message.state.strokes == 1
            assert answer.headers["cache-control"] == "no-store"
        assert client.get(address, headers={"authorization": "Bearer " + "x" * 32}).status_code == 401
        assert client.get("/ties/no-such-tie.json", headers={"authorization": f"Bearer {KEY}"}).status_code == 401


def test_the_rule_book_of_a_game_is_told_to_whoever_may_have_its_record(static: Path) -> None:
    own = 'extends = "icf"\ntitle = "Our evening"\nqueen_cover = "none"\n'
    with serving(static) as client, line(client) as player:
        player.say(new_game(friends(rules=own)))
        address = f"/games/{player.hear(protocol.Joined).game}/rules"
        for word in (KEY, WATCH):
            book = client.get(f"{address}?language=hi", headers={"authorization": f"Bearer {word}"}).json()
            assert (book["title"], book["house"]["one"]) == ("Our evening", "icf")
            assert [row for row in book["glance"] if row["name"] == sentences("hi")["glance.uncovered"]] == []
        assert client.get(address).status_code == 401
        assert client.get(address, headers={"authorization": "Bearer " + "x" * 32}).status_code == 401


def test_a_damaged_game_is_said_to_be_damaged_to_who_holds_a_seat_and_to_nobody_else(
    static: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.db"
    with serving(static, Store(path)) as client, line(client) as player:
        joined, _ = player.begin()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE event SET body = 'x' WHERE version = 1")
    address = f"/games/{joined.game}.carrom"
    with serving(static, Store(path)) as client, line(client) as player:
        answer = client.get(address, headers={"authorization": f"Bearer {KEY}"})
        assert (answer.status_code, answer.text.count("\n")) == (500, 1)
        assert "is damaged in games.db (event 1 is not as it was written)" in answer.text
        assert client.get(address, headers={"authorization": "Bearer " + "x" * 32}).status_code == 401
        player.say(protocol.Resume(game=joined.game, key=KEY))
        refused = player.hear(protocol.Refused)
        assert refused.code is Refusal.BROKEN
        assert "is kept as it is and cannot go on; the other games can." in refused.reason
        assert str(tmp_path) not in refused.reason + answer.text
        player.say(protocol.Resume(game=joined.game, key="x" * 32))
        assert player.hear(protocol.Refused).code is Refusal.UNKNOWN_GAME
        player.begin("m" * 16)
    assert not [each for each in caplog.records if each.exc_info]


class FullGames(EventStore):
    """An event store on a full disk, until `has_room` is set."""

    has_room = False

    def append_batches(self, *given: Any, **named: Any) -> Any:
        """Raise an error while the disk is full."""
        if not self.has_room:
            raise StoreError("The database cannot be used: database or disk is full.")
        return super().append_batches(*given, **named)


def test_what_cannot_be_stored_has_not_happened_and_is_done_when_it_comes_again(
    static: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(":memory:")
    store.games = games = FullGames(store.database, GAMES)
    with serving(static, store) as client, line(client) as player, line(client) as other:
        joined, snapshot = player.begin()
        other.say(protocol.Resume(game=joined.game, key=KEY))
        other.hear(protocol.Joined)
        other.hear(protocol.Snapshot)
        player.strike(snapshot.version)
        refused = player.hear(protocol.Refused)
        assert refused.code is Refusal.BROKEN
        assert refused.reason.endswith("disk is full. Nothing was changed.")
        assert "disk is full" in caplog.text, "the operator reads it, too"
        other.say(protocol.Ping())
        other.hear(protocol.Pong)
        player.say(protocol.Resume(game=joined.game, key=KEY))
        player.hear(protocol.Joined)
        assert player.hear(protocol.Snapshot) == snapshot
        games.has_room = True
        player.strike(snapshot.version)
        assert player.hear(protocol.Played).after == other.hear(protocol.Played).after == snapshot.version


class FaultyGames(EventStore):
    """An event store with a bug in it."""

    def append_batches(self, *_: object, **__: object) -> None:
        """Raise an unexpected exception."""
        raise ZeroDivisionError


def test_a_bug_in_the_server_is_told_and_the_line_stays_open(static: Path) -> None:
    store = Store(":memory:")
    store.games = FaultyGames(store.database, GAMES)
    with serving(static, store) as client, line(client) as player:
        _, snapshot = player.begin()
        player.strike(snapshot.version)
        refused = player.hear(protocol.Refused)
        assert (refused.code, refused.nonce) == (Refusal.BROKEN, "s" * 16)
        player.say(protocol.Ping())
        player.hear(protocol.Pong)


class Told(KernelWarmup):
    """A kernel warm-up that finishes when the test calls `done`."""

    def begin(self, answer: Any) -> None:
        """Store the callback."""
        self.told = answer

    def done(self) -> None:
        """Set the kernel to compiled and call the callback from another thread, as the real warm-up does."""
        self.kernel = protocol.KernelStatus.COMPILED
        thread = threading.Thread(target=self.told)
        thread.start()
        thread.join()


def test_every_page_hears_that_the_kernel_is_compiled(static: Path) -> None:
    warmth = Told()
    app = application(Store(":memory:"), static=static, limits=GENEROUS, warmth=warmth)
    with TestClient(app, base_url="http://127.0.0.1:8137") as client, line(client) as first, line(client) as second:
        assert first.welcome.kernel is protocol.KernelStatus.WARMING
        warmth.done()
        for each in (first, second):
            assert each.hear(protocol.KernelChanged).kernel is protocol.KernelStatus.COMPILED
    warmth.done()


def test_a_page_that_connects_while_the_kernel_is_compiled_is_greeted(
    static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmth, accept = Told(), WebSocket.accept

    async def accepted_late(self: WebSocket) -> None:
        await asyncio.to_thread(warmth.done)
        await asyncio.sleep(0.05)
        await accept(self)

    monkeypatch.setattr(WebSocket, "accept", accepted_late)
    app = application(Store(":memory:"), static=static, limits=ServerLimits(silence=5), warmth=warmth)
    with TestClient(app, base_url="http://127.0.0.1:8137") as client, line(client) as page:
        assert page.welcome.kernel is protocol.KernelStatus.COMPILED


def test_a_page_that_connects_while_the_server_begins_to_stop_is_greeted_and_hears_of_it(
    static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher, accept = Dispatcher(), WebSocket.accept

    async def accepted_late(self: WebSocket) -> None:
        dispatcher.publish(ServerStopping())
        await asyncio.sleep(0.05)
        await accept(self)

    monkeypatch.setattr(WebSocket, "accept", accepted_late)
    limits = ServerLimits(silence=5)
    app = application(Store(":memory:"), static=static, limits=limits, warmth=Cold(), dispatcher=dispatcher)
    with TestClient(app, base_url="http://127.0.0.1:8137") as client, line(client) as page:
        page.hear(protocol.Draining)


def test_the_programs_are_stopped_when_the_server_ends(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    async def close(self: GameRegistry) -> None:
        closed.append(self)

    monkeypatch.setattr(GameRegistry, "close", close)
    with serving(static):
        assert not closed
    assert len(closed) == 1


def test_the_page_lies_in_the_package() -> None:
    assert Path(carrom.__file__).parent / "static" == STATIC


@pytest.mark.parametrize(
    ("authorization", "answer"),
    [
        ("Bearer " + "x" * 7, "Authentication is required: send the game's key"),
        ("Bearer " + "x" * 8, "There is no game"),
        ("bearer " + "x" * 128, "There is no game"),
        ("Bearer " + "x" * 129, "Authentication is required: send the game's key"),
        ("Basic " + "x" * 32, "Authentication is required: send the game's key"),
        ("Bearer " + "é" * 32, "Authentication is required: send the game's key"),
        ("", "Authentication is required: send the game's key"),
    ],
)
def test_a_record_is_asked_for_with_a_token_that_could_be_one(static: Path, authorization: str, answer: str) -> None:
    with serving(static) as client:
        headers = {"authorization": authorization.encode("latin-1")}
        answered = client.get(f"/games/{20 * chr(103)}.carrom", headers=headers)
    assert answered.status_code == 401
    assert answered.text.startswith(answer)


def test_a_past_stroke_is_shown_again_to_who_asks(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        _, snapshot = player.begin()
        player.strike(snapshot.version)
        player.hear(protocol.Played)
        player.hear(protocol.Accepted)
        player.say(protocol.Replay(nonce="r" * 16, stroke=1))
        assert player.hear(protocol.Replayed).nonce == "r" * 16


def test_a_message_may_have_just_as_many_bytes_as_is_said(static: Path) -> None:
    with serving(static) as client, line(client) as player:
        player.socket.send_text(encode(protocol.Ping()).ljust(protocol.MAX_CLIENT_BYTES))
        player.hear(protocol.Pong)
        player.socket.send_text(encode(protocol.Ping()).ljust(protocol.MAX_CLIENT_BYTES + 1))
        assert player.closed() == 1009


BEHIND = Proxies(("127.0.0.1",))


@contextmanager
def behind_a_proxy(static: Path, limits: ServerLimits) -> Iterator[TestClient]:
    """Serve behind a proxy, so that connections can claim any client address."""
    app = application(Store(":memory:"), static=static, limits=limits, warmth=Cold(), proxies=BEHIND)
    with TestClient(app, base_url="http://127.0.0.1:8137", client=("127.0.0.1", 50_000)) as client:
        yield client


def of(address: str) -> dict[str, str]:
    return {**HEADERS, "x-forwarded-for": address}


def test_who_has_most_lines_gives_the_silent_one_up_for_who_has_fewer(static: Path) -> None:
    with (
        behind_a_proxy(static, ServerLimits(connections=3)) as client,
        client.websocket_connect("/ws", headers=of("10.0.0.9")) as few,
        client.websocket_connect("/ws", headers=of("10.0.0.1")) as silent,
        client.websocket_connect("/ws", headers=of("10.0.0.1")) as lively,
    ):
        lines = [Line(each) for each in (few, silent, lively)]
        lines[2].say(protocol.Ping())
        lines[2].hear(protocol.Pong)
        with client.websocket_connect("/ws", headers=of("10.0.0.2")) as newcomer:
            Line(newcomer).say(protocol.Ping())
            assert lines[1].closed() == 1013
        for each in (lines[0], lines[2]):
            each.say(protocol.Ping())
            each.hear(protocol.Pong)


def test_where_nobody_has_more_than_who_comes_would_have_there_is_no_room(static: Path) -> None:
    with (
        behind_a_proxy(static, ServerLimits(connections=2)) as client,
        client.websocket_connect("/ws", headers=of("10.0.0.1")) as one,
        client.websocket_connect("/ws", headers=of("10.0.0.2")) as other,
    ):
        lines = [Line(one), Line(other)]
        with client.websocket_connect("/ws", headers=of("10.0.0.3")) as third:
            with pytest.raises(WebSocketDisconnect) as closed:
                third.receive_text()
            assert closed.value.code == 1013
        for each in lines:
            each.say(protocol.Ping())
            each.hear(protocol.Pong)


def test_every_page_hears_that_one_has_let_the_network_in(static: Path) -> None:
    async def opens() -> tuple[str, ...]:
        return ("http://192.168.1.20:8137/",)

    outside = NetworkAccess((), opens)
    app = application(Store(":memory:"), static=static, limits=GENEROUS, warmth=Cold(), outside=outside)
    page = TestClient(app, base_url="http://127.0.0.1:8137", client=("127.0.0.1", 50_000))
    with page as client, line(client) as other, line(client) as own:
        own.say(protocol.OpenDoor(nonce="o" * 16))
        reach = protocol.Reach(addresses=("http://192.168.1.20:8137/",), may_open=False)
        assert own.hear(protocol.ReachChanged) == protocol.ReachChanged(nonce="o" * 16, reach=reach)
        assert other.hear(protocol.ReachChanged) == protocol.ReachChanged(nonce=None, reach=reach)


def test_a_language_that_nobody_has_begun_is_not_found(static: Path) -> None:
    with serving(static) as client:
        assert client.get("/api/texts/hi").status_code == 200
        missing = client.get("/api/texts/xx")
        assert (missing.status_code, missing.json()["detail"][:28]) == (404, "There is no translation 'xx'")
