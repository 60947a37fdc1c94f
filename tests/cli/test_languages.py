"""Every command that prints rulings or books prints them in the requested language."""

import io
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.i18n import sentences

RECORD = Path(__file__).parents[1] / "playthroughs"


def test_a_book_is_printed_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "icf", "--language", "hi"]) == 0
    told = capsys.readouterr().out
    hindi = sentences("hi")
    assert told.startswith(f"# {hindi['book.icf']} (`icf`)")
    for key in ("rules.glance", "rules.lesson", "rules.clauses", "about.technique"):
        assert f"## {hindi[key]}\n" in told, key
    assert hindi["law.striker_alone"] in told
    assert "## At a glance" not in told


def test_the_list_and_the_difference_of_two_books_are_printed_in_a_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "--language", "si"]) == 0
    assert sentences("si")["book.club"] in capsys.readouterr().out
    assert main(["rules", "--diff", "icf", "club", "--language", "ur"]) == 0
    told = capsys.readouterr().out
    assert sentences("ur")["glance.attempts"] not in told
    assert sentences("ur")["glance.own-last"] in told or sentences("ur")["glance.backward"] in told
    assert f"## {sentences('ur')['rules.glance']}" in told


def test_an_umpire_reads_rulings_in_a_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("play\nw1\nlog\n"))
    words = ["umpire", str(tmp_path / "a.carrom"), "--players", "Asha,Bala", "--first-break", "A", "--language", "bn"]
    assert main(words) == 0
    told = capsys.readouterr().out
    said = sentences("bn")["said.again.one"].replace("{who}", "Asha")
    assert told.count(said) == 2, told


def test_a_record_is_told_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    record = min(RECORD.glob("*.carrom"))
    assert main(["replay", str(record), "--language", "ta"]) == 0
    assert sentences("ta")["said.pass"] in capsys.readouterr().out


def test_a_language_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "icf", "--language", "tlh"])
    assert "invalid choice: 'tlh'" in capsys.readouterr().err
