"""Verify puzzles again before they are selected."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from carrom.errors import RefusedRequest
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.puzzles.select import holds
from carrom.values import Value

SEED = 50_000_000
"""Of the samples of the first proof more; those of the search and of `carrom puzzles check` are others."""

CHECKS = 100
"""Proofs with numbers above are those of `carrom puzzles check`, whose samples no other proof has."""


class Proved(Value, frozen=True):
    """How a puzzle fared on other samples."""

    position: str
    best: str
    time: int
    """Which proof more, from 1."""
    held: bool


class Proofs:
    """Proofs more, each recorded as it comes, so that it is not made twice."""

    def __init__(self, record: Path, times: int, holds: Callable[[Puzzle, int], bool] = holds) -> None:
        """Go on with a record. Raises `RefusedRequest` for one that cannot be read."""
        self._record, self._times, self._holds = record, times, holds
        self._known = recorded(record)
        self.asked = self.held = 0
        """How many puzzles were asked about, and how many of them hold."""

    def stand(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle holds so many times more, also with a tenth less and more friction."""
        stands = all(self._proved(puzzle, time) for time in range(1, self._times + 1))
        self.asked += 1
        self.held += stands
        return stands

    def _proved(self, puzzle: Puzzle, time: int) -> bool:
        key = puzzle.position, puzzle.best, time
        if key not in self._known:
            self._known[key] = self._holds(puzzle, seed_of(puzzle, time))
            with self._record.open("ab") as file:
                file.write(msgspec.json.encode(Proved(*key, self._known[key])) + b"\n")
        return self._known[key]


def seed_of(puzzle: Puzzle, time: int) -> int:
    """Return the seed of a proof more: it follows from where the puzzle comes from, not from its number."""
    source = puzzle.source
    return SEED * time + 10_000 * source.board + 20 * source.stroke + 4 * source.moved


def recorded(record: Path) -> dict[tuple[str, str, int], bool]:
    """Return what a record tells; a last line that is cut short is proved anew."""
    if not record.exists():
        return {}
    text = record.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        record.write_bytes(whole)
    try:
        told = [msgspec.json.decode(line, type=Proved) for line in whole.splitlines()]
    except msgspec.DecodeError as fault:
        raise RefusedRequest(f"{record.name}: {fault}; expected lines that `carrom puzzles make` wrote.") from None
    return {(each.position, each.best, each.time): each.held for each in told}
