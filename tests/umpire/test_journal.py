"""The record on disk: full disks, short writes, empty files, and events that one line produced together."""

import errno
import io
import os
import stat
import sys
from pathlib import Path

import pytest
from strategies_game import header
from strategies_table import table, typed

from carrom import files
from carrom.cli import main
from carrom.errors import RecordError, SetupError
from carrom.game.game import GameHistory
from carrom.game.record import write_record
from carrom.umpire.record_file import RecordFile, unbegun
from carrom.umpire.table import UmpireTable
from carrom.values import changed


class Tight:
    """A file on a disk that fills up: takes at most `room` bytes, a few per write, then fails."""

    def __init__(self, file, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data) -> int:
        if self.room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = self.file.write(bytes(data[: min(self.room, 7)]))
        self.room -= taken
        return taken

    def __getattr__(self, name: str):
        return getattr(self.file, name)


def begun(path: Path, *lines: str) -> tuple[RecordFile, UmpireTable]:
    """Create a record file and type lines into it."""
    at = table()
    journal = RecordFile.create(path, at)
    for line in lines:
        at, _ = typed(line, at=at)
        journal.add(at)
    return journal, at


def test_short_writes_are_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    journal, at = begun(path, "play")
    journal._kept._file = Tight(journal._kept._file, 10_000)
    at, _ = typed("w2", at=at)
    journal.add(at)
    journal.close()
    assert RecordFile.resume(path)[1] == at


@pytest.mark.parametrize("room", [0, 1, 20, 60])
def test_a_full_disk_ends_in_a_sentence_and_keeps_what_was_answered(tmp_path: Path, room: int) -> None:
    path = tmp_path / "a.carrom"
    journal, at = begun(path, "play", "w2")
    stored = path.read_bytes()
    journal._kept._file = Tight(journal._kept._file, room)
    after, _ = typed("w1 s", at=at)
    with pytest.raises(SetupError) as refusal:
        journal.add(after)
    assert str(refusal.value) == (
        f"{path} cannot be written (No space left on device): the last line was not stored, everything before it was; "
        "free some space and resume"
    )
    journal.close()
    assert path.read_bytes() == stored
    assert RecordFile.resume(path)[1] == at


def test_a_record_that_cannot_even_begin_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.carrom"
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(SetupError, match=r"a\.carrom cannot be written: .*No space left.*; nothing was created"):
        RecordFile.create(path, table())
    assert not path.exists()


def _full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


LONG = '[Carrom "2"]\n' + '[Event "A long name of a knockout"]\n' * 40


@pytest.mark.parametrize("left", ["", "[Carr", '[Carrom "2"]\n[Date "20', LONG])
def test_a_file_in_which_nothing_was_ever_typed_is_begun_anew(tmp_path: Path, left: str) -> None:
    path = tmp_path / "a.carrom"
    path.write_text(left)
    assert unbegun(path)
    journal, at = begun(path, "play")
    journal.close()
    assert RecordFile.resume(path)[1] == at
    assert not unbegun(path)


@pytest.mark.parametrize("text", ["My notes", '[Carrom "2"]\n[Date "2026-11-20"]\n\n', "\n"])
def test_any_other_file_is_never_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.carrom"
    path.write_text(text)
    assert not unbegun(path)
    with pytest.raises(SetupError, match="exists already; expected a new file name"):
        RecordFile.create(path, table())
    assert path.read_text() == text


def test_a_file_that_is_not_there_was_not_begun(tmp_path: Path) -> None:
    assert not unbegun(tmp_path / "a.carrom")
    assert not unbegun(tmp_path)


