"""Measure reviews: how many strokes of a level's own games are called mistakes, and whether they are.

Boards of a level against itself are reviewed at its own accuracy. Every stroke that is called, and a sample of those
whose said loss was not confirmed, is then rolled out again with seeds that the review has not seen. A review tells the
truth if the loss of called strokes stays above 0, and if strokes that are not called lose nothing.
"""

import argparse
import math
import time
from collections.abc import Sequence
from statistics import fmean, stdev

from carrom.analysis.review.game_strokes import strokes_of
from carrom.analysis.review.review_values import StrokeReviewed
from carrom.analysis.review.reviewer import review
from carrom.analysis.review.rolled_loss import estimate, pairs_of
from carrom.analysis.review.stroke_judgement import CALLED, RolledLoss, needs_rollouts
from carrom.engine import rack_seeds
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import level_named
from carrom.engine.play.player import EnginePlayer, situation_of
from carrom.engine.rollouts.runner import warm
from carrom.engine.strength.self_play import play_board
from carrom.game.game import GameHistory

FIRST = 120_000
"""Seed of the first board."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--level", default="state", help="level that plays and is reviewed (default: state)")
    parser.add_argument("--boards", type=int, default=6, help="number of boards (default: 6)")
    parser.add_argument("--seed", type=int, default=FIRST, help=f"first seed, from 100000 (default: {FIRST})")
    parser.add_argument("--pairs", type=int, default=48, help="pairs of fresh play-outs of a stroke (default: 48)")
    parser.add_argument(
        "--unconfirmed",
        type=int,
        default=12,
        help="strokes whose said loss was not confirmed to roll out (default: 12)",
    )


def run(args: argparse.Namespace) -> int:
    """Play, review, roll out again, and print the figures."""
    rack_seeds.check_measured(args.seed, args.boards)
    warm()
    level = level_named(args.level)
    player = EnginePlayer(level, timed=False)
    called: list[tuple[StrokeReviewed, RolledLoss]] = []
    spared: list[tuple[StrokeReviewed, RolledLoss]] = []
    strokes, said, seconds = 0, 0, 0.0
    for seed in range(args.seed, args.seed + args.boards):
        game = play_board(player, player, seed)
        began = time.process_time()
        found = _reviewed(game, level.hand)
        seconds += time.process_time() - began
        strokes += len(found)
        said += sum(needs_rollouts(each.said) for each in found)
        for each in found:
            pool, most = (called, args.boards * len(found)) if each.grade in CALLED else (spared, args.unconfirmed)
            if needs_rollouts(each.said) and len(pool) < most:
                pool.append((each, _again(game, each, level.hand, args.pairs, seed)))
        print(f"board {seed}: {len(found)} strokes, {sum(each.grade in CALLED for each in found)} called", flush=True)
    low, high = _wilson(len(called), strokes)
    print(
        f"{args.level}: {strokes} strokes of {args.boards} boards; {said} with a said loss above the dead band "
        f"({said / strokes:.0%}), {len(called)} called ({len(called) / strokes:.1%}, {low:.1%} to {high:.1%}); "
        f"{seconds / strokes:.2f} s of one core a stroke"
    )
    _print("called", called)
    _print("not confirmed", spared)
    both = [*called, *spared]
    if both:
        square = fmean((each.said - fresh.loss) ** 2 - fresh.error**2 for each, fresh in both)
        over = _mean([each.said - fresh.loss for each, fresh in both])
        print(f"error of said losses: {over} too large, standard deviation {math.sqrt(max(0.0, square)):.3f}")
    return 0


def _reviewed(game: GameHistory, hand: HandNoise) -> list[StrokeReviewed]:
    """Return the last review of each stroke."""
    found: dict[int, StrokeReviewed] = {}
    for update in review(game, hand, seconds=1e9):
        if isinstance(update, StrokeReviewed):
            found[update.number] = update
    return list(found.values())


def _again(game: GameHistory, stroke: StrokeReviewed, hand: HandNoise, pairs: int, seed: int) -> RolledLoss:
    """Return the loss of a stroke over fresh pairs of play-outs."""
    past = next(each for each in strokes_of(game) if each.number == stroke.number)
    source = pairs_of(
        situation_of(past.game), stroke.meant.stroke, stroke.best.stroke, hand, f"bench {seed} {stroke.number}"
    )
    return estimate([other - mine for mine, other in (next(source) for _ in range(pairs))])


def _print(name: str, pool: Sequence[tuple[StrokeReviewed, RolledLoss]]) -> None:
    """Print the losses of some strokes: by the value, by the review's rollouts, and by fresh ones."""
    if not pool:
        print(f"{name}: none")
        return
    rolled = [each.rolled for each, _ in pool if each.rolled is not None]
    print(
        f"{name}: {len(pool)} strokes; said {_mean([each.said for each, _ in pool])}, "
        f"rolled by the review {_mean([each.loss for each in rolled])}, "
        f"rolled with fresh seeds {_mean([fresh.loss for _, fresh in pool])}"
    )


def _mean(values: Sequence[float]) -> str:
    """Return a mean with the half-width of its 95 % interval."""
    if len(values) < 2:
        return f"{fmean(values):.3f}"
    return f"{fmean(values):.3f} ± {1.96 * stdev(values) / math.sqrt(len(values)):.3f}"


def _wilson(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    z = 1.96
    share = count / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)
