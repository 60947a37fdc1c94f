"""Measure reviews: how many strokes of a level's own games are called mistakes, and whether they are.

Boards of a level against itself are reviewed at its own accuracy. Every stroke that is called, and some of those whose
said loss was not confirmed, are then rolled out again with seeds that the review has not seen. A review tells the
truth if the loss of called strokes stays above 0, and if strokes that are not called lose nothing.

carrom bench review --boards 20 --record reviewed.jsonl
"""

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

from carrom.analysis.review_values import CALLED, Grade, RolledLoss, StrokeReviewed, needs_rollouts
from carrom.analysis.reviewer import estimate, pairs_of, review, strokes_of
from carrom.engine import artifacts
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import level_named
from carrom.engine.player import EnginePlayer, situation_of
from carrom.engine.self_play import play_board
from carrom.files import append, recorded
from carrom.game.game import GameHistory
from carrom.lab.workers import done
from carrom.numeric import wilson
from carrom.values import Value

FIRST = 120_000
"""Seed of the first board."""


class Trial(Value, frozen=True):
    """A board to play and review: a job for a worker."""

    level: str
    seed: int
    pairs: int
    unconfirmed: int


class Checked(Value, frozen=True):
    """A stroke that was rolled out again."""

    number: int
    grade: Grade
    said: float
    reviewed: float
    """Loss by the review's rollouts."""
    fresh: float
    """Loss by rollouts with fresh seeds."""
    error: float
    """Standard error of `fresh`."""


class Board(Value, frozen=True):
    """A reviewed board, as recorded."""

    trial: Trial
    strokes: int
    said: int
    """Number of strokes with a said loss above the dead band."""
    seconds: float
    """Processor time of the review."""
    called: tuple[Checked, ...]
    spared: tuple[Checked, ...]
    """Some strokes whose said loss was not confirmed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--level", default="state", help="level that plays and is reviewed (default: state)")
    parser.add_argument("--boards", type=int, default=6, help="number of boards (default: 6)")
    parser.add_argument("--seed", type=int, default=FIRST, help=f"first seed, from 100000 (default: {FIRST})")
    parser.add_argument("--pairs", type=int, default=48, help="pairs of fresh play-outs of a stroke (default: 48)")
    parser.add_argument(
        "--unconfirmed",
        type=int,
        default=2,
        help="strokes of each board whose said loss was not confirmed, to roll out (default: 2)",
    )
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--record", type=Path, help="file of results, one a line; those in it are not measured again")


def run(args: argparse.Namespace) -> int:
    """Play, review, roll out again, and print the figures."""
    artifacts.check_measured(args.seed, args.boards)
    level_named(args.level)
    trials = [
        Trial(args.level, seed, args.pairs, args.unconfirmed) for seed in range(args.seed, args.seed + args.boards)
    ]
    known = {board.trial: board for board in recorded(args.record, Board)}
    left = [trial for trial in trials if trial not in known]
    for board in done(reviewed, left, args.workers, "processes" if args.workers > 1 else "here"):
        append(args.record, board)
        known[board.trial] = board
        print(f"board {board.trial.seed}: {board.strokes} strokes, {len(board.called)} called", flush=True)
    for line in report([known[trial] for trial in trials]):
        print(line)
    return 0


def reviewed(trial: Trial) -> Board:
    """Play and review the board of a trial, and roll out again what was called and some of what was not."""
    level = level_named(trial.level)
    player = EnginePlayer(level, timed=False)
    game = play_board(player, player, trial.seed)
    began = time.process_time()
    found = _reviewed(game, level.hand)
    seconds = time.process_time() - began
    doubted = [each for each in found if needs_rollouts(each.said)]
    called = [each for each in doubted if each.grade in CALLED]
    spared = [each for each in doubted if each.grade not in CALLED][: trial.unconfirmed]
    checked = [
        tuple(_checked(each, _again(game, each, level.hand, trial)) for each in pool) for pool in (called, spared)
    ]
    return Board(trial, len(found), len(doubted), round(seconds, 2), checked[0], checked[1])


def report(boards: Sequence[Board]) -> list[str]:
    """Return the lines of the report."""
    strokes, said = sum(each.strokes for each in boards), sum(each.said for each in boards)
    called = [stroke for each in boards for stroke in each.called]
    spared = [stroke for each in boards for stroke in each.spared]
    low, high = wilson(len(called), strokes)
    lines = [
        f"{boards[0].trial.level}: {strokes} strokes of {len(boards)} boards; {said} with a said loss above the dead "
        f"band ({said / strokes:.0%}), {len(called)} called ({len(called) / strokes:.1%}, {low:.1%} to {high:.1%}); "
        f"{sum(each.seconds for each in boards) / strokes:.2f} s of one core a stroke",
        _line("called", called),
        _line("not confirmed", spared),
    ]
    if called:
        lost = sum(each.fresh > 0 for each in called)
        refuted = [each for each in called if each.fresh + 1.96 * each.error < 0]
        lines.append(f"called strokes that lose with fresh seeds: {lost} of {len(called)}; that win: {len(refuted)}")
    both = [*called, *spared]
    if len(both) > 1:
        square = fmean((each.said - each.fresh) ** 2 - each.error**2 for each in both)
        over = _mean([each.said - each.fresh for each in both])
        lines.append(f"error of said losses: {over} too large, standard deviation {math.sqrt(max(0.0, square)):.3f}")
    return lines


def _reviewed(game: GameHistory, hand: HandNoise) -> list[StrokeReviewed]:
    """Return the last review of each stroke."""
    found: dict[int, StrokeReviewed] = {}
    for update in review(game, hand, seconds=1e9):
        if isinstance(update, StrokeReviewed):
            found[update.number] = update
    return list(found.values())


def _again(game: GameHistory, stroke: StrokeReviewed, hand: HandNoise, trial: Trial) -> RolledLoss:
    """Return the loss of a stroke over fresh pairs of play-outs."""
    past = next(each for each in strokes_of(game) if each.number == stroke.number)
    chances = f"bench {trial.seed} {stroke.number}"
    source = pairs_of(situation_of(past.game), stroke.meant.stroke, stroke.best.stroke, hand, chances)
    return estimate([other - mine for mine, other in (next(source) for _ in range(trial.pairs))])


def _checked(stroke: StrokeReviewed, fresh: RolledLoss) -> Checked:
    assert stroke.rolled is not None, "every loss above the dead band was rolled out"
    return Checked(stroke.number, stroke.grade, stroke.said, stroke.rolled.loss, fresh.loss, fresh.error)


def _line(name: str, pool: Sequence[Checked]) -> str:
    """Return a line with the losses of some strokes: by the value, by the review's rollouts, and by fresh ones."""
    if not pool:
        return f"{name}: none"
    return (
        f"{name}: {len(pool)} strokes; said {_mean([each.said for each in pool])}, "
        f"rolled by the review {_mean([each.reviewed for each in pool])}, "
        f"rolled with fresh seeds {_mean([each.fresh for each in pool])}"
    )


def _mean(values: Sequence[float]) -> str:
    """Return a mean with the half-width of its 95 % interval."""
    if len(values) < 2:
        return f"{fmean(values):.3f}"
    return f"{fmean(values):.3f} ± {1.96 * stdev(values) / math.sqrt(len(values)):.3f}"
