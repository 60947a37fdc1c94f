"""Team matches: the live match, those open at this process, the registry, and the record as an archive.

An archive has the tie's text and the records of its rubbers. Unpacked, it is a folder as `carrom umpire` writes it;
`carrom verify` reads both."""

import asyncio
import io
import logging
import zipfile
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError, CommitUncertain, Conflict, RefusedRequest, StoreError
from carrom.game.record import write_record
from carrom.game.tie import Tie
from carrom.game.tie_record import write_tie
from carrom.server.common import NamedLocks, ServerLimits
from carrom.server.ops.event_log import TRIES, GameEventLog
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import AgreementsChanged, EventsAppended, PlayersChanged
from carrom.server.play.subscribers import Follower
from carrom.server.play.tie_room import SIDES, RubberStarted, TieEvent, TieRoom, read
from carrom.server.play.tie_views import told
from carrom.storage.database import LogPosition, StoredEvent, StoredGame, StoredSeat
from carrom.storage.event_store import EventStore
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import Access, GameSettings, on_one_line
from carrom.tokens import hashed, new_game_id

_WHEN = (1980, 1, 1, 0, 0, 0)
"""The modification time of every file in the archive, so that the same tie gives the same bytes."""


def record_of(tie: Tie) -> bytes:
    """Return the archive of a tie as it stands now."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("tie.carrom-tie", _WHEN), write_tie(tie))
        for number, game in enumerate(tie.games, 1):
            archive.writestr(zipfile.ZipInfo(f"rubber-{number}.carrom", _WHEN), write_record(game))
    return written.getvalue()


# -- a live match: one request at a time, stored and then broadcast ----------------------------------------------------


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


# -- open matches, and players on the score card page ------------------------------------------------------------------


class OpenTies:
    """The open ties by id, most recently used last."""

    def __init__(self) -> None:
        """Start without ties."""
        self.tables: OrderedDict[str, TieTable] = OrderedDict()

    def game_changed(self, event: EventsAppended | AgreementsChanged | PlayersChanged) -> None:
        """Update the tie that a game belongs to, if it is open."""
        if (table := self._of(event.room)) is not None:
            table.heard(event.room)

    def _of(self, room: Room) -> TieTable | None:
        """Return the open tie that a game belongs to, or None."""
        tie = room.setting.tie
        return None if tie is None else self.tables.get(tie.tie)

    def players_nearby(self, room: Room, access: Access) -> frozenset[Seat]:
        """Return the players of a rubber who are on the score card page of its tie."""
        table = self._of(room)
        return frozenset() if table is None else table.at_the_card(access)


# -- the registry: create, find and reopen -----------------------------------------------------------------------------


UNKNOWN = "There is no tie with that name and key on this server; start a new one."


class TieRegistry:
    """The ties of one server, over their event store; their rubbers are games of the game registry."""

    def __init__(
        self, shelf: EventStore, lobby: GameRegistry, limits: ServerLimits, open_ties: OpenTies | None = None
    ) -> None:
        """Subscribe to the games; through `open_ties` a game finds its players on the score card page."""
        self._shelf, self._lobby, self._limits = shelf, lobby, limits
        self._open_ties = open_ties or OpenTies()
        self._tables = self._open_ties.tables
        self._opening = NamedLocks()
        lobby.dispatcher.subscribe(EventsAppended, self._open_ties.game_changed)
        lobby.dispatcher.subscribe(AgreementsChanged, self._open_ties.game_changed)
        lobby.dispatcher.subscribe(PlayersChanged, self._open_ties.game_changed)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the ties."""
        return self._lobby.fellows.shared

    async def begin(self, request: protocol.NewTie, account: str | None = None) -> TieTable:
        """Create a tie, or return the one created with this nonce; raises `CommandRefused` or `StoreError`.

        The creator's account gives access to their seats, as does their key.
        """
        async with self._opening.of(request.nonce):
            found = await self._lobby.in_thread(lambda: self._shelf.made_with(request.nonce))
            if found is not None:
                return await self._open(found.game)
            await self._check_names(request.terms, request.terms.teams, account)
            self._make_room()
            door, name = _door(request, account), new_game_id()
            room, terms, first = await self._lobby.in_thread(lambda: TieRoom.begin(name, request, door.seats))
            events: tuple[StoredEvent, ...] = ()
            if first is not None:
                events = (room.stored(first, None),)
                room.commit(first, None)
            try:
                mark = await self._lobby.in_thread(
                    lambda: self._shelf.begin(
                        name, request.nonce, terms, events, door.seats, door.watch, door.invite, door.open
                    )
                )
            except Conflict:  # another process has handled the same request
                found = await self._lobby.in_thread(lambda: self._shelf.made_with(request.nonce))
                if found is None:
                    raise
                return await self._open(found.game)
            return self._put(room, door, mark)

    async def come(self, request: protocol.ComeToTie, account: str | None = None) -> TieTable:
        """Return a tie that may be seen with a key, an account, or a spectator's or invitation secret.

        Raises `CommandRefused` if there is none.
        """
        table = await self._found(request.tie)
        if account is not None and not self.held(table, request.key, account):
            await table.look()  # the account may have taken a seat at another process
        seen = (
            bool(self.held(table, request.key, account))
            or table.door.lets_watch(request.watch)
            or (request.invite is not None and table.door.lets_join(request.invite))
        )
        if not seen:
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        return table

    async def join(self, request: protocol.JoinTie, account: str | None = None) -> TieTable:
        """Take an open seat; raises `CommandRefused` or `StoreError`."""
        table = await self._found(request.tie)
        await self._check_names(table.room.terms, () if request.team is None else (request.team,), account)
        await table.join(request, account)
        return table

    async def _check_names(
        self, terms: protocol.TieTerms, teams: Iterable[protocol.TeamPlan], account: str | None
    ) -> None:
        """Raise `CommandRefused` for the name of a player that a guest may not carry.

        A captain names the players of a team, who may have accounts: their names are refused if anybody may watch.
        """
        people = [each.name for team in teams for each in team.players if each.who is not protocol.Who.PROGRAM]
        await self._lobby.check_names(people, account, is_private=not terms.watching)

    @staticmethod
    def held(table: TieTable, key: str | None, account: str | None = None) -> tuple[str, ...]:
        """Return the seats that a key or an account gives access to."""
        return table.room.held_by("" if key is None else hashed(key), account)

    async def places_changed(self, tie: str) -> None:
        """Reload the seats of a tie that is in memory; raises `CarromError`."""
        if (table := self._tables.get(tie)) is not None:
            await table.look()

    async def _found(self, tie: str) -> TieTable:
        try:
            return await self._open(tie)
        except KeyError:
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN) from None

    async def _open(self, tie: str) -> TieTable:
        """Return a tie, loaded from the store if necessary; raises `KeyError`."""
        async with self._opening.of(tie):
            if tie in self._tables:
                self._tables.move_to_end(tie)
                if self._lobby.fellows.shared:
                    with suppress(StoreError):
                        await self._tables[tie].look()
                return self._tables[tie]
            stored = await self._lobby.in_thread(lambda: self._shelf.load(tie))
            if stored is None:
                raise KeyError(tie)
            self._make_room()
            room = await self._read(stored)
            table = self._put(room, Access.of(stored), stored.mark)
            for game in room.draft.games:  # apply what happened during loading
                if (live := self._lobby.active.find(game)) is not None:
                    table.heard(live.room)
            return table

    async def _read(self, stored: StoredGame) -> TieRoom:
        """Return the room of a stored tie, with the games of its rubbers; raises `CarromError`."""
        _, events = read(stored)
        games = {
            event.game: await self._lobby.active.game(event.game)
            for event in events
            if isinstance(event, RubberStarted)
        }
        return await self._lobby.in_thread(lambda: TieRoom.restored(stored, games))

    def followed(self) -> dict[str, TieTable]:
        """Return the ties with connected users, by id."""
        return {name: table for name, table in self._tables.items() if not table.is_quiet}

    def in_memory(self) -> dict[str, TieTable]:
        """Return the ties in memory, by id."""
        return dict(self._tables)

    def _put(self, room: TieRoom, door: Access, mark: LogPosition) -> TieTable:
        table = TieTable(room, door, self._shelf, self._lobby, mark, self._read)
        self._tables[room.name] = table
        return table

    def _make_room(self) -> None:
        """Evict idle ties over the limit, least recently used first; raises `CommandRefused` if all are in use."""
        for tie in [tie for tie, table in self._tables.items() if table.is_quiet]:
            if len(self._tables) < self._limits.games:
                return
            self._tables.pop(tie).forget()
        if len(self._tables) >= self._limits.games:
            raise CommandRefused(Refusal.FULL, "This server is full; try again later.")


