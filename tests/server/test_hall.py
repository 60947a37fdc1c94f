"""A tournament server: permissions, what each role sees, and lines that are applied once and survive a crash."""

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.serving import page
from starlette.applications import Starlette
from starlette.testclient import TestClient

from carrom.cli.event_records import differs
from carrom.errors import SetupError
from carrom.server.events.event_writer import HallLinks, secret_of
from carrom.server.events.hall import HallApp, hall_application
from carrom.server.ops import hall_launcher
from carrom.server.ops.hall_launcher import HallLauncher
from carrom.tournament.draw_files import differences
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Appointed, Entered, Finished, LotDrawn, Opened
from carrom.tournament.permissions import holder

SWISS = {"id": "s", "system": "swiss", "rounds": "3"}
LEAGUE = {"id": "l", "system": "league", "rubbers": "singles,singles,doubles", "kind": "team"}
NAMES = ("Asha", "Bilal", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari")


def championship(folder: Path, *stages: dict[str, str]) -> Path:
    """Create a championship of eight players (or two teams) on four boards, with an umpire."""
    path = folder / "open.carrom-event"
    details = Details(name="Open", boards=4, contact="Lena, +91 98220 11223", sessions="2026-11-22 00:00-23:59")
    with Journal.create(path, details) as journal:
        journal.add(LotDrawn(lot="7"))
        for fields in stages or (SWISS,):
            journal.add(Opened(terms=read_terms(_parted(fields))))
        if any("rubbers" in fields for fields in stages):
            for team in ("north", "south"):
                players = tuple(f"{team} {letter}" for letter in "ABC")
                journal.add(Entered(id=team, name=team.title(), kind="team", players=players))
        else:
            for number, name in enumerate(NAMES, 1):
                journal.add(Entered(id=name.lower(), name=name, seed=number, club=f"C{number % 2}"))
        journal.add(Appointed(id="ravi", name="Ravi", club="C1"), Appointed(id="uma", name="Uma"))
    return path


def _parted(fields: dict[str, str]) -> dict[str, Any]:
    return {key: value.split(",") if key == "rubbers" else value for key, value in fields.items()}


class Door:
    """An open tournament hall, and requests to it in any role."""

    def __init__(self, path: Path, client: TestClient, hall: HallApp) -> None:
        self.path, self.client, self.hall = path, client, hall
        self._nonces = iter(range(10**6))

    def word(self, role: str) -> str:
        return self.hall.links.word(self.hall.book.championship, holder(role))

    def get(self, address: str, role: str = "") -> Any:
        headers = {"authorization": f"Bearer {self.word(role)}"} if role else {}
        return self.client.get(address, headers=headers).json()

    def ask(self, role: str, message: dict[str, Any], word: str = "") -> tuple[int, dict[str, Any]]:
        headers = {"authorization": f"Bearer {word or self.word(role)}"}
        answer = self.client.post("/api/hall", content=json.dumps(message), headers=headers)
        return answer.status_code, answer.json()

    def say(self, role: str, line: str, nonce: str = "") -> str:
        """Propose a line, and return the written lines or the reason for the refusal."""
        fresh = nonce or f"nonce_{next(self._nonces):012}"
        before = self.path.read_bytes()
        status, answer = self.ask(role, {"type": "propose", "nonce": fresh, "line": line})
        if status != 200:
            assert self.path.read_bytes() == before, "a refusal leaves the file as it was"
            return str(answer["reason"])
        return "\n".join(answer["lines"])

    def until(self, state: str) -> dict[str, Any]:
        """Wait until the first fixture has this state, and return it; sheets update fixtures with a short delay."""
        for _ in range(500):
            fixture: dict[str, Any] = self.get("/api/hall", "scorer")["fixtures"][0]
            if fixture["state"] == state:
                return fixture
            time.sleep(0.01)
        raise AssertionError(f"it never was {state}: {fixture}")

    def line(self, role: str, sheet: str, line: str, version: int, device: str = "d" * 16) -> tuple[int, Any]:
        """Type a line on a score sheet; return the HTTP status and the answer."""
        nonce = f"sheet_{next(self._nonces):012}"
        message = {"type": "type-line", "nonce": nonce, "device": device, "version": version, "line": line}
        headers = {"authorization": f"Bearer {self.word(role)}"}
        answer = self.client.post(f"/sheets/{sheet}/lines", content=json.dumps(message), headers=headers)
        return answer.status_code, answer.json()


def opened(path: Path, tmp_path: Path, **options: Any) -> Iterator[Door]:
    hall = HallApp(path, secret_of(path.parent), **{"window": 0.0, **options})
    app = hall_application(hall, static=page(tmp_path / "static"), names=frozenset({"testserver"}))
    with TestClient(app) as client:
        yield Door(path, client, hall)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path), tmp_path)


