"""The registry of team matches: create, find and reopen them."""

from collections.abc import Iterable
from contextlib import suppress

from carrom import protocol
from carrom.errors import Conflict, StoreError
from carrom.server.common.named_locks import NamedLocks
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.live_games.game_events import AgreementsChanged, EventsAppended, PlayersChanged
from carrom.server.live_games.registry import GameRegistry
from carrom.server.live_games.subscribers import Follower
from carrom.server.ties.open_ties import OpenTies
from carrom.server.ties.room import RubberStarted, TieRoom, read
from carrom.server.ties.table import TieTable
from carrom.storage.event_store import EventStore
from carrom.storage.models import LogPosition, StoredEvent, StoredGame, StoredSeat
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tokens import hashed, new_game_id

Refusal = protocol.Refusal
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
