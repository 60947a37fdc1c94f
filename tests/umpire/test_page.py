"""Every session in docs/how-to/umpire.md is replayed and must match word for word."""

import re
import shlex
from collections.abc import Iterator
from datetime import timedelta, timezone
from pathlib import Path

import pytest

import carrom.cli.umpire as command
from carrom.cli import main
from carrom.umpire.table import HELP, hear

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "umpire.md"
SESSIONS = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
INDIA = timezone(timedelta(hours=5, minutes=30))


class Typist:
    """Standard input that echoes each typed line, as a terminal does."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        line = self.lines.pop(0) if self.lines else ""
        if line:
            print("> " + line)
        return line and line + "\n"


def clock() -> Iterator[int]:
    """Yield timestamps (s) one minute apart, starting at 10:00 in India."""
    yield from range(1_790_051_400, 1_800_000_000, 60)


def test_the_sessions_of_the_page_are_played_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = clock()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command.time, "time", lambda: next(times))
    monkeypatch.setattr(command, "hear", lambda at, line, when: hear(at, line, when, INDIA))
    assert len(SESSIONS) >= 4
    for session in SESSIONS:
        first, _, rest = session.partition("\n")
        assert first.startswith("$ carrom umpire ")
        typed = [line[2:] for line in rest.splitlines() if line.startswith("> ")]
        monkeypatch.setattr(command.sys, "stdin", Typist(typed))
        main(shlex.split(first)[2:])
        assert f"{first}\n{capsys.readouterr().out}" == session


def test_the_page_names_every_form() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [form for form in HELP if f"`{form}`" not in text]
    assert not missing
