"""Checks on incoming requests: host and origin headers, rate limits, security headers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocket

from carrom.server.common import RateLimit, TokenBuckets
from carrom.server.http.security import LOOPBACK, SECURITY_HEADERS, Proxies, SecurityMiddleware, host_name


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
