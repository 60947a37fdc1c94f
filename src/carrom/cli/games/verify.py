"""The `carrom verify` command: simulate a recorded game, or every rubber of a tie, and report every difference."""

import argparse
from pathlib import Path

import msgspec

from carrom.cli.games.replay import load
from carrom.game.game import GameHistory
from carrom.game.verify import divergences

EXAMPLES = """\
examples:
  carrom verify game.carrom
  carrom verify game.carrom --json
  carrom verify tie.zip            the records of a tie; also the folder of one

Exit code 0: the simulation agrees with the record. Exit code 1: it differs, or the record is damaged or edited.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="record of a game (.carrom), or of a tie (.zip file or folder)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per difference")


def run(args: argparse.Namespace) -> int:
    """Print every difference, and return 1 if there is any."""
    if not args.file.is_dir() and args.file.suffix != ".zip":
        return _verified(load(args.file), args.json)
    from carrom.cli.games.tie_files import load_tie
    from carrom.umpire.tie_table import tie_card

    tie = load_tie(args.file)
    found = 0
    for number, game in enumerate(tie.games, 1):
        if not args.json:
            print(f"Rubber {number}: ", end="", flush=True)
        found |= _verified(game, args.json)
    if not args.json:
        print("\n".join(tie_card(tie)))
    return found


def _verified(game: GameHistory, as_json: bool) -> int:
    """Print every difference of a game, and return 1 if there is any."""
    count = 0
    for divergence in divergences(game):
        count += 1
        print(msgspec.json.encode(divergence).decode() if as_json else str(divergence), flush=True)
    if not as_json:
        strokes = sum(event.__class__.__name__ == "Struck" for event in game.events)
        if not game.header.measured:
            print(f"{strokes} strokes on a physical board: the laws were applied again; there is nothing to simulate.")
        else:
            print(f"{strokes} strokes simulated again, {count or 'no'} difference{'' if count == 1 else 's'}.")
    return 1 if count else 0
