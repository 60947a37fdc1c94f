"""A tie with its captains at it: one request at a time, stored, then told to everybody who follows."""

import asyncio

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.server.door import Door
from carrom.server.followers import Follower
from carrom.server.lobby import Lobby
from carrom.server.refuse import Refuse
from carrom.server.room import Room
from carrom.server.setting import Setting, on_one_line
from carrom.server.shelf import Shelf
from carrom.server.stored import StoredEvent, StoredSeat
from carrom.server.tie_room import SIDES, Begun, TieEvent, TieRoom
from carrom.server.tie_told import told
from carrom.server.tokens import hashed

Refusal = protocol.Refusal


class TieTable:
    """One tie that is being played."""

    def __init__(self, room: TieRoom, door: Door, shelf: Shelf, lobby: Lobby) -> None:
        """Put a tie on a table; `door` says who may look on and who may take an open place."""
        self.room, self.door = room, door
        self._shelf, self._lobby = shelf, lobby
        self._followers: dict[Follower, tuple[str, ...]] = {}
        self._told: dict[Follower, str] = {}
        self._one_at_a_time = asyncio.Lock()

    @property
    def is_quiet(self) -> bool:
        """Whether nobody follows, so that the table may be cleared."""
        return not self._followers and not self._one_at_a_time.locked()

    def follow(self, follower: Follower, yours: tuple[str, ...], nonce: str | None = None) -> None:
        """Send how the tie stands, as who holds these places may see it, and so again whenever it changes."""
        self._followers[follower] = yours
        here = self._here()
        self._told[follower] = told(self.room, yours, here)
        follower(told(self.room, yours, here, nonce))
        self._came_or_went()

    def leave(self, follower: Follower) -> None:
        """Send nothing more."""
        self._told.pop(follower, None)
        if self._followers.pop(follower, None) is not None:
            self._came_or_went()

    def standing(self, yours: tuple[str, ...]) -> str:
        """Return how the tie stands now, as who holds these places may see it, encoded."""
        return told(self.room, yours, self._here())

    def heard(self, room: Room) -> None:
        """Take notice of what has happened in the game of a rubber, and of who is at its board."""
        self.room.heard(room.name, room.game)
        self._tell()

    def at_the_card(self, door: Door) -> frozenset[Seat]:
        """Return the seats of a rubber that are held by keys with which somebody looks at the card."""
        places = self._places()
        return frozenset(Seat(each.seat) for each in door.seats if places.intersection(self.room.held_by(each.hash)))

    async def join(self, request: protocol.JoinTie) -> tuple[str, ...]:
        """Give an open place to who may take it, and return all the places he holds.

        Raises `Refuse` or `StoreError`, changing nothing.
        """
        hash = hashed(request.key)
        async with self._one_at_a_time:
            if self.room.holder(request.place) != hash:
                await self._seat(request, hash)
            if request.place == "B":
                event = self.room.propose_team(request.team)
                if event is not None:
                    await self._keep(event, request.nonce)
            self._tell()
        return self.room.held_by(hash)

    async def line_up(self, request: protocol.LineUp, held: tuple[str, ...]) -> protocol.Accepted:
        """Line a team up; raises `Refuse` or `StoreError`, changing nothing."""
        async with self._one_at_a_time:
            if (version := self.room.done(request.nonce)) is None:
                version = await self._keep(self.room.propose_lineup(request, held), request.nonce)
                self._tell()
        return protocol.Accepted(nonce=request.nonce, version=version)

    async def begin_rubber(self, request: protocol.BeginRubber, held: tuple[str, ...]) -> protocol.Accepted:
        """Let the next rubber begin as a game of its own; raises `Refuse` or `StoreError`, changing nothing.

        The game has a nonce of its own, so that a server that fell between game and tie goes on with that game.
        """
        async with self._one_at_a_time:
            if (version := self.room.done(request.nonce)) is None:
                setting, seats = self.room.propose_rubber(request, held)
                door = Door(seats=seats, watch=self.door.watch, open=self.door.open)
                nonce = hashed(f"rubber {request.rubber} of {self.room.name}")
                table = await self._lobby.arranged(nonce, lambda name: self._set_up(name, setting), door)
                game = table.room.game
                version = await self._keep(Begun(game=table.room.name), request.nonce, table.room)
                self.room.heard(table.room.name, game)
                self._tell()
        return protocol.Accepted(nonce=request.nonce, version=version)

    def _set_up(self, name: str, setting: Setting) -> tuple[Room, tuple[StoredEvent, ...]]:
        """Return the room of a new rubber, begun, with its first events."""
        try:
            return Room.set_up(name, setting, self._lobby.chance, self._lobby.now())
        except RefusedRequest as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None

    async def _seat(self, request: protocol.JoinTie, hash: str) -> None:
        """Give a place to who holds the key of `hash`; raises `Refuse`."""
        place, side = request.place, request.place[0]
        mine = side in self.room.held_by(hash)
        if not (mine or (request.invite is not None and self.door.lets_join(request.invite))):
            raise Refuse(Refusal.UNKNOWN_GAME, "This server knows no tie with that name and key; begin a new one.")
        open_player = next((each for each in self.room.players(side) if each.place == place), None)
        is_captains = place == "B" and self.room.terms.captain is protocol.Who.LINK
        is_players = open_player is not None and open_player.plan.who is protocol.Who.LINK
        if not (is_captains or is_players):
            raise Refuse(Refusal.NOT_NOW, f"The place {place} is not open; choose another.")
        name = open_player.name if open_player else on_one_line(request.team.name if request.team else "") or place
        if place in SIDES and request.team is not None:
            self.room.propose_team(request.team)
        seat = StoredSeat(seat=place, name=name, hash=hash)
        kept = await self._lobby.in_thread(lambda: self._shelf.take_seat(self.room.name, place, name, hash))
        if not kept:
            raise Refuse(Refusal.NOT_NOW, f"The place {place} has just been taken by somebody else; choose another.")
        self.room.seat_taken(seat)

    async def _keep(self, event: TieEvent, nonce: str, room: Room | None = None) -> int:
        """Store an event, then make it part of the tie; return its version."""
        stored = (self.room.stored(event, nonce),)
        await self._lobby.in_thread(lambda: self._shelf.append(self.room.name, stored))
        self.room.commit(event, nonce, None if room is None else room.game)
        return self.room.version

    def _places(self) -> frozenset[str]:
        """Return the places of those who look at the card."""
        return frozenset(place for yours in self._followers.values() for place in yours)

    def _here(self) -> frozenset[str]:
        """Return the places of those who look at the card or are at the board of the last rubber."""
        games = self.room.draft.games
        board = self._lobby.at_table(games[-1]) if games else None
        if board is None:
            return self._places()
        hashes = [each.hash for each in board.door.seats if each.seat in board.here]
        return self._places().union(*map(self.room.held_by, hashes))

    def _came_or_went(self) -> None:
        """Tell everybody who is here now, at the card and at the board."""
        self._tell()
        games = self.room.draft.games
        if games and (board := self._lobby.at_table(games[-1])) is not None:
            board.tell_seats()

    def _tell(self) -> None:
        """Tell everybody what has changed for him."""
        here = self._here()
        for follower, yours in tuple(self._followers.items()):
            text = told(self.room, yours, here)
            if text != self._told[follower]:
                self._told[follower] = text
                follower(text)
