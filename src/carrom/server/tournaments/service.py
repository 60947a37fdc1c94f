"""What people do with online tournaments: create, join, pause, withdraw, start early, cancel."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from carrom.errors import RefusedRequest, RulesError, StoreError
from carrom.protocol import Refusal
from carrom.protocol.http.tournaments import TournamentJoining, TournamentTerms
from carrom.server.lobby.caller import Caller
from carrom.server.lobby.seek import LobbyParty
from carrom.server.ratings.store import RatingStore
from carrom.server.ratings.update import are_teams_rated
from carrom.server.ratings.update import now as as_sure_as_now
from carrom.server.tournaments.eligibility import check_may_join, check_time, check_word
from carrom.server.tournaments.limits import (
    MOST_A_DAY,
    MOST_JOINS,
    MOST_OF_ONE,
    TournamentLimits,
    hash_of,
    of_address,
)
from carrom.server.tournaments.live import LiveTournament
from carrom.server.tournaments.registry import TournamentRegistry
from carrom.server.tournaments.settings import TournamentSettings, checked, pool_of
from carrom.storage.store import Store
from carrom.tables.errors import CommandRefused
from carrom.tokens import hashed
from carrom.tournament.online import events
from carrom.tournament.online.events import AnyOnlineEvent, Member
from carrom.tournament.online.schedule import FEWEST, started
from carrom.tournament.online.state import Entry, OnlineTournament
from carrom.tournament.standings.glicko import Rating
from carrom.values import changed

T = TypeVar("T")
_EARLY_NOTE = "It was cancelled by its organiser."
_ENDED_NOTE = "It was ended by its organiser."
_MODERATED_NOTE = "It was ended by a moderator."


class TournamentService:
    """The operations on the tournaments of one process."""

    def __init__(
        self, registry: TournamentRegistry, store: Store, now: Callable[[], int], *, guests_may_create: bool
    ) -> None:
        """Operate on a registry; `now` returns ms since 1970."""
        self.registry, self._now, self._guests_may_create = registry, now, guests_may_create
        self._ratings, self._limits = RatingStore(store.database), TournamentLimits(store.database)

    async def create(self, by: Caller, terms: TournamentTerms, word: str | None, address: str) -> LiveTournament:
        """Create a tournament for a caller at an address; raises `CommandRefused` or `StoreError`."""
        if by.who.account is None and not self._guests_may_create:
            raise CommandRefused(Refusal.NOT_YOURS, "Only people with an account can create a tournament; sign in.")
        try:
            terms = checked(terms, by.who, self._now(), teams_are_rated=are_teams_rated())
        except (RefusedRequest, RulesError) as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
        name = "" if by.who.account is not None else by.who.name
        member = Member(party=by.who.party, hash=hashed(by.key), account=by.who.account, name=name, bot=by.who.bot)
        setting = TournamentSettings(terms=terms, by=member, locked=word is not None)
        own = [each for each in self.registry.unfinished() if each.setting.by.party == member.party]
        if any((each.setting.terms.name, each.setting.terms.starts) == (terms.name, terms.starts) for each in own):
            return await self.registry.create(setting, word)
        if len(own) >= MOST_OF_ONE:
            raise CommandRefused(
                Refusal.NOT_NOW, f"You have {MOST_OF_ONE} tournaments that are not over; cancel one first."
            )
        return await self.registry.create(await self._may_create(setting, by.who, address), word)

    async def _may_create(self, setting: TournamentSettings, who: LobbyParty, address: str) -> TournamentSettings:
        """Return the settings with the address of a creator who is counted by it; raises `CommandRefused`."""
        limits, now = self._limits, self._now()
        most = await asyncio.to_thread(limits.most_open)
        if most == 0:
            raise CommandRefused(Refusal.NOT_NOW, "The operator of this server has stopped new online tournaments.")
        open = self.registry.unfinished()
        if len(open) >= most:
            raise CommandRefused(Refusal.NOT_NOW, f"This server has {most} open tournaments; try again later.")
        if not await asyncio.to_thread(limits.is_newcomer, who, now):
            return setting
        of_newcomers = [each.setting.address for each in open if each.setting.address]
        if of_newcomers.count(hash_of(address)) >= MOST_OF_ONE:
            raise CommandRefused(
                Refusal.NOT_NOW,
                f"{MOST_OF_ONE} tournaments from your address are not over; wait until one is, or cancel one.",
            )
        if 2 * len(of_newcomers) >= most:
            raise CommandRefused(
                Refusal.NOT_NOW, f"Guests and new accounts have {len(of_newcomers)} open tournaments; try again later."
            )
        if not await asyncio.to_thread(limits.count_creation, address, now):
            raise CommandRefused(
                Refusal.TOO_FAST,
                f"{MOST_A_DAY} tournaments have been created from your address today; try again tomorrow.",
                key="tournaments",
                seconds=86_400 - now // 1000 % 86_400,
            )
        return changed(setting, address=hash_of(address))

    async def join(self, id: str, by: Caller, request: TournamentJoining, address: str) -> LiveTournament:
        """Join a tournament from an address, complete a pair, or return after a pause.

        Raises `CommandRefused` or `StoreError`.
        """
        live = await self.registry.open(id)
        rating, games, pool = await self._rating(live, by.who)
        is_counted = await self._count(live, by.who, address)

        def decide(state: OnlineTournament) -> tuple[AnyOnlineEvent, ...]:
            known = state.entry_of(by.who.party)
            if known is not None:
                return self._returned(state, known)
            check_time(state)
            check_word(live.word, request.word)
            check_may_join(live.setting, by.who, rating, games, pool)
            return self._joined(live, state, by, request, rating)

        try:
            await self._do(live, decide)
        except (CommandRefused, StoreError):
            if is_counted:
                await asyncio.to_thread(self._limits.forget_joining, live.id, address)
            raise
        await self.registry.names.load(member for entry in live.state.entries for member in entry.members)
        return live

    async def withdraw(self, id: str, who: LobbyParty) -> LiveTournament:
        """Leave a tournament before its start, or pause in it; raises `CommandRefused` or `StoreError`."""
        live = await self.registry.open(id)

        def decide(state: OnlineTournament) -> tuple[AnyOnlineEvent, ...]:
            entry = state.entry_of(who.party)
            if entry is None:
                raise RefusedRequest("you have not joined this tournament")
            if state.stage == "created":
                return (events.Left(at=self._now(), entry=entry.number, party=who.party),)
            if state.stage != "running" or entry.paused:
                return ()
            return (events.Paused(at=self._now(), entry=entry.number),)

        await self._do(live, decide)
        return live

    async def start(self, id: str, who: LobbyParty, *, moderates: bool) -> LiveTournament:
        """Start a tournament now; raises `CommandRefused` or `StoreError`."""
        live = await self._managed(id, who, moderates=moderates)

        def decide(state: OnlineTournament) -> tuple[AnyOnlineEvent, ...]:
            if state.stage == "running":
                return ()
            if state.stage != "created":
                raise RefusedRequest(f"this tournament was {state.stage}")
            if len(state.complete) < FEWEST:
                raise RefusedRequest(f"{len(state.complete)} have joined; a tournament starts with {FEWEST} or more")
            return started(state, self._now())

        await self._do(live, decide)
        return live

    async def cancel(self, id: str, who: LobbyParty, *, moderates: bool) -> LiveTournament:
        """Cancel a tournament, or end it if it runs; raises `CommandRefused` or `StoreError`."""
        live = await self._managed(id, who, moderates=moderates)
        is_creator = live.setting.by.party == who.party

        def decide(state: OnlineTournament) -> tuple[AnyOnlineEvent, ...]:
            if state.stage in ("finished", "cancelled"):
                return ()
            if state.stage == "running":
                return (events.Over(at=self._now(), note=_ENDED_NOTE if is_creator else _MODERATED_NOTE),)
            return (events.Cancelled(at=self._now(), note=_EARLY_NOTE if is_creator else _MODERATED_NOTE),)

        await self._do(live, decide)
        return live

    def manages(self, live: LiveTournament, party: str | None, *, moderates: bool) -> bool:
        """Return whether a person may start or cancel a tournament."""
        return moderates or (party is not None and live.setting.by.party == party)

    async def _managed(self, id: str, who: LobbyParty, *, moderates: bool) -> LiveTournament:
        live = await self.registry.open(id)
        if not self.manages(live, who.party, moderates=moderates):
            raise CommandRefused(Refusal.NOT_YOURS, "Only the creator of a tournament can start or cancel it.")
        return live

    def _returned(self, state: OnlineTournament, entry: Entry) -> tuple[AnyOnlineEvent, ...]:
        """Return what follows when a person joins who has joined before."""
        if state.stage in ("finished", "cancelled"):
            raise RefusedRequest(f"this tournament was {state.stage}; join another")
        if entry.paused:
            _check_joins(state, entry.members[0].party)
        return (events.Returned(at=self._now(), entry=entry.number),) if entry.paused else ()

    def _joined(
        self,
        live: LiveTournament,
        state: OnlineTournament,
        by: Caller,
        request: TournamentJoining,
        rating: Rating | None,
    ) -> tuple[AnyOnlineEvent, ...]:
        """Return the entry of a new person, or the completion of a pair."""
        who, now = by.who, self._now()
        _check_joins(state, who.party)
        member = Member(
            party=who.party,
            hash=hashed(by.key),
            account=who.account,
            name="" if who.account is not None else who.name,
            bot=who.bot,
            rating=None if rating is None else round(rating.rating),
        )
        if request.entry is not None:
            entry = _waiting_pair(state, request.entry)
            if entry.word is None or request.partner is None or entry.word != hashed(request.partner):
                raise RefusedRequest("this pair waits for another partner; ask them for their link")
            return (events.PartnerJoined(at=now, entry=entry.number, member=member),)
        word = None if request.partner is None else hashed(request.partner)
        if word is not None and state.terms.size == 1:
            raise RefusedRequest("this tournament is not for pairs; join it without a partner")
        if state.terms.size == 2 and word is None:
            found = _nearest(state, member.rating)
            if found is not None:
                return (events.PartnerJoined(at=now, entry=found.number, member=member),)
        if sum(bool(each.members) for each in state.entries) >= live.setting.terms.most:
            raise RefusedRequest(f"this tournament is full: {live.setting.terms.most} have joined")
        return (events.Joined(at=now, entry=state.next_entry, member=member, word=word),)

    async def _count(self, live: LiveTournament, who: LobbyParty, address: str) -> bool:
        """Count a newcomer who joins for the first time, and return whether they were; raises `CommandRefused`.

        People with a tournament's invitation code are not counted, so that a club can play behind one address.
        """
        is_known = live.word is not None or live.state.joins(who.party) > 0
        if is_known or not await asyncio.to_thread(self._limits.is_newcomer, who, self._now()):
            return False
        terms = live.setting.terms
        if not await asyncio.to_thread(self._limits.count_joining, live.id, terms, address):
            other = "" if self._guests_may_create else "; somebody whose account is a week old may still join"
            raise CommandRefused(
                Refusal.NOT_NOW,
                f"This tournament takes {of_address(terms)} guests and new accounts from one address, and they have "
                f"joined from yours{other}.",
            )
        return True

    async def _rating(self, live: LiveTournament, who: LobbyParty) -> tuple[Rating | None, int, str]:
        """Return a person's rating in the tournament's pool, the number of games behind it, and the pool."""
        pool = pool_of(live.setting.terms, bots=who.bot)
        account = who.account
        if account is None:
            return None, 0, pool
        found = await asyncio.to_thread(self._ratings.of, account, pool)
        if found is None:
            return None, 0, pool
        return as_sure_as_now(found.value, found.at, self._now()), found.games, pool

    @staticmethod
    async def _do(live: LiveTournament, decide: Callable[[OnlineTournament], tuple[AnyOnlineEvent, ...]]) -> None:
        try:
            await live.decide(decide)
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.NOT_NOW, str(fault)) from None


def _check_joins(state: OnlineTournament, party: str) -> None:
    if state.joins(party) >= MOST_JOINS:
        raise RefusedRequest(f"you have joined this tournament {MOST_JOINS} times; nobody can join one more often")


def _waiting_pair(state: OnlineTournament, number: int) -> Entry:
    if number > len(state.entries):
        raise RefusedRequest(f"there is no pair {number} in this tournament")
    entry = state.entry(number)
    if state.is_complete(entry) or not entry.members:
        raise RefusedRequest("this pair needs no partner any more; join with another one")
    return entry


def _nearest(state: OnlineTournament, rating: int | None) -> Entry | None:
    """Return the person who has waited for any partner and is nearest in rating."""
    mine = 1500 if rating is None else rating
    single = [each for each in state.entries if len(each.members) == 1 and each.word is None and not each.paused]
    return min(single, key=lambda each: (abs((each.rating or 1500) - mine), each.number), default=None)
