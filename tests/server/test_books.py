"""The rule books over HTTP: existing and missing pages, and caching."""

import gzip
import json
import time
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from carrom.rules.ruleset import NAMES
from carrom.server.common import ServerLimits
from carrom.server.http.router import ApiRouter
from carrom.server.http.rule_books import book_operations


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    routes = ApiRouter(ServerLimits(), time.monotonic).routes(book_operations())
    with TestClient(Starlette(routes=routes)) as client:
        yield client


def test_the_shelf_names_every_book(client):
    assert [each["name"] for each in client.get("/api/rules").json()] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_book_and_its_cases_are_small_on_the_wire(client, name):
    assert len(gzip.compress(client.get(f"/api/rules/{name}").content)) < 18_500
    assert len(gzip.compress(client.get(f"/api/rules/{name}/cases").content)) < 18_500


def test_what_a_browser_has_is_not_sent_again(client):
    first = client.get("/api/rules/icf")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/api/rules/icf", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/rules/club", headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_two_books_are_compared(client):
    found = client.get("/api/rules/icf/compare/points").json()
    assert (found["one"], found["other"]) == ("icf", "points")
    assert found["topics"]


def test_a_drawing_comes_as_a_picture(client):
    answer = client.get("/api/rules/pictures/grips.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize(
    "path",
    ["/api/rules/chess", "/api/rules/chess/cases", "/api/rules/icf/compare/chess", "/api/rules/pictures/moon.svg"],
)
def test_what_is_not_there_is_refused_in_one_sentence(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    detail = json.loads(answer.text)["detail"]
    assert "expected one of " in detail or "there are " in detail


def test_no_file_of_this_machine_is_read_as_a_book(client, tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text('extends = "icf"\nname = "mine"\n')
    monkeypatch.chdir(tmp_path)
    assert client.get("/api/rules/mine.toml").status_code == 404


def test_a_book_comes_in_the_language_that_is_asked_for_and_in_english_where_there_is_none(client):
    english = client.get("/api/rules/icf").json()
    assert client.get("/api/rules/icf?language=hi").json()["title"] != english["title"]
    assert client.get("/api/rules/icf?language=hi").headers["etag"] != client.get("/api/rules/icf").headers["etag"]
    assert client.get("/api/rules/icf?language=tlh").json() == english
    assert client.get("/api/rules?language=ur").json()[0]["title"] != client.get("/api/rules").json()[0]["title"]
    assert client.get("/api/rules/pictures/grips.svg?language=si").status_code == 200
