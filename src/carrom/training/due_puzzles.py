"""Puzzles of placing a due: one small area of the centre circle is clearly worse for the piece's owner."""

from collections.abc import Sequence
from random import Random

import numpy as np

from carrom.board import BLACKS, WHITES, Disc, Kind, Point, Position, Seat, StrokeKind
from carrom.board.notation import read_position
from carrom.board.striker_spots import placing_spots
from carrom.engine import rollout_kernel
from carrom.engine.rollouts import colour_of, ease_of, surveyed
from carrom.physics.batch import places_of
from carrom.training.make_puzzles import SourcePosition
from carrom.training.puzzle_files import EXPERT, FINDS, Idea, rating_of
from carrom.training.puzzle_files import solve_rates as rates_of_ideas
from carrom.training.puzzle_judge import hardness
from carrom.training.puzzles import BAR, Puzzle, PuzzleCandidate, with_placed
from carrom.training.stroke_chances import STRONG
from carrom.training.views import PuzzleGoal

LEAST, MARGIN = 0.35, 0.2
"""Least worth of the best place, and least margin over the median of other places."""
SHARE = 0.3
"""Largest share of other places that solve the puzzle too."""
PROMISING, OTHERS = 6, 16
"""Places that are evaluated: the hardest by geometry, and some spread over all."""
LOSS, ROUGH, SLACK = 0.15, 0.1, 0.1
"""What a place may lose on other samples and with other frictions, and the tolerance of SHARE in a later proof."""
FRICTIONS = (0.9, 1.1)
QUICK = 1_000
"""Size of the grid in which the owner's best stroke is sought first."""


def due_disc(position: Position, owner: Kind) -> Disc:
    """Return the owner's piece to place: the first that is not on the board."""
    return next(disc for disc in (WHITES if owner is Kind.WHITE else BLACKS) if disc not in position.discs)


def found(at: SourcePosition, seed: int) -> PuzzleCandidate | None:
    """Return the puzzle of a position in which a piece is to be placed, verified and graded; or None."""
    owner = Kind.WHITE if at.moment.white is Seat.NORTH else Kind.BLACK
    position = read_position(at.moment.position)
    disc = due_disc(position, owner)
    spots = placing_spots(position, disc)
    if len(spots) < PROMISING + OTHERS:
        return None
    quick = _by_geometry(at, position, disc, spots)
    order = np.argsort(-quick, kind="stable")
    if quick[order[0]] < 0.5:
        return None
    rng = Random(f"due {seed}")
    hard = [int(k) for k in order[: max(PROMISING, int((quick > quick[order[0]] - 0.05).sum()))]]
    # A smaller grid finds fewer strokes, so that it can only make a place seem harder than it is.
    tried = [(hardness(with_placed(at.moment, disc, spots[k]), QUICK), spots[k]) for k in rng.sample(hard, PROMISING)]
    sample = [(hardness(with_placed(at.moment, disc, each), QUICK), each) for each in rng.sample(spots, OTHERS)]
    able = [(hardness(with_placed(at.moment, disc, each)), each) for worth, each in (*tried, *sample) if worth >= LEAST]
    best, spot = max(able, default=(0.0, spots[0]))
    exact = {each: worth for worth, each in able}
    others = [exact.get(each, worth) for worth, each in sample]
    if best < LEAST or best - float(np.median(others)) < MARGIN:
        return None
    if sum(each >= BAR * best for each in others) > SHARE * OTHERS:
        return None
    success = hardness(with_placed(at.moment, disc, spot), seed=seed)
    rough = [hardness(with_placed(at.moment, disc, spot, friction), seed=seed) for friction in FRICTIONS]
    if success < max(LEAST, best - LOSS) or min(rough) < LEAST - ROUGH:
        return None
    solved = rates_of_ideas(_ideas(success, others, BAR * success), seed)
    if solved[EXPERT] < FINDS:
        return None
    rating, deviation = rating_of(solved)
    puzzle = Puzzle(
        number=0,
        rules=at.moment.rules,
        goal=PuzzleGoal.DUE,
        position=at.moment.position,
        white=at.moment.white,
        queen=at.moment.queen,
        best=f"{disc}.{spot.x}.{spot.y}",
        name=StrokeKind.SAFETY,
        disc=disc,
        success=round(success, 3),
        solved=solved,
        rating=rating,
        deviation=deviation,
        source=at.source,
    )
    return PuzzleCandidate(puzzle=puzzle, frictions=tuple(round(each, 3) for each in rough))


def holds(puzzle: Puzzle, seed: int) -> bool:
    """Whether the best place of a puzzle is as good on other samples, and few other places are."""
    at, spot = SourcePosition(puzzle.moment, puzzle.source), puzzle.at
    assert spot is not None, "a due has a place"
    worth = hardness(with_placed(at.moment, puzzle.disc, spot), seed=seed)
    if worth < max(LEAST, puzzle.success - LOSS):
        return False
    if (
        min(hardness(with_placed(at.moment, puzzle.disc, spot, friction), seed=seed) for friction in FRICTIONS)
        < LEAST - ROUGH
    ):
        return False
    return sum(each >= puzzle.bar for each in _others(puzzle, seed)) <= (SHARE + SLACK) * OTHERS


def solve_rates(puzzle: Puzzle, seed: int) -> tuple[float, ...]:
    """Return the graders' solve rates of a puzzle, by fresh samples of other places."""
    return rates_of_ideas(_ideas(puzzle.success, _others(puzzle, seed), puzzle.bar), seed)


def _ideas(best: float, others: Sequence[float], bar: float) -> list[Idea]:
    return [Idea(StrokeKind.SAFETY, each, each, each >= bar) for each in (best, *others)]


def _others(puzzle: Puzzle, seed: int) -> list[float]:
    """Return the worth of some places, drawn from all."""
    at = SourcePosition(puzzle.moment, puzzle.source)
    spots = placing_spots(read_position(puzzle.position), puzzle.disc)
    return [hardness(with_placed(at.moment, puzzle.disc, each)) for each in Random(f"due {seed}").sample(spots, OTHERS)]


def _by_geometry(
    at: SourcePosition, position: Position, disc: Disc, spots: tuple[Point, ...]
) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return how hard the owner's easiest direct stroke is with the piece at each spot, from 0 to 1."""
    situation = with_placed(at.moment, disc, spots[0])
    places = places_of([position.having(disc, spot) for spot in spots])
    round_ = situation.round
    seats = np.array([[colour_of(round_.sides[round_.mover].colour), round_.turn.quarters, 0, 0, 1]] * len(spots))
    rows = surveyed(places, seats, np.full(len(spots), ease_of(STRONG)), situation.surface)
    hard: np.ndarray[tuple[int], np.dtype[np.float64]] = 1.0 - rows[:, rollout_kernel.L_EASIEST] / rollout_kernel.POINT
    return hard
