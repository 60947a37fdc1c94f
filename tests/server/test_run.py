"""The real command in a real process: its address, its refusals, and a kill in mid-game."""

import asyncio
import contextlib
import io
import os
import re
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server.serving import Carrom, begun, heard, page, resumed, struck
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from carrom import protocol
from carrom.errors import SetupError
from carrom.protocol import Reach, encode
from carrom.server.common import Dispatcher, ServerLimits
from carrom.server.http.security import ConnectionLimits, NetworkAccess, is_of_a_network, own_addresses, pages
from carrom.server.ops.run import address_of, data_folder, let_files_be_open, listening, until_stopped, uvicorn_for
from carrom.storage.hash_chain import KEY


@pytest.fixture
def static(tmp_path: Path) -> Path:
    return page(tmp_path / "static")


@pytest.fixture
def carrom(static: Path, tmp_path: Path) -> Iterator[Carrom]:
    running = Carrom(static, tmp_path / "data")
    yield running
    running.kill()


@pytest.mark.slow
def test_play_prints_its_address_and_serves_the_page_there(carrom: Carrom) -> None:
    assert "Carrom" in urllib.request.urlopen(carrom.address).read().decode()


@pytest.mark.slow
def test_a_server_creates_the_key_of_its_checkpoints_in_its_folder(carrom: Carrom, tmp_path: Path) -> None:
    key = tmp_path / "data" / KEY
    assert len(key.read_bytes()) == 32
    assert os.name != "posix" or key.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_second_instance_points_to_the_first(carrom: Carrom, static: Path, tmp_path: Path) -> None:
    code, said = Carrom(static, tmp_path / "data").finished()
    assert code == 1
    assert said.count("\n") == 1
    assert f"already running at {carrom.address}" in said


@pytest.mark.slow
def test_a_taken_port_is_one_sentence(carrom: Carrom, static: Path, tmp_path: Path) -> None:
    code, said = Carrom(static, tmp_path / "other", carrom.port).finished()
    assert code == 1
    assert said.count("\n") == 1
    assert f"Port {carrom.port}" in said
    assert "--port" in said


@pytest.mark.slow
def test_a_page_that_was_not_built_is_one_sentence(tmp_path: Path) -> None:
    code, said = Carrom(tmp_path / "nowhere", tmp_path / "data").finished()
    assert code == 1
    assert said.count("\n") == 1
    assert "dev.py play" in said


