"""Candidate strokes for puzzles: the most promising stroke of every idea, by a cheap estimate."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import STRIKER, Disc
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.candidates.break_book import past_the_middle
from carrom.engine.candidates.grid import Grid, Whole
from carrom.engine.evaluation.class_values import ClassValues
from carrom.engine.evaluation.outcome_value import wanted
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts import kernel
from carrom.engine.rollouts.runner import RolloutRunner
from carrom.physics import simulate
from carrom.physics.played import ContactKind
from carrom.training.puzzles.goals import CHAINS, PuzzleGoal
from carrom.training.stroke_chances import STRONG, Chance, Look, same_idea

GRID, SAFETIES = 4_000, 3_000
"""Sizes of the grids for strokes that pocket a piece, and for safeties."""
ABLE = 0.4
"""Least success rate of the first of two strokes, in few samples."""
MOST = 10
"""Ideas that are returned at most."""
RING, ASIDES, PLACES = 64_000.0, (-1.5, -1.2, -0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9, 1.2, 1.5), 4
"""Breaks pass the centre at these distances, in rings of the rack, from this many places of a range."""
BREAK_SPEEDS = (1.5, 2.5, 3.5, 5.0, 6.5, 8.0)
"""m/s."""
NOWHERE = -1
"""The pocket of a stroke that is not meant to pocket anything."""


class Estimates:
    """Cheap estimates of what strokes are worth for a goal, from the layouts that they leave."""

    def __init__(self, situation: Situation, goal: PuzzleGoal, look: Look) -> None:
        """Prepare for strokes of the player in turn; `look` has the disturbances."""
        self.situation, self.goal, self._look = situation, goal, look
        round_ = situation.round
        across = situation.table(round_.turn, wanted(round_)).across
        self._tries = RolloutRunner(situation, STRONG, across)
        self._prices = ClassValues(round_, 0.8)
        self._others = round_.men_on_board(1 - round_.mover) if len(round_.sides) == 2 else 0

    def of(self, strokes: Whole, noise: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the estimate for every stroke, from 0 to 1."""
        classes, lies = self._tries.rate(strokes, noise, 0, len(noise))
        self._prices.learn(classes)
        kept = self._prices.kept[classes]
        clean = ~self._prices.foul[classes]
        found: NDArray[np.float64]
        if self.goal is PuzzleGoal.DEFENCE:
            over = self._prices.over[classes]
            left = np.where(over, 0.0, 1.0 - self._easiest(classes, lies, 1))
            found = np.where(clean, np.where(kept, 1.0, left), 0.0)
        else:
            good = kept & clean
            if self.goal is PuzzleGoal.QUEEN:
                good &= classes // 24 % 2 == 1
            found = np.where(good, self._easiest(classes, lies, 0), 0.0)
        means: NDArray[np.float64] = found.mean(axis=1)
        return means

    def _easiest(self, classes: NDArray[np.int16], lies: NDArray[np.int32], side: int) -> NDArray[np.float64]:
        """Return the analytic success rate of the next stroke: of this player, or of the next one (`side` 1)."""
        if self._tries.colour == 0:
            first = kernel.BLOCK * side + kernel.L_EACH
            return np.maximum(lies[..., first], lies[..., first + kernel.EASY]) / kernel.POINT
        down = classes.astype(np.int64) // 48
        whites, blacks = down // 10, down % 10
        round_ = self.situation.round
        mine = self._tries.colour == kernel.WHITE
        fallen = whites if mine == (side == 0) else blacks
        left = (round_.men_on_board(round_.mover) if side == 0 else self._others) - fallen
        easy = lies[..., kernel.BLOCK * side + kernel.L_EASIEST] / kernel.POINT
        found: NDArray[np.float64] = np.where(left <= 0, 1.0, easy)
        return found


def proposals(situation: Situation, goal: PuzzleGoal, rng: Random) -> list[Chance]:
    """Return the best strokes of the best ideas for a goal of strokes, by estimate, the best first."""
    look = Look(situation, STRONG, rng, goal)
    if goal in CHAINS:
        return _first_strokes(situation, goal, look)
    if goal is PuzzleGoal.DEFENCE:
        return _safeties(situation, goal, look)
    return list(look.chances(GRID, finalists=0))[:MOST]


def _first_strokes(situation: Situation, goal: PuzzleGoal, look: Look) -> list[Chance]:
    pool = look.pool(GRID)
    if not len(pool):
        return []
    shares = look.shares(pool, look.few)
    pool = pool[shares >= ABLE]
    if not len(pool):
        return []
    worths = Estimates(situation, goal, look).of(pool, look.few)
    return _by_idea(situation, pool, worths, look)


def _by_idea(situation: Situation, pool: Whole, worths: NDArray[np.float64], look: Look) -> list[Chance]:
    best: list[Chance] = []
    for number in np.argsort(-worths, kind="stable")[:60]:
        chance = look.named(Stroke(*pool[number].tolist()), float(worths[number]))
        if chance is not None and not any(same_idea(chance, other) for other in best):
            best.append(chance)
        if len(best) == MOST:
            break
    return best


def _safeties(situation: Situation, goal: PuzzleGoal, look: Look) -> list[Chance]:
    """Return the best safety for each piece that the striker may touch first."""
    grid = Grid.over(look.spans, look.across, SAFETIES, backwards=False)
    estimates = Estimates(situation, goal, look)
    quick = estimates.of(grid.strokes, look.few[:2])
    pool = grid.strokes[np.argsort(-quick, kind="stable")[:160]]
    worths = estimates.of(pool, look.few)
    best: dict[Disc, Chance] = {}
    for number in np.argsort(-worths, kind="stable"):
        stroke = Stroke(*pool[number].tolist())
        first = first_touched(situation, stroke)
        if first is not None and first not in best:
            best[first] = Chance(stroke, StrokeKind.SAFETY, first, NOWHERE, float(worths[number]))
    return list(best.values())


def first_touched(situation: Situation, stroke: Stroke) -> Disc | None:
    """Return the disc that the striker touches first when a stroke is played exactly; None if it touches none."""
    played = simulate(situation.position, stroke, situation.round.turn, situation.surface)
    for contact in played.contacts:
        if contact.kind is ContactKind.DISC and STRIKER in contact.discs:
            return next(disc for disc in contact.discs if disc is not STRIKER)
    return None


def breaks(situation: Situation, stands: tuple[int, int]) -> Whole:
    """Return breaks from a range of the baseline, spread over places, sides of the centre and speeds."""
    table = situation.table(situation.round.turn, wanted(situation.round))
    low, high = stands
    places = [low + (high - low) * k // (PLACES - 1) for k in range(PLACES)]
    rows = dict.fromkeys(
        past_the_middle(table, x, aside * RING, 1e6 * speed)
        for x in places
        for aside in ASIDES
        for speed in BREAK_SPEEDS
    )
    return np.array([row for row in rows if low <= row[0] <= high], dtype=np.int64).reshape(-1, 5)
