"""Select puzzles to ship: those that pass verification again, and no near-duplicates."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from carrom.board.disc import QUEEN, Disc
from carrom.board.notation import read_position
from carrom.board.seat import Seat
from carrom.rules.round import COLOUR
from carrom.training.puzzles.puzzle import Puzzle
from carrom.values import changed

ALIKE = 22_000
"""Distance in µm within which two discs of one kind count as being at the same place."""
APART, SHARE = 2, 4
"""Two positions count as alike if at most one in `SHARE` of their discs differ, and at most `APART`."""

Seen = tuple[tuple[str, int, int], ...]


def chosen(
    puzzles: Iterable[Puzzle], again: Callable[[Puzzle], Puzzle | None] = lambda puzzle: puzzle, first: int = 1
) -> Iterator[Puzzle]:
    """Yield the selected puzzles in order; those without a number are numbered from `first`.

    `again` is the last filter, called only for puzzles that would be selected: it returns a puzzle that passes
    verification again, and None for others. Two puzzles with another goal or rule set are never alike.
    """
    kept: defaultdict[tuple[str, str, object], list[Seen]] = defaultdict(list)
    for puzzle in puzzles:
        seen, family = canonical(puzzle), kept[puzzle.goal, puzzle.rules, puzzle.stands]
        if any(are_alike(seen, other) for other in family):
            continue
        held = again(puzzle)
        if held is None:
            continue
        family.append(seen)
        if not held.number:
            held = numbered(held, first)
            first += 1
        yield held


def numbered(puzzle: Puzzle, number: int) -> Puzzle:
    """Return a puzzle with another number."""
    return changed(puzzle, number=number)


def canonical(puzzle: Puzzle) -> Seen:
    """Return the positions of own pieces, opponent's pieces and queen, the same for a board and its mirror image."""
    mine = Disc.W1 if puzzle.white is Seat.SOUTH else Disc.B1
    both = []
    for side in (1, -1):
        rows = [
            ("queen" if placed.disc is QUEEN else "own" if COLOUR[placed.disc] is COLOUR[mine] else "other",
             side * placed.at.x, placed.at.y)
            for placed in read_position(puzzle.position)
        ]  # fmt: skip
        both.append(tuple(sorted(rows)))
    return min(both)


def are_alike(one: Seen, other: Seen) -> bool:
    """Whether two positions, or one and the other's mirror image, differ by few discs."""
    mirrored: Seen = tuple((kind, -x, y) for kind, x, y in other)
    most = min(APART, max(len(one), len(other)) // SHARE)
    return any(_apart(one, each) <= most for each in (other, mirrored))


def _apart(one: Seen, other: Seen) -> int:
    """Return how many discs of two positions have no counterpart in the other."""
    if abs(len(one) - len(other)) > APART:
        return APART + 1
    left = list(other)
    lonely = 0
    for kind, x, y in one:
        near = next((each for each in left if each[0] == kind and abs(each[1] - x) + abs(each[2] - y) <= ALIKE), None)
        if near is None:
            lonely += 1
        else:
            left.remove(near)
    return max(lonely, len(left))
