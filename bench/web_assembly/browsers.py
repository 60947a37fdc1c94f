"""Chromium and Firefox with a page of the comparison: files served on localhost, and functions called in the page."""

import http.server
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.firefox import Firefox

KINDS = {"js": "text/javascript", "mjs": "text/javascript", "html": "text/html", "json": "application/json"}
BROWSERS = ("chromium", "firefox")

Evaluate = Callable[..., Any]
"""Call a JavaScript function in the page with JSON values, and return its JSON value."""


@contextmanager
def opened(browser: str, files: Mapping[str, bytes]) -> Iterator[Evaluate]:
    """Serve files by their names beside an empty page, open it in a browser, and yield what calls functions there.

    Raises `FirefoxError` if Firefox is missing.
    """
    with served({"": b"<!doctype html>", **files}) as address, OPENED[browser](address) as evaluate:
        yield evaluate


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[str]:
    """Serve files by their names, and yield the address."""

    class Files(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = self.path[1:]
            content = files.get(name)
            self.send_response(200 if content is not None else 404)
            self.send_header("content-type", KINDS.get(name.rpartition(".")[2] or "html", "application/octet-stream"))
            self.send_header("content-length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def _chromium(address: str) -> Iterator[Evaluate]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        yield lambda function, *given: page.evaluate(f"(given) => ({function})(...given)", list(given))
        browser.close()


@contextmanager
def _firefox(address: str) -> Iterator[Evaluate]:
    with Firefox() as firefox:
        firefox.goto(address)
        yield firefox.evaluate


OPENED = {"chromium": _chromium, "firefox": _firefox}
