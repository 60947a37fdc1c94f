"""Play without a connection: acts are added to the log all or nothing, and forging them gains nothing."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from agreed import KEY, WATCH, against, friends
from api.serving import GENEROUS, serving
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.rack import seed_of
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import SetupError
from carrom.game.record import read_record
from carrom.protocol import SeatPlan, Terms, Who, decode_server, encode
from carrom.protocol.http_games import MOST_ACTS, GameCopy, OfflineAct, PlayAdded, PlayedOffline
from carrom.server.http.security import SECURITY_HEADERS
from carrom.server.http.static_files import offline_files
from carrom.server.ops.app import KernelWarmup, application
from carrom.storage.database import StoredEvent, StoredGame
from carrom.storage.store import Store
from carrom.tables.history import offline_digest
from carrom.tables.offline_play import Continuation, continuation, offline_chance, state_digest
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.seats import sitter_at
from carrom.values import changed
from carrom.version import __version__

BREAK = Stroke(0, 0, 6_000_000)
GENTLE = Stroke(0, 0, 300_000)
EVERYBODY = frozenset(Seat)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("static"), GENEROUS) as found:
        yield found


class Table:
    """A game at the server, followed over a websocket."""

    count = 0

    def __init__(self, client: TestClient, terms: Terms | None = None) -> None:
        Table.count += 1
        self.client, self.number = client, Table.count
        self.key = f"{KEY}-{self.number}"
        body = {
            "terms": msgspec.to_builtins(terms or friends()), "key": self.key, "watch": f"{WATCH}-{self.number}",
            "invite": f"invite-{self.number:06}",
        }  # fmt: skip
        self.name: str = client.post("/api/games", json=body).json()["game"]

    def asked(self, method: str, path: str, key: str | None = None, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {key or self.key}"}
        return self.client.request(method, f"/api/games/{self.name}{path}", headers=headers, **more)

    def copy(self, after: int = 0) -> GameCopy:
        answer = self.asked("GET", f"/copy?since={after}")
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=GameCopy)

    def send(self, played: PlayedOffline, key: str | None = None) -> httpx.Response:
        return self.asked("POST", "/offline", key, content=msgspec.json.encode(played))

    def added(self, played: PlayedOffline) -> PlayAdded:
        answer = self.send(played)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=PlayAdded)

    def version(self) -> int:
        return self.asked("GET", "").json()["version"]

    def online(self, command: protocol.GameCommand) -> None:
        """Carry out a command on another device."""
        answer = self.asked("POST", "/commands", content=encode(command).encode())
        assert answer.status_code == 200, answer.text


class Away:
    """A page without a connection: it plays on a copy of a game."""

    def __init__(self, copy: GameCopy) -> None:
        events = tuple(StoredEvent(version=each.version, body=each.body, nonce=each.nonce) for each in copy.events)
        stored = StoredGame(game=copy.game, begun=copy.begun, setting=copy.setting, events=events)
        self.copied, self.base, self.acts = copy, copy.version, list[OfflineAct]()
        self.room = Room.restored(stored, offline_chance(copy.game, copy.version), 0)
        self.device = f"offline-{copy.version}"

    def act(self, kind: type[Any], nonce: str = "", **words: Any) -> protocol.GameCommand:
        """Carry out a command here; the seat is that in turn unless it is given."""
        seat = words.pop("seat", self.room.to_act)
        name = nonce or f"{self.device}-{len(self.acts):08}"
        command = kind(nonce=name, version=self.room.version, seat=seat, **words)
        is_program = sitter_at(self.room.game, seat) in self.room.setting.programs
        change = self.room.propose(command, EVERYBODY, 5_000, gaps=None if is_program else seed_of(name))
        assert isinstance(change, PendingChange)
        self.room.apply(changed(change, message=None))
        self.acts.append(OfflineAct(at=1_000 * len(self.acts), command=command))
        return command

    def play(self, strokes: int) -> None:
        """Play strokes, and whatever is expected between them."""
        while strokes:
            expected = self.room.state.expected[0]
            match expected:
                case protocol.ExpectStrike(intervals=(span, *_)):
                    self.act(protocol.Strike, stroke=Stroke(span.lo, 40_000 * strokes, 3_500_000, y=span.y))
                    strokes -= 1
                case protocol.ExpectPlace(disc=disc, spots=(spot, *_)):
                    self.act(protocol.Place, disc=disc, at=spot)
                case _:
                    raise AssertionError(expected)

    @property
    def played(self) -> PlayedOffline:
        return PlayedOffline(base=self.base, acts=tuple(self.acts), digest=state_digest(self.room.state))


def after_the_break(table: Table) -> PlayedOffline:
    away = Away(table.copy())
    away.act(protocol.Strike, nonce="break-before-that", stroke=BREAK)
    return away.played


def test_what_was_played_offline_is_added_to_the_log_and_the_record_verifies(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.act(protocol.Strike, stroke=BREAK)
    away.play(3)
    away.act(protocol.Undo)
    away.play(1)
    added = table.added(away.played)
    assert added == PlayAdded(game=table.name, version=away.room.version)
    record = table.asked("GET", ".carrom").text
    assert read_record(record).position == away.room.game.position
    assert len(table.copy(after=away.base).events) == away.room.version - away.base


def test_acts_that_are_sent_again_are_added_once(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.play(2)
    first = table.added(away.played)
    assert table.added(away.played) == first
    away.play(1)
    assert table.added(away.played).version == away.room.version == table.version()


def test_an_act_whose_answer_was_lost_is_not_repeated(client: TestClient) -> None:
    table = Table(client)
    table.added(after_the_break(table))
    away = Away(table.copy())
    table.online(away.act(protocol.Strike, nonce="sent-and-not-answered", stroke=GENTLE))
    assert table.added(away.played).version == away.room.version, "nothing is to be added"
    away.play(2)
    assert table.added(away.played) == PlayAdded(game=table.name, version=away.room.version)


def test_of_a_break_whose_answer_was_lost_the_result_that_was_seen_offline_counts(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    table.online(away.act(protocol.Strike, stroke=BREAK))
    for _ in range(2):
        added = table.added(away.played)
        assert (added.game, added.version) == (table.name, away.room.version + 2), "taken back, and played again"
    away.play(2)
    assert table.added(away.played).version == away.room.version + 2
    assert read_record(table.asked("GET", ".carrom").text).position == away.room.game.position


class Gentle:
    """A computer that plays the same stroke each time."""

    def choose(self, game: Any, seat: Seat, rng: Random) -> Stroke:
        return GENTLE

    def place(self, game: Any, seat: Seat) -> None:
        return None


def test_the_strokes_of_the_computer_are_accepted(client: TestClient) -> None:
    table = Table(client, against("first-timer"))
    away = Away(table.copy())
    turn_of_the_computer(away)
    away.play(2)
    assert Seat.NORTH in {act.command.seat for act in away.acts}
    assert table.added(away.played) == PlayAdded(game=table.name, version=away.room.version)


def test_what_the_computer_has_played_meanwhile_at_the_server_is_taken_back(client: TestClient) -> None:
    away = Away(Table(client, against("first-timer")).copy())
    server = Away(away.copied)
    turn_of_the_computer(away)
    add(server.room, away)
    computer = server.room.program_act(Gentle(), Seat.NORTH, Random(1), lambda: 9_000)
    server.room.apply(computer)
    theirs, base = server.room.version, away.room.version
    away.play(1)
    added = add(server.room, away)
    assert isinstance(msgspec.json.decode(added.changes[0].stored[0].body, type=dict)["to"], int)
    assert added.version == server.room.version == theirs + 1 + away.room.version - base
    assert server.room.state == away.room.state
    assert add(server.room, away).changes == (), "sent again, nothing is added"
    away.play(1)
    away.act(protocol.Undo, seat=Seat.SOUTH)
    add(server.room, away)
    assert server.room.state == away.room.state


def add(room: Room, away: Away) -> Continuation:
    """Add what was played offline to a room, as the server does."""
    found = continuation(room, room.name, away.played, room.setting.people, 10_000)
    for change in found.changes:
        room.apply(change)
    return found


def turn_of_the_computer(away: Away) -> None:
    """Miss the break until it is the computer's turn."""
    while away.room.to_act is Seat.SOUTH:
        away.act(protocol.Strike, stroke=GENTLE)


