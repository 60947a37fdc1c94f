"""The list of wrongs that no test notices can be read, and each row says whose and why."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEYS = {"file", "within", "text", "operator", "nth", "why"}


def test_every_survivor_names_what_survived_and_a_reason():
    rows = tomllib.loads((ROOT / "tests" / "mutation-survivors.toml").read_text(encoding="utf-8"))["survivor"]
    for row in rows:
        assert set(row) <= KEYS, row
        assert len(row["why"]) > 20, row
        assert len(row) > 2, f"{row} excuses far too much"
        if "file" in row:
            assert [*(ROOT / "src" / "carrom").glob(row["file"])], row
    told = [tuple(sorted((key, str(value)) for key, value in row.items() if key != "why")) for row in rows]
    assert len(set(told)) == len(told), "a row stands twice"
