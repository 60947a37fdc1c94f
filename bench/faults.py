"""Inject a fault at every write of the store, an umpire's score sheet and a tournament server, and check the files.

    carrom bench faults                   every write, every kind of fault (minutes)
    carrom bench faults --every 10        every tenth write

A game is created, joined, played and ended by agreement, with a checkpoint and a tie; a score sheet is created, filled
in and closed; a tournament is created, drawn, played and drawn again (`bench/faults_hall.py`). A first run counts the
writes. Then everything is repeated once per write and kind of fault, with the fault at that write: a device error, two
in a row, a partial write, a full disk or a read-only folder from then on, or SIGKILL during the write. After each fault
the folder is opened again: everything acknowledged must be stored, everything refused must not, nothing twice, and
every hash chain must be valid; repeating the work must give the result of a run without faults. Exit code 1 otherwise.
"""

import argparse
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bench.faults_disk import KINDS, Fault, FaultyFile, FaultyVfs, Killed, fail
from bench.faults_hall import hall_faults
from bench.rooms_played import played

from carrom import files
from carrom.errors import CarromError, CommitUncertain, StoreError
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.protocol.http_scoresheet import SheetRole
from carrom.server.ops.backup import check
from carrom.server.play import scoresheets as sheets
from carrom.server.play.scoresheets import SheetFile
from carrom.storage.database import LogPosition, StoredEvent
from carrom.storage.store import Store
from carrom.tables.history import Checkpoints, TableHistory
from carrom.tables.scoresheets import RefuseSheet, SheetKeyHashes, header_of

LINES = ("toss asha", "choose break", "seats keep", "play", "w1", "undo", "w2 s", "place all")
_KEY = b"k" * 32
"""The key that authenticates checkpoints."""
WRITERS = Callable[[Path, Fault], "Told"]


class Told:
    """The outcome of each command: acknowledged, refused, or unknown."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.refused: list[str] = []
        self.unknown: list[str] = []

    def hear(self, name: str, act: Callable[[], object]) -> None:
        """Execute a command and store its outcome; `AssertionError` if a refusal has no message."""
        try:
            act()
        except CommitUncertain:
            self.unknown.append(name)
        except (CarromError, RefuseSheet) as fault:
            assert str(fault).strip(), "a refusal says why"
            (self.unknown if "may be stored" in str(fault) else self.refused).append(name)
        else:
            self.done.append(name)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="inject faults only at every N-th write (default: 1)"
    )


def run(args: argparse.Namespace) -> int:
    """Run all faults and print the results."""
    harm = 0
    for name, tried in (("store", store_faults), ("sheet", sheet_faults), ("hall", hall_faults)):
        number, found = 0, 0
        for what, fault in tried(args.every):
            number += 1
            if fault:
                found += 1
                if found <= 20:
                    print(f"{name}, {what}: {fault}", flush=True)
        print(f"{name}: {number} faults, {found} of them did harm", flush=True)
        harm += found
    return int(harm > 0)


def store_faults(every: int, first: int = 1) -> Iterator[tuple[str, str]]:
    """Inject every fault into the store; yield each with a description of the damage, or an empty string."""
    with tempfile.TemporaryDirectory() as name:
        clean, counted = Path(name) / "clean", Fault()
        _in_child(lambda: _use_store(clean, counted, report=clean / "count"))
        number, wanted = int((clean / "count").read_text()), _stored(clean)
        for at in range(first, number + 1, every):
            for kind in KINDS:
                folder = Path(name) / f"{kind}-{at}"
                yield f"{kind} at write {at}", _store_fault(folder, Fault(at, kind), wanted)
                shutil.rmtree(folder, ignore_errors=True)


def _store_fault(folder: Path, fault: Fault, wanted: dict[str, Any]) -> str:
    """Return a description of the damage that a fault did to the store, or an empty string."""
    report = folder / "told"
    status = _in_child(lambda: _use_store(folder, fault, report=report))
    if status not in (0, 9):
        return f"the process that used the store exited with {status}"
    said = [line.split(" ", 1) for line in report.read_text().splitlines()] if report.exists() else []
    done = {name for word, name in said if word == "done"}
    refused = {name for word, name in said if word == "refused"}
    if (folder / "games.db").exists() and check_if_any(folder):
        return "the database is damaged"
    there = _stored(folder)
    for name, value in wanted.items():
        if name in done and there.get(name) != value:
            return f"{name} was acknowledged, but is missing or changed"
        if name in refused and name in there:
            return f"{name} was refused, but is stored"
        if name in there and there[name] != value:
            return f"{name} is stored with another value"
    if _in_child(lambda: _use_store(folder, Fault(), report=folder / "again")) != 0:
        return "the store cannot be used afterwards"
    return "" if _stored(folder) == wanted else "repeating the work leads to a different result"


def check_if_any(folder: Path) -> bool:
    """Return whether the integrity check finds damage in a database; False if it has no tables yet."""
    try:
        return bool(check(folder / "games.db").damage)
    except StoreError:
        return False  # not even created; `Store` reports this itself


def _in_child(work: Callable[[], None]) -> int:
    """Run work in a child process, and return how it ended: 0, 1, or the number of the signal."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as fault:
            if os.environ.get("CARROM_FAULTS"):
                import traceback

                traceback.print_exception(fault)
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def _use_store(folder: Path, fault: Fault, report: Path) -> None:
    """Use a store from beginning to end despite errors, and write each outcome to `report`."""
    folder.mkdir(parents=True, exist_ok=True)
    counts = report.name == "count"
    with open(report, "a", buffering=1) as out, FaultyVfs(fault):
        answer = Told()
        found: list[Store] = []
        for _ in range(2):  # a store that fails to open is opened again
            if not found:
                answer.hear("open", lambda: found.append(Store(folder / "games.db")))
        for name, act in _acts(found[0]) if found else ():
            answer.hear(name, act)
            if not counts:
                word = "done" if name in answer.done else "refused" if name in answer.refused else "unknown"
                out.write(f"{word} {name}\n")
        if found:
            answer.hear("close", found[0].close)
        if counts:
            out.write(str(fault.count))


