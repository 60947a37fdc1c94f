"""Team matches: the live match, those open at this process, the registry, and the record as an archive.

An archive has the tie's text and the records of its rubbers. Unpacked, it is a folder as `carrom umpire` writes it;
`carrom verify` reads both."""

import io
import zipfile
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import Conflict, RefusedRequest, StoreError
from carrom.game.record import write_record
from carrom.game.tie import Tie
from carrom.game.tie_record import write_tie
from carrom.server.common import NamedLocks, ServerLimits
from carrom.server.ops.event_log import LATEST, Append, ReplicatedLog, Step, TakeSeat
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import AgreementsChanged, EventsAppended, PlayersChanged
from carrom.server.play.subscribers import Follower
from carrom.server.play.tie_room import SIDES, RubberStarted, TieEvent, TieRoom, read
from carrom.server.play.tie_views import told
from carrom.storage.database import EventBatch, LogPosition, StoredEvent, StoredGame, StoredSeat, Tail
from carrom.storage.event_store import EventStore
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import Access, GameSettings, on_one_line
from carrom.tokens import hashed, new_game_id
from carrom.values import changed

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


Refusal = protocol.Refusal
Read = Callable[[StoredGame], Awaitable[TieRoom]]
"""Returns the room of a stored tie, with the games of its rubbers."""
TieChange = tuple[TieEvent, str, Room | None]
"""An event, the nonce of its request, and the room of the rubber that it starts."""


