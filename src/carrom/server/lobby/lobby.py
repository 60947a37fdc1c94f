"""The lobby: callers, matchmaking, seeks and challenges, and the game that a full seek becomes."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from secrets import token_urlsafe
from typing import TypeVar

from starlette.datastructures import Headers

from carrom.errors import CarromError, RefusedRequest, RulesError
from carrom.protocol import Refusal, Sitter, SitterKind
from carrom.protocol.common import SeatPlan, Terms, Who
from carrom.protocol.http_lobby import Challenging, GameFound, QuickPairing, Seeking, Sought, WatchableGame
from carrom.server.common import LobbyChanged
from carrom.server.lobby.feed import STANDS, LobbySubscriptions
from carrom.server.lobby.seeks import (
    CHALLENGE,
    SEEK,
    LobbyParty,
    Seek,
    SeekPlace,
    SeekState,
    SeekStore,
    StoredSeek,
    is_rated,
)
from carrom.server.lobby.terms import (
    check_may_sit,
    check_open,
    check_partner,
    check_terms,
    clock_of,
    opens,
    playing_view,
)
from carrom.server.ops.bus import Bus
from carrom.server.people.models import OPEN, Account, found
from carrom.server.people.ratings import AbandonRecord, Attendance, Pool, RatingStore, are_teams_rated, rating_at
from carrom.server.people.sessions import Authenticator, Scope
from carrom.server.people.usernames import GuestNames, folded
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import Database, StoredSeat
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import PLACES, Access, GameSettings, called, on_one_line
from carrom.tokens import hashed
from carrom.tournament.glicko import Rating
from carrom.values import changed


class Caller:
    """The sender of a lobby request and the key that opens their seats."""

    def __init__(self, who: LobbyParty, key: str) -> None:
        """Store the party and its key."""
        self.who, self.key = who, key


class Callers:
    """Identify the senders of requests; without an authenticator everybody is a guest."""

    def __init__(self, database: Database, visitors: Authenticator | None = None) -> None:
        """Look up accounts in a database."""
        self._database, self.visitors, self._names = database, visitors, GuestNames(database)

    async def speaker(self, headers: Headers, key: str | None, name: str, scope: Scope) -> Caller:
        """Return the sender of a request; raises `CommandRefused` for a guest without a key or with a name that
        guests may not carry, and for a missing scope.
        """
        who = await self.listener(headers, key, scope)
        if who is None:
            raise CommandRefused(
                Refusal.MALFORMED, "A guest needs a key: expected `key`, 32 random bytes in base 64 for URLs."
            )
        if who.account is None:
            await asyncio.to_thread(self._names.check, [name])
            who = LobbyParty(party=who.party, name=on_one_line(name))
        return Caller(who, key or token_urlsafe(32))

    async def listener(self, headers: Headers, key: str | None, scope: Scope | None = None) -> LobbyParty | None:
        """Return the reader of a stream, None if anonymous; raises `CommandRefused` for a missing scope."""
        known = None if self.visitors is None else await self.visitors.who(headers)
        if known is None:
            return None if key is None else LobbyParty(party=f"guest:{hashed(key)}", name="")
        if scope is not None and not known.may(scope):
            raise CommandRefused(Refusal.NOT_YOURS, known.lacks(scope))
        person = known.person
        return LobbyParty(party=f"account:{person.id}", name=person.name, account=person.id, bot=person.bot)

    async def called(self, name: str) -> LobbyParty:
        """Return the open account of that name; raises `CommandRefused` if there is none."""
        account = await asyncio.to_thread(self._account, "folded", folded(name))
        if account is None:
            raise CommandRefused(Refusal.ILLEGAL, f"There is no account named {name!r:.40}.")
        return _who(account)

    def names(self, accounts: tuple[str, ...]) -> dict[str, tuple[str, bool]]:
        """Return the name of each open account and whether it is a bot; closed accounts are left out."""
        rows = {id: self._account("id", id) for id in accounts}
        return {id: (row.name, bool(row.bot)) for id, row in rows.items() if row is not None}

    def _account(self, column: str, value: str) -> Account | None:
        rows = self._database.view(lambda ask: found(ask, Account, f"{column} = ? AND state = ?", value, OPEN))
        return rows[0] if rows else None


def _who(account: Account) -> LobbyParty:
    return LobbyParty(party=f"account:{account.id}", name=account.name, account=account.id, bot=bool(account.bot))


# -- matchmaking: the waiting seek that fits a player best -------------------------------------------------------------
# Two players who use quick pairing at the same moment may both find nothing and both leave a seek. On every later
# change of the lobby the maker of the newer seek searches again and joins the older one. The older seek never moves,
# so the two cannot swap places.


_UNKNOWN = 1500.0
"""The rating assumed for a player without one when ratings are compared."""


def kind(terms: Sought) -> tuple[str, str, int]:
    """Return what two terms must share to be the same kind of game; clock and stake do not matter."""
    return terms.ruleset, terms.length, terms.players


def is_unhurried(terms: Sought) -> bool:
    """Return whether a seek's clock is the default or slower, so that quick pairing never gives a faster clock."""
    law = clock_of(changed(terms, clock=None))
    return terms.clock is None or (terms.clock.stroke >= law.stroke and terms.clock.place >= law.place)


