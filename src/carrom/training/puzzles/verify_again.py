"""Verify puzzles again, on other samples, before they are selected."""

from collections.abc import Callable
from pathlib import Path

from carrom import json_lines
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.puzzles.verify import again
from carrom.values import Value, changed

SEED = 50_000_000
"""Offset of the seeds for these verifications; the search and `carrom puzzles check` use other seeds."""

CHECKS = 100
"""Verification numbers above this belong to `carrom puzzles check`, which has samples of its own."""


class Proved(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one further verification of a puzzle."""

    position: str
    best: str
    time: int
    """Number of the verification, from 1."""
    held: bool
    solved: tuple[float, ...] = ()
    """New solve rates, if the puzzle was graded again."""


class Proofs:
    """Further verifications, recorded one by one so that none is repeated."""

    def __init__(self, record: Path, times: int, again: Callable[[Puzzle, int, bool], Puzzle | None] = again) -> None:
        """Continue a record. Raises `RefusedRequest` for one that cannot be read."""
        self._record, self._times, self._again = record, times, again
        self._known = recorded(record)
        self.asked = self.held = 0
        """Number of puzzles verified, and of those that passed."""

    def passed(self, puzzle: Puzzle, graded: bool = False) -> Puzzle | None:
        """Return a puzzle that passes all further verifications, also with a tenth less and more friction.

        With `graded` the last of them gives it new solve rates.
        """
        self.asked += 1
        for time in range(1, self._times + 1):
            proved = self._proved(puzzle, time, graded and time == self._times)
            if not proved.held:
                return None
            if proved.solved:
                puzzle = changed(puzzle, solved=proved.solved)
        self.held += 1
        return puzzle

    def _proved(self, puzzle: Puzzle, time: int, graded: bool) -> Proved:
        key = puzzle.position, puzzle.best, time
        if key not in self._known or (graded and self._known[key].held and not self._known[key].solved):
            made = self._again(puzzle, seed_of(puzzle, time), graded)
            self._known[key] = Proved(
                position=puzzle.position,
                best=puzzle.best,
                time=time,
                held=made is not None,
                solved=made.solved if made is not None and graded else (),
            )
            json_lines.append(self._record, self._known[key])
        return self._known[key]


def seed_of(puzzle: Puzzle, time: int) -> int:
    """Return the seed of a further verification, from the puzzle's origin instead of its number."""
    source = puzzle.source
    return SEED * time + 10_000 * source.board + 20 * source.stroke + 4 * source.moved


def recorded(record: Path) -> dict[tuple[str, str, int], Proved]:
    """Return the results of a record; a truncated last line is discarded."""
    results = json_lines.recorded(record, Proved, "`carrom puzzles make`")
    return {(each.position, each.best, each.time): each for each in results}