def test_if_somebody_else_has_played_on_both_games_are_kept(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.act(protocol.Strike, stroke=BREAK)
    here = protocol.Strike(nonce="another-device-001", version=away.base, seat=Seat.SOUTH, stroke=GENTLE)
    table.online(here)
    before = table.version()
    added = table.added(away.played)
    assert added.game != table.name
    assert (table.version(), added.version) == (before, away.room.version)
    assert table.added(away.played) == added, "sent again, it is the same game"
    away.play(2)
    assert table.added(away.played) == PlayAdded(game=added.game, version=away.room.version)
    headers = {"authorization": f"Bearer {table.key}"}
    record = client.get(f"/api/games/{added.game}.carrom", headers=headers)
    assert read_record(record.text).position == away.room.game.position


def by_link() -> Terms:
    return Terms(
        seats=(SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.LINK)), first_break=Seat.SOUTH
    )


@pytest.mark.parametrize(
    "terms",
    [
        pytest.param(by_link(), id="by-link"),
        pytest.param(friends(clock=protocol.ClockPlan(stroke=30, place=30)), id="clock"),
        pytest.param(friends(forfeit_after=60), id="forfeit"),
    ],
)
def test_other_games_are_not_played_offline(client: TestClient, terms: Terms) -> None:
    table = Table(client, terms)
    command = protocol.Strike(nonce="n" * 16, version=2, seat=Seat.SOUTH, stroke=BREAK)
    forged = PlayedOffline(base=2, acts=(OfflineAct(at=0, command=command),), digest="00000000")
    if terms.seats[1].who is Who.LINK:
        client.post(f"/api/games/{table.name}/join", json={"invite": f"invite-{table.number:06}", "key": "friend-key"})
    for answer in (table.asked("GET", "/copy"), table.send(forged)):
        assert answer.status_code == 409
        assert "without a connection" in answer.json()["detail"]
    assert not table.asked("GET", "").json()["card"].get("offline", False)


