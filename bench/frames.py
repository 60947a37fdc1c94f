"""Measure how smoothly a break is shown on a slow machine, and the time from release to the first moving frame.

    python -m bench.frames                      both profiles, five breaks each
    python -m bench.frames --beside OLD/src     also the page of another checkout, alternating break by break

Each break is struck at 6 m/s by keys, in a real Chromium whose page runs four times slower than this machine (CDP
`Emulation.setCPUThrottlingRate`). Prints for a desktop (1440 x 900) and a phone (390 x 664, two pixels per point):

- the time from one drawn frame to the next while the pieces move, in ms at 60 Hz, for all breaks together and for the
  smoothest break alone, which other load on this machine disturbs least;
- the processor time of the page's main thread per frame, which other load does not disturb;
- the sum of all layout shifts from the first aim on;
- without throttling, the time from releasing a pull to the first frame in which the striker has moved;
- on a connection with 150 ms of delay, in how many frames until then the striker was visible.

Exit code 1 if the smoothest break of a profile has its 95th percentile above 20 ms, anything shifts, the median
release is answered later than 60 ms, or the striker is missing in a frame.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PROFILES: dict[str, dict[str, Any]] = {
    "desktop 1440x900": {"viewport": {"width": 1440, "height": 900}},
    "phone 390x664": {
        "viewport": {"width": 390, "height": 664},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
BRAKE = 4
POWER_STEPS = 56
"""Key presses that raise the power from that of the first aim (0.35) to 6 m/s (0.91)."""
FRAME_LIMIT, RELEASE_LIMIT = 20.0, 60.0
"""Milliseconds."""
BREAKS = 5

WATCH = """
window.frames_seen = []; window.shifted = 0; window.let_go = null; window.left = null;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifted += one.value; })
  .observe({ type: 'layout-shift', buffered: true });
