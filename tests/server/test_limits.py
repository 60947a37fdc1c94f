"""Rate limits, tokens and the lock on a data folder."""

import argparse
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Future
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocket

from carrom.board.seat import Seat
from carrom.cli import command_parser
from carrom.cli.serve import limits as limits_of
from carrom.cli.settings import gathered
from carrom.errors import SetupError
from carrom.protocol import KernelStatus
from carrom.server.common import PAYER, FairThreadPoolExecutor, RateLimit, ServerLimits, TokenBucket, TokenBuckets
from carrom.server.http.security import (
    LOOPBACK,
    SECURITY_HEADERS,
    Proxies,
    SecurityMiddleware,
    client_address,
    host_name,
    household,
)
from carrom.server.ops.app import KernelWarmup
from carrom.storage.locks import AlreadyRunning, ProcessLock
from carrom.tokens import hashed, new_game_id

SOUTH, BOTH = (Seat.SOUTH,), (Seat.SOUTH, Seat.NORTH)


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    now = [0.0]
    bucket = TokenBucket(RateLimit(2, 1), lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_each_address_has_its_own_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = TokenBuckets(RateLimit(1, 0), lambda: 0.0, remembered=2)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]
    assert buckets.take("c")
    assert buckets.take("a")


def test_a_token_is_stored_as_its_hash() -> None:
    assert hashed("wörd") == hashed("wörd") != hashed("word")


def test_names_of_games_cannot_be_guessed() -> None:
    names = {new_game_id() for _ in range(1000)}
    assert len(names) == 1000
    assert min(map(len, names)) >= 20


CLAIM = """
import sys
from pathlib import Path
from carrom.storage.locks import ProcessLock
claim = ProcessLock(Path(sys.argv[1]))
claim.answers_at("http://127.0.0.1:1234/")
print("claimed", flush=True)
sys.stdin.read()
"""


def test_a_second_server_is_pointed_to_the_first_until_that_one_is_killed(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "src"
    first = subprocess.Popen(
        [sys.executable, "-c", CLAIM, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(source)},
    )
    assert first.stdout is not None
    assert first.stdout.readline().strip() == b"claimed"
    with pytest.raises(AlreadyRunning, match="already running at http://127") as other:
        ProcessLock(tmp_path)
    assert other.value.address == "http://127.0.0.1:1234/"
    first.kill()
    first.wait()
    with ProcessLock(tmp_path):
        pass


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="--data"):
        ProcessLock(tmp_path / "file")


def test_an_address_that_was_just_seen_is_not_the_one_forgotten() -> None:
    buckets = TokenBuckets(RateLimit(1, 0), lambda: 0.0, remembered=2)
    assert [buckets.take("a"), buckets.take("b")] == [True, True]
    assert not buckets.take("a"), "two are remembered"
    assert buckets.take("c")
    assert not buckets.take("a"), "b was unseen for longest"
    assert buckets.take("b")


def test_an_address_is_the_clients_without_its_port() -> None:
    assert client_address({"client": ("192.168.1.7", 50123)}) == "192.168.1.7"
    assert client_address({}) == client_address({"client": None}) == "unknown"


