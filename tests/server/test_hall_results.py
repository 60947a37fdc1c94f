"""Results at a tournament server: score sheets that conflict with other results, open line-ups, stale draws."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.test_hall import LEAGUE, Door, championship, opened

from carrom.cli import main
from carrom.tournament.identifiers import read_address


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path), tmp_path)


@pytest.fixture
def teams(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path, LEAGUE), tmp_path)


def called(door: Door) -> list[str]:
    """Make the draw, call the first fixture to board 2 with Uma as umpire, and return the names of its sides."""
    door.say("organiser", "draw")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    return [side["name"] for side in door.get("/api/hall", "scorer")["fixtures"][0]["sides"]]


def played(door: Door, *boards: str) -> int:
    """Enter these boards on the first fixture's sheet, and return its version."""
    version = 1
    for line in ("toss A", "choose break", "seats keep", *boards):
        status, answer = door.line("umpire:uma", "s-1-1", line, version)
        assert status == 200, answer
        version = answer["version"]
    return version


def sheet_of(door: Door) -> dict[str, Any]:
    """Return the first fixture's sheet as its umpire sees it."""
    found: dict[str, Any] = door.get("/sheets/s-1-1", "umpire:uma")
    return found


def first_fixture(door: Door) -> dict[str, Any]:
    """Return the first fixture as the referee sees it."""
    found: dict[str, Any] = door.get("/api/hall", "referee")["fixtures"][0]
    return found


def dispute_of(door: Door) -> dict[str, Any]:
    """Wait for the first fixture's dispute, and return it."""
    for _ in range(300):
        if first_fixture(door)["disputes"]:
            found: dict[str, Any] = first_fixture(door)["disputes"][0]
            return found
        time.sleep(0.01)
    raise AssertionError("nothing waits for the referee")


def disputed(door: Door) -> dict[str, Any]:
    """Let a scorer record another winner than the signed sheet, and return the dispute."""
    called(door)
    version = played(door, *["board A 9 queen"] * 3)
    door.say("scorer", "finish s.1.1 12-25")
    assert door.line("umpire:uma", "s-1-1", "sign umpire", version)[0] == 200
    return dispute_of(door)


def test_players_claim_nothing_where_an_umpire_keeps_the_board(door: Door) -> None:
    door.say("organiser", "draw")
    first, second = (side["id"] for side in first_fixture(door)["sides"])
    assert "claim" in door.say(f"player:{first}", f"claim s.1.1 {first} 25-12")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    answer = door.say(f"player:{second}", f"claim s.1.1 {second} 25-12")
    assert (
        answer == "claim can be entered only by the umpire, because this fixture has one; this link is for the player."
    )
    assert first_fixture(door)["state"] == "called"


def test_the_umpires_sheet_says_at_once_that_another_has_finished_its_fixture(door: Door) -> None:
    names = called(door)
    played(door, "board A 9 queen")
    before = sheet_of(door)
    assert before["finished"] is None
    room = door.hall.desk.room(read_address("s.1.1"))
    assert room is not None
    with room.reading() as news:
        news.clear()
        door.say("scorer", "finish s.1.1 12-25")
        for _ in range(200):
            if news.is_set():
                break
            time.sleep(0.01)
        assert news.is_set(), "readers of the sheet were not woken"
    after = sheet_of(door)
    assert (after["version"], after["events"]) == (before["version"], before["events"] + 1), "which state is newer"
    finished = after["finished"]
    assert (finished["result"]["winner"], finished["result"]["score"]) == (names[1], "25–12")
    assert (finished["by"], finished["state"]) == ("scorer", "stored")
    for number in (2, 3, 4):
        door.say("scorer", f"finish s.1.{number} 25-1")
    assert "draw s.2" in door.say("organiser", "draw")
    assert sheet_of(door)["finished"]["result"]["winner"] == names[1]


