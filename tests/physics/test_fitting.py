"""`carrom fit`: a surface from tracked strokes, with intervals; and everything that it refuses."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from bench.fit import IMAGE, camera_drawn, filmed, marks_of, trial

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.errors import RefusedRequest
from carrom.physics.camera import MARK_PLACES
from carrom.physics.fitting import fit_camera, fit_surface, read_marks, read_tracks
from carrom.physics.fitting import measurement as predicted
from carrom.physics.fitting.estimate import _students_t
from carrom.physics.fitting.measurement import PREDICTED, Film, predict
from carrom.physics.simulate import simulate
from carrom.physics.surface import Surface, parameters_of
from carrom.physics.tracks import Track, TrackedStroke
from carrom.values import changed

TRUE = Surface(friction=0.1, disc_restitution=0.9, frame_restitution=0.7, contact_friction=0.08, frame_friction=0.2)
KINDS = ("slide",) * 3 + ("rebound",) * 4 + ("hit",) * 5


class Flat:
    """A camera that sees metres."""

    def pixels(self, x, y):
        """Return the same places."""
        return x, y


def tracked(kinds=KINDS, seed=1, surface=TRUE, noise=4e-4):
    """Return strokes in metres; the bench's noise is in pixels of a camera, here it is given in metres."""
    rng, made = np.random.default_rng(seed), []
    for number, kind in enumerate(kinds, 1):
        stroke = filmed(f"{kind} {number}", kind, surface, Flat(), rng, noise=noise)
        made.append(stroke)
    return made


def as_csv(strokes):
    """Return strokes as the table that `carrom fit` reads."""
    rows = ["stroke,time,disc,x,y"]
    for stroke in strokes:
        for track in stroke.tracks:
            rows += [
                f"{stroke.name},{time:.6f},{track.disc},{x:.7f},{y:.7f}"
                for time, x, y in zip(track.times, track.x, track.y, strict=True)
            ]
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def strokes():
    """Twelve strokes in metres."""
    return tracked()


def test_a_prediction_is_the_simulators_trajectory():
    lying = Position.of({Disc.W1: Point(10_000, 20_000)})
    played = simulate(lying, Stroke(0, 100_000, 2_000_000, 0, 20_000), surface=TRUE, trajectory=True)
    times = np.arange(0.0, played.duration / 1e6, 0.01)
    own = np.array([0.0, -STANDARD.baseline / 1e6, 0.1, 2.0, 20.0, 0.01, 0.02])
    found = predict(Film((STRIKER, Disc.W1), (times, times)), [(TRUE, own)])
    exact = [played.trajectory.state(disc, float(time)) for disc in (STRIKER, Disc.W1) for time in times]
    assert np.allclose(found.x[0], [each.x / 1e6 for each in exact], atol=1e-12, rtol=0)
    assert np.allclose(found.y[0], [each.y / 1e6 for each in exact], atol=1e-12, rtol=0)
    assert [each.time * 1e6 for each in found.contacts] == pytest.approx([each.time for each in played.contacts], abs=1)


def test_a_prediction_is_the_same_interpreted(monkeypatch):
    film = Film((STRIKER, Disc.W1), (np.arange(0, 1, 0.05), np.arange(0, 1, 0.1)))
    own = np.array([0.0, -0.25, 0.15, 2.0, 20.0, 0.01, 0.02])
    compiled = predict(film, [(TRUE, own), (Surface(), own)])
    monkeypatch.setattr(predicted, "is_native", lambda: False)
    interpreted = predict(film, [(TRUE, own), (Surface(), own)])
    assert (compiled.x == interpreted.x).all()
    assert (compiled.y == interpreted.y).all()
    assert compiled.contacts == interpreted.contacts


def test_a_camera_is_found_from_its_marks_with_the_distortion_of_its_lens():
    rng = np.random.default_rng(5)
    true = camera_drawn(rng)
    found, _ = fit_camera(marks_of(true, rng), IMAGE)
    assert found.numbers[8] == pytest.approx(true.numbers[8], abs=0.01)
    x, y = np.array([-0.3, 0.0, 0.25]), np.array([0.2, 0.0, -0.3])
    px, py = true.pixels(x, y)
    back = found.board(px, py)
    assert np.allclose(back[0], x, atol=4e-4)
    assert np.allclose(back[1], y, atol=4e-4)


