"""Measure the static site: the first visit, a second one without a network, and the computer's moves.

    python -m bench.static_site visit [--visits 3]
    python -m bench.static_site moves [--levels first-timer,club] [--strokes 5]

`visit` serves `build/game` at 10 Mbit/s, text compressed as most hosts do, to a real Chromium whose page runs four
times slower than this machine (its worker cannot be slowed down). The page strikes the board of the home page as soon
as it is drawn. Printed are the times when the board was drawn, when the stroke began and when it was ruled on, the
processor time of the page's main thread until the stroke began (slowed down, too), the bytes of the visit, and the
same for a second visit with the server gone. Exit code 1 if a limit is missed: 9 MB, 8 s, and 2 s with the network off.

`moves` lets the computer play the same boards with the same seeds in Pyodide and here, and prints the time of each move
in both. Exit code 1 if a stroke differs.
"""

import argparse
import gzip
import http.server
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from bench.frames import ROOT, chromium
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

SITE = ROOT / "build" / "game"
RATE = 10_000_000 / 8
"""Bytes a second."""
BRAKE = 4
TEXTS = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest")
LARGEST, FIRST, AGAIN = 9_000_000, 8_000.0, 2_000.0
"""Bytes; milliseconds to the first stroke of a first visit, and of one with the network off."""

WATCH = """
window.seen = {};
const look = () => {
  const board = document.querySelector('[data-testid=board]');
  if (!board || !document.querySelector('[data-shown=true]')) return;
  if (!seen.board) {
    seen.board = performance.now();
    requestAnimationFrame(() => {
      board.focus();
      board.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
  }
  if (location.pathname === '/') return;
  if (board.dataset.phase === 'film' && !seen.stroke) seen.stroke = performance.now();
  if (Number(board.dataset.version) > 2) seen.ruling ??= performance.now();
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
"""


class Wire:
    """A line of 10 Mbit/s: counts the bytes that pass and delays them."""

    def __init__(self) -> None:
        """Start with nothing sent."""
        self.sent = 0
        self._free_at, self._lock = 0.0, threading.Lock()

    def pass_on(self, count: int) -> None:
        """Wait until so many bytes have passed."""
        with self._lock:
            self.sent += count
            self._free_at = max(self._free_at, time.monotonic()) + count / RATE
            wait = self._free_at - time.monotonic()
        if wait > 0:
            time.sleep(wait)


def serve(wire: Wire) -> http.server.ThreadingHTTPServer:
    """Serve the site over that line, on a free port."""

    class Files(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(SITE))

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            path = Path(self.translate_path(self.path))
            path = path / "index.html" if path.is_dir() else path
            found = path if path.is_file() else SITE / "404.html"
            content = found.read_bytes()
            self.send_response(200 if path.is_file() else 404)
            if found.suffix in TEXTS:
                content = gzip.compress(content)
                self.send_header("content-encoding", "gzip")
            self.send_header("content-type", self.guess_type(str(found)))
            self.send_header("content-length", str(len(content)))
            self.send_header("cache-control", "max-age=600")
            self.end_headers()
            for at in range(0, len(content), 16_384):
                part = content[at : at + 16_384]
                wire.pass_on(len(part))
                self.wfile.write(part)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def visit(browser: Browser) -> tuple[dict[str, float], int, int, dict[str, float]]:
    """Return the times of a first visit, its bytes until the stroke and in all, and the times of a second visit."""
    wire = Wire()
    server = serve(wire)
    address = f"http://127.0.0.1:{server.server_port}/"
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.add_init_script(WATCH)
    page, first, until = struck(context, address, wire)
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=120_000)
    whole = wire.sent
    page.close()
    server.shutdown()
    server.server_close()
    _, again, _ = struck(context, address, wire)
    context.close()
    return first, until, whole, again


