"""Score sheets of a venue: each belongs to a fixture, and a finished one reports the result."""

import asyncio
import hashlib
import logging
import os
import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from carrom.board.seat import Seat
from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.files import replace
from carrom.game.events import Contest, Header, Player, SideName, Signed
from carrom.game.game import GameHistory
from carrom.game.record import write_record
from carrom.protocol.http_scoresheet import FixtureEnd, SheetFinished, SheetRefusal, SheetRole
from carrom.rules.ruleset import ruleset
from carrom.server.common import NamedLocks
from carrom.server.events.event_writer import EventWriter, HallLinks, VoidLink
from carrom.server.events.hall_views import result_view, sheet_name
from carrom.server.play.scoresheet_channel import FixtureNow, SheetChannel
from carrom.server.play.scoresheets import SheetFile
from carrom.tables.scoresheets import RefuseSheet, Sheet
from carrom.tournament import event_log
from carrom.tournament.apply_result import open_sheets
from carrom.tournament.championship import apply
from carrom.tournament.events import Begun, Corrected, EnteredResult, Finished, SheetSigned
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.permissions import may_keep, may_read
from carrom.tournament.result import result_of
from carrom.tournament.state import Championship, EventStage, Fixture, part_of
from carrom.umpire.record_file import read, unbegun, whole_lines

log = logging.getLogger("carrom.server")