def age(seek: Seek) -> tuple[int, str]:
    """Return a sort key that orders seeks from oldest to newest, the same at every process."""
    return seek.shown, seek.id


def best(seeks: Iterable[Seek], wish: Sought, rating: Rating | None, may: Callable[[Seek], bool]) -> Seek | None:
    """Return the best seek to join among those that `may` allows; None if there is none.

    Seeks with fewer open seats come first, then the nearest rating, then the oldest seek.
    """
    found = [each for each in seeks if kind(each.terms) == kind(wish) and is_unhurried(each.terms) and may(each)]
    mine = _UNKNOWN if rating is None else rating.rating

    def order(seek: Seek) -> tuple[int, float, int, str]:
        theirs = [place.rating.rating if place.rating else _UNKNOWN for place in seek.places]
        return len(seek.open), abs(sum(theirs) / len(theirs) - mine), *age(seek)

    return min(found, key=order, default=None)


def moves_to(mine: Seek, seeks: Iterable[Seek], may: Callable[[Seek], bool]) -> Seek | None:
    """Return the older seek that the maker of a waiting seek should join instead; None to keep waiting."""
    older = (each for each in seeks if each.id != mine.id and age(each) < age(mine))
    return best(older, mine.terms, mine.places[0].rating, may)


# -- the game of a full seek: its settings and seat tokens -------------------------------------------------------------


PATIENCE = 120
"""Seconds after which a disconnected player whose turn it is loses the game."""


def pool_of(seek: Seek) -> Pool:
    """Return the rating pool of a seek's game; whether the game is rated is decided elsewhere."""
    terms, bots = seek.terms, any(each.who.bot for each in seek.places)
    return Pool(ruleset=terms.ruleset, length=terms.length, players=terms.players, bots=bots)


def setting_of(seek: Seek) -> GameSettings:
    """Return the settings of the game for a full seek: open to spectators, with a limit on absence."""
    places = {each.seat: each for each in seek.places}
    names = {seat: called(places[seat].who.name, seat) for seat in PLACES[seek.terms.players]}
    pool = pool_of(seek)
    counts = is_rated(seek) and (not pool.is_of_teams or are_teams_rated())
    sitters = (
        Sitter(
            seat=seat,
            name=name,
            kind=SitterKind.HUMAN,
            here=False,
            bot=places[seat].who.bot,
            rating=rating_of(places[seat]),
        )
        for seat, name in names.items()
    )
    terms = Terms(
        ruleset=seek.terms.ruleset,
        length=seek.terms.length,
        seats=tuple(SeatPlan(seat=seat, who=Who.LINK, name=name) for seat, name in names.items()),
        clock=clock_of(seek.terms),
        forfeit_after=PATIENCE,
        guide=seek.terms.guide,
        watching=True,
    )
    return GameSettings(sitters=tuple(sitters), terms=terms, found=True, pool=pool.name if counts else None)


def rating_of(place: SeekPlace) -> int | None:
    """Return a seated player's rating in whole points; None without a rating."""
    return None if place.rating is None else round(place.rating.rating)


def access_of(seek: Seek) -> Access:
    """Return who may access the game: each player their seat, by key or account; everybody as a spectator."""
    seats = (
        StoredSeat(seat=each.seat, name=called(each.who.name, each.seat), hash=each.hash, account=each.who.account)
        for each in sorted(seek.places, key=lambda each: PLACES[seek.terms.players].index(each.seat))
    )
    return Access(seats=tuple(seats), open=True)


def nonce_of(table: str, seek: Seek) -> str:
    """Return a nonce derived from the seek, so that any process creates the same game."""
    return hashed(f"{table} {seek.id}")


