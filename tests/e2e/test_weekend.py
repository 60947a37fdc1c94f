"""A small weekend run from the browser while server and phones are killed; the bench `hall_weekend` runs 64 players."""

import argparse
import sys
from pathlib import Path

import pytest
from e2e.conftest import ROOT, missing


@pytest.mark.slow
def test_a_weekend_of_sixteen_loses_and_doubles_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    from bench import hall_weekend

    args = argparse.Namespace(kills=6, players=16, seed=2, keep=tmp_path / "hall")
    assert hall_weekend.run(args) == 0, capsys.readouterr().out
    assert "nothing lost, nothing twice, standings equal" in capsys.readouterr().out
