"""The clock of a round in a hall: who sets it, who sees it, and that it goes on after a restart."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.test_hall import Door, championship, opened

TIMED = {"id": "s", "system": "swiss", "waves": "3", "minutes": "45"}
T = 1_795_257_900


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """A hall of eight players on four tables, whose time stands at `T` until a test moves it."""
    yield from at_time(championship(tmp_path, TIMED), tmp_path, monkeypatch, T)


def at_time(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: int) -> Iterator[Door]:
    for door in opened(path, tmp_path):
        set_time(monkeypatch, door, now)
        yield door


def set_time(monkeypatch: pytest.MonkeyPatch, door: Door, now: int) -> None:
    monkeypatch.setattr(door.hall.book, "_now", lambda: now)
    monkeypatch.setattr(door.hall.live, "_now", lambda: now)


def clock(door: Door) -> dict[str, Any]:
    (found,) = door.get("/api/live")["clocks"]
    return dict(found)


def test_the_referee_starts_a_clock_that_everybody_sees(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    door.say("organiser", "draw")
    assert "clock s.1 start 2700 by=referee" in door.say("referee", "clock s.1 start")
    told = clock(door)
    assert told == {
        "round": "s.1",
        "section": "s",
        "wave": 1,
        "phase": "running",
        "seconds": 2700,
        "ends": T + 2700,
        "left": 0,
    }
    for role in ("organiser", "referee", "scorer", "player:asha", "umpire:ravi"):
        assert door.get("/api/hall", role)["clocks"] == [told]
    set_time(monkeypatch, door, T + 60)
    door.say("organiser", "clock s.1 pause")
    assert (clock(door)["phase"], clock(door)["left"], clock(door)["ends"]) == ("paused", 2640, 0)
    assert "clock can be entered only by the organiser or the referee; this link is for the scorer." in door.say(
        "scorer", "clock s.1 resume"
    )


def test_a_running_clock_goes_on_from_the_log_when_the_hall_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = championship(tmp_path, TIMED)
    for door in at_time(path, tmp_path, monkeypatch, T):
        door.say("organiser", "draw")
        door.say("referee", "clock s.1 start 2700", "started-the-round")
    for door in at_time(path, tmp_path, monkeypatch, T + 100):
        assert clock(door)["ends"] == T + 2700
        door.say("referee", "clock s.1 pause", "paused-the-round")
    for door in at_time(path, tmp_path, monkeypatch, T + 5000):
        assert (clock(door)["phase"], clock(door)["left"]) == ("paused", 2600)
        door.say("referee", "clock s.1 resume", "resumed-the-round")
        assert clock(door)["ends"] == T + 5000 + 2600


def test_the_clock_of_an_earlier_round_is_no_longer_shown(door: Door) -> None:
    door.say("organiser", "draw")
    door.say("referee", "clock s.1 start")
    for number in range(1, 5):
        door.say("scorer", f"finish s.1.{number} 25-12")
    door.say("organiser", "draw")
    assert door.get("/api/live")["clocks"] == []


def test_a_stream_begins_with_the_clocks_and_sends_them_when_one_changes(door: Door) -> None:
    """Read the stream of the hall itself: a test client waits for the end of a response."""
    door.say("organiser", "draw")
    hall = door.hall

    async def heard() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        stream = hall._news(999, False)
        changed = False
        async for part in stream:
            if part.startswith(b"data: "):
                message = msgspec.json.decode(part[6:])
                found += [message] if message["type"] == "clocks" else []
                if message["type"] == "changed" and not changed:
                    changed = True
                    await asyncio.to_thread(door.say, "referee", "clock s.1 start")
                    hall.book.wake()
            if len(found) == 2:
                break
        await stream.aclose()
        return found

    first, second = asyncio.run(asyncio.wait_for(heard(), 20))
    assert first == {"type": "clocks", "now": T, "clocks": []}
    assert (second["now"], second["clocks"][0]["ends"]) == (T, T + 2700)


def test_a_call_by_hand_gets_the_time_of_the_hall(door: Door) -> None:
    door.say("organiser", "draw")
    assert 'time="20' in door.say("organiser", "place s.1.2 board=3 called=yes")


def test_shifts_and_closed_tables_are_shown_to_players_and_to_the_public(door: Door) -> None:
    door.say("organiser", "draw")
    assert door.get("/api/hall", "player:asha")["shifts"] == []
    assert "table 4 closed" in door.say("organiser", 'table 4 closed reason="a cracked frame"')
    told = door.get("/api/hall", "player:asha")
    assert [(each["number"], len(each["fixtures"])) for each in told["shifts"]] == [(1, 3), (2, 1)]
    assert (told["free"], told["closed"]) == ([1, 2, 3], [4])
    assert door.get("/api/events/open")["shifts"] == told["shifts"]
    assert "table 4 is out of use; expected another one" in door.say("organiser", "place s.1.1 board=4 called=yes")
    assert door.get("/api/live/4")["fixture"] == "s.1.4", "what was drawn there stays until it is called elsewhere"
    door.say("organiser", "place s.1.4 board=1")
    assert door.get("/api/live/4")["state"] == "closed"


def test_a_game_socket_in_a_hall_is_closed_with_a_reason(door: Door) -> None:
    """A page that an earlier game server of this address left in a browser must not knock for ever."""
    with door.client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        told = socket.receive()
    assert (told["type"], told["code"], told["reason"]) == ("websocket.close", 4404, "open")


def test_the_due_round_of_groups_has_its_clock_and_leads_the_public_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groups draw all rounds at once; the first one is played first, and the answer says how many are drawn."""
    path = championship(tmp_path, {"id": "g", "system": "groups", "groups": "2", "minutes": "45"})
    for door in at_time(path, tmp_path, monkeypatch, T):
        (section,) = door.get("/api/hall", "organiser")["sections"]
        assert (section["draws"], section["due"]) == (3, 0)
        door.say("organiser", "draw")
        (section,) = door.get("/api/hall", "organiser")["sections"]
        assert (section["waves"], section["due"]) == (3, 1)
        assert door.get("/api/events/open")["sections"][0]["due"] == 1
        door.say("referee", "clock g.1 start")
        assert [each["round"] for each in door.get("/api/live")["clocks"]] == ["g.1"]
        door.say("referee", "clock g.2 start")
        assert [each["round"] for each in door.get("/api/live")["clocks"]] == ["g.1", "g.2"], "one that runs is shown"
        door.say("referee", "clock g.2 end")
        for number in range(1, 5):
            door.say("scorer", f"finish g.1.{number} 25-12")
        assert door.get("/api/events/open")["sections"][0]["due"] == 2
        assert [each["round"] for each in door.get("/api/live")["clocks"]] == ["g.2"]


def test_an_entry_after_the_groups_are_drawn_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = championship(tmp_path, {"id": "g", "system": "groups", "groups": "2"})
    for door in at_time(path, tmp_path, monkeypatch, T):
        door.say("organiser", "draw")
        said = door.say("organiser", 'entrant late "Late Comer"')
        assert (
            said
            == "Late Comer would play in no stage: g is drawn; take back its draws, enter everybody, and draw again."
        )
        assert "late" not in [each["id"] for each in door.get("/api/events/open")["entrants"]]
        door.say("scorer", "finish g.1.1 25-12")
        assert "has begun, so nobody can join it any more" in door.say("organiser", 'entrant late "Late Comer"')
