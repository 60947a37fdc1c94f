"""A hall without a tournament: drafts, entry lists, seeds, lots, opening and switching, by the organiser alone."""

import asyncio
import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.serving import page
from server.test_hall import Door, championship, opened
from starlette.testclient import TestClient

from carrom.server.events.event_writer import secret_of
from carrom.server.events.hall import EventFolder
from carrom.server.events.run_hall import opened_first
from carrom.server.events.setup_routes import venue_application
from carrom.server.events.venue import Venue
from carrom.tournament.event_log import load
from carrom.tournament.events import LotDrawn
from carrom.tournament.permissions import LinkHolder

MESSY = (
    "Entries 2026;;;\nNo;Spieler;Verein;Setzplatz\n1;Asha  Rao;Pune;1\n2;;Pune;\n3;Bilal Khan;Delhi;1\n4;ASHA RAO;;\n"
)


class Hall:
    """A hall that serves a folder, and requests with the organiser's link."""

    def __init__(self, folder: Path, static: Path) -> None:
        self.folder, self.static = folder, static
        self._nonces = iter(range(10**6))
        self.start()

    def start(self) -> None:
        events, first = opened_first(self.folder)
        self.venue = Venue(events, secret_of(events.root), first)
        self.client = TestClient(venue_application(self.venue, static=self.static, names=frozenset({"testserver"})))
        self.client.__enter__()

    def stop(self) -> None:
        self.client.__exit__(None, None, None)

    def headers(self, role: str = "organiser") -> dict[str, str]:
        at = self.venue._championship()
        return {"authorization": f"Bearer {self.venue.links.word(at, LinkHolder(*role.split(':')))}"}

    def get(self, address: str, role: str = "organiser") -> Any:
        return self.client.get(address, headers=self.headers(role)).json()

    def ask(self, type: str, role: str = "organiser", **fields: Any) -> Any:
        content = json.dumps({"type": type, **fields})
        return self.client.post("/api/setup", content=content, headers=self.headers(role)).json()

    def say(self, line: str) -> str:
        """Propose a line, and return the first line written."""
        content = json.dumps({"type": "propose", "nonce": f"nonce_{next(self._nonces):012}", "line": line})
        answer = self.client.post("/api/hall", content=content, headers=self.headers()).json()
        assert answer["type"] == "said", answer
        return str(answer["lines"][0])

    def change(self, state: Any, **fields: Any) -> Any:
        """Store a draft with some fields replaced."""
        return self.ask("setup-save", version=state["version"], draft={**state["draft"], **fields})

    def on(self, type: str, state: Any, **fields: Any) -> Any:
        """Ask for something about a draft as it is known."""
        return self.ask(type, id=state["draft"]["id"], version=state["version"], **fields)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    found = Hall(tmp_path / "hall", page(tmp_path / "static"))
    yield found
    found.stop()


def entered(hall: Hall, preset: str = "swiss", count: int = 4) -> Any:
    """Return a draft with this many entries."""
    state = hall.ask("setup-new", name="Autumn Open", preset=preset)
    state = hall.on("setup-table", state, text="name\n" + "\n".join(f"Player {n}" for n in range(1, count + 1)))
    return hall.on("setup-enter", state)


def test_an_empty_folder_is_served_and_only_the_organiser_may_set_up(hall: Hall) -> None:
    assert hall.client.get("/", follow_redirects=False).headers["location"] == "/hall"
    assert hall.client.get("/api/events").json()["events"] == []
    assert [each["name"] for each in hall.get("/api/setup")["presets"]][:2] == ["swiss", "national"]
    assert hall.client.get("/api/setup").status_code == 401
    assert "organiser sets up tournaments" in hall.get("/api/setup", "scorer")["reason"]
    refused = hall.ask("setup-new", "referee", name="Mine", preset="swiss")
    assert "this link is for the referee" in refused["reason"]
    assert "no tournament is open" in hall.get("/api/hall")["reason"]


