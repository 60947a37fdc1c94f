"""Whole games on the static site with the network off, reloads and killed tabs among them; their records verify."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP
from e2e.hand import begin, options
from e2e.static_site import StaticHand, StaticServer, build, installed, session, stored
from playwright.sync_api import Browser, BrowserContext, Page, expect

from carrom.cli import main
from carrom.game.record import read_record

pytestmark = pytest.mark.slow

LONGEST = 25 * 60
"""Seconds after which a journey fails."""
SHORT = b'extends = "icf"\ntitle = "Short match"\nboard_limit = 1\n'
"""Rules under which a game is one board, and a match the best of three games."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", accept_downloads=True)
    made.set_default_timeout(90_000)
    yield made
    made.close()


def kill_tabs(browser: Browser) -> None:
    """End the processes of all tabs of a browser, as the system does when memory runs out."""
    devtools = browser.new_browser_cdp_session()
    for process in devtools.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            os.kill(process["id"], signal.SIGKILL)
    devtools.detach()


class Journey:
    """A game played by the page's own keys and buttons, in tabs that are reloaded and killed."""

    def __init__(self, context: BrowserContext, server: StaticServer, page: Page) -> None:
        assert context.browser is not None
        self.context, self.browser, self.page = context, context.browser, page
        self.hand = StaticHand(page, server.address, session(page))
        self.table, self.began = page.url, time.monotonic()
        self.strokes = self.reloads = self.kills = 0

    def play(self) -> bool:
        """Do what the page asks for; return whether the game goes on."""
        assert time.monotonic() - self.began < LONGEST, f"not over after {self.strokes} strokes"
        asked = self.hand.wait_for_turn()
        if asked == "strike":
            self.hand.strike_by_keys(self.hand.stroke())
            self.strokes += 1
        elif asked == "place":
            self.hand.place()
        elif asked == "demand":
            self.hand.demand()
        else:
            following = self.page.get_by_test_id("next")
            if not following.is_visible():
                return False
            version = self.hand.version()
            following.click()
            self.hand.wait_past(version)
        return True

    def reload(self) -> None:
        """Reload the tab; the game is as it was when the page had last acknowledged an act, or further."""
        version = self.hand.version()
        self.page.reload()
        self.reloads += 1
        self._continues_from(version)

    def kill(self) -> None:
        """End the tab's process without warning, and open the game in another tab."""
        version = self.hand.version()
        with self.page.expect_event("crash"):
            kill_tabs(self.browser)
        self.page = self.hand.page = self.context.new_page()
        self.page.goto(self.table)
        self.kills += 1
        self._continues_from(version)

    def _continues_from(self, version: int) -> None:
        self.page.wait_for_function(
            "(version) => Number(document.querySelector('[data-testid=board]')?.dataset.version) >= version",
            arg=version,
        )

    def record(self, folder: Path) -> Path:
        """Download the record of the finished game from the list of games."""
        game = self.hand.session["game"]
        self.page.goto(f"{self.hand.address}games")
        with self.page.expect_download() as loading:
            self.page.get_by_test_id(f"download-{game}").click()
        path = folder / "game.carrom"
        loading.value.save_as(path)
        assert path.read_text(encoding="utf-8") == stored(self.page, game).record()
        return path


def offline(context: BrowserContext) -> tuple[StaticServer, Page]:
    """Visit the site once, and stop its server as soon as everything is stored."""
    build()
    server = StaticServer()
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    installed(page)
    server.close()
    page.reload()
    return server, page


def test_a_whole_match_against_the_computer_with_the_network_off(context: BrowserContext, tmp_path: Path) -> None:
    server, page = offline(context)
    options(page)
    page.get_by_test_id("rules-file").set_input_files({"name": "short.toml", "mimeType": "text/plain", "buffer": SHORT})
    expect(page.get_by_test_id("sheet-rules")).to_have_value("", timeout=90_000)
    begin(page, "program", "first-timer", length="match")
    journey = Journey(context, server, page)
    interruptions = {3: journey.reload, 6: journey.kill, 9: journey.reload, 12: journey.reload, 15: journey.kill}
    interruptions |= {18: journey.reload, 21: journey.reload}
    while journey.play():
        interruption = interruptions.pop(journey.strokes, None)
        if interruption:  # while the computer is thinking, or its stroke is shown
            interruption()
    while interruptions:
        interruptions.popitem()[1]()
    assert (journey.reloads, journey.kills) == (5, 2)
    expect(journey.page.get_by_test_id("result").first).to_be_visible()
    path = journey.record(tmp_path)
    game = read_record(path.read_text(encoding="utf-8"))
    assert (game.header.contest, game.is_over) == ("match", True)
    assert not [event for event in game.events if type(event).__name__ == "Conceded"]
    assert main(["verify", str(path)]) == 0


def test_a_game_of_doubles_at_one_screen_with_the_network_off(context: BrowserContext, tmp_path: Path) -> None:
    server, page = offline(context)
    options(page, "here")
    page.get_by_test_id("rules-file").set_input_files({"name": "short.toml", "mimeType": "text/plain", "buffer": SHORT})
    expect(page.get_by_test_id("sheet-rules")).to_have_value("", timeout=90_000)
    page.get_by_test_id("players-4").check()
    for seat in ("east", "west"):
        page.get_by_test_id(f"seat-{seat}").select_option("here")
    begin(page, "friend", length="game")
    journey = Journey(context, server, page)
    interruptions = {4: journey.reload, 8: journey.kill, 12: journey.reload, 16: journey.kill}
    interruptions |= {18: journey.reload, 20: journey.reload, 22: journey.reload}
    while journey.play():
        interruption = interruptions.pop(journey.strokes, None)
        if interruption:
            interruption()
    while interruptions:
        interruptions.popitem()[1]()
    assert (journey.reloads, journey.kills) == (5, 2)
    path = journey.record(tmp_path)
    game = read_record(path.read_text(encoding="utf-8"))
    assert (len(game.header.players), game.header.contest, game.is_over) == (4, "game", True)
    assert main(["verify", str(path)]) == 0
