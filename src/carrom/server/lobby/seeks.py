"""Seeks and challenges: terms, players, free seats, and their store in the database.

A challenge and an invitation are seeks that only some players may join."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec

from carrom.board.seat import Seat
from carrom.errors import CommitUncertain, RefusedRequest, StoreError
from carrom.protocol.http_lobby import Counting, Sought
from carrom.storage.database import Database
from carrom.storage.hash_chain import Cell
from carrom.tables.terms import PLACES
from carrom.tournament.glicko import Rating
from carrom.values import Value, changed


class SeekState(StrEnum):
    """The state of a seek or challenge."""

    GATHERING = "gathering"
    """Waits for the maker's doubles partner; hidden from everybody else."""
    OPEN = "open"
    TAKEN = "taken"
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"
    """By the challenged player."""


class LobbyParty(Value, frozen=True, kw_only=True):
    """A player in the lobby: an account, a bot or a guest."""

    party: str
    """Identifier: `account:` and the account's id, or `guest:` and the hash of the guest's key."""
    name: str
    account: str | None = None
    bot: bool = False


class SeekPlace(Value, frozen=True, kw_only=True):
    """A player seated at a seek."""

    seat: Seat
    who: LobbyParty
    hash: str
    """Hash of the key that opens the seat."""
    rating: Rating | None = None
    """Rating in the game's pool when the player joined; None without one."""
    games: int = 0
    """Number of rated games behind the rating."""


class Seek(Value, frozen=True, kw_only=True):
    """The stored content of a seek, without its state."""

    id: str
    terms: Sought
    places: tuple[SeekPlace, ...]
    """In the order of joining; the maker is first."""
    made: int
    """Ms since 1970."""
    shown: int
    """When others first see it and may be paired with it; later than `made` for players who often abandon games."""
    quick: bool = False
    """Whether quick pairing created it, so that its maker moves to an older seek of the same kind."""
    word: str | None = None
    """Hash of the secret that allows a partner or an invited player to join."""
    to: str | None = None
    """The challenged account."""
    to_name: str | None = None

    def waits(self, now: int) -> bool:
        """Return whether it is still hidden from others; one without a delay never is, even if clocks differ."""
        return self.shown > max(now, self.made)

    @property
    def maker(self) -> LobbyParty:
        """The player who made it."""
        return self.places[0].who

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game in the order in which they fill; in doubles the maker's pair comes first."""
        places = PLACES[self.terms.players]
        return (Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST) if len(places) == 4 else places

    @property
    def open(self) -> tuple[Seat, ...]:
        """The free seats in the order in which they fill."""
        held = {each.seat for each in self.places}
        return tuple(seat for seat in self.seats if seat not in held)

    @property
    def pair(self) -> tuple[SeekPlace, ...]:
        """The maker and the partner who joined with the partner's secret; empty without such a partner."""
        mine, *others = self.places
        partner = next((each for each in others if each.seat is across(mine.seat)), None)
        return (mine, partner) if self.word is not None and self.to is None and partner is not None else ()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not self.open

    def seat_of(self, party: str) -> Seat | None:
        """Return a party's seat; None if it has not joined."""
        return next((each.seat for each in self.places if each.who.party == party), None)

    def with_place(
        self, who: LobbyParty, hash: str, rating: Rating | None, games: int = 0, partner: bool = False
    ) -> "Seek":
        """Return a copy with a player added: a partner across from the maker, anybody else at an opponent's seat.

        Raises `RefusedRequest` if there is no such seat.
        """
        if self.seat_of(who.party) is not None:
            raise RefusedRequest("you have already joined this seek; wait for the others, or withdraw")
        free = self.open
        if not free:
            raise RefusedRequest("this seek has just been taken; join another, or create your own")
        seat = across(self.places[0].seat) if partner else self._opposite(free)
        if seat not in free:
            raise RefusedRequest("this seek already has a partner; choose a seat on the other side")
        place = SeekPlace(seat=seat, who=who, hash=hash, rating=rating, games=games)
        return changed(self, places=(*self.places, place))

    def with_pair(self, pair: tuple[SeekPlace, ...]) -> "Seek":
        """Return a copy with a pair added on the free side; raises `RefusedRequest` if that side is not free."""
        free = self.open
        if not {Seat.EAST, Seat.WEST} <= set(free):
            raise RefusedRequest("this seek has no free side for two players; join another, or keep your own")
        seats = (Seat.EAST, Seat.WEST)
        moved = tuple(changed(each, seat=seat) for each, seat in zip(pair, seats, strict=True))
        if {each.who.party for each in pair} & {each.who.party for each in self.places}:
            raise RefusedRequest("one of you has already joined this seek; wait for the others, or withdraw")
        return changed(self, places=(*self.places, *moved))

    def _opposite(self, free: tuple[Seat, ...]) -> Seat:
        """Return the first free opponent's seat; the maker's partner's seat only if no other is free."""
        if self.terms.players != 4:
            return free[0]
        others = [seat for seat in (Seat.EAST, Seat.NORTH, Seat.WEST) if seat in free]
        return others[0]


