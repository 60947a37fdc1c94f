"""Calibration by the laws' speed test: friction from the number of runs, and back."""

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


@pytest.mark.parametrize("yield_speed", [0.5, 1.0, 2.0, 3.9, 12.0])
@pytest.mark.parametrize("runs", [1.8, 2.5, 3.0, 3.5])
def test_a_board_whose_frame_yields_is_calibrated_by_the_test_itself(runs, yield_speed):
    surface = calibrate(runs=runs, v_max=4, e_frame=0.75, yield_speed=yield_speed)
    assert surface.yield_speed == yield_speed
    assert run_test(4.0, surface).runs == pytest.approx(runs, abs=2e-5)
    assert speed_for(runs, surface) == pytest.approx(4.0, abs=1e-4)
    for fewer in (0.4, 1.0, 2.2):
        assert run_test(speed_for(fewer, surface), surface).runs == pytest.approx(fewer, abs=2e-5)


def test_yielding_at_a_speed_that_no_stroke_reaches_is_constant_restitution():
    constant, yielding = (calibrate(runs=3.5, v_max=4, yield_speed=speed) for speed in (0.0, 12.0))
    assert yielding.friction == pytest.approx(constant.friction, rel=1e-5)


@pytest.mark.parametrize(
    ("surface", "runs", "said"),
    [
        (Surface(yield_speed=0.5), 9.0, r"9 runs cannot be reached .* 12 m/s, makes \d\.\d\d"),
        (Surface(friction=0.5), 6.0, r"6 runs cannot be reached .* 12 m/s, makes \d\.\d\d"),
        (Surface(frame_restitution=0.0), 2.0, "2 runs cannot be reached .* 12 m/s, makes 1.00"),
        (Surface(), 0.0, "runs is 0.0"),
        (Surface(), float("nan"), "runs is nan"),
    ],
)
def test_runs_that_no_stroke_makes_are_refused(surface, runs, said):
    with pytest.raises(IllegalSurface, match=said):
        speed_for(runs, surface)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"runs": 0, "v_max": 4}, "runs is 0"),
        ({"runs": 3.5, "v_max": 40}, "v_max is 40"),
        ({"runs": 3.5, "v_max": 4, "e_frame": 0}, "e_frame is 0"),
        ({"runs": float("nan"), "v_max": 4}, "runs is nan"),
        ({"runs": 12, "v_max": 1}, r"12 runs at 1 m/s .* friction 0.01 makes \d\.\d\d"),
        ({"runs": 7, "v_max": 4, "yield_speed": 0.5}, r"7 runs at 4 m/s .* friction 0.01 makes \d\.\d\d"),
        ({"runs": 0.2, "v_max": 6, "yield_speed": 0.5}, r"0.2 runs at 6 m/s .* friction 1 makes \d\.\d\d"),
        ({"runs": 3.5, "v_max": 4, "friction": 0.1}, "friction is given; it follows from"),
        ({"runs": 3.5, "v_max": 4, "yield_speed": 13}, "yield_speed is 13"),
        ({"runs": 3.5, "v_max": 4, "yield_speed": True}, "yield_speed is True"),
        ({"runs": 3.5, "v_max": 4, "grip": 1}, '"grip" is not a parameter of a surface'),
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
    assert main(["physics", "calibrate", "--runs", "3.5", "--speed", "4"]) == 0
    assert "0.1356" in capsys.readouterr().out
    assert main(["physics", "calibrate", "--runs", "35"]) == 1
    assert main(["physics", "test", "--surface", '{"friction": 0.9, "frame_restitution": 0.5}']) == 0
    assert "3.5 runs cannot be reached on this surface" in capsys.readouterr().out
