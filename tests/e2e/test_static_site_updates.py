"""New versions of the static site: they take over between games, and two versions are never mixed or stored."""

import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import DESKTOP
from e2e.hand import BREAK, begin, board, options
from e2e.static_site import ROOT, SITE, StaticHand, StaticServer, build, installed, session, stored
from e2e.test_static_site_faults import WRONG
from playwright.sync_api import Browser, BrowserContext, Page, expect

pytestmark = pytest.mark.slow

UPDATE = """
async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return 'none';
  const done = () => ['installed', 'activated', 'redundant'].includes(worker.state);
  while (!done()) await new Promise((later) => setTimeout(later, 50));
  return worker.state;
}
"""
"""Looks for a new version; returns what became of its service worker."""


def site_build() -> Any:
    spec = importlib.util.spec_from_file_location("site_build", ROOT / "site_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def another_version(folder: Path) -> Path:
    """Write a site whose page and worker are of another build, with other names for both."""
    shutil.copytree(SITE, folder)
    (worker,) = folder.glob("assets/worker-*.js")
    found = re.search(r"build:[`'\"]([0-9a-f]{16})", worker.read_text(encoding="utf-8"))
    assert found, "the worker has the build's name"
    page = re.search(r"/assets/(index-[^\"]+)\.js", (folder / "index.html").read_text(encoding="utf-8"))
    assert page, "the page has a script"
    names = {found[1]: "b" * 16, page[1]: "index-b", worker.stem: "worker-b"}
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".js"):
            text = path.read_text(encoding="utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
    script = folder / "assets" / f"{page[1]}.js"
    script.write_text(f"globalThis.carromVersion = 'b';\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
    script.rename(script.with_name("index-b.js"))
    worker.rename(worker.with_name("worker-b.js"))
    site_build().write_service_worker(folder)
    return folder


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    made.set_default_timeout(90_000)
    yield made
    made.close()


def strike(hand: StaticHand) -> None:
    """Play the next stroke, and whatever is asked for before it."""
    while (asked := hand.wait_for_turn()) != "strike":
        hand.place() if asked == "place" else hand.demand()
    hand.strike_by_keys(BREAK)


def version_of(page: Page) -> str:
    """Return the version of the page's script."""
    return str(page.evaluate("globalThis.carromVersion ?? 'a'"))


def test_a_new_version_takes_over_between_games_and_a_host_that_is_half_updated_is_not_stored(
    context: BrowserContext, tmp_path: Path
) -> None:
    build()
    new = another_version(tmp_path / "new")
    half = tmp_path / "half"
    shutil.copytree(new, half)
    (half / "assets" / "worker-b.js").write_text("// the old worker, or a file that was cut off")
    server = StaticServer()
    page = context.new_page()
    page.goto(server.address)
    options(page, "here")
    begin(page, "friend")
    hand = StaticHand(page, server.address, session(page))
    strike(hand)
    installed(page)
    table = page.url

    server.serve(half)
    assert page.evaluate(UPDATE) == "redundant"
    assert page.evaluate(WRONG) == []
    page.reload()
    strike(hand)
    assert version_of(page) == "a"

    server.serve(new)
    assert page.evaluate(UPDATE) == "installed"
    for _ in range(2):  # a game that is open goes on with its version
        page.reload()
        expect(board(page)).to_have_attribute("data-phase", re.compile("strike|place"), timeout=90_000)
        assert version_of(page) == "a"
    strike(hand)
    version = hand.version()

    other = context.new_page()  # a second tab keeps the version, too
    other.goto(server.address)
    other.wait_for_timeout(10_000)
    assert (version_of(page), version_of(other)) == ("a", "a")
    page.close()
    other.reload()
    other.wait_for_function("globalThis.carromVersion === 'b'", timeout=90_000)
    other.goto(table)
    expect(board(other)).to_have_attribute("data-version", str(version), timeout=90_000)
    assert version_of(other) == "b"
    server.close()
    other.reload()
    expect(board(other)).to_have_attribute("data-version", str(version), timeout=90_000)
    hand.page = other
    strike(hand)
    assert stored(other, hand.session["game"]).version == hand.version() > version
    assert other.evaluate(WRONG) == []
    assert other.get_by_test_id("refusal").count() == 0
