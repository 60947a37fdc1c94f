"""Compare boards in arrays with games, stroke by stroke, in every rule set and in random custom rules."""

import importlib
import random
import sys
from pathlib import Path

from bench.arrays.steps import PLAYERS

from carrom.rules.rulesets import named


def run(strokes: int, names: tuple[str, ...], custom: int) -> int:
    """Compare and print the results; a custom rule set gets 1 % of the strokes. Return 1 for differences."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
    agree = importlib.import_module("arrays.agree")
    failed = 0
    sets = [(named(name), PLAYERS.get(name, 2), strokes) for name in names]
    own = agree.custom_sets(random.Random(1))
    sets += [(*next(own), max(1, strokes // 100)) for _ in range(custom)]
    for number, (rules, players, count) in enumerate(sets):
        found = agree.compare(rules, players, count, seed=number)
        met = f"{found.keys} keys, {dict(found.met)}"
        name = f"{rules.name}, {players} players" + (f" ({rules.extends}: {rules.changes})" if rules.extends else "")
        print(f"{name}: {found.strokes} strokes, {len(found.differences)} differences, {met}", flush=True)
        for difference in found.differences:
            print(difference)
        failed += len(found.differences)
    return int(failed > 0)
