"""`carrom bench fuzz`: generated inputs to what each command calls; whatever comes in, a sentence comes out.

The doors and the mutations lie in tests/fuzz; a test tries a small slice of the same inputs.
"""

import argparse
import importlib
import os
import sys
import tempfile
import time
from pathlib import Path


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench fuzz`."""
    parser.add_argument("--inputs", type=int, default=100_000, help="inputs in all (100,000)")
    parser.add_argument("--seed", type=int, default=1, help="which inputs (1)")
    parser.add_argument("--door", help="only this door")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="only this input of the door, and show it")


def run(args: argparse.Namespace) -> int:
    """Try all inputs; print every one that did not end in a sentence, and return 1 if there was any."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    tries = importlib.import_module("fuzz.run")
    from carrom.physics.kernel.compiled import warm

    warm()
    found = 0
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, count in tries.shares(args.inputs).items():
            if args.door in (None, name):
                numbers = range(count) if args.only is None else range(args.only, args.only + 1)
                found += _tried(tries, name, numbers, args.seed)
        os.chdir(before)
    print(f"{found or 'no'} input{'' if found == 1 else 's'} without a sentence")
    return 1 if found else 0


def _tried(tries: object, name: str, numbers: range, seed: int) -> int:
    """Try one door, and return how many inputs failed."""
    begun, found = time.perf_counter(), 0
    for fault in tries.faults(name, numbers, seed):  # type: ignore[attr-defined]
        found += 1
        if found <= 10:
            print(f"{fault.door} {fault.number}: {fault.given!r:.2000}\n{fault.why}\n", flush=True)
    took = time.perf_counter() - begun
    print(f"{name:10} {len(numbers):7} inputs, {found} without a sentence, {took:.1f} s", flush=True)
    return found