window.board_node = () => document.querySelector('[data-testid=board]');
let place = null;
const striker = () => {
  const canvas = document.querySelector('[data-testid=board] canvas');
  if (canvas) return null;
  return document.querySelector('[data-testid=striker]')?.getAttribute('transform') ?? null;
};
const look = (now) => {
  const phase = window.board_node()?.dataset.phase;
  if (phase === 'film') window.frames_seen.push(now);
  if (window.let_go !== null && window.left === null) {
    const mark = performance.getEntriesByName('carrom:moves').filter((one) => one.startTime > window.let_go).at(-1);
    if (mark) window.left = mark.startTime;
    else if (phase === 'film' && place !== null && ![null, place].includes(striker())) window.left = performance.now();
  }
  if (phase !== 'film') place = striker();
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
const seen = (now) => {
  const shown = document.querySelector('[data-testid=striker]')?.dataset.shown === 'true';
  if (window.let_go !== null && window.left === null) { window.waited.frames += 1; window.waited.shown += shown; }
  requestAnimationFrame(seen);
};
window.waited = { frames: 0, shown: 0 };
requestAnimationFrame(seen);
addEventListener('pointerup', (event) => { window.let_go = event.timeStamp; window.left = null; }, true);
"""

DELAY = 150
"""Milliseconds."""
SLOW_LINE = f"""
const say = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {{ setTimeout(() => say.call(this, text), {DELAY}); }};
"""
"""JavaScript that delays every message to the server."""


def main() -> int:
    """Parse the command line, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--beside", type=Path, help="src folder of another checkout with a built page")
    parser.add_argument("--breaks", type=int, default=BREAKS, help="breaks per profile (default: %(default)s)")
    words = parser.parse_args()
    sources = {"this page": ROOT / "src"} | ({"the other page": words.beside} if words.beside else {})
    missed = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for name, profile in PROFILES.items():
            seen = {page: Seen() for page in sources}
            for _ in range(words.breaks):
                for page, source in sources.items():
                    with served(source) as address, visited(browser, address, profile) as there:
                        watch_a_break(there, seen[page])
            for page, found in seen.items():
                print(f"{name}, {page}: {found}", flush=True)
            missed += [f"{name}: {found}" for found in [seen["this page"]] if not found.is_smooth]
        for page, source in sources.items():
            with served(source) as address, visited(browser, address, PROFILES["desktop 1440x900"]) as there:
                releases = [watch_a_release(there) for _ in range(2 * words.breaks)]
            middle = statistics.median(releases)
            print(f"release to first moving frame, {page}: median {middle:.0f} ms   worst {max(releases):.0f} ms")
            missed += [f"release: {middle:.0f} ms"] if page == "this page" and middle > RELEASE_LIMIT else []
        with served(ROOT / "src") as address:
            missed += watch_a_slow_line(browser, address, words.breaks)
        browser.close()
    print("all limits are met" if not missed else "MISSED: " + "; ".join(missed))
    return int(bool(missed))


def watch_a_slow_line(browser: Browser, address: str, times: int) -> list[str]:
    """Release strokes on a slow connection; return a line per missed limit."""
    with visited(browser, address, PROFILES["desktop 1440x900"], SLOW_LINE) as page:
        releases = [watch_a_release(page) for _ in range(times)]
        frames, shown = page.evaluate("[window.waited.frames, window.waited.shown]")
    middle = statistics.median(releases)
    print(f"with {DELAY} ms of delay: median {middle:.0f} ms, striker visible in {shown} of {frames} frames until then")
    return [] if frames and shown == frames else [f"the striker visible in {shown} of {frames} frames"]


@dataclass
class Seen:
    """Measurements of one page: per break the times between frames (ms) and the work per frame (ms); layout shifts."""

    breaks: list[list[float]] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    shifted: float = 0.0

    @property
    def is_smooth(self) -> bool:
        return min(percentile(each, 95) for each in self.breaks) <= FRAME_LIMIT and self.shifted == 0

    def __str__(self) -> str:
        every = [time for each in self.breaks for time in each]
        calmest = min(self.breaks, key=lambda each: percentile(each, 95))
        return (
            f"p50 {percentile(every, 50):5.1f} ms   p95 {percentile(every, 95):5.1f} ms   "
            f"smoothest break p50 {percentile(calmest, 50):5.1f}   p95 {percentile(calmest, 95):5.1f}   "
            f"work a frame {statistics.median(self.work):4.1f}   frames {len(every)}   layout shift {self.shifted:.4f}"
        )


def percentile(times: list[float], part: int) -> float:
    """Return the value below which this percentage of the times lies."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * part // 100)]


def chromium_words() -> dict[str, Any]:
    """Return playwright's launch options for the Chromium of the browser tests."""
    named = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = os.environ.get("CARROM_CHROMIUM") or next(filter(None, map(shutil.which, named)), None)
    words = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": path, "args": words}


def chromium(playwright: Any) -> Browser:
    """Launch the Chromium of the browser tests."""
    started: Browser = playwright.chromium.launch(**chromium_words())
    return started


@contextmanager
def served(source: Path) -> Iterator[str]:
    """Serve a checkout's page from an empty data folder, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "carrom", "play", "--no-browser", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=source)
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the server did not print its address"
        try:
            yield found[0]
        finally:
            process.terminate()
            process.wait()


@contextmanager
def visited(browser: Browser, address: str, profile: dict[str, Any], script: str = "") -> Iterator[Page]:
    """Open the page with an extra script, and start a game between two friends on a board that does not turn."""
    context = browser.new_context(**profile)
    context.add_init_script("localStorage.setItem('carrom.settings', '{\"muted\":true,\"turnBoard\":false}')")
    context.add_init_script(WATCH + script)
    page = context.new_page()
    page.goto(address)
    change, more, start = (page.get_by_test_id(name) for name in ("change", "play-more", "start"))
    change.or_(start).first.wait_for()
    if not start.is_visible():
        change.click()
    more.or_(start).first.wait_for()
    if more.is_visible():
        more.click()
    start.wait_for()
    page.get_by_test_id("seat-north").select_option("here")
    page.get_by_test_id("first-me").check()
    start.click()
    waiting(page)
    page.wait_for_timeout(500)
    page.evaluate("window.waited = { frames: 0, shown: 0 }; window.let_go = null")
    yield page
    context.close()


def waiting(page: Page) -> None:
    """Wait until the page expects a stroke."""
    page.locator("[data-testid=board][data-phase=strike]").wait_for(timeout=60_000)


def watch_a_break(page: Page, seen: Seen) -> None:
    """Play a break at 6 m/s on a throttled page, and store the times of its frames."""
    page.evaluate("window.shifted = 0")
    page.get_by_test_id("board").focus()
    for _ in range(POWER_STEPS // 12):
        page.keyboard.press("Shift+ArrowUp")
    for _ in range(POWER_STEPS % 12):
        page.keyboard.press("ArrowUp")
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    tools.send("Performance.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": BRAKE})
    page.wait_for_timeout(1500)
    page.evaluate("window.frames_seen.length = 0")
    page.keyboard.press("Enter")
    page.locator("[data-testid=board][data-phase=film]").wait_for(timeout=30_000)
    before = worked(tools)
    first: int = page.evaluate("window.frames_seen.length")
    page.wait_for_timeout(700)
    work, drawn = worked(tools) - before, page.evaluate("window.frames_seen.length") - first
    seen.work.append(work / max(1, drawn))
    page.locator("[data-testid=board]:not([data-phase=film])").wait_for(timeout=60_000)
    times: list[float] = page.evaluate("window.frames_seen")
    seen.breaks.append([later - sooner for sooner, later in pairwise(times)])
    page.wait_for_timeout(600)
    seen.shifted += page.evaluate("window.shifted")


def worked(tools: CDPSession) -> float:
    """Return the processor time that the page's main thread has used so far, in ms."""
    found = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"]) * 1000


def watch_a_release(page: Page) -> float:
    """Pull softly and release; return the ms until the striker visibly moves."""
    waiting(page)
    page.wait_for_timeout(200)
    box = page.get_by_test_id("board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.5
    away = 1 if "south" in (page.get_by_test_id("turn").get_attribute("data-seat") or "") else -1
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + away * 60, steps=4)
    page.wait_for_timeout(50)
    page.mouse.up()
    while page.evaluate("window.left") is None:
        page.wait_for_timeout(50)
    return float(page.evaluate("window.left - window.let_go"))


if __name__ == "__main__":
    sys.exit(main())