def struck(context: BrowserContext, address: str, wire: Wire) -> tuple[Page, dict[str, float], int]:
    """Open the site and wait for the ruling on the first stroke; return page, times and the bytes at the stroke."""
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": BRAKE})
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address, wait_until="commit")
    page.wait_for_function("seen.stroke", timeout=120_000)
    until = wire.sent
    metrics = {each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]}
    page.wait_for_function("seen.ruling", timeout=120_000)
    return page, {**page.evaluate("seen"), "busy": 1000 * metrics["TaskDuration"]}, until


def visits(count: int) -> int:
    """Measure visits; print the medians and whether each limit is met."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        found = [visit(browser) for _ in range(count)]
        browser.close()

    def middle(times: list[float]) -> str:
        return f"{statistics.median(times):.0f} ms (quickest {min(times):.0f})"

    for name, which in (("first visit", 0), ("second visit, network off", 3)):
        times = [one[which] for one in found]
        words = (("board", "board"), ("stroke begins", "stroke"), ("ruling", "ruling"), ("main thread busy", "busy"))
        print(f"{name}: " + ", ".join(f"{word} {middle([one[key] for one in times])}" for word, key in words))  # type: ignore[index]
    until, whole = max(one[1] for one in found), max(one[2] for one in found)
    print(f"bytes: {until / 1e6:.2f} MB until the stroke, {whole / 1e6:.2f} MB with everything for offline use")
    limits = {
        "at most 9 MB": whole <= LARGEST,
        "first stroke within 8 s": min(one[0]["stroke"] for one in found) <= FIRST,
        "within 2 s with the network off": min(one[3]["stroke"] for one in found) <= AGAIN,
    }
    print("   ".join(f"{limit}: {'met' if is_met else 'MISSED'}" for limit, is_met in limits.items()))
    return int(not all(limits.values()))


MOVES = """
import json, time
from random import Random
import carrom
from carrom.engine.player import level

def moves(names, strokes):
    for name in names:
        game = carrom.Game("icf", names=["Asha", "Bilal"], seed=8)
        game.set_up()
        player = level(name, timed=False)
        player.act(game, Random(99))  # loads and prepares everything
        for number in range(strokes):
            began = time.perf_counter()
            act = player.act(game, Random(100 + number))
            yield name, str(act), round(time.perf_counter() - began, 3)
            game.push(act)
"""
"""Python that runs in both places."""


def moves(levels: list[str], strokes: int) -> int:
    """Compare the computer's moves in Pyodide with those here; print the times of both."""

    words: dict[str, Any] = {}
    exec(MOVES, words)
    here = list(words["moves"](levels, strokes))
    with tempfile.TemporaryDirectory() as folder:
        packed = next(SITE.glob("python/*/packages.zip.packed"))
        archive = Path(folder) / "packages.zip"
        archive.write_bytes(gzip.decompress(packed.read_bytes()))
        script = [str(ROOT / "web" / "moves.mjs"), str(archive), MOVES, json.dumps([levels, strokes])]
        done = subprocess.run(["node", *script], capture_output=True, text=True, check=False, cwd=ROOT / "web")
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    there = [tuple(row) for row in json.loads(done.stdout.splitlines()[-1])]
    different = 0
    for (name, act, took), (_, other, other_took) in zip(here, there, strict=True):
        different += act != other
        print(
            f"{name:12} {'same' if act == other else 'DIFFERENT'}  here {took:6.3f} s  in Pyodide {other_took:6.3f} s"
        )
    print(f"{len(here)} moves, {different} different")
    return int(different > 0)


def main() -> int:
    """Parse the command line and measure; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=("visit", "moves"))
    parser.add_argument("--visits", type=int, default=3, help="(default: %(default)s)")
    parser.add_argument("--levels", default="first-timer,beginner,casual,club", help="(default: %(default)s)")
    parser.add_argument("--strokes", type=int, default=5, help="for each level (default: %(default)s)")
    words = parser.parse_args()
    if not SITE.exists():
        sys.exit("There is no build/game; run `python3 dev.py site` first.")
    return visits(words.visits) if words.what == "visit" else moves(words.levels.split(","), words.strokes)


if __name__ == "__main__":
    sys.exit(main())
