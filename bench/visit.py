"""How soon somebody who comes for the first time sees a board, and can strike; and how much is loaded for it.

    python -m bench.visit [--visits 5]

A real Chromium without a cache, whose page runs four times slower than this machine (CDP
`Emulation.setCPUThrottlingRate`), opens the first page of a warm local server, presses Play as soon as the page takes
it, and waits until its first stroke is asked for. Printed for a desktop and a phone: the time from the beginning of the
navigation to the first frame with a board, to the page that can be pressed, and to the first stroke (median of the
visits, and the quickest, because this machine may be doing something else); the processor time of the page's main
thread until then, which other work does not disturb; what was loaded for both, as it came over
the line; and the sum of all layout shifts.

Exit code 1 if the quickest visit of a profile draws its board later than 1 s or strikes later than 2 s, if more than
120 kB were loaded, or anything shifted: the limits we hold.
"""

import argparse
import statistics
import sys
from dataclasses import dataclass
from typing import Any

from bench.frames import BRAKE, PROFILES, ROOT, chromium, served
from playwright.sync_api import Browser, sync_playwright

BOARD_LIMIT, STROKE_LIMIT = 1000.0, 2000.0
"""ms."""
LOADED_LIMIT = 120_000
"""Bytes as they came over the line."""

WATCH = """
window.visited = {shifted: 0};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) visited.shifted += one.value;
}).observe({ type: 'layout-shift', buffered: true });
const drawn = (name) => requestAnimationFrame(() => requestAnimationFrame((now) => (visited[name] ??= now)));
const look = () => {
  if (!visited.seen && document.querySelector('[data-testid=living] svg')) { visited.seen = true; drawn('board'); }
  const play = document.querySelector('[data-testid=play]');
  if (!visited.pressed && play && document.querySelector('[data-testid=usual]')?.textContent.trim()) {
    visited.pressed = performance.now();
    play.click();
  }
  if (!visited.asked && document.querySelector('[data-testid=board][data-phase=strike]')) {
    visited.asked = true;
    drawn('stroke');
  }
  if (!visited.stroke) requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""

STRUCK = """() => new Promise((done) => {
  const wait = () => (visited.stroke ? done(visited) : setTimeout(wait, 20));
  wait();
})"""

LOADED = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map((one) => [new URL(one.name).pathname, one.encodedBodySize])"""


@dataclass(frozen=True)
class Visited:
    """One visit: ms from the beginning of the navigation, the files and their bytes, and what shifted."""

    board: float
    pressed: float
    stroke: float
    work: float
    """Processor time of the page's main thread until then, which other work on this machine does not disturb."""
    files: dict[str, int]
    shifted: float

    @property
    def loaded(self) -> int:
        return sum(self.files.values())


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--visits", type=int, default=5, help="visits for each profile (default: %(default)s)")
    words = parser.parse_args()
    missed = False
    with sync_playwright() as playwright, served(ROOT / "src") as address:
        browser = chromium(playwright)
        visit(browser, address, {})  # the server and its kernel are warm from here on
        for name, profile in PROFILES.items():
            seen = [visit(browser, address, profile) for _ in range(words.visits)]
            missed |= not is_held(seen)
            print(f"{name}: {told(seen)}", flush=True)
        browser.close()
    for path, size in sorted(seen[0].files.items(), key=lambda each: -each[1]):
        print(f"  {size / 1000:6.1f} kB  {path}")
    return int(missed)


def visit(browser: Browser, address: str, profile: dict[str, Any]) -> Visited:
    """Come for the first time, press Play, and wait for the first stroke."""
    context = browser.new_context(**profile, service_workers="block")
    context.add_init_script(WATCH)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": BRAKE})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    page.locator("[data-testid=board][data-phase=strike]").wait_for(timeout=60_000)
    seen = page.evaluate(STRUCK)
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    files: dict[str, int] = {}
    for path, size in page.evaluate(LOADED):
        files[path] = max(size, files.get(path, 0))
    context.close()
    return Visited(
        seen["board"], seen["pressed"], seen["stroke"], 1000 * metrics["TaskDuration"], files, seen["shifted"]
    )


def is_held(seen: list[Visited]) -> bool:
    """Whether every limit is held."""
    return (
        min(each.board for each in seen) <= BOARD_LIMIT
        and min(each.stroke for each in seen) <= STROKE_LIMIT
        and max(each.loaded for each in seen) <= LOADED_LIMIT
        and max(each.shifted for each in seen) == 0
    )


def told(seen: list[Visited]) -> str:
    """Return the visits in a line."""
    parts = []
    for name in ("board", "pressed", "stroke"):
        times = [getattr(each, name) for each in seen]
        parts.append(f"{name} {statistics.median(times):5.0f} ms (quickest {min(times):.0f})")
    parts.append(f"work {statistics.median(each.work for each in seen):.0f} ms")
    loaded, shifted = max(each.loaded for each in seen), max(each.shifted for each in seen)
    return "   ".join([*parts, f"loaded {loaded / 1000:.1f} kB", f"layout shift {shifted:.4f}"])


if __name__ == "__main__":
    sys.exit(main())