def test_the_umpires_sheet_says_that_the_referee_has_awarded_its_fixture(door: Door) -> None:
    called(door)
    played(door, "board A 9 queen")
    loser = first_fixture(door)["sides"][0]
    assert "disqualified" in door.say("referee", f"finish s.1.1 0-0 disqualified against={loser['id']}")
    finished = sheet_of(door)["finished"]
    assert finished["result"]["how"] == "disqualified"
    assert finished["result"]["names"][1] == loser["name"]
    assert finished["by"] == "referee"


def test_a_signed_sheet_with_another_result_waits_for_the_referee_and_is_reported_by_verify(
    door: Door, capsys: pytest.CaptureFixture[str]
) -> None:
    dispute = disputed(door)
    names = [side["name"] for side in first_fixture(door)["sides"]]
    assert [dispute["stored"]["winner"], dispute["signed"]["winner"]] == [names[1], names[0]]
    assert first_fixture(door)["score"] == "12-25"
    assert (door.path.parent / "s.1.1.carrom").read_text().startswith("[")
    assert sheet_of(door)["finished"]["state"] == "differs"
    assert main(["event", "verify", str(door.path)]) == 1
    said = capsys.readouterr().out
    assert f"according to the signed sheet, {names[0]} wins 25–0" in said
    assert f"{names[1]} wins 25–12; the referee has not decided between them." in said
    assert "1 record hashed again" in said


@pytest.mark.parametrize(("choice", "score"), [("keep", "12-25"), ("take", "25-0")])
def test_the_referee_decides_between_a_signed_sheet_and_the_stored_result_with_a_reason(
    door: Door, capsys: pytest.CaptureFixture[str], choice: str, score: str
) -> None:
    dispute = disputed(door)
    assert "the reason of a ruling" in door.say("referee", dispute[choice])
    assert "this link is for the scorer" in door.say("scorer", f'{dispute[choice]} reason="seen"')
    assert "by=referee" in door.say("referee", f'{dispute[choice]} reason="the card was misread"')
    assert (first_fixture(door)["disputes"], first_fixture(door)["score"]) == ([], score)
    assert sheet_of(door)["finished"]["state"] == "decided"
    assert main(["event", "verify", str(door.path)]) == 0
    assert "no differences" in capsys.readouterr().out


def test_a_sheet_signed_with_the_stored_result_is_stored_and_needs_no_decision(door: Door) -> None:
    called(door)
    version = played(door, *["board A 9 queen"] * 3)
    door.say("scorer", "finish s.1.1 25-0")
    assert door.line("umpire:uma", "s-1-1", "sign umpire", version)[0] == 200
    for _ in range(300):
        if " sheet s.1.1 25-0 " in door.path.read_text():
            break
        time.sleep(0.01)
    assert " sheet s.1.1 25-0 " in door.path.read_text()
    assert first_fixture(door)["disputes"] == []
    assert (door.path.parent / "s.1.1.carrom").exists()


def test_a_sheet_that_the_hall_had_no_time_to_report_reaches_the_referee_after_its_restart(tmp_path: Path) -> None:
    path = championship(tmp_path)
    for door in opened(path, tmp_path):
        called(door)
        version = played(door, *["board A 9 queen"] * 3)
        door.hall.desk._happened = lambda _: None  # type: ignore[method-assign]
        door.say("scorer", "finish s.1.1 12-25")
        assert door.line("umpire:uma", "s-1-1", "sign umpire", version)[0] == 200
    for door in opened(path, tmp_path):
        assert dispute_of(door)["signed"]["score"] == "25–0"


def test_a_sheet_that_was_set_aside_does_not_finish_a_fixture_that_is_to_be_played_again(tmp_path: Path) -> None:
    path = championship(tmp_path)
    for door in opened(path, tmp_path):
        dispute = disputed(door)
        assert "void" in door.say("referee", f'rule {dispute["line"]} void reason="both were wrong"')
        assert first_fixture(door)["disputes"] == []
    for door in opened(path, tmp_path):
        time.sleep(0.3)
        assert first_fixture(door)["line"] == 0


LINEUP = 'lineup l.1.1 {0} ["{0} {1}"] ["{0} {2}"] ["{0} A","{0} C"]'


