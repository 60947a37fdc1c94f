"""Worked examples of championships reproduce line for line, and a wrong line is found."""

import copy
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

import carrom.cli.event_change as telling
from carrom.cli import main
from carrom.tournament.casebook import check
from carrom.tournament.entrants import PRESETS, StageFormat
from carrom.tournament.event_file import _FORMS, setting_name

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
    output = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["got"]["bye"] for line in output if not line["ok"]] == [None]


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


# -- The commands in docs/how-to/events.md print what the page shows, from the entry list to the final standings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "events.md").read_text(encoding="utf-8")
SESSIONS = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))


def told(text: str) -> re.Pattern[str]:
    """Compile a printed answer to a pattern: a line of dots matches any lines, dots at the end any words."""
    lines = [re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in text.splitlines()]
    return re.compile("".join(r"(?:.*\n)*?" if line == r".*\n" else line for line in lines))


@pytest.mark.slow
def test_the_commands_of_the_page_run_and_answer_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples" / "event", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    assert "round-7.csv" in SESSIONS
    for number, session in enumerate(re.split(r"^\$ ", SESSIONS, flags=re.MULTILINE)[1:]):
        line, _, expected = session.partition("\n")
        monkeypatch.setattr(telling.time, "time", lambda number=number: 1_795_257_900 + number)
        code = main(shlex.split(line)[1:])
        out, err = capsys.readouterr()
        assert code == int("carrom event:" in expected), f"{line}\n{out}{err}"
        assert told(expected).fullmatch(out + err), f"{line}\n{out}{err}"


def test_the_page_names_every_word_of_a_line_and_every_preset_and_setting() -> None:
    words = [word for word in _FORMS if f"`{word}`" not in PAGE]
    presets = [name for name, _ in PRESETS if f"`{name}`" not in PAGE]
    given = {"id", "system", "name", "kind"}
    names = {setting_name("stage", name) for name in StageFormat.__struct_fields__} - given
    settings = [name for name in names if not re.search(rf"`{name}=", PAGE)]
    assert (words, presets, settings) == ([], [], [])
