"""Compare the engine's search functions here with `web/src/offline/kernel.wasm`, call by call, bit by bit."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from bench.engine import scattered
from bench.web_assembly.calls import Calling, Calls, compared

from carrom.board.disc import Disc
from carrom.board.rack import nominal_rack
from carrom.compiling import kernels
from carrom.engine import rollouts
from carrom.engine.geometry import HandNoise
from carrom.engine.situation import Situation, facts, seats_of
from carrom.physics.batch import places_of
from carrom.physics.kernel import compiled
from carrom.physics.surface import PRESETS
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import ruleset
from carrom.values import changed

STROKES = 8
"""Strokes tried in one situation."""
SAMPLES = 64
"""Simulations of each stroke."""
HANDS = (HandNoise(0.0, 0.0, 0.0), HandNoise(1.0, 0.1, 700.0), HandNoise(0.4, 0.05, 300.0))


def compare(situation: Situation, samples: int, seed: int, calling: Callable[..., Any], found: Calls) -> int:
    """Make the calls of a search for a random seat, surface and player, compared; return the number of simulations.

    A break is played by its breaker, on racks with gaps.
    """
    rng = Random(seed)
    surface = rng.choice(list(PRESETS.values()))
    seats = [seat for side in situation.round.sides for seat in side.seats]
    seat = situation.round.turn if situation.round.phase is Phase.BREAK else rng.choice(seats)
    given = Situation(changed(situation.round, turn=seat), situation.position, surface)
    functions = {
        name: compared(name, function, calling, found)
        for name, function in kernels(rollouts.ENTRIES, as_native=True).items()
    }
    rollouts.use(compiled.current(), functions)
    try:
        tries = rollouts.RolloutRunner(given, rng.choice(HANDS))
        wanted = rng.sample([disc for disc in given.position.discs if disc is not Disc.S], 1)
        tries.directs(wanted, [rng.randint(-200_000, 200_000) for _ in range(3)])
        low, high = tries.spans.min(), tries.spans.max()
        rows = [
            (rng.randint(low, high), rng.randint(-4, 4) * 10**6, rng.randint(1, 7 * 10**6), 0, rng.choice((0, 50_000)))
            for _ in range(STROKES)
        ]
        tries.rate(np.array(rows, dtype=np.int64), rollouts.deviates(samples, rng), 0, samples)
        seated = np.array([seats_of(facts(given.round))])
        rollouts.surveyed(places_of([given.position]), seated, np.ones(1), surface)
    finally:
        rollouts._outside.clear()
    return STROKES * samples


def at_break() -> Situation:
    """Return a situation before the first stroke."""
    return Situation(Round.begin(ruleset("icf")), nominal_rack(), PRESETS["club"])


def run(strokes: int, seed: int) -> int:
    """Compare this many simulated strokes, print the result, and return 1 if a call differs."""
    found, played, number = Calls(), 0, seed
    with Calling() as calling:
        while played < strokes and not found.differences:
            situation = at_break() if number % 10 == 0 else scattered(number, 3 + number % 16)
            played += compare(situation, SAMPLES, number, calling, found)
            number += 1
    print(f"{played:,} simulated strokes, {found.report()}", *found.shown, sep="\n")
    return int(found.differences > 0)