def test_an_open_line_up_is_changed_by_the_referee_only_with_a_reason_and_everybody_sees_it(
    teams: Door, capsys: pytest.CaptureFixture[str]
) -> None:
    teams.say("organiser", "draw")
    assert "lineup" in teams.say("captain:north", LINEUP.format("north", "A", "B"))
    assert "lineup" in teams.say("captain:north", LINEUP.format("north", "B", "A")), "sealed: still the captain's own"
    assert "lineup" in teams.say("captain:south", LINEUP.format("south", "A", "B"))
    change = LINEUP.format("south", "B", "A")
    answer = teams.say("captain:south", change)
    assert (
        answer == "both line-ups of l.1.1 are visible; only the referee may change one now, and has to give a reason."
    )
    assert "a change needs a reason" in teams.say("referee", change)
    assert "lineup l.1.1 south" in teams.say("referee", f'{change} reason="South A is injured"')
    changes = teams.get("/api/hall", "captain:north")["fixtures"][0]["lineup_changes"]
    assert [(each["name"], each["reason"]) for each in changes] == [("South", "South A is injured")]
    assert main(["event", "print", str(teams.path), "log"]) == 0
    assert "South A is injured" in capsys.readouterr().out
    assert main(["event", "print", str(teams.path), "ties"]) == 0
    assert "Line-up of South changed by the referee (line" in capsys.readouterr().out


def test_a_signed_sheet_that_the_championship_refuses_is_shown_to_the_referee(teams: Door) -> None:
    teams.say("organiser", "draw")
    for team in ("north", "south"):
        teams.say(f"captain:{team}", LINEUP.format(team, "A", "B"))
    teams.say("organiser", "place l.1.1 board=2 umpire=uma called=yes")
    version = 1
    for line in ("toss north", "choose break", "seats keep", *["board north 9 queen"] * 3):
        version = teams.line("umpire:uma", "l-1-1-1", line, version)[1]["version"]
    assert "lineup" in teams.say("referee", f'{LINEUP.format("north", "B", "A")} reason="injury"')
    assert teams.line("umpire:uma", "l-1-1-1", "sign umpire", version)[0] == 200
    matter = ""
    for _ in range(300):
        matter = first_fixture(teams)["matter"]
        if matter:
            break
        time.sleep(0.01)
    assert "was played by north A, south A; l.1.1.1 is between north B and south A" in matter


@pytest.mark.parametrize("score", ["25:7", "25 : 7", "25 7", "25-7", "25–7"])
def test_a_score_is_read_however_it_is_written_and_the_answer_says_whose_it_is(door: Door, score: str) -> None:
    names = called(door)
    status, answer = door.ask("scorer", {"type": "propose", "nonce": "n" * 16, "line": f"finish s.1.1 {score}"})
    assert (status, answer["said"]) == (200, [f"{names[0]} wins 25–7."])
    assert " finish s.1.1 25-7 by=scorer" in door.path.read_text()
    status, answer = door.ask("scorer", {"type": "propose", "nonce": "m" * 16, "line": "finish s.1.2 7:25"})
    assert answer["results"][0]["score"] == "25–7"


def test_a_correction_after_the_next_draw_warns_which_rounds_rest_on_other_standings(door: Door) -> None:
    door.say("organiser", "draw")
    for number in range(1, 5):
        door.say("scorer", f"finish s.1.{number} 25-{number}")
    door.say("organiser", "draw")
    line = f'correct {first_fixture(door)["line"]} 1-25 reason="turned"'
    status, answer = door.ask("referee", {"type": "propose", "nonce": "c" * 16, "line": line})
    assert (status, answer["stale"]) == (200, ["s.2"])
    assert answer["said"][1] == "s.2 was drawn from different standings; this draw remains valid."
    assert door.get("/api/hall", "organiser")["stages"][0]["stale"] == ["s.2"]
    line = f'correct {first_fixture(door)["line"]} 25-1 reason="it was right"'
    assert door.ask("referee", {"type": "propose", "nonce": "d" * 16, "line": line})[1]["stale"] == []
    assert door.get("/api/hall", "organiser")["stages"][0]["stale"] == []
