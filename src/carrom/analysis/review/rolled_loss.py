"""The loss of a stroke by rollouts: it and the best alternative are played out with the same chances.

The value that a search uses is wrong by more than its samples show, and the best of several strokes is often the one
that it overrates most. Play-outs decide by results instead (`carrom.engine.play.play_out`).
"""

import math
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean, stdev

from carrom.analysis.review.stroke_judgement import RolledLoss
from carrom.analysis.stroke_ranking import DEAD_BAND
from carrom.board.stroke import Stroke
from carrom.engine.geometry.execution_noise import HandNoise, disturbances
from carrom.engine.play.play_out import PlayOuts
from carrom.engine.position.situation import Situation

LOOKS = (16, 32, 64, 128)
"""Numbers of pairs of play-outs after which it is decided whether more are needed."""
AT_A_LOOK = 2.36
"""Half-width of the interval at each look, in standard errors: four looks together err in 5 % (Pocock, 1977)."""
HOPE = 1.28
"""Standard errors by which the pairs to come may exceed those so far; if even that confirms nothing, it ends."""


def rolled_loss(
    situation: Situation,
    played: Stroke,
    best: Stroke,
    hand: HandNoise,
    seed: str,
    *,
    most: int = LOOKS[-1],
    settings: PlayOuts | None = None,
    pause: Callable[[], None] = lambda: None,
) -> RolledLoss:
    """Return how much less a stroke wins than another, for the side in turn, by at most `most` pairs of play-outs.

    `seed` makes the chances; they are the same for both strokes and had no part in finding either. `pause` is called
    before each play-out; what it raises ends the comparison.
    """
    gaps: list[float] = []
    pairs = pairs_of(situation, played, best, hand, seed, settings=settings, pause=pause)
    for look in LOOKS:
        while len(gaps) < min(look, most):
            mine, other = next(pairs)
            gaps.append(other - mine)
        found = estimate(gaps)
        if len(gaps) >= most or is_decided(found, stdev(gaps), most):
            break
    return found


def estimate(gaps: list[float]) -> RolledLoss:
    """Return the loss from the gaps of at least two pairs."""
    error = stdev(gaps) / math.sqrt(len(gaps))
    mean = fmean(gaps)
    return RolledLoss(
        loss=round(mean, 4),
        error=round(error, 4),
        games=2 * len(gaps),
        confirmed=mean > DEAD_BAND and mean - AT_A_LOOK * error > 0.0,
    )


def is_decided(found: RolledLoss, spread: float, most: int) -> bool:
    """Whether more pairs would change nothing: the loss is confirmed, or cannot be confirmed any more."""
    if found.confirmed:
        return True
    done = found.games // 2
    left = most - done
    hoped = found.loss + HOPE * spread / math.sqrt(left)
    mean = (done * found.loss + left * hoped) / most
    return mean <= max(DEAD_BAND, AT_A_LOOK * spread / math.sqrt(most))


def pairs_of(
    situation: Situation,
    played: Stroke,
    best: Stroke,
    hand: HandNoise,
    seed: str,
    *,
    settings: PlayOuts | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Iterator[tuple[float, float]]:
    """Yield the results of both strokes without luck, one pair after another, without end."""
    outs = settings if settings is not None else PlayOuts(hand)
    number = 0
    while True:
        for noise in disturbances(LOOKS[0], Random(f"{seed} noise {number}")):
            results = []
            for stroke in (played, best):
                pause()
                results.append(outs.after(situation, stroke, noise, Random(f"{seed} {number}")).fair)
            number += 1
            yield results[0], results[1]
