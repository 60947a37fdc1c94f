"""Score sheets in a data folder: records as `carrom umpire` writes them."""

import asyncio
import hashlib
import hmac
import os
import re
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.board.seat import Seat
from carrom.errors import CarromError, RefusedRequest
from carrom.game.header import Contest, Header, Player, SideName
from carrom.game.scoring.score import Stage
from carrom.protocol.http.scoresheet_state import SheetBegun, SheetRefusal, SheetRole
from carrom.protocol.scoresheet import BeginSheet
from carrom.rules.ruleset import NAMES, named
from carrom.server.cluster.reconcile import FollowedGame
from carrom.server.common.named_locks import NamedLocks
from carrom.server.common.rate_limit import TokenBuckets
from carrom.server.http.security import client_address
from carrom.server.scoresheets.channel import SheetChannel
from carrom.server.scoresheets.routes import SheetDesk, answered, read, refusing, sheet_routes
from carrom.server.scoresheets.scoresheet import RefuseSheet, Sheet
from carrom.tokens import hashed
from carrom.umpire.record_file import unbegun
from carrom.values import Value

OPEN = 64
"""The most sheets held open; sheets without readers are closed to make room."""
NAME = re.compile("[A-Za-z0-9_-]{8,64}")
UNKNOWN = "there is no sheet with that name and key on this server; start a new one"
_SEATS = {1: (Seat.SOUTH,), 2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}
_SIDES: dict[int, tuple[SideName, ...]] = {1: ("A",), 2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}
_begins = msgspec.json.Decoder(BeginSheet)


class SheetKeyHashes(Value, frozen=True, kw_only=True):
    """The hashes of a sheet's keys."""

    umpire: str
    referee: str
    watch: str

    def role(self, key: str | None) -> SheetRole | None:
        """Return the role of a key's holder; None for a wrong key."""
        word = hashed(key or "")
        found = {
            SheetRole.UMPIRE: hmac.compare_digest(self.umpire, word),
            SheetRole.REFEREE: hmac.compare_digest(self.referee, word),
            SheetRole.READER: hmac.compare_digest(self.watch, word),
        }
        return next((role for role, opens in found.items() if opens), None)