def test_from_an_empty_folder_to_the_first_round(hall: Hall) -> None:
    state = hall.ask("setup-new", name="Autumn Open", preset="swiss")
    assert state["draft"]["id"] == "autumn-open"
    assert [each["where"] for each in state["problems"]] == ["entries"]
    content = base64.b64encode(MESSY.encode("cp1252")).decode()
    state = hall.on("setup-table", state, name="entries.csv", content=content)
    assert state["draft"]["table"]["columns"] == ["ignore", "name", "club", "seed"]
    assert [[each["code"] for each in row["problems"]] for row in state["preview"]] == [
        [],
        ["empty"],
        ["seed-twice"],
        ["twice"],
    ]
    state = hall.on("setup-enter", state)
    assert [each["name"] for each in state["entered"]] == ["Asha Rao"]
    assert state["draft"]["table"]["numbers"] == [2, 3, 4]
    rows = [["3", "Bilal Khan", "Delhi", "2"], ["4", "Chitra Sen", "", ""]]
    state = hall.change(state, table={**state["draft"]["table"], "rows": rows})
    state = hall.on("setup-enter", state)
    assert state["draft"]["table"] is None
    assert [each["name"] for each in state["draft"]["entries"]] == ["Asha Rao", "Bilal Khan", "Chitra Sen"]
    assert [each["reason"][:39] for each in state["problems"]] == ["Swiss has 7 rounds, but 3 entrants can "]
    state = hall.on("setup-lot", state)
    opened = hall.on("setup-open", state)
    assert opened == {"type": "event-opened", "id": "autumn-open", "word": opened["word"]}
    assert hall.on("setup-open", state) == opened, "a repeated request opens it once"
    assert "draw s.1 asha_rao-bilal_khan" in hall.say("draw s")
    at = load(hall.folder / "autumn-open" / "autumn-open.carrom-event")
    assert [(each.id, each.club, each.seed, each.by) for each in at.entrants] == [
        ("asha_rao", "Pune", 1, "organiser"),
        ("bilal_khan", "Delhi", 2, "organiser"),
        ("chitra_sen", "", None, "organiser"),
    ]
    assert at.lot == state["draft"]["lots"][-1]


def test_a_restart_loses_nothing_of_a_draft_or_of_the_open_tournament(hall: Hall) -> None:
    state = entered(hall)
    state = hall.on("setup-table", state, text="Name\nBilal\nBilal\n")
    hall.stop()
    hall.start()
    assert hall.get(f"/api/setup/{state['draft']['id']}") == {**state, "entered": []}
    other = entered(hall, "club-night")
    hall.on("setup-open", other)
    hall.stop()
    hall.start()
    assert hall.venue.open_id == "autumn-open-2"
    lines = hall.get("/api/setup")["events"]
    assert [(each["id"], each["is_open"], each["is_draft"]) for each in lines] == [
        ("autumn-open-2", True, False),
        ("autumn-open", False, True),
    ]


def test_two_pages_do_not_overwrite_each_other(hall: Hall) -> None:
    first = hall.ask("setup-new", name="Open", preset="swiss")
    second = hall.change(first, name="Autumn Open")
    assert "changed on another page" in hall.change(first, name="Winter Open")["reason"]
    assert hall.change(first, name="Autumn Open")["version"] == second["version"], "a repeated request is answered"
    assert hall.get("/api/setup/open")["draft"]["name"] == "Autumn Open"


def test_a_draft_with_a_problem_is_stored_and_not_opened(hall: Hall) -> None:
    state = entered(hall)
    stages = [{"id": "g", "system": "groups", "settings": [{"name": "groups", "value": "many"}]}]
    state = hall.change(state, stages=stages, name="")
    assert {each["where"] for each in state["problems"]} == {"details", "stage:0"}
    assert hall.on("setup-open", state)["type"] == "refused"
    assert hall.venue.open_id == ""
    stages[0]["settings"] = [{"name": "groups", "value": "4"}]
    state = hall.change(state, name="Open", stages=stages)
    assert "expected 8 or more" in state["problems"][0]["reason"]


def test_rows_that_are_not_entered_keep_a_tournament_from_opening(hall: Hall) -> None:
    state = hall.on("setup-table", entered(hall), text="Name\nEsha\n")
    assert hall.on("setup-open", state)["reason"].startswith("the table has 1 row to enter")