class TieParticipant:
    """One connection's requests about ties, and the tie it follows."""

    def __init__(self, ties: TieRegistry, send: Follower) -> None:
        """Start without a tie."""
        self._ties, self._send = ties, send
        self._table: TieTable | None = None
        self._key: str | None = None
        self._account: str | None = None

    async def answer(self, request: protocol.TieRequest, account: str | None = None) -> None:
        """Handle a request of an account or a guest, and send the answer.

        Raises `CommandRefused` or `StoreError`.
        """
        match request:
            case protocol.NewTie(nonce=nonce, key=key):
                self._sit(await self._ties.begin(request, account), key, account, nonce)
            case protocol.JoinTie(nonce=nonce, key=key):
                self._sit(await self._ties.join(request, account), key, account, nonce)
            case protocol.ComeToTie(key=key):
                self._sit(await self._ties.come(request, account), key, account, None)
            case protocol.LeaveTie():
                self.leave()
            case protocol.LineUp():
                self._send(protocol.encode(await self._place().line_up(request, self._held())))
            case protocol.BeginRubber():
                self._send(protocol.encode(await self._place().begin_rubber(request, self._held())))

    def leave(self) -> None:
        """Stop following the tie."""
        if self._table is not None:
            self._table.leave(self._send)
            self._table = None

    def _sit(self, table: TieTable, key: str | None, account: str | None, nonce: str | None) -> None:
        self.leave()
        self._table, self._key, self._account = table, key, account
        table.follow(self._send, self._held(), nonce)
        if self._ties.is_shared:
            table.look_soon()

    def _held(self) -> tuple[str, ...]:
        return self._ties.held(self._place(), self._key, self._account)

    def _place(self) -> TieTable:
        if self._table is None:
            raise CommandRefused(Refusal.NO_GAME, "This connection has no tie yet: create or join one first.")
        return self._table


def _door(request: protocol.NewTie, account: str | None) -> Access:
    """Return the access to a new tie: its creator leads the first team, and the second one if the terms say so."""
    word, terms = hashed(request.key), request.terms
    sides = ("A", "B") if terms.captain in (protocol.Who.HERE, protocol.Who.ME) else ("A",)
    seats = tuple(
        StoredSeat(seat=side, name=team.name, hash=word, account=account)
        for side, team in zip(sides, terms.teams, strict=False)
    )
    return Access(seats=seats, watch=hashed(request.watch), invite=hashed(request.invite), open=terms.watching)
