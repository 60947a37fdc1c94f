"""Generate puzzles from self-play boards."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from carrom.board.stroke_kind import StrokeKind
from carrom.engine.evaluation.outcome_value import men_on_board
from carrom.errors import RefusedRequest
from carrom.lab.workers import done
from carrom.practice.setup import round_of
from carrom.training.puzzles.isolate import cleared
from carrom.training.puzzles.puzzle import PuzzleCandidate
from carrom.training.puzzles.sources import SourcePosition, positions, without
from carrom.training.puzzles.verify import proved
from carrom.training.stroke_chances import Wish
from carrom.values import Value

EVERY = 2
"""One of this many positions of a board is used, because neighbours are too similar."""
DOUBLES = 5
"""One of this many used positions asks for a double."""
PER_BOARD = 6
PLAIN = frozenset({StrokeKind.STRAIGHT, StrokeKind.CUT})
PLAIN_PER_BOARD = 2
"""Puzzles with a straight stroke or a cut that one board may contribute; they are plentiful."""


class Lot(Value, frozen=True):
    """The puzzles found on the board of one seed."""

    seed: int
    looked: int
    """Number of positions used."""
    cleared: int
    """Number of positions modified so that one stroke is clearly best."""
    found: tuple[PuzzleCandidate, ...]


def made(seed: int) -> Lot:
    """Return the puzzles of the board of that seed; a job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    looked, clear, plain = 0, 0, 0
    found: list[PuzzleCandidate] = []
    for number, position in enumerate(positions(seed)):
        if (number + seed) % EVERY or len(found) >= PER_BOARD:
            continue
        looked += 1
        wish = Wish.DOUBLE if looked % DOUBLES == 0 else Wish.TURN
        rng = Random(f"clear {seed} {number}")
        made_so = cleared(_thinned(position, wish, rng), wish, rng)
        if made_so is None:
            continue
        clear += 1
        where, best = made_so
        if best.name in PLAIN and plain >= PLAIN_PER_BOARD:
            continue
        candidate = proved(where, wish, best, 1_000 * seed + number)
        if candidate is not None:
            found.append(candidate)
            plain += best.name in PLAIN
    return Lot(seed, looked, clear, tuple(found))


def _thinned(found: SourcePosition, wish: Wish, rng: Random) -> SourcePosition:
    """Return the position, two times in three with only one or two pieces left for the player in turn.

    With fewer pieces one stroke is more often clearly best.
    """
    if rng.random() < 1 / 3:
        return found
    left = 2 if wish is Wish.DOUBLE or rng.random() < 0.4 else 1
    round_ = round_of(found.moment)
    own = list(men_on_board(round_, round_.mover))
    rng.shuffle(own)
    for man in own[left:]:
        found = without(found, man) or found
    return found


def lots(record: Path, seeds: Sequence[int], workers: int) -> Iterator[Lot]:
    """Yield the results for these seeds in order, from the record where present, and record new ones.

    Raises `RefusedRequest` for a record that cannot be read.
    """
    known = recorded(record)
    left = [seed for seed in seeds if seed not in known]
    new = done(made, left, workers, "processes" if workers > 1 else "here")
    for seed in seeds:
        if seed in known:
            yield known[seed]
            continue
        lot = next(new)
        with record.open("ab") as file:
            file.write(msgspec.json.encode(lot) + b"\n")
        yield lot


def recorded(record: Path) -> dict[int, Lot]:
    """Return the results of a record by seed; a truncated last line is discarded."""
    if not record.exists():
        return {}
    text = record.read_bytes()
    known: dict[int, Lot] = {}
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        record.write_bytes(whole)
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            lot = msgspec.json.decode(line, type=Lot)
        except msgspec.DecodeError as fault:
            raise RefusedRequest(
                f"{record.name}, line {number}: {fault}; expected a line that `carrom puzzles make` wrote."
            ) from None
        known[lot.seed] = lot
    return known
