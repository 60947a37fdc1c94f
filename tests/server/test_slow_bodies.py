"""Slow request bodies: many from one address block do not keep others out, behind a real Caddy or without a proxy."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from carrom.protocol import Ping, Pong, decode_server, encode

from .programs import missing
from .serving import Carrom, page
from .test_gate import until

ROOT = Path(__file__).resolve().parents[2]
LINES = 1020
"""Slow requests from one address; more than the limit of 1,000 in `deploy/carrom.toml`."""
ATTACKER, PLAYER = "127.0.0.2", "127.0.0.3"
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs every address of 127.0.0.0/8")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of open files to what the attack needs."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * LINES
    assert hard == resource.RLIM_INFINITY or hard >= wanted, "the attack needs more open files than this machine allows"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def server(tmp_path: Path, many_files: None) -> Iterator[Carrom]:
    """A server with accounts and the settings of `deploy/carrom.toml`, with a request rate too high to protect it."""
    settings = (
        "--settings",
        str(ROOT / "deploy/carrom.toml"),
        "--accounts",
        "on",
        "--workers",
        "0",
        "--log-format",
        "text",
    )
    words = (*settings, "--host", "127.0.0.1", "--requests", "100000,100000", "--allow-host", "carrom.example.org")
    running = Carrom(page(tmp_path / "static"), tmp_path / "data", 0, *words, command=("serve",))
    assert running.port, running.finished()
    yield running
    running.kill()


@pytest.fixture
def caddy(server: Carrom, tmp_path: Path) -> Iterator[int]:
    """The port of a Caddy that runs the Caddyfile of `docs/how-to/operating.md`, without TLS."""
    program = shutil.which("caddy")
    if program is None:
        missing("caddy")
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    text = (ROOT / "docs/how-to/operating.md").read_text(encoding="utf-8")
    block = re.search(r"^    carrom\.example\.org \{\n.*?^    \}\n", text, re.MULTILINE | re.DOTALL)
    assert block is not None, "docs/how-to/operating.md has a Caddyfile"
    proxied = (
        block[0]
        .replace("carrom.example.org", f"http://carrom.example.org:{port}")
        .replace("127.0.0.1:8137", f"127.0.0.1:{server.port}")
    )
    (tmp_path / "Caddyfile").write_text(f"{{\n admin off\n auto_https off\n}}\n{proxied}")
    process = subprocess.Popen(
        [program, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"],
        stderr=(tmp_path / "caddy.log").open("w"),
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    try:
        until(lambda: process.poll() is not None or _listens(port), 20)
        assert process.poll() is None, (tmp_path / "caddy.log").read_text()
        yield port
    finally:
        process.kill()
        process.wait()


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


@contextlib.asynccontextmanager
async def attack(port: int, *addresses: str) -> AsyncIterator[None]:
    """Send `LINES` requests whose bodies never arrive from these addresses, and replace each that is closed."""
    head = (
        b"POST /me/sign-in HTTP/1.1\r\nhost: carrom.example.org\r\ncontent-type: application/json\r\n"
        b"content-length: 100\r\n\r\n{"
    )
    begun, open_lines = 0, []

    async def line(address: str) -> None:
        nonlocal begun
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                begun += 1
                open_lines.append(writer)
                writer.write(head)
                while await reader.read(4096):
                    pass
                writer.close()
            await asyncio.sleep(1)

    lines = [asyncio.create_task(line(addresses[number % len(addresses)])) for number in range(LINES)]
    try:
        while begun < LINES:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        yield
    finally:
        for each in lines:
            each.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        for writer in open_lines:
            writer.transport.abort()


def comes(port: int) -> connect:
    """Return the player's websocket, not yet open."""
    address = f"ws://carrom.example.org:{port}/ws"
    return connect(address, host="127.0.0.1", port=port, local_addr=(PLAYER, 0), open_timeout=20, close_timeout=1)


async def nobody_is_kept_out(port: int, direct: int) -> None:
    """Repeatedly load pages and open a websocket as a player, and check health as a proxy."""
    headers = {"host": "carrom.example.org"}
    transport = httpx.AsyncHTTPTransport(local_address=PLAYER)
    async with httpx.AsyncClient(transport=transport, headers=headers, timeout=20) as player:
        for _ in range(6):
            for path in ("/", "/readyz", "/healthz", "/me"):
                found = await player.get(f"http://127.0.0.1:{port}{path}")
                assert found.status_code == 200, f"{path}: {found.status_code} {found.text}"
            refused = await player.post(f"http://127.0.0.1:{port}/me/sign-in", json={})
            assert refused.status_code == 422, f"the body was not read: {refused.text}"
            async with comes(port) as line:
                await line.recv()
            async with httpx.AsyncClient(timeout=20) as proxy:
                assert (await proxy.get(f"http://127.0.0.1:{direct}/readyz")).status_code == 200
            await asyncio.sleep(0.3)


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_thousand_slow_bodies_of_one_address_through_caddy_keep_nobody_else_out(
    server: Carrom, caddy: int
) -> None:
    async with comes(caddy) as line:
        await line.recv()
        async with attack(caddy, ATTACKER):
            await nobody_is_kept_out(caddy, server.port)
            await line.send(encode(Ping()))
            while not isinstance(decode_server(await asyncio.wait_for(line.recv(), 20)), Pong):
                pass
    _, log = server.told(signal.SIGTERM)
    assert "Traceback" not in log
    assert "ERROR" not in log


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_thousand_slow_bodies_of_seventeen_addresses_without_a_proxy_keep_nobody_else_out(
    server: Carrom,
) -> None:
    async with attack(server.port, *(f"127.0.1.{number}" for number in range(1, 18))):
        await nobody_is_kept_out(server.port, server.port)
        _, log = await asyncio.to_thread(server.told, signal.SIGTERM)
    assert "Traceback" not in log
    assert "ERROR" not in log
