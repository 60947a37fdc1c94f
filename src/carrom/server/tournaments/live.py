"""One online tournament in memory: its state, and its log, to which every process may append.

No process owns a tournament. A decision (a pairing, a round, the end of a game) is an append with a compare-and-set on
the log's version: of two processes that decide at once the first one wins, and the other reads what was decided.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import msgspec

from carrom.errors import CarromError, CommitUncertain, Conflict, StoreError
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.tournaments.settings import TournamentOutcome, TournamentSettings, online_terms
from carrom.storage.event_store import EventStore
from carrom.storage.models import StoredEvent, StoredGame
from carrom.tournament.online.apply import apply, fold
from carrom.tournament.online.events import AnyOnlineEvent
from carrom.tournament.online.state import OnlineTournament
from carrom.values import changed

log = logging.getLogger("carrom.server")

Decision = Callable[[OnlineTournament], tuple[AnyOnlineEvent, ...]]
_DECODER: msgspec.json.Decoder[AnyOnlineEvent] = msgspec.json.Decoder(AnyOnlineEvent)


def read_event(body: str) -> AnyOnlineEvent:
    """Return a stored event."""
    return _DECODER.decode(body)


def state_of(stored: StoredGame) -> OnlineTournament:
    """Return the state of a stored tournament; blocks. Raises `CarromError` if its events do not fit."""
    setting = msgspec.json.decode(stored.setting, type=TournamentSettings)
    return fold(online_terms(stored.game, setting.terms), (read_event(each.body) for each in stored.events))


class LiveTournament:
    """A tournament in memory."""

    waits = False
    """Reconciliation need not look at seats: players are named in the events."""

    def __init__(
        self,
        stored: StoredGame,
        state: OnlineTournament,
        store: EventStore,
        event_log: GameEventLog,
        happened: Callable[["LiveTournament", tuple[AnyOnlineEvent, ...]], None],
    ) -> None:
        """Open a tournament; `happened` is called after events were stored, here or at another process."""
        self.id, self.state, self.log = stored.game, state, event_log
        self.setting = msgspec.json.decode(stored.setting, type=TournamentSettings)
        self.word = stored.invite
        """Hash of the invitation code."""
        self.lock = asyncio.Lock()
        self._store, self._happened, self._version = store, happened, len(stored.events)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = event_log.listen(lambda hint: self.look_soon(), lambda: None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is due; games that are still played may end later."""
        return self.state.stage in ("finished", "cancelled")

    async def decide(self, decision: Decision) -> tuple[AnyOnlineEvent, ...]:
        """Store what a decision returns for the current state, and return it.

        The decision is repeated on the new state if another process was first. Raises what it raises, or `StoreError`.
        """
        async with self.lock:
            for _ in range(TRIES):
                before = self.state
                events, after, bodies = await asyncio.to_thread(_decided, before, decision)
                if not events:
                    return ()
                stored = tuple(StoredEvent(version=self._version + at, body=body) for at, body in enumerate(bodies, 1))
                ended = True if after.stage in ("finished", "cancelled") else None
                try:
                    mark = await asyncio.to_thread(
                        self._store.append, self.id, stored, ended=ended, known=self.log.mark
                    )
                except (Conflict, CommitUncertain):
                    await self._read_news()
                    continue
                if mark.version != self._version + len(events):  # another process has stored the same, and more
                    await self._read_news()
                    continue
                self.log.mark = mark
                self._take(after, len(events), events)
                self.log.tell_turned()
                if ended and before.stage not in ("finished", "cancelled"):
                    await self.keep_outcome()
                return events
        raise StoreError("This tournament is changing too fast; try again.")

    async def look(self) -> None:
        """Read what other processes have appended; raises `StoreError`."""
        async with self.lock:
            await self._read_news()

    def look_soon(self) -> None:
        """Call `look` in the background; reconciliation repeats what failed."""
        if self.lock.locked():
            return

        async def look() -> None:
            with suppress(CarromError):
                await self.look()

        task = asyncio.get_running_loop().create_task(look())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop listening to other processes."""
        self._stop()
        for task in self._tasks:
            task.cancel()

    def _take(self, state: OnlineTournament, number: int, events: tuple[AnyOnlineEvent, ...]) -> None:
        self.state, self._version = state, self._version + number
        self._happened(self, events)

    async def _read_news(self) -> None:
        """Apply what other processes have appended. The lock must be held. Raises `CarromError`."""
        news = await asyncio.to_thread(self.log.news)
        if news is None:
            stored = await asyncio.to_thread(self.log.load)
            state = await asyncio.to_thread(state_of, stored)
            self.log.mark, self._version = stored.mark, len(stored.events)
            self._take(state, 0, ())
            return
        bodies = [each.body for batch in news.told for each in batch.events if each.version > self._version]
        events = tuple(map(read_event, bodies))
        after = await asyncio.to_thread(_folded, self.state, events)
        self.log.mark = news.mark
        self.setting = msgspec.json.decode(news.setting, type=TournamentSettings)
        if events:
            self._take(after, len(events), events)

    async def keep_outcome(self) -> None:
        """Store what lists show of a tournament that is over."""
        outcome = await asyncio.to_thread(outcome_of, self.state)
        self.setting = changed(self.setting, outcome=outcome, address="")
        text = msgspec.json.encode(self.setting).decode()
        try:
            await asyncio.to_thread(self.log.change, lambda _, __: text)
        except StoreError as fault:
            log.error("The outcome of the tournament %s is not in the list: %s", self.id, fault)


def outcome_of(state: OnlineTournament) -> TournamentOutcome:
    """Return what lists show of a tournament that is over; blocks."""
    from carrom.server.tournaments.standings import standings_of

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
