"""Score sheets over HTTP: lines are applied once and stored before the answer; one writing device; corrections."""

import asyncio
import hashlib
import io
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from carrom.cli import main
from carrom.game.record import read_record
from carrom.protocol.common import MAX_CLIENT_BYTES
from carrom.protocol.http_scoresheet import SheetRole
from carrom.server.common import RateLimit, TokenBuckets
from carrom.server.ops.backup import sheets_in
from carrom.server.ops.transfer import back_up, check, put_back
from carrom.server.play.scoresheet_channel import SheetChannel, _stream
from carrom.server.play.scoresheets import Sheets, local_routes
from carrom.storage.store import Store
from carrom.umpire.record_file import RecordFile

from .postgresql import server

KEY, REFEREE, WATCH = "umpires-key-1234", "referees-key-1234", "readers-key-1234"
PHONE, OTHER = "phone-of-the-umpire", "phone-of-somebody"
BEGIN = {
    "type": "begin-sheet",
    "nonce": "begins-the-sheet-1",
    "key": KEY,
    "referee": REFEREE,
    "watch": WATCH,
    "players": ["Asha", "Bilal"],
    "umpire": "Esha",
}


class Page:
    """A client that writes one score sheet over HTTP."""

    def __init__(self, client: TestClient, name: str, key: str = KEY, device: str = PHONE) -> None:
        self.client, self.name, self.key, self.device = client, name, key, device
        self.version, self.count = self.told()["version"], 0

    def told(self, language: str = "en") -> Any:
        answer = self.get("", f"?device={self.device}&language={language}")
        assert answer.status_code == 200
        return answer.json()

    def get(self, at: str, query: str = "") -> Any:
        headers = {"authorization": f"Bearer {self.key}"}
        return self.client.get(f"/sheets/{self.name}{at}{query}", headers=headers)

    def send(self, line: str, **fields: object) -> Any:
        self.count += 1
        nonce = f"{self.device}-{self.count:06}"
        body = {"nonce": nonce, "device": self.device, "version": self.version, "line": line, **fields}
        return self.client.post(
            f"/sheets/{self.name}/lines",
            json={"type": "type-line", **body},
            headers={"authorization": f"Bearer {self.key}"},
        )

    def type(self, *lines: str) -> Any:
        for line in lines:
            answer = self.send(line)
            assert answer.status_code == 200, answer.json()
            self.version = answer.json()["version"]
        return answer.json()["told"]

    def take(self) -> Any:
        return self.client.post(
            f"/sheets/{self.name}/writer",
            json={"type": "take-sheet", "device": self.device},
            headers={"authorization": f"Bearer {self.key}"},
        )


def serving(folder: Path) -> TestClient:
    sheets = Sheets(folder, now=lambda: 1_795_000_000.0)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await sheets.close()

    return TestClient(
        Starlette(routes=local_routes(sheets, TokenBuckets(RateLimit(100, 100), lambda: 0.0)), lifespan=lifespan)
    )


def begun(client: TestClient, **fields: object) -> Page:
    answer = client.post("/sheets", json={**BEGIN, **fields})
    assert answer.status_code == 200, answer.json()
    return Page(client, answer.json()["sheet"])


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "sheets") as client:
        yield client


def opened(client: TestClient, **fields: object) -> Page:
    """Create a sheet on which Asha is to break, and return its page."""
    page = begun(client, **fields)
    page.type("toss asha", "choose break", "seats keep", "play")
    return page


def key(answer: Any, name: str) -> Any:
    return next(each for each in answer["pad"]["keys"] if each["name"] == name)


def record_of(folder: Path) -> Path:
    return next(folder.rglob("*.carrom"))


def test_a_page_types_the_lines_of_the_terminal_and_hears_whose_turn_it_is(client: TestClient) -> None:
    page = opened(client)
    answer = page.type("w2 s")
    assert answer["awaits"]["phase"] == "place"
    assert (answer["awaits"]["player"], answer["awaits"]["of"], answer["awaits"]["left"]) == ("Bilal", "Asha", 2)
    assert answer["last"]["line"] == "w2 s"
    assert answer["last"]["player"] == "Asha"
    assert "Law 73" in answer["last"]["rulings"][0]
    answer = page.type("place all")
    assert answer["sides"][0] | {"men": 9, "due": 1, "coming": 0} == answer["sides"][0]


def test_the_same_nonce_is_answered_again_and_not_done_twice(client: TestClient) -> None:
    page = opened(client)
    first = page.send("w1").json()
    page.count -= 1
    again = page.send("w1").json()
    assert again["version"] == first["version"]
    assert again["told"]["sides"][0]["men"] == 8


