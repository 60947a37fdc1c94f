"""Compressed HTTP responses: the same text in fewer bytes, for clients that accept it."""

import asyncio
import gzip
import os
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from carrom.server.http import static_files as module
from carrom.server.http.static_files import GzipCache, takes_gzip

LONG = "a word and another " * 200
NOISE = os.urandom(3000)


async def answer(request: Request) -> Response:
    match request.path_params["what"]:
        case "long":
            return PlainTextResponse(LONG, headers={"etag": '"1"'})
        case "short":
            return PlainTextResponse("short")
        case "noise":
            return Response(NOISE, media_type="font/woff2")
        case "fault":
            return PlainTextResponse(LONG, 500)
        case "other":
            return PlainTextResponse(LONG.upper())
        case _:
            return PlainTextResponse(LONG)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(GzipCache(Starlette(routes=[Route("/{what}", answer)]))) as client:
        yield client


def test_a_long_text_is_compressed_and_reads_the_same(client: TestClient) -> None:
    for what in ("long", "record"):
        got = client.get(f"/{what}", headers={"accept-encoding": "br, gzip"})
        assert got.text == LONG
        assert got.headers["content-encoding"] == "gzip"
        assert int(got.headers["content-length"]) < len(LONG) / 10
        assert "accept-encoding" in got.headers["vary"].lower()
    assert client.get("/long", headers={"accept-encoding": "gzip"}).headers["etag"] == 'W/"1"'


def test_who_cannot_take_it_and_what_does_not_shrink_is_left_as_it_is(client: TestClient) -> None:
    plain = client.get("/long", headers={"accept-encoding": "identity"})
    assert (plain.text, plain.headers["etag"]) == (LONG, '"1"')
    assert "content-encoding" not in plain.headers
    assert "accept-encoding" in plain.headers["vary"].lower(), "a cache between must not give it to the others"
    for what in ("short", "noise", "fault"):
        got = client.get(f"/{what}", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in got.headers, what
    assert client.get("/noise", headers={"accept-encoding": "gzip"}).content == NOISE
    assert "content-encoding" not in client.head("/long", headers={"accept-encoding": "gzip"}).headers


def test_the_same_is_compressed_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    times, truly = [], gzip.compress

    def compress(body: bytes, *words: int, **names: int) -> bytes:
        times.append(len(body))
        return truly(body, *words, **names)

    monkeypatch.setattr(module.gzip, "compress", compress)
    for _ in range(3):
        client.get("/long", headers={"accept-encoding": "gzip"})
    assert len(times) == 1
    for what in ("record", "elsewhere", "anywhere"):
        assert client.get(f"/{what}", headers={"accept-encoding": "gzip"}).text == LONG
    assert len(times) == 1, "whatever address it is asked for by"
    client.get("/other", headers={"accept-encoding": "gzip"})
    assert len(times) == 2


def test_what_is_remembered_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 5000)
    packed = GzipCache(None)  # type: ignore[arg-type]

    async def fill() -> None:
        for _ in range(20):
            await packed.packed(os.urandom(1000))

    asyncio.run(fill())
    assert packed._size == sum(map(len, packed._cache.values())) <= 5000
    assert len(packed._cache) == 4


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("gzip;q=many", False),
    ],
)
def test_a_client_says_what_it_can_take(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) is takes
