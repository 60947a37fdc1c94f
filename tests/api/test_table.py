"""The table of API operations: generated documents, authentication and refusals."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from api.serving import listening, serving
from hypothesis import HealthCheck, Phase, given, seed, settings
from starlette.testclient import TestClient

from carrom.protocol import Refusal
from carrom.server.common import RateLimit, ServerLimits
from carrom.server.http.openapi import html
from carrom.server.http.problem import CODES
from carrom.server.ops.app import whole

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("static")) as found:
        yield found


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return whole()


def test_the_description_is_the_one_that_is_served_and_every_reference_in_it_leads_somewhere(client, document):
    served = client.get("/api/openapi.json")
    assert served.json() == json.loads(json.dumps(document))
    assert served.json()["openapi"] == "3.1.0"
    schemas = document["components"]["schemas"]
    named = set(re.findall(r'"#/components/schemas/(\w+)"', served.text))
    assert named <= set(schemas)
    assert "Problem" in named


def test_every_operation_has_a_name_of_its_own_and_a_sentence(document):
    answer = [each for methods in document["paths"].values() for each in methods.values()]
    names = [each["operationId"] for each in answer]
    assert len(set(names)) == len(names)
    assert all(each["summary"].endswith(".") for each in answer)


def test_the_description_names_both_ways_in_which_somebody_says_who_he_is(document):
    schemes = document["components"]["securitySchemes"]
    assert {name: each["type"] for name, each in schemes.items()} == {"bearer": "http", "page": "apiKey"}
    assert (schemes["page"]["in"], schemes["page"]["name"]) == ("cookie", "__Host-carrom")
    for path, answer in document["paths"].items():
        for each in answer.values():
            assert {"bearer", "page"} <= {way for ways in each["security"] for way in ways}, path


def test_a_path_names_just_the_parameters_that_it_has(document):
    for path, methods in document["paths"].items():
        for answer in methods.values():
            given = {each["name"] for each in answer.get("parameters", ()) if each["in"] == "path"}
            assert set(re.findall(r"{(\w+)}", path)) == given, path


def test_every_address_of_the_description_is_one_of_the_server(client, document):
    for path in document["paths"]:
        found = client.request("OPTIONS", re.sub(r"{\w+}", "1", path))
        assert (found.status_code, set(document["paths"][path]) <= set(found.headers["allow"].lower().split(", "))) == (
            204,
            True,
        )


def test_the_readable_page_has_no_script_and_names_every_operation_and_code(client, document):
    page = client.get("/api")
    assert page.headers["content-type"].startswith("text/html")
    assert page.text == html(document)
    assert "<script" not in page.text
    assert "style=" not in page.text
    assert all(f'id="{code}"' in page.text for code in CODES)
    assert set(Refusal) <= set(CODES), "every refusal code is documented"
    assert client.get("/api/page.css").headers["content-type"].startswith("text/css")


def test_a_page_of_another_origin_may_read_and_nothing_else(client):
    foreign = {"origin": "https://elsewhere.example"}
    read = client.get("/api/rules", headers=foreign)
    assert (read.status_code, read.headers["access-control-allow-origin"]) == (200, "*")
    asked = client.options("/api/rules", headers=foreign)
    assert asked.headers["access-control-allow-methods"] == "GET"
    assert "authorization" in asked.headers["access-control-allow-headers"]
    written = client.post("/api/rules", headers=foreign)
    assert (written.status_code, written.json()["code"]) == (403, "foreign")
    assert client.get("/", headers=foreign).status_code == 403


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "words"),
    [
        ("GET", "/api/rules/chess", 404, "not-found", "expected one of icf"),
        ("DELETE", "/api/rules", 405, "no-method", "GET"),
        ("GET", "/api/rules?colour=red", 422, "malformed", "expected language"),
        ("GET", "/api/rules?language=en&language=hi", 422, "malformed", "given twice"),
        ("GET", "/api/puzzles/first", 422, "malformed", "number is 'first'; expected a number"),
        ("GET", "/api/puzzles/next?done=1,0.0", 422, "malformed", "done is '1,0.0'; expected whole numbers"),
        ("GET", "/api/puzzles/next?rating=1e3", 422, "malformed", "rating is '1e3'; expected a whole number"),
        ("GET", "/api/puzzles/next?rating=null", 422, "malformed", "rating is null; leave it out"),
        ("GET", "/api/analysis", 422, "malformed", "p is missing"),
        ("GET", "/api/nothing", 404, "not-found", "/api lists"),
        ("GET", "/api/review/nowhere1", 401, "unknown-game", "name and key"),
    ],
)
def test_a_refusal_is_a_problem_with_one_sentence(client, method, path, status, code, words):
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, f"/api#{code}")
    assert words in problem["detail"]
    assert problem["detail"].endswith(".")


def test_who_asks_too_often_is_told_which_limit_it_was_and_when_there_is_room(tmp_path):
    limits = ServerLimits(api=RateLimit(10, 0.5), requests=RateLimit(30, 0.1))
    with serving(tmp_path, limits) as client:
        statuses = [client.get("/api/analysis?p=c1&depth=1").status_code for _ in range(3)]
        assert statuses == [422, 422, 429]
        refused = client.get("/api/analysis?p=c1")
        problem = refused.json()
        assert (problem["key"], problem["code"]) == ("calls", "too-fast")
        assert refused.headers["retry-after"] == str(problem["seconds"])
        assert 8 <= problem["seconds"] <= 10
        while (flooded := client.get("/api/rules")).status_code == 200:
            pass
        assert (flooded.status_code, flooded.json()["key"]) == (429, "requests")
        assert client.get("/").headers["retry-after"]


def test_what_has_a_mark_is_not_sent_again(client):
    first = client.get("/api/openapi.json")
    again = client.get("/api/openapi.json", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


# -- A short run of `carrom bench openapi`: every operation behaves as its description says

CALLS = 3
"""Calls per operation."""
LEFT_OUT = ("analysis", "/api/stroke", "/api/review", "/api/coach")
"""Operations that compute for seconds; only the full bench calls them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with listening(tmp_path_factory.mktemp("static")) as found:
        yield found


@pytest.mark.slow
def test_whatever_the_description_lets_one_ask_is_answered_as_it_describes(server):
    import schemathesis
    from schemathesis.checks import load_all_checks, not_a_server_error

    load_all_checks()
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    address = str(server.base_url).rstrip("/")
    asked: set[str] = set()
    for found in schemathesis.openapi.from_url(f"{address}/api/openapi.json").get_all_operations():
        operation = found.ok()
        if operation.definition.raw["x-endless"] or any(part in operation.path for part in LEFT_OUT):
            continue

        @seed(1)
        @settings(
            max_examples=CALLS,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            case.call_and_validate(checks=checks, base_url=address, timeout=60)
            asked.add(case.operation.path)

        ask()
    assert len(asked) > 25
