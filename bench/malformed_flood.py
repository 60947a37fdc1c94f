"""Flood a server with the mutants of `carrom bench malformed_messages`; its default limits must slow them down."""

import asyncio
import tempfile
import time
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from bench.lines import Line, Server, seat_now, two_friends
from bench.mutants import Mutants, Place
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from carrom import protocol
from carrom.protocol import decode_server, encode
from carrom.server.common import ServerLimits

FLOODER = "127.0.0.2"
"""The address of the flood; the honest player uses another."""
REQUESTS, PINGS = 400, 200
SLOWED = 1008
"""Websocket close code for too many invalid messages."""


def flooded(chance: Random) -> list[str]:
    """Flood a server, print the results, and return a line per fault."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "serve", "--workers", "0")
        try:
            return asyncio.run(_flood(server, chance))
        finally:
            server.end()


async def _flood(server: Server, chance: Random) -> list[str]:
    honest, limits = Line(server.port, two_friends()), ServerLimits()
    honest_task = asyncio.create_task(honest.run())
    try:
        while honest.state is None:
            await asyncio.sleep(0.05)
        found = await _pings(server, limits) + await _mutants(server, limits, chance)
        found += await asyncio.to_thread(_requests, server, limits)
        return found + await _plays_on(honest)
    finally:
        honest_task.cancel()
        await asyncio.gather(honest_task, return_exceptions=True)


def _come(server: Server) -> connect:
    where = f"127.0.0.1:{server.port}"
    return connect(f"ws://{where}/ws", origin=f"http://{where}", local_addr=(FLOODER, 0), max_size=None)  # type: ignore[arg-type]


async def _pings(server: Server, limits: ServerLimits) -> list[str]:
    """Send too many pings at once: those above the burst are refused, and reading pauses."""
    heard: Counter[str] = Counter()
    began = time.monotonic()
    async with _come(server) as line:
        for _ in range(PINGS):
            await line.send(encode(protocol.Ping()))
        while heard["pong"] + heard["too-fast"] < PINGS // 2:
            match decode_server(await line.recv()):
                case protocol.Pong():
                    heard["pong"] += 1
                case protocol.Refused(code=protocol.Refusal.TOO_FAST):
                    heard["too-fast"] += 1
        took = time.monotonic() - began
    most = limits.messages.burst + limits.messages.per_second * (took + 1)
    print(
        f"{PINGS} pings at once: of the first {PINGS // 2}, in {took:.1f} s, {heard['too-fast']} were refused",
        flush=True,
    )
    return [] if heard["too-fast"] and heard["pong"] <= most else [f"too many pings were answered: {dict(heard)}"]


async def _mutants(server: Server, limits: ServerLimits, chance: Random) -> list[str]:
    """Send invalid messages over several connections; each must be closed, until none is accepted."""
    mutants, refused, codes = Mutants(chance), 0, Counter[int]()
    began = time.monotonic()
    for _ in range(8):
        try:
            async with _come(server) as line:
                while True:
                    for _ in range(10):
                        await line.send(b"{" + chance.randbytes(8) + str(mutants.message(Place())).encode()[:100])
                    for _ in range(10):
                        while not isinstance(decode_server(await line.recv()), protocol.Refused):
                            pass
                        refused += 1
        except ConnectionClosed as closed:
            codes[closed.rcvd.code if closed.rcvd is not None else 1006] += 1
        except InvalidHandshake:
            codes[0] += 1
    took = time.monotonic() - began
    most = limits.invalid_messages.burst + limits.invalid_messages.per_second * took + 8
    print(
        f"8 connections with invalid messages: {refused} refusals in {took:.1f} s, then closed: {dict(codes)}",
        flush=True,
    )
    if set(codes) != {SLOWED}:
        return [f"connections with invalid messages were closed with {dict(codes)}"]
    return [] if refused <= most else [f"{refused} refusals in {took:.1f} s, more than {most:.0f}"]


def _requests(server: Server, limits: ServerLimits) -> list[str]:
    """Send too many requests; those above the limit get 429 with the name of the limit and a waiting time."""
    statuses: Counter[int] = Counter()
    named, began = 0, time.monotonic()
    line = HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(FLOODER, 0))
    for _ in range(REQUESTS):
        line.request("GET", "/api/rules")
        answer = line.getresponse()
        content = answer.read()
        statuses[answer.status] += 1
        if answer.status == 429:
            named += b'"key"' in content and answer.getheader("retry-after") is not None
    line.close()
    took = time.monotonic() - began
    most = limits.requests.burst + limits.requests.per_second * took + 1
    print(f"{REQUESTS} requests in {took:.1f} s: {dict(statuses)}", flush=True)
    found = [] if statuses[200] <= most else [f"{statuses[200]} requests were answered in {took:.1f} s"]
    return found if set(statuses) <= {200, 429} and named == statuses[429] else [*found, f"answers: {dict(statuses)}"]


async def _plays_on(honest: Line) -> list[str]:
    """Play a stroke from another address, which must succeed."""
    from bench.chaos_players import awaited

    if honest.state is None or honest.version is None:
        return ["the honest player sees no game during the flood"]
    act = awaited(Random(1), honest.state, honest.version, set(seat_now(honest.state, honest.yours).values()))
    if act is None or honest.breaks:
        return [f"the honest player was disconnected {honest.breaks} times; expected: {honest.state.expected}"]
    await honest.say(act)
    async with asyncio.timeout(60):
        while honest.pending is not None:
            await asyncio.sleep(0.01)
    return [] if act.nonce in honest.acknowledged else ["an honest stroke was refused during the flood"]
