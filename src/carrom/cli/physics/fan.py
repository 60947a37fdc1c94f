"""`carrom fan`: a fixed fan of strokes from a fixed position, and its totals (carrom's perft)."""

import argparse
import json

from carrom.board.notation import position_from
from carrom.cli.physics.simulate import json_or_text
from carrom.physics.surface import surface
from carrom.physics.verification.perft import Totals, fan, positions

EXAMPLES = """examples:
  carrom fan                             the three positions in the club surface
  carrom fan middle --divide             totals by place and spin of the striker: where do two versions differ?
  carrom fan c1_Q.0.0_W1.-4.-31824 --surface slow --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("position", nargs="*", help="rack, middle, last (default: all three), or a position as text")
    parser.add_argument("--surface", default="club", help="slow, club (default), tournament, or parameters as JSON")
    parser.add_argument("--divide", action="store_true", help="totals by group as well")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Play the fans, and print what they add up to."""
    found = surface(json_or_text(args.surface))
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
