"""Judge strokes and placings in puzzles: how often they reach the goal for a steady player.

One stroke succeeds if the turn goes on without a foul. The first of two strokes is worth the share of samples in which
it does its part, each weighted by the success rate of the best second stroke from where the discs came to rest. A
defence is worth one minus the success rate of the next player's best stroke, and so is a placed piece.
"""

from random import Random

import numpy as np

from carrom.board import Position, Stroke
from carrom.engine.artifacts import PROMISING, drawn
from carrom.engine.engine import legality
from carrom.engine.geometry import HandNoise, NoiseSample, disturbed
from carrom.engine.rollouts import RACKS, deviates
from carrom.engine.situation import Situation
from carrom.physics.batch import batch
from carrom.practice.play import PracticeResult, ruled
from carrom.rules.effects import Due, Fault
from carrom.rules.round import Phase, QueenState, Round
from carrom.rules.ruling import Ruling, Turn
from carrom.training.stroke_chances import MORE, STRONG, Look
from carrom.training.views import CHAINS, PuzzleGoal
from carrom.values import changed

SECOND, REPLY = 1_200, 4_000
"""Sizes of the grids in which the best second stroke, and the next player's best reply, are sought."""


class PuzzleJudge:
    """How often strokes reach the goal of a puzzle, in one position."""

    def __init__(self, situation: Situation, goal: PuzzleGoal, hand: HandNoise = STRONG) -> None:
        """Judge for the player in turn with the execution noise `hand`."""
        self.situation, self.goal, self._hand = situation, goal, hand
        self._look: Look | None = None

    def success(self, stroke: Stroke, samples: int, seed: int = 0) -> float:
        """Return how often a stroke reaches the goal, from 0 to 1, on disturbances that follow from `seed`."""
        if self.goal in CHAINS or self.goal is PuzzleGoal.DEFENCE:
            return float(np.mean([self._worth(result) for result in self.results(stroke, samples, seed)]))
        if self._look is None:
            breaking = self.situation.round.phase is Phase.BREAK
            racks = drawn(PROMISING, RACKS, Random(f"racks {seed}")) if breaking else None
            self._look = Look(self.situation, self._hand, Random(seed), self.goal, racks=racks)
        return self._look.share(stroke, samples, seed)

    def results(self, stroke: Stroke, samples: int, seed: int = 0) -> list[PracticeResult]:
        """Return the boards after `samples` disturbed plays of a stroke."""
        is_legal = legality(self.situation, stroke.y)
        strokes = []
        for row in deviates(samples, Random(f"judge {seed}")):
            made = disturbed(stroke, self._hand, NoiseSample(*map(float, row)))
            strokes.append(made if is_legal(made) else changed(made, x=stroke.x))
        round_ = self.situation.round
        played = batch([self.situation.position], strokes, round_.turn, self.situation.surface, threads=1)
        return [ruled(round_, played.outcome(0, k), played.resting(0, k)) for k in range(samples)]

    def _best(self, round_: Round, position: Position, grid: int) -> float:
        """Return the success rate of about the best stroke of the player in turn."""
        return 1.0 - hardness(Situation(round_, position, self.situation.surface), grid)

    def _worth(self, result: PracticeResult) -> float:
        assert result.ruling is not None, "strokes of a puzzle are judged"
        assert result.round is not None, "so that there is a round after them"
        before, after = self.situation.round, result.round
        if is_foul(result.ruling):
            return 0.0
        goes_on = result.ruling.turn is Turn.CONTINUE
        won = after.result is not None and before.mover in after.result.winners
        if self.goal is PuzzleGoal.DEFENCE:
            if goes_on or won:
                return 1.0
            return 0.0 if after.result is not None else 1.0 - self._best(after, result.position, REPLY)
        if self.goal is PuzzleGoal.QUEEN:
            if after.queen is QueenState.COVERED and after.queen_side == before.mover:
                return 1.0
            if after.queen is not QueenState.PENDING:
                return 0.0
        if won:
            return 1.0
        return self._best(after, result.position, SECOND) if goes_on and after.result is None else 0.0


def is_foul(ruling: Ruling) -> bool:
    """Whether a ruling finds a foul of the player in turn, or a due."""
    effects = [effect for finding in ruling.findings for effect in finding.effects]
    return any(isinstance(each, Fault) or (isinstance(each, Due) and each.mover) for each in effects)


def hardness(situation: Situation, grid: int = REPLY, seed: int | None = None) -> float:
    """Return how little a position offers the player in turn: one minus the success rate of about their best stroke.

    With a `seed` the disturbances are fresh; otherwise they are always the same.
    """
    noise = _REPLIES if seed is None else deviates(MORE, Random(f"hardness {seed}"))
    return 1.0 - Look(situation, STRONG, Random(0), noise=noise).best_success(grid)


_REPLIES = deviates(MORE, Random("replies"))
