"""Solo runs: one player clears the board, counted in misses and slams."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from carrom.board.placement.striker_spots import check_spot
from carrom.board.stroke import Stroke
from carrom.engine.geometry.execution_noise import HandNoise, NoiseSample, disturbed, drawn
from carrom.engine.position.situation import Situation
from carrom.errors import IllegalStroke
from carrom.game.solo import PLAYER, SoloRun
from carrom.physics.surface import surface

MOST = 200
"""Strokes after which a run is aborted."""
Aim = Callable[[Situation, Random], Any]
"""A rule that returns the intended stroke: such as an `EngineDecision`."""


@dataclass(frozen=True)
class SoloStroke:
    """One stroke of a run."""

    is_break: bool
    kept: bool
    """Whether the turn went on or the board was won."""
    counts: bool
    promised: float | None
    """The success probability that the player had estimated."""
    seconds: float
    """Processor time of the choice."""


@dataclass
class SoloBoard:
    """One full board, played solo."""

    strokes: list[SoloStroke] = field(default_factory=list)
    misses: int = 0
    """Turns lost after the break."""
    slam: bool = False
    """Whether all whites and the queen fell in the first turn, from the break."""
    finished: bool = True


def alone(aim: Aim, hand: HandNoise, seed: int, known: bool = False, most: int = MOST) -> SoloBoard:
    """Return a solo run with that accuracy on the rack of that seed; `known` lets the player see the rack's gaps.

    Execution noise follows from the seed and the number of the stroke alone, so that it is the same for two players.
    """
    run, at, ground = SoloBoard(), SoloRun.begin(seed), surface("club")
    while not at.over:
        if at.strokes >= most:
            run.finished = False
            break
        lies, sees = at.lies if known else at.position, known and at.is_break
        situation = Situation(at.round, lies, ground, sees_gaps=sees, alone=True)
        began = time.process_time()
        aimed = aim(situation, Random(f"{seed} mind {at.strokes}"))
        seconds = time.process_time() - began
        struck = at.struck(_executed(at, aimed.stroke, hand, drawn(Random(f"{seed} hand {at.strokes}"))), ground)
        promise = getattr(aimed, "promise", None)
        promised = None if promise is None else promise.success
        run.strokes.append(SoloStroke(at.is_break, struck.kept, struck.counts, promised, seconds))
        at = struck.after
    run.misses, run.slam = at.misses, at.slam
    return run


def _executed(at: SoloRun, meant: Stroke, hand: HandNoise, by: NoiseSample) -> Stroke:
    """Return the stroke with execution noise; the place error is dropped where it would make the spot illegal."""
    struck = disturbed(meant, hand, by)
    try:
        check_spot(at.position, PLAYER, struck)
    except IllegalStroke:
        return disturbed(meant, hand, NoiseSample(by.direction, by.speed, 0.0))
    return struck
