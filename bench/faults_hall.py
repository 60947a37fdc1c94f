"""Inject a fault at every write of a hall's championship and check the file afterwards (`carrom bench faults`)."""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from bench.faults_disk import KINDS, Fault, FaultyFile, Killed, fail

from carrom import files
from carrom.errors import CarromError, SetupError
from carrom.server.events.event_writer import EventWriter
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Entered, LotDrawn, Opened
from carrom.tournament.permissions import holder

LINES = (
    ("organiser", "draw"),
    ("organiser", "place s.1.1 board=2 called=yes"),
    ("scorer", "finish s.1.1 25-12"),
    ("scorer", "finish s.1.2 25-4"),
    ("organiser", "draw"),
)
NAMES = ("Asha", "Bilal", "Chitra", "Dev")
WHEN = 1_800_000_000


def hall_faults(every: int, first: int = 1) -> Iterator[tuple[str, str]]:
    """Inject every fault into the hall; yield each with a description of the damage, or an empty string."""
    with tempfile.TemporaryDirectory() as name:
        counted = Fault()
        use_hall(Path(name) / "clean", counted)
        wanted = _nonces(Path(name) / "clean")
        for at in range(first, counted.count + 1, every):
            for kind in KINDS:
                yield f"{kind} at write {at}", _hall_fault(Path(name) / f"{kind}-{at}", Fault(at, kind), wanted)


def _hall_fault(folder: Path, fault: Fault, wanted: list[str]) -> str:
    """Return a description of the damage that a fault did to the hall, or an empty string."""
    done, refused = use_hall(folder, fault)
    there = _nonces(folder)
    if len(there) != len(set(there)):
        return "a line is stored twice"
    if lost := [nonce for nonce in done if nonce not in there]:
        return f"{lost[0]} was acknowledged, but is missing"
    if kept_all_the_same := [nonce for nonce in refused if nonce in there]:
        return f"{kept_all_the_same[0]} was refused, but is stored"
    use_hall(folder, Fault())
    return "" if _nonces(folder) == wanted else "repeating the work leads to a different result"


def use_hall(folder: Path, fault: Fault) -> tuple[list[str], list[str]]:
    """Run a hall with a fault in its file; return the nonces of accepted lines, and of lines that were only refused."""
    path = folder / "open.carrom-event"
    if not path.exists():
        begin_hall(path)
    try:
        with _Faulty(fault):
            return asyncio.run(_proposed(path))
    except Killed as killed:
        return killed.args[0], []


def begin_hall(path: Path, place: str = "") -> None:
    """Create a championship of four players on two boards."""
    path.parent.mkdir()
    details = Details(name="Open", boards=2, place=place, sessions="2026-11-22 00:00-23:59")
    with Journal.create(path, details) as journal:
        journal.add(LotDrawn(lot="7"), Opened(terms=read_terms({"id": "s", "system": "swiss", "rounds": "2"})))
        journal.add(*(Entered(id=each.lower(), name=each, seed=number) for number, each in enumerate(NAMES, 1)))


async def _proposed(path: Path) -> tuple[list[str], list[str]]:
    done: list[str] = []
    refused: list[str] = []
    unknown: list[str] = []
    book = None
    try:
        for _ in range(3):  # a hall that fails to open is opened again
            if book is None:
                try:
                    book = EventWriter(path, now=lambda: WHEN)
                except SetupError as fault:
                    assert str(fault).strip(), "a refusal says why"
        for number, (who, line) in enumerate(LINES if book is not None else ()):
            assert book is not None
            nonce = f"nonce-{number:010}"
            for _ in range(2):  # retry refused lines once
                try:
                    await book.propose(nonce, holder(who), line)
                except CarromError as fault:
                    assert str(fault).strip(), "a refusal says why"
                    (unknown if "may be stored" in str(fault) else refused).append(nonce)
                else:
                    done.append(nonce)
                    break
            if nonce not in done:
                break
    except Killed:
        raise Killed(done) from None
    return done, [each for each in refused if each not in (*done, *unknown)]


def _nonces(folder: Path) -> list[str]:
    """Return the nonces of the lines in the file, once per line."""
    found: list[str] = []
    for each in load(folder / "open.carrom-event").events:
        if each.nonce and (not found or found[-1] != each.nonce):
            found.append(each.nonce)
    return found


class _Faulty:
    """Context manager that makes championships open files with a fault."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault
        self._files: list[IO[Any]] = []

    def __enter__(self) -> None:
        fault, self._sync = self._fault, os.fsync

        def opened(*given: Any, **named: Any) -> Any:
            file = open(*given, **named)  # noqa: SIM115
            self._files.append(file)
            return FaultyFile(file, fault)

        def sync(number: int) -> None:
            if fault.comes():
                fail(fault)
            self._sync(number)

        files.open = opened  # type: ignore[attr-defined]
        os.fsync = sync  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        del files.open  # type: ignore[attr-defined]
        os.fsync = self._sync
        for file in self._files:
            file.close()  # close the files that a dead process would have left open
