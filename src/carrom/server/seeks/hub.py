"""Who listens to the lobby at this process, and what each is told: the whole, whenever it has changed.

One look a second at the tables serves all who listen, and a hint on the bus hastens it. A seek stands as long as its
maker listens somewhere: each process keeps those of its own listeners alive, and who is gone for some seconds is gone.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from secrets import token_hex

import msgspec

from carrom.data import Value
from carrom.errors import StoreError
from carrom.protocol.lobby import GameFound, LobbyTold, PlayingTold, SeekTold, YoursTold
from carrom.server.nodes.bus import Bus, InProcess
from carrom.server.seeks.seek import State, Who
from carrom.server.seeks.shelf import CHALLENGE, SEEK, Kept
from carrom.server.seeks.telling import challenge_told, seek_told

EVERY = 1.0
"""Seconds between two looks."""
BREATH = 0.05
"""Seconds in which what happens together is told together."""
STANDS = 20_000
"""Milliseconds for which a seek stands after its maker was last heard."""
GRACE = 6_000
"""Milliseconds in which who has lost his line may come back to his seek."""
_BEAT = 5_000
_MOST_SEEKS, MOST_PLAYING = 100, 40
_FRESH = 15_000
"""Milliseconds for which the games of another process are shown after it has told them."""
SUBJECT, PLAYING, ASKED = "lobby.seeks", "lobby.playing", "lobby.who-plays"
_PATIENCE = 0.2
"""Seconds in which the other processes say who plays there, where nobody has asked them of late."""


class Elsewhere(Value, frozen=True):
    """What a process tells the others of its games."""

    process: str
    playing: tuple[PlayingTold, ...]


class Listener:
    """One line to the lobby."""

    def __init__(self, who: Who | None) -> None:
        """Listen as somebody, or as nobody in particular."""
        self.who = who
        self.news = asyncio.Event()
        self.notice = ""
        """What he is told of his waiting."""
        self._told: dict[str, bytes] = {}
        self._found: set[str] = set()

    def fresh(self, name: str, line: bytes) -> bool:
        """Whether a line differs from the last one of its name."""
        is_fresh = self._told.get(name) != line
        self._told[name] = line
        return is_fresh

    def finds(self, seek: str) -> bool:
        """Whether it has not been told yet what came of a seek."""
        if seek in self._found:
            return False
        self._found.add(seek)
        return True


class Hub:
    """The listeners of one process."""

    def __init__(
        self,
        look: Callable[[int], Awaitable[tuple[Kept, ...]]],
        alive: Callable[[tuple[str, ...], int], Awaitable[None]],
        begun: Callable[[Kept], Awaitable[str | None]],
        playing: Callable[[], tuple[PlayingTold, ...]],
        looked: Callable[[tuple[Kept, ...], int], Awaitable[None]],
        bus: Bus,
        now: Callable[[], int],
    ) -> None:
        """Begin with nobody; `now` returns ms since 1970.

        `look` returns what waits and what was found, `alive` keeps the seeks of parties until a moment, `begun` returns
        the game of a seek that is full, `playing` the games here that one may look on, `looked` follows every look.
        """
        self._look, self._alive, self._begun, self._playing, self._looked = look, alive, begun, playing, looked
        self._bus, self._now = bus, now
        self._listeners: set[Listener] = set()
        self.hinted: Callable[[], None] = lambda: None
        """Is told that seeks or challenges have changed, here or elsewhere."""
        self._news, self._process = asyncio.Event(), token_hex(8)
        self._watching: asyncio.Task[None] | None = None
        self._kept: tuple[Kept, ...] = ()
        self._lobby = b""
        self._games: dict[str, str] = {}
        self._beat = self._asked_others = 0
        self._ended = False
        self._elsewhere: dict[str, tuple[int, tuple[PlayingTold, ...]]] = {}
        self._hearing: tuple[Callable[[], None], ...] = ()

    @property
    def parties(self) -> frozenset[str]:
        """Who listens here."""
        return frozenset(each.who.party for each in self._listeners if each.who is not None)

    def begin(self) -> None:
        """Hear from now on what other processes say, and tell them who plays here when they ask."""
        if not self._hearing:
            self._hearing = (
                self._bus.subscribe(SUBJECT, lambda _: self._stirred()),
                self._bus.subscribe(PLAYING, self._heard),
                self._bus.subscribe(ASKED, self._answer),
            )

    def hint(self) -> None:
        """Let every process look at once."""
        self._stirred()
        self._bus.publish(SUBJECT, b"")

    def names_changed(self) -> None:
        """Look again here, and send the other processes the games of this one with today's names."""
        self._stirred()
        self._answer(b"")

    def _stirred(self) -> None:
        self._news.set()
        self.hinted()

    async def playing(self) -> tuple[PlayingTold, ...]:
        """Return the games that one may look on, at every process, the last begun first."""
        self.begin()
        now = self._now()
        if self._ask_others(now) and not isinstance(self._bus, InProcess):
            await asyncio.sleep(_PATIENCE)
        return self._playing_now(now)

    def end(self) -> None:
        """Tell nobody anything more: this process is about to end, and another one goes on."""
        self._ended = True
        for listener in self._listeners:
            listener.news.set()

    async def lines(self, listener: Listener) -> AsyncIterator[bytes]:
        """Yield what a listener is told, line by line, until nobody asks any more."""
        if self._ended:
            return
        self._listeners.add(listener)
        self._beat = 0
        if self._watching is None or self._watching.done():
            self.begin()
            self._watching = asyncio.ensure_future(self._watch())
        self._news.set()
        while True:
            await listener.news.wait()
            listener.news.clear()
            if self._ended:
                return
            for line in self._for(listener):
                yield line

    async def left(self, listener: Listener) -> None:
        """Tell somebody nothing more; what he waits for stands a little longer, so that he may come back."""
        self._listeners.discard(listener)
        if listener.who is not None and listener.who.party not in self.parties:
            with suppress(StoreError):
                await self._alive((listener.who.party,), self._now() + GRACE)

    async def close(self) -> None:
        """End."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        for quiet in self._hearing:
            quiet()

    def _for(self, listener: Listener) -> tuple[bytes, ...]:
        """Return what is new for a listener."""
        lines = []
        if listener.fresh("lobby", self._lobby):
            lines.append(self._lobby)
        if listener.who is not None:
            yours = _line(self._yours(listener, listener.who))
            if listener.fresh("yours", yours):
                lines.append(yours)
            lines += [_line(found) for found in self._found(listener, listener.who)]
        return tuple(lines)

    def _yours(self, listener: Listener, who: Who) -> YoursTold:
        own = next((each for each in self._kept if each.table == SEEK and _waits(each) and _has(each, who)), None)
        theirs = tuple(each for each in self._kept if each.table == CHALLENGE and _waits(each) and _concerns(each, who))
        waits = own is not None and own.seek.waits(self._now())
        return YoursTold(
            name=None if who.account is None else who.name,
            seek=None if own is None else seek_told(own.seek),
            gathers=own is not None and own.state is State.GATHERING,
            shown=own.seek.shown if own is not None and waits else None,
            challenges=tuple(map(challenge_told, theirs)),
            notice=listener.notice if waits else "",
        )

    def _found(self, listener: Listener, who: Who) -> list[GameFound]:
        found = []
        for each in self._kept:
            seat, game = each.seek.seat_of(who.party), self._games.get(each.seek.id)
            if each.state is State.TAKEN and seat is not None and game is not None and listener.finds(each.seek.id):
                found.append(GameFound(game=game, seat=seat, seek=each.seek.id))
        return found

    async def _watch(self) -> None:
        """Look as long as somebody listens."""
        while self._listeners:
            with suppress(StoreError):  # who listens is told when the database is back
                await self._see()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), EVERY)
            self._news.clear()
            await asyncio.sleep(BREATH)

    async def _see(self) -> None:
        now, parties = self._now(), self.parties
        if now - self._beat >= _BEAT:
            self._beat = now
            await self._alive(tuple(parties), now + STANDS)
        self._ask_others(now)
        kept = await self._look(now)
        for each in kept:
            mine = any(place.who.party in parties for place in each.seek.places)
            if each.state is State.TAKEN and mine and each.seek.id not in self._games:
                game = await self._begun(each)
                if game is not None:
                    self._games[each.seek.id] = game
        self._kept = kept
        self._games = {each.seek.id: self._games[each.seek.id] for each in kept if each.seek.id in self._games}
        self._lobby = _line(LobbyTold(seeks=self._shown(kept, now), playing=self._playing_now(now)))
        for listener in self._listeners:
            listener.news.set()
        await self._looked(kept, now)

    def _shown(self, kept: tuple[Kept, ...], now: int) -> tuple[SeekTold, ...]:
        shown = [each for each in kept if each.table == SEEK and each.state is State.OPEN and not each.seek.waits(now)]
        return tuple(seek_told(each.seek) for each in shown[:_MOST_SEEKS])

    def _playing_now(self, now: int) -> tuple[PlayingTold, ...]:
        here = self._playing()[:MOST_PLAYING]
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[0] > now - _FRESH}
        names = {each.game for each in here}
        others = [each for _, told in self._elsewhere.values() for each in told if each.game not in names]
        return tuple(sorted((*here, *others), key=lambda each: (-each.begun, each.game))[:MOST_PLAYING])

    def _ask_others(self, now: int) -> bool:
        """Ask every process who plays there, unless that was done a moment ago; return whether it was now."""
        if now - self._asked_others < _BEAT:
            return False
        self._asked_others = now
        self._bus.publish(ASKED, self._process.encode())
        return True

    def _answer(self, asking: bytes) -> None:
        """Tell another process who plays here: as many games as a message has room for, the last begun first."""
        if asking == self._process.encode():
            return
        here = self._playing()[:MOST_PLAYING]
        while len(body := msgspec.json.encode(Elsewhere(self._process, here))) > self._bus.most:
            here = here[: len(here) // 2]
        self._bus.publish(PLAYING, body)

    def _heard(self, body: bytes) -> None:
        """Take notice of the games of another process."""
        with suppress(msgspec.DecodeError, UnicodeError):
            told = msgspec.json.decode(body, type=Elsewhere)
            if told.process != self._process:
                self._elsewhere[told.process] = self._now(), told.playing


def _waits(kept: Kept) -> bool:
    return kept.state in (State.OPEN, State.GATHERING)


def _has(kept: Kept, who: Who) -> bool:
    return kept.seek.seat_of(who.party) is not None


def _concerns(kept: Kept, who: Who) -> bool:
    return _has(kept, who) or (who.account is not None and kept.seek.to == who.account)


def _line(told: object) -> bytes:
    return msgspec.json.encode(told) + b"\n"
