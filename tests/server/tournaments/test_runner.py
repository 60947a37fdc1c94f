"""Arenas, Swiss tournaments and knockouts of a server, from the first entry to the last place."""

import asyncio
import json
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from server.seeks.people import guest, person
from server.serving import Carrom, page
from server.tournaments.evening import Clock, Process, evening, refused, terms
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode
from carrom.protocol.http_lobby import Sought
from carrom.server.events.tournament_routes import bracket_view
from carrom.server.events.tournaments import LiveTournament, standings_of

PEOPLE = [guest(f"guest{number}") for number in range(1, 13)]


async def with_people(at: Process, number: int, kind: str = "arena", **more: object) -> LiveTournament:
    live = await at.create(PEOPLE[0], terms(kind, **more))
    for each in PEOPLE[:number]:
        await at.join(live.id, each)
    return live


def test_an_arena_of_eight_pairs_everybody_at_its_start_and_again_when_they_are_free(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 8)
        await at.step(live)
        assert live.state.stage == "created"
        await at.step(live, 60)
        assert live.state.stage == "running"
        assert len(live.state.running) == 4
        assert all(each.game for each in live.state.pairings)
        for number in live.state.running:
            await at.play(live, live.state.pairing(number), live.state.pairing(number).b)
        before = {frozenset(each.entries) for each in live.state.pairings}
        await at.step(live)
        assert len(live.state.running) == 4
        assert not before & {frozenset(each.entries) for each in live.state.pairings[4:]}
        assert sorted(each.points for each in live.state.entries) == [0, 0, 0, 0, 2, 2, 2, 2]
        clock.now = live.state.ends or 0
        await at.step(live)
        assert live.state.stage == "finished"
        assert live.setting.outcome is not None
        assert live.setting.outcome.players == 8
        late = live.state.running[0]
        await at.play(live, live.state.pairing(late), live.state.pairing(late).b)
        await at.step(live)
        await at.runner._store_results(live)
        assert live.state.pairing(late).how == "late"
        assert sum(each.points for each in live.state.entries) == 8

    evening(all_of_it, tmp_path / "games.db")


@pytest.mark.slow
def test_a_swiss_of_six_plays_its_rounds_and_ranks_by_points_and_buchholz(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 6, "swiss", rounds=3, between=30)
        await at.step(live, 61)
        for number in (1, 2, 3):
            assert live.state.round == number
            assert len(live.state.running) == 3
            for each in live.state.running:
                pairing = live.state.pairing(each)
                await at.play(live, pairing, max(pairing.entries))
            await at.step(live)
            assert not live.state.running
            await at.step(live, 20)
            assert live.state.round == number, "the pause between two rounds"
            await at.step(live, 10)
        assert live.state.stage == "finished"
        first, *rest = standings_of(live.state)
        assert (first.entry, first.points) == (1, 6)
        assert [each.points for each in rest] == sorted((each.points for each in rest), reverse=True)
        met = [frozenset(each.entries) for each in live.state.pairings]
        assert len(set(met)) == len(met) == 9

    evening(all_of_it, tmp_path / "games.db")


def test_a_knockout_of_five_goes_on_without_the_player_who_does_not_come(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 5, "knockout", between=5, appear=30)
        await at.step(live, 61)
        assert [each.how for each in live.state.pairings].count("bye") == 3
        (number,) = live.state.running
        pairing = live.state.pairing(number)
        here = (await at.games.active.open(str(pairing.game))).follow
        from carrom.board.seat import Seat

        here(lambda text: None, None, frozenset({Seat.SOUTH}))
        await at.step(live, 20)
        assert live.state.pairing(number).result is None
        await at.step(live, 20)
        over = live.state.pairing(number)
        assert (over.result, over.how) == ("first", "absent")
        assert live.state.entry(pairing.b).paused
        assert not live.state.entry(pairing.a).paused
        for _ in range(40):
            await at.step(live, 5)
            for each in live.state.running:
                ahead = live.state.pairing(each)
                if ahead.game:
                    await at.play(live, ahead, max(ahead.entries), strokes=1)
            if live.is_over:
                break
        assert live.state.stage == "finished"
        places = standings_of(live.state)
        assert places[0].entry == 1
        assert [each.place for each in places] == [1, 2, 3, 3, 5]
        shown = bracket_view(live, at.registry.names)
        assert [len(row) for row in shown.rounds] == [4, 2, 1]
        assert [each.bye for each in shown.rounds[0]].count(True) == 3
        ((final,),) = shown.rounds[2:]
        assert (final.entries[final.winner - 1], final.names[final.winner - 1]) == (1, "guest1")
        assert all(each.game for row in shown.rounds for each in row if not each.bye)
        assert live.setting.outcome is not None
        assert [each.name for each in live.setting.outcome.winner] == ["guest1"]

    evening(all_of_it, tmp_path / "games.db")


