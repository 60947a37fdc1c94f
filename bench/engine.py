"""Measure the engine's parts: families of strokes, time per move, and breaks.

python bench/engine.py families             how often an exactly played stroke of each family pockets its target
python bench/engine.py time [--interpreted] time per move of each level, and how many moves met the level's time limit
python bench/engine.py breaks               the grid of breaks from which the opening book was built

Times are processor time of this process.
"""

import argparse
import os
import statistics
import sys
import time
from collections import Counter
from random import Random

if "--interpreted" in sys.argv:
    os.environ["CARROM_KERNELS"] = "interpreted"

from carrom.board.disc import MEN, QUEEN, WHITES, Disc, Kind
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.break_book import RING, past_the_middle
from carrom.engine.candidates import Family, candidates
from carrom.engine.engine import Engine
from carrom.engine.geometry import disturbed, drawn
from carrom.engine.levels import LEVELS, level_named
from carrom.engine.outcome_value import wanted
from carrom.engine.situation import Situation
from carrom.physics.simulate import simulate
from carrom.physics.surface import surface
from carrom.rules.round import Phase, Round, in_rack_order
from carrom.rules.ruleset import ruleset
from carrom.values import changed

CLUB = surface("club")
USUAL, WITHIN = 300, {"champion": 500, "machine": 1_000}
"""Most milliseconds of processor time per move, in general and by level."""
INTERPRETED = 2_000
"""The same without compiled code."""


def scattered(seed: int, men: int) -> Situation:
    """Return a seeded random mid-game position with the queen and `men` pieces, south (white) to strike."""
    rng, position = Random(seed), Position()
    names = [*rng.sample(MEN, men), QUEEN]
    for disc in names:
        while True:
            at = Point(rng.randint(-350_000, 350_000), rng.randint(-350_000, 350_000))
            if (abs(at.x) - 347_750) ** 2 + (abs(at.y) - 347_750) ** 2 < 26_000**2:
                continue
            if all((at.x - p.at.x) ** 2 + (at.y - p.at.y) ** 2 > 32_000**2 for p in position):
                position = position.having(disc, at)
                break
    begun = Round.begin(ruleset("icf"))
    sides = tuple(changed(side, pocketed_before=True) for side in begun.sides)
    gone = tuple(disc for disc in begun.on_board if disc not in names)
    lying = in_rack_order(names)
    return Situation(changed(begun, phase=Phase.PLAY, sides=sides, on_board=lying, pocketed=gone), position, CLUB)


def families(given: argparse.Namespace) -> None:
    """Print how often the intended disc falls when a candidate is played exactly."""
    tried: Counter[Family] = Counter()
    fell: Counter[Family] = Counter()
    for seed in range(given.positions):
        situation = scattered(seed, 9)
        table = situation.table(Seat.SOUTH, wanted(situation.round))
        for candidate in candidates(table):
            outcome = simulate(situation.position, candidate.stroke, Seat.SOUTH, CLUB).outcome
            tried[candidate.family] += 1
            fell[candidate.family] += candidate.disc in outcome.pocketed
    for family, count in tried.items():
        print(f"{family:12} {count:6} strokes {100 * fell[family] / count:5.1f} % pocket their target")


def times(given: argparse.Namespace) -> None:
    """Print the processor time per move, including breaks, and the share of moves within the level's time limit."""
    asked = [scattered(seed, men) for seed, men in enumerate([17, 14, 11, 8, 5, 3] * given.rounds)]
    asked += [Situation(Round.begin(ruleset("icf")), rack(seed=seed), CLUB) for seed in range(given.rounds)]
    print(f"{len(asked)} moves per level; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; 95 % intervals")
    for level in [level_named(name) for name in given.levels.split(",")] if given.levels else LEVELS:
        spent = []
        for seed, situation in enumerate(asked):
            began = time.process_time()
            Engine(level, lambda: 0.0).choose(situation, Random(seed))
            spent.append(1000 * (time.process_time() - began))
        spent.sort()
        most = INTERPRETED if given.interpreted else WITHIN.get(level.name, USUAL)
        quick = sum(each <= most for each in spent)
        low, high = wilson(quick, len(spent))
        of_rank = [spent[min(len(spent) - 1, max(0, round(rank)))] for rank in middle_ranks(len(spent))]
        print(
            f"{level.name:12} median {statistics.median(spent):5.0f} ms ({of_rank[0]:.0f} to {of_rank[1]:.0f}), "
            f"95 % {spent[round(0.95 * (len(spent) - 1))]:5.0f}, longest {spent[-1]:5.0f}; "
            f"{quick} within {most} ms ({100 * low:.0f} to {100 * high:.0f} %)"
        )


