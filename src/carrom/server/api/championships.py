"""HTTP operations that read the championships of a folder."""

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.errors import CarromError
from carrom.protocol.http.championship import EventInfo, EventLine, EventList, PairingReasons
from carrom.server.api.championship_schemas import event_told, why_told
from carrom.server.api.rule_books import Language, language_of
from carrom.server.http.operation import GET, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.tournament.import_export.event_log import load
from carrom.tournament.publishing.privacy import without_telephone
from carrom.tournament.state import Championship
from carrom.values import Value

SUFFIX = ".carrom-event"
MOST = 200
"""Maximum number of championships listed."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WAVE = re.compile(r"([a-z][a-z0-9_]{0,31})\.([1-9][0-9]{0,2})")
Live = Callable[[], tuple[str, Championship] | None]
"""Returns the id of the championship that this process runs, and the championship, or None."""


def event_paths(folder: Path) -> dict[str, Path]:
    """Return the championships of a folder by id: its files, and those in subfolders that have the same name."""
    found = {path.name.removesuffix(SUFFIX): path for path in folder.glob(f"*{SUFFIX}")}
    for path in folder.glob(f"*/*{SUFFIX}"):
        id = path.name.removesuffix(SUFFIX)
        if path.parent.name == id:
            found.setdefault(id, path)
    return {id: found[id] for id in sorted(found) if _ID.fullmatch(id)}


class ChampionshipRoutes:
    """The championships of a folder; a file is read again only after it has changed."""

    def __init__(self, folder: Path, live: Live = lambda: None) -> None:
        """Read the files of `folder`; the championship that `live` returns is taken from memory instead."""
        self._folder, self._live = folder, live
        self._read: dict[str, tuple[tuple[int, int], Championship]] = {}
        self._cache: dict[tuple[str, str], tuple[int, bytes]] = {}

    def championship(self, id: str) -> tuple[Championship, bool] | None:
        """Return a championship and whether it is the live one; None if it does not exist.

        Raises `RecordError` or `SetupError` for a file that cannot be read.
        """
        live = self._live()
        if live is not None and live[0] == id:
            return live[1], True
        path = event_paths(self._folder).get(id)
        if path is None:
            return None
        try:
            stat = path.stat()
            stamp = stat.st_mtime_ns, stat.st_size
            if id not in self._read or self._read[id][0] != stamp:
                self._read[id] = stamp, load(path)
            return self._read[id][1], False
        except OSError:
            return None
        except CarromError as reason:
            raise type(reason)(str(reason).replace(f"{path.parent}{os.sep}", "")) from None

    def listed(self) -> EventList:
        """Return the list of championships, the live one first."""
        live = self._live()
        ids = list(event_paths(self._folder))[:MOST]
        if live is not None:
            ids = [live[0], *(id for id in ids if id != live[0])]
        found = []
        for id in ids:
            try:
                there = self.championship(id)
            except CarromError as reason:
                found.append(
                    EventLine(id=id, name=id, place="", sessions="", entrants=0, live=False, problem=f"{reason}.")
                )
                continue
            if there is not None:
                details = there[0].details
                found.append(
                    EventLine(
                        id=id,
                        name=details.name,
                        place=without_telephone(details.place),
                        sessions=details.sessions,
                        entrants=len(there[0].entrants),
                        live=there[1],
                    )
                )
        return EventList(events=tuple(found))

    def view(self, id: str, language: str) -> bytes | None:
        """Return a championship as JSON, cached by version; None if it does not exist."""
        there = self.championship(id) if _ID.fullmatch(id) else None
        if there is None:
            return None
        version = len(there[0].happenings)
        cached = self._cache.get((id, language))
        if cached is None or cached[0] != version:
            cached = version, msgspec.json.encode(event_told(there[0], id, there[1], language))
            self._cache[(id, language)] = cached
        return cached[1]

    def why(self, id: str, wave: str, language: str) -> bytes | None:
        """Return the reasons for the pairings of a wave as JSON; None if it does not exist."""
        there = self.championship(id) if _ID.fullmatch(id) else None
        found = _WAVE.fullmatch(wave)
        if there is None or found is None or found[1] not in [each.id for each in there[0].sections]:
            return None
        told = why_told(there[0], found[1], int(found[2]), language)
        return None if told is None else msgspec.json.encode(told)


class OfEvents(Value, frozen=True, kw_only=True):
    """Parameters of every operation on championships."""

    language: Language = "en"


class OfEvent(OfEvents, frozen=True, kw_only=True):
    """A championship by its id."""

    id: Annotated[str, Meta(max_length=64)]


class OfWave(OfEvent, frozen=True, kw_only=True):
    """A wave of a championship."""

    wave: Annotated[str, Meta(max_length=64, description="Section and number, such as `s.2`.")]


def event_operations(events: ChampionshipRoutes) -> tuple[Operation, ...]:
    """Return the operations on championships."""

    async def listed(_: OperationRequest) -> Response:
        return told(await asyncio.to_thread(events.listed))

    async def one(call: OperationRequest) -> Response:
        id = call.words.id
        language = language_of(call.request)
        return _found(await asyncio.to_thread(_readable, lambda: events.view(id, language)), id)

    async def why(call: OperationRequest) -> Response:
        id, wave = call.words.id, call.words.wave
        language = language_of(call.request)
        return _found(await asyncio.to_thread(_readable, lambda: events.why(id, wave, language)), f"{id}/{wave}")

    group, path = "Championships", "/api/events"
    return (
        Operation("events.all", group, GET, path, "List the championships.", listed, EventList, OfEvents),
        Operation(
            "events.one",
            group,
            GET,
            f"{path}/{{id}}",
            "A championship: entrants, rounds, standings and brackets.",
            one,
            EventInfo,
            OfEvent,
        ),
        Operation(
            "events.why",
            group,
            GET,
            f"{path}/{{id}}/why/{{wave}}",
            "The reasons for the pairings of a round.",
            why,
            PairingReasons,
            OfWave,
        ),
    )


def _readable(asked: Callable[[], bytes | None]) -> bytes | None:
    """Return an answer; a file that cannot be read is refused with the reason."""
    try:
        return asked()
    except CarromError as reason:
        raise Stop(409, "not-now", f"{reason}.") from None


def _found(body: bytes | None, what: str) -> Response:
    if body is None:
        raise Stop(404, "not-found", f"There is no championship {what!r}.")
    return told(body)
