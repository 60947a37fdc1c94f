"""The lobby's feed: its change log, live games of all processes, and the subscriptions of clients.

A version names the process and the number of changes so far. A client that sends a version of another process, or
one whose changes are no longer retained, gets a snapshot."""

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from secrets import token_hex
from typing import NamedTuple, Protocol

import msgspec

from carrom.errors import StoreError
from carrom.protocol.http_lobby import (
    GameFound,
    LobbyChanged,
    LobbySnapshot,
    OpenSeek,
    OwnLobbyState,
    PlayingChange,
    PlayingChanges,
    SeekChange,
    SeekChanges,
    WatchableGame,
)
from carrom.server.common import Dispatcher
from carrom.server.common import LobbyChanged as LobbyChangedEvent
from carrom.server.http.router import BEAT
from carrom.server.lobby.seeks import CHALLENGE, SEEK, LobbyParty, SeekState, StoredSeek
from carrom.server.lobby.terms import challenge_view, seek_view
from carrom.server.ops.bus import Bus, InProcess
from carrom.values import Value, changed

PAGE = 100
"""Seeks per line of a snapshot."""
RETAINED_CHANGES, RETAINED_BYTES = 1000, 256_000
"""How far back a client may resume: the number of changes and their total bytes."""
_VERSION = re.compile("([0-9a-f]{16})-([0-9]{1,15})", re.ASCII)


def is_version(text: str) -> bool:
    """Return whether a text has the form of a version, of any process."""
    return _VERSION.fullmatch(text) is not None


class ChangeLog:
    """The open seeks and watchable games as one process sees them, with recent changes."""

    def __init__(self, process: str) -> None:
        """Start empty at change 0; `process` is 16 hexadecimal digits unique to this process."""
        self._process = process
        self.number = 0
        """The number of changes so far."""
        self._seeks: dict[str, OpenSeek] = {}
        self._playing: dict[str, WatchableGame] = {}
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._snapshot: tuple[bytes, ...] = ()
        self._whole = b""

    @property
    def version(self) -> str:
        """The current version."""
        return self._version(self.number)

    def number_of(self, version: str | None) -> int | None:
        """Return the change number of a version; None for another process's version or one in the future."""
        found = None if version is None else _VERSION.fullmatch(version)
        if found is None or found[1] != self._process or int(found[2]) > self.number:
            return None
        return int(found[2])

    def update(self, seeks: Iterable[OpenSeek], playing: Iterable[WatchableGame]) -> bool:
        """Replace the state; if it differs, append the difference as one change and return True."""
        new_seeks = {each.id: each for each in seeks}
        new_playing = {each.game: each for each in playing}
        of_seeks = _seek_changes(self._seeks, new_seeks)
        of_playing = _playing_changes(self._playing, new_playing)
        self._seeks, self._playing = new_seeks, new_playing
        if of_seeks == SeekChanges() and of_playing == PlayingChanges():
            return False
        after, self.number = self.version, self.number + 1
        self._append(_line(LobbyChanged(after=after, version=self.version, seeks=of_seeks, playing=of_playing)))
        self._snapshot, self._whole = (), b""
        return True

    def since(self, number: int) -> bytes | None:
        """Return the lines of all changes after a number (may be empty); None if they are no longer retained."""
        missed = self.number - number
        if missed > len(self._lines):
            return None
        return b"".join([self._lines[place] for place in range(-missed, 0)])

    def forget(self) -> None:
        """Drop the retained changes, because they may hold old names; resuming clients get a snapshot."""
        self._lines.clear()
        self._bytes = 0
        self._snapshot, self._whole = (), b""

    def snapshot(self) -> tuple[bytes, ...]:
        """Return the current state as lines of at most `PAGE` seeks; only the last one carries the version."""
        if not self._snapshot:
            seeks = tuple(self._seeks.values())
            pages = [seeks[place : place + PAGE] for place in range(0, len(seeks), PAGE)] or [()]
            versions = [None] * (len(pages) - 1) + [self.version]
            first = LobbySnapshot(version=versions[0], seeks=pages[0], playing=tuple(self._playing.values()))
            rest = (
                LobbyChanged(after=None, version=version, seeks=SeekChanges(added=page), playing=PlayingChanges())
                for page, version in zip(pages[1:], versions[1:], strict=True)
            )
            self._snapshot = tuple(map(_line, (first, *rest)))
        return self._snapshot

    def whole(self) -> bytes:
        """Return the current state as one line."""
        if not self._whole:
            result = LobbySnapshot(
                version=self.version, seeks=tuple(self._seeks.values()), playing=tuple(self._playing.values())
            )
            self._whole = _line(result)
        return self._whole

    def _version(self, number: int) -> str:
        return f"{self._process}-{number}"

    def _append(self, line: bytes) -> None:
        self._lines.append(line)
        self._bytes += len(line)
        while len(self._lines) > RETAINED_CHANGES or (self._bytes > RETAINED_BYTES and len(self._lines) > 1):
            self._bytes -= len(self._lines.popleft())


