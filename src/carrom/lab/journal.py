"""Resumable work: every result is a line of a file, and recorded jobs are not run again."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from carrom.errors import RefusedRequest
from carrom.json_lines import end_line
from carrom.lab.workers import done

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
