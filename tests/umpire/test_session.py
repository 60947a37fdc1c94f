"""`carrom umpire` as a real process with a file, killed and resumed."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta, timezone
from pathlib import Path

import pytest

import carrom.cli.umpire as command
from carrom.cli import main
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.umpire.table import HELP, hear


class Session:
    """A running `carrom umpire`; each line is typed after the answer to the previous one."""

    def __init__(self, *arguments: str) -> None:
        source = str(Path(__file__).parents[2] / "src")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "carrom", "umpire", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": source, "PYTHONUTF8": "1"},
        )

    def type(self, line: str, until: str) -> str:
        """Type a line and return the output up to the line that contains `until`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said = ""
        for answer in self.process.stdout:
            said += answer
            if until in answer:
                return said
        raise AssertionError(f"never said {until!r}: {said}")

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self.process.kill()
        self.process.wait()
        self._close()

    def quit(self) -> int:
        self.process.communicate("quit\n")
        return self.process.returncode

    def _close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


def test_a_killed_session_is_resumed_with_everything_that_was_typed(tmp_path: Path) -> None:
    file = tmp_path / "final.carrom"
    session = Session(str(file), "--players", "Asha,Bilal", "--first-break", "A", "--umpire", "Ümit")
    session.type("play", "next:")
    session.type("w2", "next:")
    session.type("s", "to place a white")
    session.kill()
    with open(file, "ab") as torn:
        torn.write(b"5. place no")
    session = Session(str(file))
    assert f"Resumed {file} after 3 events." in session.type("place", "next: Bilal (north) to place")
    said = session.type("", "next:")
    assert "white, 8 on the board" in said
    assert session.quit() == 0
    game = read_record(file.read_text(encoding="utf-8"))
    assert isinstance(game, GameHistory)
    assert len(game.events) == 5
    assert game.header.umpire == "Ümit"


def test_a_finished_session_is_a_whole_record_and_can_still_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "board.carrom"
    session = Session(str(file), "--players", "Asha,Bilal", "--contest", "board", "--first-break", "A")
    session.type("play", "next:")
    session.type("concede asha", "wins the board by concession")
    assert session.quit() == 0
    assert file.read_text().endswith("end 2 B 0-0\n")
    session = Session(str(file))
    session.type("undo", "Taken back")
    session.quit()
    assert file.read_text().endswith("end 3 open\n")


def test_a_handicap_takes_men_off_before_each_board(tmp_path: Path) -> None:
    session = Session(str(tmp_path / "x.carrom"), "--players", "Asha,Bilal", "--first-break", "A", "--handicap", "0,2")
    said = session.type("play", "queen:")
    assert "Asha: white, 9 on the board\n  Bilal: black, 7 on the board" in said
    assert session.quit() == 0


REFUSED = {
    "a handicap of words": (("--players", "Asha,Bilal", "--handicap", "two"), "--handicap is 'two'; expected a number"),
    "no players for a new game": ((), "needs --players"),
    "five players": (("--players", "A,B,C,D,E"), "expected one to four"),
    "an unknown rule set": (("--players", "Asha,Bilal", "--ruleset", "house"), "no rule set is called 'house'"),
    "a contest nobody knows": (("--players", "Asha,Bilal", "--contest", "set"), "expected one of board, game, match"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_session_that_cannot_begin_says_why_and_leaves_no_file(what: str, tmp_path: Path) -> None:
    arguments, expected = REFUSED[what]
    session = Session(str(tmp_path / "x.carrom"), *arguments)
    _, error = session.process.communicate("")
    assert session.process.returncode == 1
    assert expected in error
    assert not (tmp_path / "x.carrom").exists()


def test_a_record_is_kept_by_one_process_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "x.carrom"
    first = Session(str(file), "--players", "Asha,Bilal", "--first-break", "A")
    first.type("play", "next:")
    second = Session(str(file))
    _, error = second.process.communicate("")
    assert second.process.returncode == 1
    assert "is in use by another carrom process" in error
    first.kill()
    assert Session(str(file)).quit() == 0


def test_an_edited_record_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "x.carrom"
    session = Session(str(file), "--players", "Asha,Bilal", "--first-break", "A")
    session.type("play", "next:")
    session.type("w2", "next:")
    session.quit()
    file.write_text(file.read_text().replace("fell=W1,W2", "fell=B1,B2"))
    session = Session(str(file))
    _, error = session.process.communicate("")
    assert session.process.returncode == 1
    assert "line " in error
    assert "expected" in error


# -- Every session in docs/how-to/umpire.md is replayed and must match word for word

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
