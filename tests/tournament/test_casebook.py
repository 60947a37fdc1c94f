"""Worked examples of championships reproduce line for line, and a wrong line is found."""

import copy
import json
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.casebook import check

BOOK = Path(__file__).parent / "championships.json"
EVENTS = json.loads(BOOK.read_text(encoding="utf-8"))["events"]
MORE = json.loads((Path(__file__).parent / "championships-more.json").read_text(encoding="utf-8"))["events"]


@pytest.mark.parametrize("event", [*EVENTS, *MORE], ids=lambda event: event["id"])
def test_a_worked_championship_comes_out_line_for_line(event):
    answers = list(check({"events": [event]}))
    assert [(answer.step, answer.got) for answer in answers if not answer.ok] == []
    assert len(answers) == sum("expect" in step for step in event["steps"])


def test_the_command_prints_a_line_a_step_and_says_by_its_code_whether_all_is_as_expected(tmp_path, capsys):
    assert main(["event", "check", str(BOOK)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == sum("expect" in step for event in EVENTS for step in event["steps"])
    assert {tuple(sorted(line)) for line in lines} == {("event", "got", "ok", "step")}
    wrong = copy.deepcopy(EVENTS[0])
    step = next(step for step in wrong["steps"] if step["step"] == "draw")
    step["expect"]["bye"] = "asha"
    (tmp_path / "wrong.json").write_text(json.dumps({"events": [wrong]}), encoding="utf-8")
    assert main(["event", "check", str(tmp_path / "wrong.json")]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["got"]["bye"] for line in told if not line["ok"]] == [None]


def test_a_step_that_should_be_refused_and_is_not_is_told(capsys):
    event = copy.deepcopy(EVENTS[1])
    event["steps"] = [*event["steps"][:2], {"step": "refuse", "what": event["steps"][2], "why": "it is right"}]
    (answer,) = [each for each in check({"events": [event]}) if not each.ok]
    assert answer.got == {"refused": False}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"events": 3}', "nan", '{"events": [3]}', '{"events": [{"steps": [4]}]}']
)
def test_what_is_no_casebook_is_refused_in_one_sentence(tmp_path, capsys, text):
    (tmp_path / "book.json").write_text(text, encoding="utf-8")
    assert main(["event", "check", str(tmp_path / "book.json")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_the_casebook_of_the_documentation_comes_out():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "events.md").read_text(encoding="utf-8")
    block = page[page.index('    {"events": [{') :].split("\n\n")[0]
    assert [answer.ok for answer in check(json.loads(block))] == [True, True]
