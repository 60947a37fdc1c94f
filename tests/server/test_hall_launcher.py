"""The page of `carrom play` starts a hall on the same computer, and no other page does."""

import asyncio
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from carrom.errors import SetupError
from carrom.server.ops import hall_launcher
from carrom.server.ops.hall_launcher import HallLauncher


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
