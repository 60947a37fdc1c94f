"""Online tournaments of a server: settings, eligibility, games, the log, the registry, and what people do."""

import asyncio
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import TypeVar

import msgspec

from carrom.board.seat import Seat
from carrom.errors import CarromError, Conflict, RefusedRequest, RulesError, StoreError
from carrom.game.game import GameHistory
from carrom.game.progress import is_points_game, match_score
from carrom.protocol import Refusal
from carrom.protocol.common import Length
from carrom.protocol.http_lobby import Counting
from carrom.protocol.http_tournaments import TournamentJoining, TournamentKind, TournamentTerms
from carrom.server.common import Dispatcher, NamedLocks
from carrom.server.lobby.lobby import Caller, setting_of
from carrom.server.lobby.seeks import LobbyParty, Seek, SeekPlace
from carrom.server.lobby.terms import check_terms
from carrom.server.ops.event_log import Append, ReplicatedLog, Step
from carrom.server.people.models import NEW_FOR, OPEN, done
from carrom.server.people.ratings import Pool, RatingStore, are_teams_rated, rating_at, strokes_of
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import Database, EventBatch, StoredEvent, StoredGame, StoredSeat, Tail
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.seats import sitters_of
from carrom.tables.terms import FORMER, GameSettings, on_one_line
from carrom.tables.turn_clock import LAW_OF_ABSENCE, who_called_off
from carrom.tokens import could_be_game, hashed
from carrom.tournament import online
from carrom.tournament.entrants import Match
from carrom.tournament.glicko import Rating
from carrom.tournament.identifiers import Games, turned
from carrom.tournament.online import (
    FEWEST,
    AnyOnlineEvent,
    Ending,
    Entry,
    GameOver,
    Member,
    OnlineTerms,
    OnlineTournament,
    Pairing,
    Result,
    apply,
    arena_standings,
    fold,
    is_on_streak,
    rounds_standings,
    started,
)
from carrom.values import Value, changed

FARTHEST = 30 * 86_400_000
"""Milliseconds until the latest possible start."""
MOST_SWISS, MOST_KNOCKOUT = 400, 512
"""The most entries that one round can be drawn for."""
_MATCHES: dict[Length, Match] = {Length.BOARD: "game", Length.GAME: "game", Length.MATCH: "best-of-3"}


class TournamentOutcome(Value, frozen=True, kw_only=True):
    """What a list shows of a tournament that is over."""

    players: int
    winner: tuple[Member, ...] = ()
    """The only winner; empty if several share the first place."""
    cancelled: bool = False


class TournamentSettings(Value, frozen=True, kw_only=True):
    """What is stored with a tournament besides its events."""

    terms: TournamentTerms
    by: Member
    """Its creator."""
    locked: bool = False
    """Whether an invitation code is needed."""
    address: str = ""
    """Hash of the address of a guest or a new account that created it, until it is over."""
    outcome: TournamentOutcome | None = None

    @property
    def size(self) -> int:
        """The persons of an entry."""
        return self.terms.game.players // 2


def checked(terms: TournamentTerms, who: LobbyParty, now: int, *, teams_are_rated: bool) -> TournamentTerms:
    """Return terms with their texts on one line. Raises `RefusedRequest` or `RulesError`."""
    check_terms(terms.game, who, teams_are_rated=teams_are_rated)
    if terms.game.players not in (2, 4):
        raise RefusedRequest(f"a tournament is for players 2, or 4 in pairs; got {terms.game.players}")
    name, about = on_one_line(terms.name), on_one_line(terms.about)
    if not name:
        raise RefusedRequest("the tournament has no name; expected one line of 1 to 60 characters")
    if terms.starts > now + FARTHEST:
        raise RefusedRequest("the start is too far away; expected a time within the next 30 days")
    if terms.starts < now - 60_000:
        raise RefusedRequest("the start is in the past; expected a time from now on")
    most = {TournamentKind.SWISS: MOST_SWISS, TournamentKind.KNOCKOUT: MOST_KNOCKOUT}.get(terms.kind, terms.most)
    return changed(terms, name=name, about=about, most=min(terms.most, most), starts=max(terms.starts, now))