@pytest.mark.slow
def test_the_surface_is_found_from_a_dozen_strokes(strokes):
    found = fit_surface(strokes)
    assert found.left_out == ()
    assert found.error == pytest.approx(4e-4, rel=0.05)
    for each in found.parameters:
        true, half = getattr(TRUE, each.name), (each.high - each.low) / 2
        assert abs(each.value - true) < 2 * half, each
        assert not each.missing
        assert half < 0.02
    assert fit_surface(strokes) == found, "the same input gives the same result"


def test_slips_of_the_tracker_are_left_out(strokes):
    first = strokes[0].tracks[0]
    wrong = Track(first.disc, first.times, (*first.x[:9], first.x[9] + 0.1, *first.x[10:]), first.y)
    found = fit_surface([TrackedStroke(strokes[0].name, (wrong,)), *strokes[1:]])
    assert found.frames_left_out == 1
    assert found.left_out == ()


@pytest.mark.slow
def test_a_stroke_that_the_simulator_does_not_follow_is_named_and_changes_nothing(strokes):
    striker, piece = strokes[-1].tracks
    pushed = Track(
        piece.disc, piece.times, tuple(x + 0.08 * time for x, time in zip(piece.x, piece.times, strict=True)), piece.y
    )
    found = fit_surface([*strokes[:-1], TrackedStroke("pushed by a sleeve", (striker, pushed))])
    without = fit_surface(strokes[:-1])
    assert found.left_out == ("pushed by a sleeve",)
    for one, other in zip(found.parameters, without.parameters, strict=True):
        assert one.value == pytest.approx(other.value, abs=(other.high - other.low) / 2)


def test_what_the_strokes_do_not_measure_is_said_and_stays_as_on_the_club_surface():
    found = fit_surface(tracked(("slide",) * 5))
    assert [bool(each.missing) for each in found.parameters] == [False, True, True, True, True]
    assert found.parameters[1].missing == "no disc hits another"
    assert found.parameters[2].missing == "no disc reaches the frame"
    assert found.surface == Surface(friction=found.surface.friction)


def test_frames_before_the_striker_is_struck_are_left_out(strokes):
    name, (track,) = strokes[0].name, strokes[0].tracks
    text = as_csv([TrackedStroke(name, (Track(
        track.disc, (*(0.01 * n for n in range(20)), *(0.2 + time for time in track.times)),
        (*(track.x[0] for _ in range(20)), *track.x), (*(track.y[0] for _ in range(20)), *track.y)),))])  # fmt: skip
    (read,) = read_tracks(text)
    assert 0.19 <= read.tracks[0].times[0] <= 0.3


@pytest.mark.parametrize(("freedom", "expected"), [(4, 2.7764), (7, 2.3646), (30, 2.0423), (1000, 1.9623)])
def test_students_quantile_is_that_of_the_tables(freedom, expected):
    assert _students_t(freedom) == pytest.approx(expected, abs=2.5e-3)


@pytest.mark.slow
def test_the_bench_finds_the_surface_of_a_film_with_a_tilted_camera():
    true, found = trial(7, 4, 6, 8, with_run=True)
    for each in found.parameters:
        assert abs(each.value - getattr(true, each.name)) < 2 * (each.high - each.low), each
    assert len(found.runs) == 3
    assert all(
        abs(test.runs - runs) < 6 * (test.runs_error + test.runs * test.speed_error) for test, runs in found.runs
    )


@pytest.mark.slow
def test_a_parameter_that_a_single_stroke_measures_has_an_interval():
    truth, found = trial(5075, 8, 12, 16, with_run=True)  # one rebound slips, all others stick
    frame_friction = found.parameters[predicted.FRAME_GRIP]
    assert not frame_friction.missing
    assert frame_friction.low <= truth.frame_friction <= frame_friction.high
    assert frame_friction.high - frame_friction.low < 0.02


@pytest.mark.slow
def test_the_intervals_contain_the_truth_in_a_slice_of_trials(capsys):
    assert main(["bench", "fit", "--trials", "6"]) == 0
    assert re.search(r"friction +\d+\.\d% of 6 within", capsys.readouterr().out)