class Sheets:
    """The score sheets stored in a folder."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time, beyond: SheetDesk | None = None) -> None:
        """Store sheets in `folder`, created when needed; sheets that are not there are looked up in `beyond`."""
        self._folder, self._now, self._beyond = folder, now, beyond
        self._rooms: OrderedDict[str, SheetChannel] = OrderedDict()
        self._opening = NamedLocks()

    async def begin(self, request: BeginSheet) -> str:
        """Create a sheet, or find the one created with this nonce, and return its name; raises `RefuseSheet`."""
        name = name_of(request.nonce)
        async with self._opening.of(name):
            keys = SheetKeyHashes(
                umpire=hashed(request.key), referee=hashed(request.referee), watch=hashed(request.watch)
            )
            if name in self._rooms or await asyncio.to_thread(self._is_kept, name):
                if await asyncio.to_thread(self._keys, name) != keys:
                    raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
                return name
            await make_room(self._rooms)
            header = header_of(request)
            sheet = await asyncio.to_thread(self._opened, name, lambda: self._begun(name, keys, header))
            self._rooms[name] = SheetChannel(sheet, now=self._now)
            return name

    async def come(self, name: str, key: str | None) -> tuple[SheetChannel, SheetRole]:
        """Return a sheet and the role of the key's holder; raises `RefuseSheet`."""
        if NAME.fullmatch(name) is None:
            raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
        async with self._opening.of(name):
            keys = await asyncio.to_thread(self._keys, name)
            if keys is None and self._beyond is not None:
                return await self._beyond.come(name, key)
            role = None if keys is None else keys.role(key)
            if role is None:
                raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
            if name not in self._rooms:
                await make_room(self._rooms)
                sheet = await asyncio.to_thread(self._opened, name, lambda: Sheet.resumed(name, self._path(name)))
                self._rooms[name] = SheetChannel(sheet, now=self._now)
            self._rooms.move_to_end(name)
            return self._rooms[name], role

    async def open(self) -> None:
        """Do nothing: sheets are opened on demand."""

    def followed(self) -> Mapping[str, FollowedGame]:
        """Return nothing: no other server writes to the folder."""
        return {}

    async def close(self) -> None:
        """Close all files."""
        for room in self._rooms.values():
            await room.close()
        self._rooms.clear()

    def _opened(self, name: str, opens: Callable[[], Sheet]) -> Sheet:
        """Open a sheet in a way that turns faults into `RefuseSheet`, without the folder's path in the message."""
        try:
            return opens()
        except RefusedRequest as reason:
            raise RefuseSheet(SheetRefusal.NOT_SO, str(reason)) from None
        except (CarromError, OSError) as fault:
            said = str(fault) if isinstance(fault, CarromError) else f"the sheet cannot be stored: {fault.strerror}"
            raise RefuseSheet(SheetRefusal.FULL, said.replace(str(self._path(name)), f"the sheet {name}")) from None

    def _begun(self, name: str, keys: SheetKeyHashes, header: Header) -> Sheet:
        """Write a sheet's keys, then its header; keys without a record give access to nothing."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        whole = self._folder / f"{name}.keys"
        part = whole.with_suffix(".part")
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(keys))
            file.flush()
            os.fsync(file.fileno())
        part.replace(whole)
        return Sheet.begun(name, self._path(name), header, None, int(self._now()))

    def _is_kept(self, name: str) -> bool:
        path = self._path(name)
        return path.exists() and not unbegun(path)

    def _keys(self, name: str) -> SheetKeyHashes | None:
        with suppress(OSError, msgspec.DecodeError):
            kept = (self._folder / f"{name}.keys").read_bytes()
            return msgspec.json.decode(kept, type=SheetKeyHashes) if self._is_kept(name) else None
        return None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.carrom"


class Closable(Protocol):
    """An open sheet that may be closed while it has no readers."""

    @property
    def is_quiet(self) -> bool:
        """Whether it has no readers and no operation in progress."""
        ...

    async def close(self) -> None:
        """Close the sheet."""


R = TypeVar("R", bound=Closable)


async def make_room(rooms: "OrderedDict[str, R]") -> None:
    """Close unused sheets over the limit, least recently used first; raises `RefuseSheet` if all are in use."""
    for name in [name for name, room in rooms.items() if room.is_quiet]:
        if len(rooms) < OPEN:
            return
        await rooms.pop(name).close()
    if len(rooms) >= OPEN:
        raise RefuseSheet(SheetRefusal.FULL, "this server is full; try again later")


class BeginningDesk(SheetDesk, Protocol):
    """A desk that can also create sheets."""

    async def begin(self, request: BeginSheet) -> str:
        """Create a sheet, or find the one created with this nonce, and return its name; raises `RefuseSheet`."""
        ...

    async def close(self) -> None:
        """Close every sheet."""


def local_routes(sheets: BeginningDesk, begun: TokenBuckets) -> list[Route]:
    """Return the routes of a desk's sheets, with the one that creates a sheet; `begun` limits those per address."""

    async def begin(request: Request) -> Response:
        if not begun.take(client_address(request.scope)):
            raise RefuseSheet(SheetRefusal.FULL, "too many sheets from your address; wait a minute")
        return answered(SheetBegun(sheet=await sheets.begin(await read(request, _begins))))

    return [Route("/sheets", refusing(begin), methods=["POST"]), *sheet_routes(sheets)]


def header_of(request: BeginSheet) -> Header:
    """Return the header of a game on a real board; raises `RefuseSheet` for invalid settings."""
    names = [" ".join(name.split()) for name in request.players]
    if not all(names):
        raise RefuseSheet(SheetRefusal.NOT_SO, "a player has no name; expected one for each")
    if request.ruleset not in NAMES:
        raise RefuseSheet(
            SheetRefusal.NOT_SO, f"no rule set is called {request.ruleset!r}: there are {', '.join(NAMES)}"
        )
    players = tuple(
        Player(name=name, seat=seat, side=side)
        for name, seat, side in zip(names, _SEATS[len(names)], _SIDES[len(names)], strict=True)
    )
    try:
        if request.contest not in get_args(Contest):
            raise RefuseSheet(SheetRefusal.NOT_SO, f"no contest is called {request.contest!r}")
        return Header(
            players=players,
            ruleset=request.ruleset,
            edition=named(request.ruleset).edition,
            contest=request.contest,  # type: ignore[arg-type]
            stage=None if request.stage is None else Stage(request.stage),
            handicap=request.handicap,
            surface=None,
            event=request.event,
            round=request.round,
            match_number=request.match,
            place=request.place,
            umpire=request.umpire,
            date=request.date or time.strftime("%Y-%m-%d"),
        )
    except (ValueError, CarromError) as fault:
        raise RefuseSheet(SheetRefusal.NOT_SO, str(fault)) from None


def name_of(nonce: str) -> str:
    """Return the name of the sheet that a nonce creates; it cannot be guessed without the nonce."""
    return urlsafe_b64encode(hashlib.sha256(f"sheet:{nonce}".encode()).digest()[:15]).decode()