def test_other_keys_neither_read_nor_add(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.play(1)
    before = table.version()
    for key in ("key-of-somebody-else", f"{WATCH}-{table.number}"):
        assert table.asked("GET", "/copy", key).status_code == 401
        assert table.send(away.played, key).status_code == 401
    assert table.version() == before


def forged_digest(played: PlayedOffline) -> PlayedOffline:
    return changed(played, digest="00000000")


def with_command(number: int, **fields: Any) -> Callable[[PlayedOffline], PlayedOffline]:
    """Return a function that changes one command of an honest message."""

    def forge(played: PlayedOffline) -> PlayedOffline:
        acts = list(played.acts)
        acts[number] = changed(acts[number], command=changed(acts[number].command, **fields))
        return changed(played, acts=tuple(acts))

    return forge


FORGERIES = {
    "a result": forged_digest,
    "a striker outside the baseline": with_command(-1, stroke=Stroke(400_000, 0, 3_000_000)),
    "an impossible speed": with_command(-1, stroke=Stroke(0, 0, 999_000_000)),
    "the other seat": with_command(-1, seat=Seat.EAST),
    "a gap between versions": with_command(-1, version=99),
    "the same act twice": lambda played: changed(played, acts=(*played.acts, played.acts[-1])),
    "another order": lambda played: changed(played, acts=played.acts[::-1]),
    "a version that does not exist": lambda played: changed(played, base=99),
    "the time before the game": lambda played: changed(played, base=0),
    "the computer resigns": lambda played: with_last(played, resign),
    "the computer undoes": lambda played: with_last(played, undo),
}


def with_last(played: PlayedOffline, made: Callable[[Any], Any]) -> PlayedOffline:
    last = played.acts[-1]
    return changed(played, acts=(*played.acts[:-1], changed(last, command=made(last.command))))


def resign(command: protocol.GameCommand) -> protocol.Resign:
    return protocol.Resign(nonce=command.nonce, version=command.version, seat=command.seat)


def undo(command: protocol.GameCommand) -> protocol.Undo:
    return protocol.Undo(nonce=command.nonce, version=command.version, seat=command.seat)


@pytest.mark.slow(first=11)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_message_adds_nothing(client: TestClient, forgery: str) -> None:
    table = Table(client, against("first-timer"))
    away = Away(table.copy())
    turn_of_the_computer(away)
    away.play(1)
    before = table.version()
    answer = table.send(FORGERIES[forgery](away.played))
    assert answer.status_code in (403, 409, 422), answer.text
    assert answer.json()["detail"].count(".") <= 3
    assert table.version() == before
    assert table.added(away.played).version == away.room.version, "the honest message is still accepted"


def test_a_person_cannot_let_the_computer_play_out_of_turn(client: TestClient) -> None:
    table = Table(client, against("first-timer"))
    away = Away(table.copy())
    command = protocol.Strike(nonce="n" * 16, version=away.base, seat=Seat.NORTH, stroke=GENTLE)
    forged = PlayedOffline(base=away.base, acts=(OfflineAct(at=0, command=command),), digest="00000000")
    assert "computer" in table.send(forged).json()["detail"]


def test_the_size_of_a_message_is_limited(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.play(1)
    many = changed(away.played, acts=away.played.acts * (MOST_ACTS + 1))
    assert table.send(many).status_code == 422
    assert table.asked("POST", "/offline", content=b" " * 600_000).status_code == 413


def test_times_are_neither_in_the_future_nor_before_the_game(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.play(2)
    acts = (changed(away.acts[0], at=0), changed(away.acts[1], at=1 << 51))
    table.added(changed(away.played, acts=acts))
    whens = [msgspec.json.decode(each.body).get("when") for each in table.copy().events]
    assert whens == sorted(whens)
    assert whens[-1] - whens[0] < 3_600


def test_everybody_who_follows_the_game_sees_it_go_on(client: TestClient) -> None:
    table = Table(client)
    away = Away(table.copy())
    away.play(2)
    with client.websocket_connect(
        "/ws", headers={"host": "127.0.0.1:8137", "origin": "http://127.0.0.1:8137"}
    ) as socket:
        socket.send_text(encode(protocol.Resume(game=table.name, key=table.key)))
        table.added(away.played)
        seen = None
        while seen is None or seen.version < away.room.version:
            message = decode_server(socket.receive_text())
            seen = message if isinstance(message, protocol.Snapshot) else seen
    assert seen.state == away.room.state


# -- Files for play without a connection: a server offers those of its own version, and refuses any others

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"


class Cold(KernelWarmup):
    """A kernel warm-up that never compiles anything."""

    def begin(self, answer: object) -> None:
        """Do nothing."""


def built(folder: Path, **fields: object) -> Path:
    """Write a folder like that of `python3 dev.py site`."""
    (folder / "assets").mkdir(parents=True)
    (folder / "python" / "abc").mkdir(parents=True)
    (folder / "assets" / "worker-1.js").write_text("onmessage = 1;")
    (folder / "python" / "abc" / "packages.zip.packed").write_bytes(b"zip")
    files = ["/assets/worker-1.js", "/python/abc/packages.zip.packed"]
    program = {"version": __version__, "program": offline_digest(), "build": "0123456789abcdef"}
    listed = {**program, "worker": files[0], "files": files, **fields}
    (folder / "offline.json").write_text(json.dumps(listed))
    return folder


def page(folder: Path) -> Path:
    """Write a built client with the real service worker."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<!doctype html><title>Carrom</title><script src="/assets/app-1.js"></script>')
    (folder / "assets" / "app-1.js").write_text("let a = 1;")
    (folder / "assets" / "later-1.js").write_text("let b = 1;")
    (folder / "sw.js").write_bytes((PUBLIC / "sw.js").read_bytes())
    return folder


def test_a_server_offers_the_files_and_says_so(tmp_path: Path) -> None:
    static, offline = page(tmp_path / "static"), built(tmp_path / "offline")
    app = application(Store(":memory:"), static=static, offline=offline, warmth=Cold())
    with TestClient(app, base_url="http://127.0.0.1:8137") as client:
        listed = client.get("/offline.json").json()
        for path in listed["files"]:
            answer = client.get(path)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-security-policy"] == SECURITY_HEADERS["content-security-policy"]
        with client.websocket_connect("/ws", headers={"host": "127.0.0.1:8137"}) as socket:
            assert json.loads(socket.receive_text())["offline"] is True


def test_the_service_worker_lists_every_file_with_the_hash_under_which_it_is_served(tmp_path: Path) -> None:
    static, offline = page(tmp_path / "static"), built(tmp_path / "offline")
    app = application(Store(":memory:"), static=static, offline=offline, warmth=Cold())
    with TestClient(app, base_url="http://127.0.0.1:8137") as client:
        script = client.get("/sw.js").text
        lists = {name: json.loads(value) for name, value in re.findall(r"^const (\w+) = (.*);$", script, re.M)[:3]}
        assert lists["FIRST"] == ["/assets/app-1.js", "/index.html"]
        assert "/python/abc/packages.zip.packed" in lists["FILES"]
        for path, digest in lists["FILES"].items():
            assert hashlib.sha256(client.get(path).content).hexdigest().startswith(digest), path
        assert not any(path.startswith(("/games", "/api")) for path in lists["FILES"]), "a game is never stored"


@pytest.mark.parametrize("fields", [{"version": "0.0.1"}, {"program": "0" * 32}])
def test_files_of_another_version_are_refused_in_one_sentence(tmp_path: Path, fields: dict[str, str]) -> None:
    sentence = r"another version of carrom.*; build them again with `python3 dev.py site`\.$"
    with pytest.raises(SetupError, match=sentence):
        offline_files(built(tmp_path / "offline", **fields))


@pytest.mark.parametrize("path", ["/assets/gone.js", "/../secret.txt"])
def test_a_folder_that_is_not_complete_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.txt").write_text("nobody's business")
    with pytest.raises(SetupError, match="is missing"):
        offline_files(built(tmp_path / "offline", files=[path]))


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"dev\.py site"):
        offline_files(tmp_path)
