"""Processes of a cluster: presence, jumps of the clock, heartbeats, and detection of a partition."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Protocol

from carrom.server.common import DatabaseLost, Dispatcher
from carrom.server.ops.bus import Bus
from carrom.storage.database import Database
from carrom.values import Value

GRACE = 5.0
"""Seconds after which this process computes a bot's turn that another process was to compute but has not."""


_SET = time.time_ns() - time.monotonic_ns()
"""How far the system clock was ahead of the monotonic clock at the start of this program, ns."""


def steady() -> int:
    """Return µs since 1970 by a clock that never jumps: setting the system clock costs no player time."""
    return (_SET + time.monotonic_ns()) // 1000


class RemoteUsers(Value, frozen=True):
    """The users connected to a game at other processes: players by seat, and the number of spectators."""

    seats: frozenset[str] = frozenset()
    watchers: int = 0


class Presence(Protocol):
    """Presence of the users of each game, at all processes of one server."""

    id: str
    """The id of this process, new at each start."""
    shared: bool
    """Whether there may be other processes."""

    def now(self) -> int:
        """Return the time shared by all processes, ms since 1970."""

    def fair_since(self) -> int:
        """Return since when this process and the database have been up together, ms since 1970."""

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Publish who is connected to a game here."""

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Subscribe to presence changes at other processes; return a function that unsubscribes."""

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Update the presence at another process from its message."""

    def at(self, place: str) -> RemoteUsers:
        """Return the combined presence at all other processes."""

    def ask(self, place: str) -> RemoteUsers:
        """Return the same for a game that is not followed here yet; blocks. Raises `StoreError`."""


class LocalPresence:
    """Presence in a single-process server: there is nobody elsewhere."""

    id, shared = "alone", False

    def __init__(self, now: Callable[[], int] = lambda: steady() // 1000) -> None:
        """Use this machine's steady clock, or another function that returns ms since 1970."""
        self._now = now

    def now(self) -> int:
        """Return the time, ms since 1970."""
        return self._now()

    def fair_since(self) -> int:
        """Return 0: a game that is loaded again gives all players their full time."""
        return 0

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Do nothing: there is no other process."""

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Return a function that does nothing: nothing changes elsewhere."""
        return lambda: None

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Do nothing: there is no other process."""

    def at(self, place: str) -> RemoteUsers:
        """Return no users."""
        return RemoteUsers()

    def ask(self, place: str) -> RemoteUsers:
        """Return no users."""
        return RemoteUsers()


# -- jumps of the machine's clock --------------------------------------------------------------------------------------


log = logging.getLogger("carrom.server")

NOTICED = 2_000_000
"""Microseconds from which a difference counts as a jump rather than drift."""


def ahead() -> int:
    """Return by how many µs the system clock is ahead of the steady clock."""
    return time.time_ns() // 1000 - steady()


def told(whose: str, seconds: float) -> str:
    """Return the log message about a jump."""
    return f"{whose} was put {'forward' if seconds > 0 else 'back'} by {abs(seconds):.0f} s; no player loses time."


class ClockJumpLog:
    """Watch one clock for jumps."""

    def __init__(self, whose: str, ahead: Callable[[], int] = ahead) -> None:
        """Watch a clock; `whose` names it in messages, `ahead` returns µs by which it leads a steady clock."""
        self._whose, self._ahead = whose, ahead
        self._known = ahead()

    def look(self) -> None:
        """Log a warning if the clock has jumped since the last call."""
        now = self._ahead()
        by, self._known = now - self._known, now
        if abs(by) >= NOTICED:
            log.warning("%s", told(self._whose, by / 1e6))


# -- heartbeats on one PostgreSQL database -----------------------------------------------------------------------------
# Presence on the bus arrives sooner; the tables are authoritative. A process without a heartbeat for some seconds
# counts as gone, and so do its users. The tables are unlogged: after a database crash they are empty, and every
# process writes its rows again.


SILENT = 4_000
"""Milliseconds without a heartbeat after which a process counts as gone."""
_GONE = 60_000
"""Milliseconds after which its rows are deleted."""
_FRESH = 2.5
"""Seconds for which presence received over the bus takes precedence over the tables."""
_GAP = 5_000
"""A gap between heartbeats, or a jump of the clock, of this many milliseconds counts as an outage."""
_KEPT = 16
"""Retained measurements of the database's clock; the one with the shortest round trip is used."""

