"""The `carrom` command itself: help, version and errors common to all commands."""

import argparse
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import carrom
from carrom.cli import COMMANDS, command_parser, main
from carrom.cli.options import cores
from carrom.i18n import sentences
from carrom.version import __version__


def test_help_names_every_command_and_imports_none(capsys):
    loaded = "import sys, carrom.cli; carrom.cli._parser(['--help']); print(*[m for m in sys.modules if 'carrom' in m])"
    environment = {**os.environ, "PYTHONPATH": str(Path(carrom.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, env=environment)
    assert set(done.stdout.split()) == {"carrom", "carrom.cli", "carrom.errors", "carrom.version"}
    assert main([]) == 2
    said = capsys.readouterr().out
    assert all(re.search(rf"^    {name}\b", said, re.MULTILINE) for name in COMMANDS)


def test_the_version_is_the_packages(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"carrom {__version__}\n"


def test_a_number_of_processes_is_a_whole_number_from_one_or_all():
    assert cores("1") == 1
    assert cores("all") >= 1
    for text in ("0", "-1", "two", "1.5", "²"):
        with pytest.raises(argparse.ArgumentTypeError, match="expected a whole number from 1, or all"):
            cores(text)


def test_an_unknown_command_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["shuffle"])
    assert ended.value.code == 2
    assert "invalid choice: 'shuffle'" in capsys.readouterr().err


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_exists_with_help_and_examples(name):
    said = command_parser(name, argparse.ArgumentParser).format_help()
    assert "example" in said
    assert f"carrom {name}" in said


def test_no_private_name_of_argparse_is_used():
    for path in (Path(carrom.__file__).parent / "cli").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"argparse\._|parser\._|action\._|\._actions|\._choices", text), path.name


# -- Every command that prints rulings or books prints them in the requested language

RECORD = Path(__file__).parents[1] / "playthroughs"


def test_a_book_is_printed_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "icf", "--language", "hi"]) == 0
    output = capsys.readouterr().out
    hindi = sentences("hi")
    assert output.startswith(f"# {hindi['book.icf']} (`icf`)")
    for key in ("rules.glance", "rules.lesson", "rules.clauses", "about.technique"):
        assert f"## {hindi[key]}\n" in output, key
    assert hindi["law.striker_alone"] in output
    assert "## At a glance" not in output


def test_the_list_and_the_difference_of_two_books_are_printed_in_a_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "--language", "si"]) == 0
    assert sentences("si")["book.club"] in capsys.readouterr().out
    assert main(["rules", "--diff", "icf", "club", "--language", "ur"]) == 0
    output = capsys.readouterr().out
    assert sentences("ur")["glance.attempts"] not in output
    assert sentences("ur")["glance.own-last"] in output or sentences("ur")["glance.backward"] in output
    assert f"## {sentences('ur')['rules.glance']}" in output


def test_an_umpire_reads_rulings_in_a_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("play\nw1\nlog\n"))
    words = ["umpire", str(tmp_path / "a.carrom"), "--players", "Asha,Bala", "--first-break", "A", "--language", "bn"]
    assert main(words) == 0
    output = capsys.readouterr().out
    said = sentences("bn")["said.again.one"].replace("{who}", "Asha")
    assert output.count(said) == 2, output


def test_a_record_is_told_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    record = min(RECORD.glob("*.carrom"))
    assert main(["replay", str(record), "--language", "ta"]) == 0
    assert sentences("ta")["said.pass"] in capsys.readouterr().out


def test_a_language_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "icf", "--language", "tlh"])
    assert "invalid choice: 'tlh'" in capsys.readouterr().err


# -- Errors of the operating system end a command with one sentence, never with a traceback

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
