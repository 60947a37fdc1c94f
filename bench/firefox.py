"""Drive Debian's Firefox by WebDriver BiDi over a websocket; playwright drives only a Firefox build of its own."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

NAMES = ("firefox-esr", "firefox")
MISSING = "Firefox is missing: install it (`apt-get install firefox-esr`), or set CARROM_FIREFOX to its path."
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.max_script_run_time": 0,
    "ui.prefersReducedMotion": 1,
}
"""Of the profile: no dialogs, no telemetry, no warning about a long script."""
KEYS = {
    "Shift": "\ue008", "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip
"""Keys without a character, as WebDriver names them."""
POLL = 0.05
"""Seconds between two looks at a condition."""


class FirefoxError(RuntimeError):
    """Firefox is missing, did not start, or refused a command; or a script in its page failed."""


class Firefox:
    """A headless Firefox with a new profile and one tab. Close it, or use it in a `with` statement."""

    def __init__(self, start_limit: float = 120.0) -> None:
        """Start Firefox. Raises `FirefoxError` if it is missing or does not answer within `start_limit` seconds."""
        self.complaints: list[str] = []
        """Errors on the console and uncaught exceptions of the page."""
        self._profile = tempfile.TemporaryDirectory(prefix="carrom-firefox-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (Path(self._profile.name) / "user.js").write_text("".join(lines))
        self._open = ExitStack()
        command = [path(), "--headless", "--no-remote", "--profile", self._profile.name, "--remote-debugging-port", "0"]
        self._process = subprocess.Popen([*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            address = self._address(start_limit)
            line = connect(f"{address}/session", max_size=None, open_timeout=start_limit, compression=None)
            self._socket = self._open.enter_context(line)
        except Exception:
            self._end()
            raise
        self._count = 0
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self.tab: str = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def __enter__(self) -> "Firefox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End Firefox and delete its profile."""
        self._open.close()
        self._end()

    def command(self, method: str, limit: float = 600.0, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; raise `FirefoxError` if it fails or takes over `limit` seconds."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        ends = time.monotonic() + limit
        while True:
            try:
                message = json.loads(self._socket.recv(timeout=max(0.0, ends - time.monotonic())))
            except TimeoutError:
                raise FirefoxError(f"{method} was not answered within {limit:.0f} s") from None
            if message.get("id") == self._count:
                if message["type"] == "error":
                    raise FirefoxError(f"{method}: {message['error']}: {message['message']}")
                return dict(message["result"])
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.complaints.append(str(message["params"]["text"]))

    def goto(self, address: str) -> None:
        """Open an address and wait until the page has loaded."""
        self.command("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self.command("browsingContext.reload", context=self.tab, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page with JSON values, wait for its promise, and return its JSON value."""
        text = f"async (given) => JSON.stringify((await ({function})(...JSON.parse(given))) ?? null)"
        given = {"type": "string", "value": json.dumps(arguments)}
        answer = self.command(
            "script.callFunction", functionDeclaration=text, arguments=[given], target={"context": self.tab},
            awaitPromise=True, userActivation=True,
        )  # fmt: skip
        if answer["type"] == "exception":
            raise FirefoxError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for(self, function: str, *arguments: Any, limit: float = 60.0) -> Any:
        """Call a function until it returns a true value, and return that; raise `FirefoxError` after `limit` s."""
        ends = time.monotonic() + limit
        while not (found := self.evaluate(function, *arguments)):
            if time.monotonic() > ends:
                raise FirefoxError(f"{function} with {arguments} was not true within {limit:.0f} s")
            time.sleep(POLL)
        return found

    def press(self, *keys: str) -> None:
        """Press keys, each a character, a name of `KEYS`, or one of these after `Shift+`."""
        actions = []
        for key in keys:
            parts = [KEYS.get(part, part) for part in key.split("+")]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self._perform({"type": "key", "id": "keys", "actions": actions})

    def drag(self, *places: tuple[float, float], step: int = 30, hold: int = 0) -> None:
        """Press the mouse at the first place (CSS pixels), move it to the others in `step` ms each, and release it
        after `hold` ms."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": step if index else 0}
            for index, (x, y) in enumerate(places)
        ]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        pause = {"type": "pause", "duration": hold}
        self._perform({"type": "pointer", "id": "mouse", "actions": [moves[0], down, *moves[1:], pause, up]})

    def viewport(self, width: int, height: int) -> None:
        """Set the size of the page in CSS pixels."""
        self.command("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def screenshot(self, file: Path) -> None:
        """Write a picture of what the window shows (PNG)."""
        file.write_bytes(base64.b64decode(self.command("browsingContext.captureScreenshot", context=self.tab)["data"]))

    def _perform(self, source: dict[str, Any]) -> None:
        self.command("input.performActions", context=self.tab, actions=[source])

    def _address(self, limit: float) -> str:
        """Return the websocket address that Firefox writes when it is ready; go on reading so that it never blocks."""
        found: list[str] = []
        ready = threading.Event()

        def read() -> None:
            assert self._process.stderr is not None
            for line in self._process.stderr:
                if match := re.search(rb"BiDi listening on (ws://\S+)", line):
                    found.append(match[1].decode())
                    ready.set()
            ready.set()

        threading.Thread(target=read, daemon=True).start()
        ready.wait(limit)
        if not found:
            raise FirefoxError(f"Firefox did not start within {limit:.0f} s (exit code {self._process.poll()})")
        return found[0]

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()


def path() -> str:
    """Return the path of Firefox: `CARROM_FIREFOX`, or the first on the PATH. Raises `FirefoxError`."""
    named = os.environ.get("CARROM_FIREFOX")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FirefoxError(MISSING)
    return found
