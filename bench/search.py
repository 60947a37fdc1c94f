"""Measure the engine's search. Times are processor time of this process.

carrom bench search speed                    simulations per second including the laws
carrom bench search solo --boards 20         solo boards from the break
carrom bench search predictions --boards 4   predicted and observed success of strokes
carrom bench search choice                   how often a choice is within two points of a far deeper search's choice
carrom bench search breaks --boards 10       predicted and observed success of breaks on fresh racks
carrom bench search invalid --boards 1000    intended strokes that do not count, for every level
CARROM_KERNELS=interpreted carrom bench search interpreted       time per move without compiled kernels
`carrom train --breaks` builds the opening book of breaks.
"""

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np
from bench.engine import scattered

from carrom.board.rack import nominal_rack
from carrom.board.stroke import Stroke
from carrom.engine.artifacts import MEASURING, check_measured, drawn
from carrom.engine.break_book import book
from carrom.engine.build_break_book import GROUNDS, PROMISED, RACKS, BreakTrial
from carrom.engine.candidates import Grid
from carrom.engine.class_values import ClassValues
from carrom.engine.engine import Engine, EngineDecision, as_row
from carrom.engine.geometry import HandNoise
from carrom.engine.ladder import hand_of
from carrom.engine.levels import LEVELS, Budget, Level, level_named
from carrom.engine.player import SoloBoard, alone
from carrom.engine.rollouts import RolloutRunner, deviates, is_compiled
from carrom.engine.search import promise
from carrom.engine.situation import Situation
from carrom.physics import simulate
from carrom.physics.surface import surface
from carrom.rules.judge import judge
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import ruleset
from carrom.rules.ruling import Turn
from carrom.values import changed

MEN = (17, 14, 11, 8, 5, 3)


def speed(given: argparse.Namespace) -> None:
    """Print simulations per second during a choice, with laws and evaluation, of the search and of its grid alone."""
    hand = hand_of(given.aim_error)
    situations = [scattered(seed, men) for seed, men in enumerate(MEN * given.rounds)]
    rates: dict[str, list[float]] = {"search": [], "grid alone": []}
    clock = time.process_time
    for seed, situation in enumerate(situations):
        level = Level("any", hand, Budget(given.simulations, 60.0))
        began = clock()
        hunt = Engine(level)._chosen(situation, Random(seed)).search
        rates["search"].append(hunt.tries.spent / (clock() - began))
        tries = RolloutRunner(situation, hand)
        strokes = Grid.over(tries.spans, 0, given.simulations, False).strokes
        noise = deviates(64, Random(seed))
        prices = ClassValues(situation.round, level.chance)
        prices.learn(tries.rate(strokes[::7], noise, 0, 1, 1)[0])
        began = clock()
        prices.of(*tries.rate(strokes, noise, 0, 1, 1))
        rates["grid alone"].append(len(strokes) / (clock() - began))
    for name, found in rates.items():
        middle = statistics.median(found)
        print(f"{name:14} {middle:9,.0f} simulations per second (least {min(found):,.0f})")


def solo(given: argparse.Namespace) -> None:
    """Print misses, slams and success rates of the search on solo boards."""
    hand = hand_of(given.aim_error)
    engine = Engine(Level("any", hand, Budget(given.simulations, 600.0)), lambda: 0.0)
    runs = []
    for seed in range(given.seed, given.seed + given.boards):
        run = alone(engine.aim, hand, seed, given.exact_rack)
        runs.append(run)
        if given.verbose:
            print(f"{seed}: {run.misses} misses, slam {run.slam}, {len(run.strokes)} strokes", flush=True)
    told("search", runs)


def told(name: str, runs: Sequence[SoloBoard]) -> None:
    """Print the results of a player's solo boards."""
    middle, half = mean([run.misses for run in runs])
    slams, boards = sum(run.slam for run in runs), len(runs)
    low, high = wilson(slams, boards)
    strokes = [stroke for run in runs for stroke in run.strokes if not stroke.is_break]
    keeps = sum(stroke.kept for stroke in strokes)
    kept_low, kept_high = wilson(keeps, len(strokes))
    opened = [stroke.kept for run in runs for stroke in run.strokes if stroke.is_break]
    spent = sorted(stroke.seconds for stroke in strokes)
    print(
        f"{name:13} {middle:.2f} ± {half:.2f} misses per full board; slams {slams}/{boards} ({low:.0%}–{high:.0%}); "
        f"breaks kept {sum(opened)}/{len(opened)}; strokes kept {keeps / len(strokes):.1%} "
        f"({kept_low:.1%}–{kept_high:.1%}); not counting {sum(not stroke.counts for stroke in strokes)}; "
        f"ms a stroke, median {1e3 * spent[len(spent) // 2]:.0f}, 95 % {1e3 * spent[int(0.95 * len(spent))]:.0f}"
    )
    promised = [stroke.promised for stroke in strokes if stroke.promised is not None]
    if promised:
        print(f"{'':13} predicted {sum(promised) / len(promised):.1%}")


