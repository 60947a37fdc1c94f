"""Umpires' phones in real browsers for `carrom bench hall`: they fill in score sheets with the page's keys."""

import contextlib
import json
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from bench.frames import chromium
from bench.hall_clients import Caller, boards_of
from playwright.sync_api import Error, Page, Request, sync_playwright

DEAF = 320
"""Milliseconds after a tap during which the page ignores further taps."""


class Browsers:
    """Umpires' phones as pages of one Chromium; one thread presses the keys on all of them."""

    def __init__(self, port: int, words: list[str], seed: int) -> None:
        """Prepare a page for each of these links' tokens."""
        self._port, self._words, self._seed = port, words, seed
        self.said: list[tuple[str, str]] = []
        self.again = 0
        self._finished: list[Request] = []
        self.done = threading.Event()
        self.failed: BaseException | None = None
        self._callers = [Caller(port, word) for word in words]
        for each in self._callers:
            each.done = self.done

    def run(self) -> None:
        """Press keys on all pages until the championship is over."""
        try:
            with sync_playwright() as playwright:
                browser = chromium(playwright)
                pages = [browser.new_context(viewport={"width": 360, "height": 640}).new_page() for _ in self._words]
                for page in pages:
                    page.set_default_timeout(4000)
                    page.set_default_navigation_timeout(20_000)
                    page.on("requestfinished", self._over)
                    page.on("requestfailed", self._lost)
                at: list[str] = ["" for _ in pages]
                while not self.done.is_set():
                    if not browser.is_connected():
                        raise SystemExit("the browser has exited")
                    for number, page in enumerate(pages):
                        with contextlib.suppress(Error):
                            at[number] = self._step(page, number, at[number])
                    while self._finished:
                        self._heard(self._finished.pop(0))
                browser.close()
        except TimeoutError:
            return
        except BaseException as reason:
            self.failed = reason
            raise

    def _over(self, request: Request) -> None:
        """Store a finished request for later; an event handler must not call playwright's sync API."""
        self._finished.append(request)

    def _heard(self, request: Request) -> None:
        """Store the line of a request that was acknowledged."""
        path = urlsplit(request.url).path
        if request.method != "POST" or not path.endswith("/lines"):
            return
        with contextlib.suppress(Error, ValueError):
            answer = request.response()
            if answer is not None and answer.status == 200:
                self.said.append((path.split("/")[2], json.loads(request.post_data or "")["nonce"]))

    def _lost(self, request: Request) -> None:
        if request.method == "POST":
            self.again += 1

    def _step(self, page: Page, number: int, sheet: str) -> str:
        """Press one key on a phone, and return the address of the sheet that it shows, or an empty string."""
        _, answer = self._callers[number].ask("GET", "/api/hall")
        mine = [each for each in answer.get("fixtures", ()) if each["keeps"]]
        mine = [each for each in mine if each["state"] in ("called", "playing")]
        if not mine:
            time.sleep(0.1)
            return sheet
        fixture = mine[0]
        if fixture["sheet"] != sheet:
            _opened(page, f"http://127.0.0.1:{self._port}/umpire/{fixture['sheet']}#key={self._words[number]}")
            return str(fixture["sheet"])
        if page.get_by_test_id("umpire-sheet").get_attribute("data-waiting") == "0":
            self._press(page, number, fixture)
        return sheet

    def _press(self, page: Page, number: int, fixture: dict[str, Any]) -> None:
        """Press the next key that the sheet needs."""
        if _tapped(page, "right"):
            return
        for name in ("key-toss-", "key-choose-break", "key-seats-keep", "key-sign-umpire", "ink-sign"):
            if _tapped(page, name):
                if name == "key-sign-umpire":
                    _tapped(page, "ink-sign")
                return
        _, answer = self._callers[number].ask("GET", f"/sheets/{fixture['sheet']}")
        if answer.get("type") != "sheet" or answer["awaits"]["phase"] != "begin":
            return
        boards = boards_of(self._seed, fixture["address"], [side["name"] for side in fixture["sides"]])
        _, winner, men, _, queen = boards[len(answer["boards"])].split()
        if _tapped(page, "key-row"):
            for name in (f"row-winner-{winner}", f"row-men-{men}", f"row-queen-{queen}", "row-ok"):
                _tapped(page, name)


def _opened(page: Page, address: str) -> None:
    """Open a sheet, or reload it if the page already is at its address, as an umpire does who sees no sheet."""
    if page.url == address:
        page.reload()
    else:
        page.goto(address)
    page.get_by_test_id("umpire-sheet").wait_for(timeout=8000)


def _tapped(page: Page, name: str) -> bool:
    """Press the first enabled key with this name (or prefix, if it ends with "-"); return False if there is none."""
    wanted = f'[data-testid^="{name}"]' if name.endswith("-") else f'[data-testid="{name}"]'
    key = page.locator(wanted).first
    if not key.is_visible() or not key.is_enabled():
        return False
    page.wait_for_timeout(DEAF)
    key.click(force=True)
    page.wait_for_timeout(60)
    return True
