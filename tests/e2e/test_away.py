"""The page while its server is unreachable, and as an installed app (PWA)."""

import json
import re

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import Hand, begin, choose
from playwright.sync_api import expect

FILES = ("/index.html", "/assets/", "/awake.mp4", "/icon-", "/carrom.svg", "/manifest.webmanifest")
"""What the service worker may store of the page."""


@pytest.fixture
def stored(visit: Visit) -> Visit:
    """A page whose service worker is ready."""
    visit.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return visit


@pytest.mark.parametrize("place", ["", "games", "game/a-game-somewhere"])
def test_away_from_the_server_the_page_opens_and_says_so(stored: Visit, server: Server, place: str) -> None:
    page = stored.page
    server.kill()
    page.goto(server.address + place)
    expect(page.get_by_test_id("line")).to_contain_text("isn’t responding", timeout=20_000)
    server.start()
    expect(page.get_by_test_id("line")).to_be_hidden(timeout=20_000)


def test_nothing_but_the_page_is_kept(stored: Visit, server: Server) -> None:
    page = stored.page
    begin(page, "friend")
    Hand(page, server.address, stored.session()).wait_for_turn()
    with page.expect_download():
        choose(page, "download")
    page.goto(f"{server.address}rules/icf")
    page.locator("h1").wait_for()
    keys = "caches.open('carrom-files').then((cache) => cache.keys())"
    found = page.evaluate(f"{keys}.then((all) => all.map(({{url}}) => new URL(url).pathname))")
    names = [re.sub("^/_stored/[0-9a-f]{10}", "", name) for name in found]
    assert "/index.html" in names
    assert [name for name in names if not name.startswith(FILES)] == []


def test_the_manifest_and_its_icons_are_served(visit: Visit, server: Server) -> None:
    page = visit.page
    manifest = json.loads(page.request.get(f"{server.address}manifest.webmanifest").text())
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert page.request.get(server.address.rstrip("/") + icon["src"]).ok