@pytest.fixture
def teams(tmp_path: Path) -> Iterator[Door]:
    yield from opened(championship(tmp_path, LEAGUE), tmp_path)


def test_a_link_says_what_its_role_may_and_nothing_else(door: Door) -> None:
    assert "draw can be entered only by the organiser; this link is for the scorer." in door.say("scorer", "draw")
    assert "by=organiser" in door.say("organiser", "draw")
    assert "by=scorer" in door.say("scorer", "finish s.1.1 25-12 by=referee:ravi @5")


def test_the_same_proposal_sent_again_happens_once_also_after_the_hall_was_opened_again(tmp_path: Path) -> None:
    path = championship(tmp_path)
    nonce = "n" * 16
    for door in opened(path, tmp_path):
        first = door.say("organiser", "draw", nonce)
        assert door.say("organiser", "draw", nonce) == first
    for door in opened(path, tmp_path):
        assert door.say("organiser", "draw", nonce) == first
        assert "used by someone else" in door.say("scorer", "finish s.1.1 25-12", nonce)
    assert sum(" draw " in f" {line}" for line in path.read_text().split("\n")) == 1


def test_a_link_that_was_made_void_is_refused_in_one_sentence_and_the_new_one_opens(door: Door) -> None:
    old = door.word("scorer")
    door.say("organiser", "draw")
    door.say("organiser", "links scorer")
    before = door.path.read_bytes()
    status, answer = door.ask("", {"type": "propose", "nonce": "v" * 16, "line": "finish s.1.1 25-12"}, old)
    assert (status, answer["void"]) == (401, True)
    assert answer["reason"] == "this link was revoked; ask the organiser for a new one."
    assert door.path.read_bytes() == before
    assert "finish s.1.1 25-12" in door.say("scorer", "finish s.1.1 25-12")


def test_the_links_of_one_umpire_are_void_alone(door: Door) -> None:
    ravi, uma = door.word("umpire:ravi"), door.word("umpire:uma")
    door.say("organiser", "links umpire:ravi")
    assert door.ask("", {"type": "propose", "nonce": "v" * 16, "line": "x"}, ravi)[0] == 401
    assert door.ask("", {"type": "propose", "nonce": "v" * 16, "line": "x"}, uma)[0] == 409
    door.say("organiser", "links umpire")
    assert door.ask("", {"type": "propose", "nonce": "v" * 16, "line": "x"}, uma)[0] == 401


@pytest.mark.parametrize("word", ["", "organiser..x", "scorer.asha.AAAA", "king..AAAA", "umpire..AAAA", "é" * 9])
def test_what_is_no_link_opens_nothing(door: Door, word: str) -> None:
    answer = door.client.get("/api/hall", headers={"authorization": b"Bearer " + word.encode()})
    assert answer.status_code == 401
    assert "ask the organiser" in answer.json()["reason"]