def test_a_claim_is_given_back_at_the_end_of_its_block_and_says_no_address_then(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    with ProcessLock(folder) as claim:
        claim.answers_at("http://127.0.0.1:1234/")
        with pytest.raises(AlreadyRunning):
            ProcessLock(folder)
        assert (folder / "carrom.lock").read_text() == "http://127.0.0.1:1234/"
        if os.name == "posix":
            assert folder.stat().st_mode & 0o777 == 0o700
            assert (folder / "carrom.lock").stat().st_mode & 0o777 == 0o600
    assert (folder / "carrom.lock").read_text() == ""
    claim.close()
    ProcessLock(folder).close()


def test_the_page_on_serving_says_the_limits_that_hold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "serving.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| ([a-z ]+) \| (.*?) \|(.*)\|$", page, re.MULTILINE)
    rows = {name: (said, option) for name, said, option in found}
    limits = ServerLimits()
    for name, rate, option in (
        ("messages", limits.messages, "`--messages 60,20`"),
        ("refused messages", limits.invalid_messages, "`--invalid-messages 200,5`"),
        ("requests", limits.requests, "`--requests 200,50`"),
        ("new games", limits.new_games, "`--new-games 30,0.2`"),
        ("computing", limits.computing_time, "`--computing-time 30,0.25`"),
    ):
        said, shown = rows[name]
        a_minute = f"{rate.burst:g} at once, then {60 * rate.per_second:g} a minute"
        a_second = said.replace(" seconds at", " at").startswith(f"{rate.burst:g} at once, then {rate.per_second:g} a ")
        assert a_second or said.startswith(a_minute), name
        assert shown.strip() == option
        assert not option or f"{rate.burst:g},{rate.per_second:g}" in option
    assert rows["connections"][0] == f"{limits.connections}, {limits.connections_per_address} of them per address"
    assert rows["requests in progress"][0].startswith(f"{limits.open_requests}, {limits.open_requests_per_address} of")
    assert rows["the headers of a request"][0] == f"{limits.head_bytes} bytes within {limits.head_seconds:g} seconds"
    assert rows["an idle connection"][0].startswith(f"closed after {limits.silence:g} seconds")
    assert rows["a game"][0].startswith(f"{limits.events_per_game} strokes")
    assert rows["games in memory"][0].startswith(f"{limits.games};")


def test_every_limit_on_the_page_with_an_option_is_set_by_it() -> None:
    parser = command_parser("serve", argparse.ArgumentParser)
    words = ["--connections", "9", "--connections-per-address", "8", "--open-requests", "7"]
    words += ["--open-requests-per-address", "6", "--games", "5", "--events-per-game", "4", "--messages", "3,2.5"]
    words += ["--new-games", "2,0.1", "--requests", "5,5", "--computing-time", "1,1"]
    assert limits_of(gathered(vars(parser.parse_args(words)), {}, None)) == ServerLimits(
        connections=9,
        connections_per_address=8,
        open_requests=7,
        open_requests_per_address=6,
        games=5,
        events_per_game=4,
        messages=RateLimit(3, 2.5),
        new_games=RateLimit(2, 0.1),
        requests=RateLimit(5, 5),
        computing_time=RateLimit(1, 1),
    )
    assert limits_of(gathered(vars(parser.parse_args([])), {}, None)) == ServerLimits()


@pytest.mark.parametrize(
    "words", ["--games 0", "--games -1", "--games x", "--messages 5", "--messages 0,1", "--computing-time 1,0"]
)
def test_a_limit_that_is_none_is_wrong_usage(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command_parser("serve", argparse.ArgumentParser).parse_args(words.split())
    assert end.value.code == 2
    assert "expected" in capsys.readouterr().err


@pytest.mark.parametrize(("compiled", "kernel"), [(True, KernelStatus.COMPILED), (False, KernelStatus.INTERPRETED)])
def test_a_kernel_that_is_warm_is_said_to_be_compiled_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, kernel: KernelStatus
) -> None:
    monkeypatch.setattr("carrom.server.ops.app._compiled", lambda: compiled)
    warmth, answer = KernelWarmup(), threading.Event()
    assert warmth.kernel is KernelStatus.WARMING
    warmth.begin(answer.set)
    assert answer.wait(10)
    assert warmth.kernel is kernel


# -- Checks on incoming requests: host and origin headers, rate limits, security headers


async def page(_: Request) -> Response:
    return PlainTextResponse("the page")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


def guard(*, any_address: bool = False, burst: float = 1000) -> SecurityMiddleware:
    inner = Starlette(routes=[Route("/", page), WebSocketRoute("/ws", talk)])
    return SecurityMiddleware(
        inner, names=LOOPBACK, any_address=any_address, requests=TokenBuckets(RateLimit(burst, 0), lambda: 0.0)
    )


def client(*, any_address: bool = False) -> TestClient:
    return TestClient(guard(any_address=any_address), base_url="http://127.0.0.1:8137")


@pytest.mark.parametrize("host", ["127.0.0.1:8137", "localhost:8137", "LOCALHOST", "localhost.:80", "[::1]:8137"])
def test_this_machine_may_call_the_server_by_its_names(host: str) -> None:
    assert client().get("/", headers={"host": host}).text == "the page"


