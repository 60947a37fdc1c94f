"""The commands in docs/how-to/events.md print what the page shows, from the entry list to the final standings."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

import carrom.cli.event_change as telling
from carrom.cli import main
from carrom.tournament.entrants import PRESETS, StageFormat
from carrom.tournament.event_file import _FORMS, setting_name

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
    names = {setting_name("section", name) for name in StageFormat.__struct_fields__} - given
    settings = [name for name in names if not re.search(rf"`{name}=", PAGE)]
    assert (words, presets, settings) == ([], [], [])