@pytest.mark.slow
def test_a_damaged_database_is_one_sentence_and_is_left_alone(static: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games.db").write_bytes(b"not a database " * 99)
    code, said = Carrom(static, tmp_path / "data").finished()
    assert code == 1
    assert said.count("\n") == 1
    assert "damaged" in said
    assert (tmp_path / "data" / "games.db").read_bytes() == b"not a database " * 99


@pytest.mark.slow
def test_serve_answers_to_the_names_it_is_given(static: Path, tmp_path: Path) -> None:
    running = Carrom(static, tmp_path / "data", command=("serve", "--allow-host", "carrom.example.org"))
    try:
        known = (("carrom.example.org", 200), ("Carrom.Example.org:443", 200))
        for host, status in (*known, ("evil.example", 421), ("192.168.1.7", 421)):
            assert httpx.get(running.address, headers={"host": host}).status_code == status
    finally:
        running.kill()


@pytest.mark.slow
@pytest.mark.parametrize("port", ["65536", "-1", "eighty", "8_0"])
def test_a_port_that_is_none_is_wrong_usage(static: Path, tmp_path: Path, port: str) -> None:
    code, said = Carrom(static, tmp_path / "data", 0, f"--port={port}").finished()
    assert code == 2
    assert "0 to 65535" in said


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_an_interrupt_ends_it_without_complaint(carrom: Carrom) -> None:
    urllib.request.urlopen(carrom.address).read()
    carrom.process.send_signal(signal.SIGINT)
    _, said = carrom.finished()
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_server_killed_in_mid_game_goes_on_after_a_restart(static: Path, tmp_path: Path) -> None:
    first = Carrom(static, tmp_path / "data")
    with first.line() as line:
        joined, snapshot = begun(line)
        played = struck(line, snapshot.version, snapshot.state)
        first.kill()
    second = Carrom(static, tmp_path / "data", first.port)
    try:
        with second.line() as line:
            assert resumed(line, joined).state == played.state
    finally:
        second.kill()


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(SetupError, match="192"):
        listening("192.0.2.1", 0)


def test_the_data_folder_is_what_was_asked_then_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARROM_DATA", str(tmp_path / "environment"))
    assert data_folder(str(tmp_path / "asked")) == tmp_path / "asked"
    assert data_folder(None) == tmp_path / "environment"
    monkeypatch.delenv("CARROM_DATA")
    assert data_folder(None).is_absolute()


def test_a_free_port_is_found() -> None:
    with listening("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


class Listener:
    """A fake socket bound to an address."""

    def __init__(self, *name: object) -> None:
        self.name = name

    def getsockname(self) -> tuple[object, ...]:
        return self.name


@pytest.mark.parametrize(
    ("bound", "opened"),
    [
        (("127.0.0.1", 8137), "http://127.0.0.1:8137/"),
        (("0.0.0.0", 80), "http://127.0.0.1:80/"),
        (("192.168.1.7", 80), "http://192.168.1.7:80/"),
        (("::1", 8137, 0, 0), "http://[::1]:8137/"),
        (("::", 8137, 0, 0), "http://[::1]:8137/"),
    ],
)
def test_the_address_to_open_is_on_this_machine(bound: tuple[object, ...], opened: str) -> None:
    assert address_of(Listener(*bound)) == opened  # type: ignore[arg-type]


def test_no_client_can_say_in_a_header_where_it_comes_from() -> None:
    config = uvicorn_for(None, ConnectionLimits(ServerLimits()), Dispatcher()).config  # type: ignore[arg-type]
    assert not config.proxy_headers
    assert not config.server_header
    assert config.ws_max_size > protocol.MAX_CLIENT_BYTES, "the connection refuses what is too long, with a reason"


@pytest.mark.slow
def test_a_page_on_this_machine_lets_the_network_in_and_friends_find_the_page(carrom: Carrom) -> None:
    with connect(carrom.address.replace("http", "ws") + "ws", origin=carrom.address[:-1]) as line:
        welcome = heard(line)
        assert isinstance(welcome, protocol.Welcome)
        assert welcome.reach == protocol.Reach(addresses=(), may_open=True)
        line.send(encode(protocol.OpenDoor(nonce="o" * 16)))
        message = heard(line)
    if not own_addresses():
        assert isinstance(message, protocol.Refused)
        assert "no network" in message.reason
        return
    assert isinstance(message, protocol.ReachChanged)
    assert (message.nonce, message.reach.may_open) == ("o" * 16, False)
    first = message.reach.addresses[0]
    assert "Carrom" in httpx.get(first).text
    with connect(first.replace("http", "ws") + "ws", origin=first[:-1]) as friend:
        welcome = heard(friend)
        assert isinstance(welcome, protocol.Welcome)
        assert welcome.reach == message.reach
        friend.send(encode(protocol.OpenDoor(nonce="p" * 16)))
        refused = heard(friend)
        assert isinstance(refused, protocol.Refused)
        assert refused.code is protocol.Refusal.NOT_YOURS


@pytest.mark.slow
def test_pages_hear_that_the_server_ends_before_their_lines_break(carrom: Carrom) -> None:
    with carrom.line() as line:
        carrom.process.send_signal(signal.SIGTERM)
        assert isinstance(heard(line), protocol.Draining)
        with pytest.raises(ConnectionClosed) as broken:
            heard(line)
    assert broken.value.rcvd is not None
    assert broken.value.rcvd.code == 1012


@pytest.mark.skipif(os.name != "posix", reason="Windows counts no open files")
@pytest.mark.parametrize(
    ("soft", "hard", "asked"), [(256, 4096, 960), (256, -1, 960), (4096, 4096, None), (-1, -1, None), (960, 960, None)]
)
def test_a_process_may_open_as_many_files_as_it_grants_connections(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, asked: int | None
) -> None:
    import resource

    set_to: list[tuple[int, int]] = []
    endless = resource.RLIM_INFINITY
    limits = tuple(endless if each == -1 else each for each in (soft, hard))
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: set_to.append(both))
    let_files_be_open(ServerLimits())
    assert set_to == ([] if asked is None else [(asked, limits[1])])


@pytest.mark.skipif(os.name != "posix", reason="Windows counts no open files")
def test_a_system_that_grants_too_few_files_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 512))
    with pytest.raises(SetupError, match=r"512 open files, but 960 are needed.*--connections"):
        let_files_be_open(ServerLimits())