FOLDER = "sheets"
AGAIN = 5.0
"""Seconds before a failed write to the championship is retried."""
_SHORT = 16
"""Number of characters of a record's hash in the nonce of its result."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}(?:-[1-9][0-9]{0,2}){2,3}")
_SEATS = {1: (Seat.SOUTH, Seat.NORTH), 2: (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)}
Noticed = Callable[[Address, SheetChannel], None]
"""Called with a fixture whose sheet was opened or changed."""


class FixtureSheets:
    """The score sheets of a championship, with access by role link."""

    def __init__(
        self, folder: Path, book: EventWriter, links: HallLinks, noticed: Noticed, now: Callable[[], float] = time.time
    ) -> None:
        """Store sheets in `folder`, beside the championship."""
        self._folder, self._book, self._links, self._noticed, self._now = folder, book, links, noticed, now
        self._rooms: dict[str, SheetChannel] = {}
        self._opening = NamedLocks()
        self._finishing: set[asyncio.Task[None]] = set()
        self._in_turn = asyncio.Lock()
        self._refused: dict[Address, tuple[int, str]] = {}
        self._torn: dict[Address, str] = {}
        self._late: dict[Address, tuple[str, asyncio.TimerHandle]] = {}
        self._following: asyncio.Task[None] | None = None

    @property
    def matters(self) -> dict[str, str]:
        """Reasons, by fixture, why it may not match its sheet.

        The referee must rule, the disk is full, or lines of the sheet were cut off.
        """
        at = self._book.championship
        late = {str(address.fixture): reason for address, (reason, _) in self._late.items()}
        torn = {str(address.fixture): sentence for address, sentence in self._torn.items()}
        return (
            torn
            | late
            | {
                str(address.fixture): reason
                for address, (line, reason) in self._refused.items()
                if _line_of(at.fixture(address), address) == line
            }
        )

    def room(self, address: Address) -> SheetChannel | None:
        """Return the open sheet of a fixture, or None."""
        return self._rooms.get(sheet_name(address))

    async def come(self, name: str, key: str | None) -> tuple[SheetChannel, SheetRole]:
        """Return a fixture's sheet and the role that a link has for it; raises `RefuseSheet`."""
        at = self._book.championship
        try:
            who = self._links.holder(at, key or "")
        except VoidLink as reason:
            raise RefuseSheet(SheetRefusal.UNKNOWN, str(reason)) from None
        try:
            address = _address(name)
            fixture = at.fixture(address)
        except CarromError as reason:
            raise RefuseSheet(SheetRefusal.UNKNOWN, str(reason)) from None
        keeps = may_keep(fixture, who)
        if not keeps and not may_read(at, fixture, who):
            said = f"{address} is not visible with this link, which is the {who.role}'s"
            raise RefuseSheet(SheetRefusal.UNKNOWN, said)
        role = SheetRole.READER
        if keeps:
            role = SheetRole.REFEREE if who.role == "referee" else SheetRole.UMPIRE
        return await self._opened(name, address, keeps), role

    async def _opened(self, name: str, address: Address, keeps: bool) -> SheetChannel:
        async with self._opening.of(name):
            if name not in self._rooms:
                path = self._folder / f"{name}.carrom"
                stored = path.exists() and not unbegun(path)
                if not stored and not keeps:
                    raise RefuseSheet(SheetRefusal.UNKNOWN, f"there is no sheet of {address} yet")
                sheet = await asyncio.to_thread(self._take_up if stored else self._begin, name, address)
                self._rooms[name] = SheetChannel(
                    sheet,
                    happened=lambda _: self._happened(address),
                    now=self._now,
                    fixture=lambda: fixture_now(self._book.championship, address),
                )
                self._noticed(address, self._rooms[name])
            return self._rooms[name]

    def _take_up(self, name: str, _: Address) -> SheetFile:
        try:
            sheet = SheetFile.resumed(name, self._folder / f"{name}.carrom")
        except CarromError as fault:
            raise RefuseSheet(SheetRefusal.FULL, self._hidden(str(fault))) from None
        if sheet.torn:
            self._torn[_address(name)] = sheet.torn
        return sheet

    def _begin(self, name: str, address: Address) -> SheetFile:
        """Start the sheet of a fixture; raises `RefuseSheet` if the fixture may not start now."""
        at = self._book.championship
        fixture = at.fixture(address)
        try:
            if fixture.finish is not None:
                raise RefusedRequest(f"{address} is finished; correct line {fixture.finish.line} if it is wrong")
            if not fixture.has_begun:
                apply(at, Begun(fixture=str(address.fixture)))
            header = header_of(at, address, fixture)
            self._folder.mkdir(exist_ok=True, mode=0o700)
            rules = ruleset(at.details.rules)
            return SheetFile.begun(name, self._folder / f"{name}.carrom", header, rules, int(self._now()))
        except OSError as fault:
            raise RefuseSheet(SheetRefusal.FULL, f"the sheet cannot be stored: {fault.strerror}") from None
        except CarromError as reason:
            raise RefuseSheet(SheetRefusal.NOT_SO, self._hidden(str(reason))) from None

    def _hidden(self, said: str) -> str:
        return said.replace(f"{self._folder}{os.sep}", "")

    async def take_up_all(self) -> None:
        """Open every sheet whose fixture is unfinished or out of date, and report what was signed in the meantime.

        Readers of a sheet are then notified when its fixture is finished in another way.
        """
        self._following = asyncio.ensure_future(self._follow())
        paths = sorted(self._folder.glob("*.carrom")) if self._folder.is_dir() else []
        for path in paths:
            if _NAME.fullmatch(path.stem) is None or unbegun(path):
                continue
            address = _address(path.stem)
            try:
                fixture = self._book.championship.fixture(address)
            except CarromError:
                continue
            if _is_open(fixture, address) or await asyncio.to_thread(self._has_gone_on, path):
                await self._opened(path.stem, address, False)
                self._happened(address)

    async def _follow(self) -> None:
        """Let open sheets check their fixtures after every change of the championship."""
        news = asyncio.Event()
        self._book.follow(news)
        try:
            while True:
                await news.wait()
                news.clear()
                for room in tuple(self._rooms.values()):
                    room.look_at_fixture()
        finally:
            self._book.leave(news)

    def _has_gone_on(self, path: Path) -> bool:
        """Return whether a sheet has changed since it was last reported to the championship."""
        at = self._book.championship
        result = last_view(at, path.stem) or last_signed(at, path.stem)
        try:
            table, _ = read(whole_lines(path.read_bytes()), path.name)
        except (CarromError, OSError):
            return False  # opening the sheet reports the error
        if result is None:
            return is_signed(table.game, at.fixture(_address(path.stem)))
        return not result.nonce.endswith(_recorded(table.game)[1][:_SHORT])

    def _happened(self, address: Address) -> None:
        """Start a fixture with the first line of its sheet, and finish it with the signatures."""
        room = self._rooms[sheet_name(address)]
        self._noticed(address, room)
        fixture = self._book.championship.fixture(address)
        if (not fixture.has_begun and room.sheet.version > 1) or is_signed(room.sheet.game, fixture):
            task = asyncio.ensure_future(self._tell_event(address, room.sheet))
            self._finishing.add(task)
            task.add_done_callback(self._finishing.discard)

    async def _tell_event(self, address: Address, sheet: Sheet) -> None:
        """Write a fixture's start and result to the championship; retried later if the disk is full."""
        async with self._in_turn:
            try:
                await self._tell(address, sheet)
            except (SetupError, OSError) as fault:
                where = self._book.path.parent / f"{address}.carrom"
                said = str(fault) if isinstance(fault, SetupError) else f"{where} cannot be written: {fault.strerror}"
                log.error("%s", said)
                self._wait(address, said.replace(f"{where.parent}{os.sep}", ""))
            else:
                self._waits_no_longer(address)

    def _wait(self, address: Address, reason: str) -> None:
        """Retry later, and show the referee the reason."""
        self._waits_no_longer(address)
        self._late[address] = reason, asyncio.get_running_loop().call_later(AGAIN, self._happened, address)
        self._book.wake()

    def _waits_no_longer(self, address: Address) -> None:
        if address in self._late:
            self._late.pop(address)[1].cancel()
            self._book.wake()

    async def _tell(self, address: Address, sheet: Sheet) -> None:
        """Write the fixture's state; officials handle refusals. Raises `SetupError` or `OSError` on a full disk."""
        name = sheet_name(address)
        try:
            if not self._book.championship.fixture(address).has_begun:
                nonce = f"begin_{name}_{_short(name, self._book.championship)}"
                await self._book.write(nonce, _by(self._book.championship, address), lambda _: [_begun(address)])
            fixture = self._book.championship.fixture(address)
            if not is_signed(sheet.game, fixture):
                return
            if not _is_open(fixture, address):
                await self._correct(address, sheet)
            elif not self._was_set_aside(name, sheet):
                await self._finish(address, sheet)
        except SetupError:
            raise
        except CarromError as reason:
            if is_signed(sheet.game, self._book.championship.fixture(address)):
                self._refused[address] = _line_of(self._book.championship.fixture(address), address), str(reason)
                self._book.wake()

    def _was_set_aside(self, name: str, sheet: Sheet) -> bool:
        """Return whether this sheet's result was stored next to another one that the referee annulled for a replay."""
        result = last_signed(self._book.championship, name)
        return result is not None and result.nonce.endswith(_recorded(sheet.game)[1][:_SHORT])

    async def _finish(self, address: Address, sheet: Sheet) -> None:
        """Store a signed sheet and finish its fixture; if there is another result, the referee decides."""
        name, game = sheet_name(address), sheet.game
        content, digest = _recorded(game)
        path = self._record_path(address)
        await asyncio.to_thread(_lay, path, content)

        def makes(at: Championship) -> list[Finished | SheetSigned]:
            result = event_log.finished(at, address, game, path.name, digest)
            if _is_open(at.fixture(address), address):
                return [result]
            return [SheetSigned(fixture=result.fixture, source=path.name, sha256=digest, **says(result))]

        word = "finish" if _is_open(self._book.championship.fixture(address), address) else "signed"
        await self._book.write(f"{word}_{name}_{digest[:_SHORT]}", _by(self._book.championship, address), makes)

    def _record_path(self, address: Address) -> Path:
        """Return the path for a sheet's record, which never overwrites a record named by the championship."""
        folder, name = self._book.path.parent, f"{address}.carrom"
        outcome = self._book.championship.fixture(address).outcome(address.rubber)
        return folder / (f"{address}-sheet.carrom" if outcome is not None and outcome.source == name else name)

    async def _correct(self, address: Address, sheet: Sheet) -> None:
        """Correct the championship after the referee has corrected a signed sheet; raises `RefusedRequest`."""
        name, championship = sheet_name(address), self._book.championship
        before = last_view(championship, name)
        outcome = championship.fixture(address).outcome(address.rubber)
        if before is None or outcome is None:
            signed = last_signed(championship, name)
            result = event_log.finished(championship, address, sheet.game, "", "")
            if signed is None or says(signed) != says(result):
                await self._finish(address, sheet)
            return
        _, digest = _recorded(sheet.game)
        after = event_log.finished(championship, address, sheet.game, f"{address}.carrom", digest)
        if says(after) == says(before):
            return
        correction = Corrected(line=outcome.line, **says(after), reason="the referee has corrected the signed sheet")
        try:
            await self._book.write(f"correct_{name}_{digest[:_SHORT]}", "referee", lambda _: [correction])
        except RefusedRequest as reason:
            self._refused[address] = outcome.line, str(reason)
            self._book.wake()

    async def close(self) -> None:
        """Close all files."""
        if self._following is not None:
            self._following.cancel()
        for _, again in self._late.values():
            again.cancel()
        await asyncio.gather(*self._finishing, return_exceptions=True)
        for room in self._rooms.values():
            await room.close()
        self._rooms.clear()


