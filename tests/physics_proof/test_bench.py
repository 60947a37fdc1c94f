"""The physics benchmark is fair: legal strokes, correct medians, and a clear message if there is nothing to measure."""

import sys
from pathlib import Path

import numpy as np
import pytest

from carrom.cli import bench as command
from carrom.cli import main
from carrom.errors import SetupError

sys.path.insert(0, str(Path(__file__).parents[2]))
from bench.physics import clock, jobs


@pytest.mark.parametrize("job", [jobs.break_job(20), jobs.mid_job(60)], ids=["break", "mid"])
def test_the_jobs_are_strokes_in_which_no_disc_overlaps(job: jobs.Job) -> None:
    sizes = jobs.radii(job.discs)
    for k in range(len(job)):
        gaps = np.hypot(job.x[k][:, None] - job.x[k], job.y[k][:, None] - job.y[k]) - sizes[:, None] - sizes
        assert gaps[np.triu_indices(job.discs, 1)].min() > 0.0
        assert (np.abs(job.x[k]) + sizes <= jobs.HALF).all()
        assert np.hypot(job.vx[k, 0], job.vy[k, 0]) > 0.9
        assert not job.vx[k, 1:].any()


def test_the_jobs_are_the_same_in_every_run() -> None:
    assert (jobs.mid_job(5).x == jobs.mid_job(5).x).all()
    assert (jobs.break_job(3).first(2).y == jobs.break_job(3).y[:2]).all()


def test_rates_and_ratios_are_medians_of_the_repeats() -> None:
    times = clock.Times({"a": [1.0, 2.0, 9.0], "b": [3.0, 4.0, 9.0]})
    assert times.rate("a") == 0.5
    assert times.ratio("a", "b") == 2.0


def test_every_player_warms_up_and_plays_each_repeat() -> None:
    calls: list[str] = []
    times = clock.interleaved({"a": (lambda: calls.append("a"), 10), "b": (lambda: calls.append("b"), 1)}, 3)
    assert calls == ["a", "b", "a", "b", "a", "b", "a", "b"]
    assert len(times.seconds["a"]) == 3


def test_the_command_lists_the_benchmarks_of_this_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--help"])
    shown = capsys.readouterr().out
    assert "physics" in shown
    assert "startup" in shown


def test_without_a_checkout_the_command_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "__file__", str(tmp_path / "lib" / "carrom" / "cli" / "bench.py"))
    with pytest.raises(SetupError, match="need a checkout"):
        command.folder()


def test_a_benchmark_that_lacks_something_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load = command._load

    def lacking(name: str) -> object:
        if name == "startup":
            raise ImportError("No module named 'nothing'")
        return load(name)

    monkeypatch.setattr(command, "_load", lacking)
    with pytest.raises(SystemExit):
        main(["bench", "physics", "--help"])
    assert "--quick" in capsys.readouterr().out
    assert main(["bench", "startup"]) == 1
    assert "cannot run here: No module named 'nothing'" in capsys.readouterr().err