def test_a_nonce_is_known_after_a_kill_as_well(tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    with serving(folder) as client:
        page = opened(client)
        before = page.version
        after = page.send("w1").json()["version"]
        with serving(tmp_path / "copy") as other:
            (tmp_path / "copy").mkdir()
            for file in folder.iterdir():
                (tmp_path / "copy" / file.name).write_bytes(file.read_bytes())
            again = Page(other, page.name)
            again.count, again.version = page.count - 1, before
            answer = again.send("w1").json()
            assert (answer["version"], answer["told"]["sides"][0]["men"]) == (after, 8)


def test_a_line_at_an_older_version_is_refused_and_changes_nothing(client: TestClient) -> None:
    page = opened(client)
    page.type("w1")
    answer = page.send("w2", version=page.version - 1)
    assert (answer.status_code, answer.json()["code"], answer.json()["version"]) == (409, "stale", page.version)
    assert page.told()["version"] == page.version


def test_one_device_writes_until_another_takes_over(client: TestClient) -> None:
    page = opened(client)
    other = Page(client, page.name, device=OTHER)
    assert not other.told()["writes"]
    assert key(other.told(), "one")["why"] == "no-writer"
    assert other.send("w1").json()["code"] == "taken"
    assert other.take().json()["writes"]
    other.type("w1")
    assert page.send("w1", version=other.version).json()["code"] == "taken"
    assert not page.told()["writes"]


def test_who_writes_is_known_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        page = opened(client)
    with serving(tmp_path) as client:
        assert Page(client, page.name, device=OTHER).send("w1").json()["code"] == "taken"
        assert Page(client, page.name).told()["writes"]


def test_a_reader_reads_and_types_nothing(client: TestClient) -> None:
    page = opened(client)
    reader = Page(client, page.name, key=WATCH, device=OTHER)
    assert reader.told()["role"] == "reader"
    assert reader.send("w1").json()["code"] == "closed"
    assert reader.take().json()["code"] == "closed"


@pytest.mark.parametrize("name", ["no-such-sheet", "..%2F..%2Fsecret", "short"])
def test_a_wrong_key_and_a_wrong_name_say_the_same(client: TestClient, name: str) -> None:
    page = opened(client)
    wrong = client.get(f"/sheets/{page.name}", headers={"authorization": "Bearer not-the-right-key"})
    missing = client.get(f"/sheets/{name}", headers={"authorization": f"Bearer {KEY}"})
    assert wrong.status_code == 401
    assert missing.status_code in (401, 404)
    assert wrong.json()["code"] == "unknown"


def test_beginning_twice_with_a_nonce_is_one_sheet_and_with_other_keys_none(client: TestClient) -> None:
    page = begun(client)
    assert begun(client).name == page.name
    assert client.post("/sheets", json={**BEGIN, "key": "somebody-elses-key"}).json()["code"] == "unknown"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"ruleset": "/etc/passwd"}, "no rule set is called '/etc/passwd'"),
        ({"contest": "duel"}, "no contest is called 'duel'"),
        ({"players": ["Asha", "  "]}, "a player has no name"),
        ({"players": ["Asha", "Asha"]}, ""),
        ({"players": []}, "Expected `array` of length >= 1"),
        ({"stage": "middle"}, "'middle' is not a valid Stage"),
        ({"handicap": [9]}, "Expected `int` <= 8"),
    ],
)
def test_what_nobody_could_play_is_refused_and_no_sheet_is_left(
    client: TestClient, tmp_path: Path, fields: dict[str, object], said: str
) -> None:
    answer = client.post("/sheets", json={**BEGIN, **fields})
    if said:
        assert answer.status_code == 422
        assert said in answer.json()["reason"]
        assert not list(tmp_path.rglob("*.carrom"))


def test_what_the_law_refuses_is_told_and_changes_nothing(client: TestClient) -> None:
    page = opened(client)
    answer = page.send("w1 w9")
    assert answer.status_code == 422
    assert "cannot leave the board" in answer.json()["reason"]
    assert page.told()["version"] == page.version
    assert page.send("quit").json()["code"] == "not-so"


def test_keys_that_cannot_be_typed_are_told_with_the_reason(client: TestClient) -> None:
    page = begun(client)
    answer = page.told()
    assert key(answer, "one" if answer["pad"]["own"] else "white")["why"] == "not-now"
    assert key(answer, "toss")["why"] is None
    answer = page.type("toss asha", "choose break", "seats keep", "play", "w8 b7")
    assert key(answer, "two")["why"] == "few"
    assert key(answer, "two")["told"] == "2 whites cannot leave the board: 1 can"
    assert answer["pad"]["most"] == [1, 2, 1]


