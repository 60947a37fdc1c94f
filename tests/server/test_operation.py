"""Operating a server: settings, health, metrics, logs, and an orderly shutdown."""

import json
import logging
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from bench.faults_disk import Fault, FaultyVfs
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from carrom.cli import main
from carrom.cli.settings import OPTIONS, gathered
from carrom.errors import SetupError, StoreError
from carrom.observability import SECONDS, Json, Metrics, without_secrets
from carrom.server.common import RateLimit
from carrom.server.http.security import Proxies
from carrom.server.ops.app import Health, application
from carrom.storage.database import StoredEvent
from carrom.storage.locks import ProcessLock
from carrom.storage.store import InstrumentedDatabase, Store, database_at

from .serving import Carrom, begun, heard, page, struck

FILE = """
host = "0.0.0.0"
port = 9000
store = "postgresql://carrom:sesame@db/games"
allow-host = ["one.example", "two.example"]
requests = [100, 25]
messages = "10,5"
drain = 2.5
log-format = "json"
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "carrom.toml").write_text(FILE)
    return str(tmp_path / "carrom.toml")


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(file: str) -> None:
    environment = {"CARROM_PORT": "9001", "CARROM_ALLOW_HOST": "three.example, four.example", "CARROM_GAMES": ""}
    values = gathered({"port": 9002, "trusted_proxy": ["10.0.0.0/8"]}, environment, file)
    assert (values["host"], values["port"], values["trusted-proxy"]) == ("0.0.0.0", 9002, ("10.0.0.0/8",))
    assert values["allow-host"] == ("three.example", "four.example")
    assert (values["requests"], values["messages"], values["drain"]) == (RateLimit(100, 25), RateLimit(10, 5), 2.5)
    assert (values["log-format"], values["games"]) == ("json", 512)
    assert gathered({}, environment, None)["port"] == 9001
    assert gathered({}, {}, None) == {option.name: option.standard for option in OPTIONS}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("prot = 1", r"unknown option 'prot'; did you mean port\?"),
        ("colour = 1", "unknown option 'colour'; expected host, port"),
        ("port = 'eighty'", r"carrom.toml, port: 'eighty' is not a port; expected a number from 0 to 65535"),
        ("port = true", "port: expected a text or a number"),
        ("port = 8137.5", "'8137.5' is not a port"),
        (
            "allow-host = 'one'",
            "allow-host: expected a list of texts, such as allow-host = .'one'.".replace("'", '"'),
        ),
        ("allow-host = ['http://one.example/']", "allow-host: 'http://one.example/' is not a host name"),
        ("allow-host = ['one.example:80']", "is not a host name; expected one without scheme, port and path"),
        ("trusted-proxy = ['10.0.0.0/99']", "proxy: '10.0.0.0/99' is not a network; expected a network"),
        ("engine = ['mine']", "engine: 'mine': expected NAME=COMMAND"),
        ("accounts = 'yes'", "'yes' is not a switch"),
        ("requests = '5'", "requests: '5' is not a rate"),
        ("requests = [0, 1]", "'0,1' is not a rate"),
        ("drain = -1", "'-1' is not a time; expected 0 to 600 seconds"),
        ("log-format = 'xml'", "'xml' is not a log format; expected text or json"),
        ("host = ''", "host: the value is empty"),
        ("port = ", "is not valid TOML"),
    ],
)
def test_a_setting_that_is_none_is_one_sentence_that_names_its_place(tmp_path: Path, said: str, expected: str) -> None:
    (tmp_path / "carrom.toml").write_text(said)
    with pytest.raises(SetupError, match=expected):
        gathered({}, {}, str(tmp_path / "carrom.toml"))


def test_a_switch_may_be_said_as_toml_says_it(tmp_path: Path) -> None:
    for said, means in {"true": True, "false": False, "'on'": True}.items():
        (tmp_path / "carrom.toml").write_text(f"accounts = {said}")
        assert gathered({}, {}, str(tmp_path / "carrom.toml"))["accounts"] is means


def test_a_check_finds_a_folder_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a-file").write_text("")
    assert main(["serve", "--check", "--port", "0", "--data", str(tmp_path / "a-file" / "data")]) == 1
    assert "a-file is not a folder; choose another with --data" in capsys.readouterr().err


def test_a_check_finds_what_the_start_would_fail_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrom.server.http.static_files.STATIC", page(tmp_path / "static"))
    monkeypatch.delenv("CARROM_STORE", raising=False)
    words = ["serve", "--port", "0", "--data", str(tmp_path / "data")]
    Store(tmp_path / "data" / "games.db").close()
    content = (tmp_path / "data" / "games.db").read_bytes()
    (tmp_path / "data" / "games.db").write_bytes(content.replace(b"CREATE TABLE seek", b"KREATE TABLE seek"))
    for command in ([*words, "--check"], words):
        assert main(command) == 1
        said = capsys.readouterr()
        assert "These settings work." not in said.out
        assert "games.db is damaged or is not a database of carrom" in said.err
    (tmp_path / "data" / "games.db").write_bytes(content)
    with ProcessLock(tmp_path / "data"):
        for command in ([*words, "--check"], words):
            assert main(command) == 1
            assert "carrom is already running" in capsys.readouterr().err
    assert main([*words, "--check"]) == 0


def test_a_variable_that_is_none_is_named_and_a_file_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"the variable CARROM_PORT: 'x' is not a port"):
        gathered({}, {"CARROM_PORT": "x"}, None)
    with pytest.raises(SetupError, match=r"settings .*nowhere\.toml cannot be read: No such file"):
        gathered({}, {}, str(tmp_path / "nowhere.toml"))


def test_a_check_says_what_it_would_do_without_secrets_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrom.server.http.static_files.STATIC", page(tmp_path / "static"))
    for name in ("CARROM_STORE", "CARROM_DATA", "CARROM_SETTINGS"):
        monkeypatch.delenv(name, raising=False)
    words = ["serve", "--check", "--port", "0", "--data", str(tmp_path / "data"), "--allow-metrics", "127.0.0.1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "port: 0\n" in said
    assert "metrics: 127.0.0.1\n" in said
    assert "new-games: 30,0.2\n" in said
    assert said.endswith("These settings work.\n")
    assert not (tmp_path / "data").exists()
    assert main(["serve", "--check", "--port", "0", "--store", "postgresql://a:sesame@127.0.0.1:1/games"]) == 1
    out = capsys.readouterr()
    assert "cannot be reached" in out.err
    assert "sesame" not in out.out + out.err
    assert main(["serve", "--check", "--port", "0", "--allow-metrics", "everybody"]) == 1
    assert "is not a network" in capsys.readouterr().err


class Faulty:
    """A store check that fails while `away` is set."""

    def __init__(self) -> None:
        self.away, self.asked = False, 0

    def __call__(self) -> None:
        self.asked += 1
        if self.away:
            raise StoreError("away")


@pytest.fixture
def answers() -> Faulty:
    return Faulty()


@pytest.fixture
def health(answers: Faulty) -> Health:
    return Health(Metrics("1.2.3"), answers, Proxies(("192.0.2.0/24",)))


@pytest.fixture
def client(tmp_path: Path, health: Health) -> Iterator[TestClient]:
    store = Store(InstrumentedDatabase(database_at(":memory:"), health.meters))
    app = application(store, static=page(tmp_path / "static"), names=frozenset({"localhost"}), health=health)
    with TestClient(app, base_url="http://localhost", client=("192.0.2.7", 5)) as client:
        yield client


def test_a_server_lives_and_is_ready_while_its_database_answers(
    client: TestClient, answers: Faulty, health: Health
) -> None:
    for _ in range(20):
        assert (client.get("/healthz").text, client.get("/readyz").text) == ("ok\n", "ready\n")
    assert answers.asked <= 3, "asking often costs the database nothing"
    answers.away = True
    health._known = 0.0
    away = client.get("/readyz")
    assert (away.status_code, away.text) == (503, "The database cannot be used.\n")
    assert client.get("/healthz").status_code == 200
    answers.away = False
    health._known = 0.0
    assert client.get("/readyz").status_code == 200
    health.draining = True
    ending = client.get("/readyz")
    assert (ending.status_code, ending.text) == (503, "The server is shutting down.\n")


def test_a_server_is_not_ready_while_its_disk_is_full_and_is_again_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fault, meters = Fault(), Metrics("1.2.3")
    with FaultyVfs(fault):
        store = Store(InstrumentedDatabase(database_at(tmp_path / "games.db", aside=True), meters))
        health = Health(meters, store.answers, Proxies())
        app = application(store, static=page(tmp_path / "static"), names=frozenset({"localhost"}), health=health)

        def status() -> int:
            health._known = 0.0
            return int(client.get("/readyz").status_code)

        with TestClient(app, base_url="http://localhost") as client:
            assert status() == 200
            fault.at, fault.kind = fault.count + 1, "full"
            assert [status() for _ in range(3)] == [503, 503, 503]
            assert client.get("/healthz").status_code == 200
            with pytest.raises(StoreError, match="full"):
                store.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="{}"),))
            assert status() == 503
            fault.at = None
            assert status() == 200
            assert store.database.ask("SELECT count(*) FROM closed_name", ()) == [(0,)]
    assert caplog.text.count("not ready for players: ") == 1
    assert "disk is full" in caplog.text


def test_metrics_are_for_the_network_that_was_named(client: TestClient, health: Health) -> None:
    found = client.get("/metrics")
    assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'carrom_build_info{version="1.2.3"} 1\n' in found.text
    assert "carrom_tables 0\n" in found.text
    health._networks = Proxies()
    assert client.get("/metrics").status_code == 404


def test_calls_of_the_api_are_timed_and_their_refusals_counted(client: TestClient) -> None:
    client.get("/api/levels")
    client.get("/api/puzzles/0")
    answer = client.get("/metrics").text
    for line in (
        'carrom_call_seconds_count{operation="levels"} 1',
        'carrom_refusals_total{code="malformed"} 1',
        "carrom_streams 0",
        "carrom_bus_away 0",
        "# TYPE carrom_swept_total counter",
    ):
        assert f"{line}\n" in answer, line


def test_what_is_told_is_what_prometheus_reads(health: Health) -> None:
    meters = health.meters
    meters.commands.add("strike", 0.004)
    meters.commands.add("strike", 99)
    meters.refusals.add("illegal")
    text = meters.text()
    line = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\\n]*"(,le="[^"]+")?\})? [0-9.e+-]+')
    lines = [each for each in text.splitlines() if not each.startswith("#")]
    assert all(line.fullmatch(each) for each in lines), lines
    assert text.endswith("\n")
    buckets = [int(each.split()[1]) for each in lines if each.startswith("carrom_command_seconds_bucket")]
    assert len(buckets) == len(SECONDS) + 1
    assert buckets == sorted(buckets)
    assert (buckets[1], buckets[2], buckets[-2], buckets[-1]) == (0, 1, 1, 2)
    assert 'carrom_command_seconds_count{kind="strike"} 2' in lines
    assert 'carrom_refusals_total{code="illegal"} 1' in lines
    types = dict(each.split()[2:] for each in text.splitlines() if each.startswith("# TYPE"))
    assert types["carrom_command_seconds"] == "histogram"


def test_a_database_is_timed_and_its_refusals_are_counted() -> None:
    meters = Metrics("1")
    store = Store(InstrumentedDatabase(database_at(":memory:"), meters))
    store.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    store.games.append("game", (StoredEvent(version=2, body="y", nonce="n"),))
    with pytest.raises(StoreError):
        store.games.append("game", (StoredEvent(version=3, body="y", nonce="n"),))
    text = meters.text()
    assert 'carrom_store_seconds_count{task="add"} 1\n' in text
    assert 'carrom_store_seconds_count{task="grow"} 2\n' in text
    assert 'carrom_store_faults_total{task="grow"} 1\n' in text
    store.close()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("at postgresql://carrom:sesame@db/games", "at postgresql://***@db/games"),
        ("Authorization: Bearer sesame-street", "Authorization: Bearer ***"),
        ("host=db password=sesame user=x", "host=db password=*** user=x"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_no_password_and_no_key_is_logged(said: str, answer: str) -> None:
    assert without_secrets(said) == answer
    record = logging.LogRecord("carrom.server", logging.ERROR, "", 0, "%s\n\u2028", (said,), None)
    text = Json().format(record)
    assert "\n" not in text
    found = json.loads(text)
    assert found["said"] == f"{answer}\n\u2028"
    assert (found["level"], found["from"]) == ("error", "carrom.server")
    assert found["at"].endswith("+00:00")


def code_of_the_end(line: ClientConnection) -> int:
    """Read a connection until the server closes it, and return the close code."""
    try:
        while True:
            heard(line)
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return end.rcvd.code


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
def test_a_server_that_is_told_to_end_wants_nobody_new_and_closes_its_lines_one_by_one(tmp_path: Path) -> None:
    words: list[Any] = [
        "--drain",
        "0.8",
        "--log-format",
        "json",
        "--allow-metrics",
        "127.0.0.1",
        "--data",
        tmp_path / "data",
    ]
    running = Carrom(page(tmp_path / "static"), tmp_path / "data", command=("serve", *map(str, words)))
    try:
        with running.line() as first, running.line() as second, running.line() as third:
            _, snapshot = begun(first)
            struck(first, snapshot.version, snapshot.state)
            metrics = httpx.get(running.address + "metrics").text
            assert 'carrom_command_seconds_count{kind="strike"} 1' in metrics
            for stage in ("stroke", "film", "append", "tell"):
                assert f'carrom_stage_seconds_count{{stage="{stage}"}} 1' in metrics
            assert "carrom_connections 3" in metrics
            assert httpx.get(running.address + "readyz").status_code == 200
            running.process.send_signal(signal.SIGTERM)
            until = time.monotonic() + 5
            while httpx.get(running.address + "readyz").status_code == 200:
                assert time.monotonic() < until, "who asks meanwhile hears that nobody new is wanted"
            for line in (first, second, third):
                assert code_of_the_end(line) == 1012
        code, said = running.finished()
    finally:
        running.kill()
    assert code == 0
    lines = [json.loads(each)["said"] for each in said.splitlines()]
    assert f"is running at {running.address}." in lines[0]
    assert "The server is shutting down; 3 connections are open." in lines
    assert lines[-1] == "Carrom has stopped; all events are stored."


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--store", "postgresql://asha:sesame@127.0.0.1:1/games"], "cannot be reached"),
        (["--store", "asha:sesame@db/games"], "The address of the database is not valid"),
        (["--store", "postgresql://127.0.0.1:1/games", "--bus", "redis://asha:sesame@db"], "is not a bus"),
    ],
)
def test_a_server_at_a_wrong_address_does_not_start_and_says_so_in_one_line(
    words: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), *words]) == 1
    out, said = capsys.readouterr()
    assert out == "", "it is served nowhere"
    assert expected in said
    assert "sesame" not in said
    assert said.count("\n") == 1
