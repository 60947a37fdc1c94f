"""Check the board value by rollouts of positions that training has not seen: calibration and ranking.

Positions come from self-play with seeds for measuring, in all rule sets, at accuracies from 0.1° to 3°. In each, two of
the strokes that a search likes are simulated once, and both results are played out by equal players. The value is
calibrated if boards of which it says 60 % are won in 60 % of the play-outs, and it ranks if the difference that it
claims between two results is there in the play-outs. The hand-made value is measured on the same positions.

carrom bench board_value --positions 400 --games 16 --seed 100000 --record rolled.jsonl
carrom bench board_value --positions 300 --only four-players --seed 140000 --record four.jsonl
"""

import argparse
import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board.stroke import Stroke
from carrom.engine import artifacts, play_out
from carrom.engine.board_value import FREE, kind_of
from carrom.engine.class_values import ClassValues
from carrom.engine.geometry import HandNoise, drawn
from carrom.engine.ladder import hand_of
from carrom.engine.levels import Budget, Level
from carrom.engine.outcome_value import LEAVE, PARTS, wanted, worth
from carrom.engine.play_out import PlayOuts, after_stroke
from carrom.engine.rollout_kernel import POINT
from carrom.engine.rollouts import RolloutRunner, ease_of, surveyed
from carrom.engine.search import Search, SearchSettings
from carrom.engine.self_play_data import TrainingExample, played
from carrom.engine.situation import Situation, facts, seats_of
from carrom.engine.stroke_names import executed
from carrom.errors import RefusedRequest
from carrom.files import append, recorded
from carrom.lab.workers import done
from carrom.physics.batch import places_of
from carrom.rules.round import Phase
from carrom.values import Value

LIKED = 6
"""Strokes of the search from which two are drawn."""
CHOICE = 2_000
"""Simulations of that search."""
CLAIMS = ((0.05, 0.1), (0.1, 0.2), (0.2, 1.0))
"""Ranges of claimed differences in win probability."""
FREE_RULES = ("points", "three-player")
"""Rule sets in which nobody owns a colour."""
ROUNDS: dict[str, tuple[str, Callable[[str, int], bool]]] = {
    "all": ("all", lambda rules, players: True),
    "owned": ("colours owned", lambda rules, players: rules not in FREE_RULES),
    "four-players": ("four players, colours owned", lambda rules, players: players == 4 and rules not in FREE_RULES),
    "free": ("points and three players", lambda rules, players: rules in FREE_RULES),
}
"""Kinds of rounds that are reported: a title, and whether a rule set with so many players belongs to them."""


class Told(Value, frozen=True):
    """A result of a stroke: what the values say for the side that struck, and what play-outs gave."""

    learned: float
    by_hand: float
    """The hand-made value, in points, with its layout heuristic."""
    rolled: float
    error: float
    """Standard error of `rolled`."""


class Pair(Value, frozen=True):
    """Two results of strokes from one position."""

    seed: int
    ruleset: str
    players: int
    degrees: float
    first: Told
    second: Told


class Trial(Value, frozen=True):
    """One position to find and roll out: a job for a worker."""

    seed: int
    games: int
    simulations: int


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--positions", type=int, default=100, help="number of positions (default: 100)")
    parser.add_argument("--only", choices=ROUNDS, default="all", help="kind of rounds (default: all)")
    parser.add_argument("--games", type=int, default=16, help="play-outs of each result (default: 16)")
    parser.add_argument("--simulations", type=int, default=400, help="simulations of a stroke in them (default: 400)")
    parser.add_argument("--seed", type=int, default=100_000, help="first seed, from 100000 (default: 100000)")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--record", type=Path, help="file of results, one a line; those in it are not measured again")


def run(given: argparse.Namespace) -> int:
    """Measure and print."""
    artifacts.check_measured(given.seed, given.positions)
    known = {pair.seed: pair for pair in recorded(given.record, Pair)}
    seeds = islice(filter(partial(_is_of, given.only), count(given.seed)), given.positions)
    trials = [Trial(seed, given.games, given.simulations) for seed in seeds]
    left = [trial for trial in trials if trial.seed not in known]
    found = [known[trial.seed] for trial in trials if trial.seed in known]
    for pair in done(rolled, left, given.workers, "processes" if given.workers > 1 else "here"):
        if pair is None:
            continue
        found.append(pair)
        append(given.record, pair)
    if not found:
        raise RefusedRequest("no position was found; expected more positions")
    for line in report(found):
        print(line)
    return 0


def _is_of(kind: str, seed: int) -> bool:
    """Whether the board of that seed is of this kind."""
    begun = TrainingExample(seed).begun()
    return ROUNDS[kind][1](begun.ruleset.name, len(begun.seats))