def test_a_late_placer_has_a_key_once_something_was_placed(client: TestClient) -> None:
    page = begun(client)
    answer = page.type("toss asha", "choose break", "seats keep", "play", "w1", "w2 s")
    assert "order-off" not in [each["name"] for each in answer["pad"]["keys"]]
    answer = page.type("place")
    assert key(answer, "order-off") | {"options": []} == key(answer, "forfeit") | {
        "name": "order-off",
        "line": "order-off",
        "options": [],
    }
    answer = page.type("order-off", "undo", "order-off")
    assert key(answer, "one")["why"] is None


def test_a_signed_card_is_corrected_by_the_referee_alone(client: TestClient) -> None:
    page = opened(client, contest="board")
    answer = page.type("w8 q", "w1")
    assert answer["result"]["winners"] == ["Asha"]
    assert not answer["closed"]
    assert len(answer["hash"]) == 64
    page.type("undo", "w1", "sign asha")
    assert page.told()["closed"]
    assert key(page.told(), "undo")["why"] == "ended"
    for line in ("undo", "correct 5 w8", "un 1"):
        assert page.send(line).json()["code"] == "closed"
    page.type("note the light flickered")
    referee = Page(client, page.name, key=REFEREE, device=OTHER)
    referee.take()
    assert key(referee.told(), "undo")["why"] is None
    referee.type("undo 2")


def test_a_protest_is_ruled_on_by_the_referee(client: TestClient) -> None:
    page = opened(client)
    page.type("protest bilal: the men lay wrong")
    assert page.told()["open"][0]["what"] == "protest"
    assert page.send("rule Law 69: they lay right").json()["code"] == "closed"
    referee = Page(client, page.name, key=REFEREE, device=OTHER)
    referee.take()
    assert referee.type("rule Law 69 by Hari: they lay right")["open"] == []


def test_an_open_appeal_stops_the_pad_but_not_its_undoing(client: TestClient) -> None:
    page = opened(client)
    answer = page.type("appeal bilal: the striker moved")
    assert (key(answer, "one")["why"], key(answer, "undo")["why"]) == ("appeal", None)
    assert key(page.type("rule Law 69: it did not"), "one")["why"] is None


def test_a_signature_keeps_how_it_was_drawn(client: TestClient, tmp_path: Path) -> None:
    page = opened(client, contest="board")
    page.type("w8 q", "w1")
    answer = page.send("sign asha", ink="M1 2L3 4")
    assert answer.json()["told"]["signed"] == [{"name": "Asha", "role": "player", "ink": "M1 2L3 4"}]
    assert page.send("sign bilal", ink='"><script>').status_code == 422
    assert "ink M1 2L3 4" in record_of(tmp_path).read_text()


def test_the_record_is_the_terminals_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client:
        page = opened(client, contest="board")
        answer = page.type("w2 s", "place all", "-", "b1 w1", "place", "-", "w8 q", "w1")
        assert answer["result"] is not None
        path = record_of(tmp_path)
        game = read_record(path.read_text(), live=False)
        record = page.get("/record").text
        assert hashlib.sha256(record.encode()).hexdigest() == answer["hash"]
        assert main(["verify", str(path)]) == 0
        page.type("undo", "w1 b1")
    assert read_record(path.read_text()).strokes[:-1] == game.strokes[:-1]
    monkeypatch.setattr("sys.stdin", io.StringIO("state\nquit\n"))
    assert main(["umpire", str(path)]) == 0
    assert f"Resumed {path}" in capsys.readouterr().out


