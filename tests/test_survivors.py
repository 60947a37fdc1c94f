"""The list of accepted surviving mutants is valid, and names only existing files."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIELDS = {"file", "within", "text", "operator", "nth", "line", "why"}


def test_every_survivor_has_a_reason_and_a_file_that_there_is() -> None:
    rows = tomllib.loads((ROOT / "tests" / "mutation-survivors.toml").read_text(encoding="utf-8"))["survivor"]
    assert rows
    for row in rows:
        assert set(row) <= FIELDS, row
        assert row["why"].strip(), row
        assert list((ROOT / "src" / "carrom").glob(row.get("file", "*"))), row
        assert {"file", "text", "operator"} & set(row), row