def across(seat: Seat) -> Seat:
    """Return the seat across the board."""
    return {Seat.SOUTH: Seat.NORTH, Seat.NORTH: Seat.SOUTH, Seat.EAST: Seat.WEST, Seat.WEST: Seat.EAST}[seat]


def is_rated(seek: Seek) -> bool:
    """Return whether the game of a full seek may be rated: accounts only, and not sought as unrated."""
    accounts = all(each.who.account is not None for each in seek.places)
    return seek.terms.stake is not Counting.UNRATED and accounts


# -- the store, with optimistic locking --------------------------------------------------------------------------------
# An update names the version that was read (optimistic locking), so that of several players who take the same seat at
# once, at any process, exactly one succeeds. Every method runs short statements; times are ms since 1970.


SEEK, CHALLENGE = "seek", "challenge"

_WAITING = (SeekState.GATHERING.value, SeekState.OPEN.value)
_COLUMNS = "id, state, until, version, game, body"


class StoredSeek(Value, frozen=True, kw_only=True):
    """A seek or challenge with its state in the database."""

    table: str
    seek: Seek
    state: SeekState
    until: int
    """When it expires, unless it is prolonged."""
    version: int = 1
    game: str | None = None
    """The game created from it."""

    def waits(self, now: int) -> bool:
        """Return whether it may still be joined or answered."""
        return self.state.value in _WAITING and self.until > now