def _events(first: int, number: int) -> tuple[StoredEvent, ...]:
    last = first + number - 1
    return tuple(
        StoredEvent(
            version=at, body=f'{{"event": {at}, "text": "{"x" * 900}"}}', nonce=f"n{at}" if at == last else None
        )
        for at in range(first, first + number)
    )


def _acts(store: Store) -> list[tuple[str, Callable[[], object]]]:
    """Return every command that is run on the store, each safe to repeat."""
    tie = store.ties
    return [
        ("begin", lambda: store.games.begin("game-0001", "nonce-1", "{}", _events(1, 2), (), "watch", "invite", False)),
        ("3", lambda: store.games.append("game-0001", _events(3, 1))),
        ("4", lambda: store.games.append("game-0001", _events(4, 3))),
        ("checkpoint", lambda: _keep(store)),
        ("seat", lambda: store.games.take_seat("game-0001", "south", "Asha", "hash")),
        ("setting", lambda: store.games.set_setting("game-0001", '{"paused": true}')),
        ("tie", lambda: tie.begin("tie-0001", "nonce-2", "{}", _events(1, 1))),
        ("tie 2", lambda: tie.append("tie-0001", _events(2, 2))),
        ("7", lambda: store.games.append("game-0001", _events(7, 1), ended=True)),
    ]


@cache
def _history() -> TableHistory:
    """Return the game that the checkpoint stores: one that has only begun."""
    room, _ = played(2, 1)
    assert room.history is not None
    return room.history


def _keep(store: Store) -> None:
    """Store a checkpoint of the game's events so far."""
    version = _history().version
    found = store.database.ask("SELECT hash FROM event WHERE game = ? AND version = ?", ("game-0001", version))
    if not found:
        raise StoreError("There is no game to store a checkpoint of.")
    Checkpoints(store.database, _KEY).keep("game-0001", LogPosition(version, found[0][0], b""), _history())


def _stored(folder: Path) -> dict[str, Any]:
    """Return what the store contains, by command."""
    try:
        store = Store(folder / "games.db")
    except StoreError:
        return {}
    game, tie = store.games.load("game-0001"), store.ties.load("tie-0001")
    checkpoint = Checkpoints(store.database, _KEY).find("game-0001")
    store.close()
    found: dict[str, Any] = {}
    if game is not None:
        bodies = [(each.version, each.nonce, each.body) for each in game.events]
        assert [each[0] for each in bodies] == list(range(1, len(bodies) + 1)), "a hole"
        parts = {"begin": bodies[:2], "3": bodies[2:3], "4": bodies[3:6], "7": bodies[6:]}
        found |= {name: part for name, part in parts.items() if part}
        found |= {"seat": game.seats} if game.seats else {}
        found |= {"checkpoint": checkpoint.body} if checkpoint is not None else {}
        found |= {"setting": game.setting} if game.setting != "{}" else {}
    if tie is not None:
        found["tie"] = [each.body for each in tie.events][:1]
        found |= {"tie 2": [each.body for each in tie.events][1:]} if len(tie.events) > 1 else {}
    return found