def _seek_changes(before: dict[str, OpenSeek], after: dict[str, OpenSeek]) -> SeekChanges:
    added, moved = [], []
    for id, new in after.items():
        old = before.get(id)
        if old is new or old == new:
            continue
        if old is not None and changed(old, sitters=new.sitters, open=new.open) == new:
            moved.append(SeekChange(id=id, sitters=new.sitters, open=new.open))
        else:
            added.append(new)
    gone = tuple(id for id in before if id not in after)
    return SeekChanges(added=tuple(added), changed=tuple(moved), removed=gone)


def _playing_changes(before: dict[str, WatchableGame], after: dict[str, WatchableGame]) -> PlayingChanges:
    added, moved = [], []
    for game, new in after.items():
        old = before.get(game)
        if old == new:
            continue
        if old is not None and changed(old, score=new.score, games=new.games, board=new.board) == new:
            moved.append(PlayingChange(game=game, score=new.score, games=new.games, board=new.board))
        else:
            added.append(new)
    gone = tuple(game for game in before if game not in after)
    return PlayingChanges(added=tuple(added), changed=tuple(moved), removed=gone)


def _line(value: Value) -> bytes:
    return msgspec.json.encode(value) + b"\n"


# -- live games, from this process and, over the bus, from the others --------------------------------------------------


MOST_PLAYING = 40
PLAYING, ASKED = "lobby.playing", "lobby.who-plays"
ASK_EVERY = 5_000
"""Milliseconds between two requests to the other processes."""
_FRESH = 15_000
"""Milliseconds for which another process's answer stays valid."""
_PATIENCE = 0.2
"""Seconds to wait for answers of other processes after a request."""


class Elsewhere(Value, frozen=True):
    """A process's answer to a request for its games."""

    process: str
    playing: tuple[WatchableGame, ...]


