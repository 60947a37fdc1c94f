"""The scheduler of online tournaments: starts, pairings and rounds, the games they need, their results, and absence.

Every process runs it for every tournament that is not over. What is decided is stored in the tournament's log before
anything is done; what was to be done and was not, because a process was killed, is done by the next step of any
process: a game is created by a nonce that derives from its pairing, and the result of a game is read from the game.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError, Conflict, RefusedRequest
from carrom.server.common import ServerLimits, TokenBuckets
from carrom.server.events.tournament_routes import TournamentRoutes, TournamentSubscriptions
from carrom.server.events.tournaments import (
    LiveTournament,
    TournamentChanged,
    TournamentRegistry,
    TournamentService,
    TournamentSettings,
    game_over,
    nonce_of,
    outcome_of,
    seats_of,
    seek_of,
    settings_of,
    state_of,
)
from carrom.server.http.games import Streams
from carrom.server.http.router import Operation
from carrom.server.lobby.lobby import Callers, access_of
from carrom.server.people.sessions import Authenticator
from carrom.server.play.live_game import LiveGame
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import GameEnded, PlayersChanged
from carrom.storage.database import Database, StoredEvent
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tokens import hashed
from carrom.tournament.online import (
    AnyOnlineEvent,
    Cancelled,
    GameOver,
    GamesBegun,
    OnlineTournament,
    Over,
    Pairing,
    Paused,
    apply,
    due,
)
from carrom.values import Value, changed

log = logging.getLogger("carrom.server")

EVERY = 0.5
"""Seconds between two steps of a tournament; a change brings the next one forward."""
BREATH = 0.02
"""Seconds for which changes are gathered before a step."""
SWEEP = 5.0
"""Seconds between two searches for games that ended at another process, and for new tournaments."""
AT_ONCE = 16
"""Games that are created together and then announced."""
_IN_A_ROW = 3
"""Decisions of one step, such as the start, the first round, and walkovers in it."""
_ENDED = "SELECT id FROM game WHERE ended IS NOT NULL AND id IN ({})"
_ROWS = 200


class TournamentRunner:
    """The scheduler of one process."""

    def __init__(
        self,
        registry: TournamentRegistry,
        games: GameRegistry,
        database: Database,
        present: Callable[[LiveTournament], frozenset[int]],
    ) -> None:
        """Run the tournaments of a registry; `present` returns the entries whose persons are all connected."""
        self._registry, self._games, self._database, self._present = registry, games, database, present
        self._wake = asyncio.Event()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._of_game: dict[str, tuple[str, int]] = {}
        """The tournament and the pairing of each game that is played."""
        self._results: dict[str, dict[int, GameOver]] = {}
        self._came: dict[str, frozenset[Seat]] = {}
        self._settled: set[str] = set()
        """Games to which everybody has come."""
        self._up_since = games.now()
        self._swept = 0.0
        games.dispatcher.subscribe(GameEnded, lambda event: self._ended(event.room))
        games.dispatcher.subscribe(PlayersChanged, lambda event: self._somebody_came(event.room))
        games.dispatcher.subscribe(TournamentChanged, lambda event: self._changed(event))

    def begin(self) -> None:
        """Start."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def close(self) -> None:
        """Stop; what was decided and not done is done by the next process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._registry.close()

    def stir(self) -> None:
        """Take the next step soon."""
        self._wake.set()

    async def _go_on(self) -> None:
        while True:
            try:
                await self._sweep()
                await asyncio.gather(*(self._guarded(each) for each in self._due_now()))
            except CarromError as fault:
                log.error("The online tournaments wait: %s", fault)
            except Exception:  # any error: without the scheduler, every tournament would stand still
                log.exception("the scheduler of the online tournaments failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(BREATH)

    def _due_now(self) -> list[LiveTournament]:
        now = self._games.now()
        return [
            each
            for each in self._registry.in_memory().values()
            if each.state.stage == "running"
            or (each.state.stage == "created" and now >= each.state.terms.starts)
            or self._results.get(each.id)
        ]

    async def _guarded(self, live: LiveTournament) -> None:
        try:
            await self.step(live)
        except (CarromError, CommandRefused) as fault:
            log.error("The tournament %s waits: %s", live.id, fault)
        except Exception:
            log.exception("a step of the tournament %s failed", live.id)

    async def step(self, live: LiveTournament) -> None:
        """Do everything that is due in a tournament now; raises `CarromError` or `CommandRefused`."""
        await self._store_results(live)
        if live.is_over:
            return
        present, now = self._present(live), self._games.now()
        for _ in range(_IN_A_ROW):
            if not await live.decide(lambda state: due(state, present, now)):
                break
        if live.is_over:
            return
        await self._create_games(live)
        await self._check_absence(live)
        await self._store_results(live)

    async def _store_results(self, live: LiveTournament) -> None:
        """Store the results that games have given, and pause the players who were absent."""
        found = self._results.pop(live.id, {})
        if not found:
            return

        def results(state: OnlineTournament) -> tuple[AnyOnlineEvent, ...]:
            lines: list[AnyOnlineEvent] = []
            for number, over in sorted(found.items()):
                pairing = state.pairing(number)
                if pairing.result is None and state.stage != "cancelled":
                    lines += [over, *_absent(state, pairing, over)]
            return tuple(lines)

        try:
            await live.decide(results)
        except CarromError:
            self._results.setdefault(live.id, {}).update(found)
            raise

    async def _create_games(self, live: LiveTournament) -> None:
        """Create the games of new pairings, and store and announce them in small groups."""
        new = [each for each in map(live.state.pairing, live.state.running) if each.game is None and each.b]
        for at in range(0, len(new), AT_ONCE):
            group = new[at : at + AT_ONCE]
            made = await asyncio.gather(*(self._created(live, each) for each in group))
            begun = tuple((pairing.number, name) for pairing, name in zip(group, made, strict=True) if name is not None)
            event_at = self._games.now()

            def begin(
                state: OnlineTournament,
                begun: tuple[tuple[int, str], ...] = begun,
                event_at: int = event_at,
            ) -> tuple[AnyOnlineEvent, ...]:
                left = tuple((number, game) for number, game in begun if state.pairing(number).game is None)
                return (GamesBegun(at=event_at, games=left),) if left else ()

            await live.decide(begin)

    async def _created(self, live: LiveTournament, pairing: Pairing) -> str | None:
        """Return the game of a pairing, created now if necessary; None while it cannot be created."""
        members = [member for number in pairing.entries for member in live.state.entry(number).members]
        names = await self._registry.names.load(members)
        seek = seek_of(live.setting, live.state, pairing, names)
        nonce, games = nonce_of(live.id, pairing.number), self._games
        setting = settings_of(seek, live.setting.terms.appear, nonce)
        try:
            table = await games.arranged(
                nonce,
                lambda name: Room.set_up(name, setting, games.chance, games.now()),
                access_of(seek),
            )
        except (CommandRefused, CarromError) as fault:
            log.error("A game of the tournament %s could not be started: %s", live.id, fault)
            return None
        return table.room.name

    async def _check_absence(self, live: LiveTournament) -> None:
        """End the games to which a player has not come in time."""
        for pairing in map(live.state.pairing, live.state.running):
            if pairing.game is None or pairing.game in self._settled:
                continue
            since = max(pairing.at, self._up_since)
            if self._games.now() >= since + live.setting.terms.appear * 1000:
                await self._absent_from(live, pairing, pairing.game)

    async def _absent_from(self, live: LiveTournament, pairing: Pairing, name: str) -> None:
        try:
            table = await self._games.active.open(name)
        except (KeyError, CommandRefused, CarromError) as fault:
            log.error("The game %s of the tournament %s cannot be opened: %s", name, live.id, fault)
            self._settled.add(name)
            self._result(live.id, GameOver(at=self._games.now(), number=pairing.number, result="nobody", how="absent"))
            return
        if table.room.is_over:
            self._ended(table.room)
            return
        came = self._came.get(name, frozenset()) | table.here
        away = [next((seat for seat in side if seat not in came), None) for side in seats_of(live.setting.size)]
        missing = [seat for seat in away if seat is not None]
        self._settled.add(name)
        if len(missing) == 1:
            await table.forfeit(missing[0])
        elif missing:
            await self._nobody_came(live, pairing, table)

    async def _nobody_came(self, live: LiveTournament, pairing: Pairing, table: LiveGame) -> None:
        """End a game to which no side has come; it is nobody's win, and both are paused."""
        self._result(live.id, GameOver(at=self._games.now(), number=pairing.number, result="nobody", how="absent"))
        await self._store_results(live)
        with suppress(CommandRefused, RefusedRequest):
            room, seat = table.room, Seat.SOUTH
            nonce = hashed(f"{room.name} called off by the tournament")
            await table.submit(protocol.Abort(nonce=nonce, version=room.version, seat=seat), frozenset({seat}))

    def _ended(self, room: Room) -> None:
        """Take the result of a game that has ended."""
        place = self._of_game.get(room.name)
        if place is None or not room.is_over:
            return
        over = game_over(place[1], room.game, self._games.now())
        if over is not None:
            self._result(place[0], over)

    def _result(self, tournament: str, over: GameOver) -> None:
        self._results.setdefault(tournament, {}).setdefault(over.number, over)
        self._wake.set()

    def _somebody_came(self, room: Room) -> None:
        """Remember who has come to a game of a tournament."""
        if room.name in self._of_game and room.name not in self._settled:
            table = self._games.active.find(room.name)
            if table is not None:
                self._came[room.name] = self._came.get(room.name, frozenset()) | table.here

    def _changed(self, event: TournamentChanged) -> None:
        """Remember which games belong to a tournament."""
        live, state = event.tournament, event.tournament.state
        numbers = set(state.running) if not event.events else set()
        for each in event.events:
            if isinstance(each, GamesBegun):
                numbers |= {number for number, _ in each.games}
            elif isinstance(each, GameOver):
                self._forget(state.pairing(each.number).game)
        for number in numbers:
            game = state.pairing(number).game
            if game is not None and state.pairing(number).result is None:
                self._of_game[game] = live.id, number
        self._wake.set()

    def _forget(self, game: str | None) -> None:
        if game is not None:
            self._of_game.pop(game, None)
            self._came.pop(game, None)
            self._settled.discard(game)

    async def _sweep(self) -> None:
        """Find tournaments that other processes have created, and games that ended without being heard of here."""
        now = asyncio.get_running_loop().time()
        if self._swept and now - self._swept < SWEEP:
            return
        await self._registry.load_unfinished()
        for live in self._registry.in_memory().values():
            for pairing in map(live.state.pairing, live.state.running):
                if pairing.game is not None:
                    self._of_game.setdefault(pairing.game, (live.id, pairing.number))
        names = list(self._of_game)
        for at in range(0, len(names), _ROWS):
            part = tuple(names[at : at + _ROWS])
            asked = _ENDED.format(", ".join("?" * len(part)))
            for (name,) in await asyncio.to_thread(self._database.ask, asked, part):
                await self._read_result(str(name))
        self._swept = now

    async def _read_result(self, name: str) -> None:
        """Take the result of a game from the store, at the time of its last event."""
        tournament, number = self._of_game[name]
        if number in self._results.get(tournament, {}):
            return
        try:
            game = await self._games.active.game(name)
        except (KeyError, CarromError) as fault:
            log.error("The game %s of the tournament %s cannot be read: %s", name, tournament, fault)
            self._result(tournament, GameOver(at=self._games.now(), number=number, result="nobody", how="absent"))
            return
        over = game_over(number, game, (game.events[-1].when or 0) * 1000 or self._games.now())
        if over is not None:
            self._result(tournament, over)