def test_nobody_wins_a_game_to_which_nobody_comes_and_both_are_paused_until_they_return(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 2, appear=15)
        await at.step(live, 61)
        await at.step(live, 16)
        (only,) = live.state.pairings
        assert (only.result, only.how, only.points) == ("nobody", "absent", (0, 0))
        assert [each.paused for each in live.state.entries] == [True, True]
        await at.step(live, 1)
        assert len(live.state.pairings) == 1
        for each in PEOPLE[:2]:
            await at.join(live.id, each)
        await at.step(live, 1)
        assert len(live.state.pairings) == 2

    evening(all_of_it, tmp_path / "games.db")


def test_four_pairs_play_an_arena_of_doubles(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await at.create(PEOPLE[0], terms(game=Sought(players=4)))
        word = "w" * 32
        await at.join(live.id, PEOPLE[0], partner=word)
        for each in PEOPLE[2:8]:
            await at.join(live.id, each)
        assert await refused(at.join(live.id, PEOPLE[1], partner="x" * 32, entry=1)) == (
            "This pair waits for another partner; ask them for their link."
        )
        await at.join(live.id, PEOPLE[1], partner=word, entry=1)
        assert [len(each.members) for each in live.state.entries] == [2, 2, 2, 2]
        await at.step(live, 61)
        assert len(live.state.running) == 2
        for number in live.state.running:
            pairing = live.state.pairing(number)
            await at.play(live, pairing, pairing.b, strokes=9)
        await at.step(live)
        assert sorted(each.points for each in live.state.entries) == [0, 0, 2, 2]
        game = await at.games.active.open(str(live.state.pairing(1).game))
        assert len(game.room.setting.sitters) == 4

    evening(all_of_it, tmp_path / "games.db")


def test_a_rated_game_of_a_tournament_changes_the_ratings(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        people = [person("anna"), person("ben")]
        for each in people:
            at.store.database.write(
                (
                    "INSERT INTO account (id, name, folded, skeleton, bot, role, state, made, muted) "
                    "VALUES (?, ?, ?, ?, 0, '', 'open', 0, 0) RETURNING id",
                    (each.account, each.name, each.name, each.name),
                )
            )
        live = await at.create(people[0], terms(accounts=True))
        assert "is for people with accounts" in await refused(at.join(live.id, PEOPLE[0]))
        for each in people:
            await at.join(live.id, each)
        await at.step(live, 61)
        pairing = live.state.pairing(1)
        await at.play(live, pairing, pairing.b)
        await at.step(live)
        import asyncio

        for _ in range(100):
            found = at.service._ratings.of("anna", "icf.game")
            if found is not None:
                break
            await asyncio.sleep(0.05)
        assert found is not None
        assert found.games == 1
        room = (await at.games.active.open(str(pairing.game))).room
        assert {each.name for each in room.setting.sitters} == {"anna", "ben"}

    evening(all_of_it, tmp_path / "games.db")


# -- An arena on a real server: its players read streams, play over websockets, and the server is killed

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
                async for texts in lines(self.port, f"/api/tournaments/{self.id}/stream", self.key):
                    if texts["type"] == "yours" and texts["game"] is not None:
                        await self.play(texts["game"])
            await asyncio.sleep(0.1)

    async def play(self, game: str) -> None:
        address = f"127.0.0.1:{self.port}"
        async with connect(f"ws://{address}/ws", origin=f"http://{address}") as line:  # type: ignore[arg-type]
            await line.send(encode(protocol.Resume(game=game, key=self.key)))
            mine, version, strokes = (), 0, 0
            async for text in line:
                message = decode_server(text)
                if isinstance(message, protocol.Joined):
                    mine = message.yours
                state = getattr(message, "state", None)
                version = getattr(message, "version", version)
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
            answer = await asyncio.to_thread(call, port, f"/{id}/cancel", {"key": key})
            assert answer["tournament"]["summary"]["stage"] == "finished"
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
