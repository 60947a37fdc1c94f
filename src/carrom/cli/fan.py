"""The `carrom fan` command: simulate a fixed fan of strokes from a fixed position and print totals, like perft in
chess.
"""

import argparse
import json

from carrom.board.notation import position_from
from carrom.cli.options import SURFACE_HELP, read_surface
from carrom.cli.simulate import json_or_text
from carrom.physics.signature import Totals, fan, positions
from carrom.physics.surface import surface

EXAMPLES = """examples:
  carrom fan                             totals of the three positions on the club surface
  carrom fan middle --divide             totals by the striker's placement and spin, to find where two versions differ
  carrom fan c1_Q.0.0_W1.-4.-31824 --surface slow --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "position", nargs="*", help="positions: rack, middle, last, or a position as text (default: these three)"
    )
    parser.add_argument("--surface", default="club", help=SURFACE_HELP)
    parser.add_argument("--divide", action="store_true", help="also print totals by group")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(args: argparse.Namespace) -> int:
    """Simulate the fans and print their totals."""
    found = surface(read_surface(args.surface))
    named = positions()
    for name in args.position or named:
        position = named[name] if name in named else position_from(json_or_text(name))
        totals = fan(position, found)
        for row in totals if args.divide else totals[-1:]:
            print(json.dumps({"position": name, **_fields(row)}) if args.json else in_words(name, row))
    return 0


def in_words(position: str, row: Totals) -> str:
    """Return one line of totals."""
    return (
        f"{position} {row.group}: {row.strokes} strokes, {row.disc} disc, {row.frame} frame, {row.pocket} pocket, "
        f"{row.duration / 1e6:.6f} s, {row.digest}"
    )


def _fields(row: Totals) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
