"""Helpers for the umpire's page: start sheets over HTTP, press keys by their test ids, count taps."""

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect

KEY, REFEREE, WATCH = "umpires-key-1234", "referees-key-1234", "readers-key-1234"
DEAF = 310
"""Milliseconds after a tap during which the page ignores further taps."""


def ask(address: str, path: str, body: dict[str, Any] | None = None, key: str = KEY) -> Any:
    """Send a request as the page does, and return the JSON of the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address.rstrip("/") + path, data, {"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


class Sheet:
    """A new sheet on a server, which no device has written to."""

    def __init__(self, address: str, **fields: Any) -> None:
        self.address, self.count = address, 0
        body = {"type": "begin-sheet", "key": KEY, "referee": REFEREE, "watch": WATCH, "players": ["Asha", "Bilal"]}
        body["nonce"] = f"begins-a-sheet-{abs(hash(json.dumps(fields, sort_keys=True))):x}"
        self.name = ask(address, "/sheets", {**body, "umpire": "Esha", **fields})["sheet"]

    def type(self, *lines: str, device: str = "a-device-of-a-test") -> Any:
        """Type lines over HTTP as a device."""
        for line in lines:
            self.count += 1
            version = ask(self.address, f"/sheets/{self.name}")["version"]
            body = {"type": "type-line", "nonce": f"line-of-a-test-{self.count:04}", "device": device}
            ask(self.address, f"/sheets/{self.name}/lines", {**body, "version": version, "line": line})
        return self.told()

    def told(self) -> Any:
        """Return the current state of the sheet."""
        return ask(self.address, f"/sheets/{self.name}")

    def open(self, page: Page, key: str = KEY, address: str | None = None) -> "Phone":
        """Open the sheet on a phone, taking it over if another device wrote to it."""
        page.goto(f"{address or self.address}umpire/{self.name}#key={key}")
        sheet = page.get_by_test_id("umpire-sheet")
        expect(sheet).to_have_attribute("data-version", re.compile("[0-9]"))
        phone = Phone(page)
        if page.get_by_test_id("take-over").count():
            phone.tap("take-over")
            expect(page.get_by_test_id("take-over")).to_have_count(0)
        return phone


class Phone:
    """A page that shows a sheet."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, *names: str) -> None:
        """Press keys one after the other, waiting before each as long as the page ignores taps."""
        for name in names:
            self.page.wait_for_timeout(DEAF)
            self.page.get_by_test_id(name).click(force=True)
            self.taps += 1

    @property
    def sheet(self) -> Any:
        return self.page.get_by_test_id("umpire-sheet")

    def ruled(self) -> None:
        """Wait until every line has its ruling."""
        expect(self.sheet).to_have_attribute("data-waiting", "0")