class PlayingGames:
    """The games in play at all processes, as far as this one knows."""

    def __init__(
        self, process: str, here: Callable[[], tuple[WatchableGame, ...]], bus: Bus, now: Callable[[], int]
    ) -> None:
        """Start without knowledge of other processes; `here` returns this one's games, `now` ms since 1970."""
        self._process, self._here, self._bus, self._now = process, here, bus, now
        self._asked = 0
        self._elsewhere: dict[str, tuple[int, tuple[WatchableGame, ...]]] = {}
        self._subscriptions: tuple[Callable[[], None], ...] = ()

    def begin(self) -> None:
        """Subscribe to the requests and answers of other processes."""
        if not self._subscriptions:
            self._subscriptions = (self._bus.subscribe(PLAYING, self._heard), self._bus.subscribe(ASKED, self._answer))

    def close(self) -> None:
        """End the subscriptions."""
        for end in self._subscriptions:
            end()

    def current(self) -> tuple[WatchableGame, ...]:
        """Return the known games, latest start first; sends a new request if the last one is old."""
        now = self._now()
        self._ask(now)
        return self._known(now)

    async def answered(self) -> tuple[WatchableGame, ...]:
        """Return the known games; after a new request, first give the other processes time to answer."""
        self.begin()
        if self._ask(self._now()) and not isinstance(self._bus, InProcess):
            await asyncio.sleep(_PATIENCE)
        return self._known(self._now())

    def _known(self, now: int) -> tuple[WatchableGame, ...]:
        here = self._here()[:MOST_PLAYING]
        self._elsewhere = {name: given for name, given in self._elsewhere.items() if given[0] > now - _FRESH}
        names = {each.game for each in here}
        others = [each for _, given in self._elsewhere.values() for each in given if each.game not in names]
        return tuple(sorted((*here, *others), key=lambda each: (-each.begun, each.game))[:MOST_PLAYING])

    def _ask(self, now: int) -> bool:
        """Request the games of every process, unless that was done recently; return whether a request was sent."""
        if now - self._asked < ASK_EVERY:
            return False
        self._asked = now
        self._bus.publish(ASKED, self._process.encode())
        return True

    def announce(self) -> None:
        """Send this process's games to the others without a request."""
        self._answer(b"")

    def _answer(self, asking: bytes) -> None:
        """Send this process's games to the others: as many as fit in a message, latest start first."""
        if asking == self._process.encode():
            return
        here = self._here()[:MOST_PLAYING]
        while len(body := msgspec.json.encode(Elsewhere(self._process, here))) > self._bus.most:
            here = here[: len(here) // 2]
        self._bus.publish(PLAYING, body)

    def _heard(self, body: bytes) -> None:
        """Store the games of another process."""
        with suppress(msgspec.DecodeError, UnicodeError):
            result = msgspec.json.decode(body, type=Elsewhere)
            if result.process != self._process:
                self._elsewhere[result.process] = self._now(), result.playing


# -- subscriptions: a snapshot, then changes ---------------------------------------------------------------------------
# One query of the tables per second serves all subscriptions; a hint on the bus triggers it earlier. Shared lines are
# serialised once (`ChangeLog`). A seek stays open while its maker has a subscription at some process: each
# process extends the seeks of its own clients.


EVERY = 1.0
"""Seconds between two queries of the tables."""
PAUSE = 0.05
"""Minimum seconds between two queries; changes in between are sent as one."""
WHOLE_EVERY = 5_000
"""Minimum milliseconds between two whole lists to a client that does not apply changes."""
STANDS = 20_000
"""Milliseconds for which a seek is extended while its maker is connected."""
GRACE = 6_000
"""Milliseconds for which a seek stays open after its maker disconnects."""
SUBJECT = "lobby.seeks"
_PROLONG_EVERY = 5_000
_AT_ONCE = 50
"""Subscriptions woken before other tasks get a turn."""


class Seeks(Protocol):
    """The stored seeks and challenges, and the operations on them that subscriptions need."""

    async def current(self, now: int) -> tuple[StoredSeek, ...]:
        """Return the waiting seeks and challenges, and those filled recently."""

    async def prolong(self, parties: tuple[str, ...], until: int) -> None:
        """Extend the expiry of these parties' seeks."""

    async def game_of(self, stored: StoredSeek) -> str | None:
        """Return the game of a full seek, created now if necessary; None while it cannot be created."""

    async def match(self, stored: tuple[StoredSeek, ...], now: int) -> None:
        """Pair the waiting quick-pairing players who are connected here."""


class Concerns(NamedTuple):
    """The seeks and challenges of one party."""

    key: tuple[tuple[str, int, bool, str | None], ...]
    """What their lines depend on: for each its id, version, whether it is still hidden, and its game."""
    kept: tuple[StoredSeek, ...]


_NOTHING = Concerns((), ())


class Subscription:
    """One open stream of the lobby."""

    def __init__(self, who: LobbyParty | None, since: str | None = None, *, whole: bool = False) -> None:
        """Subscribe as a party, or anonymously; resume after the version `since` if possible.

        With `whole`, every change is sent as the whole list, for clients that do not apply changes.
        """
        self.who, self.since, self.whole = who, since, whole
        self.news = asyncio.Event()
        self.notice = ""
        """Why the party's seek is shown later; empty if it is not."""
        self.number: int | None = None
        """The number of the last change sent; None before the first line."""
        self.concerns: Concerns | None = None
        """The party's seeks and challenges; None before the first query."""
        self.whole_after = 0
        """When the next whole list may be sent, ms since 1970."""
        self.own_is_new = False
        """Whether an `OwnLobbyState` line is due."""
        self._found: set[str] = set()

    def finds(self, seek: str) -> bool:
        """Return True the first time it is called for a seek, so that its game is sent once."""
        if seek in self._found:
            return False
        self._found.add(seek)
        return True


class LobbySubscriptions:
    """The lobby subscriptions of one process."""

    def __init__(
        self,
        seeks: Seeks,
        playing: Callable[[], tuple[WatchableGame, ...]],
        bus: Bus,
        now: Callable[[], int],
        dispatcher: Dispatcher,
    ) -> None:
        """Start without subscriptions; `playing` returns this process's watchable games, `now` ms since 1970.

        The dispatcher publishes `LobbyChanged` when seeks or challenges have changed, here or elsewhere.
        """
        self._seeks, self._bus, self._now, self._dispatcher = seeks, bus, now, dispatcher
        process = token_hex(8)
        self._log, self._playing = ChangeLog(process), PlayingGames(process, playing, bus, now)
        self._subscriptions: set[Subscription] = set()
        self._here: Counter[str] = Counter()
        self._arrived: set[str] = set()
        """Parties whose seeks have not been extended since they connected."""
        self._news = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._kept: tuple[StoredSeek, ...] = ()
        self._told: dict[str, tuple[int, OpenSeek]] = {}
        """Each seek as it is sent, with its version in the table."""
        self._games: dict[str, str] = {}
        self._prolonged = 0
        self._ended = False
        self._end_hints: Callable[[], None] | None = None

    @property
    def parties(self) -> frozenset[str]:
        """The parties that have a subscription here."""
        return frozenset(self._here)

    def begin(self) -> None:
        """Subscribe to the hints and games of other processes."""
        self._playing.begin()
        if self._end_hints is None:
            self._end_hints = self._bus.subscribe(SUBJECT, lambda _: self._stirred())

    def hint(self) -> None:
        """Make every process query the tables at once."""
        self._stirred()
        self._bus.publish(SUBJECT, b"")

    def names_changed(self) -> None:
        """Rebuild the lines here with current names, and send this process's games to the others."""
        self._told.clear()
        self._log.forget()
        self._stirred()
        self._playing.announce()

    async def playing(self) -> tuple[WatchableGame, ...]:
        """Return the watchable games of every process, latest start first."""
        return await self._playing.answered()

    def end(self) -> None:
        """End all streams before this process stops; clients reconnect to another process."""
        self._ended = True
        for subscription in self._subscriptions:
            subscription.news.set()

    async def lines(self, subscription: Subscription) -> AsyncIterator[bytes]:
        """Yield the lines of a subscription until the stream is closed."""
        if self._ended:
            return
        self._subscriptions.add(subscription)
        if subscription.who is not None:
            self._here[subscription.who.party] += 1
            self._arrived.add(subscription.who.party)
        if self._watching is None or self._watching.done():
            self.begin()
            self._watching = asyncio.ensure_future(self._watch())
        self._news.set()
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await subscription.news.wait()
            except TimeoutError:
                yield b"\n"
                continue
            subscription.news.clear()
            if self._ended:
                return
            for line in self._for(subscription):
                yield line

    async def left(self, subscription: Subscription) -> None:
        """End a subscription; the party's seek stays open a little longer in case it reconnects."""
        if subscription not in self._subscriptions:
            return
        self._subscriptions.discard(subscription)
        if subscription.who is None:
            return
        party = subscription.who.party
        self._here[party] -= 1
        if not self._here[party]:
            del self._here[party]
            with suppress(StoreError):
                await self._seeks.prolong((party,), self._now() + GRACE)

    async def close(self) -> None:
        """Stop querying the tables and end the bus subscriptions."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        self._playing.close()
        if self._end_hints is not None:
            self._end_hints()

    def _stirred(self) -> None:
        self._news.set()
        self._dispatcher.publish(LobbyChangedEvent())

    def _for(self, subscription: Subscription) -> tuple[bytes, ...]:
        """Return the lines that a subscription has not received yet."""
        lines = [*self._shared(subscription)]
        if subscription.own_is_new and subscription.who is not None:
            subscription.own_is_new = False
            lines.append(_json_line(self._yours(subscription, subscription.who)))
            lines += [_json_line(found) for found in self._found(subscription, subscription.who)]
        return tuple(lines)

    def _shared(self, subscription: Subscription) -> tuple[bytes, ...]:
        """Return the unsent lines that are the same for all clients."""
        if subscription.whole:
            now = self._now()
            if subscription.number == self._log.number or now < subscription.whole_after:
                return ()
            subscription.number, subscription.whole_after = self._log.number, now + WHOLE_EVERY
            return (self._log.whole(),)
        seen = subscription.number
        if seen is None:
            seen = self._log.number_of(subscription.since)
        missed = None if seen is None else self._log.since(seen)
        subscription.number = self._log.number
        if missed is None:
            return self._log.snapshot()
        return (missed,) if missed else ()

    def _yours(self, subscription: Subscription, who: LobbyParty) -> OwnLobbyState:
        concerns = () if subscription.concerns is None else subscription.concerns.kept
        own = next((each for each in concerns if each.table == SEEK and _waits(each)), None)
        challenges = tuple(each for each in concerns if each.table == CHALLENGE and _waits(each))
        waits = own is not None and own.seek.waits(self._now())
        return OwnLobbyState(
            name=None if who.account is None else who.name,
            seek=None if own is None else seek_view(own.seek),
            gathers=own is not None and own.state is SeekState.GATHERING,
            shown=own.seek.shown if own is not None and waits else None,
            challenges=tuple(map(challenge_view, challenges)),
            notice=subscription.notice if waits else "",
        )

    def _found(self, subscription: Subscription, who: LobbyParty) -> list[GameFound]:
        found = []
        for each in () if subscription.concerns is None else subscription.concerns.kept:
            seat, game = each.seek.seat_of(who.party), self._games.get(each.seek.id)
            if (
                each.state is SeekState.TAKEN
                and seat is not None
                and game is not None
                and subscription.finds(each.seek.id)
            ):
                found.append(GameFound(game=game, seat=seat, seek=each.seek.id))
        return found

    async def _watch(self) -> None:
        """Query while there are subscriptions; pause after each query for at least as long as it took."""
        while self._subscriptions:
            began = time.perf_counter()
            with suppress(StoreError):  # subscriptions catch up when the database is back
                await self._see()
            took = time.perf_counter() - began
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._news.wait()
            self._news.clear()
            await asyncio.sleep(min(max(PAUSE, took), EVERY))

    async def _see(self) -> None:
        """Query the tables once, and wake the subscriptions for which something has changed."""
        now = self._now()
        is_due = now - self._prolonged >= _PROLONG_EVERY
        may_match = is_due or bool(self._arrived)
        await self._prolong(now, is_due)
        before, stored = self._kept, await self._seeks.current(now)
        for each in stored:
            mine = any(place.who.party in self._here for place in each.seek.places)
            if each.state is SeekState.TAKEN and mine and each.seek.id not in self._games:
                game = await self._seeks.game_of(each)
                if game is not None:
                    self._games[each.seek.id] = game
        self._kept = stored
        self._games = {each.seek.id: self._games[each.seek.id] for each in stored if each.seek.id in self._games}
        is_changed = self._log.update(self._shown(stored, now), self._playing.current())
        await self._wake(_by_party(stored, now, self._games))
        if may_match or is_changed or _versions(before) != _versions(stored):
            await self._seeks.match(stored, now)

    async def _prolong(self, now: int, is_due: bool) -> None:
        """Extend the seeks of connected parties: of new ones at once, of all others every few seconds."""
        parties, self._arrived = self._arrived, set()
        if is_due:
            self._prolonged = now
            parties |= {each.seek.maker.party for each in self._kept if each.table == SEEK and _waits(each)}
        parties &= self._here.keys()
        if parties:
            try:
                await self._seeks.prolong(tuple(parties), now + STANDS)
            except StoreError:
                self._prolonged, self._arrived = 0, self._arrived | parties
                raise

    async def _wake(self, concerns: dict[str, Concerns]) -> None:
        """Wake the subscriptions that have something to send, in batches."""
        woken = 0
        for each in tuple(self._subscriptions):
            own = _NOTHING if each.who is None else concerns.get(each.who.party, _NOTHING)
            if each.concerns is None or each.concerns.key != own.key:
                each.own_is_new = True
            each.concerns = own
            if each.own_is_new or each.number != self._log.number:
                each.news.set()
                woken += 1
                if woken % _AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _shown(self, stored: tuple[StoredSeek, ...], now: int) -> tuple[OpenSeek, ...]:
        """Return the publicly visible seeks, reusing the view of each unchanged seek."""
        shown = [
            each for each in stored if each.table == SEEK and each.state is SeekState.OPEN and not each.seek.waits(now)
        ]
        result = {}
        for each in shown:
            version, before = self._told.get(each.seek.id, (0, None))
            is_same = before is not None and version == each.version
            result[each.seek.id] = (each.version, before if is_same and before is not None else seek_view(each.seek))
        self._told = result
        return tuple(result[each.seek.id][1] for each in shown)


def _by_party(stored: tuple[StoredSeek, ...], now: int, games: dict[str, str]) -> dict[str, Concerns]:
    """Return the seeks and challenges of each party: those it has joined and the challenges to it."""
    found: dict[str, list[StoredSeek]] = {}
    for each in stored:
        parties = {place.who.party for place in each.seek.places}
        if each.table == CHALLENGE and each.seek.to is not None:
            parties.add(f"account:{each.seek.to}")
        for party in parties:
            found.setdefault(party, []).append(each)
    return {
        party: Concerns(
            tuple((each.seek.id, each.version, each.seek.waits(now), games.get(each.seek.id)) for each in mine),
            tuple(mine),
        )
        for party, mine in found.items()
    }


def _versions(stored: tuple[StoredSeek, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((each.seek.id, each.version) for each in stored)


def _waits(stored: StoredSeek) -> bool:
    return stored.state in (SeekState.OPEN, SeekState.GATHERING)


def _json_line(value: OwnLobbyState | GameFound) -> bytes:
    return msgspec.json.encode(value) + b"\n"
