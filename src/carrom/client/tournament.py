"""An online tournament on a server."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from carrom.client import operations
from carrom.client.connection import Connection, resumed
from carrom.protocol.http.lobby import Giving
from carrom.protocol.http.tournaments import (
    TournamentBracket,
    TournamentEnd,
    TournamentGame,
    TournamentGames,
    TournamentJoining,
    TournamentOwn,
    TournamentStandings,
    TournamentState,
    TournamentView,
)


class AsyncTournament:
    """One online tournament, as an account or a guest with a key."""

    def __init__(self, connection: Connection, id: str, key: str | None) -> None:
        """Act in a tournament; `key` is that of a guest, None for an account."""
        self._connection, self.id, self._key = connection, id, key

    async def view(self) -> TournamentView:
        """Return the tournament and one's own situation in it. Raises `ApiError`."""
        return await self._connection.ask(operations.VIEW, id=self.id)

    async def join(self, name: str = "", word: str | None = None) -> TournamentOwn:
        """Join, or return after a pause; `word` is the invitation code, if there is one. Raises `ApiError`."""
        return await self._connection.ask(
            operations.ENTER, TournamentJoining(key=self._key, name=name, word=word), id=self.id
        )

    async def withdraw(self) -> TournamentOwn:
        """Leave before the start; later, pause. Raises `ApiError`."""
        return await self._connection.ask(operations.LEAVE, Giving(key=self._key), id=self.id)

    async def start(self) -> TournamentView:
        """Start one's own tournament before its time. Raises `ApiError`."""
        return await self._connection.ask(operations.START, Giving(key=self._key), id=self.id)

    async def cancel(self) -> TournamentView:
        """Cancel one's own tournament. Raises `ApiError`."""
        return await self._connection.ask(operations.CANCEL, Giving(key=self._key), id=self.id)

    async def standings(self, first: int = 1, max: int = 20) -> TournamentStandings:
        """Return a page of the standings. Raises `ApiError`."""
        return await self._connection.ask(operations.STANDINGS, id=self.id, first=first, max=max)

    async def games(self, max: int = 20) -> TournamentGames:
        """Return the latest games. Raises `ApiError`."""
        return await self._connection.ask(operations.GAMES, id=self.id, max=max)

    async def bracket(self) -> TournamentBracket:
        """Return the bracket of a knockout. Raises `ApiError`."""
        return await self._connection.ask(operations.BRACKET, id=self.id)

    async def stream(self) -> AsyncGenerator[TournamentState | TournamentOwn, None]:
        """Yield the tournament's state and one's own situation, then every change of either, for ever.

        In an arena a player is paired while they read this. A broken connection is opened again; what has not changed
        meanwhile is not yielded again. Raises `ApiError` if the server refuses.
        """
        words: dict[str, object] = {"id": self.id}
        last: dict[type, object] = {}
        async with aclosing(resumed(self._connection, operations.FOLLOW, words)) as lines:
            async for line in lines:
                if line is not None and last.get(type(line)) != line:
                    last[type(line)] = line
                    yield line

    async def results(self) -> AsyncGenerator[TournamentGame, None]:
        """Yield every result so far, then each new one, until the tournament is over. Raises `ApiError`.

        A broken connection is opened again; a result is yielded again only if it was changed.
        """
        words: dict[str, object] = {"id": self.id}
        seen: dict[int, TournamentGame] = {}
        async with aclosing(resumed(self._connection, operations.RESULTS, words)) as lines:
            async for line in lines:
                if isinstance(line, TournamentEnd):
                    return
                if line is not None and seen.get(line.number) != line:
                    seen[line.number] = line
                    yield line
