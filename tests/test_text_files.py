"""Files as editors, mail programs and power failures leave them: every reader gives the same content or one sentence.

Every event file and record of the tests is cut after each of its last 200 bytes, with and without a byte-order mark and
CRLF, and goes through every command, operation and function that reads it. The everyday slice takes a few cuts of
each kind.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, stamped, teams, through

from carrom import Game
from carrom.cli import main
from carrom.errors import CarromError, RecordError
from carrom.files import decoded
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.server.events.event_writer import EventWriter
from carrom.server.events.hall import EventFolder
from carrom.server.events.setup import SetupDesk
from carrom.server.http.championships import ChampionshipRoutes
from carrom.tables.offline_play import game_from
from carrom.tournament.championship import apply
from carrom.tournament.event_file import write_event
from carrom.tournament.event_log import load
from carrom.tournament.events import Entered, Finished, LinedUp
from carrom.umpire.record_file import RecordFile

TESTS = Path(__file__).parent
BOM = b"\xef\xbb\xbf"
NEWLINE = b"\n"
LAST = 200
"""How many of the last bytes are cut away, one more each time."""
FORMS: dict[str, Callable[[bytes], bytes]] = {
    "as written": lambda raw: raw,
    "with a byte-order mark": lambda raw: BOM + raw,
    "with CRLF": lambda raw: raw.replace(b"\n", b"\r\n"),
    "with both": lambda raw: BOM + raw.replace(b"\n", b"\r\n"),
}
QUICK = (0, 1, 14)
"""Bytes cut away in the everyday slice; the whole last line and one more byte are added."""
EVERYDAY = ("as written", "with both")
"""The forms of the everyday slice."""


@cache
def event_files() -> dict[str, bytes]:
    """Return event files: one with authors and times, one with names in Tamil, and one with line-ups."""
    found = {}
    at = through(8, 3, seed=5)
    found["authors"] = write_event(at.details, stamped(at)).encode()
    at = play(draw(hall(4, {"id": "s", "system": "swiss"}), "s"), "s", Random(2))
    at = apply(at, Entered(id="new", name="காவேரி முருகன் {x} #1", club="தமிழ்", players=(), stages=("s",)))
    tie = draw(seat(teams(4, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "doubles")}), "l"), "l")
    fixture = tie.stages[0].rounds[0].fixtures[0]
    names = tie.entrant(fixture.a).players
    tie = apply(tie, LinedUp(fixture="l.1.1", entrant=fixture.a, players=((names[0],), (names[1],), names[:2])))
    tie = apply(tie, Finished(fixture="l.1.1.1", games=((25, 14),)))
    found["tamil"] = write_event(at.details, at.events).encode()
    found["line-ups"] = write_event(tie.details, tie.events).encode()
    return found


def cuts(raw: bytes, which: range | tuple[int, ...]) -> Iterator[tuple[bytes, int, bytes]]:
    """Yield the beginnings of a file, with the number of whole lines and the piece of a line after them.

    A last line that lacks only its line end is a whole line.
    """
    for missing in which:
        start = raw[: len(raw) - missing]
        whole, piece = start[: start.rfind(b"\n") + 1], start[start.rfind(b"\n") + 1 :]
        full = raw[len(whole) :].partition(b"\n")[0]
        if piece.removesuffix(b"\r") == full.removesuffix(b"\r"):
            whole, piece = start, b""
        yield start, whole.count(b"\n") + (not whole.endswith(b"\n") and bool(whole)), piece


def beginning(raw: bytes, lines: int) -> bytes:
    """Return the first lines of a file as it was written."""
    return b"".join(raw.splitlines(keepends=True)[:lines])


def quick(raw: bytes) -> tuple[int, ...]:
    last = len(raw.rstrip(b"\n").rpartition(b"\n")[2]) + 1
    return tuple(sorted({*(cut for cut in QUICK if cut < last), last - 1, last, last + 2}))


def said_by(args: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    result = main(args)
    output = capsys.readouterr()
    return result, output.out, output.err


READING = {
    "standings": ("standings",),
    "export of results": ("export", "results"),
    "export as JSON": ("export", "--format", "json"),
    "print": ("print", "log"),
    "publish": ("publish", "--languages", "en", "--output", "{folder}"),
    "verify": ("verify",),
    "log": ("log",),
}


def event_doors(
    raw: bytes,
    which: range | tuple[int, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    forms: Iterable[str] = FORMS,
) -> int:
    """Take cut event files through every command and function that reads them; return how many there were."""
    path, clean = tmp_path / "open" / "open.carrom-event", tmp_path / "clean" / "open.carrom-event"
    path.parent.mkdir(exist_ok=True)
    clean.parent.mkdir(exist_ok=True)
    expected: dict[tuple[str, int], tuple[int, str]] = {}
    tried = 0

    def reader(name: str, file: Path) -> tuple[int, str, str]:
        public = tmp_path / "public"
        shutil.rmtree(public, ignore_errors=True)
        task, *rest = (word.replace("{folder}", str(public)) for word in READING[name])
        status, out, err = said_by(["event", task, str(file), *rest], capsys)
        pages = {p.relative_to(public).as_posix(): p.read_bytes() for p in public.rglob("*.csv")}
        return status, f"{out}{pages}", err

    for form in forms:
        made = FORMS[form]
        for start, lines, piece in cuts(made(raw), which):
            if b"\n\n" not in (plain := start.replace(b"\r\n", b"\n")) or plain.endswith(b"\n\n"):
                continue
            path.write_bytes(start)
            clean.write_bytes(beginning(raw, lines))
            for name in READING:
                tried += 1
                status, out, err = reader(name, path)
                where = f"{form}, {start[-60:]!r}, {name}"
                if piece:
                    assert (status, err.count("\n")) == (1, 1), where
                    assert f"line {lines + 1} was cut off while it was written" in err, where
                elif name != "publish":
                    if (name, lines) not in expected:
                        expected[name, lines] = reader(name, clean)[:2]
                    assert (status, out, err) == (*expected[name, lines], ""), where
                else:
                    assert status == 0, where
            assert path.read_bytes() == start, "a command that reads changed the file"
            tried += server_doors(path, clean, lines, piece)
            tried += writing_doors(path, start, clean, lines, piece, capsys)
    return tried


def server_doors(path: Path, clean: Path, lines: int, piece: bytes) -> int:
    """Take a cut event file through the API of a server, the list of a hall, and a hall that opens it."""
    routes, desk = ChampionshipRoutes(path.parents[1] / "open"), SetupDesk(EventFolder(path.parents[1] / "open"))
    (listed,), (line,) = routes.listed().events, desk.listed("", "word").events
    if piece:
        assert f"line {lines + 1} was cut off" in listed.problem
        assert f"line {lines + 1} was cut off" in line.problem
        assert str(path.parent) not in listed.problem + line.problem
        with pytest.raises(RecordError, match="was cut off"):
            routes.view("open", "en")
    else:
        assert (listed.problem, line.problem) == ("", "")
        assert routes.view("open", "en") == ChampionshipRoutes(clean.parent).view("open", "en")
    start = path.read_bytes()
    book = EventWriter(path)
    assert bool(piece) == (f"line {lines + 1} was cut off" in book.torn)
    assert book.championship == load(clean)
    asyncio.run(book.close())
    check_aside(path, start, piece)
    path.write_bytes(start)
    return 4


def writing_doors(
    path: Path, start: bytes, clean: Path, lines: int, piece: bytes, capsys: pytest.CaptureFixture[str]
) -> int:
    """Take a cut event file through `repair` and a command that appends a line, and check that nothing is lost."""
    for words in (("repair",), ("append", "umpire", "zz", '"Zara"')):
        path.write_bytes(start)
        status, out, err = said_by(["event", words[0], str(path), *words[1:]], capsys)
        assert (status, err.count("\n")) == (0, bool(piece)), (start[-60:], err)
        assert bool(piece) == (f"line {lines + 1} was cut off while it was written" in err)
        assert "Zara" in out or words[0] == "repair"
        after = load(path)
        assert after.events[: len(load(clean).events)] == load(clean).events
        assert path.read_bytes().startswith(start.removesuffix(piece))
        check_aside(path, start, piece)
    return 2


def check_aside(path: Path, start: bytes, piece: bytes) -> None:
    """Check that the piece of a line lies beside its file, whole, and remove it."""
    beside = sorted(path.parent.glob(f"{path.name}.cut-*"))
    assert [each.read_bytes() for each in beside] == ([piece] if piece else [])
    for each in beside:
        each.unlink()


@pytest.mark.parametrize("name", ["tamil", "line-ups"])
def test_an_event_file_that_was_cut_or_changed_by_an_editor_is_read_whole_or_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = event_files()[name]
    assert event_doors(raw, quick(raw), tmp_path, capsys, EVERYDAY) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["authors", "tamil", "line-ups"])
def test_an_event_file_that_was_cut_anywhere_is_read_whole_or_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = event_doors(event_files()[name], range(LAST + 1), tmp_path, capsys)
    with capsys.disabled():
        print(f"\n{name}: {tried} readings")


# -- records ------------------------------------------------------------------------------------------------------


@cache
def records() -> dict[str, bytes]:
    """Return the records of the tests."""
    found = {f"{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(TESTS.rglob("*.carrom"))}
    return found | {"example": (TESTS.parent / "examples" / "game.carrom").read_bytes()}


def outcome(read: Callable[[], GameHistory]) -> GameHistory | str:
    """Return the game, or the sentence of its refusal."""
    try:
        return read()
    except CarromError as reason:
        assert str(reason).isprintable()
        return str(reason)


def record_doors(
    raw: bytes,
    which: range | tuple[int, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    forms: Iterable[str] = FORMS,
) -> int:
    """Take a cut record through every function that reads one; return how many readings there were."""
    whole = outcome(lambda: read_record(raw.decode()))
    path, tried = tmp_path / "a.carrom", 0
    for form in forms:
        full = FORMS[form](raw)
        for start, _, piece in cuts(full, which):
            path.write_bytes(start)
            found = outcome(lambda start=start: read_record(decoded(start, "x")))
            where = f"{form}, {start[-60:]!r}: {found!r:.200}"
            is_whole = not piece and start.rstrip() == full.rstrip()
            if isinstance(found, GameHistory) or (is_whole and isinstance(whole, GameHistory)):
                assert found == whole, where
            else:
                assert isinstance(found, str), where
                assert found.startswith(("line ", "the ")), where
            assert outcome(lambda start=start: Game.from_text(decoded(start, "x")).history) == found, where
            imported = outcome(lambda start=start: game_from(start))
            assert imported == found or (isinstance(imported, str) and isinstance(found, GameHistory)), where
            status = main(["replay", str(path)])
            err = capsys.readouterr().err
            assert (status == 0) is isinstance(found, GameHistory), where
            assert err == ("" if isinstance(found, GameHistory) else f"carrom replay: {path}: {found}\n"), where
            tried += 4 + resumed_door(path, start)
    return tried


def resumed_door(path: Path, start: bytes) -> int:
    """Resume a cut record as an umpire's, and check that every byte of it is in the file, aside, or an end line."""
    try:
        journal, table = RecordFile.resume(path)
    except CarromError as reason:
        assert str(reason).isprintable()
        assert path.read_bytes() == start, "a refused record was changed"
        return 1
    journal.end(table)
    journal.close()
    beside = sorted(path.parent.glob("a.carrom.cut-*"))
    pieces = b"".join(each.read_bytes() for each in beside)
    stored = path.read_bytes()
    assert bool(pieces) == bool(journal.torn)
    rest = start.removesuffix(pieces)
    line = rest.count(NEWLINE) + 1
    assert f"line {line} was cut off" in journal.torn or not pieces
    body = b"\n".join(line for line in rest.splitlines() if not line or not b"end ".startswith(line[:4]))
    assert stored.replace(b"\r\n", b"\n").startswith(body.replace(b"\r\n", b"\n").rstrip()), (rest[-80:], stored[-80:])
    for each in beside:
        each.unlink()
    return 1


@pytest.mark.parametrize("name", ["records/icf-doubles.carrom", "records/live.carrom"])
def test_a_record_that_was_cut_or_changed_by_an_editor_is_read_whole_or_refused_by_every_reader(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = records()[name]
    assert record_doors(raw, quick(raw), tmp_path, capsys, EVERYDAY) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(records()))
def test_a_record_that_was_cut_anywhere_is_read_whole_or_refused_by_every_reader(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = record_doors(records()[name], range(LAST + 1), tmp_path, capsys)
    with capsys.disabled():
        print(f"\n{name}: {tried} readings")


def test_a_record_with_marks_of_an_editor_is_written_as_it_was() -> None:
    raw = records()["playthroughs/simulated.carrom"]
    for made in FORMS.values():
        assert write_record(Game.from_text(made(raw).decode().rstrip("\r\n")).history).encode() == raw
