"""`carrom bench web_assembly`: the kernels of the page in WebAssembly against the native ones, bit by bit.

Random strokes from random positions, on the presets of both physics versions and on random surfaces, are played by the
kernel of this machine and by `web/src/physics/kernel.wasm` in Node, Chromium or Firefox. Every number of the log, the
resting places, the times and the keyframes is compared. Both kernels are timed in turn, chunk by chunk, in processor
time (browsers: in real time). With `--search` the calls of the engine's search are compared instead, in Node.
"""

import argparse

from bench.web_assembly import search
from bench.web_assembly.browsers import BROWSERS
from bench.web_assembly.comparison import Comparison, Compiled, Node, Page, compare
from bench.web_assembly.strokes import chunks

CHUNK = 2_000
"""Strokes of one message."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench web_assembly`."""
    parser.add_argument("--strokes", type=int, default=100_000, help="number of strokes (default: %(default)s)")
    parser.add_argument(
        "--target",
        choices=("node", *BROWSERS),
        default="node",
        help="what plays the strokes in WebAssembly (default: %(default)s)",
    )
    parser.add_argument("--search", type=int, metavar="STROKES", help="compare a search of so many simulated strokes")
    parser.add_argument("--presets", action="store_true", help="only the three preset surfaces, as in games")
    parser.add_argument("--seed", type=int, default=1, help="seed of the strokes (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Compare the kernels and print the result; return 1 if any stroke differs."""
    if args.search:
        return search.run(args.search, args.seed)
    found = Comparison()
    ours = Compiled()
    with theirs_by(args.target) as theirs:
        for given in chunks(args.strokes, CHUNK, args.seed, args.presets):
            compare(ours, theirs, given, found)
            if found.strokes % (10 * CHUNK) == 0:
                print(report(found), flush=True)
    print(report(found), *found.shown, sep="\n")
    return int(found.differences > 0)


def theirs_by(target: str) -> Node | Page:
    """Return what plays the strokes of the page."""
    return Node() if target == "node" else Page(target)


def report(found: Comparison) -> str:
    """Return the result so far in one line."""
    counts = (
        f"{found.strokes:,} strokes, {found.events:,} events, {found.keyframes:,} keyframes: {found.differences:,} "
        "strokes differ"
    )
    if not found.timed:
        return counts
    ours, theirs = found.timed / found.compiled, found.timed / found.page
    return f"{counts}; {ours:,.0f} strokes/s native, {theirs:,.0f} in WebAssembly: {found.speed:.2f} of the speed"