def test_what_a_kill_has_torn_of_a_line_is_cut_off_whole(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        page = opened(client)
        page.type("w2 s")
        path = record_of(tmp_path)
        before = path.stat().st_size
        version = page.version
        page.type("place all")
        whole = path.read_bytes()
    ends = [before + at for at, byte in enumerate(whole[before:]) if byte == ord("\n")]
    for length in sorted({*range(before, len(whole), 7), *(end + more for end in ends for more in (0, 1, 2))}):
        path.write_bytes(whole[:length])
        journal, table = RecordFile.resume(path)
        journal.close()
        nonces = [mark for mark in journal.marks if mark.word == "nonce"]
        assert (len(table.game.events), len(nonces)) in ((version, 5), (version + 2, 6))


def test_the_lines_in_force_are_told_by_number_and_put_right(client: TestClient) -> None:
    page = opened(client)
    page.type("w1", "-", "b1")
    entries = page.get("/log").json()["entries"]
    assert [each["line"] for each in entries[-3:]] == ["w1", "-", "b1"]
    answer = page.type(f"correct {entries[-3]['number']} w2")
    assert answer["sides"][0]["men"] == 7
    assert [each["line"] for each in page.get("/log").json()["entries"]][-3:] == ["w2", "-", "b1"]


def test_the_last_line_told_is_that_of_the_whole_game_told_again(client: TestClient, tmp_path: Path) -> None:
    page = opened(client)
    lines = ["w1", "-", "b1 s", "place", "undo", "undo", "foul elbow", "w1", "undo"]
    for line in lines:
        answer = page.send(line)
        if answer.status_code == 200:
            page.version = answer.json()["version"]
            last = answer.json()["told"]["last"]
            entries = page.get("/log").json()["entries"]
            assert last == entries[-1]


def test_rulings_are_told_in_the_language_that_is_asked_for(client: TestClient) -> None:
    page = opened(client)
    page.type("w1")
    assert page.told("ta")["last"]["rulings"] != page.told()["last"]["rulings"]


@pytest.mark.parametrize("language", ["en", "hi", "ur"])
def test_a_ruling_on_a_page_cites_no_clause_twice(client: TestClient, language: str) -> None:
    page = opened(client)
    page.type("w1", "-", "b1 s")
    for entry in page.get("/log", f"?language={language}").json()["entries"]:
        for ruling in entry["rulings"]:
            words, _, more = ruling.partition(" [")
            assert [each for each in more.rstrip("]").split(", ") if each and each in words] == []


def test_a_board_known_by_its_row_is_one_line(client: TestClient) -> None:
    page = begun(client)
    page.type("toss asha", "choose break", "seats keep")
    answer = page.type("board asha 5 queen")
    assert (answer["ended"]["winner"], answer["ended"]["men"], answer["ended"]["queen_points"]) == ("Asha", 5, 3)
    assert answer["ended"]["scores"] == [8, 0]
    assert answer["board"] == 2


def test_the_totals_of_a_card_are_cut_at_the_target_of_the_game(client: TestClient) -> None:
    page = begun(client)
    page.type("toss asha", "choose break", "seats keep")
    answer = page.type(*["board asha 9 queen"] * 3)
    assert [board["scores"] for board in answer["boards"]] == [[12, 0], [24, 0], [25, 0]]
    assert [side["score"] for side in answer["sides"]] == [25, 0], "the header shows the score that the card records"


def test_a_contest_that_is_given_up_asks_for_no_men_to_be_counted(client: TestClient) -> None:
    page = begun(client)
    page.type("toss asha", "choose break", "seats keep")
    assert page.type("board asha 5 queen")["ended"] is not None
    answer = page.type("concede bilal")
    assert (answer["ended"], answer["result"]["winners"], answer["result"]["how"]) == (None, ["Asha"], "conceded")


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("players", [["Asha", "Bilal"], ["Asha", "Bilal", "Chitra"]])
@pytest.mark.parametrize("book", ["points", "three-player", "club", "eight-rounds"])
def test_every_rule_set_has_keys_that_can_be_typed(client: TestClient, book: str, players: list[str]) -> None:
    answer = client.post("/sheets", json={**BEGIN, "ruleset": book, "players": players})
    if answer.status_code != 200:
        assert "player" in answer.json()["reason"]
        return
    page = Page(client, answer.json()["sheet"])
    reply, seen = page.told(), set()
    for _ in range(40):
        keys = [each for each in reply["pad"]["keys"] if each["why"] is None and each["name"] not in ("undo", "time")]
        if not keys:
            break
        chosen = next((each for each in keys if each["name"] not in seen), keys[0])
        seen.add(chosen["name"])
        reply = page.type((chosen["options"] or [chosen["line"]])[0])
        if reply["open"]:
            reply = page.type("rule Law 69: it was so")
    assert {"play", "nothing", "queen", "striker", "foul"} <= seen


def test_a_stream_tells_the_sheet_at_once_and_after_each_line(tmp_path: Path) -> None:
    async def told_twice() -> list[Any]:
        sheets = Sheets(tmp_path)
        from carrom.protocol.client import BeginSheet, TypeLine

        fields = {key: value for key, value in BEGIN.items() if key != "type"}
        name = await sheets.begin(BeginSheet(**{**fields, "players": ("Asha", "Bilal")}))  # type: ignore[arg-type]
        room, role = await sheets.come(name, KEY)
        stream = _stream(room, role, OTHER, "en")
        heard = [await anext(stream)]
        line = TypeLine(nonce="a-line-of-the-stream", device=PHONE, version=1, line="toss asha")
        await room.hear(line, SheetRole.UMPIRE, "en")
        heard.append(await anext(stream))
        await stream.aclose()  # type: ignore[attr-defined]
        assert isinstance(room, SheetChannel)
        assert room.is_quiet
        await sheets.close()
        return [json.loads(each.removeprefix(b"data: ")) for each in heard]

    first, second = asyncio.run(told_twice())
    assert (first["awaits"]["phase"], second["awaits"]["phase"]) == ("toss", "choose")
    assert (first["writes"], second["writes"]) == (True, False)


def test_a_message_that_is_none_or_too_long_is_refused_in_a_sentence(client: TestClient) -> None:
    page = begun(client)
    headers = {"authorization": f"Bearer {KEY}"}
    for body in (b"", b"[]", b"\xff", b"[" * 20_000, b'{"type":"type-line","nonce":"x"}'):
        answer = client.post(f"/sheets/{page.name}/lines", content=body, headers=headers)
        assert answer.status_code == (413 if len(body) > MAX_CLIENT_BYTES else 422)
        assert answer.json()["type"] == "sheet-refused"


# -- Score sheets in a backup: in the same file as the games, checked, and restored with them


def house(folder: Path) -> Path:
    """Create a data folder without games and with two sheets, the second of which ends in an unfinished line."""
    Store(folder / "games.db").close()
    (folder / "sheets").mkdir()
    for name, text in {
        "a.carrom": "one\ntwo\n",
        "a.keys": "{}",
        "b.keys": "{}",
        "b.carrom": "one\nhal",
        "c.part": "",
    }.items():
        (folder / "sheets" / name).write_text(text)
    return folder


def held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (folder / "sheets").iterdir()}


