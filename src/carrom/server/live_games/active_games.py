"""Active games of this process: opened from the store on demand, closed when idle."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from itertools import islice

from carrom import protocol
from carrom.engine.external.named_players import player_named
from carrom.errors import StoreError
from carrom.game.game import GameHistory
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.cluster.presence import Presence, RemoteUsers
from carrom.server.common.named_locks import NamedLocks
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.services import GameServices
from carrom.server.live_games.table import LiveGame
from carrom.storage.models import LogPosition, StoredGame
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tables.log.checkpoints import Checkpoints
from carrom.tables.room import Room
from carrom.tokens import could_be_game

_PATIENCE = 1.0
"""Seconds that a client waits for a read of the log; after that, it is sent what is known here."""


class ActiveGames:
    """The games in memory, most recently used last."""

    def __init__(self, services: GameServices, presence: Presence, most: int) -> None:
        """Hold at most `most` games in memory."""
        self._services, self._presence, self._most = services, presence, most
        store = services.store
        self._checkpoints = Checkpoints(store.database, store.checkpoint_key)
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._opening = NamedLocks()

    def __len__(self) -> int:
        """Return the number of games in memory."""
        return len(self._games)

    def followed(self) -> dict[str, LiveGame]:
        """Return the games with subscribers, and those that a followed tie needs, by name."""
        return {name: game for name, game in self._games.items() if not game.is_quiet or game.is_kept}

    def in_memory(self) -> dict[str, LiveGame]:
        """Return the games in memory by their names."""
        return dict(self._games)

    def latest(self, most: int) -> tuple[LiveGame, ...]:
        """Return the most recently used games in memory, at most `most`."""
        return tuple(islice(reversed(self._games.values()), most))

    def find(self, name: str) -> LiveGame | None:
        """Return a game if it is in memory."""
        return self._games.get(name)

    async def game(self, name: str) -> GameHistory:
        """Return the current state of a game; raises `KeyError`, or `CarromError` if it cannot be read."""
        return (await self._room(name)).game

    async def recorded(self, name: str) -> GameHistory:
        """Return a game as in its record, with current names; raises like `game`."""
        room = await self._room(name)
        return await self._services.compute(lambda: room.setting.told(room.game))

    async def public_room(self, name: str) -> Room | None:
        """Return a copy of the room of a game that anybody may watch, without opening the game; None for any other.

        Raises `CarromError` if it cannot be read.
        """
        known, services = self._games.get(name), self._services
        if known is not None:
            return known.room.frozen() if known.door.open else None
        if not could_be_game(name):
            return None
        stored = await services.compute(lambda: services.store.games.load(name))
        if stored is None or not stored.open:
            return None
        return await services.compute(lambda: self._read(stored))

    async def open(self, name: str) -> LiveGame:
        """Return a live game, loaded from the store if necessary; raises `KeyError`, `CommandRefused` or `StoreError`.

        Concurrent requests for a game load it once, and a long game delays only requests for that game.
        """
        if not could_be_game(name):
            raise KeyError(name)
        async with self._opening.of(name):
            known = self._games.get(name)
            if known is None or known.audience.has_moved_away:
                self.remove(name)
                return await self._read_while_listening(name)
            self._games.move_to_end(name)
            if self._presence.shared:
                await self.look(known)
            return known

    def put(self, room: Room, access: Access, mark: LogPosition) -> LiveGame:
        """Return a new live game with its engine players; its log is known up to the position `mark`."""
        services = self._services
        programs = {seat: player_named(name) for seat, name in room.setting.programs.items()}
        log = GameEventLog(services.store.games, "game", room.name, mark, services.links.bus, self._presence)
        self._games[room.name] = LiveGame(room, access, log, programs, services)
        return self._games[room.name]

    def make_room(self) -> None:
        """Close idle games over the limit, least recently used first; raises `CommandRefused` if all are in use."""
        for name in [name for name, game in self._games.items() if game.is_quiet]:
            if len(self._games) < self._most:
                return
            self.remove(name)
        if len(self._games) >= self._most:
            reason = "This server is full; try again later."
            raise CommandRefused(protocol.Refusal.FULL, reason)

    def remove(self, name: str) -> None:
        """Close a game if it is in memory."""
        if (game := self._games.pop(name, None)) is not None:
            game.forget()

    async def look(self, game: LiveGame) -> None:
        """Read the log of a game for a client; if the database is slow, the client gets the known state."""
        looking = asyncio.ensure_future(game.look())
        looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait({looking}, timeout=_PATIENCE)
        if looking.done():
            with suppress(StoreError):
                looking.result()

    async def recall(self, game: LiveGame, seen: int | None, *, films: bool = True) -> Recalled | None:
        """Return the events after version `seen` that the room does not have, rebuilt while the game continues."""
        messages: tuple[str, ...] = ()
        for _ in range(TRIES):
            found = await game.replica.recall(seen, films=films)
            if found is None:
                break
            seen, messages = found[0], messages + found[1]
            if seen > game.room.version:
                await self.look(game)
        return None if seen is None or not messages else (seen, messages)

    async def close(self) -> None:
        """Stop every game."""
        await asyncio.gather(*(game.close() for game in self._games.values()))

    async def _room(self, name: str) -> Room:
        """Return a copy of a game's room; raises `KeyError`, or `CarromError` if it cannot be read."""
        if name in self._games:
            return self._games[name].room.frozen()
        services = self._services
        stored = await services.compute(lambda: services.store.games.load(name))
        if stored is None:
            raise KeyError(name)

        return await services.compute(lambda: self._read(stored))

    def _read(self, stored: StoredGame) -> Room:
        """Return the room of a stored game; raises `CarromError` if its events cannot be read."""
        checkpoint = self._checkpoints.find(stored.game)
        return Room.restored(stored, self._services.chance, self._services.now(), checkpoint=checkpoint)

    async def _read_while_listening(self, name: str) -> LiveGame:
        """Return a game from the store, including events appended elsewhere meanwhile; raises `KeyError`."""
        missed: list[bytes] = []
        stop_listening = self._services.links.bus.subscribe(f"game.{name}", missed.append)
        try:
            game = await self._restored(name)
        finally:
            stop_listening()
        if missed and self._presence.shared:
            await game.look()
        return game

    async def _restored(self, name: str) -> LiveGame:
        """Return a game from the store; raises `KeyError`."""
        services = self._services
        stored = await services.compute(lambda: services.store.games.load(name))
        if stored is None:
            raise KeyError(name)
        elsewhere = await services.compute(lambda: self._presence.ask(f"game.{name}"))
        goes_on = elsewhere != RemoteUsers()
        self.make_room()
        checkpoint = await services.compute(lambda: self._checkpoints.find(name))
        room = await services.compute(
            lambda: Room.restored(stored, services.chance, services.now(), goes_on=goes_on, checkpoint=checkpoint)
        )
        game = self.put(room, Access.of(stored), stored.mark)
        game.replica.save_checkpoint(0 if checkpoint is None else checkpoint.version)
        if goes_on:
            game.replica.let_others_think()
        elif self._presence.shared:
            await game.replica.restart_turn()
        await game.begin()
        if game.room.is_over != (stored.ended is not None):
            await services.append(lambda: services.store.games.append(name, (), ended=game.room.is_over))
        return game