@pytest.mark.parametrize(
    ("proxies", "said", "header"),
    [
        (("127.0.0.1",), "https", "max-age=31536000"),
        (("127.0.0.1",), "http", None),
        (("127.0.0.1",), None, None),
        ((), "https", None),
    ],
)
def test_a_browser_that_came_over_tls_is_told_to_do_so_again(
    proxies: tuple[str, ...], said: str | None, header: str | None
) -> None:
    door = guard()
    door._proxies = Proxies(proxies)
    caller = TestClient(door, base_url="http://127.0.0.1:8137", client=("127.0.0.1", 50_000))
    for path in ("/", "/nowhere"):
        answer = caller.get(path, headers={"x-forwarded-proto": said} if said else {})
        assert answer.headers.get("strict-transport-security") == header


@pytest.mark.parametrize(("scheme", "header"), [("https", "max-age=31536000"), ("http", None)])
def test_a_server_that_speaks_tls_itself_asks_browsers_to_come_back_over_tls(scheme: str, header: str | None) -> None:
    answer = TestClient(guard(), base_url=f"{scheme}://127.0.0.1:8137").get("/")
    assert answer.headers.get("strict-transport-security") == header


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "192.168.1.5:8137", "", "user@localhost", "localhost/x", "[::1", "a b"],
)
def test_a_foreign_host_is_turned_away(host: str) -> None:
    answer = client().get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "--allow-host" in answer.text


def test_in_a_network_an_address_in_digits_is_let_in_and_a_name_is_not() -> None:
    assert client(any_address=True).get("/", headers={"host": "192.168.1.5:8137"}).status_code == 200
    assert client(any_address=True).get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "file://", "http://127.0.0.1:8137.evil.example"]
)
def test_a_page_of_another_origin_is_turned_away(origin: str) -> None:
    answer = client().get("/", headers={"origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8137", None])
def test_the_own_page_and_a_program_may_open_a_websocket(origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    with client().websocket_connect("/ws", headers={"host": "127.0.0.1:8137", **headers}) as socket:
        assert socket.receive_text() == "hello"


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example"}, {"host": "127.0.0.1:8137", "origin": "http://evil.example"}],
    ids=["host", "origin"],
)
def test_a_foreign_websocket_is_turned_away_before_it_opens(headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDenialResponse) as refusal, client().websocket_connect("/ws", headers=headers):
        pass
    assert refusal.value.status_code in (403, 421)


def test_every_answer_carries_the_security_headers() -> None:
    for answer in (client().get("/"), client().get("/nowhere"), client().get("/", headers={"host": "evil.example"})):
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value


