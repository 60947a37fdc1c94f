"""Score sheets without a server: the server's answers, each line stored before it is answered."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from offline.test_tables import Memory, Storage

from carrom.cli import main
from carrom.game.record import write_record
from carrom.offline.sheets import ELSEWHERE, UNKNOWN, LocalSheets
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.rules.ruleset import NAMES
from carrom.server.play.scoresheets import Sheets
from carrom.values import changed

KEY, REFEREE, WATCH = "umpires-key-1234", "referees-key-1234", "readers-key-1234"
PHONE, OTHER = "phone-of-the-umpire", "phone-of-somebody"
NOW = 1_800_000_000
BEGIN = BeginSheet(
    nonce="begins-the-sheet-1",
    key=KEY,
    referee=REFEREE,
    watch=WATCH,
    players=("Asha", "Bilal"),
    umpire="Esha",
    date="2026-11-24",
)
OPENED = ("toss asha", "choose break", "seats keep", "play asha")


class Page:
    """A page without a server, and the sheet that it shows."""

    def __init__(self, memory: Memory, key: str = KEY, device: str = PHONE) -> None:
        self.storage, self.key, self.device = Storage(memory), key, device
        self.sheets = LocalSheets(self.storage, lambda: NOW * 1000)
        self.name, self.version, self.count = "", 1, 0

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        text = "" if body is None else json.dumps(body)
        status, kind, answer = await self.sheets.answer(method, path, self.key, text)
        return status, json.loads(answer) if kind == "application/json" else answer

    async def begin(self, **fields: Any) -> Any:
        status, answer = await self.ask("POST", "/sheets", msgspec.to_builtins(changed(BEGIN, **fields)))
        if status == 200:
            self.name = answer["sheet"]
        return answer

    async def open(self, name: str) -> Any:
        self.name = name
        _, answer = await self.ask("GET", f"/sheets/{name}/stream?device={self.device}&language=en")
        self.version = answer.get("version")
        return answer

    async def send(self, line: str, nonce: str = "", **fields: object) -> tuple[int, Any]:
        self.count += 1
        nonce = nonce or f"{self.device}-{id(self)}-{self.count:04}"
        body = {"type": "type-line", "nonce": nonce, "device": self.device, "version": self.version, "line": line}
        return await self.ask("POST", f"/sheets/{self.name}/lines?device={self.device}&language=en", body | fields)

    async def type(self, *lines: str) -> Any:
        for line in lines:
            status, answer = await self.send(line)
            assert status == 200, answer
            self.version = answer["version"]
        return answer["told"]

    async def record(self) -> str:
        return str((await self.ask("GET", f"/sheets/{self.name}/record"))[1])


def run(test: Callable[[], Any]) -> Any:
    return asyncio.run(test())


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("book", "many"),
    [("icf", 2), *((book, many) for book in NAMES for many in (2, 3, 4) if (book, many) != ("icf", 2))],
)
def test_every_answer_is_that_of_the_server(tmp_path: Path, book: str, many: int) -> None:
    """A key after another, each that was not used yet first, on a sheet here and on one of a server."""
    request = changed(BEGIN, ruleset=book, players=("Asha", "Bilal", "Chitra", "Dev")[:many])

    async def compare() -> set[str]:
        served = Sheets(tmp_path, lambda: float(NOW))
        page = Page(Memory())
        answer = await page.begin(ruleset=book, players=request.players)
        if answer["type"] == "sheet-refused":
            with pytest.raises(Exception, match="player") as refused:
                await served.begin(request)
            assert str(refused.value) == answer["reason"]
            return {"refused"}
        name = await served.begin(request)
        assert answer["sheet"] == name
        channel, role = await served.come(name, KEY)
        reply, seen = await page.open(name), set[str]()
        for number in range(24):
            keys = [
                each for each in reply["pad"]["keys"] if each["why"] is None and each["name"] not in ("undo", "time")
            ]
            if not keys and not reply["open"]:
                break
            chosen = next((each for each in keys if each["name"] not in seen), keys[0] if keys else None)
            line = "rule Law 69: it was so" if chosen is None else (chosen["options"] or [chosen["line"]])[0]
            seen.add(chosen["name"] if chosen else "rule")
            nonce = f"nonce-of-line-{number:04}"
            status, mine = await page.send(line, nonce)
            assert status == 200, mine
            typed = TypeLine(nonce=nonce, device=PHONE, version=page.version, line=line)
            theirs = await channel.hear(typed, role, "en")
            assert mine == json.loads(msgspec.json.encode(theirs))
            page.version, reply = mine["version"], mine["told"]
        assert await page.record() == write_record(channel.sheet.game)
        await served.close()
        return seen

    seen = run(compare)
    assert seen == {"refused"} or {"play", "nothing", "queen", "striker", "foul"} <= seen


def test_a_line_is_stored_before_it_is_answered_and_a_reload_keeps_it() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = (await page.begin())["sheet"]
        await page.type(*OPENED, "w1")
        assert len(memory.events[f"sheet-{name}"]) == 6
        again = Page(memory)
        page.storage.disown()
        answer = await again.open(name)
        assert (answer["version"], answer["last"]["line"], answer["writes"]) == (page.version, "w1", True)
        assert (await again.type("-"))["last"]["line"] == "-"

    run(play)


def test_a_line_that_cannot_be_stored_has_not_happened_and_is_written_when_it_is_sent_again() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        await page.begin()
        await page.type(*OPENED)
        memory.broken = True
        status, answer = await page.send("w1", "nonce-of-this-line")
        assert (status, answer["code"]) == (409, "full")
        assert "nothing was changed" in answer["reason"]
        memory.broken = False
        assert (await page.open(page.name))["last"]["line"] == "play asha"
        for _ in range(2):  # the second time it is only acknowledged
            status, answer = await page.send("w1", "nonce-of-this-line")
            assert (status, answer["version"]) == (200, 6)
        assert len(memory.events[f"sheet-{page.name}"]) == 6

    run(play)


def test_a_line_that_was_stored_before_a_crash_is_not_written_again() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = (await page.begin())["sheet"]
        await page.send("toss asha", "nonce-of-the-toss")
        page.storage.disown()
        again = Page(memory)
        await again.open(name)
        again.version = 1
        status, answer = await again.send("toss asha", "nonce-of-the-toss")
        assert (status, answer["version"], len(memory.events[f"sheet-{name}"])) == (200, 2, 2)

    run(play)


def test_a_sheet_is_begun_once_per_nonce_and_only_with_its_keys() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = (await page.begin())["sheet"]
        await page.type("toss asha")
        assert (await page.begin())["sheet"] == name
        assert (await page.open(name))["version"] == 2
        assert (await page.begin(key="another-key-12345"))["code"] == "unknown"

    run(play)


def test_a_second_tab_waits_until_the_first_is_closed_or_has_left_the_sheet() -> None:
    async def play() -> None:
        memory = Memory()
        first, second = Page(memory), Page(memory)
        name = (await first.begin())["sheet"]
        await first.type("toss asha")
        assert (await second.open(name))["reason"] == ELSEWHERE
        assert (await second.send("choose break"))[1]["reason"] == ELSEWHERE
        await first.ask("DELETE", f"/sheets/{name}/stream")
        assert (await second.open(name))["awaits"]["phase"] == "choose"
        assert (await first.send("choose break"))[1]["reason"] == ELSEWHERE

    run(play)


def test_a_wrong_key_and_a_wrong_name_get_the_same_sentence() -> None:
    async def play() -> None:
        memory = Memory()
        name = (await Page(memory).begin())["sheet"]
        assert (await Page(memory, key="some-other-key-1").open(name))["reason"] == UNKNOWN
        assert (await Page(memory).open("no-such-sheet"))["reason"] == UNKNOWN

    run(play)


def test_the_referees_key_corrects_a_signed_card_and_the_readers_key_writes_nothing() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = (await page.begin(contest="board"))["sheet"]
        answer = await page.type(*OPENED, "w8 q", "w1", "sign asha")
        assert answer["closed"]
        assert len(answer["hash"]) == 64
        assert (await page.send("correct 5 w7 q"))[1]["code"] == "closed"
        page.key = REFEREE
        assert not (await page.type("correct 5 w7 q"))["closed"]
        log = (await page.ask("GET", f"/sheets/{name}/log?language=en"))[1]["entries"]
        assert [each["line"] for each in log[4:]] == ["w7 q", "w1", "sign asha"]
        page.key = WATCH
        assert (await page.send("w1"))[1]["code"] == "closed"

    run(play)


def test_another_device_takes_the_sheet_over() -> None:
    async def play() -> None:
        page = Page(Memory())
        await page.begin()
        await page.type("toss asha")
        page.device = OTHER
        assert (await page.send("choose break"))[1]["code"] == "taken"
        _, answer = await page.ask("POST", f"/sheets/{page.name}/writer", {"type": "take-sheet", "device": OTHER})
        assert answer["writes"]
        assert (await page.type("choose break"))["awaits"]["phase"] == "seats"

    run(play)


def test_the_record_of_a_sheet_verifies_and_carrom_umpire_goes_on_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> str:
        page = Page(Memory())
        await page.begin(contest="board")
        await page.type(*OPENED, "w8 q", "w1")
        ink = "M40,40L160,60"
        status, answer = await page.send("sign asha", ink=ink)
        assert status == 200
        assert answer["told"]["signed"][0]["ink"] == ink
        return await page.record()

    record = tmp_path / "sheet.carrom"
    record.write_text(run(play))
    assert main(["verify", str(record)]) == 0
    assert main(["umpire", str(record), "--card"]) == 0
    assert "Signed: Asha (player)" in capsys.readouterr().out


def test_a_sheet_that_cannot_be_read_is_refused_in_a_sentence_and_stays_as_it_is() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = (await page.begin())["sheet"]
        page.storage.disown()
        events = memory.events[f"sheet-{name}"]
        events[0]["body"] = "this is no record"
        before = json.dumps(events)
        answer = await Page(memory).open(name)
        assert answer["code"] == "full"
        assert "this page cannot read" in answer["reason"]
        assert json.dumps(memory.events[f"sheet-{name}"]) == before

    run(play)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/sheets", {"type": "begin-sheet"}),
        ("POST", "/sheets/{name}/lines", {"type": "type-line", "line": 3}),
        ("POST", "/sheets/{name}/writer", "no object"),
    ],
)
def test_a_message_that_is_not_understood_is_refused_in_a_sentence(method: str, path: str, body: object) -> None:
    async def play() -> None:
        page = Page(Memory())
        name = (await page.begin())["sheet"]
        status, answer = await page.ask(method, path.replace("{name}", name), body)
        assert (status, answer["code"]) == (409, "not-so")
        assert answer["reason"].startswith("the message is not understood")

    run(play)
