"""The casebook: worked decisions, run against the laws line by line."""

import json
from pathlib import Path
from typing import Any

import pytest

from carrom.rules.casebook import decide

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "cases.jsonl").open(encoding="utf-8")]
DECIDED = [case for case in CASES if case["kind"] in ("stroke", "call", "points")]


@pytest.mark.parametrize("case", DECIDED, ids=lambda case: case["id"])
def test_a_case_is_decided_as_the_casebook_says(case: dict[str, Any]) -> None:
    decision = decide(case)
    assert {key: decision[key] for key in case["expect"]} == case["expect"]
    assert decision["clauses"]
    assert decision["why"]
