"""`carrom judge` and `carrom rules` at the command line."""

import io
import json
import sys
from pathlib import Path

import pytest

from carrom.cli import main

from .oracle import Facts


def run(words: list[str], text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(words)


def test_judge_answers_each_line_in_order_and_goes_on_after_a_refusal(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good = json.dumps({**Facts("icf", own=1).line(), "id": "first"})
    last = json.dumps({**Facts("club", own=1).line(), "id": "last"})
    code = run(["judge"], f"{good}\n\nnonsense\n{last}\n", monkeypatch)
    answers = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert code == 1
    assert [answer["id"] for answer in answers] == ["first", None, "last"]
    assert "not JSON" in answers[1]["error"]


def test_judge_ends_well_when_every_line_is_decided(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["judge"], json.dumps(Facts("icf", own=1).line()) + "\n", monkeypatch) == 0
    assert json.loads(capfdbinary.readouterr().out)["turn"] == "continue"


def test_rules_lists_and_prints_the_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "three-player  Carrom for three" in capsys.readouterr().out
    assert main(["rules", "icf"]) == 0
    assert "**Law 73** Striker and own men fall together" in capsys.readouterr().out


def test_rules_print_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic-29", "--json"]) == 0
    book = json.loads(capsys.readouterr().out)
    assert book["parameters"]["target_points"] == 29
    assert any(clause["number"] == "§6.1" for chapter in book["chapters"] for clause in chapter["clauses"])
    assert main(["rules", "--diff", "icf", "club", "--json"]) == 0
    assert "stroke_made" in json.loads(capsys.readouterr().out)["parameters"]


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["rules", "ifc"], "no rule set is called 'ifc'"),
        (["rules", "--diff", "icf"], "--diff needs two rule sets; 1 given"),
        (["rules", "--books", "here", "none.jsonl"], "the casebook 'none.jsonl' cannot be read"),
    ],
)
def test_a_wrong_request_is_refused_with_one_sentence(
    words: list[str], refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert refusal in capsys.readouterr().err


def test_rules_reads_a_custom_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "night.toml"
    path.write_text('extends = "icf"\nname = "club night"\noff_board_foul = true\n', encoding="utf-8")
    assert main(["rules", str(path)]) == 0
    text = capsys.readouterr().out
    assert "(`club night`)" in text
    assert "**House 1** The striker or a piece off the board is a foul" in text


def test_books_are_refused_in_one_sentence_where_the_folder_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = tmp_path / "one.jsonl"
    case.write_text("", encoding="utf-8")
    assert main(["rules", "--books", str(tmp_path / "nowhere"), str(case)]) == 1
    assert "expected an existing folder" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()
