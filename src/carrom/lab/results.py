"""Results on disk: files replaced atomically, and work that resumes where it was interrupted."""

import errno
import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from carrom.errors import RefusedRequest, StoreError
from carrom.files import end_line, replace
from carrom.lab.workers import done


class whole:
    """A context manager for a binary file that appears under its name only when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path, self._beside = path, path.with_name(f".{path.name}.{os.getpid()}")

    def __enter__(self) -> Any:
        try:
            self._file = open(self._beside, "wb")
        except OSError as reason:
            raise _refusal(self._path, reason) from None
        return self._file

    def __exit__(self, kind: Any, fault: Any, trace: Any) -> None:
        try:
            with self._file:
                if fault is None:
                    self._file.flush()
                    os.fsync(self._file.fileno())
            if fault is None:
                replace(self._beside, self._path)
        except OSError as reason:
            fault = reason
        self._beside.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise _refusal(self._path, fault) from None


def read_text(path: Path) -> str:
    """Return a file's text. Raises `StoreError` if it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise StoreError(f"{path.name} cannot be read ({reason!s:.120}).") from None


def _refusal(path: Path, reason: OSError) -> StoreError:
    if reason.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(f"The disk is full: {path.name} was not written; free some space and run again.")
    return StoreError(f"{path.name} was not written ({reason.strerror or reason}); finished files are unaffected.")


# -- resumable work: a line for each result, no job is run twice -------------------------------------------------------


Given = TypeVar("Given")
Made = TypeVar("Made", bound=msgspec.Struct)


class ResultJournal(Generic[Made]):
    """The results of one piece of work; without a path they are not stored."""

    def __init__(
        self, path: Path | None, about: Mapping[str, object], kind: type[Made], key: Callable[[Made], Hashable]
    ) -> None:
        """Read an existing journal.

        `about` identifies the work and is the file's first line. Raises `RefusedRequest` for a journal of other work,
        or a file that is none.
        """
        self._path, self._about = path, msgspec.json.encode(about).decode()
        self.known: dict[Hashable, Made] = {}
        if path is None or not path.exists():
            return
        end_line(path)
        head, *lines = path.read_text(encoding="utf-8-sig").splitlines() or [""]
        try:
            if msgspec.json.decode(head) != msgspec.json.decode(self._about):
                raise RefusedRequest(f"{path} is the record of another {next(iter(about))} than this; name a new file")
            self.known = {key(made): made for made in (msgspec.json.decode(line, type=kind) for line in lines)}
        except msgspec.MsgspecError as reason:
            raise RefusedRequest(f"{path} is not a record of a {next(iter(about))}: {reason}") from None

    def keep(self, made: Made) -> None:
        """Write one result."""
        if self._path is None:
            return
        begun = self._path.exists()
        with self._path.open("a", encoding="utf-8") as file:
            if not begun:
                file.write(self._about + "\n")
            file.write(msgspec.json.encode(made).decode() + "\n")

    def results(
        self, work: Callable[[Given], Made], jobs: Sequence[Given], key: Callable[[Given], Hashable], workers: int = 1
    ) -> Iterator[Made]:
        """Yield the results of all jobs in order, recorded ones from the file; new ones are recorded."""
        left = [job for job in jobs if key(job) not in self.known]
        new = done(work, left, workers, "processes" if workers > 1 else "here")
        for job in jobs:
            if key(job) in self.known:
                yield self.known[key(job)]
                continue
            made = next(new)
            self.keep(made)
            yield made