@pytest.mark.slow
def test_a_fitted_surface_is_a_file_for_every_simulation(tmp_path, capsys, strokes):
    (tmp_path / "tracks.csv").write_text(as_csv(strokes))
    (tmp_path / "runs.csv").write_text("speed,runs\n3.5,3.1\n")
    words = ["fit", str(tmp_path / "tracks.csv"), "--runs", str(tmp_path / "runs.csv")]
    assert main([*words, "--output", str(tmp_path / "board.json"), "--plot", str(tmp_path / "fit.svg")]) == 0
    printed = capsys.readouterr().out
    assert "12 strokes are followed within 0.4" in printed
    assert "run test at 3.5 m/s: 3.1 runs measured" in printed
    assert (tmp_path / "fit.svg").read_text().count("<path") > 12
    written = json.loads((tmp_path / "board.json").read_text())
    assert written["friction"] == pytest.approx(TRUE.friction, abs=2e-3)
    stroke = ["simulate", "--json", "--stroke", "x0.vx0.vy1500000", "--surface"]
    rests = []
    for given in (str(tmp_path / "board.json"), json.dumps(written), "club"):
        assert main([*stroke, given]) == 0
        rests.append(json.loads(capsys.readouterr().out)["rest"])
    assert rests[0] == rests[1] != rests[2]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["parameters"][0]["name"] == "friction"


@pytest.mark.slow
def test_what_is_not_fitted_is_taken_from_the_surface_that_is_given(tmp_path, capsys):
    elastic = changed(TRUE, disc_tangential_restitution=0.5, frame_tangential_restitution=0.3)
    (tmp_path / "tracks.csv").write_text(as_csv(tracked(surface=elastic, seed=2)))
    (tmp_path / "given.json").write_text(json.dumps(parameters_of(elastic)))
    words = ["fit", str(tmp_path / "tracks.csv"), "--output", str(tmp_path / "board.json")]
    errors = []
    for given in (str(tmp_path / "given.json"), "club"):
        assert main([*words, "--json", "--surface", given]) == 0
        errors.append(json.loads(capsys.readouterr().out)["error"])
        written = json.loads((tmp_path / "board.json").read_text())
        if given != "club":
            assert written["disc_tangential_restitution"] == 0.5
            assert written["frame_tangential_restitution"] == 0.3
            for name in PREDICTED:
                assert written[name] == pytest.approx(getattr(TRUE, name), abs=0.01)
    assert "disc_tangential_restitution" not in written
    assert errors[0] < 0.9 * errors[1], "without it, the simulator does not follow these strokes as well"


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("stroke,time,disc,x\n1,0,S,0\n", [], "lacks the column 'y'"),
        ("", [], "lacks the column 'stroke'"),
        ("stroke,time,disc,x,y\n", [], "has no frames"),
        ("stroke,time,disc,x,y\n1,0,S,nan,0\n", [], "line 2: x is 'nan'; expected a number"),
        ("stroke,time,disc,x,y\n1,0,S,0,\n", [], "line 2: a value is missing"),
        ("stroke,time,disc,x,y\n1,0,Z,0,0\n", [], "line 2: 'Z' is no disc"),
        ("stroke,time,disc,x,y\n1,0,S,120,0\n", [], "off the board; expected metres, or pixels and marks"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n1,1,S,0,0.1\n", [], "moving in 2 frames; expected at least 8"),
        ("stroke,time,disc,x,y\n" + "".join(f"1,{n},S,0,{n / 100}\n" for n in (*range(12), 3)), [], "S twice at one"),
        ("stroke,time,disc,x,y\n" + "".join(f"1,{n},S,0,{n / 100}\n" for n in range(12)), [], "there are 1 strokes"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n", ["--image", "1920x1080"], "--marks and --image belong together"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n", ["--seed", "-1"], "--seed is -1"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n", ["--surface", '{"frame_tangential_restitution": 2}'], "lie from 0 to 1"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n", ["--marks", "MARKS", "--image", "big"], "--image is 'big'"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n", ["--marks", "MARKS", "--image", "64x64"], "there are 1 marks"),
        ("stroke,time,disc,x,y\n1,0,S,0,0\n", ["--runs", "RUNS"], "moving in 1 frames"),
    ],
)  # fmt: skip
def test_what_cannot_be_fitted_is_refused_in_one_sentence(tmp_path, capsys, text, words, sentence):
    (tmp_path / "tracks.csv").write_text(text)
    (tmp_path / "MARKS").write_text("px,py,mark\n1,1,A1\n")
    (tmp_path / "RUNS").write_text("speed,runs\n3,3\n")
    given = [str(tmp_path / word) if word.isupper() else word for word in words]
    assert main(["fit", str(tmp_path / "tracks.csv"), *given]) == 1
    printed = capsys.readouterr().err
    assert sentence in printed
    assert printed.count("\n") == 1


