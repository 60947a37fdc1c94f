"""A short run of `carrom bench openapi`: every operation behaves as its description says."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from api.serving import listening
from hypothesis import HealthCheck, Phase, given, seed, settings

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
