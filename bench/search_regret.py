"""How much a search gives up against a far deeper one, by its own evaluation, on mid-game decisions of self-play.

One decision is taken from each board. Choices are compared on the same fresh samples, so that their difference has
little noise. With a file, every choice is stored as a line, and a second run goes on where the first one ended.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from carrom.board.seat import Seat
from carrom.engine.play.engine import Engine, as_row
from carrom.engine.play.player import EnginePlayer, situation_of
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.engine.strength.player_spec import contestant
from carrom.engine.strength.self_play import MOST_EVENTS, answer, begun, hands_of
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
            search, stroke, _ = engine._searched(situation, Random(f"{seed} mind {run}"))
            seconds = time.process_time() - began
            search._rng = Random(f"{seed} fresh")
            fresh = search.promise(np.array(as_row(stroke)), self._samples)
            self._stored[key] = {"worth": fresh.worth, "success": fresh.success, "seconds": seconds}
            if self._file is not None:
                with self._file.open("a") as opened:
                    opened.write(json.dumps({"key": key, **self._stored[key]}) + "\n")
        return self._stored[key]


def run(given: argparse.Namespace) -> list[float]:
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