def test_a_secret_of_another_folder_opens_nothing(door: Door, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    word = HallLinks(secret_of(other), door.hall.book.id).word(door.hall.book.championship, holder("organiser"))
    assert door.ask("", {"type": "propose", "nonce": "v" * 16, "line": "draw"}, word)[0] == 401
    assert (tmp_path / "hall.secret").stat().st_mode & 0o077 == 0


BAD = {
    "entrant asha2 Asha": "is not in quotes",
    'entrant asha2 "Asha"': "Asha is already entered",
    "draw s.1 asha-bilal asha-chitra dev-esha farid-gita hand": "asha is drawn 2 times",
    "finish s.2.1 25-12": "does not exist yet; round 2 has not been drawn",
    "finish s.1.1 25-25": "one side must have won it",
    "finish s.1.1 31-12": "31",
    "sing s.1.1": "is not an event",
    "": "the proposal is empty",
    "place s.1.1 board=9": "the hall has 4",
    "place s.1.1 umpire=nobody": "is no umpire",
    "place s.1.1 umpire=ravi": "expected an umpire of neither club",
    "links king": "is not a role",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_refused_with_one_sentence_and_the_file_stays(door: Door, line: str) -> None:
    if not line.startswith(("entrant", "draw")):
        door.say("organiser", "draw")
    answer = door.say("organiser", line)
    assert BAD[line] in answer or "expected" in answer
    assert answer.endswith(".")
    assert "\n" not in answer


def test_a_correction_that_changes_who_went_on_after_the_next_fixture_began_is_the_referees_ruling(
    tmp_path: Path,
) -> None:
    for door in opened(championship(tmp_path, {"id": "c", "system": "knockout"}), tmp_path):
        door.say("organiser", "draw")
        for number in range(1, 5):
            door.say("scorer", f"finish c.1.{number} 25-{number}")
        door.say("organiser", "draw")
        door.say("organiser", "begin c.2.1")
        line = next(each["line"] for each in door.get("/api/hall", "referee")["fixtures"] if each["address"] == "c.1.1")
        assert "which has begun" in door.say("referee", f'correct {line} 1-25 reason="turned"')
        assert f"rule {line}" in door.say("referee", f'rule {line} 1-25 reason="turned"')


def test_players_both_confirm_and_only_then_it_is_finished(door: Door) -> None:
    door.say("organiser", "draw")
    fixture = door.get("/api/hall", "player:asha")["fixtures"][0]
    other = fixture["sides"][1]["id"]
    door.say("player:asha", "claim s.1.1 asha 25-12")
    assert door.get("/api/hall", "scorer")["fixtures"][0]["state"] == "waiting"
    claim = door.get("/api/hall", f"player:{other}")["fixtures"][0]["sides"][0]["claim"]
    assert (claim["winner"], claim["score"]) == ("Asha", "25–12")
    assert "claim" in door.say(f"player:{other}", f"claim s.1.1 {other} 25-13")
    assert door.get("/api/hall", "scorer")["fixtures"][0]["state"] == "waiting"
    answer = door.say(f"player:{other}", f"claim s.1.1 {other} 25-12")
    assert "finish s.1.1 25-12" in answer
    assert door.get("/api/hall", "scorer")["fixtures"][0]["state"] == "over"
    assert "s.1.1 already has a result" in door.say("player:asha", "claim s.1.1 asha 25-12")


def test_a_result_is_withheld_while_a_protest_runs_with_both_clocks(door: Door) -> None:
    door.say("organiser", "draw")
    door.say("scorer", "finish s.1.1 25-12")
    line = door.hall.book.version
    answer = door.say("player:asha", f'protest {line} side=asha board=2 reason="the queen"')
    protest = door.hall.book.version
    assert f"protest {line}" in answer
    fixture = door.get("/api/events/open")["stages"][0]["rounds"][0]["fixtures"][0]
    assert (fixture["state"], fixture["score"]) == ("withheld", "25-12")
    rows = door.get("/api/events/open")["stages"][0]["tables"][0]["rows"]
    assert {row["cells"][0] for row in rows} == {"0"}
    seen = door.get("/api/hall", "referee")["protests"][0]
    assert (seen["text_by"] - seen["since"], seen["decide_by"] - seen["since"]) == (900, 3600)
    assert "statement" in door.say("player:asha", f'statement {protest} "Board 2: the queen was not covered."')
    assert "who may" not in door.say("referee", f'rule {line} stands reason="covered"')
    assert door.get("/api/hall", "referee")["protests"][0]["ruled"] == door.hall.book.version
    assert door.get("/api/events/open")["stages"][0]["rounds"][0]["fixtures"][0]["state"] == "over"


def test_line_ups_are_sealed_until_both_are_in(teams: Door) -> None:
    teams.say("organiser", "draw")
    first = 'lineup l.1.1 north ["north A"] ["north B"] ["north A","north C"]'
    assert "the captain of that team" in teams.say("captain:south", first)
    assert "lineup" in teams.say("captain:north", first)
    answer = json.dumps([teams.get("/api/hall", "captain:south"), teams.get("/api/events/open")])
    assert "north B" not in answer.replace('"players": ["north A", "north B", "north C"]', "")
    own = teams.get("/api/hall", "captain:north")["fixtures"][0]["sides"]
    assert (len(own[0]["lineup"]), own[1]["lined_up"]) == (3, False)
    teams.say("captain:south", 'lineup l.1.1 south ["south A"] ["south B"] ["south A","south C"]')
    sides = teams.get("/api/hall", "captain:south")["fixtures"][0]["sides"]
    assert [len(side["lineup"]) for side in sides] == [3, 3]
    rubbers = teams.get("/api/events/open")["stages"][0]["rounds"][0]["fixtures"][0]["rubbers"]
    assert rubbers[2]["players"] == ["north A, north C", "south A, south C"]


def test_telephone_numbers_are_told_to_officials_only(door: Door) -> None:
    assert "98220" in json.dumps(door.get("/api/hall", "organiser"))
    for answer in (door.get("/api/events/open"), door.get("/api/hall", "player:asha"), door.get("/api/live")):
        assert "98220" not in json.dumps(answer)
    assert door.get("/api/events/open")["contact"] == "Lena, …"


def test_a_sheet_begins_its_fixture_and_finishes_it_when_it_is_signed(door: Door) -> None:
    door.say("organiser", "draw")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    sides = door.get("/api/hall", "umpire:uma")["fixtures"][0]["sides"]
    a, b = (side["name"].lower() for side in sides)
    lines = [f"toss {a}", "choose break", "seats keep"]
    lines += [line for _ in range(3) for line in (f"board {a} 9 queen",)]
    assert door.line("umpire:ravi", "s-1-1", lines[0], 1)[0] == 401
    status, reply = door.line("umpire:uma", "s-1-1", lines[0], 1)
    assert status == 200, reply
    door.until("playing")
    for line in lines[1:]:
        status, reply = door.line("umpire:uma", "s-1-1", line, reply["version"])
        assert status == 200, reply
    for line in (f"sign {a}", f"sign {b}", "sign umpire"):
        status, answer = door.line("umpire:uma", "s-1-1", line, reply["version"])
        assert status == 200, answer
        reply = answer
    assert door.until("over")["score"] == "25-0"
    text = door.path.read_text()
    assert "begin s.1.1" in text
    assert "from=s.1.1.carrom" in text
    assert verified(door.path) == []


def signed_sheet(door: Door, score: str, *boards: str) -> int:
    """Fill in the first fixture's sheet until it is signed, and return its version."""
    door.say("organiser", "draw")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    version = 1
    for line in ("toss A", "choose break", "seats keep", *boards, "sign umpire"):
        status, answer = door.line("umpire:uma", "s-1-1", line, version)
        assert status == 200, answer
        version = answer["version"]
    assert door.until("over")["score"] == score
    return version


def test_a_signed_sheet_that_the_referee_corrects_corrects_the_championship(door: Door) -> None:
    version = signed_sheet(door, "25-4", "board A 9 queen", "board B 4 queen A", "board A 9 queen", "board A 9 queen")
    status, answer = door.line("umpire:uma", "s-1-1", "correct 5 board B 5 queen A", version)
    assert (status, answer["code"]) == (409, "closed")
    status, answer = door.line("referee", "s-1-1", "correct 5 board B 5 queen A", version)
    assert status == 200, answer
    assert scored(door) == "25-5"
    assert [each["from_sheet"] for each in door.get("/api/hall", "referee")["fixtures"][:2]] == [True, False]
    assert 'reason="the referee has corrected the signed sheet"' in door.path.read_text()
    assert verified(door.path) == []


def test_what_the_referee_corrects_in_the_championship_outlives_the_next_line_of_the_sheet(door: Door) -> None:
    version = signed_sheet(door, "25-4", "board A 9 queen", "board B 4 queen A", "board A 9 queen", "board A 9 queen")
    line = door.get("/api/hall", "referee")["fixtures"][0]["line"]
    door.say("referee", f'correct {line} 25-6 reason="misread"')
    assert door.line("referee", "s-1-1", "note all is well", version)[0] == 200
    door.say("scorer", "finish s.1.2 25-1")
    assert [scored(door), door.path.read_text().count(" correct ")] == ["25-6", 1]


def test_a_corrected_sheet_that_changes_who_went_on_waits_for_the_referees_ruling(tmp_path: Path) -> None:
    path = championship(tmp_path, {"id": "s", "system": "knockout"})
    for door in opened(path, tmp_path):
        version = signed_sheet(door, "25-8", *["board B 4 queen A"] * 2, *["board A 9 queen"] * 3)
        for number in (2, 3, 4):
            door.say("scorer", f"finish s.1.{number} 25-1")
        door.say("organiser", "draw")
        assert "begin s.2.1" in door.say("organiser", "begin s.2.1")
        for line in range(6, 9):
            status, answer = door.line("referee", "s-1-1", f"correct {line} board B 9 queen", version)
            assert status == 200, answer
            version = answer["version"]
        assert scored(door) == "25-8"
        fixture = door.get("/api/hall", "referee")["fixtures"][0]
        assert (
            fixture["matter"]
            == "this changes who advances to s.2.1, which has begun; only a ruling by the referee can do that"
        )
        assert door.get("/api/hall", "umpire:uma")["fixtures"][0]["matter"] == ""
        assert "by=referee" in door.say("referee", f'rule {fixture["line"]} 25-8 reason="too late"')
        assert door.get("/api/hall", "referee")["fixtures"][0]["matter"] == ""


def scored(door: Door) -> str:
    """Return the first fixture's score, after waiting until the consequences of its sheet are written."""
    time.sleep(0.3)
    return str(door.get("/api/hall", "scorer")["fixtures"][0]["score"])


def test_each_rubber_of_a_tie_has_its_sheet_and_the_tie_is_won_by_the_second(teams: Door) -> None:
    teams.say("organiser", "draw")
    teams.say("captain:north", 'lineup l.1.1 north ["north A"] ["north B"] ["north A","north C"]')
    teams.say("captain:south", 'lineup l.1.1 south ["south A"] ["south B"] ["south A","south C"]')
    teams.say("organiser", "place l.1.1 board=2 umpire=uma called=yes")
    status, answer = teams.line("umpire:uma", "l-1-1", "toss north", 1)
    assert (status, "open the sheet of a rubber, such as l.1.1.1" in answer["reason"]) == (422, True)
    for rubber in (1, 2):
        version = 1
        for line in (
            "toss north",
            "choose break",
            "seats keep",
            *["board north 9 queen"] * 3,
            "sign north",
            "sign south",
            "sign umpire",
        ):
            status, answer = teams.line("umpire:uma", f"l-1-1-{rubber}", line, version)
            assert status == 200, answer
            version = answer["version"]
        teams.until("playing" if rubber == 1 else "over")
    for _ in range(500):
        if len(records_of(teams.path)) == 2:
            break
        time.sleep(0.01)
    assert [each.source for each in records_of(teams.path)] == ["l.1.1.1.carrom", "l.1.1.2.carrom"]
    assert verified(teams.path) == []


def records_of(path: Path) -> list[Finished]:
    """Return the results that were taken from a game record."""
    return [each for each in load(path).events if isinstance(each, Finished) and each.source]


def verified(path: Path) -> list[str]:
    """Return the differences between a championship and its records; empty if they agree."""
    found, records = load(path), records_of(path)
    assert records
    return [*differences(found), *(why for each in records if (why := differs(path.parent, each)))]


def kept_board(door: Door) -> tuple[str, int]:
    """Start the first fixture's sheet at board 2, and return who plays first and the sheet's version."""
    door.say("organiser", "draw")
    door.say("organiser", "place s.1.1 board=2 umpire=uma called=yes")
    first = str(door.get("/api/hall", "umpire:uma")["fixtures"][0]["sides"][0]["name"]).lower()
    version = 1
    for line in (f"toss {first}", "choose break", "seats keep"):
        version = door.line("umpire:uma", "s-1-1", line, version)[1]["version"]
    return first, version


def score_at(door: Door) -> int | None:
    """Return the first side's score at board 2 as spectators see it."""
    found: int | None = door.get("/api/live/2")["sides"][0]["score"]
    return found


def test_what_is_taken_back_within_the_window_nobody_ever_sees(tmp_path: Path) -> None:
    for door in opened(championship(tmp_path), tmp_path, window=0.3):
        first, version = kept_board(door)
        version = door.line("umpire:uma", "s-1-1", f"board {first} 9 queen", version)[1]["version"]
        assert score_at(door) in (None, 0)
        version = door.line("umpire:uma", "s-1-1", "undo", version)[1]["version"]
        seen = set()
        for _ in range(14):
            seen.add(score_at(door))
            time.sleep(0.05)
        assert seen <= {None, 0}
        version = door.line("umpire:uma", "s-1-1", f"board {first} 4 queen", version)[1]["version"]
        for _ in range(200):
            if score_at(door) == 7:
                break
            time.sleep(0.02)
        assert score_at(door) == 7


def test_a_board_stands_still_during_an_appeal_and_says_when_it_was_last_heard(door: Door) -> None:
    first, version = kept_board(door)
    for line in (f"play {first}", f"appeal {first}"):
        version = door.line("umpire:uma", "s-1-1", line, version)[1]["version"]
    for _ in range(200):
        if door.get("/api/live/2")["frozen"]:
            break
        time.sleep(0.02)
    answer = door.get("/api/live/2")
    assert (answer["frozen"], answer["state"], answer["umpire"]) == (True, "playing", "Uma")
    assert abs(answer["heard"] - time.time()) < 60
    door.line("umpire:uma", "s-1-1", "rule Law 69: why", version)
    for _ in range(200):
        if not door.get("/api/live/2")["frozen"]:
            break
        time.sleep(0.02)
    assert door.get("/api/live/2")["frozen"] is False


def test_running_scores_are_hidden_from_the_public_where_the_law_wants_it(tmp_path: Path) -> None:
    for door in opened(championship(tmp_path), tmp_path, hides=True):
        door.say("organiser", "draw")
        door.say("organiser", "begin s.1.1")
        board = door.get("/api/live/1")
        assert (board["state"], board["hidden"], board["sides"][0]["score"]) == ("playing", True, None)
        assert door.get("/api/live/1", "scorer")["hidden"] is False
        assert door.get("/api/live/1", "player:asha")["hidden"] is True


def test_the_card_of_a_scorer_is_added_up_by_the_law(door: Door) -> None:
    door.say("organiser", "draw")
    rows = [{"winner": 1, "men": 5, "queen": 1}, {"winner": 2, "men": 3, "queen": 2}]
    status, answer = door.ask("scorer", {"type": "card", "fixture": "s.1.1", "rows": rows})
    assert (status, answer["games"], answer["over"]) == (200, [[8, 6]], False)
    rows += [{"winner": 1, "men": 9, "queen": 1}, {"winner": 1, "men": 6, "queen": 2}]
    status, answer = door.ask("scorer", {"type": "card", "fixture": "s.1.1", "rows": rows})
    assert answer["over"], answer
    assert "finish s.1.1 25-6 boards=3-1" in door.say("scorer", f"finish s.1.1 {answer['line']}")
    wrong = [{**rows[0], "winner": 3}]
    assert door.ask("scorer", {"type": "card", "fixture": "s.1.2", "rows": wrong})[0] == 409


def test_only_the_organiser_hands_out_links_and_every_board_has_its_code(door: Door) -> None:
    answer = door.get("/api/hall/links", "organiser")
    assert len(answer["boards"]) == 4
    assert [link["role"] for link in answer["links"][:5]] == [
        "organiser",
        "referee",
        "scorer",
        "umpire:ravi",
        "umpire:uma",
    ]
    assert answer["links"][3]["word"].endswith(f"/hall#{door.word('umpire:ravi')}")
    assert answer["links"][3]["code"].startswith("data:image/svg+xml;base64,")
    assert "only the organiser can list links" in door.get("/api/hall/links", "referee")["reason"]
    assert len(door.get("/api/hall/links?of=player:asha", "organiser")["links"]) == 1


def test_why_two_meet_is_told_in_the_language_that_is_asked_for(door: Door) -> None:
    door.say("organiser", "draw")
    answer = door.get("/api/events/open/why/s.1")
    assert len(answer["pairs"]) == 4
    assert "upper half" in answer["pairs"][0]["why"]
    assert door.get("/api/events/open/why/s.1?language=hi")["pairs"][0]["why"] != answer["pairs"][0]["why"]
    assert "no championship" in door.get("/api/events/open/why/s.9")["detail"]
    assert "no championship" in door.get("/api/events/nobodys")["detail"]


# -- The page of `carrom play` starts a hall on the same computer, and no other page does


def test_only_a_page_on_this_computer_may_start_a_hall(tmp_path: Path) -> None:
    app = Starlette(routes=[*HallLauncher(tmp_path).routes()])
    near = TestClient(app, base_url="http://127.0.0.1:8137", client=("127.0.0.1", 5))
    assert near.get("/api/halls").json() == {"type": "hall-host", "may_start": True}
    for base, client in (("http://127.0.0.1:8137", "192.168.1.7"), ("http://192.168.1.5:8137", "127.0.0.1")):
        away = TestClient(app, base_url=base, client=(client, 5))
        assert away.get("/api/halls").json()["may_start"] is False
        refused = away.post("/api/halls")
        assert (refused.status_code, refused.json()["type"]) == (403, "refused")


@pytest.mark.slow
def test_a_hall_is_started_once_and_ends_with_the_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        launcher = HallLauncher(tmp_path / "events", host="127.0.0.1")
        try:
            link, again = await asyncio.gather(launcher.start(), launcher.start())
            assert link == again
            address = link.partition("hall#")[0]
            with urllib.request.urlopen(f"{address}api/events") as answer:
                assert answer.status == 200
        finally:
            await launcher.close()
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(f"{address}api/events")
        assert (tmp_path / "events" / "hall.secret").exists()

    asyncio.run(scenario())


@pytest.mark.slow
def test_a_hall_that_cannot_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_launcher, "PATIENCE", 20.0)
    (tmp_path / "events").write_text("a file, not a folder")
    launcher = HallLauncher(tmp_path / "events" / "inside", host="127.0.0.1")
    with pytest.raises(SetupError, match=r"could not be started: .*cannot be created"):
        asyncio.run(launcher.start())