def test_what_one_line_made_is_undone_together_after_resuming_too(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    journal, at = begun(path, "play", "w2", "w1 s", "place all", "-")
    journal.close()
    assert "# 4-5: one line\n" in path.read_text()
    _, resumed = RecordFile.resume(path)
    assert resumed == at
    _, words = typed("undo 2", at=resumed)
    assert words.splitlines()[0] == "Taken back: `place all`, `-`."


@pytest.mark.parametrize(
    "note", ["# 4-9: one line", "# 4-6: one line", "# 5-4: one line", "# 0-2: one line", "# 4-4: one line", "# place"]
)
def test_a_note_that_fits_no_events_says_nothing(tmp_path: Path, note: str) -> None:
    path = tmp_path / "a.carrom"
    journal, at = begun(path, "play", "w2", "s", "place", "-")
    journal.close()
    with open(path, "a") as file:
        file.write(note + "\n")
    assert RecordFile.resume(path)[1] == at


def test_an_event_that_was_torn_off_its_note_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    journal, _ = begun(path, "play", "w2", "w1 s", "place all")
    journal.close()
    path.write_text(path.read_text().replace("# 4-5: one line\n", "# 4-5: one"))
    journal, resumed = RecordFile.resume(path)
    assert len(resumed.game.events) == 6
    assert resumed.spans == ()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none" / "a.carrom"
    assert main(["umpire", str(path), "--players", "Asha,Bilal"]) == 1
    assert capsys.readouterr().err == (f"carrom umpire: {path} cannot be written: No such file or directory\n")


def test_the_command_ends_in_a_sentence_when_the_disk_is_full_and_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, synced = tmp_path / "a.carrom", os.fsync
    left = [5]

    def sync(file: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            _full(file)
        synced(file)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(sys, "stdin", io.StringIO("play\nw2\n-\nb1\nb1\n"))
    assert main(["umpire", str(path), "--players", "Asha,Bilal", "--first-break", "A"]) == 1
    output = capsys.readouterr()
    assert output.err.startswith(
        f"carrom umpire: {path} cannot be written (No space left on device): the last line was not stored"
    )
    left[0] = 100
    answered = output.out.count("next: ")
    assert len(RecordFile.resume(path)[1].game.events) == answered


def test_a_record_is_locked_from_its_first_line_on(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    journal, _ = begun(path, "play")
    with pytest.raises(SetupError, match="is in use by another carrom process"):
        RecordFile.resume(path)
    journal.close()
    RecordFile.resume(path)[0].close()


def test_an_edited_record_is_refused_with_its_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    journal, _ = begun(path, "play", "w2")
    journal.close()
    path.write_text(path.read_text().replace("fell=W1,W2", "fell=W1,B2"))
    with pytest.raises(RecordError) as refusal:
        RecordFile.resume(path)
    assert str(refusal.value).startswith(f"{path}: line 13: the record has the ruling")
    path.write_bytes(b"\xff\n")
    with pytest.raises(RecordError, match="expected UTF-8 text"):
        RecordFile.resume(path)


def test_a_file_that_cannot_be_cut_to_its_whole_lines_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    journal, _ = begun(path, "play")

    class Fixed(Tight):
        def truncate(self, size: int) -> int:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    journal._kept._file = Fixed(journal._kept._file, 0)
    with pytest.raises(SetupError, match="cannot be written: Input/output error"):
        journal._kept.goes_on_after(b"x")
    journal.close()


def test_a_record_begun_late_has_what_was_typed_before(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    at, _ = typed("play", "w2", "w1 s", "place all")
    RecordFile.create(path, at).close()
    assert RecordFile.resume(path)[1] == at


def test_the_record_of_a_simulated_board_is_not_continued_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    game = GameHistory.begin(changed(header(), surface="club", first_break="A"))
    path.write_text(write_record(game), encoding="utf-8")
    with pytest.raises(RecordError) as refusal:
        RecordFile.resume(path)
    assert str(refusal.value) == f"{path} is the record of a simulated board; expected an umpire's record"


def test_a_header_that_fills_a_whole_mebibyte_is_none_that_was_left_unfinished(tmp_path: Path) -> None:
    path = tmp_path / "a.carrom"
    for length, so in ((2**20 - 1, True), (2**20, False), (2**20 + 1, False)):
        path.write_bytes(b'[Carrom "2"]\n'.ljust(length, b"x"))
        assert unbegun(path) is so, length


def test_a_record_that_cannot_be_read_says_why_and_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.carrom"
    begun(path, "play")[0].close()
    held = []

    def broken(file: io.FileIO, path: Path) -> None:
        held.append(file)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(files, "_lock", broken)
    with pytest.raises(SetupError) as refusal:
        RecordFile.resume(path)
    assert str(refusal.value) == f"{path} cannot be read: {os.strerror(errno.EIO)}"
    assert [file.closed for file in held] == [True]


def test_the_folder_of_a_new_record_is_not_held_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, open_one = [], os.open
    monkeypatch.setattr(os, "open", lambda *given: opened.append(open_one(*given)) or opened[-1])
    journal, _ = begun(tmp_path / "a.carrom")
    assert opened or sys.platform == "win32"
    for number in opened:
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            os.fstat(number)
    journal.close()


def test_after_a_full_disk_the_next_line_follows_the_last_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    file = files.AppendOnlyFile.begun(path, "one\n", anew=False)
    there, file._file = file._file, Tight(file._file, 3)
    with pytest.raises(SetupError):
        file.write("two, which is not kept\n")
    file._file = there
    file.write("three\n")
    file.close()
    assert path.read_bytes() == b"one\nthree\n"


def test_a_folder_that_cannot_be_synced_keeps_nobody_from_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def files_only(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        sync(file)

    monkeypatch.setattr(os, "fsync", files_only)
    files.AppendOnlyFile.begun(tmp_path / "kept", "one\n", anew=False).close()
    assert (tmp_path / "kept").read_bytes() == b"one\n"