def middle_ranks(count: int) -> tuple[float, float]:
    """Return the ranks that bound the 95 % interval of the median."""
    half = 0.98 * count**0.5
    return count / 2 - half, count / 2 + half - 1


def success(given: argparse.Namespace) -> None:
    """Print the share of strokes after the break that keep the turn, for each level in games against itself."""
    from carrom.engine.player import EnginePlayer
    from carrom.engine.self_play import play_board
    from carrom.rules.ruling import Turn

    for level in LEVELS:
        player = EnginePlayer(level)
        keeps = strokes = turns = 0
        for seed in range(given.boards):
            for ruling in play_board(player, player, seed).rulings[1:]:
                strokes += 1
                keeps += ruling.turn in (Turn.CONTINUE, Turn.END)
                turns += ruling.turn is Turn.PASS
        low, high = wilson(keeps, strokes)
        print(
            f"{level.name:12} {100 * keeps / strokes:5.1f} % of {strokes} strokes ({100 * low:.0f}-{100 * high:.0f}), "
            f"{turns / given.boards:.1f} lost turns per board"
        )


def wilson(won: int, played: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    z, share = 1.96, won / played
    middle = share + z * z / (2 * played)
    half = z * ((share * (1 - share) + z * z / (4 * played)) / played) ** 0.5
    return (middle - half) / (1 + z * z / played), (middle + half) / (1 + z * z / played)


def break_grid(given: argparse.Namespace) -> None:
    """Print the average result of each break of a grid with a state champion's aim errors, best first."""
    hand, rng = level_named("state").hand, Random(1)
    begun = Round.begin(ruleset("icf"))
    racks = [Situation(begun, rack(seed=seed), CLUB) for seed in range(given.racks)]
    rows = []
    for speed in (3.0e6, 3.5e6, 4.5e6, 5.5e6):
        for x in range(0, 182_001, 22_750):
            for aside in (step / 5 for step in range(-6, 7)):
                rows.append((*_break(racks, x, aside, speed, hand, rng), x, aside, speed))
    print("own first  whites  blacks  striker   x (mm)  aside  m/s")
    for good, white, black, striker, x, aside, speed in sorted(rows, reverse=True)[: given.rows]:
        print(f"{good:9.2f} {white:7.2f} {black:7.2f} {striker:8.2f} {x / 1000:8.1f} {aside:6.1f} {speed / 1e6:4.1f}")


def _break(racks, x, aside, speed, hand, rng):  # type: ignore[no-untyped-def]
    """Return the share of breaks that keep the turn, and the mean white pieces, black pieces and strikers pocketed."""
    good = white = black = striker = 0
    for situation in racks:
        table = situation.table(Seat.SOUTH, ())
        stroke = disturbed(Stroke(*past_the_middle(table, x, aside * RING, speed)), hand, drawn(rng))
        fallen = simulate(situation.position, stroke, Seat.SOUTH, CLUB).outcome.pocketed
        whites = sum(disc in WHITES for disc in fallen)
        white += whites
        black += sum(disc.kind is Kind.BLACK for disc in fallen)
        striker += Disc.S in fallen
        good += whites > 0 and Disc.S not in fallen
    return tuple(total / len(racks) for total in (good, white, black, striker))


def main() -> None:
    """Parse the command line and run one part."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = arguments.add_subparsers(required=True)
    part = parts.add_parser("families")
    part.add_argument("--positions", type=int, default=40)
    part.set_defaults(run=families)
    part = parts.add_parser("time")
    part.add_argument("--rounds", type=int, default=2)
    part.add_argument("--interpreted", action="store_true", help="run without native kernels")
    part.add_argument("--levels", default="", help="names separated by commas (default: all)")
    part.set_defaults(run=times)
    part = parts.add_parser("success")
    part.add_argument("--boards", type=int, default=10)
    part.set_defaults(run=success)
    part = parts.add_parser("breaks")
    part.add_argument("--racks", type=int, default=100)
    part.add_argument("--rows", type=int, default=30)
    part.set_defaults(run=break_grid)
    given = arguments.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
