"""A game goes on in the page while its server cannot be reached, and is added to the server's log afterwards."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from e2e.conftest import DESKTOP, Server, Visit
from e2e.hand import BREAK, Hand, begin, board, options
from e2e.static_site import SITE, StaticHand, build, session
from playwright.sync_api import Browser, BrowserContext, Page, expect

from carrom.cli import main
from carrom.game.events import Struck

pytestmark = pytest.mark.slow

STORED = """
async () => {
  const cache = await caches.open('carrom-files');
  return (await cache.keys()).some(({ url }) => url.endsWith('stdlib.zip.packed'));
}
"""
COPIED = """
async ([game, version]) => {
  const done = (request) => new Promise((found) => (request.onsuccess = () => found(request.result)));
  const database = await done(indexedDB.open('carrom'));
  const has = database.objectStoreNames.contains('games');
  const entry = has && (await done(database.transaction('games').objectStore('games').get(game)));
  database.close();
  return entry ? JSON.parse(entry.row).base === version : false;
}
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    build()
    running = Server(tmp_path / "data")
    running.command = ("play", "--no-browser", "--offline", str(SITE))
    running.start()
    yield running
    running.kill()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    made.set_default_timeout(60_000)
    yield made
    made.close()


def play(hand: Hand, strokes: int) -> None:
    """Play strokes into the rack, and whatever is asked for between them."""
    while strokes:
        asked = hand.wait_for_turn()
        if asked == "strike":
            hand.strike_by_keys(BREAK)
            strokes -= 1
        elif asked == "place":
            hand.place()
        elif asked == "demand":
            hand.demand()


def ready(page: Page, hand: Hand) -> None:
    """Wait until it is a person's turn and the page could go on without a connection."""
    hand.wait_for_turn()
    wait_until(page, STORED)
    wait_until(page, COPIED, [hand.session["game"], hand.version()])


def wait_until(page: Page, script: str, given: object = None) -> None:
    """Wait until a script returns true."""
    for _ in range(240):
        if page.evaluate(script, given):
            return
        page.wait_for_timeout(500)
    raise AssertionError(script)


def here(page: Page) -> None:
    """Wait until the game goes on in the page."""
    expect(page.get_by_test_id("line-here")).to_be_visible(timeout=180_000)


def test_a_game_against_the_computer_goes_on_and_the_server_has_it_afterwards(
    server: Server, context: BrowserContext, tmp_path: Path
) -> None:
    visit = Visit(context.new_page())
    page = visit.page
    page.goto(server.address)
    options(page)
    begin(page, "program", "first-timer")
    hand = Hand(page, server.address, session(page))
    play(hand, 1)
    ready(page, hand)
    before = len(hand.game().strokes)
    server.kill()
    here(page)
    away = StaticHand(page, server.address, hand.session)
    play(away, 1)
    away.wait_for_turn()
    page.reload()
    here(page)
    play(away, 1)
    away.wait_for_turn()
    strokes = [each for each in away.game().events if isinstance(each, Struck)]
    assert len(strokes) >= before + 2
    server.start()
    expect(page.get_by_test_id("line-here")).to_be_hidden(timeout=60_000)
    expect(board(page)).to_have_attribute("data-version", str(len(away.game().events) if copied(page, hand) else 0))
    assert [each for each in hand.game().events if isinstance(each, Struck)] == strokes
    play(hand, 1)
    headers = {"authorization": f"Bearer {hand.session['key']}"}
    record = tmp_path / "game.carrom"
    record.write_text(httpx.get(f"{server.address}games/{hand.session['game']}.carrom", headers=headers).text)
    assert main(["verify", str(record)]) == 0


def copied(page: Page, hand: Hand) -> bool:
    """Wait until the browser has the whole game of the server again."""
    wait_until(page, COPIED, [hand.session["game"], hand.version()])
    return True


def test_if_another_device_has_played_on_both_games_are_kept(
    server: Server, browser: Browser, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(server.address)
    options(page, "here")
    begin(page, "friend")
    hand = Hand(page, server.address, session(page))
    play(hand, 1)
    ready(page, hand)
    first, port = page.url, server.port
    server.kill()
    here(page)
    play(StaticHand(page, server.address, hand.session), 1)
    context.set_offline(True)  # the other device has the server first
    server.start()
    assert server.port == port
    headers = {"authorization": f"Bearer {hand.session['key']}"}
    state = httpx.get(f"{server.address}games/{hand.session['game']}.json", headers=headers).json()
    command = {
        "type": "strike", "nonce": "another-device-0001", "version": state["version"], "seat": state["state"]["turn"],
        "stroke": {"x": 0, "y": 0, "vx": 0, "vy": 2_000_000, "spin": 0},
    }  # fmt: skip
    path = f"{server.address}api/games/{hand.session['game']}/commands"
    assert httpx.post(path, headers=headers, json=command).status_code == 200
    context.set_offline(False)
    page.wait_for_url(lambda address: "/game/" in address and address != first)
    expect(page.get_by_test_id("refusal")).to_contain_text(re.compile("Somebody else has played on"))
    assert len(hand.game().strokes) > 0
    play(Hand(page, server.address, session(page)), 1)
