"""`carrom bench fuzz`: feed generated inputs to every parser; each must answer with a result or one sentence.

The targets and the mutations are in tests/fuzz; a test runs a small part of the same inputs.
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
    parser.add_argument("--inputs", type=int, default=100_000, help="number of inputs in all (default: 100000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the inputs (default: 1)")
    parser.add_argument("--target", help="only this target: one parser or command")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="only this input of the target, and print it")


def run(args: argparse.Namespace) -> int:
    """Run all inputs; print each that ended without a result or a sentence, and return 1 if there was any."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    tries = importlib.import_module("fuzz.run")
    found = 0
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, count in tries.shares(args.inputs).items():
            if args.target in (None, name):
                numbers = range(count) if args.only is None else range(args.only, args.only + 1)
                found += _tried(tries, name, numbers, args.seed)
        os.chdir(before)
    print(f"{found or 'no'} input{'' if found == 1 else 's'} without a result or a sentence")
    return 1 if found else 0


def _tried(tries: object, name: str, numbers: range, seed: int) -> int:
    """Run the inputs of one target, and return how many failed."""
    begun, found = time.perf_counter(), 0
    for fault in tries.faults(name, numbers, seed):  # type: ignore[attr-defined]
        found += 1
        if found <= 10:
            print(f"{fault.door} {fault.number}: {fault.given!r:.2000}\n{fault.why}\n", flush=True)
    took = time.perf_counter() - begun
    print(f"{name:10} {len(numbers):7} inputs, {found} without a sentence, {took:.1f} s", flush=True)
    return found
