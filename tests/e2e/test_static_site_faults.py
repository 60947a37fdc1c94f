"""Carrom as a static site when something is wrong: each fault gets one sentence, and no game is lost."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from e2e.conftest import DESKTOP, launched
from e2e.hand import BREAK, begin, board, options
from e2e.static_site import StaticHand, StaticServer, build, copy, installed, session, stored
from playwright.sync_api import Browser, BrowserContext, Page, expect

from carrom.game.events import Conceded
from carrom.game.record import read_record, write_record

pytestmark = pytest.mark.slow

OPEN = (Path(__file__).parents[1] / "playthroughs" / "simulated.carrom").read_text(encoding="utf-8")
RECORD = write_record(read_record(OPEN).apply(Conceded(side="A")))

DAMAGE = """
async (wanted) => {
  const cache = await caches.open('carrom-files');
  const damaged = [];
  for (const request of await cache.keys()) {
    const stored = await cache.match(request);
    const content = new Uint8Array(await stored.arrayBuffer());
    const type = stored.headers.get('content-type');
    const text = new TextDecoder().decode(content.slice(0, 4096));
    const isWanted = wanted === 'python' ? content[0] === 31 && content[1] === 139 : type.includes('javascript');
    if (!isWanted) continue;
    content[content.length >> 1] ^= 1;
    await cache.put(request, new Response(content, { headers: stored.headers }));
    damaged.push(request.url);
  }
  return damaged;
}
"""
"""Changes one byte of stored files: the packed ones of Python, or all scripts."""

WRONG = """
async () => {
  const cache = await caches.open('carrom-files');
  const wrong = [];
  for (const request of await cache.keys()) {
    const digest = await crypto.subtle.digest('SHA-256', await (await cache.match(request)).arrayBuffer());
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!request.url.endsWith(hash)) wrong.push(request.url);
  }
  return wrong;
}
"""
"""Returns the stored files whose content is not that of their hash."""


@pytest.fixture
def server() -> Iterator[StaticServer]:
    build()
    server = StaticServer()
    yield server
    server.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    made.set_default_timeout(90_000)
    yield made
    made.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def friends(page: Page, address: str) -> StaticHand:
    """Start a game of two at this screen."""
    options(page, "here")
    begin(page, "friend")
    return StaticHand(page, address, session(page))


def strike(hand: StaticHand) -> None:
    """Play the next stroke, and whatever is asked for before it."""
    while (asked := hand.wait_for_turn()) != "strike":
        hand.place() if asked == "place" else hand.demand()
    hand.strike_by_keys(BREAK)


def test_a_record_is_imported_verified_and_exported_again(
    server: StaticServer, context: BrowserContext, tmp_path: Path
) -> None:
    page = opened(context, f"{server.address}games")
    result, file = page.get_by_test_id("import-result"), page.get_by_test_id("record-file")

    def chosen(record: str) -> None:
        file.set_input_files({"name": "game.carrom", "mimeType": "text/plain", "buffer": record.encode()})

    chosen("")
    expect(result).to_contain_text("the record is empty", timeout=90_000)
    chosen(RECORD[:-4])
    expect(result).to_contain_text("line 32: the record ends with")
    chosen(RECORD.replace('[Carrom "2"]', '[Carrom "3"]'))
    expect(result).to_contain_text("the record is of version 3 of the format")
    expect(page.locator("[data-testid^=past-]")).to_have_count(0)
    chosen(RECORD.replace("S.-52606.-288566", "S.-52606.-288567"))
    expect(result).to_contain_text("its record doesn’t verify: line 27: stroke 13 (event 14): where S came to rest")
    page.get_by_text("Paste a record").click()
    page.get_by_test_id("record-text").fill(RECORD.rstrip("\n"))
    page.get_by_test_id("record-import").click()
    expect(result).to_contain_text("The record verifies: 15 strokes")
    expect(page.locator("[data-testid^=past-]")).to_have_count(2)
    game = str(page.get_by_test_id("import-open").get_attribute("href")).rpartition("/")[2]
    with page.expect_download() as loading:
        page.get_by_test_id(f"download-{game}").click()
    loading.value.save_as(tmp_path / "again.carrom")
    assert (tmp_path / "again.carrom").read_text(encoding="utf-8") == RECORD
    page.get_by_test_id("import-open").click()
    page.get_by_test_id("watch").click()
    expect(board(page)).to_have_attribute("data-phase", "replay")
    page.goto(f"{server.address}games")
    page.get_by_test_id(f"leave-{game}").click()
    page.get_by_test_id("leave-yes").click()
    gone = (
        "async (game) => (await new Promise((found) => { const asked = indexedDB.open('carrom'); asked.onsuccess = ()"
    )
    gone += " => { const got = asked.result.transaction('games').objectStore('games').get(game); got.onsuccess = () =>"
    gone += " (asked.result.close(), found(got.result === undefined)); }; }))"
    page.wait_for_function(gone, arg=game)


def test_a_damaged_file_in_the_cache_is_fetched_again_or_named_in_one_sentence(
    server: StaticServer, context: BrowserContext
) -> None:
    page = opened(context, server.address)
    hand = friends(page, server.address)
    strike(hand)
    installed(page)
    version = hand.version()
    assert len(page.evaluate(DAMAGE, "scripts")) > 10
    page.reload()
    expect(board(page)).to_have_attribute("data-version", str(version), timeout=90_000)
    python = page.evaluate(DAMAGE, "python")
    assert len(python) == 3
    server.close()
    page.reload()
    expect(page.get_by_test_id("refusal")).to_contain_text("couldn’t be loaded. Nothing is lost", timeout=90_000)
    server.start()
    page.reload()
    expect(board(page)).to_have_attribute("data-version", str(version), timeout=90_000)
    assert not set(python) & set(page.evaluate(WRONG))
    page.evaluate(DAMAGE, "scripts")
    server.close()
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Your games are safe")
    server.start()
    page.reload()
    expect(board(page)).to_have_attribute("data-version", str(version), timeout=90_000)
    strike(hand)
    assert stored(page, hand.session["game"]).version == hand.version() > version


def test_without_room_an_act_is_refused_in_one_sentence_and_the_game_goes_on_when_there_is_room_again(
    server: StaticServer, context: BrowserContext
) -> None:
    page = opened(context, server.address)
    hand = friends(page, server.address)
    strike(hand)
    while hand.wait_for_turn() != "strike":
        hand.place()
    version = hand.version()
    devtools = context.new_cdp_session(page)
    origin = server.address.rstrip("/")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.wait_for_timeout(35_000)  # for half a minute, Chromium relies on the room that it found before
    board(page).press("Space")
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("no room left for games; nothing was changed", timeout=90_000)
    assert hand.version() == version == stored(page, hand.session["game"]).version
    page.get_by_test_id("refusal-close").click()
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    strike(hand)
    assert stored(page, hand.session["game"]).version == hand.version() > version


DENIED = "throw new DOMException('The request was denied.', 'SecurityError')"


def test_a_window_without_storage_says_that_games_are_not_kept_and_plays(
    context: BrowserContext, tmp_path: Path
) -> None:
    build()
    server = StaticServer(
        copy(tmp_path / "site", worker=lambda text: f"indexedDB.open = () => {{ {DENIED} }};\n{text}")
    )
    for name in ("localStorage", "indexedDB", "caches"):
        context.add_init_script(f"Object.defineProperty(window, '{name}', {{ get() {{ {DENIED} }} }})")
    page = opened(context, server.address)
    expect(page.get_by_test_id("refusal")).to_contain_text("your games are gone when you close", timeout=90_000)
    options(page, "here")
    begin(page, "friend")
    version = board(page).get_attribute("data-version")
    board(page).press("Space")
    expect(board(page)).not_to_have_attribute("data-version", str(version), timeout=90_000)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("game", re.IGNORECASE), timeout=90_000)
    server.close()


def test_a_worker_of_another_build_is_not_used(context: BrowserContext, tmp_path: Path) -> None:
    build()
    folder = copy(tmp_path / "site", worker=lambda text: re.sub(r"[0-9a-f]{16}(?=[`'\"])", "0" * 16, text))
    server = StaticServer(folder)
    page = opened(context, server.address)
    expect(page.get_by_test_id("refusal")).to_contain_text("another version than this page", timeout=90_000)
    server.close()


def test_games_of_a_newer_version_are_left_alone(server: StaticServer, context: BrowserContext) -> None:
    page = opened(context, f"{server.address}carrom.svg")
    page.evaluate(
        "new Promise((done) => (indexedDB.open('carrom', 2).onsuccess = ({ target }) => done(target.result.close())))"
    )
    page.goto(server.address)
    expect(page.get_by_test_id("refusal")).to_contain_text("stored by a newer version", timeout=90_000)


def test_without_web_assembly_the_page_says_so_and_nothing_waits_for_ever(
    server: StaticServer, browser: Browser
) -> None:
    other = launched(SimpleNamespace(chromium=browser.browser_type), "--js-flags=--jitless")
    page = other.new_page(viewport=DESKTOP)
    page.goto(server.address)
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("doesn’t run WebAssembly", timeout=90_000)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("refusal-close").click()
    page.get_by_test_id("play").click()
    expect(refusal).to_contain_text("doesn’t run WebAssembly")
    expect(page.get_by_test_id("play")).not_to_have_attribute("aria-busy", "true")
    page.goto(f"{server.address}rules")
    expect(page.get_by_test_id("refusal")).to_contain_text("doesn’t run WebAssembly", timeout=90_000)
    other.close()


def test_without_https_two_people_play(server: StaticServer, browser: Browser) -> None:
    other = launched(
        SimpleNamespace(chromium=browser.browser_type), "--host-resolver-rules=MAP carrom.example 127.0.0.1"
    )
    page = other.new_page(viewport=DESKTOP, reduced_motion="reduce")
    page.set_default_timeout(90_000)
    page.goto(f"http://carrom.example:{server.port}/")
    assert page.evaluate("navigator.locks === undefined")
    hand = friends(page, server.address)
    strike(hand)
    assert stored(page, hand.session["game"]).version == hand.version()
    other.close()
