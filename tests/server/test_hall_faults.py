"""A tournament server on a full or read-only disk: one clear sentence, nothing lost, and it continues afterwards."""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.faults_disk import Fault, FaultyFile
from bench.faults_hall import hall_faults
from server.serving import page
from server.test_hall import Door, championship, opened, signed_sheet, verified

from carrom.server.events import sheets
from carrom.tournament.event_log import load

WORDS = {"full": "No space left on device", "readonly": "Read-only file system"}


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path), tmp_path)


def broken(door: Door, kind: str) -> Fault:
    """Make writes to the championship's file fail until the fault is removed."""
    stored: Any = door.hall.book._journal._kept
    fault = Fault(1, kind)
    stored._file = FaultyFile(stored._file, fault)
    return fault


@pytest.mark.parametrize("kind", ["full", "readonly"])
def test_a_line_for_which_there_is_no_room_is_refused_in_a_sentence_and_taken_when_there_is(
    door: Door, kind: str
) -> None:
    fault, nonce = broken(door, kind), "n" * 16
    said = door.say("organiser", "draw", nonce)
    assert WORDS[kind] in said
    assert said.count("\n") == 0
    assert str(door.path.parent) not in said, "where the files lie is nobody's business"
    fault.at = None
    assert "draw" in door.say("organiser", "draw", nonce)
    assert door.path.read_text().count(f"nonce={nonce}") == len(
        [each for each in load(door.path).events if each.nonce == nonce]
    )


def test_a_sheet_for_which_no_folder_can_be_made_is_refused_in_a_sentence(door: Door) -> None:
    door.say("organiser", "draw")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    (door.path.parent / "sheets").write_text("something else")
    status, answer = door.line("umpire:uma", "s-1-1", "toss A", 1)
    assert status in (409, 503)
    assert "cannot be stored" in answer["reason"]
    (door.path.parent / "sheets").unlink()
    assert door.line("umpire:uma", "s-1-1", "toss A", 1)[0] == 200


def signed(door: Door) -> None:
    """Fill in the first fixture's sheet until it can be signed."""
    door.say("organiser", "draw")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    version = 1
    for line in ("toss A", "choose break", "seats keep", *(["board A 9 queen"] * 3)):
        version = door.line("umpire:uma", "s-1-1", line, version)[1]["version"]
    door.until("playing")


def finishes(door: Door) -> None:
    """Check that the signed sheet has finished its fixture."""
    assert door.until("over")["score"] == "25-0"
    assert verified(door.path) == []


def version_of(door: Door) -> int:
    room = door.hall.desk._rooms["s-1-1"]
    return room.sheet.version


@pytest.mark.parametrize("kind", ["full", "readonly"])
def test_a_signed_sheet_finishes_its_fixture_when_the_championship_takes_lines_again(
    door: Door, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "AGAIN", 0.05)
    signed(door)
    fault = broken(door, kind)
    assert door.line("umpire:uma", "s-1-1", "sign umpire", version_of(door))[0] == 200
    assert WORDS[kind] in matter(door)
    fault.at = None
    finishes(door)
    assert door.hall.desk.matters == {}


def test_a_signed_sheet_whose_record_cannot_be_laid_beside_it_finishes_its_fixture_later(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "AGAIN", 0.05)
    signed(door)
    blocked = door.path.parent / "s.1.1.part"
    blocked.mkdir()
    assert door.line("umpire:uma", "s-1-1", "sign umpire", version_of(door))[0] == 200
    assert "cannot be written" in matter(door)
    blocked.rmdir()
    finishes(door)


BOARDS = ("board A 9 queen", "board B 4 queen A", "board A 9 queen", "board A 9 queen")


@pytest.mark.parametrize("kind", ["full", "readonly"])
def test_a_correction_on_a_signed_sheet_reaches_the_championship_when_there_is_room_again(
    door: Door, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "AGAIN", 0.05)
    version = signed_sheet(door, "25-4", *BOARDS)
    fault = broken(door, kind)
    assert door.line("referee", "s-1-1", "correct 5 board B 5 queen A", version)[0] == 200
    assert WORDS[kind] in matter(door)
    fault.at = None
    assert comes_to(door, "25-5")
    assert verified(door.path) == []


