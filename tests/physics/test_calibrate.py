"""The laws' speed test, both ways."""

import pytest

from carrom.cli import main
from carrom.errors import IllegalSurface
from carrom.physics.calibrate import calibrate, equivalent_path, run_test, speed_for
from carrom.physics.surface import PRESETS, Surface


@pytest.mark.parametrize(("e_frame", "path"), [(0.60, 15.4), (0.70, 7.91), (0.75, 6.02), (0.80, 4.73), (0.85, 3.83)])
def test_the_path_that_counts_is_the_published_one(e_frame, path):
    assert equivalent_path(3.5, e_frame) == pytest.approx(path, rel=2e-3)


@pytest.mark.parametrize("runs", [0.4, 1.0, 2.3, 3.5, 4.5, 5.5])
@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_stroke_of_the_right_speed_makes_the_runs_asked_for(runs, preset):
    surface = PRESETS[preset]
    assert run_test(speed_for(runs, surface), surface).runs == pytest.approx(runs, abs=2e-5)


def test_calibrating_and_testing_agree():
    surface = calibrate(runs=4.2, v_max=5.0, e_frame=0.7)
    assert run_test(5.0, surface).runs == pytest.approx(4.2, abs=2e-5)
    assert surface == Surface(friction=surface.friction, frame_restitution=0.7)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"runs": 0, "v_max": 4}, "runs is 0"),
        ({"runs": 3.5, "v_max": 40}, "v_max is 40"),
        ({"runs": 3.5, "v_max": 4, "e_frame": 0}, "e_frame is 0"),
        ({"runs": float("nan"), "v_max": 4}, "runs is nan"),
        ({"runs": 12, "v_max": 1}, "need a friction of"),
        ({"runs": 3.5, "v_max": 4, "grip": 1}, '"grip" is no parameter'),
    ],
)
def test_figures_no_board_has_are_refused(given, said):
    with pytest.raises(IllegalSurface, match=said):
        calibrate(**given)


def test_the_command_prints_the_table_and_the_plot(capsys, tmp_path):
    plot = tmp_path / "runs.svg"
    assert main(["physics", "test", "--surface", "club", "--plot", str(plot)]) == 0
    assert "3.5 runs take 3.76 m/s" in capsys.readouterr().out
    assert plot.read_text().startswith("<svg")
    assert main(["physics", "calibrate", "--runs", "3.5", "--v-max", "4"]) == 0
    assert "0.1356" in capsys.readouterr().out
    assert main(["physics", "calibrate", "--runs", "35"]) == 1