def test_a_flood_from_one_address_is_slowed_down_and_named_once_and_others_are_let_in(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = guard(burst=3)
    one, other = (
        TestClient(door, base_url="http://127.0.0.1:8137", client=(address, 1))
        for address in ("203.0.113.5", "203.0.113.6")
    )
    answers = [one.get("/") for _ in range(5)]
    assert [each.status_code for each in answers] == [200, 200, 200, 429, 429]
    assert answers[3].text == "Too many requests from your address; wait.\n"
    assert int(answers[3].headers["retry-after"]) > 0
    assert other.get("/").status_code == 200
    said = "203.0.113.5 exceeds the limit --requests and is answered with 429."
    assert [record.getMessage() for record in caplog.records if record.name == "carrom.server"] == [said]


@given(st.text(max_size=60))
def test_any_text_is_a_host_or_none(text: str) -> None:
    name = host_name(text)
    assert name is None or name == name.lower()


def test_a_page_may_run_webassembly_and_may_not_evaluate_text_or_load_scripts_from_elsewhere() -> None:
    policy = dict(part.strip().split(" ", 1) for part in SECURITY_HEADERS["content-security-policy"].split(";"))
    assert policy["script-src"].split() == ["'self'", "'wasm-unsafe-eval'"]


# -- The client address of a request that came through proxies

BEHIND = Proxies(("10.0.0.0/8", "127.0.0.1", "::1"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("203.0.113.9", ["203.0.113.7"], "203.0.113.9"),
        ("127.0.0.1", ["1.2.3.4, 203.0.113.7"], "203.0.113.7"),
        ("127.0.0.1", ["1.2.3.4", "203.0.113.7, 10.1.2.3"], "203.0.113.7"),
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
        ("127.0.0.1", ["203.0.113.7, no address"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.7:5123"], "203.0.113.7"),
        ("::1", ["[2001:db8::7]:443"], "2001:db8::7"),
        ("::ffff:127.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("unknown", ["203.0.113.7"], "unknown"),
        ("127.0.0.1", [", ,"], "127.0.0.1"),
    ],
)
def test_the_client_is_the_right_most_address_that_is_no_trusted_proxys(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert BEHIND.client(peer, forwarded) == client


def test_without_trusted_proxies_nobody_can_say_where_they_come_from() -> None:
    assert Proxies().client("127.0.0.1", ["203.0.113.7"]) == "127.0.0.1"


def test_what_is_no_network_is_refused_in_words() -> None:
    with pytest.raises(SetupError, match="'here' is not a network"):
        Proxies(("here",))


def test_an_ipv6_household_counts_as_one() -> None:
    assert household("2001:db8:1:2:3::9") == household("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::9") != household("2001:db8:1:2::9")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("203.0.113.7") == "203.0.113.7"
    assert household("testclient") == "testclient"


# -- A fair thread pool: a client with many requests delays only itself


def asked(threads: FairThreadPoolExecutor, payer: str, work: Any) -> "Future[Any]":
    """Submit work on behalf of a client."""

    def ask() -> "Future[Any]":
        PAYER.set(payer)
        return threads.submit(work)

    return copy_context().run(ask)


def busy(seconds: float = 0.02) -> None:
    """Use the CPU for some seconds."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.slow
def test_who_asks_for_little_waits_for_one_piece_of_anothers_work_at_most() -> None:
    threads, done = FairThreadPoolExecutor(1, "test"), []
    gate = threading.Event()
    first = asked(threads, "greedy", gate.wait)
    greedy = [asked(threads, "greedy", lambda number=number: (busy(), done.append(number))) for number in range(20)]
    modest = [asked(threads, "modest", lambda: done.append("modest")) for _ in range(3)]
    gate.set()
    for each in (first, *greedy, *modest):
        each.result(10)
    assert done.index("modest") <= 1
    assert done[:5].count("modest") == 3
    assert [each for each in done if each != "modest"] == list(range(20)), "one's own work stays in order"
    threads.shutdown()


def test_two_who_ask_for_much_take_turns() -> None:
    threads, done = FairThreadPoolExecutor(1, "test"), []
    gate = threading.Event()
    first = asked(threads, "", gate.wait)
    futures = [
        asked(threads, payer, lambda payer=payer: (busy(), done.append(payer))) for payer in "ab" for _ in range(6)
    ]
    gate.set()
    for each in (first, *futures):
        each.result(10)
    assert 2 <= done[:6].count("a") <= 4
    threads.shutdown()


def test_computing_is_charged_to_who_asked_and_waiting_is_not() -> None:
    charged: list[tuple[str, float]] = []
    threads = FairThreadPoolExecutor(2, "test", lambda payer, seconds: charged.append((payer, seconds)))
    asked(threads, "a", lambda: busy(0.05)).result(10)
    asked(threads, "b", lambda: time.sleep(0.1)).result(10)
    with pytest.raises(ZeroDivisionError):
        asked(threads, "c", lambda: 1 / 0).result(10)
    spent = dict(charged)
    assert list(spent) == ["a", "b", "c"]
    assert spent["a"] >= 0.05
    assert spent["b"] < 0.05
    threads.shutdown()


def test_at_the_end_what_waits_is_cancelled_and_nothing_more_is_taken() -> None:
    threads, gate = FairThreadPoolExecutor(1, "test"), threading.Event()
    running = asked(threads, "a", gate.wait)
    while not running.running():
        time.sleep(0.001)
    waiting = asked(threads, "a", int)
    threads.shutdown(cancel_futures=True)
    gate.set()
    assert running.result(10)
    with pytest.raises(CancelledError):
        waiting.result(10)
    with pytest.raises(RuntimeError, match="after shutdown"):
        threads.submit(int)
