"""An umpire's score sheet on several servers: written on any, read on all, each line applied once."""

import asyncio
import json
from pathlib import Path

import pytest

from carrom.game.record import read_record, write_record
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.protocol.http_scoresheet import LineHeard, SheetRefusal
from carrom.server.ops.event_log import SingleNode
from carrom.server.play.scoresheet_channel import _stream
from carrom.server.play.scoresheets import MOVED, SharedSheets, Sheets, desk_of
from carrom.storage.postgres import Postgres
from carrom.storage.store import Store
from carrom.tables.scoresheets import RefuseSheet

from ..postgresql import server
from .club import House, until
from .test_company import bus_at, houses

KEY, REFEREE, WATCH = "umpires-key-1234", "referees-key-1234", "readers-key-1234"
PHONE, OTHER = "phone-of-the-umpire", "phone-of-somebody"
BEGIN = BeginSheet(
    nonce="begins-the-sheet-1", key=KEY, referee=REFEREE, watch=WATCH, players=("Asha", "Bilal"), umpire="Esha"
)
OPENING = ("toss asha", "choose break", "seats keep", "play")


async def types(
    sheets: Sheets | SharedSheets, name: str, line: str, version: int, nonce: str = "", device: str = PHONE
) -> LineHeard:
    """Type a line on one server."""
    room, role = await sheets.come(name, KEY)
    nonce = nonce or f"{device}-{version:06}-{line.split()[0]}"
    return await room.hear(TypeLine(nonce=nonce, device=device, version=version, line=line), role, "en")


async def version_at(house: House, name: str) -> int:
    room, role = await house.sheets.come(name, WATCH)
    return (await room.told(role, None, "en")).version


@houses
async def test_a_sheet_is_begun_at_one_server_typed_at_both_and_is_the_same_record(a: House, b: House) -> None:
    name = await a.sheets.begin(BEGIN)
    assert await b.sheets.begin(BEGIN) == name, "the same nonce is the same sheet at any server"
    version = 1
    for house, line in zip((a, b, b, a), OPENING, strict=True):
        version = (await types(house.sheets, name, line, version)).version
    records = [write_record((await house.sheets.come(name, KEY))[0].sheet.game) for house in (a, b)]
    assert records[0] == records[1]
    assert len(read_record(records[0]).events) == version
    with pytest.raises(RefuseSheet) as refused:
        await b.sheets.come(name, "a-key-of-another-sheet")
    assert refused.value.code is SheetRefusal.UNKNOWN


@houses
async def test_who_reads_a_sheet_hears_of_a_line_that_was_typed_at_another_server(a: House, b: House) -> None:
    name = await a.sheets.begin(BEGIN)
    room, role = await b.sheets.come(name, WATCH)
    stream = _stream(room, role, OTHER, "en")
    heard = [await anext(stream)]
    await types(a.sheets, name, OPENING[0], 1)
    async with asyncio.timeout(10):
        heard.append(await anext(stream))
    await stream.aclose()  # type: ignore[attr-defined]
    first, second = [json.loads(each.removeprefix(b"data: ")) for each in heard]
    assert (first["version"], first["awaits"]["phase"]) == (1, "toss")
    assert (second["version"], second["awaits"]["phase"]) == (2, "choose")


@houses
async def test_a_line_that_is_sent_to_both_servers_is_done_once_and_of_two_lines_one(a: House, b: House) -> None:
    name = await a.sheets.begin(BEGIN)
    await version_at(b, name)
    twice = await asyncio.gather(*(types(each.sheets, name, OPENING[0], 1, "the-same-nonce-12") for each in (a, b)))
    assert {each.version for each in twice} == {2}
    both = await asyncio.gather(
        *(
            types(each.sheets, name, f"choose {word}", 2, f"nonce-of-{word:>16}")
            for each, word in ((a, "break"), (b, "side"))
        ),
        return_exceptions=True,
    )
    refused = [each for each in both if isinstance(each, RefuseSheet)]
    assert [each.code for each in refused] == [SheetRefusal.STALE], both
    assert await version_at(a, name) == await version_at(b, name) == 3


