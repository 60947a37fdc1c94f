"""A live team match: one request at a time, stored and then broadcast."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError, CommitUncertain, Conflict, RefusedRequest, StoreError
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.live_games.registry import GameRegistry
from carrom.server.live_games.subscribers import Follower
from carrom.server.ties.room import SIDES, RubberStarted, TieEvent, TieRoom
from carrom.server.ties.schemas import told
from carrom.storage.event_store import EventStore
from carrom.storage.models import LogPosition, StoredEvent, StoredGame, StoredSeat
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings, on_one_line
from carrom.tokens import hashed

log = logging.getLogger("carrom.server")

Refusal = protocol.Refusal
T = TypeVar("T")
Read = Callable[[StoredGame], Awaitable[TieRoom]]
"""Returns the room of a stored tie, with the games of its rubbers."""


class TieTable:
    """A tie in play, with its connected clients."""

    def __init__(
        self, room: TieRoom, door: Access, shelf: EventStore, lobby: GameRegistry, mark: LogPosition, read: Read
    ) -> None:
        """Open a tie; `door` holds who may watch and who may take an open seat.

        Its log is known up to `mark`; `read` builds the room from stored events.
        """
        self.room, self.door = room, door
        self._shelf, self._lobby, self._read = shelf, lobby, read
        self.log = GameEventLog(shelf, "tie", room.name, mark, lobby.bus, lobby.fellows)
        self._quiet = self.log.listen(lambda _: self.look_soon(), self._came_or_went)
        self._beside: set[asyncio.Task[None]] = set()
        self._told_here: tuple[frozenset[str], int] = frozenset(), 0
        self._followers: dict[Follower, tuple[str, ...]] = {}
        self._told: dict[Follower, str] = {}
        self._one_at_a_time = asyncio.Lock()

    @property
    def is_quiet(self) -> bool:
        """Whether it has no followers and no request in progress, so that it may be evicted."""
        return not self._followers and not self._one_at_a_time.locked()

    @property
    def waits(self) -> bool:
        """Whether a seat is open, whose taking does not change the row's seal."""
        return len(self.room.seats) < sum(1 for side in SIDES for _ in (side, *self.room.players(side)))

    def forget(self) -> None:
        """Unsubscribe from hints about the tie."""
        self._quiet()

    def look_soon(self) -> None:
        """Schedule reading what other processes have stored."""
        task = asyncio.get_running_loop().create_task(self._look_beside())
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def look(self) -> None:
        """Read what other processes have stored, and broadcast it; raises `CarromError`."""
        async with self._one_at_a_time:
            await self._look()

    async def _look_beside(self) -> None:
        try:
            await self.look()
        except CarromError as fault:
            log.warning("%s", fault)

    async def _look(self) -> None:
        stored = await asyncio.to_thread(self._shelf.load, self.room.name)
        if stored is None:
            raise StoreError(f"The tie {self.room.name} no longer exists.")
        if stored.mark != self.log.mark or stored.seats != self.door.seats:
            self.room, self.door, self.log.mark = await self._read(stored), Access.of(stored), stored.mark
        await self.keep_board()
        self._tell()

    async def keep_board(self) -> None:
        """Keep the game of the last rubber loaded while the tie has followers."""
        games = self.room.draft.games
        if games and self.log.is_shared and self._followers:
            with suppress(KeyError, CommandRefused):
                board = await self._lobby.active.open(games[-1])
                board.is_kept = True
                self.room.heard(games[-1], board.room.game)

    def follow(self, follower: Follower, yours: tuple[str, ...], nonce: str | None = None) -> None:
        """Send the tie as the holder of these seats may see it, now and after every change."""
        self._followers[follower] = yours
        here = self._here()
        self._told[follower] = told(self.room, yours, here)
        follower(told(self.room, yours, here, nonce))
        self._came_or_went()

    def leave(self, follower: Follower) -> None:
        """Remove a follower."""
        self._told.pop(follower, None)
        if self._followers.pop(follower, None) is not None:
            self._came_or_went()

    def standing(self, yours: tuple[str, ...]) -> str:
        """Return the tie, encoded, as the holder of these seats may see it."""
        return told(self.room, yours, self._here())

    def heard(self, room: Room) -> None:
        """Apply new events and presence of a rubber's game."""
        self.room.heard(room.name, room.game)
        self._tell()

    def at_the_card(self, door: Access) -> frozenset[Seat]:
        """Return the seats of a rubber whose holders are on the score card page."""
        places = self._places()
        return frozenset(Seat(each.seat) for each in door.seats if places.intersection(self.room.held_by(each.hash)))

    async def join(self, request: protocol.JoinTie, account: str | None = None) -> tuple[str, ...]:
        """Give an open seat to a player, and return all seats they hold.

        From then on the player's account gives access to it, as does their key.

        Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        hash = hashed(request.key)

        async def join() -> None:
            holder = self.room.holder(request.place)
            if holder is None or (holder.hash != hash and (account is None or holder.account != account)):
                await self._seat(request, hash, account)
            if request.place == "B":
                event = self.room.propose_team(request.team)
                if event is not None:
                    await self._keep(event, request.nonce)
            self._tell()

        await self._first(join)
        self.log.tell_turned()
        return self.room.held_by(hash, account)

    async def line_up(self, request: protocol.LineUp, held: tuple[str, ...]) -> protocol.Accepted:
        """Submit a team's line-up; raises `CommandRefused` or `StoreError`, changing nothing."""

        async def line_up() -> int:
            if (version := self.room.done(request.nonce)) is None:
                version = await self._keep(self.room.propose_lineup(request, held), request.nonce)
                self._tell()
            return version

        return protocol.Accepted(nonce=request.nonce, version=await self._first(line_up))

    async def begin_rubber(self, request: protocol.BeginRubber, held: tuple[str, ...]) -> protocol.Accepted:
        """Start the next rubber as a game; raises `CommandRefused` or `StoreError`, changing nothing.

        The game's nonce derives from the tie, so that after a crash between the two writes the same game is used.
        """

        async def begin() -> int:
            if (version := self.room.done(request.nonce)) is None:
                setting, seats = self.room.propose_rubber(request, held)
                door = Access(seats=seats, watch=self.door.watch, open=self.door.open)
                nonce = hashed(f"rubber {request.rubber} of {self.room.name}")
                table = await self._lobby.arranged(nonce, lambda name: self._set_up(name, setting), door)
                game = table.room.game
                version = await self._keep(RubberStarted(game=table.room.name), request.nonce, table.room)
                self.room.heard(table.room.name, game)
                await self.keep_board()
                self._tell()
            return version

        return protocol.Accepted(nonce=request.nonce, version=await self._first(begin))

    async def _first(self, follow: Callable[[], Awaitable[T]]) -> T:
        """Run a request, and after a conflict with another process read its events and run it again."""
        async with self._one_at_a_time:
            for _ in range(TRIES):
                if self.log.is_shared:
                    await self._look()
                try:
                    return await follow()
                except Conflict:
                    await self._look()
                except CommitUncertain:
                    if not self.log.is_shared:
                        raise
        raise StoreError("This tie is changing too fast; try again.")

    def _set_up(self, name: str, setting: GameSettings) -> tuple[Room, tuple[StoredEvent, ...]]:
        """Return the room of a new rubber, started, with its first events."""
        try:
            return Room.set_up(name, setting, self._lobby.chance, self._lobby.now())
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None

    async def _seat(self, request: protocol.JoinTie, hash: str, account: str | None) -> None:
        """Give a seat to the holder of the key with this hash; raises `CommandRefused`."""
        place, side = request.place, request.place[0]
        mine = side in self.room.held_by(hash, account)
        if not (mine or (request.invite is not None and self.door.lets_join(request.invite))):
            raise CommandRefused(
                Refusal.UNKNOWN_GAME, "There is no tie with that name and key on this server; start a new one."
            )
        await self._lobby.check_apart(account, self.door.seats)
        open_player = next((each for each in self.room.players(side) if each.place == place), None)
        is_captains = place == "B" and self.room.terms.captain is protocol.Who.LINK
        is_players = open_player is not None and open_player.plan.who is protocol.Who.LINK
        if not (is_captains or is_players):
            raise CommandRefused(Refusal.NOT_NOW, f"The place {place} is not open; choose another.")
        name = open_player.name if open_player else on_one_line(request.team.name if request.team else "") or place
        if place in SIDES and request.team is not None:
            self.room.propose_team(request.team)
        seat = StoredSeat(seat=place, name=name, hash=hash, account=account)
        kept = await self._lobby.in_thread(lambda: self._shelf.take_seat(self.room.name, place, name, hash, account))
        if not kept:
            raise CommandRefused(
                Refusal.NOT_NOW, f"The place {place} has just been taken by another player; choose another."
            )
        self.room.seat_taken(seat)
        self.door = self.door.with_seat(seat)

    async def _keep(self, event: TieEvent, nonce: str, room: Room | None = None) -> int:
        """Store an event, then apply it; return its version."""
        stored = (self.room.stored(event, nonce),)
        known = self.log.mark
        self.log.mark = await self._lobby.in_thread(lambda: self._shelf.append(self.room.name, stored, known=known))
        self.room.commit(event, nonce, None if room is None else room.game)
        self.log.tell_turned()
        return self.room.version

    def _places(self) -> frozenset[str]:
        """Return the seats of the users on the score card page."""
        return frozenset(place for yours in self._followers.values() for place in yours) | self.log.elsewhere().seats

    def _here(self) -> frozenset[str]:
        """Return the seats of the users on the score card page or in the last rubber's game."""
        games = self.room.draft.games
        board = self._lobby.active.find(games[-1]) if games else None
        if board is None:
            return self._places()
        hashes = [each.hash for each in board.door.seats if each.seat in board.here]
        return self._places().union(*map(self.room.held_by, hashes))

    def _came_or_went(self) -> None:
        """Broadcast who is connected to the tie and to its last game."""
        places = frozenset(place for yours in self._followers.values() for place in yours)
        here = places, sum(not yours for yours in self._followers.values())
        if here != self._told_here:
            self._told_here = here
            self.log.tell_here(*here)
        self._tell()
        games = self.room.draft.games
        if games and (board := self._lobby.active.find(games[-1])) is not None:
            board.audience.send_seats()

    def _tell(self) -> None:
        """Send every follower the tie, if it has changed for them."""
        here = self._here()
        for follower, yours in tuple(self._followers.items()):
            text = told(self.room, yours, here)
            if text != self._told[follower]:
                self._told[follower] = text
                follower(text)
