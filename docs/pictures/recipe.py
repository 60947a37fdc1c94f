"""Takes the pictures of the player's guide from the real page: `python3 dev.py python docs/pictures/recipe.py [NAME…]`.

Each is taken in light (`home.jpg`) and in dark (`home-dark.jpg`); without names all are taken.

A server of its own on a folder that is thrown away, and a Chromium (`CARROM_CHROMIUM`, or one on the PATH).
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).resolve().parent
DESK, PHONE, TALL, SMALL = (1280, 800), (390, 664), (1280, 900), (360, 640)


def playing(page: Page) -> None:
    """Begin the usual game and turn the aim a little, so that the guide shows something."""
    page.get_by_role("button", name="Play", exact=True).click()
    board = page.get_by_test_id("board")
    board.wait_for()
    expect(board).to_have_attribute("data-phase", "strike")
    expect(page.get_by_test_id("head-line")).not_to_contain_text("Loading…", timeout=300_000)
    board.press("Shift+ArrowLeft")
    board.press("d")


def reading(page: Page) -> None:
    """Wait until the clause stands on the page."""
    page.locator("#law-72a").wait_for()


def waiting(page: Page) -> None:
    """Leave the page alone until it has drawn."""
    page.wait_for_timeout(1500)


def analysing(page: Page) -> None:
    """Let the engine look at the board for a while, and try its best stroke."""
    expect(page.get_by_test_id("line-more")).to_be_visible(timeout=120_000)
    page.get_by_test_id("play-line").click()
    expect(page.get_by_test_id("node")).to_have_count(2)
    expect(page.get_by_test_id("line-more")).to_contain_text("What goes wrong", timeout=120_000)
    expect(page.get_by_test_id("engine")).to_have_attribute("data-busy", "false", timeout=120_000)


def teams(page: Page) -> None:
    """Let two teams of programs play a tie to its end, which takes some minutes."""
    page.get_by_test_id("captain-program").check(force=True)
    for side, team in (("first", "Pune"), ("second", "Delhi")):
        page.get_by_test_id(f"{side}-name").fill(team)
    for number, name in enumerate(("Asha", "Chitra"), 1):
        page.get_by_test_id(f"first-player-{number}").fill(name)
        page.get_by_test_id(f"first-who-{number}").select_option("program")
        page.get_by_test_id(f"first-level-{number}").select_option("state")
    page.get_by_test_id("tie-level").select_option("state")
    page.get_by_test_id("begin-tie").click()
    page.get_by_test_id("give-A").click()
    while True:
        page.get_by_test_id("begin-rubber").click()
        page.get_by_test_id("to-board").click()
        expect(page.get_by_test_id("to-tie")).to_be_visible(timeout=1_800_000)
        page.get_by_test_id("to-tie").click()
        page.get_by_test_id("awaited").wait_for(state="attached")
        page.wait_for_timeout(500)
        if page.get_by_test_id("begin-rubber").count() == 0:
            break


def umpiring(page: Page) -> None:
    """Begin a sheet and tap the first strokes of a board."""
    for number, name in enumerate(("Asha", "Bilal"), 1):
        page.get_by_test_id(f"umpire-name-{number}").fill(name)
    page.get_by_test_id("umpire-begin").click()
    tap(page, "key-toss-asha", "key-choose-break", "key-seats-keep", "key-play", "key-two", "key-nothing", "key-one")


def board_over(page: Page) -> None:
    """Tap a board to its end."""
    umpiring(page)
    tap(page, "key-mix", "mix-q", "mix-b2", "mix-ok", "key-nothing")
    tap(page, "key-mix", "mix-w-many", "mix-w6", "mix-ok", "key-one")


def tap(page: Page, *names: str) -> None:
    """Press keys one after the other, as slowly as they hear."""
    for name in names:
        page.get_by_test_id(name).click()
        page.wait_for_timeout(450)


PICTURES: tuple[tuple[str, str, tuple[int, int], Callable[[Page], None]], ...] = (
    ("home", "/", DESK, waiting),
    ("table", "/", DESK, playing),
    ("phone", "/", PHONE, playing),
    ("practice", "/practice", DESK, waiting),
    ("analysis", "/analysis", TALL, analysing),
    ("tie", "/tie", TALL, teams),
    ("rules", "/rules/icf#law-72a", DESK, reading),
    ("umpire", "/umpire", SMALL, umpiring),
    ("umpire-over", "/umpire", SMALL, board_over),
)
"""Each picture's name, the address it begins at, the size of the window, and what is done there."""


def main() -> None:
    """Take every picture, or those that are named on the command line."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "carrom", "play", "--no-browser", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        try:
            take_all(address)
        finally:
            server.terminate()
            server.wait()


def take_all(address: str) -> None:
    """Take every picture from the server at `address`."""
    browser_path = os.environ.get("CARROM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for name, path, (width, height), act in PICTURES:
            for scheme, file in (("light", name), ("dark", f"{name}-dark")):
                if sys.argv[1:] and file not in sys.argv[1:]:
                    continue
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    locale="en-GB",
                    color_scheme=scheme,
                    reduced_motion="reduce" if act is teams else None,
                )
                context.set_default_timeout(120_000)  # a busy machine takes a while to make a rule book
                page = context.new_page()
                page.goto(address + path)
                act(page)
                page.wait_for_timeout(600)
                page.screenshot(path=HERE / f"{file}.jpg", type="jpeg", quality=82)
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
