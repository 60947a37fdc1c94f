"""Compare the compiled functions of boards in arrays with their translation to JavaScript, call by call, bit by bit."""

import importlib
import json
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from bench.arrays.steps import PLAYERS
from bench.physics_javascript.comparison import node
from numpy.typing import NDArray

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
SHOWN = 5
"""Maximum number of differing calls that are reported."""

Numbers = NDArray[np.float64]


@dataclass
class Comparison:
    """The result of a comparison."""

    strokes: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    """Number of compared calls, by the name of the function."""
    met: Counter[str] = field(default_factory=Counter)
    """Number of boards that ended or waited, by their status."""
    differences: int = 0
    shown: list[str] = field(default_factory=list)
    """Descriptions of the first differing calls."""
    compiled: float = 0.0
    """Real time (s) in the compiled functions."""
    translated: float = 0.0
    """Real time (s) in JavaScript, with the transfer of all arrays."""


class Translated:
    """A Node process that calls functions of `carrom.javascript.arrays_kernel`. Use it in a `with` statement."""

    def __init__(self, is_checked: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory()
        module = Path(self._folder.name) / "arrays.mjs"
        module.write_text(arrays_kernel(is_checked).javascript, encoding="utf-8")
        words = [node(), str(Path(__file__).with_name("calls.mjs")), str(module)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Translated":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()

    def __call__(self, name: str, arguments: Sequence[Any]) -> tuple[Any, Numbers]:
        """Call a function; return its result, or the error as text, and the numbers of all arrays after the call."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        numbers = flat(arguments)
        text = json.dumps([name, described(arguments)]).encode()
        into.write(struct.pack("<qq", len(text), numbers.nbytes) + text + numbers.tobytes())
        into.flush()
        (length,) = struct.unpack("<q", out.read(8))
        answer = json.loads(out.read(length))
        after = np.frombuffer(out.read(numbers.nbytes), dtype="<f8")
        return answer.get("error", answer.get("result")), after


def arrays_of(argument: Any) -> list[NDArray[Any]]:
    """Return the arrays of an argument, in order."""
    if isinstance(argument, tuple):
        return [array for part in argument for array in arrays_of(part)]
    return [argument] if isinstance(argument, np.ndarray) else []


def flat(arguments: Sequence[Any]) -> Numbers:
    """Return the numbers of all arrays as floats, which hold the integers of the functions exactly."""
    return np.concatenate([array.ravel() for array in arrays_of(tuple(arguments))], dtype="<f8")


def described(arguments: Sequence[Any]) -> list[Any]:
    """Return the arguments as calls.mjs reads them, the arrays by their place in `flat`."""
    at = 0

    def one(argument: Any) -> Any:
        nonlocal at
        if isinstance(argument, tuple):
            names = type(argument)._fields  # type: ignore[attr-defined]
            return {"fields": {name: one(part) for name, part in zip(names, argument, strict=True)}}
        if isinstance(argument, np.ndarray):
            at += argument.size
            return {"at": at - argument.size, "shape": argument.shape}
        return argument

    return [one(argument) for argument in arguments]


def compared(name: str, function: Callable[..., Any], translated: Translated, found: Comparison) -> Callable[..., Any]:
    """Return a compiled function that is compared with its translation at each call."""

    def call(*arguments: Any) -> Any:
        begun = time.perf_counter()
        theirs, after = translated(name, arguments)
        between = time.perf_counter()
        ours = function(*arguments)
        found.compiled += time.perf_counter() - between
        found.translated += between - begun
        found.calls[name] += 1
        before = flat(arguments)
        if ours != theirs or before.tobytes() != after.tobytes():
            found.differences += 1
            if len(found.shown) < SHOWN:
                found.shown.append(f"{name}: {ours} compiled, {theirs} translated; {difference(arguments, after)}")
        return ours

    return call


def difference(arguments: Sequence[Any], after: Numbers) -> str:
    """Return the first numbers in which the arrays of a call differ."""
    differing = np.nonzero(flat(arguments).view(np.int64) != after.view(np.int64))[0]
    if not len(differing):
        return "the arrays are the same"
    at = int(differing[0])
    for number, array in enumerate(arrays_of(tuple(arguments))):
        if at < array.size:
            index = tuple(map(int, np.unravel_index(at, array.shape)))
            theirs = after[int(differing[0])]
            return f"{len(differing)} numbers differ, first array {number} at {index}: {array[index]} and {theirs}"
        at -= array.size
    raise AssertionError(at)


def compare(
    rules: Ruleset, players: int, strokes: int, seed: int, translated: Translated, found: Comparison, count: int = COUNT
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
    boards._do = {name: compared(name, function, translated, found) for name, function in boards._do.items()}
    for b in range(count):
        set_up(boards, b, agree, dice)
    played = 0
    while played < strokes and not found.differences:
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
    with Translated() as translated:
        for number, name in enumerate(names):
            for seed in (2 * number, 2 * number + 1):
                rules = named(name)
                compare(rules, PLAYERS.get(name, 2), strokes // 2, seed, translated, found)
            calls = ", ".join(f"{count:,} of {called}" for called, count in sorted(found.calls.items()))
            print(f"{name}: {found.strokes:,} strokes so far, {found.differences} calls differ ({calls})", flush=True)
    print(f"boards that ended or waited: {dict(found.met)}")
    print(f"{found.compiled:.1f} s compiled, {found.translated:.1f} s in JavaScript with the transfer of all arrays")
    print(*found.shown, sep="\n")
    return int(found.differences > 0)