class TieTable:
    """A tie in play, with its connected clients; the state of its log."""

    def __init__(self, room: TieRoom, access: Access, log: ReplicatedLog, registry: GameRegistry, read: Read) -> None:
        """Open a tie; `access` holds who may watch and who may take an open seat.

        Its log is known up to the room's version; `read` builds the room from stored events.
        """
        self.room, self.access, self.log = room, access, log
        self._registry, self._read = registry, read
        self._stop_listening = log.listen(lambda _: self.look_soon(), self._came_or_went)
        self._told_here: tuple[frozenset[str], int] = frozenset(), 0
        self._followers: dict[Follower, tuple[str, ...]] = {}
        self._told: dict[Follower, str] = {}

    @property
    def is_quiet(self) -> bool:
        """Whether it has no followers and no request in progress, so that it may be evicted."""
        return not self._followers and not self.log.lock.locked()

    @property
    def waits(self) -> bool:
        """Whether a seat is open, whose taking does not change the row's seal."""
        return len(self.room.seats) < sum(1 for side in SIDES for _ in (side, *self.room.players(side)))

    def forget(self) -> None:
        """Unsubscribe from hints about the tie."""
        self._stop_listening()

    def look_soon(self) -> None:
        """Schedule reading what other processes have stored."""
        self.log.in_background(self.look())

    async def look(self) -> None:
        """Read what other processes have stored, and broadcast it; raises `CarromError`."""
        await self.log.look(self)

    def apply(self, change: TieChange) -> None:
        """Apply and broadcast a stored event."""
        event, nonce, rubber = change
        self.room.commit(event, nonce, None if rubber is None else rubber.game)
        self._tell()

    def agree(self, setting: str) -> None:
        """Do nothing: the terms of a tie do not change."""

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self.access = changed(self.access, seats=seats)
        for each in seats:
            if each.seat not in {known.seat for known in self.room.seats}:
                self.room.seat_taken(each)

    async def read(self, news: Tail) -> bool:
        """Return whether there is nothing new; otherwise the tie is read again, with its players' current names."""
        if news.mark != self.log.mark or set(news.seats) != set(self.room.seats):
            return False
        await self.keep_board()
        self._tell()
        return True

    async def reload(self, stored: StoredGame) -> None:
        """Replace the tie by the stored one, and broadcast it."""
        self.room, self.access = await self._read(stored), Access.of(stored)
        await self.keep_board()
        self._tell()

    async def keep_board(self) -> None:
        """Keep the game of the last rubber loaded while the tie has followers."""
        games = self.room.draft.games
        if games and self.log.is_shared and self._followers:
            with suppress(KeyError, CommandRefused):
                board = await self._registry.active.open(games[-1])
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

    def at_the_card(self, access: Access) -> frozenset[Seat]:
        """Return the seats of a rubber whose holders are on the score card page."""
        places = self._places()
        return frozenset(Seat(each.seat) for each in access.seats if places.intersection(self.room.held_by(each.hash)))

    async def join(self, request: protocol.JoinTie, account: str | None = None) -> tuple[str, ...]:
        """Give an open seat to a player, and return all seats they hold.

        From then on the player's account gives access to it, as does their key.

        Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        hash, is_asked = hashed(request.key), False

        async def decide() -> tuple[str, ...] | Step[TieChange]:
            nonlocal is_asked
            holder = self.room.holder(request.place)
            if holder is None or (holder.hash != hash and (account is None or holder.account != account)):
                if is_asked and holder is not None:
                    reason = f"The place {request.place} has just been taken by another player; choose another."
                    raise CommandRefused(Refusal.NOT_NOW, reason)
                is_asked = True
                return TakeSeat(await self._open_seat(request, hash, account))
            event = self.room.propose_team(request.team) if request.place == "B" else None
            return self.room.held_by(hash, account) if event is None else self._append(event, request.nonce)

        held = await self.log.submit(self, decide, seen=LATEST)
        self._tell()
        return held

    async def line_up(self, request: protocol.LineUp, held: tuple[str, ...]) -> protocol.Accepted:
        """Submit a team's line-up; raises `CommandRefused` or `StoreError`, changing nothing."""

        async def decide() -> protocol.Accepted | Step[TieChange]:
            if (version := self.room.done(request.nonce)) is not None:
                return protocol.Accepted(nonce=request.nonce, version=version)
            return self._append(self.room.propose_lineup(request, held), request.nonce)

        return await self.log.submit(self, decide, seen=LATEST)

    async def begin_rubber(self, request: protocol.BeginRubber, held: tuple[str, ...]) -> protocol.Accepted:
        """Start the next rubber as a game; raises `CommandRefused` or `StoreError`, changing nothing.

        The game's nonce derives from the tie, so that after a crash between the two writes the same game is used.
        """

        async def decide() -> protocol.Accepted | Step[TieChange]:
            if (version := self.room.done(request.nonce)) is not None:
                return protocol.Accepted(nonce=request.nonce, version=version)
            setting, seats = self.room.propose_rubber(request, held)
            access = Access(seats=seats, watch=self.access.watch, open=self.access.open)
            nonce = hashed(f"rubber {request.rubber} of {self.room.name}")
            table = await self._registry.arranged(nonce, lambda name: self._set_up(name, setting), access)
            return self._append(RubberStarted(game=table.room.name), request.nonce, table.room)

        accepted = await self.log.submit(self, decide, seen=LATEST)
        await self.keep_board()
        return accepted

    def _append(self, event: TieEvent, nonce: str, rubber: Room | None = None) -> Append[TieChange]:
        batch = EventBatch((self.room.stored(event, nonce),), None)
        return Append(change=(event, nonce, rubber), batches=(batch,))

    def _set_up(self, name: str, setting: GameSettings) -> tuple[Room, tuple[StoredEvent, ...]]:
        """Return the room of a new rubber, started, with its first events."""
        try:
            return Room.set_up(name, setting, self._registry.chance, self._registry.now())
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None

    async def _open_seat(self, request: protocol.JoinTie, hash: str, account: str | None) -> StoredSeat:
        """Return an open seat as the holder of the key with this hash takes it; raises `CommandRefused`."""
        place, side = request.place, request.place[0]
        mine = side in self.room.held_by(hash, account)
        if not (mine or (request.invite is not None and self.access.lets_join(request.invite))):
            raise CommandRefused(
                Refusal.UNKNOWN_GAME, "There is no tie with that name and key on this server; start a new one."
            )
        await self._registry.check_apart(account, self.access.seats)
        open_player = next((each for each in self.room.players(side) if each.place == place), None)
        is_captains = place == "B" and self.room.terms.captain is protocol.Who.LINK
        is_players = open_player is not None and open_player.plan.who is protocol.Who.LINK
        if not (is_captains or is_players):
            raise CommandRefused(Refusal.NOT_NOW, f"The place {place} is not open; choose another.")
        name = open_player.name if open_player else on_one_line(request.team.name if request.team else "") or place
        if place in SIDES and request.team is not None:
            self.room.propose_team(request.team)
        return StoredSeat(seat=place, name=name, hash=hash, account=account)

    def _places(self) -> frozenset[str]:
        """Return the seats of the users on the score card page."""
        return frozenset(place for yours in self._followers.values() for place in yours) | self.log.elsewhere().seats

    def _here(self) -> frozenset[str]:
        """Return the seats of the users on the score card page or in the last rubber's game."""
        games = self.room.draft.games
        board = self._registry.active.find(games[-1]) if games else None
        if board is None:
            return self._places()
        hashes = [each.hash for each in board.access.seats if each.seat in board.here]
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
        if games and (board := self._registry.active.find(games[-1])) is not None:
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
        self, store: EventStore, registry: GameRegistry, limits: ServerLimits, open_ties: OpenTies | None = None
    ) -> None:
        """Subscribe to the games; through `open_ties` a game finds its players on the score card page."""
        self._store, self._registry, self._limits = store, registry, limits
        self._open_ties = open_ties or OpenTies()
        self._tables = self._open_ties.tables
        self._opening = NamedLocks()
        registry.dispatcher.subscribe(EventsAppended, self._open_ties.game_changed)
        registry.dispatcher.subscribe(AgreementsChanged, self._open_ties.game_changed)
        registry.dispatcher.subscribe(PlayersChanged, self._open_ties.game_changed)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the ties."""
        return self._registry.fellows.shared

    async def begin(self, request: protocol.NewTie, account: str | None = None) -> TieTable:
        """Create a tie, or return the one created with this nonce; raises `CommandRefused` or `StoreError`.

        The creator's account gives access to their seats, as does their key.
        """
        async with self._opening.of(request.nonce):
            found = await self._registry.in_thread(lambda: self._store.made_with(request.nonce))
            if found is not None:
                return await self._open(found.game)
            await self._check_names(request.terms, request.terms.teams, account)
            self._make_room()
            access, name = _access(request, account), new_game_id()
            room, terms, first = await self._registry.in_thread(lambda: TieRoom.begin(name, request, access.seats))
            events: tuple[StoredEvent, ...] = ()
            if first is not None:
                events = (room.stored(first, None),)
                room.commit(first, None)
            try:
                mark = await self._registry.in_thread(
                    lambda: self._store.begin(
                        name, request.nonce, terms, events, access.seats, access.watch, access.invite, access.open
                    )
                )
            except Conflict:  # another process has handled the same request
                found = await self._registry.in_thread(lambda: self._store.made_with(request.nonce))
                if found is None:
                    raise
                return await self._open(found.game)
            return self._put(room, access, mark)

    async def come(self, request: protocol.ComeToTie, account: str | None = None) -> TieTable:
        """Return a tie that may be seen with a key, an account, or a spectator's or invitation secret.

        Raises `CommandRefused` if there is none.
        """
        table = await self._found(request.tie)
        if account is not None and not self.held(table, request.key, account):
            await table.look()  # the account may have taken a seat at another process
        seen = (
            bool(self.held(table, request.key, account))
            or table.access.lets_watch(request.watch)
            or (request.invite is not None and table.access.lets_join(request.invite))
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
        await self._registry.check_names(people, account, is_private=not terms.watching)

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
                if self._registry.fellows.shared:
                    with suppress(StoreError):
                        await self._tables[tie].look()
                return self._tables[tie]
            stored = await self._registry.in_thread(lambda: self._store.load(tie))
            if stored is None:
                raise KeyError(tie)
            self._make_room()
            room = await self._read(stored)
            table = self._put(room, Access.of(stored), stored.mark)
            for game in room.draft.games:  # apply what happened during loading
                if (live := self._registry.active.find(game)) is not None:
                    table.heard(live.room)
            return table

    async def _read(self, stored: StoredGame) -> TieRoom:
        """Return the room of a stored tie, with the games of its rubbers; raises `CarromError`."""
        _, events = read(stored)
        games = {
            event.game: await self._registry.active.game(event.game)
            for event in events
            if isinstance(event, RubberStarted)
        }
        return await self._registry.in_thread(lambda: TieRoom.restored(stored, games))

    def followed(self) -> dict[str, TieTable]:
        """Return the ties with connected users, by id."""
        return {name: table for name, table in self._tables.items() if not table.is_quiet}

    def in_memory(self) -> dict[str, TieTable]:
        """Return the ties in memory, by id."""
        return dict(self._tables)

    def _put(self, room: TieRoom, access: Access, mark: LogPosition) -> TieTable:
        log = ReplicatedLog(self._store, room.name, mark, self._registry.bus, self._registry.fellows)
        table = TieTable(room, access, log, self._registry, self._read)
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


def _access(request: protocol.NewTie, account: str | None) -> Access:
    """Return the access to a new tie: its creator leads the first team, and the second one if the terms say so."""
    word, terms = hashed(request.key), request.terms
    sides = ("A", "B") if terms.captain in (protocol.Who.HERE, protocol.Who.ME) else ("A",)
    seats = tuple(
        StoredSeat(seat=side, name=team.name, hash=word, account=account)
        for side, team in zip(sides, terms.teams, strict=False)
    )
    return Access(seats=seats, watch=hashed(request.watch), invite=hashed(request.invite), open=terms.watching)