def test_a_drawn_lot_stays_published(hall: Hall) -> None:
    state = hall.on("setup-lot", entered(hall))
    first = state["draft"]["lots"][0]
    assert len(first.split()) == 6
    state = hall.change(state, lots=[])
    state = hall.on("setup-lot", state, text="3 14 27 40")
    assert state["draft"]["lots"] == [first, "3 14 27 40"]
    state = hall.on("setup-seed", state, by="lot")
    assert [step["place"] for step in state["lots"][0]["steps"]] == [1, 2, 3, 4]
    hall.on("setup-open", state)
    at = load(hall.folder / "autumn-open" / "autumn-open.carrom-event")
    assert [each.lot for each in at.events if isinstance(each, LotDrawn)] == [first, "3 14 27 40"]


def test_seeds_come_from_the_ratings_of_finished_tournaments_and_of_the_list(hall: Hall) -> None:
    state = entered(hall, "club-night", 2)
    stages = [{"id": "g", "system": "league", "settings": []}]
    state = hall.change(state, stages=stages)
    assert "none of the entrants has a rating" in hall.on("setup-seed", state, by="folder")["reason"]
    hall.on("setup-open", state)
    hall.say("draw g")
    hall.say("finish g.1.1 3-25")
    state = hall.ask("setup-new", name="Next", preset="swiss")
    state = hall.on("setup-table", state, text="Name,Rating\nPlayer 1,1500\nPlayer 2,1400\nPlayer 3,\n")
    state = hall.on("setup-enter", state)
    assert state["rated"] == 2
    state = hall.on("setup-seed", state, by="folder")
    assert [(each["name"], each["seed"]) for each in state["draft"]["entries"]] == [
        ("Player 2", 1),
        ("Player 1", 2),
        ("Player 3", None),
    ]
    state = hall.on("setup-seed", state, by="list")
    assert [each["name"] for each in state["draft"]["entries"]] == ["Player 1", "Player 2", "Player 3"]


def test_the_organiser_switches_tournaments_and_revoked_links_stay_revoked(hall: Hall) -> None:
    hall.on("setup-open", entered(hall))
    lost = hall.headers()
    hall.say("links organiser")
    assert hall.client.get("/api/setup", headers=lost).json()["void"] is True
    state = entered(hall)
    opened = hall.on("setup-open", state)
    assert hall.client.get("/api/setup", headers=lost).json()["void"] is True
    assert (
        hall.client.get("/api/hall", headers={"authorization": f"Bearer {opened['word']}"}).json()["event"]
        == opened["id"]
    )
    assert hall.ask("event-open", id="autumn-open")["id"] == "autumn-open"
    assert hall.get("/api/hall")["event"] == "autumn-open"
    assert "no tournament" in hall.ask("event-open", id="winter")["reason"]
    assert hall.get("/api/hall")["event"] == "autumn-open", "the open one stays open"


def test_a_link_of_an_official_opens_its_own_tournament_and_not_the_next_one_in_the_folder(hall: Hall) -> None:
    hall.on("setup-open", entered(hall))
    hall.say('umpire uma "Uma"')
    player = hall.venue._championship().entrants[0].id
    words = {role: hall.headers(role) for role in ("referee", "scorer", "umpire:uma", f"player:{player}")}
    first = {role: hall.client.get("/api/hall", headers=word).status_code for role, word in words.items()}
    assert set(first.values()) == {200}
    hall.on("setup-open", entered(hall))
    hall.say('umpire uma "Uma"')
    for role, word in words.items():
        refused = hall.client.get("/api/hall", headers=word)
        reason = "This link is not valid here; ask the organiser for one."
        assert (refused.status_code, refused.json()["reason"].capitalize()) == (401, reason), role
        print_it = {"type": "print", "what": "standings"}
        assert hall.client.post("/api/hall/prints", headers=word, json=print_it).status_code in (401, 409)
    line = json.dumps({"type": "propose", "nonce": "n" * 16, "line": "clock 1 start"})
    assert hall.client.post("/api/hall", content=line, headers=words["referee"]).status_code == 401
    assert hall.client.get("/api/hall", headers=hall.headers("referee")).status_code == 200
    hall.ask("event-open", id="autumn-open")
    again = {role: hall.client.get("/api/hall", headers=word).status_code for role, word in words.items()}
    assert again == first


def test_the_sheets_and_records_of_two_tournaments_are_apart(hall: Hall) -> None:
    first = hall.on("setup-open", entered(hall))["id"]
    second = hall.on("setup-open", entered(hall))["id"]
    folders = {EventFolder(hall.folder).path(each).parent for each in (first, second)}
    assert len(folders) == 2


