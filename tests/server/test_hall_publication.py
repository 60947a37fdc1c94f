"""A hall keeps public pages up to date in the background, and the organiser downloads them."""

import asyncio
import io
import json
import zipfile
from pathlib import Path

import httpx
import pytest

from carrom.server.events.event_writer import secret_of
from carrom.server.events.hall import HallApp, hall_application
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal
from carrom.tournament.events import Entered, LotDrawn, Opened
from carrom.tournament.permissions import LinkHolder

ORGANISER = LinkHolder("organiser")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "hall" / "open.carrom-event"
    made.parent.mkdir()
    with Journal.create(made, Details(name="Autumn Open", boards=2)) as journal:
        journal.add(LotDrawn(lot="7"), Opened(terms=read_terms({"id": "s", "system": "swiss"})))
        journal.add(*(Entered(id=f"p{n}", name=f"Player {n}", seed=n) for n in (1, 2, 3, 4)))
    return made


async def until(done, seconds: float = 60) -> None:
    """Wait until something is so."""
    ends = asyncio.get_running_loop().time() + seconds
    while not done():
        assert asyncio.get_running_loop().time() < ends, "it did not happen"
        await asyncio.sleep(0.05)


@pytest.mark.slow
def test_pages_are_written_after_each_change_and_downloaded_by_the_organiser_alone(path, tmp_path):
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<html></html>")
    out = tmp_path / "public" / "open"

    async def play() -> None:
        hall = HallApp(path, secret_of(path.parent), window=0.0, publish=out)
        hall.pages._quiet = 0.1  # no time to wait in a test
        app = hall_application(hall, static=static)
        async with hall.lifespan(None):
            transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client:
                await until(lambda: (out / "index.html").exists() and not hall.pages._building)
                assert "Nothing has been drawn yet" in (out / "index.html").read_text(encoding="utf-8")
                word = {"authorization": f"Bearer {hall.links.word(hall.book.championship, ORGANISER)}"}
                said = await client.post(
                    "/api/hall",
                    headers=word,
                    content='{"type":"propose","nonce":"nonce-0001-nonce-0001","line":"draw s"}',
                )
                assert said.status_code == 200, said.text
                await until(lambda: (out / "rounds" / "s.1.html").exists() and not hall.pages._building)
                info = json.loads((await client.get("/api/hall/publication", headers=word)).content)
                assert (info["folder"], info["version"], info["fault"]) == (str(out), hall.book.version, "")
                answer = await client.get("/api/hall/publication.zip", headers=word)
                assert answer.headers["content-disposition"] == 'attachment; filename="open-pages.zip"'
                with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
                    assert "open/rounds/s.1.html" in archive.namelist()
                    assert archive.read("open/rounds/s.1.html") == (out / "rounds" / "s.1.html").read_bytes()
                    assert not [name for name in archive.namelist() if "/." in name]
                scorer = hall.links.word(hall.book.championship, LinkHolder("scorer"))
                refused = await client.get("/api/hall/publication.zip", headers={"authorization": f"Bearer {scorer}"})
                assert refused.status_code == 409
                assert "only the organiser publishes pages" in refused.text
                assert (await client.get("/api/hall/publication")).status_code == 401

    asyncio.run(play())


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_reported_and_the_hall_goes_on(path, tmp_path):
    out = tmp_path / "public"
    out.mkdir()
    (out / "thesis.txt").write_text("mine")

    async def play() -> None:
        hall = HallApp(path, secret_of(path.parent), window=0.0, publish=out)
        async with hall.lifespan(None):
            await until(lambda: hall.pages._fault != "")
            assert "contains other files" in hall.pages._fault
            await hall.book.propose("nonce-0001", ORGANISER, "draw s")
        assert [each.name for each in out.iterdir()] == ["thesis.txt"]

    asyncio.run(play())