def rolled(trial: Trial) -> Pair | None:
    """Find the position of a seed, play out two results of strokes, and return them; None if there are none."""
    lesson = TrainingExample(trial.seed, CHOICE)
    rng, hand = lesson.drawn("choice"), hand_of(lesson.degrees)
    situations = [each for each in played(lesson) if each.round.phase is Phase.PLAY and each.round.result is None]
    if not situations:
        return None
    situation = rng.choice(situations)
    results = [after_stroke(situation, stroke, hand) for stroke in _two_strokes(situation, hand, rng)]
    if len(results) < 2 or any(each.round.result is not None for each in results):
        return None
    outs = PlayOuts(hand, trial.simulations)
    answer = [_told(each, situation.round.mover, outs, trial) for each in results]
    name, seats = situation.round.ruleset.name, len(situation.round.seats)
    return Pair(trial.seed, name, seats, lesson.degrees, answer[0], answer[1])


def _two_strokes(situation: Situation, hand: HandNoise, rng: Random) -> list[Stroke]:
    """Return two strokes that a search likes, with execution noise."""
    round_ = situation.round
    table = situation.table(round_.turn, wanted(round_))
    if not table.places:
        return []
    chance = Level("any", hand, Budget(1, 1.0)).chance
    runner = RolloutRunner(situation, hand, table.across)
    settings = SearchSettings(Budget(CHOICE, 1e9), table.across, not round_.ruleset.parameters.backward)
    prices = ClassValues(round_, chance, ledger=situation.ledger)
    liked = Search(runner, prices, settings, rng, lambda: 0.0).best(table.targets).strokes[:LIKED].tolist()
    return [executed(runner, Stroke(*row), drawn(rng)) for row in rng.sample(liked, min(2, len(liked)))]


def _told(situation: Situation, side: int, outs: PlayOuts, trial: Trial) -> Told:
    games = [outs.on(situation, side, Random(f"{trial.seed} game {number}")).fair for number in range(trial.games)]
    return Told(
        play_out.of(situation, outs.hand, side).win,
        by_hand(situation, side, outs.hand),
        float(np.mean(games)),
        float(np.std(games, ddof=1)) / math.sqrt(len(games)),
    )


def by_hand(situation: Situation, side: int, hand: HandNoise) -> float:
    """Return the hand-made value of a situation for a side in points: the race or the lead, and the layout."""
    round_, answer = situation.round, facts(situation.round)
    chance = Level("any", hand, Budget(1, 1.0)).chance
    if kind_of(answer) == FREE:
        return worth(round_, side, chance)
    seats, eases = np.array([seats_of(answer)]), np.array([ease_of(hand)])
    layout = surveyed(places_of([situation.position]), seats, eases, situation.surface)[0]
    points = float((LEAVE.weights()[1] * layout).sum()) / PARTS / POINT
    mover = round_.mover
    return worth(round_, side, chance) + (points if side == mover else -points)


def report(pairs: Sequence[Pair]) -> list[str]:
    """Return the lines of the report: calibration and ranking of both values, for both kinds of rounds."""
    lines = [f"{len(pairs)} positions, each with two results of strokes; intervals of 95 %"]
    for title, belongs in ROUNDS.values():
        some = [pair for pair in pairs if belongs(pair.ruleset, pair.players)]
        if len(some) < 2 or (title != "all" and len(some) == len(pairs)):
            continue
        lines += ["", f"{title}: {len(some)} positions"]
        lines += _ranking(some)
    lines += ["", "calibration of the learned value: said, rolled"]
    answer = [each for pair in pairs for each in (pair.first, pair.second)]
    for tenth in range(10):
        here = [each for each in answer if min(9, int(10 * each.learned)) == tenth]
        if len(here) > 1:
            said, came = (np.array([getattr(each, name) for each in here]) for name in ("learned", "rolled"))
            error = 1.96 * float(came.std(ddof=1)) / math.sqrt(len(came))
            lines.append(f"  {said.mean():.3f}  {came.mean():.3f} ± {error:.3f}  ({len(here)} results)")
    return lines


def _ranking(pairs: Sequence[Pair]) -> list[str]:
    """Return lines on how the differences that the values claim compare with those of the play-outs."""
    learned = np.array([pair.first.learned - pair.second.learned for pair in pairs])
    by_hand = np.array([pair.first.by_hand - pair.second.by_hand for pair in pairs])
    came = np.array([pair.first.rolled - pair.second.rolled for pair in pairs])
    turned, lines = came * np.where(learned < 0, -1.0, 1.0), []
    for low, high in CLAIMS:
        here = (np.abs(learned) >= low) & (np.abs(learned) < high)
        if here.sum() > 1:
            error = 1.96 * turned[here].std(ddof=1) / math.sqrt(here.sum())
            said = np.abs(learned[here]).mean()
            lines.append(f"  says {said:.3f}, rolled {turned[here].mean():.3f} ± {error:.3f} ({here.sum()} pairs)")
    rated = [f"{name} {_correlation(each, came):.2f}" for name, each in (("learned", learned), ("hand-made", by_hand))]
    return [*lines, f"  correlation of differences with the play-outs: {', '.join(rated)}"]


def _correlation(some: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    spread = float(some.std() * other.std())
    return float(((some - some.mean()) * (other - other.mean())).mean()) / spread if spread > 0 else math.nan