def test_a_correction_for_which_there_was_no_room_reaches_the_championship_after_a_restart(tmp_path: Path) -> None:
    path = championship(tmp_path)
    for door in opened(path, tmp_path):
        version = signed_sheet(door, "25-4", *BOARDS)
        broken(door, "full")
        assert door.line("referee", "s-1-1", "correct 5 board B 5 queen A", version)[0] == 200
        assert WORDS["full"] in matter(door)
    for _ in range(2):
        for door in opened(path, tmp_path):
            assert comes_to(door, "25-5")
            assert path.read_text().count(" correct ") == 1, "once, however often the hall is opened"
    assert verified(path) == []


def test_after_a_restart_what_the_referee_corrected_in_the_championship_itself_stands(tmp_path: Path) -> None:
    path = championship(tmp_path)
    for door in opened(path, tmp_path):
        signed_sheet(door, "25-4", *BOARDS)
        line = door.get("/api/hall", "referee")["fixtures"][0]["line"]
        door.say("referee", f'correct {line} 25-6 reason="misread"')
    for door in opened(path, tmp_path):
        door.say("scorer", "finish s.1.2 25-1")
        assert door.get("/api/hall", "scorer")["fixtures"][0]["score"] == "25-6"


def test_a_correction_said_at_the_desk_is_told_as_not_done_and_done_when_it_is_said_again(tmp_path: Path) -> None:
    path, nonce = championship(tmp_path), "c" * 16
    for door in opened(path, tmp_path):
        signed_sheet(door, "25-4", *BOARDS)
        line = f'correct {door.get("/api/hall", "referee")["fixtures"][0]["line"]} 25-6 reason="misread"'
        broken(door, "full")
        assert WORDS["full"] in door.say("referee", line, nonce)
    for door in opened(path, tmp_path):
        assert door.get("/api/hall", "scorer")["fixtures"][0]["score"] == "25-4", "what was not done is not there"
        for _ in range(2):
            assert "25-6" in door.say("referee", line, nonce)
        assert path.read_text().count(" correct ") == 1


def comes_to(door: Door, score: str) -> bool:
    """Return whether the first fixture reaches a score within five seconds."""
    for _ in range(500):
        if door.get("/api/hall", "scorer")["fixtures"][0]["score"] == score:
            return True
        time.sleep(0.01)
    return False


def matter(door: Door) -> str:
    """Return the first fixture's case awaiting the referee, or an empty string after five seconds."""
    for _ in range(500):
        if answer := door.hall.desk.matters.get("s.1.1"):
            return answer
        time.sleep(0.01)
    return ""


@pytest.mark.slow
def test_after_a_fault_at_some_writes_of_a_hall_nothing_is_lost_and_nothing_is_there_twice() -> None:
    found = list(hall_faults(every=3))
    assert len(found) > 20
    assert [(what, fault) for what, fault in found if fault] == []


# -- A tournament server killed during play: a small run of `carrom bench hall`, without browsers

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_hall_that_is_killed_and_cut_off_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    import bench.hall

    words = ["--players", "4", "--rounds", "1", "--umpires", "2", "--kills", "2", "--browsers", "0"]
    parser = argparse.ArgumentParser()
    bench.hall.arguments(parser)
    args = parser.parse_args([*words, "--keep", str(tmp_path / "kept")])
    monkeypatch.setattr(bench.hall, "STATIC", str(page(tmp_path / "static")))
    assert bench.hall.run(args) == 0, capsys.readouterr().out
    assert "nothing lost, nothing twice, standings equal" in capsys.readouterr().out


def test_what_was_acknowledged_and_is_not_there_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    import bench.hall

    path = bench.hall.begun(tmp_path / "one", 4, 1, 2)
    assert bench.hall.faults(path, []) == []
    assert bench.hall.faults(path, [("event", "a-nonce-that-is-not-there")]) == [
        "event: what was acknowledged as a-nonce-that-is-not-there is not there"
    ]
    sheets = tmp_path / "one" / "sheets"
    sheets.mkdir()
    (sheets / "s-1-1.carrom").write_text("# 1-1 nonce same\n# 2-2 nonce same\n")
    assert bench.hall.faults(path, []) == ["s-1-1: same stands 2 times"]
