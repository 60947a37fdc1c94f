"""A game on a server: its state, its events as a stream, and the commands of its players."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from secrets import token_urlsafe

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.client import operations
from carrom.client.connection import Connection, resumed
from carrom.protocol.http.games import OpenedGame
from carrom.protocol.terms import Length

GameMessage = (
    protocol.Snapshot | protocol.Played | protocol.StrokePlayed | protocol.Acted | protocol.Seats
    | protocol.ClockChanged | protocol.Offered | protocol.Aimed | protocol.Spoken | protocol.Rematched
)  # fmt: skip
"""What a game's stream yields. `Played`, `StrokePlayed` and `Acted` have a version; a `Snapshot` replaces all."""


class AsyncGame:
    """A game, opened by a key or a token."""

    def __init__(self, connection: Connection, opened: OpenedGame) -> None:
        """Act in a game that was created or joined; `opened` has its secrets."""
        self._connection = connection.bearing(opened.key)
        self.opened = opened

    @property
    def id(self) -> str:
        """The game's id."""
        return self.opened.game

    @property
    def yours(self) -> tuple[Seat, ...]:
        """The seats, as they were at the start, of the players that this client acts for."""
        return self.opened.yours

    async def state(self) -> protocol.Snapshot:
        """Return the state of the game. Raises `ApiError`."""
        return await self._connection.ask(operations.STATE, id=self.id)

    async def record(self) -> str:
        """Return the game's record, the content of a `.carrom` file. Raises `ApiError`."""
        return await self._connection.ask(operations.RECORD, id=self.id)

    async def stream(self, since: int | None = None) -> AsyncGenerator[GameMessage, None]:
        """Yield the state of the game, then everything that happens, for ever.

        Without `since` the first message is a `Snapshot`; with it, the events after that version come first. A broken
        connection is opened again and continues after the last version: no event is lost, none comes twice. Only if the
        server has not kept the missed events, a new `Snapshot` replaces them. Raises `ApiError` if the server refuses.
        """
        words: dict[str, object] = {"id": self.id, "since": since}
        waiting: protocol.Snapshot | None = None
        """A snapshot of a stream opened again; it is needed only if the missed events do not follow."""
        async with aclosing(resumed(self._connection, operations.STREAM, words)) as lines:
            async for line in lines:
                seen = words["since"]
                if isinstance(line, protocol.Snapshot):
                    if isinstance(seen, int) and line.version != seen:
                        waiting = line
                    elif seen is None:
                        words["since"] = line.version
                        yield line
                    continue
                versioned = isinstance(line, protocol.Played | protocol.StrokePlayed | protocol.Acted)
                if waiting is not None:
                    follows = versioned and line.after == seen  # type: ignore[union-attr]
                    if not follows:
                        words["since"] = seen = waiting.version
                        yield waiting
                    waiting = None
                if versioned:
                    if isinstance(seen, int) and line.version <= seen:  # type: ignore[union-attr]
                        continue
                    words["since"] = line.version  # type: ignore[union-attr]
                if isinstance(line, GameMessage):
                    yield line

    async def strike(self, version: int, stroke: Stroke, seat: Seat | None = None) -> int:
        """Play a stroke at a version of the game, and return the new version. Raises `ApiError`."""
        return await self.act(
            protocol.Strike(nonce=_nonce(), version=version, seat=self._seat(seat), stroke=stroke, meant=stroke)
        )

    async def place(self, version: int, disc: Disc, at: Point, seat: Seat | None = None) -> int:
        """Place a due piece (µm, board's frame), and return the new version. Raises `ApiError`."""
        return await self.act(protocol.Place(nonce=_nonce(), version=version, seat=self._seat(seat), disc=disc, at=at))

    async def resign(self, version: int, what: Length = Length.MATCH, seat: Seat | None = None) -> int:
        """Concede the board, the game or the match, and return the new version. Raises `ApiError`."""
        return await self.act(protocol.Resign(nonce=_nonce(), version=version, seat=self._seat(seat), what=what))

    async def act(self, command: protocol.GameCommand) -> int:
        """Send any command of a player, and return the version that it led to.

        A command that was not answered is sent again; its nonce makes sure that it is carried out once. Raises
        `ApiError`, with the code "stale" if the game has another version by now.
        """
        accepted = await self._connection.ask(operations.COMMAND, command, id=self.id)
        return accepted.version

    async def abort(self) -> None:
        """Call the game off before its first stroke. Raises `ApiError`."""
        await self._connection.ask(operations.ABORT, id=self.id)

    async def rematch(self) -> "AsyncGame | None":
        """Offer a rematch, or accept it; return the new game once everybody has agreed. Raises `ApiError`."""
        found = await self._connection.ask(operations.REMATCH, id=self.id)
        if found.game is None:
            return None
        mine = OpenedGame(game=found.game, yours=self.yours, version=0, page="", key=self.opened.key)
        return AsyncGame(self._connection, mine)

    def _seat(self, seat: Seat | None) -> Seat:
        """Return the seat that acts: as given, or the only one that this client acts for."""
        if seat is not None:
            return seat
        if len(self.yours) != 1:
            raise ValueError(f"this client acts for {len(self.yours)} players; expected a seat")
        return self.yours[0]


def _nonce() -> str:
    return token_urlsafe(24)
