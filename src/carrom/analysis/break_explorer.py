"""The break explorer: the breaks of the book for a rack, surface and accuracy, with what they lead to.

The book's breaks were chosen on racks of their own (`carrom.engine.artifacts`); the figures here come from others.
"""

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.analysis.best_strokes import Gains, Pause, nothing
from carrom.analysis.messages import BreakFacts, BreakResult, BreakTable, ExpectedStroke, spread_of
from carrom.analysis.stroke_details import corner_of
from carrom.board import Kind, Stroke
from carrom.board.notation import write_position
from carrom.board.rack import nominal_rack
from carrom.engine.artifacts import PROMISING, drawn
from carrom.engine.break_book import RING, BreakLine, page, past_the_middle
from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget, Level
from carrom.engine.rollouts import RolloutRunner, deviates, is_compiled
from carrom.engine.search import fallen
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.physics.simulate import simulate
from carrom.physics.surface import surface as surface_of
from carrom.practice.play import ruled
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset

RACKS = 512
"""Racks on which each break is played, each once."""
FEW_RACKS = 8
"""The same where strokes run interpreted."""
RESULTS = 5
"""Results reported for each break, the most frequent ones."""
SLOWEST, FASTEST = 3.0, 10.0
"""Range of the top speed that can be asked for, m/s."""


def break_table(
    rules: Ruleset, surface: str, hand: HandNoise, *, fastest: float = FASTEST, seed: int = 0, pause: Pause = nothing
) -> BreakTable:
    """Return the breaks of the book for a rule set's rack, the one with the largest chance to win first.

    `fastest` is the speed of the player's hardest stroke, m/s. `pause` is called every few milliseconds; what it raises
    ends the computation. Raises `IllegalSurface` for an unknown surface.
    """
    begun, ground = Round.begin(rules), surface_of(surface)
    angle = rules.parameters.setup_angle
    situation = Situation(begun, nominal_rack(angle, begun.breaker), ground)
    table = situation.table(begun.turn, ())
    lines = page(angle, ground.friction, hand.direction, fastest).courses
    rows = [past_the_middle(table, each.x, each.aside * RING, 1e6 * min(each.speed, fastest)) for each in lines]
    count = RACKS if is_compiled() else FEW_RACKS
    dice = Random(f"{seed} breaks")
    runner = RolloutRunner(situation, hand, table.across, racks=drawn(PROMISING, count, dice), pause=pause)
    classes, lies = runner.rate(np.array(rows, dtype=np.int64), deviates(count, dice), 0, count)
    gains = Gains(situation, hand)
    wins, points = gains.of(classes, lies)
    found = [
        _facts(line, Stroke(*row), gains, classes[number], wins[number], points[number], begun)
        for number, (line, row) in enumerate(zip(lines, rows, strict=True))
    ]
    found.sort(key=lambda each: (-(each.book_win if each.book_win is not None else each.win), -each.success))
    return BreakTable(
        rules=rules.name,
        angle=angle,
        position=write_position(situation.position),
        surface=surface,
        hand=spread_of(hand),
        seat=begun.turn,
        racks=count,
        lines=tuple(found),
    )


def _facts(
    line: BreakLine,
    stroke: Stroke,
    gains: Gains,
    classes: NDArray[np.int16],
    wins: NDArray[np.float64],
    points: NDArray[np.float64],
    begun: Round,
) -> BreakFacts:
    """Return what a break leads to, from its samples."""
    prices, count = gains.prices, len(classes)
    keeps = prices.kept[classes]
    whites, blacks, queen, striker = fallen(classes)
    mine, theirs = (whites, blacks) if begun.sides[begun.mover].colour is not Kind.BLACK else (blacks, whites)
    share = float(keeps.mean())
    keys = list(zip(mine.tolist(), theirs.tolist(), queen.tolist(), striker.tolist(), strict=True))
    common = [key for key, _ in Counter(keys).most_common(RESULTS)]
    return BreakFacts(
        stroke=stroke,
        speed=round(math.hypot(stroke.vx, stroke.vy) / 1e6, 2),
        aside=line.aside,
        book_kept=line.kept,
        book_win=getattr(line, "win", None),
        success=round(share, 4),
        error=round(math.sqrt(max(share * (1.0 - share), 0.25 / count) / count), 4),
        foul=round(float(prices.foul[classes].mean()), 4),
        win=round(float(wins.mean()), 4),
        win_kept=_mean_of(wins, keeps),
        win_lost=_mean_of(wins, ~keeps),
        points=round(float(points.mean()), 4),
        mine=round(float(mine.mean()), 4),
        theirs=round(float(theirs.mean()), 4),
        queen=round(float(queen.mean()), 4),
        results=tuple(_result(key, keys, keeps, wins) for key in common),
    )


def _result(
    key: tuple[int, int, int, int],
    keys: Sequence[tuple[int, int, int, int]],
    keeps: NDArray[np.bool_],
    wins: NDArray[np.float64],
) -> BreakResult:
    """Return one result of a break with its frequency and what it is worth."""
    met = np.array([each == key for each in keys])
    mine, theirs, queen, striker = key
    return BreakResult(
        mine=mine,
        theirs=theirs,
        queen=bool(queen),
        striker=bool(striker),
        share=round(float(met.mean()), 4),
        kept=bool(keeps[met].mean() > 0.5),
        win=round(float(wins[met].mean()), 4),
    )


def _mean_of(wins: NDArray[np.float64], chosen: NDArray[np.bool_]) -> float | None:
    """Return the mean win probability of some samples; None if there are none."""
    return round(float(wins[chosen].mean()), 4) if chosen.any() else None


# -- the expected line: a break and the best strokes after it, without noise -------------------------------------------


FORESEEN = 4_000
"""Simulations for each stroke of a line."""
LONG = 1e9


def after(situation: Situation, stroke: Stroke) -> Situation:
    """Return the situation after a stroke played without noise, including the pieces that the umpire puts back."""
    played = simulate(
        situation.position, stroke, situation.round.turn, situation.surface, equipment=situation.equipment
    )
    then = ruled(situation.round, played.outcome, played.rest)
    assert then.round is not None, "a judged stroke leads to a round"
    return Situation(then.round, then.position, situation.surface, situation.equipment)


def following(
    situation: Situation, stroke: Stroke, hand: HandNoise, steps: int, seed: int = 0
) -> tuple[ExpectedStroke, ...]:
    """Return the strokes expected after a stroke, at most `steps`, until the end of the board."""
    engine = Engine(Level("any", hand, Budget(FORESEEN, LONG)), lambda: 0.0)
    found: list[ExpectedStroke] = []
    while len(found) < steps:
        situation = after(situation, stroke)
        if situation.round.result is not None:
            break
        try:
            aimed = engine.aim(situation, Random(f"{seed} {len(found)}"))
        except RefusedRequest:  # the striker has no room
            break
        seat, stroke = situation.round.turn, aimed.stroke
        found.append(
            ExpectedStroke(
                seat=seat,
                name=aimed.name,
                disc=aimed.disc,
                corner=corner_of(aimed.pocket, seat),
                stroke=stroke,
                success=round(aimed.promise.success, 4),
            )
        )
    return tuple(found)