def last_view(championship: Championship, name: str) -> Finished | Corrected | None:
    """Return the last result that a fixture's sheet reported, or None."""
    by_sheet = (f"finish_{name}_", f"correct_{name}_")
    found = (each for each in reversed(championship.events) if each.nonce.startswith(by_sheet))
    return next((each for each in found if isinstance(each, Finished | Corrected)), None)


def last_signed(championship: Championship, name: str) -> SheetSigned | None:
    """Return the last result that a sheet reported while another result was stored, or None."""
    found = (each for each in reversed(championship.events) if each.nonce.startswith(f"signed_{name}_"))
    return next((each for each in found if isinstance(each, SheetSigned)), None)


def fixture_now(championship: Championship, address: Address) -> FixtureNow:
    """Return what a sheet shows of its fixture besides its own lines."""
    return FixtureNow(len(championship.events), finished_otherwise(championship, address))


def finished_otherwise(championship: Championship, address: Address) -> SheetFinished | None:
    """Return the stored result of a fixture or rubber that does not come from its sheet, or None."""
    fixture = championship.fixture(address)
    outcome = fixture.outcome(address.rubber)
    where = address if outcome is not None else address.fixture
    outcome = outcome or fixture.finish
    by_sheet = (f"finish_{sheet_name(address)}_", f"correct_{sheet_name(address)}_")
    if outcome is None or championship.events[outcome.line - 1].nonce.startswith(by_sheet):
        return None
    state = FixtureEnd.STORED
    if any(each.fixture == str(address) for each, _ in open_sheets(championship)):
        state = FixtureEnd.DIFFERS
    elif any(each.fixture == str(address) and each.decided for each in championship.signed):
        state = FixtureEnd.DECIDED
    result = result_view(result_of(championship, where, outcome))
    return SheetFinished(result=result, by=outcome.by.split(":")[0], when=outcome.when, state=state)


