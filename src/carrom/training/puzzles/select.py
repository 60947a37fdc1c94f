"""Select puzzles to ship: no near-duplicates, a mix of kinds."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from carrom.board.disc import QUEEN, Disc
from carrom.board.notation import read_position
from carrom.board.seat import Seat
from carrom.rules.round import COLOUR
from carrom.training.puzzles.puzzle import Puzzle, PuzzleCandidate
from carrom.training.puzzles.sources import SourcePosition
from carrom.training.puzzles.verify import FRICTIONS, LEAST, MARGIN, ROUGH_LEAST, ROUGH_MARGIN, proof_of
from carrom.training.stroke_chances import Chance
from carrom.values import changed

MOST_OF_A_KIND = 160
"""Limit of puzzles whose best stroke is of one kind."""
MOST_OF_A_BOARD = 4
ALIKE = 22_000
"""Distance in µm within which two discs of one kind count as being at the same place."""
APART = 2
"""Number of differing discs up to which two positions count as alike."""

Seen = tuple[tuple[str, int, int], ...]


def chosen(
    candidates: Iterable[PuzzleCandidate], stands: Callable[[Puzzle], bool] = lambda puzzle: True
) -> Iterator[Puzzle]:
    """Yield the selected puzzles in the order found, numbered from 1.

    `stands` is the last filter, called only for puzzles that would be selected: whether one passes verification again.
    """
    kinds: Counter[str] = Counter()
    boards: Counter[int] = Counter()
    kept: list[tuple[Puzzle, Seen]] = []
    for candidate in candidates:
        puzzle = candidate.puzzle
        if kinds[puzzle.name] >= MOST_OF_A_KIND or boards[puzzle.source.board] >= MOST_OF_A_BOARD:
            continue
        seen = canonical(puzzle)
        if any(are_alike(seen, other) for _, other in kept) or not stands(puzzle):
            continue
        kinds[puzzle.name] += 1
        boards[puzzle.source.board] += 1
        numbered = changed(puzzle, number=len(kept) + 1)
        kept.append((numbered, seen))
        yield numbered


def holds(puzzle: Puzzle, seed: int) -> bool:
    """Whether a puzzle passes verification on other samples, on the normal surface and on slower and faster ones."""
    best = Chance(puzzle.stroke, puzzle.name, puzzle.disc, puzzle.pocket, puzzle.success)
    found = SourcePosition(puzzle.moment, puzzle.source)
    plain = proof_of(found, puzzle.wish, best, seed)
    if plain.success < LEAST or plain.ahead < MARGIN:
        return False
    rough = (proof_of(found, puzzle.wish, best, seed + 1, friction) for friction in FRICTIONS)
    return all(each.success >= ROUGH_LEAST and each.ahead >= ROUGH_MARGIN for each in rough)


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
    """Whether two positions, or one and the other's mirror image, differ by at most `APART` discs."""
    mirrored: Seen = tuple((kind, -x, y) for kind, x, y in other)
    return any(_apart(one, each) <= APART for each in (other, mirrored))


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
    return max(lonely, len(left)) if max(len(one), len(other)) > 3 else 2 * max(lonely, len(left))