def test_a_tournament_returns_to_its_set_up_until_a_round_is_drawn(hall: Hall) -> None:
    state = entered(hall, "national", 8)
    hall.on("setup-open", state)
    hall.say('umpire uma "Uma"')
    hall.say('entrant late "Late Player"')
    back = hall.ask("event-return", id="autumn-open")
    assert [each["name"] for each in back["draft"]["entries"]][-1] == "Late Player"
    assert back["draft"]["stages"] == state["draft"]["stages"]
    assert hall.venue.open_id == ""
    stages = list(reversed(back["draft"]["stages"]))[1:]
    state = hall.change(back, stages=stages)
    assert hall.on("setup-open", state)["id"] == "autumn-open"
    assert [each["id"] for each in hall.get("/api/hall")["umpires"]] == ["uma"]
    hall.say("draw g")
    assert "a round has been drawn" in hall.ask("event-return", id="autumn-open")["reason"]
    assert len(list((hall.folder / "autumn-open").glob("*set-aside*"))) == 1


def test_a_discarded_draft_is_renamed_and_not_deleted(hall: Hall) -> None:
    state = entered(hall)
    assert hall.ask("setup-discard", id=state["draft"]["id"])["events"] == []
    assert len(list((hall.folder / "drafts").iterdir())) == 1


def test_prints_open_by_a_ticket_for_officials(hall: Hall) -> None:
    state = hall.change(entered(hall), boards=2)
    ask = {"type": "print", "what": "boards", "language": "ta", "paper": "letter", "draft": "autumn-open"}
    ready = hall.client.post("/api/hall/prints", content=json.dumps(ask), headers=hall.headers()).json()
    found = hall.client.get(ready["address"])
    assert found.headers["content-type"].startswith("text/html")
    assert "size: LETTER portrait" in found.text
    assert "unsafe-inline" in found.headers["content-security-policy"]
    hall.on("setup-open", state)
    ask = {"type": "print", "what": "cards"}

    def asked(role: str) -> Any:
        return hall.client.post("/api/hall/prints", content=json.dumps(ask), headers=hall.headers(role)).json()

    assert "draw a round first" in asked("scorer")["reason"]
    hall.say("draw s")
    assert "Player 1" in hall.client.get(asked("scorer")["address"]).text
    ask["round"] = "due"
    hall.say("finish s.1.1 25-12")
    due = hall.client.get(asked("scorer")["address"]).text
    assert "s.1.2" in due
    assert "s.1.1" not in due, "finished matches need no card"
    assert "only officials print" in asked("player:player_1")["reason"]
    assert hall.client.get("/api/hall/prints/guessed").status_code == 404


def test_a_spreadsheet_file_is_refused_with_a_way_on(hall: Hall) -> None:
    state = hall.ask("setup-new", name="Open", preset="swiss")
    content = base64.b64encode(b"PK\x03\x04...").decode()
    assert "choose Save as" in hall.on("setup-table", state, name="e.xlsx", content=content)["reason"]
    assert "did not arrive whole" in hall.on("setup-table", state, name="e.csv", content="%%%")["reason"]
    assert hall.get("/api/setup/open")["version"] == state["version"]


def test_late_entries_are_previewed_without_being_stored_and_every_good_row_is_accepted(hall: Hall) -> None:
    state = hall.on("setup-lot", entered(hall))
    assert "no tournament is open" in hall.ask("late-read", text="Name\nAsha")["reason"]
    hall.on("setup-open", state)
    hall.say("draw s")
    path = hall.folder / "autumn-open" / "autumn-open.carrom-event"
    before = path.read_bytes()
    text = "Name;Seed;Id\nplayer 2;;\nAsha Rao;9;\nBilal;9;\nBilal;;player_1\nBilal;;\n"
    found = hall.ask("late-read", text=text)
    assert [[each["code"] for each in row["problems"]] for row in found["preview"]] == [
        ["entered"],
        [],
        ["seed-twice"],
        ["twice"],
        ["twice"],
    ]
    table = {**found["table"], "rows": [["Asha Rao", "9", ""], ["Bilal", "", "player_1"], ["Chitra", "", ""]]}
    found = hall.ask("late-read", table=table)
    assert [[each["code"] for each in row["problems"]] for row in found["preview"]] == [[], ["refused"], []]
    assert "player_1" in found["preview"][1]["problems"][0]["words"][0]
    assert found["lines"] == [
        'entrant asha_rao "Asha Rao" seed=9\nlate asha_rao stage=s round=2',
        "",
        'entrant chitra "Chitra"\nlate chitra stage=s round=2',
    ]
    assert path.read_bytes() == before
    hall.say("\n".join(filter(None, found["lines"])))
    assert load(path).stage("s").late == (("asha_rao", 2), ("chitra", 2))
    assert "organiser" in hall.ask("late-read", "scorer", text=text)["reason"]
    assert "is empty" in hall.ask("late-read", text=" ")["reason"]