def online_terms(id: str, terms: TournamentTerms) -> OnlineTerms:
    """Return the terms that the tournament's course depends on."""
    return OnlineTerms(
        kind=terms.kind.value,
        starts=terms.starts,
        rules=terms.game.ruleset,
        match=_MATCHES[terms.game.length],
        size=terms.game.players // 2,
        lasts=terms.minutes * 60_000,
        rounds=terms.rounds,
        between=terms.between * 1000,
        every=terms.every * 60_000,
        lot=id,
    )


def pool_of(terms: TournamentTerms, *, bots: bool) -> str:
    """Return the name of the rating pool of the tournament's games."""
    game = terms.game
    return Pool(ruleset=game.ruleset, length=game.length, players=game.players, bots=bots).name


# -- eligibility: each refusal is one sentence -------------------------------------------------------------------------


def check_may_join(setting: TournamentSettings, who: LobbyParty, rating: Rating | None, games: int, pool: str) -> None:
    """Raise `RefusedRequest` if a person may not join; `rating` and `games` are theirs in the pool."""
    terms = setting.terms
    if who.bot and not terms.bots:
        raise RefusedRequest("this tournament is not open to bots")
    if who.account is None and (terms.accounts or terms.game.stake is Counting.RATED):
        raise RefusedRequest("this tournament is for people with accounts; sign in to join it")
    if games < terms.games:
        raise RefusedRequest(
            f"this tournament requires {terms.games} rated games in {pool}, and you have {games}; play some first"
        )
    low, high = terms.game.low, terms.game.high
    if low is None and high is None:
        return
    band = f"this tournament requires a rating from {low or 0} to {4000 if high is None else high} in {pool}"
    if rating is None:
        raise RefusedRequest(f"{band}, and you have none in it; play rated games first")
    if not (low or 0) <= round(rating.rating) <= (4000 if high is None else high):
        raise RefusedRequest(f"{band}, and yours is {rating.rating:.0f}")


def check_word(stored: str | None, word: str | None) -> None:
    """Raise `RefusedRequest` if a tournament has an invitation code, whose hash is `stored`, and `word` is not it."""
    if stored is None:
        return
    if not word:
        raise RefusedRequest("this tournament needs an invitation code; ask its organiser for it")
    if not hmac.compare_digest(stored, hashed(word)):
        raise RefusedRequest("this is not the tournament's invitation code; check it and try again")


def check_time(state: OnlineTournament) -> None:
    """Raise `RefusedRequest` if nobody can join any more."""
    if state.stage in ("finished", "cancelled"):
        raise RefusedRequest(f"this tournament was {state.stage}; join another")
    if state.stage == "created":
        return
    if state.terms.kind == "knockout":
        raise RefusedRequest("this knockout has started, so nobody can join it any more")
    if state.terms.kind == "swiss" and state.round > latest_round(state):
        raise RefusedRequest("half of the rounds of this tournament have been drawn, so nobody can join it any more")


def latest_round(state: OnlineTournament) -> int:
    """Return the last round of a Swiss during which players may still join, for the next one."""
    return state.terms.rounds // 2


# -- the current names of accounts, remembered for a short time --------------------------------------------------------


FRESH = 60.0
"""Seconds for which a name is remembered; a changed name is shown after that."""
_AT_ONCE = 200


class AccountNames:
    """The names of the accounts that play in tournaments."""

    def __init__(self, database: Database) -> None:
        """Read from the table of accounts."""
        self._database = database
        self._known: dict[str, tuple[float, str]] = {}

    async def load(self, members: Iterable[Member]) -> dict[str, str]:
        """Return the names of all accounts among some members by id; raises `StoreError`."""
        now = time.monotonic()
        ids = {each.account for each in members if each.account is not None}
        old = sorted(id for id in ids if id not in self._known or self._known[id][0] < now - FRESH)
        if old:
            for id, name in (await asyncio.to_thread(self._read, old)).items():
                self._known[id] = now, name
        return {id: self._known[id][1] for id in ids}

    def known(self, member: Member) -> str:
        """Return a member's name as far as it was loaded."""
        if member.account is None:
            return member.name or "Guest"
        return self._known.get(member.account, (0.0, FORMER))[1] or FORMER

    def forget(self) -> None:
        """Read all names again, because some have changed."""
        self._known.clear()

    def _read(self, ids: list[str]) -> dict[str, str]:
        found = dict.fromkeys(ids, FORMER)
        for at in range(0, len(ids), _AT_ONCE):
            part = tuple(ids[at : at + _AT_ONCE])
            asked = f"SELECT id, name FROM account WHERE state = ? AND id IN ({', '.join('?' * len(part))})"
            found |= {str(id): str(name) for id, name in self._database.ask(asked, (OPEN, *part))}
        return found


