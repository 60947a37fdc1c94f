"""`carrom bench physics_javascript`: the physics kernel of the page against the compiled one, bit by bit.

Random strokes from random positions, on the presets of both physics versions and on random surfaces, are played by the
compiled kernel and by `web/src/physics/kernel.js`: in Node, Chromium or Firefox, as WebAssembly or as JavaScript.
Every number of the log, the resting places, the times and the keyframes is compared. Both kernels are timed in turn,
chunk by chunk, in processor time (browsers: in real time).
"""

import argparse

from bench.physics_javascript.browsers import BROWSERS
from bench.physics_javascript.comparison import Comparison, Compiled, Node, Page, compare
from bench.physics_javascript.strokes import chunks

TARGETS = {
    name + end: (name, way) for name in BROWSERS for end, way in (("", "webassembly"), ("-javascript", "javascript"))
}
"""The browser, and how it plays, by the name of the target."""
CHUNK = 2_000
"""Strokes of one message."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench physics_javascript`."""
    parser.add_argument("--strokes", type=int, default=100_000, help="number of strokes (default: %(default)s)")
    parser.add_argument(
        "--target",
        choices=("webassembly", "javascript", *TARGETS),
        default="webassembly",
        help="how Node plays, or the browser that plays, in WebAssembly or JavaScript (default: %(default)s)",
    )
    parser.add_argument("--presets", action="store_true", help="only the three preset surfaces, as in games")
    parser.add_argument("--seed", type=int, default=1, help="seed of the strokes (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Compare the kernels and print the result; return 1 if any stroke differs."""
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
    return Page(*TARGETS[target]) if target in TARGETS else Node(target)


def report(found: Comparison) -> str:
    """Return the result so far in one line."""
    counts = (
        f"{found.strokes:,} strokes, {found.events:,} events, {found.keyframes:,} keyframes: {found.differences:,} "
        "strokes differ"
    )
    if not found.timed:
        return counts
    ours, theirs = found.timed / found.compiled, found.timed / found.page
    return f"{counts}; {ours:,.0f} strokes/s compiled, {theirs:,.0f} in the page: {found.speed:.2f} of the speed"
