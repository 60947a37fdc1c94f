"""Heartbeats between server processes on one PostgreSQL database.

What they say over the bus comes sooner; what stands in the tables is what counts. A process that has said nothing for
some seconds is not there, and nobody follows anything at it. All of it is given up when the database crashes (the
tables are not logged), and said again.
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
"""Milliseconds after which a process that says nothing is not there."""
_GONE = 60_000
"""Milliseconds after which nothing is remembered of it."""
_FRESH = 2.5
"""Seconds for which what a process has said over the bus counts more than what stands in the tables."""
_GAP = 5_000
"""Milliseconds without the database, or by which its clock has jumped, that are an outage."""
_KEPT = 16
"""Measurements of the database's clock, of which the quickest counts."""

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
    """What this process knows of the others (`fellows.Fellows`); `beat` is called once a second, from a thread."""

    shared = True

    def __init__(self, database: Database) -> None:
        """Begin alone, with the clock of this machine."""
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
        """Return the database's time, as far as it is known, ms since 1970."""
        return round(steady() / 1000 + self._offset)

    def fair_since(self) -> int:
        """Return since when this process and the database have both been there, ms since 1970."""
        return self._fair_since

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Let the others know who follows here, with the next beat."""
        here = RemoteUsers(seats, watchers)
        self._unsaid[place] = here
        if here == RemoteUsers():
            self._own.pop(place, None)
        else:
            self._own[place] = here

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Be told when somebody comes or goes elsewhere; return what ends it."""
        self._heard[place] = heard

        def end() -> None:
            if self._heard.get(place) is heard:
                del self._heard[place]
                self._others.pop(place, None)

        return end

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Take notice of who follows at another process, as it says over the bus."""
        if place in self._heard:
            before = self.at(place)
            self._others.setdefault(place, {})[node] = here, time.monotonic()
            if self.at(place) != before:
                self._heard[place]()

    def at(self, place: str) -> RemoteUsers:
        """Return who follows at all the others together."""
        return _together([here for here, _ in self._others.get(place, {}).values()])

    def ask(self, place: str) -> RemoteUsers:
        """Return the same of a place that is not followed here yet; blocks. Raises `StoreError`."""
        return _together([here for _, _, here in self._who([place])])

    def beat(self) -> list[tuple[str, str, RemoteUsers]]:
        """Say that this process is there and who follows here; return who follows elsewhere; blocks.

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
        """Go by what stands in the tables, but for what was heard over the bus since; tell who listens."""
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
        """Say that this process is gone; blocks. Raises `StoreError`."""
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
        """Keep how far this machine's clock is from the database's; what was measured quickest counts.

        What was measured before the database's clock jumped counts no more.
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