def _absent(state: OnlineTournament, pairing: Pairing, over: GameOver) -> tuple[Paused, ...]:
    """Return the pauses of the entries that lost a game by absence."""
    if over.how != "absent" or state.stage != "running":
        return ()
    lost = {"first": pairing.entries[1:], "second": pairing.entries[:1], "nobody": pairing.entries}
    return tuple(
        Paused(at=over.at, entry=number, why="absent")
        for number in lost.get(over.result, ())
        if not state.entry(number).paused
    )


# -- the wiring of one process -----------------------------------------------------------------------------------------


class TournamentFeature:
    """The online tournaments, with their scheduler and their streams."""

    def __init__(
        self,
        store: Store,
        games: GameRegistry,
        limits: ServerLimits,
        clock: Callable[[], float],
        streams: Callable[[], Streams],
        visitors: Authenticator | None,
    ) -> None:
        """Create the tournaments over a server's live games; `visitors` identifies accounts, `clock` is monotonic (s).

        Without accounts, guests may create tournaments.
        """
        self.registry = TournamentRegistry(store, games)
        self.subscriptions = TournamentSubscriptions(games, self.registry.names, self._stir)
        self.runner = TournamentRunner(self.registry, games, store.database, self.subscriptions.present)
        self.service = TournamentService(self.registry, store, games.now, guests_may_create=visitors is None)
        self._routes = TournamentRoutes(
            self.service,
            self.subscriptions,
            Callers(store.database, visitors),
            TokenBuckets(limits.seeks, clock),
            streams,
            games.now,
        )

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations of the HTTP API."""
        return self._routes.operations()

    def followed(self) -> dict[str, LiveTournament]:
        """Return the tournaments that are compared with the database."""
        return {live.id: live for live in self.registry.unfinished()}

    def begin(self) -> None:
        """Start the scheduler."""
        self.runner.begin()

    async def close(self) -> None:
        """Stop the scheduler and the streams."""
        await self.runner.close()
        await self.subscriptions.close()

    def _stir(self) -> None:
        self.runner.stir()


# -- an operator's list of tournaments, and cancelling one -------------------------------------------------------------


_NOTE = "It was ended by the operator of this server."
_TRIES = 20


class OpenTournament(Value, frozen=True, kw_only=True):
    """A tournament that is not over."""

    id: str
    setting: TournamentSettings
    state: OnlineTournament


def open_tournaments(store: Store) -> tuple[OpenTournament, ...]:
    """Return the tournaments that are not over, the earliest start first; blocks, and raises `StoreError`."""
    rows = store.database.ask("SELECT id FROM tournament WHERE ended IS NULL", ())
    found = (_opened(store, str(id)) for (id,) in rows)
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.state.terms.starts))


def cancel_tournament(store: Store, prefix: str) -> OpenTournament:
    """Cancel the tournament whose id begins so, or end it if it runs, and return it as it was.

    Servers notice it within five seconds. Raises `RefusedRequest` if there is no such tournament or more than one.
    """
    found = [each for each in open_tournaments(store) if each.id.startswith(prefix)]
    if len(found) != 1:
        raise RefusedRequest(
            f"{len(found)} open tournaments begin with {prefix!r:.40}, expected one; `carrom admin tournaments` "
            "lists them."
        )
    for _ in range(_TRIES):
        there = _opened(store, found[0].id)
        if there is None:
            break
        at = int(time.time() * 1000)
        event = Over(at=at, note=_NOTE) if there.state.stage == "running" else Cancelled(at=at, note=_NOTE)
        stored = store.tournaments.load(there.id)
        assert stored is not None
        body = msgspec.json.encode(event).decode()
        try:
            version = len(stored.events) + 1
            store.tournaments.append(there.id, (StoredEvent(version=version, body=body),), ended=True)
        except Conflict:
            continue
        outcome = outcome_of(apply(there.state, event))
        setting = changed(there.setting, outcome=outcome, address="")
        store.tournaments.set_setting(there.id, msgspec.json.encode(setting).decode())
        break
    return found[0]


def _opened(store: Store, id: str) -> OpenTournament | None:
    stored = store.tournaments.load(id)
    if stored is None or stored.ended is not None:
        return None
    setting = msgspec.json.decode(stored.setting, type=TournamentSettings)
    return OpenTournament(id=id, setting=setting, state=state_of(stored))
