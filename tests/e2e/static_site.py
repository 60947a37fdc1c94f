"""The static site in a browser: building it, serving it as plain files, and reading the games that it stores."""

import http.server
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from e2e.hand import Hand
from playwright.sync_api import Page

from carrom.game.game import GameHistory
from carrom.offline.stored_games import read_game
from carrom.tables.room import Room

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "game"

READ = """
async (game) => {
  const done = (request) => new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });
  for (;;) {
    if ((await indexedDB.databases()).some(({ name }) => name === 'carrom')) {
      const database = await done(indexedDB.open('carrom'));
      const reading = database.transaction(['games', 'events']);
      const entry = await done(reading.objectStore('games').get(game));
      const events = await done(reading.objectStore('events').getAll(IDBKeyRange.bound([game, 0], [game, Infinity])));
      database.close();
      if (entry) return JSON.stringify({ row: JSON.parse(entry.row), events: events.map(({ event }) => event) });
    }
    await new Promise((again) => setTimeout(again, 200)); // the page shows a new game before its tables have stored it
  }
}
"""


def build() -> None:
    """Build the site, unless the one in `build/game` is up to date."""
    subprocess.run([sys.executable, str(ROOT / "site_build.py")], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def copy(folder: Path, **changes: Callable[[str], str]) -> Path:
    """Copy the site to a folder, with changed scripts: `worker` gets the text of `/assets/worker-….js`."""
    shutil.copytree(SITE, folder)
    for name, change in changes.items():
        (path,) = folder.glob(f"assets/{name}-*.js")
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves files and nothing else, as any web server does; a missing file is answered by the site's own page."""

    server: "Host"

    def __init__(self, *given: Any) -> None:
        """Serve the folder of the server."""
        super().__init__(*given, directory=str(given[2].folder))

    def do_GET(self) -> None:
        """Serve a file; Python's files wait until they may load."""
        if self.path.startswith("/python/"):
            self.server.python_may_load.wait()
        super().do_GET()

    def end_headers(self) -> None:
        """Send headers; the browser's own cache stores nothing."""
        self.send_header("cache-control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with `404.html`."""
        content = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Host(http.server.ThreadingHTTPServer):
    """An HTTP server with the folder that it serves at the moment."""

    folder = SITE

    def __init__(self, port: int) -> None:
        """Listen on a port of this machine; 0 for a free one."""
        super().__init__(("127.0.0.1", port), Files)
        self.python_may_load = threading.Event()
        self.python_may_load.set()


class StaticServer:
    """A plain file server for the site."""

    def __init__(self, folder: Path = SITE) -> None:
        """Start serving a folder on a free port."""
        self.port = 0
        self.start(folder)

    @property
    def python_may_load(self) -> threading.Event:
        """Cleared to hold back Python's files, set to let them load."""
        return self._server.python_may_load

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self, folder: Path = SITE) -> None:
        """Start serving a folder, on the same port as before."""
        self._server = Host(self.port)
        self._server.folder = folder
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def serve(self, folder: Path) -> None:
        """Serve another folder from now on."""
        self._server.folder = folder

    def close(self) -> None:
        """Stop serving: from now on the network is off."""
        self.python_may_load.set()
        self._server.shutdown()
        self._server.server_close()


def installed(page: Page) -> None:
    """Wait until the service worker has stored the whole site."""
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=60_000)


def stored(page: Page, game: str) -> Room:
    """Return a game as the browser has stored it."""
    text = page.evaluate(READ, game)
    return Room.restored(read_game(text).stored(), Random(0), 0)


class StaticHand(Hand):
    """Plays at a page without a server."""

    def game(self) -> GameHistory:
        """Return the game as the browser has stored it."""
        return stored(self.page, self.session["game"]).game


def session(page: Page) -> dict[str, str]:
    """Return the game in the address and its key, as the page stored them."""
    game = page.url.partition("/game/")[2].partition("#")[0]
    found: dict[str, str] = json.loads(page.evaluate(f"localStorage.getItem('carrom.game.{game}')"))
    return found
