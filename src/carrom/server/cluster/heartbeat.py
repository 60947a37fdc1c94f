"""Heartbeats between server processes on one PostgreSQL database.

Presence on the bus arrives sooner; the tables are authoritative. A process without a heartbeat for some seconds counts
as gone, and so do its users. The tables are unlogged: after a database crash they are empty, and every process writes
its rows again.
"""

import json
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

from carrom.server.cluster.clock_jumps import NOTICED, told
from carrom.server.cluster.presence import RemoteUsers, steady
from carrom.storage.database import Database

log = logging.getLogger("carrom.server")

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
