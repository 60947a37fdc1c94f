"""The `carrom breaks` command: the breaks of the book for a rack, and what each leads to."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from carrom.cli.draw import write
from carrom.errors import RefusedRequest

if TYPE_CHECKING:
    from carrom.analysis.messages import BreakFacts, BreakResult, BreakTable

EXAMPLES = """examples:
  carrom breaks
  carrom breaks --ruleset club --accuracy strong-club --surface slow
  carrom breaks --accuracy 0.4 --fastest 6 --svg break.svg
  carrom breaks --json

--accuracy is a level's name, or the aim error in degrees (one standard deviation), or three errors separated by
commas: degrees, relative speed, placement in µm. The rule set decides the rack's angle and who owns which pieces.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    parser.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    parser.add_argument("--accuracy", default="state", help="accuracy of the player (default: state)")
    parser.add_argument("--fastest", type=float, help="speed of the hardest stroke, 3 to 10 m/s (default: the level's)")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the first break as a picture")
    parser.add_argument("--number", type=int, default=1, help="with --svg: number of the break to draw (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Print the breaks."""
    from carrom.analysis.break_explorer import FASTEST, SLOWEST, break_table
    from carrom.analysis.requests import hand_named
    from carrom.engine.levels import LEVELS
    from carrom.rules.ruleset import ruleset

    hand, rules = hand_named(args.accuracy), ruleset(args.ruleset)
    tops = {level.name: level.fastest for level in LEVELS}
    fastest = tops.get(args.accuracy, FASTEST) if args.fastest is None else args.fastest
    if not SLOWEST <= fastest <= FASTEST:
        raise RefusedRequest(f"--fastest is {fastest:g}; expected {SLOWEST:g} to {FASTEST:g} m/s.")
    table = break_table(rules, args.surface, hand, fastest=fastest)
    if not 1 <= args.number <= len(table.lines):
        raise RefusedRequest(f"--number is {args.number}; expected 1 to {len(table.lines)}.")
    if args.json:
        print(msgspec.json.encode(table).decode())
    else:
        print("\n".join(_text(table, rules.colours_are_owned)))
    if args.svg is not None:
        write(_picture(table, table.lines[args.number - 1]), args.svg)
        print(f"wrote {args.svg}", file=sys.stderr)
    return 0


def _text(table: "BreakTable", colours_are_owned: bool) -> list[str]:
    """Return the lines of the table; where nobody owns a colour, pieces are white and black."""
    mine, theirs = ("own", "of the opponents'") if colours_are_owned else ("white", "black")
    lines = [
        f"Breaks of the book: {table.rules}, rack at {table.angle}°, surface {table.surface}, aim error "
        f"{table.hand.direction:g}°; each on {table.racks} fresh racks."
    ]
    for number, each in enumerate(table.lines, 1):
        win = each.win if each.book_win is None else each.book_win
        lines.append(
            f"{number:2}  {each.speed:4.1f} m/s from {each.stroke.x / 1000:+6.1f} mm, passing the centre at "
            f"{64 * each.aside:+5.0f} mm   keeps the turn {100 * each.success:4.1f} ± {196 * each.error:.1f} %   "
            f"foul {100 * each.foul:4.1f} %   wins {100 * win:4.1f} %"
        )
        lines.append(
            f"    pieces {mine} {each.mine:.2f}, {theirs} {each.theirs:.2f}, queen {100 * each.queen:.1f} %; then wins "
            f"{_share(each.win_kept)} if the turn is kept, {_share(each.win_lost)} if it passes"
        )
        lines.append(
            "    " + ", ".join(f"{_result(one, mine, theirs)} {100 * one.share:.0f} %" for one in each.results)
        )
    return lines


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _result(result: "BreakResult", mine: str, theirs: str) -> str:
    """Return what fell, in words."""
    parts = [
        *([f"{result.mine} {mine}"] if result.mine else []),
        *([f"{result.theirs} {theirs}"] if result.theirs else []),
        *(["queen"] if result.queen else []),
        *(["striker"] if result.striker else []),
    ]
    return " + ".join(parts) or "nothing"


def _picture(table: "BreakTable", line: "BreakFacts") -> str:
    """Return a picture (SVG) of a break."""
    from carrom.board.rack import nominal_rack
    from carrom.draw.stroke import chances_picture

    position = nominal_rack(table.angle, table.seat)
    title = f"{line.speed:g} m/s: keeps the turn {100 * line.success:.0f} %"
    return chances_picture(position, line.stroke, [], table.seat, labels=False, title=title)