def test_a_wrong_stage_is_one_problem_also_if_others_take_their_entrants_from_it(hall: Hall) -> None:
    state = entered(hall)
    first, *others = state["draft"]["stages"]
    wrong = {**first, "settings": [*first["settings"], {"name": "bye", "value": "0-13"}]}
    state = hall.change(state, stages=[wrong, *others])
    assert [each["where"] for each in state["problems"]] == ["stage:0"]
    assert "a bye or walkover cannot score 0-13" in state["problems"][0]["reason"]
    assert "cannot score" in hall.on("setup-open", state)["reason"]


# -- The clock of a round in a hall: who sets it, who sees it, and that it goes on after a restart

TIMED = {"id": "s", "system": "swiss", "rounds": "3", "minutes": "45"}
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
    answer = clock(door)
    assert answer == {
        "address": "s.1",
        "stage": "s",
        "round": 1,
        "phase": "running",
        "seconds": 2700,
        "ends": T + 2700,
        "left": 0,
    }
    for role in ("organiser", "referee", "scorer", "player:asha", "umpire:ravi"):
        assert door.get("/api/hall", role)["clocks"] == [answer]
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
    answer = door.get("/api/hall", "player:asha")
    assert [(each["number"], len(each["fixtures"])) for each in answer["shifts"]] == [(1, 3), (2, 1)]
    assert (answer["free"], answer["closed"]) == ([1, 2, 3], [4])
    assert door.get("/api/events/open")["shifts"] == answer["shifts"]
    assert "table 4 is out of use; expected another one" in door.say("organiser", "place s.1.1 board=4 called=yes")
    assert door.get("/api/live/4")["fixture"] == "s.1.4", "what was drawn there stays until it is called elsewhere"
    door.say("organiser", "place s.1.4 board=1")
    assert door.get("/api/live/4")["state"] == "closed"


def test_a_game_socket_in_a_hall_is_closed_with_a_reason(door: Door) -> None:
    """A page that an earlier game server of this address left in a browser must not knock for ever."""
    with door.client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        message = socket.receive()
    assert (message["type"], message["code"], message["reason"]) == ("websocket.close", 4404, "open")


def test_the_due_round_of_groups_has_its_clock_and_leads_the_public_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groups draw all rounds at once; the first one is played first, and the answer says how many are drawn."""
    path = championship(tmp_path, {"id": "g", "system": "groups", "groups": "2", "minutes": "45"})
    for door in at_time(path, tmp_path, monkeypatch, T):
        (stage,) = door.get("/api/hall", "organiser")["stages"]
        assert (stage["draws"], stage["due"]) == (3, 0)
        door.say("organiser", "draw")
        (stage,) = door.get("/api/hall", "organiser")["stages"]
        assert (stage["rounds"], stage["due"]) == (3, 1)
        assert door.get("/api/events/open")["stages"][0]["due"] == 1
        door.say("referee", "clock g.1 start")
        assert [each["address"] for each in door.get("/api/live")["clocks"]] == ["g.1"]
        door.say("referee", "clock g.2 start")
        assert [each["address"] for each in door.get("/api/live")["clocks"]] == ["g.1", "g.2"], "one that runs is shown"
        door.say("referee", "clock g.2 end")
        for number in range(1, 5):
            door.say("scorer", f"finish g.1.{number} 25-12")
        assert door.get("/api/events/open")["stages"][0]["due"] == 2
        assert [each["address"] for each in door.get("/api/live")["clocks"]] == ["g.2"]


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
