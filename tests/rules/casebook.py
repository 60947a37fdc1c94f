"""The casebook's two files: the given cases, and our own for clauses that those do not reach."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "cases"
FILES = ("cases.jsonl", "more.jsonl")
DECIDED_HERE = ("stroke", "call", "points")


def cases(every: bool = False) -> list[dict[str, Any]]:
    """Return every case that is decided by a ruling, or every case."""
    lines = [line for name in FILES for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
    return [case for case in map(json.loads, lines) if every or case["kind"] in DECIDED_HERE]
