"""An arena on a real server: its players read streams, play over websockets, and the server is killed."""

import asyncio
import json
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from server.serving import Carrom, page
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode

PLAYERS = 8


async def lines(port: int, path: str, key: str) -> AsyncIterator[dict[str, Any]]:
    """Yield the lines of a stream until the connection breaks."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n\r\n"
        writer.write(head.encode())
        while text := await reader.readline():
            if text.startswith(b"{"):
                yield json.loads(text)
    finally:
        writer.close()


class Player:
    """A guest who follows the tournament's stream and plays the games it names, until somebody's fourth stroke."""

    def __init__(self, port: int, id: str, number: int) -> None:
        self.port, self.id, self.number, self.key = port, id, number, f"player-{number}".ljust(32, "x")
        self.played: set[str] = set()

    async def run(self) -> None:
        while True:
            with suppress(OSError, WebSocketException, asyncio.IncompleteReadError, json.JSONDecodeError):
                async for told in lines(self.port, f"/api/tournaments/{self.id}/stream", self.key):
                    if told["type"] == "yours" and told["game"] is not None:
                        await self.play(told["game"])
            await asyncio.sleep(0.1)

    async def play(self, game: str) -> None:
        address = f"127.0.0.1:{self.port}"
        async with connect(f"ws://{address}/ws", origin=f"http://{address}") as line:  # type: ignore[arg-type]
            await line.send(encode(protocol.Resume(game=game, key=self.key)))
            mine, version, strokes = (), 0, 0
            async for text in line:
                told = decode_server(text)
                if isinstance(told, protocol.Joined):
                    mine = told.yours
                state = getattr(told, "state", None)
                version = getattr(told, "version", version)
                if not isinstance(state, protocol.State):
                    continue
                if state.result is not None:
                    self.played.add(game)
                    return
                here = {each.seat for each in state.seated if each.sitter in mine}
                strokes = state.strokes
                if state.expected and state.expected[0].seat in here:
                    await line.send(encode(self._command(state, version, strokes)))

    def _command(self, state: protocol.State, version: int, strokes: int) -> protocol.ClientMessage:
        expected: Any = state.expected[0]
        common: dict[str, Any] = {"nonce": f"player-{self.number}-{time.time_ns()}", "version": version}
        if strokes >= 4:
            return protocol.Resign(**common, seat=expected.seat)
        match expected:
            case protocol.ExpectPlace():
                return protocol.Place(**common, seat=expected.seat, disc=expected.disc, at=expected.spots[0])
            case _:
                stroke = Stroke(expected.intervals[0].lo, 0, 300_000)
                return protocol.Strike(**common, seat=expected.seat, stroke=stroke)


def call(port: int, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tournaments{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return dict(json.loads(answer.read()))


async def until(port: int, id: str, games: int) -> list[dict[str, Any]]:
    """Wait until so many games of a tournament are over, and return all games."""
    async with asyncio.timeout(60):
        while True:
            found = (await asyncio.to_thread(call, port, f"/{id}/games?max=200"))["games"]
            if sum(each["result"] is not None for each in found) >= games:
                return list(found)
            await asyncio.sleep(0.2)


@pytest.mark.slow
def test_an_arena_goes_on_after_the_server_is_killed_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    words = ("--api", "100000,100000", "--streams", "64", "--messages", "1000,1000")
    command = ("serve", "--requests", "100000,100000", "--computing-time", "100000,100000")

    def served(port: int = 0) -> Carrom:
        return Carrom(page(tmp_path / "static"), tmp_path / "data", port, *words, command=command)

    async def all_of_it() -> None:
        server = served()
        port = server.port
        key = "creator".ljust(32, "x")
        terms = {"name": "Evening", "starts": int(time.time() * 1000) + 600_000, "game": {"length": "board"}}
        made = await asyncio.to_thread(call, port, "", {"key": key, "name": "Asha", "terms": terms})
        id = made["tournament"]["summary"]["id"]
        players = [Player(port, id, number) for number in range(PLAYERS)]
        for each in players:
            own = await asyncio.to_thread(call, port, f"/{id}/join", {"key": each.key, "name": f"Player {each.number}"})
            assert own["entry"] == each.number + 1
        running = [asyncio.create_task(each.run()) for each in players]
        try:
            await asyncio.to_thread(call, port, f"/{id}/start", {"key": key})
            before = await until(port, id, 6)
            server.process.kill()
            server.process.communicate()
            server = served(port)
            after = await until(port, id, len(before) + 6)
            told = await asyncio.to_thread(call, port, f"/{id}/cancel", {"key": key})
            assert told["tournament"]["summary"]["stage"] == "finished"
            rows = (await asyncio.to_thread(call, port, f"/{id}/standings"))["rows"]
            all_games = (await asyncio.to_thread(call, port, f"/{id}/games?max=200"))["games"]
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            server.kill()
        known = {each["number"]: each for each in after}
        for each in before:
            assert known[each["number"]]["game"] == (each["game"] or known[each["number"]]["game"])
            if each["result"] is not None:
                assert known[each["number"]] == each, "a result has changed"
        games = [each["game"] for each in all_games if each["game"]]
        assert len(games) == len(set(games)), "a game belongs to two pairings"
        points = dict.fromkeys(range(1, PLAYERS + 1), 0)
        for each in all_games:
            for entry, gained in zip(each["entries"], each["points"] or (0, 0), strict=True):
                points[entry] += gained
        assert {row["entry"]: row["points"] for row in rows} == points
        counted = [each for each in all_games if each["result"] in ("first", "second")]
        assert sum(points.values()) == 2 * len([each for each in counted if each["how"] != "late"])

    asyncio.run(all_of_it())