_ALIVE = """
    INSERT INTO node (id, heard, whole) VALUES (?, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, ?)
    ON CONFLICT (id) DO UPDATE SET heard = excluded.heard, whole = excluded.whole RETURNING heard, xmax = 0
    """
_TELL = """
    INSERT INTO presence (place, node, seats, watchers)
    SELECT x.place, ?, x.seats, x.watchers
    FROM json_to_recordset(?::json) AS x(place text, seats text, watchers integer)
    ON CONFLICT (place, node) DO UPDATE SET seats = excluded.seats, watchers = excluded.watchers RETURNING 1
    """
_LEAVE = """
    DELETE FROM presence WHERE node = ? AND place IN (SELECT json_array_elements_text(?::json)) RETURNING 1
    """
_WHO = """
    SELECT p.place, p.node, p.seats, p.watchers FROM presence p JOIN node n ON n.id = p.node
    WHERE p.node <> ? AND n.heard > ? AND p.place IN (SELECT json_array_elements_text(?::json))
    """
_FORGET = """
    WITH gone AS (DELETE FROM node WHERE heard < ? RETURNING id)
    DELETE FROM presence WHERE node IN (SELECT id FROM gone) RETURNING 1
    """
_END = "WITH me AS (DELETE FROM node WHERE id = ?) DELETE FROM presence WHERE node = ? RETURNING 1"


class Heartbeat:
    """Presence of all processes, shared through the database; call `beat` once a second in a thread."""

    shared = True

    def __init__(self, database: Database) -> None:
        """Start without peers, using this machine's clock until the database's is measured."""
        self._database, self.id = database, secrets.token_urlsafe(9)
        self._offsets: list[tuple[float, float]] = []
        self._offset = 0.0
        self._fair_since = self._beaten = self.now()
        self._own: dict[str, RemoteUsers] = {}
        self._unsaid: dict[str, RemoteUsers] = {}
        self._others: dict[str, dict[str, tuple[RemoteUsers, float]]] = {}
        self._heard: dict[str, Callable[[], None]] = {}
        self._beats = 0

    def now(self) -> int:
        """Return the estimated time of the database, ms since 1970."""
        return round(steady() / 1000 + self._offset)

    def fair_since(self) -> int:
        """Return since when this process and the database have been up together, ms since 1970."""
        return self._fair_since

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Record who is connected here; sent with the next heartbeat."""
        here = RemoteUsers(seats, watchers)
        self._unsaid[place] = here
        if here == RemoteUsers():
            self._own.pop(place, None)
        else:
            self._own[place] = here

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Subscribe to presence changes at other processes; return a function that unsubscribes."""
        self._heard[place] = heard

        def end() -> None:
            if self._heard.get(place) is heard:
                del self._heard[place]
                self._others.pop(place, None)

        return end

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Update the presence at another process from a message on the bus."""
        if place in self._heard:
            before = self.at(place)
            self._others.setdefault(place, {})[node] = here, time.monotonic()
            if self.at(place) != before:
                self._heard[place]()

    def at(self, place: str) -> RemoteUsers:
        """Return the combined presence at all other processes."""
        return _together([here for here, _ in self._others.get(place, {}).values()])

    def ask(self, place: str) -> RemoteUsers:
        """Return the same for a game that is not followed here yet; blocks. Raises `StoreError`."""
        return _together([here for _, _, here in self._who([place])])

    def beat(self) -> list[tuple[str, str, RemoteUsers]]:
        """Write this process's heartbeat and presence, and return the presence of the others; blocks.

        Raises `StoreError`.
        """
        began = steady() / 1e6
        (heard, is_new), *_ = self._database.ask(_ALIVE, (self.id, self._fair_since))
        self._measure(began, steady() / 1e6, heard)
        now = self.now()
        if abs(now - self._beaten) > _GAP:
            self._fair_since = now
        self._beaten = now
        unsaid, self._unsaid = self._unsaid, {}
        if is_new:
            unsaid = {**self._own, **unsaid}
        try:
            self._say(unsaid)
        except BaseException:
            self._unsaid = {**unsaid, **self._unsaid}
            raise
        self._beats += 1
        if self._beats % 30 == 1:
            self._database.ask(_FORGET, (now - _GONE,))
        return self._who(list(self._heard))

    def take_notice(self, found: list[tuple[str, str, RemoteUsers]]) -> None:
        """Apply the presence read by `beat`, except where the bus was more recent; notify subscribers of changes."""
        now = time.monotonic()
        there: dict[str, dict[str, tuple[RemoteUsers, float]]] = {}
        for place, node, here in found:
            there.setdefault(place, {})[node] = here, 0.0
        for place, heard in tuple(self._heard.items()):
            before = self.at(place)
            fresh = {node: said for node, said in self._others.get(place, {}).items() if now - said[1] < _FRESH}
            self._others[place] = {**there.get(place, {}), **fresh}
            if self.at(place) != before:
                heard()

    def end(self) -> None:
        """Delete this process's rows; blocks. Raises `StoreError`."""
        self._database.ask(_END, (self.id, self.id))

    def _say(self, unsaid: dict[str, RemoteUsers]) -> None:
        here = {place: said for place, said in unsaid.items() if said != RemoteUsers()}
        if here:
            rows = [
                {"place": place, "seats": " ".join(sorted(said.seats)), "watchers": said.watchers}
                for place, said in here.items()
            ]
            self._database.ask(_TELL, (self.id, json.dumps(rows)))
        if gone := [place for place in unsaid if place not in here]:
            self._database.ask(_LEAVE, (self.id, json.dumps(gone)))

    def _who(self, places: list[str]) -> list[tuple[str, str, RemoteUsers]]:
        if not places:
            return []
        found: list[tuple[Any, ...]] = self._database.ask(_WHO, (self.id, self.now() - SILENT, json.dumps(places)))
        return [
            (place, node, RemoteUsers(frozenset(seats.split()), watchers)) for place, node, seats, watchers in found
        ]

    def _measure(self, began: float, ended: float, theirs: int) -> None:
        """Record the offset between this machine's clock and the database's; the quickest round trip is used.

        Earlier measurements are discarded if the database's clock has jumped.
        """
        took, offset = ended - began, theirs - (began + ended) * 500
        by = offset - self._offset
        if self._offsets and abs(by) > took * 1000 + NOTICED / 1000:
            log.warning("%s", told("The clock of the database", by / 1000))
            self._offsets = []
        self._offsets = [*self._offsets[1 - _KEPT :], (took, offset)]
        self._offset = min(self._offsets)[1]


