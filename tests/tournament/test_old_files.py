"""Event files of older versions: they open, verify, give the same standings, and can be continued."""

import csv
import shutil
from pathlib import Path

import pytest

from carrom.cli import main

OLD = Path(__file__).parent / "files-0.3.0"
"""Files written by `carrom event` of version 0.3.0; `standings.csv` has the columns of that version's export."""


def test_a_championship_of_0_3_0_verifies_and_has_the_standings_it_had(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(OLD / "open.carrom-event")
    assert main(["event", "verify", path]) == 0
    assert "26 lines read, 3 draws repeated" in capsys.readouterr().out
    assert main(["event", "export", path, "standings"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    with (OLD / "standings.csv").open(encoding="utf-8") as stored:
        before = list(csv.DictReader(stored))
    renamed = {"section": "stage"}
    assert [{key: row[renamed.get(key, key)] for key in before[0]} for row in rows] == before


@pytest.mark.parametrize(("name", "line"), [("open", "s.3.1 25-3"), ("teams", "l.1.1.2 25-3,25-4")])
def test_a_championship_of_0_3_0_goes_on(name: str, line: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD / f"{name}.carrom-event", tmp_path))
    before = path.read_bytes()
    assert main(["event", "result", str(path), *line.split()]) == 0
    assert path.read_bytes().startswith(before)
    assert main(["event", "verify", str(path)]) == 0
