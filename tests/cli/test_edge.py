"""Errors of the operating system end a command with one sentence, never with a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.cli import main

STROKE = '{"position": {"W1": [0, 0]}, "stroke": {"x": 0, "vx": 0, "vy": 2000000}}\n'
FULL = Path("/dev/full")
WRITERS = (["rules"], ["rules", "icf"], ["draw"], ["judge"], ["simulate", "--json"], ["fan", "last"])


def called(words: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a new process, as users do."""
    program = [sys.executable, "-c", "import sys, carrom.cli; sys.exit(carrom.cli.main())", *words]
    return subprocess.run(program, input=STROKE.encode(), stderr=subprocess.PIPE, timeout=120, **options)  # type: ignore[call-overload, no-any-return]


@pytest.mark.slow(first=2)
@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_a_full_disk_is_said_in_one_sentence(words):
    with FULL.open("wb") as full:
        done = called(words, stdout=full)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert "No space left on device" in said
    assert said.count("\n") == 1
    assert said.startswith("carrom")


@pytest.mark.parametrize("words", [["rules", "icf"], ["--help"], ["simulate", "--json"]], ids=" ".join)
def test_a_reader_that_went_away_is_no_news(words):
    reader, writer = os.pipe()
    os.close(reader)
    done = called(words, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_output_is_no_traceback():
    done = called(["rules"], preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (0, b"")


def test_bytes_that_are_no_text_refuse_their_line_only(capsys):
    program = [sys.executable, "-c", "import sys, carrom.cli; sys.exit(carrom.cli.main())", "simulate", "--json"]
    done = subprocess.run(program, input=b"\xff\xfe\n" + STROKE.encode(), capture_output=True, timeout=120)
    first, second = done.stdout.splitlines()
    assert b"not valid JSON" in first
    assert b'"rest"' in second
    assert done.stderr == b""


def test_a_folder_where_a_file_is_meant_is_named(tmp_path, capsys, monkeypatch):
    def refuse(args):
        raise IsADirectoryError(21, "Is a directory", str(tmp_path))

    monkeypatch.setattr("carrom.cli.fan.run", refuse)
    assert main(["fan"]) == 1
    assert capsys.readouterr().err == (
        f"carrom fan: {str(tmp_path)!r} cannot be used (Is a directory). "
        "Give the name of a file or folder that can be read and written.\n"
    )


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        (STROKE.replace("2000000", "1" + "0" * 400), "The stroke has inf m/s; at most 12 m/s"),
        (STROKE.replace('"position"', f'"surface": {{"friction": 1{"0" * 400}}}, "position"', 1), "friction is 1000"),
        (STROKE.replace('"position"', '"surface": {"friction": NaN}, "position"', 1), "friction is nan"),
        ("[" * 100_000, "not valid JSON"),
    ],
    ids=["speed", "friction", "nan", "deep"],
)
def test_numbers_and_levels_beyond_measure_are_refused(line, refusal, capsys):
    from carrom.cli.simulate import play_lines

    assert play_lines([line]) == 1
    assert refusal in capsys.readouterr().out


@pytest.mark.parametrize("angle", ["nan", "inf", "1e308"])
def test_an_angle_that_is_none_is_wrong_usage(angle, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["draw", "--rack", angle])
    assert ended.value.code == 2
    assert "expected an angle from -360 to 360 degrees" in capsys.readouterr().err


def test_a_position_nested_without_end_is_refused(capsys):
    assert main(["draw", '{"a":' * 100_000]) == 1
    assert "The position is not valid JSON" in capsys.readouterr().err


def test_benchmarks_without_a_checkout_are_refused_in_a_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("carrom.cli.bench.__file__", str(tmp_path / "lib" / "carrom" / "cli" / "bench.py"))
    assert main(["bench", "physics"]) == 1
    assert capsys.readouterr().err.startswith("carrom bench: benchmarks need a checkout")


def test_books_for_a_folder_that_cannot_be_written_are_refused(capsys, tmp_path):
    casebook = tmp_path / "none.jsonl"
    casebook.write_text("")
    assert main(["rules", "--books", str(casebook / "below"), str(casebook)]) == 1
    assert "cannot be written to (Not a directory)" in capsys.readouterr().err


def test_a_casebook_that_is_no_json_is_refused_by_its_line(capsys, tmp_path):
    casebook = tmp_path / "torn.jsonl"
    casebook.write_text('{"id": \n')
    assert main(["rules", "--books", str(tmp_path), str(casebook)]) == 1
    assert "torn.jsonl, line 1 is not a casebook case: JSON was expected" in capsys.readouterr().err
