"""Compare the compiled functions of boards in arrays with their translation to JavaScript, call by call, bit by bit."""

import importlib
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from bench.arrays.steps import PLAYERS
from bench.javascript_calls import Calls, Translated, compared

from carrom.arrays import BoardOptions, Boards, Status, Table
from carrom.arrays.boards import SEATING
from carrom.arrays.random_play import aimed_strokes
from carrom.javascript.arrays_kernel import arrays_kernel
from carrom.physics.simulate import FASTEST, MOST_SPIN
from carrom.physics.surface import PRESETS
from carrom.rules.ruleset import Ruleset
from carrom.rules.rulesets.library import named

COUNT = 48
"""Boards played together."""
LONGEST = 150
"""Number of turns after which a board is set up anew."""


@dataclass
class Comparison:
    """The result of a comparison."""

    strokes: int = 0
    met: Counter[str] = field(default_factory=Counter)
    """Number of boards that ended or waited, by their status."""
    calls: Calls = field(default_factory=Calls)


@contextmanager
def translation(is_checked: bool = False) -> Iterator[Translated]:
    """Translate the functions of boards in arrays, and yield what calls them in Node."""
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder) / "arrays.mjs"
        module.write_text(arrays_kernel(is_checked).javascript, encoding="utf-8")
        with Translated(module) as translated:
            yield translated


def compare(
    rules: Ruleset,
    players: int,
    strokes: int,
    seed: int,
    translated: Callable[..., Any],
    found: Comparison,
    count: int = COUNT,
) -> None:
    """Play strokes on random boards of a rule set, and compare every call of a compiled function with its translation.

    Odd seeds play boards that wait for placings and demands. A third of the strokes has spin.
    """
    tests = str(Path(__file__).resolve().parents[2] / "tests")
    if tests not in sys.path:
        sys.path.insert(0, tests)
    agree = importlib.import_module("arrays.agree")
    dice, generator = random.Random(seed), np.random.default_rng(seed)
    options = BoardOptions(Table(rules, len(SEATING[players])), auto_settle=seed % 2 == 0)
    surfaces = [dice.choice(list(PRESETS.values())) for _ in range(count)]
    boards = Boards(count, rules, players, surfaces, threads=1, options=options)
    boards._do = {name: compared(name, function, translated, found.calls) for name, function in boards._do.items()}
    for b in range(count):
        set_up(boards, b, agree, dice)
    played = 0
    while played < strokes and not found.calls.differences:
        table = aimed_strokes(boards, generator, good=generator.random(count) < 0.7)
        table[:, 4] = np.where(generator.random(count) < 0.3, generator.integers(-MOST_SPIN, MOST_SPIN, count), 0)
        playing = np.nonzero(boards.status == Status.STRIKE)[0]
        wild = table + generator.integers(-1, 2, table.shape) * generator.integers(0, 10**6, table.shape)
        boards._do["first_illegal"](boards.tables, wild, playing, boards.ground, FASTEST, MOST_SPIN)
        boards.step(table)
        if played == 0:
            boards.strike(table, np.nonzero(boards.status == Status.STRIKE)[0][:2])
        played += len(playing)
        for b in map(int, playing):
            if boards.status[b] != Status.STRIKE or boards.round(b).turns > LONGEST:
                found.met[Status(boards.status[b]).name] += 1
                set_up(boards, b, agree, dice)
    found.strokes += played


def set_up(boards: Boards, b: int, agree: Any, dice: random.Random) -> None:
    """Set a board to a rack, or to a late position with few pieces, many of them near the pockets."""
    round = agree.begin(boards, dice)
    if dice.random() < 0.3:
        boards.reset(np.full(boards.count, dice.randrange(10**9)), np.arange(boards.count) == b, round.breaker)
        boards.load(b, round, None)
    else:
        boards.load(b, *agree.late(round, dice))


def run(strokes: int, names: tuple[str, ...]) -> int:
    """Compare this many strokes of each rule set, and print the results; return 1 if a call differs."""
    found = Comparison()
    with translation() as translated:
        for number, name in enumerate(names):
            for seed in (2 * number, 2 * number + 1):
                rules = named(name)
                compare(rules, PLAYERS.get(name, 2), strokes // 2, seed, translated, found)
            print(f"{name}: {found.strokes:,} strokes so far, {found.calls.report()}", flush=True)
    print(f"boards that ended or waited: {dict(found.met)}")
    print(*found.calls.shown, sep="\n")
    return int(found.calls.differences > 0)
