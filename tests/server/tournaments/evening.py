"""Processes that run online tournaments on one database with a clock that tests advance."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol.http_lobby import Sought
from carrom.protocol.http_tournaments import TournamentJoining, TournamentKind, TournamentTerms
from carrom.server.common import ServerLimits
from carrom.server.events.runner import TournamentRunner
from carrom.server.events.tournaments import LiveTournament, TournamentRegistry, TournamentService, seats_of
from carrom.server.lobby.lobby import Caller
from carrom.server.lobby.results import GameEndListener
from carrom.server.lobby.seeks import LobbyParty
from carrom.server.ops.bus import InProcess
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import ServerLinks
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.seats import seat_of
from carrom.tournament.online import Pairing

START = 1_800_000_000_000
GENTLE = Stroke(0, 0, 300_000)


def key_of(who: LobbyParty) -> str:
    return f"key-of-{who.name or who.party}".replace(":", "-").ljust(32, "x")


def terms(kind: str = "arena", *, game: Sought | None = None, **more: Any) -> TournamentTerms:
    return TournamentTerms(
        name=more.pop("name", "Evening"),
        kind=TournamentKind(kind),
        game=game or Sought(),
        starts=more.pop("starts", START + 60_000),
        **more,
    )


class Clock:
    """A clock in milliseconds that tests advance."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Process:
    """One process: games, ratings, and tournaments of whose entries those in `here` are present."""

    def __init__(self, where: Path | str, clock: Clock) -> None:
        self.store, self.clock = Store(where), clock
        self.games = GameRegistry(self.store, ServerLimits(), Random(1), clock, ServerLinks(bus=InProcess()))
        self.rater = GameEndListener(self.store, self.games)
        self.registry = TournamentRegistry(self.store, self.games)
        self.away: set[int] = set()
        self.runner = TournamentRunner(self.registry, self.games, self.store.database, self.present)
        self.service = TournamentService(self.registry, self.store, clock, guests_may_create=True)

    def present(self, live: LiveTournament) -> frozenset[int]:
        return frozenset(each.number for each in live.state.complete if each.number not in self.away)

    async def join(self, id: str, who: LobbyParty, **more: Any) -> LiveTournament:
        return await self.service.join(id, Caller(who, key_of(who)), TournamentJoining(**more), who.party)

    async def create(self, by: LobbyParty, wanted: TournamentTerms, word: str | None = None) -> LiveTournament:
        return await self.service.create(Caller(by, key_of(by)), wanted, word, by.party)

    async def step(self, live: LiveTournament, seconds: float = 1.0) -> None:
        """Advance the clock, and do what is due."""
        self.clock.now += round(1000 * seconds)
        await self.runner._sweep()
        await self.runner.step(live)

    async def play(self, live: LiveTournament, pairing: Pairing, loser: int, strokes: int = 8) -> None:
        """Play a game of a tournament to its end: some strokes, then the entry `loser` resigns."""
        assert pairing.game is not None
        table = (await self.games.resume(protocol.Resume(game=pairing.game))).table
        people = table.room.setting.people
        table.follow(_nobody, None, people)
        count = 0
        while count < strokes:
            expected = table.room.state.expected[0]
            common = {"nonce": f"nonce-{pairing.number:06d}-{table.room.version:06d}", "version": table.room.version}
            match expected:
                case protocol.ExpectStrike(seat=seat):
                    stroke = Stroke(expected.intervals[0].lo, 0, 300_000)
                    command: Any = protocol.Strike(**common, seat=seat, stroke=stroke)
                    count += 1
                case protocol.ExpectPlace(seat=seat, disc=disc, spots=spots):
                    command = protocol.Place(**common, seat=seat, disc=disc, at=spots[0])
                case _:
                    raise AssertionError(expected)
            await table.submit(command, people)
        seat = seat_of(table.room.game, seats_of(live.setting.size)[pairing.entries.index(loser)][0])
        resign = protocol.Resign(nonce=f"resign-{pairing.number:012d}", version=table.room.version, seat=seat)
        await table.submit(resign, people)
        table.leave(_nobody)

    async def close(self) -> None:
        await self.runner.close()
        await self.rater.close()
        await self.games.close()
        self.store.close()


def _nobody(text: str) -> None:
    """Ignore every message."""


def evening(work: Callable[..., Coroutine[Any, Any, None]], where: Path | str, processes: int = 1) -> None:
    """Run an asynchronous test with processes that share one database file and a clock."""

    async def all_of_it() -> None:
        clock = Clock()
        there = [Process(where, clock) for _ in range(processes)]
        try:
            await work(*there, clock)
        finally:
            for each in there:
                await each.close()

    asyncio.run(all_of_it())


async def refused(work: Coroutine[Any, Any, Any]) -> str:
    """Return the sentence with which a request is refused."""
    with pytest.raises(CommandRefused) as refusal:
        await work
    return refusal.value.reason