class SeekStore:
    """The seeks and challenges of a database."""

    def __init__(self, database: Database) -> None:
        """Use the tables of seeks and challenges of a database."""
        self._database = database

    def add(self, stored: StoredSeek) -> bool:
        """Insert a seek or challenge; return False if the maker already has a waiting seek (one is allowed)."""
        seek = stored.seek
        before = "withdrawn before another"
        if stored.table == SEEK:
            self._do(
                f"UPDATE {SEEK} SET state = ?, version = version + 1 "
                "WHERE maker = ? AND state IN (?, ?) AND until <= ? RETURNING id",
                (SeekState.WITHDRAWN.value, seek.maker.party, *_WAITING, seek.made),
                before,
            )
        found = self._do(
            f"INSERT INTO {stored.table} (id, maker, other, state, made, until, version, game, body) "
            "VALUES (?, ?, ?, ?, ?, ?, 1, NULL, ?) ON CONFLICT DO NOTHING RETURNING id",
            (seek.id, seek.maker.party, seek.to, stored.state.value, seek.made, stored.until, _text(seek)),
            "kept",
        )
        return bool(found) or self.one(stored.table, seek.id) is not None

    def one(self, table: str, id: str) -> StoredSeek | None:
        """Return the seek or challenge with that id, or None."""
        found = self._database.ask(f"SELECT {_COLUMNS} FROM {table} WHERE id = ?", (id,))
        return _kept(table, found[0]) if found else None

    def challenges_of(self, party: str, account: str | None, since: int) -> tuple[StoredSeek, ...]:
        """Return the challenges made since a time by a party, or to its account, oldest first."""
        rows = self._database.ask(
            f"SELECT {_COLUMNS} FROM {CHALLENGE} WHERE (maker = ? OR other = ?) AND made >= ? ORDER BY made, id",
            (party, account or "", since),
        )
        return tuple(_kept(CHALLENGE, row) for row in rows)

    def came_of_a_challenge(self, game: str) -> bool:
        """Return whether a game was created from a challenge or invitation, whose maker may have been absent."""
        return bool(self._database.ask(f"SELECT 1 FROM {CHALLENGE} WHERE game = ?", (game,)))

    def change(self, before: StoredSeek, seek: Seek, state: SeekState, now: int) -> StoredSeek | None:
        """Update a seek if it still has the version that was read; return the new state, or None if it was changed.

        A full seek stays readable for a while, so that its players learn of their game. If the commit's outcome is
        unknown, the row is read again.
        """
        until = now + FOUND[before.table] if state is SeekState.TAKEN else before.until
        after = StoredSeek(
            table=before.table, seek=seek, state=state, until=until, version=before.version + 1, game=before.game
        )
        statement = (
            f"UPDATE {before.table} SET state = ?, version = ?, until = ?, body = ? "
            "WHERE id = ? AND version = ? AND state IN (?, ?) AND until > ? RETURNING id"
        )
        values = (state.value, after.version, until, _text(seek), seek.id, before.version, *_WAITING, now)
        try:
            return after if self._database.do(statement, values) else None
        except CommitUncertain:
            found = self.one(before.table, seek.id)
            return after if found is not None and (found.version, found.seek) == (after.version, seek) else None

    def reopen(self, before: StoredSeek) -> bool:
        """Reopen a seek that was withdrawn in order to join another one, when joining failed; return whether it was."""
        return bool(
            self._do(
                f"UPDATE {before.table} SET state = ?, version = version + 1 "
                "WHERE id = ? AND state = ? AND version = ? RETURNING id",
                (SeekState.OPEN.value, before.seek.id, SeekState.WITHDRAWN.value, before.version),
                "opened again",
            )
        )

    def has_begun(self, stored: StoredSeek, game: str) -> None:
        """Store the name of the game created from a seek."""
        self._do(
            f"UPDATE {stored.table} SET game = ? WHERE id = ? AND (game IS NULL OR game = ?) RETURNING id",
            (game, stored.seek.id, game),
            "kept",
        )

    def prolong(self, parties: Iterable[str], until: int) -> None:
        """Extend the expiry of these parties' seeks, to at most `LONGEST` after they were made."""
        parties = tuple(parties)
        for place in range(0, len(parties), AT_ONCE):
            some = parties[place : place + AT_ONCE]
            makers = ", ".join("?" * len(some))
            self._do(
                f"UPDATE {SEEK} SET until = CASE WHEN made + ? < ? THEN made + ? ELSE ? END "
                f"WHERE maker IN ({makers}) AND state IN (?, ?) RETURNING id",
                (LONGEST, until, LONGEST, until, *some, *_WAITING),
                "kept",
            )

    def current(self, now: int) -> tuple[StoredSeek, ...]:
        """Return all waiting seeks and challenges, and recently filled ones, oldest first."""
        found = []
        for table in (SEEK, CHALLENGE):
            rows = self._database.ask(
                f"SELECT {_COLUMNS} FROM {table} WHERE state IN (?, ?, ?) AND until > ? ORDER BY made, id",
                (*_WAITING, SeekState.TAKEN.value, now),
            )
            found += [_kept(table, row) for row in rows]
        return tuple(found)

    def forget(self, now: int) -> None:
        """Delete seeks and challenges that expired a day ago."""
        for table in (SEEK, CHALLENGE):
            self._do(f"DELETE FROM {table} WHERE made < ? AND until < ? RETURNING id", (now - DAY, now - DAY), "kept")

    def _do(self, statement: str, values: tuple[Cell, ...], what: str) -> list[tuple[Any, ...]]:
        """Run an idempotent statement, again if its commit is uncertain; raises `StoreError`."""
        for _ in range(self._database.tries):
            try:
                return self._database.do(statement, values)
            except CommitUncertain:
                continue
        raise StoreError(f"The database did not say whether this was {what}; nothing else was changed, try again.")


AT_ONCE = 500
"""Makers per statement."""
LONGEST = 30 * 60_000
"""The longest lifetime of a seek, ms."""
FOUND = {SEEK: 60_000, CHALLENGE: 600_000}
"""How long a filled seek or challenge is returned to its players with their game, ms."""
DAY = 86_400_000


def _text(seek: Seek) -> str:
    return msgspec.json.encode(seek).decode()


def _kept(table: str, row: tuple[Any, ...]) -> StoredSeek:
    id, state, until, version, game, body = row
    try:
        seek = msgspec.json.decode(body, type=Seek)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise StoreError(f"The {table} {id} cannot be read ({error}); it was left as it is.") from error
    return StoredSeek(table=table, seek=seek, state=SeekState(state), until=until, version=version, game=game)
