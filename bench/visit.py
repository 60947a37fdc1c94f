"""Measure a first visit: the time until the board is drawn and can be played, and the bytes transferred.

    python -m bench.visit [--visits 5]
    python -m bench.visit --beside OLD/src      also the page of another checkout, alternating visit by visit

A real Chromium without a cache, whose page runs four times slower than this machine (CDP
`Emulation.setCPUThrottlingRate`), opens the first page of a warm local server, presses Play as soon as it is enabled,
and waits until the page expects the first stroke. Prints for a desktop and a phone:

- the time from the start of the navigation to the first frame with a board and pieces, to the enabled Play button, and
  to the first stroke (median of the visits, and the quickest, which other load on this machine disturbs least);
- the processor time of the page's main thread until then;
- the bytes transferred, and the sum of all layout shifts;
- for comparison, the time of an empty page of the same server, which is the browser's own share.

Prints whether each limit is met: in the quickest visit of a profile the board is drawn within 1 s and the first stroke
possible within 2 s; no visit transfers more than 120 kB or shifts anything. Exit code 1 if one is missed.
"""

import argparse
import statistics
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.frames import BRAKE, PROFILES, ROOT, chromium, served
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

BOARD_LIMIT, STROKE_LIMIT = 1000.0, 2000.0
"""Milliseconds."""
LOADED_LIMIT = 120_000
"""Bytes transferred, as compressed on the wire."""

WATCH = """
window.visited = {shifted: 0};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) visited.shifted += one.value;
}).observe({ type: 'layout-shift', buffered: true });
const begun = new Set();
const drawn = (name, then) => {
  if (begun.has(name)) return;
  begun.add(name);
  requestAnimationFrame(() => requestAnimationFrame((now) => { visited[name] = now; then?.(); }));
};
const find = (words) => document.querySelector(words);
const look = () => {
  if (!visited.pressed) {
    if (find('[data-testid=board] [data-shown=true]')) drawn('board');
    const play = find('[data-testid=play]');
    if (!begun.has('board') || !play || !find('[data-testid=usual]')?.textContent.trim()) return;
    visited.pressed = performance.now();
    play.click();
  } else if (location.pathname !== '/' && find('[data-testid=board][data-phase=strike]')) {
    drawn('stroke', () => { watch.disconnect(); arrived(visited); });
  }
};
const attributeFilter = ['data-phase', 'data-shown'];
const watch = new MutationObserver(look);
watch.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter });
let arrived;
window.arriving = new Promise((resolve) => { arrived = resolve; });
"""
"""JavaScript that stores the times and presses Play; it runs only when the page changes."""

EMPTY = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

LOADED = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map((one) => [new URL(one.name).pathname, one.encodedBodySize])"""


@dataclass(frozen=True)
class Visited:
    """One visit: times in ms from the start of the navigation, the files and their bytes, and the layout shifts."""

    board: float
    pressed: float
    stroke: float
    work: float
    """Processor time of the page's main thread until the first stroke, in ms."""
    files: dict[str, int]
    shifted: float

    @property
    def loaded(self) -> int:
        return sum(self.files.values())


def main() -> int:
    """Parse the command line, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--visits", type=int, default=5, help="visits per profile (default: %(default)s)")
    parser.add_argument("--beside", type=Path, help="src folder of another checkout with a built page")
    words = parser.parse_args()
    missed = []
    sources = {"this page": ROOT / "src"} | ({"the other page": words.beside} if words.beside else {})
    with sync_playwright() as playwright, ExitStack() as stack:
        pages = {page: stack.enter_context(served(source)) for page, source in sources.items()}
        browser = chromium(playwright)
        for address in pages.values():
            visit(browser, address, {})  # warms up the server, its kernel and the browser
        for name, profile in PROFILES.items():
            seen: dict[str, list[Visited]] = {page: [] for page in pages}
            floor = []
            for _ in range(words.visits):
                floor.append(nothing(browser, pages["this page"], profile))
                for page, address in pages.items():
                    seen[page].append(visit(browser, address, profile))
            print(f"{name}: an empty page {statistics.median(floor):.0f} ms (quickest {min(floor):.0f})")
            for page, found in seen.items():
                print(f"  {page}: {told(found)}", flush=True)
            bars = limits(seen["this page"])
            print("  " + "   ".join(f"{bar}: {'met' if met else 'MISSED'}" for bar, met in bars.items()))
            missed += [bar for bar, met in bars.items() if not met]
        browser.close()
    for path, size in sorted(seen["this page"][0].files.items(), key=lambda each: -each[1]):
        print(f"  {size / 1000:6.1f} kB  {path}")
    return int(bool(missed))


@contextmanager
def slowed(browser: Browser, profile: dict[str, Any]) -> Iterator[tuple[Page, CDPSession]]:
    """Yield a new throttled page, and its DevTools session."""
    context = browser.new_context(**profile, service_workers="block")
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": BRAKE})
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    yield page, tools
    context.close()


def nothing(browser: Browser, address: str, profile: dict[str, Any]) -> float:
    """Open an empty page; return the ms to its first frame."""
    with slowed(browser, profile) as (page, tools):
        page.goto(f"{address}OFL.txt", wait_until="commit")
        return float(asked(tools, EMPTY))


def visit(browser: Browser, address: str, profile: dict[str, Any]) -> Visited:
    """Visit for the first time, press Play, and wait for the first stroke."""
    with slowed(browser, profile) as (page, tools):
        page.add_init_script(WATCH)
        page.goto(address, wait_until="commit")
        seen = asked(tools, "window.arriving")
        metrics = {each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]}
        files: dict[str, int] = {}
        for path, size in asked(tools, LOADED):
            files[path] = max(size, files.get(path, 0))
    return Visited(
        seen["board"], seen["pressed"], seen["stroke"], 1000 * metrics["TaskDuration"], files, seen["shifted"]
    )


def asked(tools: CDPSession, question: str) -> Any:
    """Evaluate an expression in the page over CDP, without playwright's injected script."""
    words = {"expression": question, "awaitPromise": True, "returnByValue": True}
    answer = tools.send("Runtime.evaluate", words)
    assert "exceptionDetails" not in answer, answer
    return answer["result"]["value"]


def limits(seen: list[Visited]) -> dict[str, bool]:
    """Return each limit as text, and whether it is met."""
    return {
        "board within 1 s": min(each.board for each in seen) <= BOARD_LIMIT,
        "stroke within 2 s": min(each.stroke for each in seen) <= STROKE_LIMIT,
        "120 kB": max(each.loaded for each in seen) <= LOADED_LIMIT,
        "no layout shift": max(each.shifted for each in seen) == 0,
    }


def told(seen: list[Visited]) -> str:
    """Return a line with the results of the visits."""
    parts = []
    for name in ("board", "pressed", "stroke"):
        times = [getattr(each, name) for each in seen]
        parts.append(f"{name} {statistics.median(times):5.0f} ms (quickest {min(times):.0f})")
    parts.append(f"work {statistics.median(each.work for each in seen):.0f} ms")
    loaded, shifted = max(each.loaded for each in seen), max(each.shifted for each in seen)
    return "   ".join([*parts, f"loaded {loaded / 1000:.1f} kB", f"layout shift {shifted:.4f}"])


if __name__ == "__main__":
    sys.exit(main())
