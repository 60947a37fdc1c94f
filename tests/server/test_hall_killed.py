"""A tournament server killed during play: a small run of `carrom bench hall`, without browsers."""

import argparse
from pathlib import Path

import pytest
from server.serving import page

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_hall_that_is_killed_and_cut_off_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    import bench.hall

    words = ["--players", "4", "--rounds", "1", "--umpires", "2", "--kills", "2", "--browsers", "0"]
    parser = argparse.ArgumentParser()
    bench.hall.arguments(parser)
    args = parser.parse_args([*words, "--keep", str(tmp_path / "kept")])
    monkeypatch.setattr(bench.hall, "STATIC", str(page(tmp_path / "static")))
    assert bench.hall.run(args) == 0, capsys.readouterr().out
    assert "nothing lost, nothing twice, standings equal" in capsys.readouterr().out


def test_what_was_acknowledged_and_is_not_there_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    import bench.hall

    path = bench.hall.begun(tmp_path / "one", 4, 1, 2)
    assert bench.hall.faults(path, []) == []
    assert bench.hall.faults(path, [("event", "a-nonce-that-is-not-there")]) == [
        "event: what was acknowledged as a-nonce-that-is-not-there is not there"
    ]
    sheets = tmp_path / "one" / "sheets"
    sheets.mkdir()
    (sheets / "s-1-1.carrom").write_text("# 1-1 nonce same\n# 2-2 nonce same\n")
    assert bench.hall.faults(path, []) == ["s-1-1: same stands 2 times"]