def test_strokes_that_are_no_strokes_are_refused():
    rng = np.random.default_rng(0)
    times = tuple(np.arange(60) / 100)
    noise = [TrackedStroke(str(n), (Track(STRIKER, times, *(tuple(rng.uniform(-0.3, 0.3, 60)) for _ in "xy")),))
             for n in range(6)]  # fmt: skip
    with pytest.raises(RefusedRequest):
        fit_surface(noise)


@pytest.mark.parametrize("line", ["1,1,Z9", "1,x,A1"])
def test_a_mark_that_is_not_known_is_refused_with_its_line(line):
    with pytest.raises(RefusedRequest, match="line 2"):
        read_marks("px,py,mark\n" + line + "\n")


def test_marks_on_a_line_or_in_contradiction_are_refused():
    line = [(10.0 * n, 10.0 * n, 0.01 * n, 0.01 * n) for n in range(10)]
    with pytest.raises(RefusedRequest, match="on one line"):
        fit_camera(line, IMAGE)
    marks = [(960 + 1200 * x, 540 - 1200 * y, x, y) for x, y in MARK_PLACES.values()]
    fit_camera(marks, IMAGE)
    marks[3] = (marks[3][0] + 120, *marks[3][1:])
    with pytest.raises(RefusedRequest, match="mark 4 is"):
        fit_camera(marks, IMAGE)


def test_the_sheet_has_its_circles_in_true_millimetres(tmp_path, capsys):
    assert main(["fit", "--sheet", str(tmp_path / "sheet.svg")]) == 0
    drawing = (tmp_path / "sheet.svg").read_text()
    assert 'width="210mm" height="594mm" viewBox="0 0 210 594"' in drawing
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="15.90"', drawing)
    places = [place for name, place in MARK_PLACES.items() if len(name) == 2]
    assert sorted((float(x), float(y)) for x, y in circles) == sorted(
        (round(105 + 1e3 * x, 2), round(148.5 - 1e3 * y, 2)) for x, y in places
    )
    assert main(["fit", "--sheet", str(tmp_path / "sheet.txt")]) == 1


def test_the_sheet_as_pdf_has_a_sound_table_of_its_objects(tmp_path):
    assert main(["fit", "--sheet", str(tmp_path / "sheet.pdf")]) == 0
    data = (tmp_path / "sheet.pdf").read_bytes()
    start = int(re.search(rb"startxref\n(\d+)", data).group(1))
    assert data[start:].startswith(b"xref\n")
    places = [int(each) for each in re.findall(rb"(\d{10}) 00000 n", data[start:])]
    assert len(places) == 7
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj\n" % number)
    for length, content in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.S):
        assert int(length) == len(content)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[1]", "has no parameters"),
        ("{", "is not JSON"),
        ('{"friction": 7}', "friction is 7"),
        (None, "cannot be read"),
    ],
)
def test_a_surface_file_that_is_none_is_refused_in_one_sentence(tmp_path, capsys, content, sentence):
    if content is not None:
        (tmp_path / "board.json").write_text(content)
    words = ["physics", "test", "--surface", str(tmp_path / "board.json")]
    assert main(words) == 1
    printed = capsys.readouterr().err
    assert sentence in printed
    assert printed.count("\n") == 1


def test_the_example_of_the_page_fitting_md_runs(tmp_path, monkeypatch, capsys, strokes):
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "fitting.md").read_text(encoding="utf-8")
    example = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[0]
    (tmp_path / "tracks.csv").write_text(as_csv(strokes), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "fitting.md", "exec"), {})
    assert "FittedParameter" in capsys.readouterr().out