def test_sheets_are_in_the_copy_and_come_back_while_what_was_there_is_kept(tmp_path: Path) -> None:
    folder, copy = house(tmp_path / "data"), tmp_path / "copy.db"
    assert main(["data", "backup", str(copy), "--data", str(folder)]) == 0
    whole = {"a.carrom": "one\ntwo\n", "a.keys": "{}", "b.carrom": "one\nhal", "b.keys": "{}"}
    assert {name: content.decode() for name, content in (sheets_in(copy) or {}).items()} == whole
    assert check(copy).damage == ()
    (folder / "sheets" / "a.carrom").write_text("other\n")
    assert main(["data", "restore", str(copy), "--data", str(folder)]) == 0
    assert held(folder) == whole
    (aside,) = folder.glob("sheets.*")
    assert (aside / "a.carrom").read_text() == "other\n"
    assert (folder / "sheets" / "a.keys").stat().st_mode & 0o77 == 0
    Store(folder / "games.db").close()
    db = sqlite3.connect(folder / "games.db")
    assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sheet'").fetchone(), "only copies carry them"
    db.close()


def test_a_copy_with_a_damaged_sheet_says_so_and_is_not_put_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, copy = house(tmp_path / "data"), tmp_path / "copy.db"
    back_up(folder / "games.db", copy, folder / "sheets")
    db = sqlite3.connect(copy)
    db.execute("UPDATE sheet SET content = x'00' WHERE name = 'a.carrom'")
    db.commit()
    db.close()
    assert main(["data", "check", str(copy)]) == 1
    assert "The sheet 'a.carrom' in copy.db is damaged" in capsys.readouterr().err
    before = held(folder)
    assert main(["data", "restore", str(copy), "--data", str(folder)]) == 1
    assert held(folder) == before
    assert not list(folder.glob("sheets.*"))
    assert not list(folder.glob("games.db.*"))


def test_a_copy_that_was_made_without_sheets_leaves_them_alone(tmp_path: Path) -> None:
    folder, copy = house(tmp_path / "data"), tmp_path / "copy.db"
    back_up(folder / "games.db", copy)
    before = held(folder)
    put_back(copy, folder / "games.db")
    assert held(folder) == before


@pytest.mark.slow
def test_games_in_postgresql_go_into_one_file_with_the_sheets_of_the_data_folder(tmp_path: Path) -> None:
    folder, copy, address = house(tmp_path / "data"), tmp_path / "copy.db", server().database()
    Store(address).close()
    back_up(address, copy, folder / "sheets")
    found = put_back(copy, server().database(), tmp_path / "other" / "sheets")[0]
    assert found.damage == ()
    assert (tmp_path / "other" / "sheets" / "b.carrom").read_text() == "one\n"
