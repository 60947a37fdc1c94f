"""Measure how smoothly the exact course of a stroke follows the aim on a slow phone.

    python -m bench.preview [--seconds 3]

A real Chromium with a phone's window (390 x 664, two pixels per point), whose page runs four times slower than this
machine, opens practice with all twenty discs as racked and with a board in mid-play, and moves a pull in every frame
for some seconds. Prints the time from one frame to the next and the processor time of the page's main thread per
frame, with the course and without, and from these the time that a course costs. Exit code 1 if the 95th percentile of
the time between frames is above 20 ms or the main thread needs more than 16.7 ms per frame. `--pictures FOLDER` saves a
picture of each board instead of measuring, in light and dark.
"""

import argparse
import re
import statistics
import sys
from itertools import pairwise
from pathlib import Path

from bench.frames import BRAKE, PROFILES, ROOT, chromium, served
from playwright.sync_api import Browser, Page, sync_playwright

FRAME_LIMIT, WORK_LIMIT = 20.0, 1000 / 60
"""Milliseconds."""
MIDDLE = (
    "c1_Q.12000.-8000_W1.250000.180000_W2.-150000.120000_W3.60000.90000_W4.-40000.200000_W5.200000.-60000"
    "_B1.-60000.250000_B2.120000.-30000_B3.-220000.-20000_B4.30000.160000_B5.-100000.-90000"
)
RACK = (
    "c1_Q.0.0_W1.0.-31820_W2.27557.15910_W3.-27557.15910_W4.0.-63640_W5.55114.-31820_W6.55114.31820_W7.0.63640"
    "_W8.-55114.31820_W9.-55114.-31820_B1.27557.-15910_B2.0.31820_B3.-27557.-15910_B4.27557.-47730_B5.55114.0"
    "_B6.27557.47730_B7.-27557.47730_B8.-55114.0_B9.-27557.-47730"
)
BOARDS = {"rack": RACK, "mid-play": MIDDLE}
WATCH = """
window.frames = []; window.courses = 0;
const look = (now) => { frames.push(now); requestAnimationFrame(look); };
requestAnimationFrame(look);
Element.prototype.setPointerCapture = () => undefined;
window.aim = (x, y, length, seconds) => new Promise((done) => {
  const board = document.querySelector('[data-testid=board]');
  const at = (type, clientX, clientY) => board.dispatchEvent(new PointerEvent(type, {
    pointerId: 7, pointerType: 'mouse', button: 0, buttons: 1, isPrimary: true, bubbles: true, clientX, clientY }));
  at('pointerdown', x, y);
  at('pointermove', x, y + length);
  [frames, courses] = [[], 0];
  const began = performance.now();
  const turn = (now) => {
    const step = frames.length;
    if (now - began > 1000 * seconds) return done([frames, courses]);
    at('pointermove', x + 25 * ((step % 60) / 30 - 1), y + length + step % 7);
    requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
});
const mark = performance.mark.bind(performance);
performance.mark = (name) => { if (name === 'carrom:course') courses += 1; return mark(name); };
"""


def main() -> int:
    """Parse the command line, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3, help="seconds of aiming (default: %(default)s)")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of each board, instead of measuring")
    words = parser.parse_args()
    with sync_playwright() as playwright, served(ROOT / "src") as address:
        browser = chromium(playwright)
        if words.pictures:
            _pictures(browser, address, words.pictures)
            return 0
        smooth = [
            _measured(browser, address, name, pull, words.seconds) for name in BOARDS for pull in ("gentle", "hard")
        ]
    print("all limits are met" if all(smooth) else "MISSED")
    return int(not all(smooth))


def _opened(browser: Browser, address: str, name: str, scheme: str = "light", has_course: bool = True) -> Page:
    """Return the practice page with a board in play; without the course, its physics cannot be loaded."""
    context = browser.new_context(**PROFILES["phone 390x664"], color_scheme=scheme)  # type: ignore[arg-type]
    context.add_init_script(WATCH)
    if not has_course:
        context.route(re.compile("uniform_disc"), lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{address}practice?p={BOARDS[name]}")
    page.get_by_test_id("mode-play").click()
    page.wait_for_selector("[data-testid=board][data-phase=strike]")
    page.wait_for_load_state("networkidle")
    return page


def _pull(page: Page, to: tuple[float, float]) -> tuple[float, float]:
    """Begin a pull from the striker; return its place (px)."""
    box = page.get_by_test_id("board").bounding_box()
    assert box is not None
    extent = float(page.get_by_test_id("board").get_attribute("data-extent") or "nan")
    start = box["x"] + box["width"] / 2, box["y"] + (1 + 252.6 / extent) * box["height"] / 2
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + to[0], start[1] + to[1], steps=3)
    return start


def _measured(browser: Browser, address: str, name: str, pull: str, seconds: float) -> bool:
    """Measure one board with the course and without, and print a line; return whether the limits are met."""
    length = 45 if pull == "gentle" else 95
    seen = {has_course: _aimed(browser, address, name, length, seconds, has_course) for has_course in (False, True)}
    late, used, drawn, text = seen[True]
    own = used - seen[False][1]
    print(
        f"{name}, {pull} pull: {text}; without the course {seen[False][3]}; a course costs {own / drawn:.1f} ms",
        flush=True,
    )
    return late <= FRAME_LIMIT and used <= WORK_LIMIT


def _aimed(
    browser: Browser, address: str, name: str, length: int, seconds: float, has_course: bool
) -> tuple[float, float, float, str]:
    """Aim for some seconds; return the late frames' time and the work per frame (ms), the courses per frame, a text."""
    page = _opened(browser, address, name, has_course=has_course)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": BRAKE})
    session.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    session.send("Performance.enable")
    page.wait_for_timeout(500)
    start = _pull(page, (0, 60))
    if has_course:
        page.wait_for_selector("[data-testid=course][data-shown=true]", state="attached")
    page.keyboard.press("Escape")
    page.mouse.up()

    def work() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    before = work()
    frames, courses = page.evaluate(f"aim({start[0]}, {start[1]}, {length}, {seconds})")
    used = (work() - before) * 1000 / max(1, len(frames))
    times = [after - now for now, after in pairwise(frames)]
    late = statistics.quantiles(times, n=20)[-1]
    page.context.close()
    text = f"{len(frames)} frames, median {statistics.median(times):.1f} ms, 95 % {late:.1f} ms, {used:.1f} ms of work"
    return late, used, max(0.01, courses / len(frames)), text


def _pictures(browser: Browser, address: str, folder: Path) -> None:
    """Save a picture of each board while a stroke is aimed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in BOARDS:
        for scheme in ("light", "dark"):
            page = _opened(browser, address, name, scheme)
            _pull(page, (18, 70))
            page.wait_for_selector("[data-testid=course][data-shown=true]", state="attached")
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"{name}-{scheme}.png")
            page.context.close()


if __name__ == "__main__":
    sys.exit(main())