@houses
async def test_a_device_that_takes_a_sheet_over_at_one_server_has_it_at_all(a: House, b: House) -> None:
    name = await a.sheets.begin(BEGIN)
    await types(a.sheets, name, OPENING[0], 1)
    room, role = await b.sheets.come(name, KEY)
    assert (await room.take(OTHER, role, "en")).writes
    with pytest.raises(RefuseSheet) as refused:
        await types(a.sheets, name, OPENING[1], 2)
    assert refused.value.code is SheetRefusal.TAKEN
    assert (await types(a.sheets, name, OPENING[1], 2, device=OTHER)).version == 3, "his next line may go anywhere"


@houses
async def test_a_server_that_ends_takes_no_sheet_with_it(a: House, b: House) -> None:
    name = await a.sheets.begin(BEGIN)
    done = await types(a.sheets, name, OPENING[0], 1, "sent-before-the-end")
    await a.close()
    again = await types(b.sheets, name, OPENING[0], 1, "sent-before-the-end")
    assert again.version == done.version, "what had no answer is sent again, and was done"
    assert (await types(b.sheets, name, OPENING[1], 2)).version == 3
    await until(lambda: b.sheets.followed() == {})


@pytest.mark.slow
def test_a_line_that_the_database_cannot_take_is_refused_in_a_sentence_and_done_when_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def told() -> tuple[RefuseSheet, int, int]:
        running = server()
        store = Store(Postgres(running.database(), patience=0.2))
        alone = SingleNode()
        desk = SharedSheets(store.sheets, alone.bus, alone.fellows, None)
        name = await desk.begin(BEGIN)
        room, role = await desk.come(name, KEY)
        running.stop()
        try:
            with pytest.raises(RefuseSheet) as refused:
                await room.hear(
                    TypeLine(nonce="while-it-is-away", device=PHONE, version=1, line=OPENING[0]), role, "en"
                )
            version = (await room.told(role, None, "en")).version
        finally:
            running.start()
        again = await types(desk, name, OPENING[0], 1, "while-it-is-away")
        await desk.close()
        store.close()
        return refused.value, version, again.version

    refused, away, back = asyncio.run(told())
    assert refused.code is SheetRefusal.FULL
    assert "has been unreachable for" in refused.reason
    assert "is unreachable" in caplog.text
    assert (away, back) == (1, 2), "who reads it sees what is stored, and the same line is done once"


def test_what_umpires_kept_in_a_folder_goes_on_in_the_database_of_several_servers(tmp_path: Path) -> None:
    async def moved() -> tuple[str, str, int]:
        folder = Sheets(tmp_path / "sheets")
        name = await folder.begin(BEGIN)
        await types(folder, name, OPENING[0], 1, "typed-in-the-folder")
        before = write_record((await folder.come(name, KEY))[0].sheet.game)
        await folder.close()
        (tmp_path / "sheets" / "torn.carrom").write_text("no record")
        address = server().database()
        house = House(address, bus_at("none", address))
        for _ in range(2):
            desk = SharedSheets(house.store.sheets, house.registry.bus, house.company.fellows, tmp_path / "sheets")
            await desk.open()
        after = write_record((await desk.come(name, KEY))[0].sheet.game)
        assert (await types(desk, name, OPENING[0], 1, "typed-in-the-folder")).version == 2, "what was done is known"
        version = (await types(desk, name, OPENING[1], 2)).version
        await desk.close()
        house.store.close()
        await house.registry.close()
        return before, after, version

    before, after, version = asyncio.run(moved())
    assert before == after
    assert version == 3
    stored = sorted(path.name.removeprefix(f"{path.name.split('.')[0]}.") for path in (tmp_path / "sheets").iterdir())
    assert stored == ["carrom", f"carrom{MOVED}", "keys"], "what cannot be read is left where it is"


def test_a_sheet_that_comes_with_a_copy_from_several_servers_is_kept_on_by_one(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")

    async def kept_on() -> int:
        alone = SingleNode()
        shared = SharedSheets(store.sheets, alone.bus, alone.fellows, None)
        name = await shared.begin(BEGIN)
        await types(shared, name, OPENING[0], 1)
        desk = desk_of(store, alone, tmp_path / "sheets")
        assert isinstance(desk, Sheets)
        heard = await types(desk, name, OPENING[1], 2)
        await desk.close()
        return heard.version

    assert asyncio.run(kept_on()) == 3
    store.close()