def _together(all: list[RemoteUsers]) -> RemoteUsers:
    seats = frozenset(seat for each in all for seat in each.seats)
    return RemoteUsers(seats, sum(each.watchers for each in all))


# -- partitions: a process without the database sends its players away -------------------------------------------------
# Each process publishes on the bus when the database answers it. A process that receives such a message, but has had
# no answer itself for some seconds, closes its connections and accepts no new ones until the database answers again.
# If the database answers nobody, all connections stay open, since players would find no better process. The bus must
# not be the database itself: over its notifications, or without a bus, a partitioned process receives no messages of
# others.


CUT_OFF_AFTER = 4.0
"""Seconds without an answer of the database after which a process is cut off, if another one had an answer."""
_LATELY = 2.5
"""Seconds for which another process's answer counts as recent."""
_LOOK = 0.5
"""Seconds between two checks."""
_SUBJECT = "answered"


class PartitionDetector:
    """Detects whether this process is cut off from the database."""

    def __init__(self, bus: Bus, dispatcher: Dispatcher) -> None:
        """Start as if the database had just answered; the dispatcher publishes `DatabaseLost`."""
        self._bus, self._dispatcher, self._name = bus, dispatcher, secrets.token_bytes(9)
        self._answered, self._others = time.monotonic(), float("-inf")
        self._task: asyncio.Task[None] | None = None
        self._quiet: Callable[[], None] = lambda: None
        self.now = False
        """Whether this process is cut off."""

    def open(self) -> None:
        """Subscribe to the other processes, and start checking."""
        self._answered = time.monotonic()
        self._quiet = self._bus.subscribe(_SUBJECT, self._heard)
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop checking."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def answered(self) -> None:
        """Record that the database has answered, and publish it."""
        self._answered = time.monotonic()
        self._bus.publish(_SUBJECT, self._name)
        if self.now:
            self.now = False
            log.warning("The database is reachable again; connections are accepted.")

    def look(self) -> None:
        """Check whether this process is cut off; if it has just become so, log and publish it."""
        now = time.monotonic()
        if not self.now and now - self._answered > CUT_OFF_AFTER and now - self._others < _LATELY:
            self.now = True
            log.error("Only other servers can reach the database; clients are sent to them until this one can, too.")
            self._dispatcher.publish(DatabaseLost())

    def _heard(self, name: bytes) -> None:
        if name != self._name:
            self._others = time.monotonic()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            self.look()
