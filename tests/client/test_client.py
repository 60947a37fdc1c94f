"""The asynchronous client against a listening server: games, streams that are cut, the lobby, tournaments."""

import asyncio
import re
import runpy
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api.serving import listening
from client.proxy import Proxy

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.client import ApiError, AsyncClient, AsyncGame, LobbyView
from carrom.client import client as connections
from carrom.protocol.common import SeatPlan, Terms, Who
from carrom.protocol.http_lobby import All, GameFound, Here, LobbySnapshot, OpenSeek, OwnLobbyState, Sought
from carrom.protocol.http_tournaments import TournamentKind, TournamentOwn, TournamentState, TournamentTerms

ROOT = Path(__file__).parents[2]
SOFT = Stroke(0, 0, 300_000)
TWO = Terms(
    seats=(
        SeatPlan(seat=Seat.SOUTH, who=Who.ME, name="Asha"),
        SeatPlan(seat=Seat.NORTH, who=Who.HERE, name="Bilal"),
    ),
    first_break=Seat.SOUTH,
)
"""A game in which one client acts for both players."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with listening(tmp_path_factory.mktemp("static")) as found:
        yield found


@pytest.fixture
def here(server: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(connections, "PAUSE", 0.05)
    return str(server.base_url)


async def first(lines, kind):
    """Return the first message of a kind."""
    async for line in lines:
        if isinstance(line, kind):
            return line
    raise AssertionError("the stream has ended")


async def played(game: AsyncGame, version: int, number: int) -> int:
    """Play soft strokes of whoever is in turn."""
    for _ in range(number):
        (expected,) = (await game.state()).state.expected
        assert isinstance(expected, protocol.ExpectStrike)
        version = await game.strike(version, SOFT, expected.seat)
    return version


def test_a_game_against_a_friend_is_made_joined_and_played(here):
    async def run():
        async with AsyncClient(here) as mine, AsyncClient(here) as theirs:
            seats = SeatPlan(seat=Seat.SOUTH, who=Who.ME, name="Asha"), SeatPlan(seat=Seat.NORTH, who=Who.LINK)
            game = await mine.begin(Terms(seats=seats, first_break=Seat.SOUTH))
            other = await theirs.join(game.id, game.opened.invite, "Bilal")
            assert (game.yours, other.yours) == ((Seat.SOUTH,), (Seat.NORTH,))
            stream = other.stream()
            version = (await first(stream, protocol.Snapshot)).version
            done = await game.strike(version, SOFT)
            heard = await first(stream, protocol.Played)
            assert heard.version <= done
            await stream.aclose()
            assert (await game.record()).startswith('[Carrom "2"]')
            with pytest.raises(ApiError, match="version 999") as refused:
                await game.strike(999, SOFT)
            assert (refused.value.status, refused.value.code) == (409, "stale")

    asyncio.run(run())


def test_a_stream_that_is_cut_again_and_again_loses_no_event_and_yields_none_twice(here):
    async def run():
        async with Proxy(here) as proxy, AsyncClient(here) as direct, AsyncClient(proxy.address) as client:
            game = await direct.begin(TWO)
            follower = AsyncGame(client._connection, game.opened)
            stream, heard = follower.stream(), []
            start = await first(stream, protocol.Snapshot)

            async def hear():
                async for message in stream:
                    heard.append(message)

            listening_task = asyncio.create_task(hear())
            version = start.version
            for number in (1, 2, 1):
                proxy.cut()
                version = await played(game, version, number)  # while the connection is down
                await asyncio.sleep(0.3)
                version = await played(game, version, 1)
            proxy.cut()
            for _ in range(100):
                events = [each for each in heard if hasattr(each, "after")]
                if events and events[-1].version == version:
                    break
                await asyncio.sleep(0.1)
            listening_task.cancel()
            versions = [each.version for each in events]
            assert [each.after for each in events] == [start.version, *versions[:-1]], "no gap and no repetition"
            assert versions[-1] == version
            assert not [each for each in heard if isinstance(each, protocol.Snapshot)]
            assert proxy.count >= 4

    asyncio.run(run())


def test_a_stream_whose_missed_events_are_gone_continues_with_a_snapshot(here, monkeypatch):
    """The lines that follow a snapshot decide whether the missed events came."""

    async def run():
        async with AsyncClient(here) as client:
            game = await client.begin(TWO)
            state = await game.state()
            later = protocol.Snapshot(version=state.version + 5, card=state.card, state=state.state, history=())
            seats = protocol.Seats(sitters=(), watchers=0)

            async def lines(connection, operation, words):
                yield state
                yield None
                assert words["since"] == state.version
                yield later
                yield seats
                assert words["since"] == later.version

            monkeypatch.setattr("carrom.client.client.resumed", lines)
            return [each async for each in game.stream()], [state, later, seats]

    found, wanted = asyncio.run(run())
    assert found == wanted


def test_a_command_that_was_not_answered_is_sent_again_and_carried_out_once(here, monkeypatch):
    monkeypatch.setattr(connections, "PAUSES", (0.01, 0.01))

    class Deaf(httpx.AsyncHTTPTransport):
        """Loses the first answer to every command."""

        lost: list[str] = []  # noqa: RUF012

        async def handle_async_request(self, request):
            answer = await super().handle_async_request(request)
            if request.url.path.endswith("/commands") and len(self.lost) < 1:
                self.lost.append(request.url.path)
                await answer.aclose()
                raise httpx.ReadError("the answer is lost", request=request)
            return answer

    async def run():
        async with AsyncClient(here, transport=Deaf()) as client:
            game = await client.begin(TWO)
            before = await game.state()
            version = await game.strike(before.version, SOFT, Seat.SOUTH)
            assert Deaf.lost
            after = await game.state()
            assert after.version == version
            assert len(after.history) == len(before.history) + 1

    asyncio.run(run())


def test_a_server_that_does_not_answer_is_an_error_after_some_tries(monkeypatch):
    monkeypatch.setattr(connections, "PAUSES", (0.01,))

    async def run():
        async with AsyncClient("http://127.0.0.1:9") as client:
            await client.levels()

    with pytest.raises(httpx.TransportError):
        asyncio.run(run())


def test_events_of_all_games_come_as_a_stream_and_are_not_repeated_after_a_cut(here):
    async def run():
        async with Proxy(here) as proxy, AsyncClient(proxy.address) as client, AsyncClient(here) as direct:
            game = await direct.begin(TWO)
            me = AsyncClient(proxy.address, game.opened.key)
            stream = me.events()
            assert (await first(stream, Here)).game == game.id
            await first(stream, All)
            proxy.cut()
            version = await played(game, (await game.state()).version, 1)
            found = await first(stream, Here | All)
            assert isinstance(found, Here)
            assert found.version == version
            await stream.aclose()
            assert [each.game for each in await me.playing()] == [game.id]
            assert [each.game for each in await me.games(max=5)] == [game.id]
            await me.aclose()
            assert client is not direct

    asyncio.run(run())


def test_two_guests_meet_in_the_lobby(here):
    async def run():
        async with AsyncClient(here) as asha, AsyncClient(here) as bilal:
            view = LobbyView()
            stream = asha.lobby(view)
            assert isinstance(await anext(stream), LobbySnapshot)
            await first(stream, OwnLobbyState)
            seek = await asha.seek(Sought(ruleset="icf"), "Asha")
            assert isinstance(seek, OpenSeek)
            while seek.id not in view.seeks:
                await anext(stream)
            game = await bilal.take(seek.id, "Bilal")
            assert isinstance(game, AsyncGame)
            found = await first(stream, GameFound)
            assert found.game == game.id
            while seek.id in view.seeks:
                await anext(stream)
            await stream.aclose()
            assert (await asha.game(found.game, found.seat).state()).card is not None

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_tournament_is_made_joined_followed_and_cancelled(here):
    async def run():
        async with AsyncClient(here) as organiser, AsyncClient(here) as player:
            terms = TournamentTerms(
                name="Friday", kind=TournamentKind.SWISS, starts=int(time.time() * 1000) + 3_600_000
            )
            made = await organiser.create_tournament(terms, "Asha")
            assert made.id in {each.id for each in await player.tournaments()}
            joined = await player.tournament(made.id).join("Bilal")
            assert joined.entry == 1
            stream = player.tournament(made.id).stream()
            assert (await first(stream, TournamentState)).summary.players == 1
            await stream.aclose()
            assert (await made.standings()).total == 1
            assert (await made.games()).total == 0
            assert isinstance(await player.tournament(made.id).withdraw(), TournamentOwn)
            assert (await made.cancel()).tournament.summary.stage == "cancelled"
            with pytest.raises(ApiError):
                await player.tournament(made.id).start()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_the_example_of_the_documentation_runs(here, capsys):
    page = (ROOT / "docs" / "how-to" / "api.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert "http://127.0.0.1:8137" in example
    exec(compile(example.replace("http://127.0.0.1:8137", here), "api.md", "exec"), {"__name__": "__main__"})
    assert re.fullmatch(r"(pocketed: .*|nothing fell)\n", capsys.readouterr().out)


def test_a_users_program_plays_on_a_server(here, capsys, monkeypatch):
    monkeypatch.setenv("CARROM_SERVER", here)
    runpy.run_path(str(ROOT / "tests" / "user_programs" / "async_client.py"), run_name="__main__")
    assert re.search(r"[12] strokes against \S+\n", capsys.readouterr().out)