def says(entered: EnteredResult) -> dict[str, Any]:
    """Return the fields of a result that a correction repeats."""
    return {field: getattr(entered, field) for field in ("games", "how", "against", "winner", "boards", "slams", "law")}


def _recorded(game: GameHistory) -> tuple[bytes, str]:
    """Return the record of a sheet, and its SHA-256."""
    content = write_record(game).encode()
    return content, hashlib.sha256(content).hexdigest()


def _begun(address: Address) -> Begun:
    return Begun(fixture=str(address.fixture))


def _short(name: str, championship: Championship) -> str:
    """Return a short hash that differs for each start of a fixture, since a replay starts it again."""
    text = f"{name}:{sum(isinstance(each, Begun) and each.fixture == name for each in championship.events)}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _by(championship: Championship, address: Address) -> str:
    umpire = championship.fixture(address).umpire
    return f"umpire:{umpire}" if umpire else "sheet"


def is_signed(game: GameHistory, fixture: Fixture) -> bool:
    """Return whether a decided sheet is signed: by its umpire or the referee, or by both sides without an umpire."""
    signed = [each.remark for each in game.state.remarks if isinstance(each.remark, Signed)]
    sides = {each.side for each in signed if each.side is not None}
    official = any(each.role in ("umpire", "referee") for each in signed)
    return game.is_over and (official or (not fixture.umpire and len(sides) > 1))


def _line_of(fixture: Fixture, address: Address) -> int:
    """Return the line with the result of a fixture or rubber, or 0."""
    outcome = fixture.outcome(address.rubber)
    return outcome.line if outcome is not None else 0


def _is_open(fixture: Fixture, address: Address) -> bool:
    """Return whether a fixture, or the rubber of a tie, is unfinished."""
    if fixture.finish is not None:
        return False
    return not address.rubber or fixture.rubbers[address.rubber - 1] is None


def _address(name: str) -> Address:
    """Return the fixture of a sheet's name; raises `RefusedRequest`."""
    if _NAME.fullmatch(name) is None:
        raise RefusedRequest(f"{name!r} is not the name of a sheet; expected a fixture with dashes, such as s-1-4")
    return read_address(name.replace("-", "."))


def header_of(championship: Championship, address: Address, fixture: Fixture) -> Header:
    """Return the header of the sheet of a fixture or rubber; raises `RefusedRequest`."""
    stage = championship.stage(address.stage)
    if stage.terms.rubbers and not address.rubber:
        raise RefusedRequest(f"{address} is a tie; open the sheet of a rubber, such as {address}.1")
    sides = [event_log.people_of(championship, address, fixture, side) for side in (0, 1)]
    names: list[tuple[str, SideName]] = []
    for first, second in zip(*sides, strict=True):
        names += [(first, "A"), (second, "B")]
    details, rules = championship.details, ruleset(championship.details.rules)
    umpires = {each.id: each.name for each in championship.umpires}
    return Header(
        players=tuple(
            Player(name=name, seat=seat, side=side)
            for (name, side), seat in zip(names, _SEATS[len(sides[0])], strict=True)
        ),
        ruleset=details.rules,
        edition=rules.edition,
        contest=_contest(stage),
        stage=part_of(stage, address.round),
        surface=None,
        event=details.name,
        round=f"{stage.terms.title} {address.round}",
        match_number=str(address),
        place=details.place,
        umpire=umpires.get(fixture.umpire, ""),
        date=datetime.now().strftime("%Y-%m-%d"),
    )


def _contest(stage: EventStage) -> Contest:
    found = {"best-of-3": "match", "best-of-5": "match"}.get(stage.terms.match, stage.terms.match)
    if found not in get_args(Contest):
        raise RefusedRequest(f"score sheets do not support {stage.terms.match}; enter the result by hand")
    return found  # type: ignore[return-value]


def _lay(path: Path, content: bytes) -> None:
    """Write a record atomically beside the championship."""
    part = path.with_suffix(".part")
    with open(part, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    replace(part, path)