def mean(found: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half of its 95 % interval."""
    middle = sum(found) / len(found)
    if len(found) < 2:
        return middle, math.inf
    return middle, 1.96 * statistics.stdev(found) / math.sqrt(len(found))


def wilson(won: int, played: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    z, share = 1.96, won / played
    middle = share + z * z / (2 * played)
    half = z * math.sqrt((share * (1 - share) + z * z / (4 * played)) / played)
    return (middle - half) / (1 + z * z / played), (middle + half) / (1 + z * z / played)


def predictions(given: argparse.Namespace) -> None:
    """Print predicted and observed success, by tenths, of strokes on solo boards for several aim errors."""
    bins: dict[int, list[tuple[float, float]]] = {}

    def aim(situation: Situation, rng: Random, engine: Engine, hand: HandNoise) -> EngineDecision:
        aimed = engine.aim(situation, rng)
        row = np.array([[aimed.stroke.x, aimed.stroke.vx, aimed.stroke.vy, aimed.stroke.y, aimed.stroke.spin]])
        tries = RolloutRunner(situation, hand, aimed.stroke.y, racks=drawn(MEASURING, 2_000, rng))
        fresh = promise(tries, ClassValues(situation.round, 0.9), row, 2_000, Random(rng.random()))
        bins.setdefault(min(9, int(10 * aimed.promise.success)), []).append((aimed.promise.success, fresh.success))
        return aimed

    for degrees in map(float, given.aim_errors.split(",")):
        hand = hand_of(degrees)
        engine = Engine(Level("any", hand, Budget(given.simulations, 600.0)), lambda: 0.0)
        for seed in range(given.seed, given.seed + given.boards):
            alone(partial(aim, engine=engine, hand=hand), hand, seed)
    for tenth, rows in sorted(bins.items()):
        off, half = mean([shown - came for shown, came in rows])
        print(f"from {tenth / 10:.1f}: {len(rows):4} strokes, predicted less observed {off:+.3f} ± {half:.3f}")


def choice(given: argparse.Namespace) -> None:
    """Print how often a choice is within two points of a deep search's choice, measured with fresh random samples."""
    hand = hand_of(given.aim_error)
    quick = Engine(Level("any", hand, Budget(given.simulations, 600.0)), lambda: 0.0)
    deep = Engine(Level("any", hand, Budget(given.deep, 600.0)), lambda: 0.0)
    lost: list[float] = []

    def aim(situation: Situation, rng: Random) -> EngineDecision:
        aimed = quick.aim(situation, rng)
        if situation.round.phase is Phase.PLAY and rng.random() < given.share and len(lost) < given.decisions:
            other = deep.aim(situation, Random(7))
            found = [fresh(situation, hand, each.stroke, given.samples) for each in (aimed, other)]
            lost.append(found[1] - found[0])
            if given.verbose:
                print(f"{len(lost)}: {found[0]:.3f}, deep {found[1]:.3f}", flush=True)
        return aimed

    seed = given.seed
    while len(lost) < given.decisions:
        alone(aim, hand, seed)
        seed += 1
    within = sum(each <= 0.02 for each in lost)
    low, high = wilson(within, len(lost))
    middle, half = mean(lost)
    print(
        f"{given.simulations} against {given.deep} simulations at {given.aim_error}°: within two points in "
        f"{within}/{len(lost)} decisions, {within / len(lost):.0%} ({low:.0%} to {high:.0%}); "
        f"loses {middle:+.3f} ± {half:.3f}"
    )


def breaks(given: argparse.Namespace) -> None:
    """Print predicted and observed success of breaks on racks not used to select or estimate them."""
    names = {angle: name for name, angle in RACKS.items()}
    grounds = {surface(name).friction: name for name in GROUNDS}
    off, errors = [], []
    for page in Random(given.seed).sample(book(), min(given.decisions, len(book()))):
        trial = BreakTrial(grounds[page.friction], names[page.angle], page.degrees)
        best = page.courses[0]
        keeps = trial.kept([(best.x, best.aside, best.speed)], MEASURING, given.samples)[0]
        off.append(best.kept - keeps)
        errors.append(keeps * (1 - keeps) * (1 / given.samples + 1 / PROMISED))
    middle, half = mean(off)
    within = sum(abs(each) <= 1.96 * math.sqrt(error) for each, error in zip(off, errors, strict=True))
    print(
        f"book: {len(off)} pages, predicted less observed {middle:+.3f} ± {half:.3f}, most {max(off, key=abs):+.3f}; "
        f"{within} within the error of their samples (95 %)"
    )
    for hand in map(hand_of, map(float, given.aim_errors.split(","))):
        engine = Engine(Level("any", hand, Budget(given.simulations, 600.0)), lambda: 0.0)
        begun = Situation(Round.begin(ruleset("icf")), nominal_rack(), surface("club"))
        promised, keeps = [], 0
        for seed in range(given.seed, given.seed + given.boards):
            rng = Random(f"{seed} break")
            aimed = engine.aim(begun, rng)
            promised.append(aimed.promise.success)
            tries = RolloutRunner(begun, hand, racks=drawn(MEASURING, given.samples, rng))
            row = np.array(as_row(aimed.stroke))
            keeps += round(
                given.samples * promise(tries, ClassValues(begun.round, 0.9), row, given.samples, rng).success
            )
        played = given.boards * given.samples
        low, high = wilson(keeps, played)
        print(
            f"chosen in play at {hand.direction:g}°: {given.boards} choices, predicted {mean(promised)[0]:.1%}, "
            f"kept {keeps / played:.1%} ({low:.1%} to {high:.1%}) of {played} breaks",
            flush=True,
        )


def fresh(situation: Situation, hand: HandNoise, stroke: Stroke, samples: int) -> float:
    """Return the success of a stroke on fresh random samples."""
    tries = RolloutRunner(situation, hand, stroke.y)
    return promise(tries, ClassValues(situation.round, 0.9), np.array(as_row(stroke)), samples, Random(11)).success


def invalid(given: argparse.Namespace) -> None:
    """Print how many intended strokes of solo boards would not count (Law 127b) if played exactly, for every level."""
    total, boards = [0, 0], 0
    for level in LEVELS:
        if given.only and level.name not in given.only.split(","):
            continue
        engine = Engine(changed(level, budget=Budget(given.simulations, 600.0)), lambda: 0.0)
        found = [0, 0]

        def aim(situation: Situation, rng: Random, engine: Engine = engine, found: list[int] = found) -> Meant:
            stroke = engine._chosen(situation, rng).planned
            if situation.round.phase is Phase.PLAY:
                seat = situation.round.turn
                outcome = simulate(situation.position, stroke, seat, situation.surface).outcome
                found[0] += 1
                found[1] += judge(situation.round, outcome).turn is Turn.RETRY
            return Meant(stroke)

        for seed in range(given.seed, given.seed + given.boards):
            alone(aim, level.hand, seed)
        boards += given.boards
        total = [total[0] + found[0], total[1] + found[1]]
        _say_idle(level.name, found, given.boards)
    _say_idle("in all", total, boards)


def _say_idle(who: str, found: Sequence[int], boards: int) -> None:
    _, high = wilson(found[1], found[0])
    print(f"{who}: {found[1]} of {found[0]} strokes in {boards} boards, at most {high:.2%}", flush=True)


@dataclass(frozen=True)
class Meant:
    """A stroke without a prediction, in the form of an engine's decision."""

    stroke: Stroke


def interpreted(given: argparse.Namespace) -> None:
    """Print the time per move without native code; run with CARROM_KERNELS=interpreted."""
    engine = Engine(level_named("machine"))
    spent = []
    for seed, men in enumerate(MEN * given.rounds):
        situation = scattered(seed, men)
        began = time.process_time()
        engine.choose(situation, Random(seed))
        spent.append(time.process_time() - began)
    begun = Situation(Round.begin(ruleset("icf")), nominal_rack(), surface("club"))
    began = time.process_time()
    engine.choose(begun, Random(1))
    broke = time.process_time() - began
    kind = "compiled" if is_compiled() else "interpreted"
    print(f"{kind}: a move in {statistics.median(spent):.2f} s (most {max(spent):.2f}), a break in {broke:.2f} s")


PARTS = {
    "speed": speed,
    "solo": solo,
    "predictions": predictions,
    "choice": choice,
    "breaks": breaks,
    "invalid": invalid,
    "interpreted": interpreted,
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the parts."""
    parts = parser.add_subparsers(dest="part", metavar="part", required=True)
    for name, measured in PARTS.items():
        part = parts.add_parser(name, help=(measured.__doc__ or "").split(".")[0])
        part.add_argument("--aim-error", type=float, default=0.4, help="degrees (default: 0.4)")
        part.add_argument("--simulations", type=int, default=36_000, help="simulations per stroke (default: 36000)")
        part.add_argument("--rounds", type=int, default=2, help="repeats of `speed` (default: 2)")
        part.add_argument("--boards", type=int, default=10, help="number of boards (default: 10)")
        part.add_argument("--seed", type=int, default=MEASURING.start, help="random seed of the first rack")
        part.add_argument("--only", default="", help="for `invalid`: levels, separated by commas")
        part.add_argument(
            "--aim-errors", default="0.4,1,2,4", help="for `predictions` and `breaks`: degrees, separated by commas"
        )
        part.add_argument("--exact-rack", action="store_true", help="let the player see the exact gaps of the rack")
        part.add_argument("--verbose", action="store_true", help="also print every decision")
        part.add_argument(
            "--deep", type=int, default=150_000, help="simulations of the deep search to compare with (default: 150000)"
        )
        part.add_argument("--decisions", type=int, default=40, help="decisions to compare (default: 40)")
        part.add_argument(
            "--share", type=float, default=0.25, help="share of a board's decisions to compare (default: 0.25)"
        )
        part.add_argument("--samples", type=int, default=1_500, help="fresh random samples per stroke (default: 1500)")


def run(given: argparse.Namespace) -> int:
    """Run one part and print its figures."""
    check_measured(given.seed, given.boards)
    PARTS[given.part](given)
    return 0


def main() -> None:
    """Parse the command line and run one part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