# -- the games of a tournament, and their results ----------------------------------------------------------------------


SHORTEST_ABSENCE = 60
"""The fewest seconds after which a player who left a game on their turn loses it."""


def nonce_of(tournament: str, pairing: int) -> str:
    """Return a nonce derived from a pairing, so that any process creates the same game, and only once."""
    return hashed(f"tournament {tournament} game {pairing}")


def seek_of(setting: TournamentSettings, state: OnlineTournament, pairing: Pairing, names: dict[str, str]) -> Seek:
    """Return the full seek from which the lobby's code creates the game of a pairing."""
    seats = seats_of(setting.size)
    people = [state.entry(pairing.a).members, state.entry(pairing.b).members]
    places = tuple(
        SeekPlace(seat=seat, who=party_of(member, names), hash=member.hash, rating=_rating(member))
        for side, members in zip(seats, people, strict=True)
        for seat, member in zip(side, members, strict=True)
    )
    return Seek(id=f"pairing-{pairing.number}", terms=setting.terms.game, places=places, made=pairing.at, shown=0)


def settings_of(seek: Seek, appear: int, nonce: str) -> GameSettings:
    """Return the settings of the game; a player who stays away on their turn loses it.

    Which side breaks first follows from the game's nonce: the toss of the laws has no clock, so that a player could
    hold up the tournament in it.
    """
    setting = setting_of(seek)
    first, second = seats_of(len(setting.sitters) // 2)
    breaks = first[0] if int(nonce, 16) % 2 == 0 else second[0]
    terms = changed(setting.terms, forfeit_after=max(SHORTEST_ABSENCE, appear), first_break=breaks)
    return changed(setting, terms=terms)


def seats_of(size: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats of the first and of the second entry, for entries of one or two persons."""
    if size == 1:
        return (Seat.SOUTH,), (Seat.NORTH,)
    return (Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)


def party_of(member: Member, names: dict[str, str]) -> LobbyParty:
    """Return a member as the lobby knows them; `names` are those of accounts."""
    name = member.name if member.account is None else names.get(member.account, "")
    return LobbyParty(party=member.party, name=name, account=member.account, bot=member.bot)


def game_over(number: int, game: GameHistory, at: int) -> GameOver | None:
    """Return the result of a pairing's game that ended at `at` (ms since 1970); None while it is played."""
    result = game.result
    if result is None:
        return None
    sides = game.state.sides
    first = next(side for side in sides if Seat.SOUTH in sitters_of(game, side))
    called_off = who_called_off(game)
    how: Ending = "absent" if result.law == LAW_OF_ABSENCE or result.how == "walkover" else "played"
    if called_off is not None:
        winners = [side for side in sides if called_off not in sitters_of(game, side)]
        how = "absent"
    else:
        winners = list(result.winners)
        if result.how in ("conceded", "retired", "disqualified"):
            how = "resigned"
    given: Result = "nobody" if not winners else "draw" if len(winners) > 1 else "first"
    if given == "first" and winners[0] != first:
        given = "second"
    return GameOver(
        at=at, number=number, result=given, how=how, strokes=strokes_of(game), games=_games(game, first == "A")
    )


def _games(game: GameHistory, is_in_order: bool) -> Games:
    """Return the points of each game, those of the first entry first; empty if there are none."""
    try:
        if is_points_game(game.state):
            score = () if game.result is None else game.result.score
            found: Games = ((score[0], score[1]),) if len(score) == 2 else ()
        else:
            found = tuple((line.score[0], line.score[1]) for line in match_score(game.state).games)
    except CarromError:
        return ()
    return found if is_in_order else turned(found)


def _rating(member: Member) -> Rating | None:
    return None if member.rating is None else Rating(member.rating, 60)


# -- a tournament in memory, and its log -------------------------------------------------------------------------------
# No process owns a tournament. A decision (a pairing, a round, the end of a game) is an append with a compare-and-set
# on the log's version: of two processes that decide at once the first one wins, and the other reads what was decided.


log = logging.getLogger("carrom.server")

Events = tuple[AnyOnlineEvent, ...]
Folded = tuple[OnlineTournament, Events]
"""The state after some events, and the events."""
Decision = Callable[[OnlineTournament], Events]
_DECODER: msgspec.json.Decoder[AnyOnlineEvent] = msgspec.json.Decoder(AnyOnlineEvent)


def read_event(body: str) -> AnyOnlineEvent:
    """Return a stored event."""
    return _DECODER.decode(body)


def state_of(stored: StoredGame) -> OnlineTournament:
    """Return the state of a stored tournament; blocks. Raises `CarromError` if its events do not fit."""
    setting = msgspec.json.decode(stored.setting, type=TournamentSettings)
    return fold(online_terms(stored.game, setting.terms), (read_event(each.body) for each in stored.events))


class LiveTournament:
    """A tournament in memory; the state of its log."""

    waits = False
    """Reconciliation need not look at seats: players are named in the events."""

    def __init__(
        self, stored: StoredGame, state: OnlineTournament, event_log: ReplicatedLog, dispatcher: Dispatcher
    ) -> None:
        """Open a tournament; `dispatcher` publishes what was stored, here or at another process."""
        self.id, self.state, self.log = stored.game, state, event_log
        self.setting = msgspec.json.decode(stored.setting, type=TournamentSettings)
        self.word = stored.invite
        """Hash of the invitation code."""
        self._dispatcher = dispatcher
        self._stop = event_log.listen(lambda hint: self.look_soon(), lambda: None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is due; games that are still played may end later."""
        return self.state.stage in ("finished", "cancelled")

    async def decide(self, decision: Decision) -> tuple[AnyOnlineEvent, ...]:
        """Store what a decision returns for the current state, and return it.

        The decision is repeated on the new state if another process was first. Raises what it raises, or `StoreError`.
        """
        ends = False

        async def decide() -> Events | Step[Folded]:
            nonlocal ends
            was_over, version = self.is_over, self.log.mark.version
            events, after, bodies = await asyncio.to_thread(_decided, self.state, decision)
            if not events:
                return ()
            stored = tuple(StoredEvent(version=version + at, body=body) for at, body in enumerate(bodies, 1))
            ended = after.stage in ("finished", "cancelled")
            ends = ended and not was_over
            return Append(
                change=(after, events), batches=(EventBatch(stored, None),), answer=events, ended=ended or None
            )

        events = await self.log.submit(self, decide)
        if events and ends:
            await self.keep_outcome()
        return events

    def apply(self, change: Folded) -> None:
        """Apply and publish stored events; the change holds the state after them."""
        self.state, events = change
        self._dispatcher.publish(TournamentChanged(self, events))

    def agree(self, setting: str) -> None:
        """Apply stored settings."""
        self.setting = msgspec.json.decode(setting, type=TournamentSettings)

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Do nothing: the players are named in the events."""

    async def read(self, news: Tail) -> bool:
        """Apply what other processes have appended; raises `CarromError`."""
        events = tuple(read_event(each.body) for batch in news.told for each in batch.events)
        after = await asyncio.to_thread(_folded, self.state, events)
        self.agree(news.setting)
        if events:
            self.apply((after, events))
        return True

    async def reload(self, stored: StoredGame) -> None:
        """Replace the state by that of the whole log."""
        self.apply((await asyncio.to_thread(state_of, stored), ()))

    async def look(self) -> None:
        """Read what other processes have appended; raises `StoreError`."""
        await self.log.look(self)

    def look_soon(self) -> None:
        """Call `look` in the background; reconciliation repeats what failed."""
        if not self.log.lock.locked():
            self.log.in_background(self.look())

    def close(self) -> None:
        """Stop listening to other processes."""
        self._stop()
        self.log.close()

    async def keep_outcome(self) -> None:
        """Store what lists show of a tournament that is over."""
        outcome = await asyncio.to_thread(outcome_of, self.state)
        self.setting = changed(self.setting, outcome=outcome, address="")
        text = msgspec.json.encode(self.setting).decode()
        try:
            await self.log.change_setting(self, lambda _, __: text)
        except StoreError as fault:
            log.error("The outcome of the tournament %s is not in the list: %s", self.id, fault)


def outcome_of(state: OnlineTournament) -> TournamentOutcome:
    """Return what lists show of a tournament that is over; blocks."""

    places = standings_of(state)
    first = [each for each in places if each.place == 1] if state.stage == "finished" else []
    winner = state.entry(first[0].entry).members if len(first) == 1 else ()
    return TournamentOutcome(players=len(state.complete), winner=winner, cancelled=state.stage == "cancelled")


def _folded(state: OnlineTournament, events: tuple[AnyOnlineEvent, ...]) -> OnlineTournament:
    for each in events:
        state = apply(state, each)
    return state


def _decided(
    state: OnlineTournament, decision: Decision
) -> tuple[tuple[AnyOnlineEvent, ...], OnlineTournament, tuple[str, ...]]:
    """Return the events of a decision, the state after them, and their stored form."""
    events = decision(state)
    bodies = tuple(msgspec.json.encode(each).decode() for each in events)
    return events, _folded(state, events), bodies


# -- the registry: create, open and list -------------------------------------------------------------------------------


MOST_IN_MEMORY = 100
"""Tournaments that are over and stay in memory."""
_MOST_OPENED = 1000
"""The most tournaments that are not over and are opened in one sweep."""
_LATEST = "SELECT id, setting, ended FROM tournament WHERE ended IS NOT NULL ORDER BY ended DESC, id LIMIT ?"


@dataclass(frozen=True, slots=True)
class TournamentChanged:
    """Events of a tournament were stored, by this process or another."""

    tournament: LiveTournament
    events: tuple[AnyOnlineEvent, ...]
    """Empty if the log was read again as a whole."""


class PastTournament(Value, frozen=True, kw_only=True):
    """A tournament that is over, as a list shows it."""

    id: str
    setting: TournamentSettings
    ended: int
    """Ms since 1970."""


class TournamentRegistry:
    """The online tournaments of one server, over their event store."""

    def __init__(self, store: Store, games: GameRegistry) -> None:
        """Keep tournaments in the store's database; their changes are published by the games' dispatcher."""
        self._store, self._database, self._games = store.tournaments, store.database, games
        self._dispatcher: Dispatcher = games.dispatcher
        self.names = AccountNames(store.database)
        self._live: OrderedDict[str, LiveTournament] = OrderedDict()
        self._opening = NamedLocks()

    def in_memory(self) -> dict[str, LiveTournament]:
        """Return the tournaments in memory by id."""
        return dict(self._live)

    def unfinished(self) -> tuple[LiveTournament, ...]:
        """Return the tournaments in memory that are not over, the earliest start first."""
        open = [each for each in self._live.values() if not each.is_over]
        return tuple(sorted(open, key=lambda each: (each.state.terms.starts, each.id)))

    async def create(self, setting: TournamentSettings, word: str | None) -> LiveTournament:
        """Store a new tournament; the same terms of the same creator give the same one while it is not over.

        Raises `CommandRefused` or `StoreError`.
        """
        async with self._opening.of(setting.by.party):
            for copy in range(100):
                nonce = hashed(f"{setting.by.party} {setting.terms.name} {setting.terms.starts} {copy}")
                found = await asyncio.to_thread(self._store.made_with, nonce)
                if found is None:
                    break
                live = await self.open(found.game)
                if not live.is_over:
                    return live
            id, text = token_urlsafe(12), msgspec.json.encode(setting).decode()
            invite = None if word is None else hashed(word)
            try:
                await asyncio.to_thread(lambda: self._store.begin(id, nonce, text, (), (), None, invite, open=True))
            except Conflict:  # another process has handled the same request
                there = await asyncio.to_thread(self._store.made_with, nonce)
                if there is None:
                    raise
                id = there.game
        return await self.open(id)

    async def open(self, id: str) -> LiveTournament:
        """Return a tournament, loaded from the store if necessary; raises `CommandRefused` or `StoreError`."""
        async with self._opening.of(id):
            known = self._live.get(id)
            if known is None:
                stored = await asyncio.to_thread(self._store.load, id) if could_be_game(id) else None
                if stored is None:
                    raise CommandRefused(Refusal.NO_GAME, "There is no tournament with that id on this server.")
                return await self._put(stored)
            self._live.move_to_end(id)
        if self._games.fellows.shared:
            await known.look()
        return known

    async def load_unfinished(self) -> None:
        """Open the tournaments that are not over, also those that other processes have created.

        Those that are over in the database, because an operator has cancelled them, are read again.
        """
        asked = "SELECT id FROM tournament WHERE ended IS NULL ORDER BY begun, id LIMIT ?"
        ids = [str(id) for (id,) in await asyncio.to_thread(self._database.ask, asked, (_MOST_OPENED,))]
        for id in ids:
            if id not in self._live:
                await self.open(id)
        for live in self.unfinished() if len(ids) < _MOST_OPENED else ():
            if live.id not in ids:
                await live.look()

    async def past(self, most: int) -> tuple[PastTournament, ...]:
        """Return the tournaments that ended last; raises `StoreError`."""
        rows = await asyncio.to_thread(self._database.ask, _LATEST, (most,))
        found = []
        for id, text, ended in rows:
            setting = msgspec.json.decode(text, type=TournamentSettings)
            if setting.outcome is None:  # the process that ended it stopped before it stored the outcome
                live = await self.open(str(id))
                await live.keep_outcome()
                setting = live.setting
            found.append(PastTournament(id=str(id), setting=setting, ended=int(ended) * 1000))
        return tuple(found)

    async def _put(self, stored: StoredGame) -> LiveTournament:
        state = await asyncio.to_thread(state_of, stored)
        for id in [id for id, each in self._live.items() if each.is_over and not each.state.running]:
            if len(self._live) < MOST_IN_MEMORY:
                break
            self._live.pop(id).close()
        log = ReplicatedLog(self._store, stored.game, stored.mark, self._games.bus, self._games.fellows)
        live = LiveTournament(stored, state, log, self._dispatcher)
        self._live[stored.game] = live
        await self.names.load(member for entry in state.entries for member in entry.members)
        return live

    def close(self) -> None:
        """Stop listening to other processes."""
        for each in self._live.values():
            each.close()


# -- limits against filling a server or a tournament -------------------------------------------------------------------
# Anyone can be a new guest with a new key, and new accounts are nearly as cheap: guests and new accounts are
# newcomers, and are counted by their address. The counts are in the database, so that all processes share them and
# they survive a restart; an address is stored as a hash, until the count expires.


DAY = 86_400_000
MOST_OPEN = 200
"""Tournaments of a server that are not over, unless its operator has set another limit."""
MOST_OF_ONE = 3
"""Tournaments that are not over of one creator, and of all newcomers at one address."""
MOST_A_DAY = 6
"""Tournaments that newcomers at one address create in a day."""
MOST_JOINS = 50
"""How often one person may join a tournament, counting returns after a pause."""
MOST_OF_ADDRESS = 32
"""Newcomers at one address who join a tournament without an invitation code; half of its places if those are fewer."""
_REMEMBERED = 30 * DAY
"""Milliseconds after a tournament's start for which those who joined it are counted."""
_OPEN = "tournaments.open"


class TournamentLimits:
    """The counts and limits of a database; every method blocks on it and raises `StoreError`."""

    def __init__(self, database: Database) -> None:
        """Count in the table `quota`, and read the operator's limit from `server_setting`."""
        self._database = database

    def most_open(self) -> int:
        """Return the number of tournaments that the server allows at a time."""
        rows = self._database.ask("SELECT value FROM server_setting WHERE name = ?", (_OPEN,))
        return int(rows[0][0]) if rows else MOST_OPEN

    def set_most_open(self, most: int) -> None:
        """Set that number; with 0 nobody can create a tournament."""
        set_it = (
            "INSERT INTO server_setting (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        done(self._database, (set_it, (_OPEN, str(most))))

    def is_newcomer(self, who: LobbyParty, now: int) -> bool:
        """Return whether a person is a guest or has a new account; `now` is in ms since 1970."""
        if who.account is None:
            return True
        rows = self._database.ask("SELECT made FROM account WHERE id = ?", (who.account,))
        return not rows or now - 1000 * int(rows[0][0]) < 1000 * NEW_FOR

    def count_creation(self, address: str, now: int) -> bool:
        """Count a tournament that a newcomer creates; return False if their address has created enough today."""
        done(self._database, ("DELETE FROM quota WHERE until <= ?", (now,)))
        day = now // DAY
        return self._count(f"create {day}", address, MOST_A_DAY, (day + 1) * DAY)

    def count_joining(self, id: str, terms: TournamentTerms, address: str) -> bool:
        """Count a newcomer who joins a tournament; return False if enough have joined from their address."""
        return self._count(f"join {id}", address, of_address(terms), terms.starts + _REMEMBERED)

    def forget_joining(self, id: str, address: str) -> None:
        """Take back the last count of a person who could not join."""
        row = _row(f"join {id}", address)
        done(self._database, ("UPDATE quota SET used = used - 1 WHERE what = ? AND who = ? AND used > 0", row))

    def _count(self, what: str, address: str, most: int, until: int) -> bool:
        counted = (
            "INSERT INTO quota (what, who, used, until) VALUES (?, ?, 1, ?) ON CONFLICT (what, who) "
            "DO UPDATE SET used = quota.used + 1 WHERE quota.used < ? RETURNING used"
        )
        return bool(self._database.do(counted, (*_row(what, address), until, most)))


def of_address(terms: TournamentTerms) -> int:
    """Return how many newcomers at one address may join a tournament without an invitation code."""
    return max(1, min(MOST_OF_ADDRESS, terms.most * (terms.game.players // 2) // 2))


def hash_of(address: str) -> str:
    """Return the hash under which an address is stored."""
    return hashed(f"address {address}")


def _row(what: str, address: str) -> tuple[str, str]:
    return what, hash_of(address)


# -- create, join, pause, withdraw, start early, cancel ----------------------------------------------------------------


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
                return (online.Left(at=self._now(), entry=entry.number, party=who.party),)
            if state.stage != "running" or entry.paused:
                return ()
            return (online.Paused(at=self._now(), entry=entry.number),)

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
                return (online.Over(at=self._now(), note=_ENDED_NOTE if is_creator else _MODERATED_NOTE),)
            return (online.Cancelled(at=self._now(), note=_EARLY_NOTE if is_creator else _MODERATED_NOTE),)

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
        return (online.Returned(at=self._now(), entry=entry.number),) if entry.paused else ()

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
            return (online.PartnerJoined(at=now, entry=entry.number, member=member),)
        word = None if request.partner is None else hashed(request.partner)
        if word is not None and state.terms.size == 1:
            raise RefusedRequest("this tournament is not for pairs; join it without a partner")
        if state.terms.size == 2 and word is None:
            found = _nearest(state, member.rating)
            if found is not None:
                return (online.PartnerJoined(at=now, entry=found.number, member=member),)
        if sum(bool(each.members) for each in state.entries) >= live.setting.terms.most:
            raise RefusedRequest(f"this tournament is full: {live.setting.terms.most} have joined")
        return (online.Joined(at=now, entry=state.next_entry, member=member, word=word),)

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
        return rating_at(found.value, found.at, self._now()), found.games, pool

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


# -- the standings, the same for every system --------------------------------------------------------------------------


class EntryPlace(Value, frozen=True, kw_only=True):
    """A row of the standings without names."""

    entry: int
    place: int
    points: int
    played: int
    won: int
    scores: tuple[int, ...] = ()
    streak: bool = False
    tiebreak: int = 0
    out: bool = False


def standings_of(state: OnlineTournament) -> tuple[EntryPlace, ...]:
    """Return the standings of the complete entries, best first; blocks for some ms where there are many."""
    if state.terms.kind == "arena":
        found = []
        for each in arena_standings(state.complete):
            entry = state.entry(each.entry)
            found.append(
                EntryPlace(
                    entry=each.entry,
                    place=each.place,
                    points=entry.points,
                    played=entry.played,
                    won=entry.won,
                    scores=entry.scores,
                    streak=is_on_streak(entry),
                )
            )
        return tuple(found)
    return tuple(
        EntryPlace(
            entry=each.entry,
            place=each.place,
            points=each.points,
            played=each.played,
            won=each.won,
            tiebreak=each.buchholz,
            out=each.out,
        )
        for each in rounds_standings(state)
    )