# -- the service: post, withdraw, challenge, join, quick pairing -------------------------------------------------------
# No process owns a seek: requests may reach any process, and the database decides which one was first. A player who
# joins another seek first gives up their own and gets it back if joining fails. The nonce of a full seek's game
# derives from the seek's id, so that the game is created once, by any process, even after a crash half-way.


log = logging.getLogger("carrom.server")
T = TypeVar("T")

CHALLENGE_STANDS = 30 * 60_000
"""Milliseconds until a challenge expires."""
MOST_CHALLENGES = 10
"""The most challenges of one party that may wait at a time."""
_ROUNDS = 20
_LATEST = 200
"""The most recent games searched for games open to spectators."""
_BLOCKED = "SELECT other FROM block WHERE account = ? UNION SELECT account FROM block WHERE other = ?"


class LobbyService:
    """The lobby's operations at one process."""

    def __init__(self, store: Store, registry: GameRegistry, bus: Bus) -> None:
        """Store seeks in the store's database; create games in the game registry."""
        self._database, self._registry = store.database, registry
        self.seeks, self.ratings = SeekStore(store.database), RatingStore(store.database)
        self.attendance = Attendance(store.database)
        self.hub = LobbySubscriptions(self, self._playing, bus, registry.now, registry.dispatcher)

    async def seek(self, who: LobbyParty, key: str, wish: Seeking) -> StoredSeek:
        """Create a seek, or return the party's own waiting seek on the same terms.

        Raises `CommandRefused` or `StoreError`.
        """
        check_partner(wish.terms, wish.partner)
        return await self._leave(who, key, wish.terms, word=wish.partner)

    async def pair(self, who: LobbyParty, key: str, wish: QuickPairing) -> StoredSeek:
        """Join the best waiting seek of a kind, or create one; raises `CommandRefused` or `StoreError`."""
        terms = Sought(ruleset=wish.ruleset, length=wish.length, players=wish.players)
        self._check(terms, who)
        if not (await self._manners(who)).waits:
            for _ in range(_ROUNDS):
                found = await self._best(who, terms)
                if found is None:
                    break
                try:
                    return await self.sit(SEEK, found.seek.id, who, key)
                except CommandRefused:
                    continue  # another player was first
        return await self._leave(who, key, terms, quick=True)

    async def sit(self, table: str, id: str, who: LobbyParty, key: str, word: str | None = None) -> StoredSeek:
        """Join a seek or challenge, giving up one's own seek; raises `CommandRefused` or `StoreError`."""
        for _ in range(_ROUNDS):
            stored = await self.one(table, id)
            if stored.state is SeekState.TAKEN and stored.seek.seat_of(who.party) is not None:
                return stored  # a repeated request: its answer was lost
            after = await self._with(stored, who, key, word)
            own = await self._given_up(who, stored)
            state = SeekState.TAKEN if after.is_full else SeekState.OPEN
            done = await self._changed(stored, after, state, own)
            if done is not None:
                self.hub.hint()
                return done
        raise CommandRefused(Refusal.NOT_NOW, "This seek is changing too fast; join another, or create your own.")

    async def give_up(self, table: str, id: str, who: LobbyParty) -> None:
        """Withdraw one's own seek or challenge, leave another party's, or decline a challenge to oneself."""
        for _ in range(_ROUNDS):
            stored = await self.one(table, id)
            if stored.state not in (SeekState.OPEN, SeekState.GATHERING):
                if stored.state is SeekState.TAKEN:
                    raise CommandRefused(Refusal.NOT_NOW, "Its game has already begun; open it, or resign in it.")
                return
            after, state = self._without(stored, who)
            if await self._changed(stored, after, state) is not None:
                self.hub.hint()
                return
            if stored.until <= self._registry.now():
                return
        raise CommandRefused(Refusal.NOT_NOW, "This seek is changing too fast; try again.")

    async def challenge(self, who: LobbyParty, key: str, wish: Challenging, to: LobbyParty | None) -> StoredSeek:
        """Challenge an account, or invite anyone with the secret; raises `CommandRefused` or `StoreError`."""
        self._check(wish.terms, who)
        if to is None and wish.word is None:
            raise CommandRefused(
                Refusal.MALFORMED, "A challenge needs an opponent: expected `to`, or the `word` of an invitation."
            )
        if to is not None and wish.terms.players > 2:
            among = f"A challenge is for two players, not {wish.terms.players}"
            raise CommandRefused(Refusal.ILLEGAL, f"{among}; invite the others by a link's `word`, or create a seek.")
        if to is not None and to.party == who.party:
            raise CommandRefused(Refusal.ILLEGAL, "You cannot challenge yourself; expected another player's name.")
        if to is not None and to.account in await self._blocked(who):
            raise CommandRefused(
                Refusal.NOT_YOURS, f"You and {to.name} cannot play each other: one of you has blocked the other."
            )
        now, theirs = self._registry.now(), await self.current(self._registry.now())
        waiting = [each for each in theirs if each.table == CHALLENGE and each.seek.maker.party == who.party]
        if len([each for each in waiting if each.waits(now)]) >= MOST_CHALLENGES:
            most = f"You have {MOST_CHALLENGES} unanswered challenges; cancel one first."
            raise CommandRefused(Refusal.NOT_NOW, most)
        seek = await self._new(who, key, wish.terms, now, shown=now)
        seek = changed(
            seek,
            word=None if wish.word is None else hashed(wish.word),
            to=None if to is None else to.account,
            to_name=None if to is None else to.name,
        )
        stored = StoredSeek(table=CHALLENGE, seek=seek, state=SeekState.OPEN, until=now + CHALLENGE_STANDS)
        await self._in(lambda: self.seeks.add(stored))
        self.hub.hint()
        return stored

    async def one(self, table: str, id: str) -> StoredSeek:
        """Return a seek or challenge by its id; raises `CommandRefused` if there is none."""
        stored = await self._in(lambda: self.seeks.one(table, id))
        if stored is None:
            raise CommandRefused(Refusal.NO_GAME, f"There is no {table} with that name; it may have been deleted.")
        return stored

    async def game_of(self, stored: StoredSeek) -> str | None:
        """Return the game of a full seek, created now if necessary; None while it cannot be created."""
        if stored.game is not None:
            return stored.game
        seek = stored.seek
        setting, access = setting_of(seek), access_of(seek)
        try:
            table = await self._registry.arranged(
                nonce_of(stored.table, seek),
                lambda name: Room.set_up(name, setting, self._registry.chance, self._registry.now()),
                access,
            )
            await self._in(lambda: self.seeks.has_begun(stored, table.room.name))
        except (CommandRefused, CarromError) as fault:
            log.error("The game of a %s could not be started: %s", stored.table, fault)
            return None
        self._registry.dispatcher.publish(LobbyChanged())
        return table.room.name

    async def found(self, stored: StoredSeek, who: LobbyParty) -> GameFound | None:
        """Return the game of a seek for a player who has joined it; None while the seek is not full."""
        seat = stored.seek.seat_of(who.party)
        if stored.state is not SeekState.TAKEN or seat is None:
            return None
        game = await self.game_of(stored)
        if game is None:
            raise CommandRefused(Refusal.FULL, "This server is full; the game will begin when there is room.")
        return GameFound(game=game, seat=seat, seek=stored.seek.id)

    async def current(self, now: int) -> tuple[StoredSeek, ...]:
        """Return the waiting seeks and challenges, and those filled recently."""
        return await self._in(lambda: self.seeks.current(now))

    async def prolong(self, parties: tuple[str, ...], until: int) -> None:
        """Extend the expiry of these parties' seeks."""
        await self._in(lambda: self.seeks.prolong(parties, until))

    async def match(self, stored: tuple[StoredSeek, ...], now: int) -> None:
        """Move the makers of quick-pairing seeks who are connected here to an older seek of the same kind."""
        open = [
            each for each in stored if each.table == SEEK and each.state is SeekState.OPEN and not each.seek.waits(now)
        ]
        here = self.hub.parties
        oldest: dict[tuple[str, str, int], StoredSeek] = {}
        for each in sorted(open, key=lambda each: age(each.seek)):
            oldest.setdefault(kind(each.seek.terms), each)
        for mine in open:
            maker = mine.seek.places[0]
            if not mine.seek.quick or len(mine.seek.places) > 1 or maker.who.party not in here:
                continue
            if oldest[kind(mine.seek.terms)] is mine:
                continue
            to = moves_to(mine.seek, (each.seek for each in open), await self._may(maker.who))
            if to is not None:
                await self._moved(mine, to)

    def now(self) -> int:
        """Return the time, ms since 1970."""
        return self._registry.now()

    async def manners(self, who: LobbyParty) -> AbandonRecord:
        """Return how often a player abandoned recent games."""
        return await self._manners(who)

    def _check(self, terms: Sought, who: LobbyParty) -> None:
        """Raise `CommandRefused` for invalid terms."""
        try:
            check_terms(terms, who, teams_are_rated=are_teams_rated())
        except (RefusedRequest, RulesError) as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None

    async def _leave(
        self, who: LobbyParty, key: str, terms: Sought, *, quick: bool = False, word: str | None = None
    ) -> StoredSeek:
        self._check(terms, who)
        there = await self._place_of(who)
        if there is not None and there.seek.maker.party != who.party:
            at = f"the seek of {there.seek.maker.name or 'a guest'}"
            raise CommandRefused(Refusal.NOT_NOW, f"You have already joined {at}; leave it before you create your own.")
        now, waits = self._registry.now(), (await self._manners(who)).waits
        seek = await self._new(who, key, terms, now, shown=now + waits * 1000)
        seek = changed(seek, quick=quick, word=None if word is None else hashed(word))
        state = SeekState.OPEN if word is None else SeekState.GATHERING
        stored = StoredSeek(table=SEEK, seek=seek, state=state, until=now + STANDS)
        if await self._in(lambda: self.seeks.add(stored)):
            self.hub.hint()
            return stored
        own = await self._own(who)
        if own is not None and own.seek.terms == terms and own.seek.word == seek.word:
            return own  # a repeated request: its answer was lost
        raise CommandRefused(Refusal.NOT_NOW, "You already have an open seek; withdraw it before you create another.")

    async def _new(self, who: LobbyParty, key: str, terms: Sought, now: int, shown: int) -> Seek:
        seek = Seek(id=token_urlsafe(12), terms=terms, places=(), made=now, shown=shown)
        seat = seek.seats[0]
        rating, games = await self._rating(who, pool_of_terms(terms, bots=who.bot))
        return changed(seek, places=(SeekPlace(seat=seat, who=who, hash=hashed(key), rating=rating, games=games),))

    async def _with(self, stored: StoredSeek, who: LobbyParty, key: str, word: str | None) -> Seek:
        """Return a seek with a player added, with their partner if they have one; raises `CommandRefused`."""
        seek, now = stored.seek, self._registry.now()
        bots = who.bot or any(each.who.bot for each in seek.places)
        pool = pool_of_terms(seek.terms, bots=bots)
        rating, games = await self._rating(who, pool)
        partner = stored.state is SeekState.GATHERING
        manners = await self._manners(who) if stored.table == SEEK and not partner else AbandonRecord()
        blocked = await self._blocked(who)
        try:
            check_open(stored.state, stored.until, now, stored.table)
            invited = seek.to is not None and seek.to == who.account
            if (stored.table == CHALLENGE or partner) and not (invited or opens(word, seek)):
                raise RefusedRequest(
                    f"this {stored.table} is for another player: expected the named player, or the right word"
                )
            check_may_sit(seek, who, rating, manners, blocked, now, pool)
            own = await self._own(who)
            pair = own.seek.pair if own is not None and seek.terms.players == 4 and not partner else ()
            for each in pair[1:]:
                theirs, _ = await self._rating(each.who, pool)
                check_may_sit(seek, each.who, theirs, AbandonRecord(), await self._blocked(each.who), now, pool)
            if pair:
                return seek.with_pair(pair)
            return seek.with_place(who, hashed(key), rating, games, partner=partner)
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.NOT_NOW, str(fault)) from None

    def _without(self, stored: StoredSeek, who: LobbyParty) -> tuple[Seek, SeekState]:
        """Return a seek and its state after a party gives it up; raises `CommandRefused`."""
        seek = stored.seek
        if seek.maker.party == who.party:
            return seek, SeekState.WITHDRAWN
        if seek.to is not None and seek.to == who.account:
            return seek, SeekState.DECLINED
        if seek.seat_of(who.party) is None:
            raise CommandRefused(Refusal.NOT_YOURS, f"This {stored.table} is not yours.")
        rest = tuple(each for each in seek.places if each.who.party != who.party)
        gathers = seek.word is not None and stored.table == SEEK and len(rest) == 1
        return changed(seek, places=rest), SeekState.GATHERING if gathers else SeekState.OPEN

    async def _given_up(self, who: LobbyParty, other: StoredSeek) -> StoredSeek | None:
        """Withdraw a party's own seek before it joins another; return it if it was withdrawn.

        If the party sits at another party's seek, it leaves that one.
        """
        own = await self._own(who) or await self._place_of(who)
        if own is None or own.seek.id == other.seek.id:
            return None
        gone = await self._changed(own, *self._without(own, who))
        if gone is None:
            raise CommandRefused(Refusal.NOT_NOW, "An opponent has just joined your own seek; your game begins.")
        return gone if gone.state is SeekState.WITHDRAWN else None

    async def _changed(
        self, before: StoredSeek, seek: Seek, state: SeekState, own: StoredSeek | None = None
    ) -> StoredSeek | None:
        """Update a seek; return None if another request was first, after reopening the withdrawn seek `own`."""
        done: StoredSeek | None = None
        try:
            done = await self._in(lambda: self.seeks.change(before, seek, state, self._registry.now()))
        finally:
            if done is None and own is not None:
                await self._in(lambda: self.seeks.reopen(own))
        return done

    async def _best(self, who: LobbyParty, terms: Sought) -> StoredSeek | None:
        stored = await self.current(self._registry.now())
        may = await self._may(who)
        rating, _ = await self._rating(who, pool_of_terms(terms, bots=who.bot))
        there = {each.seek.id: each for each in stored if each.table == SEEK and each.state is SeekState.OPEN}
        found = best((each.seek for each in there.values()), terms, rating, may)
        return None if found is None else there[found.id]

    async def _may(self, who: LobbyParty) -> Callable[[Seek], bool]:
        """Return a predicate: may the party join this seek?"""
        now, blocked = self._registry.now(), await self._blocked(who)
        standings = {} if who.account is None else {
            each.pool: each.value for each in await self._in(lambda: self.ratings.all_of(who.account or ""))
        }  # fmt: skip

        def may(seek: Seek) -> bool:
            pool = pool_of_terms(seek.terms, bots=who.bot or any(each.who.bot for each in seek.places))
            try:
                check_may_sit(seek, who, standings.get(pool), AbandonRecord(), blocked, now, pool)
            except RefusedRequest:
                return False
            return True

        return may

    async def _moved(self, mine: StoredSeek, to: Seek) -> None:
        maker = mine.seek.places[0]
        for _ in range(2):
            other = await self.one(SEEK, to.id)
            if other.state is not SeekState.OPEN or other.seek.seat_of(maker.who.party) is not None:
                return
            try:
                after = other.seek.with_place(maker.who, maker.hash, maker.rating, maker.games)
                own = await self._given_up(maker.who, other)
            except (CommandRefused, RefusedRequest):
                return
            state = SeekState.TAKEN if after.is_full else SeekState.OPEN
            if await self._changed(other, after, state, own) is not None:
                self.hub.hint()
                return

    async def _own(self, who: LobbyParty) -> StoredSeek | None:
        """Return a party's own waiting seek, or None."""
        now = self._registry.now()
        found = (each for each in await self.current(now) if each.table == SEEK and each.waits(now))
        return next((each for each in found if each.seek.maker.party == who.party), None)

    async def _place_of(self, who: LobbyParty) -> StoredSeek | None:
        """Return the waiting seek at which a party sits, its own included, or None."""
        now = self._registry.now()
        found = (each for each in await self.current(now) if each.table == SEEK and each.waits(now))
        return next((each for each in found if each.seek.seat_of(who.party) is not None), None)

    async def _manners(self, who: LobbyParty) -> AbandonRecord:
        return await self._in(lambda: self.attendance.of(who.party))

    async def _rating(self, who: LobbyParty, pool: str) -> tuple[Rating | None, int]:
        account = who.account
        if account is None:
            return None, 0
        found = await self._in(lambda: self.ratings.of(account, pool))
        if found is None:
            return None, 0
        return rating_at(found.value, found.at, self._registry.now()), found.games

    async def _blocked(self, who: LobbyParty) -> frozenset[str]:
        account = who.account
        if account is None:
            return frozenset()
        found = await self._in(lambda: self._database.ask(_BLOCKED, (account, account)))
        return frozenset(other for (other,) in found)

    def _playing(self) -> tuple[WatchableGame, ...]:
        result = (playing_view(table) for table in self._registry.active.latest(_LATEST))
        return tuple(sorted((each for each in result if each), key=lambda each: (-each.begun, each.game)))

    @staticmethod
    async def _in(work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work)


def pool_of_terms(terms: Sought, *, bots: bool) -> str:
    """Return the name of the rating pool of a game on these terms."""
    seek = Seek(id="", terms=terms, places=(), made=0, shown=0)
    return changed(pool_of(seek), bots=bots).name
