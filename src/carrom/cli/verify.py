"""`carrom verify`: simulate a recorded game again and report every divergence."""

import argparse
from pathlib import Path

import msgspec

from carrom.cli.replay import load
from carrom.game.verify import divergences

EXAMPLES = """\
examples:
  carrom verify game.carrom
  carrom verify game.carrom --json

exit code 0: the simulation says what the record says; 1: it does not, or the record is torn or edited.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", type=Path, help="a record (.carrom)")
    parser.add_argument("--json", action="store_true", help="one JSON object a divergence")


def run(args: argparse.Namespace) -> int:
    """Print every divergence, and return 1 if there is any."""
    game = load(args.file)
    count = 0
    for divergence in divergences(game):
        count += 1
        print(msgspec.json.encode(divergence).decode() if args.json else str(divergence), flush=True)
    if not args.json:
        strokes = sum(event.__class__.__name__ == "Struck" for event in game.events)
        if not game.header.measured:
            print(f"{strokes} strokes on a wooden board: the laws were applied again, there is nothing to simulate.")
        else:
            print(f"{strokes} strokes simulated again, {count or 'no'} divergence{'' if count == 1 else 's'}.")
    return 1 if count else 0
