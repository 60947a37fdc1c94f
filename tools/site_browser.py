"""Open a built documentation site in a browser: the search finds, pages fit a phone, no other host is asked."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORD, HIT = "carrom.Game", "reference/names.html"
"""What is typed into the search, and a page that must be among the hits."""
PHONE = {"width": 390, "height": 664}
ONE_OF = 20
"""Of the decisions, which look alike, one of so many is opened on a phone."""
WITH_SCRIPTS = ("index.html", "gallery/index.html", "explanation/architecture.html", "how-to/windows-and-macos.html")
"""Pages that are opened with the site's scripts running, for errors and requests; all others only for their width."""
PATIENCE = 60_000
"""Milliseconds until a hit must be there; a busy machine takes some seconds to read the index."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder at a free port of this machine; yields the address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def browser_path() -> str | None:
    """Return the Chromium to use, or None for playwright's own."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    return os.environ.get("CARROM_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def faults(site: Path, addresses: list[str]) -> list[str]:
    """Return one sentence for each fault."""
    from playwright.sync_api import sync_playwright

    found: list[str] = []
    with served(site) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        tab = browser.new_page(viewport=PHONE)
        tab.on("request", lambda request: _note(found, tab.url, request.url, base))
        tab.on("pageerror", lambda error: found.append(f"{tab.url.removeprefix(base)}: {error}"))
        found += _search(tab, base)
        for address in (each for each in addresses if each in WITH_SCRIPTS):
            tab.goto(base + address)
        still = browser.new_context(viewport=PHONE, java_script_enabled=False).new_page()  # layout alone is quick
        for number, address in enumerate(addresses):
            if address.startswith("decisions/") and number % ONE_OF:
                continue
            still.goto(base + address, wait_until="domcontentloaded")
            wide = still.evaluate("document.documentElement.scrollWidth")
            if wide > PHONE["width"]:
                found.append(f"{address} is {wide} pixels wide on a phone of {PHONE['width']}")
        found += _themes(browser, base)
        browser.close()
    return list(dict.fromkeys(found))


def _note(found: list[str], page: str, url: str, base: str) -> None:
    if not url.startswith((base, "data:", "blob:")):
        found.append(f"{page.removeprefix(base)} asks another host: {url}")


def _search(tab: Any, base: str) -> list[str]:
    """Type a word into the search; return a fault unless the expected page is a hit that opens."""
    tab.set_viewport_size({"width": 1440, "height": 900})
    tab.goto(base)
    try:
        tab.locator(".md-search__button").click()
        tab.locator("input:focus").wait_for()
        tab.keyboard.type(WORD)
        hit = tab.locator(f"a[href*='{HIT}?h=']").first
        hit.wait_for(timeout=PATIENCE)
        hit.click()
        tab.wait_for_url(f"**/{HIT}?*", timeout=PATIENCE)
    except Exception as error:  # playwright's own errors, whose class is not importable without it
        return [f"the search for {WORD!r} does not lead to {HIT}: {str(error).splitlines()[0]}"]
    finally:
        tab.set_viewport_size(PHONE)
    return []


def _themes(browser: Any, base: str) -> list[str]:
    """Return a fault unless exactly one of each pair of pictures is shown in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        tab = context.new_page()
        tab.goto(f"{base}tutorials/playing.html")
        shown = "[...document.querySelectorAll('img')].filter(i => i.offsetParent).map(i => i.getAttribute('src'))"
        sources = tab.evaluate(shown)
        other = "dark" if scheme == "light" else "light"
        if not any(f"#only-{scheme}" in source for source in sources):
            found.append(f"tutorials/playing.html shows no picture for {scheme} pages")
        found += [f"{source} is shown on {scheme} pages" for source in sources if f"#only-{other}" in source]
        context.close()
    return found