@pytest.mark.slow
def test_a_server_at_home_answers_to_its_own_name_alone(carrom: Carrom) -> None:
    assert httpx.get(carrom.address, headers={"host": f"192.168.1.20:{carrom.port}"}).status_code == 421


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows closes no terminal by a signal")
def test_a_closed_terminal_ends_the_server_unless_nohup_began_it() -> None:
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)}

    class Serving:
        should_exit = False

        def run(self, sockets: object) -> None:
            self.meanwhile = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)]

    try:
        for hangup in (signal.SIG_IGN, signal.SIG_DFL):
            signal.signal(signal.SIGHUP, hangup)
            server = Serving()
            until_stopped(server, None)  # type: ignore[arg-type]
            ending, hearing = server.meanwhile
            assert callable(ending)
            assert hearing is (signal.SIG_IGN if hangup is signal.SIG_IGN else ending)
            assert signal.getsignal(signal.SIGHUP) is hangup
            ending(signal.SIGTERM, None)
            assert server.should_exit
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


# -- The client in docs/tutorials/websocket-client.md works with a real server and prints the output shown there

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "websocket-client.md"


@pytest.mark.slow
def test_the_client_of_the_tutorial_prints_what_the_page_shows(tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    steps = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)
    assert len(steps) >= 8
    running = Carrom(page(tmp_path / "static"), tmp_path / "data")
    names = {}
    try:
        for code, shown in steps:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(code.replace("ws://127.0.0.1:8137/", running.address.replace("http", "ws")), names)
            assert out.getvalue() == shown
    finally:
        names["connections"].close()
        running.kill()


# -- A server's network addresses, and opening it to the local network from a page on the same machine


@pytest.mark.parametrize(
    ("address", "found"),
    [("127.0.0.1", False), ("::1", False), ("0.0.0.0", False), ("169.254.3.4", False), ("192.168.1.20", True)],
)
def test_an_address_is_of_a_network_if_others_may_reach_it(address: str, found: bool) -> None:
    assert is_of_a_network(address) is found


def test_a_server_says_the_addresses_that_others_reach_it_by() -> None:
    assert pages("127.0.0.1", 8137) == pages("::1", 8137) == ()
    assert pages("192.168.1.20", 8137) == ("http://192.168.1.20:8137/",)
    assert pages("fd00::7", 8137) == ("http://[fd00::7]:8137/",)
    assert pages("0.0.0.0", 80) == tuple(f"http://{address}:80/" for address in own_addresses())


def test_only_a_page_on_the_same_machine_may_open_the_door_and_only_once() -> None:
    opened = []

    async def opens() -> tuple[str, ...]:
        opened.append(True)
        return ("http://192.168.1.20:8137/",)

    outside = NetworkAccess()
    assert outside.reach(local=True) == Reach(addresses=(), may_open=False), "nothing opens it"
    outside = NetworkAccess((), opens)
    assert outside.reach(local=False) == Reach(addresses=(), may_open=False)
    assert outside.reach(local=True) == Reach(addresses=(), may_open=True)

    async def twice() -> None:
        await asyncio.gather(outside.let_in(), outside.let_in())

    asyncio.run(twice())
    assert opened == [True]
    assert outside.reach(local=True) == Reach(addresses=("http://192.168.1.20:8137/",), may_open=False)


def test_a_door_that_does_not_open_stays_shut_and_says_why() -> None:
    async def jams() -> tuple[str, ...]:
        raise SetupError("This machine is in no network.")

    outside = NetworkAccess()
    with pytest.raises(SetupError, match="--host"):
        asyncio.run(outside.let_in())
    outside = NetworkAccess((), jams)
    with pytest.raises(SetupError, match="no network"):
        asyncio.run(outside.let_in())
    assert outside.reach(local=True).may_open
