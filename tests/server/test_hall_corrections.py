"""Corrections through a tournament server: several lines at once, the history for officials, and sealed line-ups."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.test_hall import LEAGUE, SWISS, Door, championship, opened


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path, SWISS), tmp_path)


@pytest.fixture
def ties(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path, LEAGUE), tmp_path)


def test_several_lines_are_written_as_a_whole_or_not_at_all(door: Door) -> None:
    door.say("organiser", "draw s")
    wrong = 'entrant indu "Indu"\nlate indu stage=s round=1'
    assert "round 1 of s is already drawn" in door.say("organiser", wrong)
    assert "indu" not in door.path.read_text(encoding="utf-8")
    right = 'entrant indu "Indu"\nlate indu stage=s round=2'
    assert door.say("organiser", right).count("\n") == 1
    once = {
        "type": "propose",
        "nonce": "nonce_of_two_lines",
        "line": 'edit asha club=X reason="a"\nedit dev club=X reason="a"',
    }
    first, again = door.ask("organiser", once)[1], door.ask("organiser", once)[1]
    assert first == again
    assert len(first["lines"]) == len(first["sentences"]) == 2


def test_a_correction_is_refused_to_other_roles(door: Door) -> None:
    door.say("organiser", "draw s")
    for role in ("scorer", "umpire:uma", "player:asha"):
        assert "only by the organiser or the referee" in door.say(role, 'edit asha name="A" reason="b"')
    assert "only by the organiser" in door.say("referee", 'details boards=2 reason="b"')


def test_the_history_is_for_officials_in_their_language(door: Door) -> None:
    door.say("organiser", "draw s")
    door.say("referee", 'edit asha name="Asha Rao" reason="misspelt"')
    entries = door.get("/api/hall/history", "organiser")["entries"]
    assert entries[0]["said"] == "Asha was renamed Asha Rao"
    assert (entries[0]["who"], entries[0]["reason"], entries[0]["corrects"]) == ("the referee", "misspelt", True)
    assert [each["line"] for each in entries] == list(range(len(entries), 0, -1))
    assert "ड्रॉ हुआ" in door.get("/api/hall/history?language=hi", "scorer")["entries"][1]["said"]
    assert door.get("/api/hall/history?language=xx", "scorer")["entries"][1]["said"].startswith("s: round 1 was drawn")
    assert (
        "the history is for the organiser, the referee and scorers"
        in door.get("/api/hall/history", "player:asha")["reason"]
    )
    assert door.get("/api/hall", "organiser")["entrants"][0]["name"] == "Asha Rao"


def test_a_sealed_line_up_is_in_no_history(ties: Door) -> None:
    ties.say("organiser", "draw l")
    ties.say("captain:north", 'lineup l.1.1 north ["north A"] ["north B"] ["north A","north C"]')
    newest = ties.get("/api/hall/history", "scorer")["entries"][0]
    assert "handed in a line-up" in newest["said"]
    assert "north A" not in newest["raw"]
    ties.say("captain:south", 'lineup l.1.1 south ["south A"] ["south B"] ["south A","south C"]')
    assert "north A" in ties.get("/api/hall/history", "scorer")["entries"][1]["raw"]
    changed = 'lineup l.1.1 north ["north B"] ["north A"] ["north A","north C"]'
    assert "only the referee may change one now" in ties.say("captain:north", changed)
    assert "only the referee may change the roster" in ties.say(
        "organiser", 'edit north players=["north D","north B","north C"] reason="ill"'
    )
    assert "edit north" in ties.say("referee", 'edit north players=["north D","north B","north C"] reason="ill"')


def test_who_entered_a_result_and_what_may_be_taken_back(door: Door) -> None:
    door.say("organiser", "draw s")
    stage = door.get("/api/hall", "organiser")["stages"][0]
    assert (stage["undo"], stage["late"], stage["settings"]) == ([1], "now", [])
    door.say("scorer", "finish s.1.1 25-12")
    answer = door.get("/api/hall", "player:asha")["fixtures"][0]
    assert (answer["by_role"], answer["by_name"]) == ("scorer", "")
    assert door.get("/api/hall", "organiser")["stages"][0]["undo"] == []
    assert "has begun, so the draw" in door.say("organiser", 'retract s reason="late"')
