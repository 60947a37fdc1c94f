"""A proxy between page and server that refuses the websocket."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from e2e.conftest import DESKTOP, ROOT, missing
from playwright.sync_api import Browser, expect


class Proxy(SimpleHTTPRequestHandler):
    """Serves the page over HTTP, without websocket support."""

    def log_message(self, *_: object) -> None:
        """Suppress request logging."""


@pytest.fixture
def address() -> Iterator[str]:
    static = ROOT / "src" / "carrom" / "static"
    if not (static / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Proxy, directory=str(static))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.slow
def test_a_refused_websocket_is_told_in_one_sentence(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESKTOP)
    page.goto(address)
    expect(page.get_by_test_id("line")).to_contain_text("Live updates are blocked", timeout=15_000)
    page.close()
