"""Fixtures for browser tests: a real server in its own process, and a real Chromium.

The browser is `CARROM_CHROMIUM`, else `chromium-headless-shell` (starts and draws twice as fast), `chromium` or
`google-chrome` on the PATH, else playwright's own. Without a
browser or a built client the tests are skipped; with `CI=true` they fail instead.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.prefork import Started
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
expect.set_options(timeout=20_000)
"""In ms; long enough for a page on a busy machine. Assertions return as soon as they hold."""

DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 780}
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

SEEDED = """
import random, sys
import carrom.cli, carrom.server.ops.app
carrom.server.ops.app.SystemRandom = lambda: random.Random(1)
sys.exit(carrom.cli.main(sys.argv[1:]))
"""
"""Python source that runs `carrom` with a fixed random seed, so that racks and computer strokes repeat."""


def missing(what: str) -> None:
    """Skip the test because a prerequisite is missing; fail it instead when `CI=true`."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


class Server:
    """A `carrom play` process with one data folder and one port, which can be killed and restarted."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.command: tuple[str, ...] = ("play", "--no-browser")
        self.script = SEEDED
        self.process: Started | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start the server, on the same port as before."""
        data = ("--data", str(self.data)) if self.command[0] != "hall" else ()
        self.process = Started(self.script, [*self.command, "--port", str(self.port), *data])
        found = re.search(r":(\d+)/", self.process.line())
        assert found, "the server did not start"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the server with SIGKILL, as in a power cut."""
        assert self.process is not None
        self.process.kill()


ONE_SERVER = frozenset(
    {"test_analysis", "test_axe", "test_languages", "test_layout", "test_learn", "test_rules", "test_zoom"}
)
"""Test modules that share one server, because their tests neither stop it nor read its data folder."""


def served(data: Path, script: str = SEEDED) -> Iterator[Server]:
    """Yield a running server with its data in this folder, started by this script, and kill it afterwards."""
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    running = Server(data)
    running.script = script
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def server_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from served(tmp_path_factory.mktemp("all") / "data")


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.path.stem in ONE_SERVER:
        yield request.getfixturevalue("server_of_all")
    else:
        yield from served(tmp_path / "data")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield a Chromium for one module; its event loop would block later tests if it ran for the whole session."""
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()


def launched(playwright: Playwright, *more: str) -> Browser:
    """Launch the first Chromium found, with extra command-line options."""
    path = os.environ.get("CARROM_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    words = ["--font-render-hinting=none"]  # as on most screens; the headless shell rounds the width of letters
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--no-sandbox")
    if path is None and not Path(playwright.chromium.executable_path).exists():
        missing("no Chromium: install one, or name it in CARROM_CHROMIUM")
    return playwright.chromium.launch(executable_path=path, args=[*words, *more])


def at_rest(page: Page) -> None:
    """Wait until a page has loaded; the lobby and Watch keep a stream open, so wait for their content there."""
    if page.url.endswith("/lobby"):
        expect(page.get_by_test_id("quick")).to_be_enabled()
    elif page.url.endswith("/watch"):
        expect(page.get_by_test_id("watch").locator("[aria-busy=true]")).to_have_count(0)
    else:
        page.wait_for_load_state("networkidle")


class Visit:
    """A page and the errors that occurred on it."""

    def __init__(self, page: Page) -> None:
        self.page, self.complaints = page, []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        is_about_the_line = "WebSocket" in message.text or "ERR_CONNECTION" in message.text
        if message.type == "error" and not is_about_the_line:
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def session(self) -> dict[str, str]:
        """Return the game id in the address and its token, as the page stored them."""
        self.page.wait_for_url(re.compile("/game/"))
        game = self.page.url.partition("/game/")[2].partition("#")[0]
        found: dict[str, str] = json.loads(self.page.evaluate(f"localStorage.getItem('carrom.game.{game}')"))
        return found


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A page at desktop size, with reduced motion."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    visit = Visit(context.new_page())
    visit.page.goto(server.address)
    yield visit
    context.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visit]:
    """A page at phone size, with touch input and animations."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    context.set_default_timeout(30_000)
    visit = Visit(context.new_page())
    visit.page.goto(server.address)
    yield visit
    context.close()
