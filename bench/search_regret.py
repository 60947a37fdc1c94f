"""How much a search gives up against a far deeper one, by its own evaluation, on mid-game decisions of self-play.

One decision is taken from each board. Choices are compared on the same fresh samples, so that their difference has
little noise. With a file, every choice is stored as a line, and a second run goes on where the first one ended.

carrom bench search_regret --file regret.jsonl
carrom bench search_regret --decisions 100 --seed 120000 --simulations 72000

A file remembers the choices of one version of the search: after a change of the search, delete the lines of the
budgets that are to be measured again; the lines of the deep search can stay.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from carrom.board.seat import Seat
from carrom.engine.artifacts import MEASURING, check_measured
from carrom.engine.engine import Engine, as_row
from carrom.engine.ladder import contestant
from carrom.engine.levels import Budget
from carrom.engine.player import EnginePlayer, situation_of
from carrom.engine.self_play import MOST_EVENTS, answer, begun, hands_of
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.rules.phases import Strike
from carrom.rules.round import Phase
from carrom.values import changed

QUICK = 1_000
"""Simulations per stroke of the boards from which decisions are taken."""
FEWEST, MOST = 2, 7
"""Pieces that the player in turn has on the board at a mid-game decision."""


def decision_of(seed: int, player: str) -> Situation | None:
    """Return a mid-game decision of the board of that seed, or None if there is none."""
    quick = changed(contestant(player).level, budget=Budget(QUICK, 600.0))
    seated = {seat: EnginePlayer(quick, timed=False) for seat in (Seat.SOUTH, Seat.NORTH)}
    game, found = begun(seated, seed), []
    hands = hands_of(seated, seed)
    for _ in range(MOST_EVENTS):
        if game.is_over:
            break
        if isinstance(game.expected[0], Strike):
            round_ = situation_of(game).round
            if round_.phase is Phase.PLAY and FEWEST <= round_.men_on_board(round_.mover) <= MOST:
                found.append(situation_of(game))
        game = game.apply(answer(game, seated, hands, seed))
    return Random(f"{seed} decision").choice(found) if found else None


def decisions(seed: int, count: int, player: str) -> Iterator[tuple[int, Situation]]:
    """Yield `count` mid-game decisions with the seeds of their boards, from boards of seed `seed` on."""
    made = 0
    while made < count:
        situation = decision_of(seed, player)
        if situation is not None:
            made += 1
            yield seed, situation
        seed += 1


class Choices:
    """Choices of one player, with the stored ones of earlier runs."""

    def __init__(self, player: str, samples: int, file: Path | None) -> None:
        """Read the stored choices. Raises `RefusedRequest` for a line that is none."""
        self._player, self._samples, self._file = player, samples, file
        self._stored: dict[str, dict[str, float]] = {}
        if file is not None and file.exists():
            for number, line in enumerate(file.read_text().splitlines(), start=1):
                try:
                    row = json.loads(line)
                    self._stored[row["key"]] = {name: float(row[name]) for name in ("worth", "success", "seconds")}
                except (ValueError, KeyError, TypeError) as error:
                    raise RefusedRequest(
                        f"Line {number} of {file} is not a choice; expected a file that this command wrote."
                    ) from error

    def of(self, seed: int, situation: Situation, simulations: int, run: int) -> dict[str, float]:
        """Return value, success probability and processor time in s of the choice with that budget."""
        key = f"{seed} {self._player} {simulations} {run} {self._samples}"
        if key not in self._stored:
            level = changed(contestant(self._player).level, budget=Budget(simulations, 600.0))
            engine = Engine(level, lambda: 0.0)
            began = time.process_time()
            choice = engine._chosen(situation, Random(f"{seed} mind {run}"))
            seconds = time.process_time() - began
            choice.search._rng = Random(f"{seed} fresh")
            fresh = choice.search.promise(np.array(as_row(choice.aimed)), self._samples)
            self._stored[key] = {"worth": fresh.worth, "success": fresh.success, "seconds": seconds}
            if self._file is not None:
                with self._file.open("a") as opened:
                    opened.write(json.dumps({"key": key, **self._stored[key]}) + "\n")
        return self._stored[key]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--player", default="machine", metavar="LEVEL", help="level of both searches")
    parser.add_argument("--aim-error", type=float, default=0.4, metavar="DEGREES", help="aim error in degrees")
    parser.add_argument("--simulations", type=int, default=36_000, help="budget of the search that is measured")
    parser.add_argument("--deep", type=int, default=600_000, help="budget of the search it is compared with")
    parser.add_argument("--decisions", type=int, default=40, help="decisions, one of each board")
    parser.add_argument("--rounds", type=int, default=1, help="choices of the measured search at every decision")
    parser.add_argument("--samples", type=int, default=4_000, help="fresh samples of every chosen stroke")
    parser.add_argument("--seed", type=int, default=MEASURING.start, metavar="SEED", help="seed of the first board")
    parser.add_argument("--file", metavar="FILE", help="JSON lines file of choices, read and extended")
    parser.add_argument("--verbose", action="store_true", help="print every decision")


def run(given: argparse.Namespace) -> int:
    """Print the regret of a budget against a deep search. Raises `RefusedRequest` for counts that measure nothing."""
    for name in ("simulations", "deep", "decisions", "rounds", "samples"):
        if getattr(given, name) < 1:
            raise RefusedRequest(f"--{name} is {getattr(given, name)}; expected at least 1.")
    check_measured(given.seed, given.decisions)
    regrets(given)
    return 0


def regrets(given: argparse.Namespace) -> list[float]:
    """Print the regret of a budget against a deep search, and return it by decisions."""
    player = f"{given.player}@{given.aim_error:g}"
    choices = Choices(player, given.samples, Path(given.file) if given.file else None)
    lost, success, seconds = [], [], []
    for seed, situation in decisions(given.seed, given.decisions, player):
        deep = choices.of(seed, situation, given.deep, 0)
        found = [choices.of(seed, situation, given.simulations, 1 + k) for k in range(given.rounds)]
        lost.append(sum(deep["worth"] - each["worth"] for each in found) / len(found))
        success.append(sum(each["success"] for each in found) / len(found))
        seconds += [each["seconds"] for each in found]
        if given.verbose:
            print(f"{seed}: deep {deep['worth']:+.3f}, regret {lost[-1]:+.3f}", flush=True)
    print(
        f"{player}, {given.simulations} against {given.deep} simulations: regret {told(lost)} points, "
        f"success {told(success)}, {1e3 * np.mean(seconds):.0f} ms a choice ({len(lost)} decisions, "
        f"{given.rounds} choices each)"
    )
    return lost


def told(found: list[float]) -> str:
    """Return a mean with its 95 % interval."""
    half = 1.96 * float(np.std(found, ddof=1)) / len(found) ** 0.5 if len(found) > 1 else float("inf")
    return f"{np.mean(found):.3f} ± {half:.3f}"