def sheet_faults(every: int, first: int = 1) -> Iterator[tuple[str, str]]:
    """Inject every fault into a score sheet; yield each with a description of the damage, or an empty string."""
    with tempfile.TemporaryDirectory() as name:
        counted = Fault()
        use_sheet(Path(name) / "clean", counted)
        wanted = _typed(Path(name) / "clean")
        for at in range(first, counted.count + 1, every):
            for kind in KINDS:
                folder = Path(name) / f"{kind}-{at}"
                yield f"{kind} at write {at}", _sheet_fault(folder, Fault(at, kind), wanted)


def _sheet_fault(folder: Path, fault: Fault, wanted: list[str]) -> str:
    """Return a description of the damage that a fault did to the sheet, or an empty string."""
    answer = use_sheet(folder, fault)
    there = _typed(folder)
    nonces = [line.split(" nonce ")[1] for line in there if " nonce " in line]
    if len(nonces) != len(set(nonces)):
        return "a line is stored twice"
    for name in answer.done:
        if name not in (*nonces, "begin", "close"):
            return f"{name} was acknowledged, but is missing"
    for name in answer.refused:
        if name in nonces and name not in (*answer.done, *answer.unknown):
            return f"{name} was refused, but is stored"
    use_sheet(folder, Fault())
    return "" if _typed(folder) == wanted else "repeating the work leads to a different result"


def use_sheet(folder: Path, fault: Fault) -> Told:
    """Fill in a sheet from beginning to end on files with a fault."""
    answer, desk = Told(), sheets.Sheets(folder, lambda: 1_800_000_000)
    found: list[SheetFile] = []
    with _faulty_files(fault):
        try:
            answer.hear("begin", lambda: found.append(_opened(desk, folder)))
            for number, line in enumerate(LINES if found else ()):
                name = f"nonce-{number:08}"
                for _ in range(2):  # retry refused lines once
                    if name not in answer.done:
                        answer.hear(name, lambda number=number, line=line: _typed_line(found[0], number, line))  # type: ignore[misc]
                if name not in answer.done:
                    break
            if found:
                answer.hear("close", found[0].end)
        except Killed:
            pass
        for each in found:
            each._journal._kept._file.close()  # close the files that a dead process would have left open
    return answer


NAME = "sheet-00000001"


def _opened(desk: sheets.Sheets, folder: Path) -> SheetFile:
    """Create the sheet, or open it again."""
    begun = BeginSheet(
        nonce="begins-the-sheet",
        key="k" * 16,
        referee="r" * 16,
        watch="w" * 16,
        players=("Asha", "Bilal"),
        date="2026-11-22",
    )
    if desk._is_kept(NAME):
        return desk._opened(NAME, lambda: SheetFile.resumed(NAME, desk._path(NAME)))
    keys = SheetKeyHashes(umpire="u", referee="r", watch="w")
    return desk._opened(NAME, lambda: desk._begun(NAME, keys, header_of(begun)))


def _typed_line(file: SheetFile, number: int, line: str) -> None:
    request = TypeLine(nonce=f"nonce-{number:08}", device="phone-of-esha", version=file.sheet.version, line=line)
    file.write(request, SheetRole.UMPIRE, 1_800_000_000)


def _typed(folder: Path) -> list[str]:
    path = folder / f"{NAME}.carrom"
    return path.read_text().split("\n") if path.exists() else []


class _faulty_files:
    """Context manager that makes score sheets open files with a fault."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault

    def __enter__(self) -> None:
        fault, self._sync, self._replace = self._fault, os.fsync, Path.replace

        def opened(*given: Any, **named: Any) -> Any:
            return FaultyFile(open(*given, **named), fault)

        def sync(number: int) -> None:
            if fault.comes():
                fail(fault)
            self._sync(number)

        def replace(path: Path, target: Path) -> Path:
            if fault.comes():
                fail(fault)
            return self._replace(path, target)

        for module in (files, sheets):
            module.open = opened  # type: ignore[attr-defined]
        os.fsync, Path.replace = sync, replace  # type: ignore[assignment, method-assign]

    def __exit__(self, *_: object) -> None:
        for module in (files, sheets):
            del module.open  # type: ignore[attr-defined]
        os.fsync, Path.replace = self._sync, self._replace  # type: ignore[method-assign]
