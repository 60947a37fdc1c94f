"""The client in docs/tutorials/websocket-client.md works with a real server and prints the output shown there."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from server.serving import Carrom, page

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "websocket-client.md"


@pytest.mark.slow
def test_the_client_of_the_tutorial_prints_what_the_page_shows(tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    steps = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)
    assert len(steps) >= 8
    running = Carrom(page(tmp_path / "static"), tmp_path / "data")
    names = {}
    try:
        for code, shown in steps:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(code.replace("ws://127.0.0.1:8137/", running.address.replace("http", "ws")), names)
            assert out.getvalue() == shown
    finally:
        names["connections"].close()
        running.kill()
