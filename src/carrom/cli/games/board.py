"""`carrom board`: is a board, with its men and striker, what the laws ask for?"""

import argparse
import json
import math

from carrom.board.equipment_check import Measure, Verdict, measures, verdict
from carrom.errors import NotationError
from carrom.rules.ruleset import ruleset

EXAMPLES = """examples:
  carrom board check --surface 740 --frame 70 --frame-height 22
  carrom board check --man 31.5 31.7 32.1 --man-mass 5.3 --striker 41.3 --striker-mass 15
  carrom board check --height 610 --ruleset classic-29 --json

Each measure may be given several times over: one figure for every man, say. The exit code is 1 if something breaks the
laws.
"""

LARGEST = 5000
"""No measure is larger, in its unit."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)
    check = tasks.add_parser("check", help="say which clause each measure of your own board breaks")
    for measure in measures("icf"):
        check.add_argument(
            f"--{measure.key}",
            nargs="+",
            metavar=measure.unit.upper(),
            help=f"{measure.name[0].lower()}{measure.name[1:]} ({measure.allowed}; {measure.clause})",
        )
    check.add_argument("--ruleset", default="icf", help="whose clauses: a named rule set or a TOML file (icf)")
    check.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    check.set_defaults(do=run_check)


def run(args: argparse.Namespace) -> int:
    """Do the task."""
    return int(args.do(args))


def run_check(args: argparse.Namespace) -> int:
    """Print what every given measure comes to; return 1 if any breaks the laws."""
    rules = ruleset(args.ruleset)
    asked = measures(rules.extends or rules.name)
    given = {measure: _given(args, measure) for measure in asked}
    verdicts = [verdict(measure, value) for measure, values in given.items() for value in values]
    missing = [measure for measure, values in given.items() if not values]
    if not verdicts:
        raise NotationError(f"No measure was given; {', '.join(f'--{measure.key}' for measure in asked)} can be.")
    if args.json:
        print(json.dumps(_plain(verdicts, missing)))
    else:
        print("\n".join(_told(verdicts, missing)))
    return 1 if any(each.breaks for each in verdicts) else 0


def _given(args: argparse.Namespace, measure: Measure) -> list[float]:
    """Return the figures given for a measure, in its unit. Raises `NotationError` for what is none."""
    return [_figure(word, measure) for word in getattr(args, measure.key.replace("-", "_")) or ()]


def _figure(word: str, measure: Measure) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not 0 < value <= LARGEST:
        raise NotationError(
            f'"{word[:40]}" is no --{measure.key}: a number of {_UNITS[measure.unit]} above 0 and up to {LARGEST} is.'
        )
    return value


_UNITS = {"mm": "millimetres", "g": "grammes", "W": "watts"}


def _told(verdicts: list[Verdict], missing: list[Measure]) -> list[str]:
    """Return the verdicts in words: what breaks first, then the rest, then what was not measured."""
    broken = [each for each in verdicts if each.breaks]
    lines = [each.sentence for each in broken]
    lines += [each.sentence for each in verdicts if not each.breaks]
    if missing:
        names = "; ".join(f"{each.name[0].lower()}{each.name[1:]}" for each in missing)
        lines.append(f"Not measured: {names}.")
    number = len(verdicts)
    measured = "The measure given" if number == 1 else f"Of {number} measures"
    verb = "break" if len(broken) > 1 else "breaks"
    what = "breaks the laws" if broken else "breaks nothing"
    lines.append(f"{measured} {what}." if number == 1 else f"{measured} {len(broken) or 'none'} {verb} the laws.")
    return lines


def _plain(verdicts: list[Verdict], missing: list[Measure]) -> dict[str, object]:
    """Return the verdicts as plain values, for JSON."""
    return {
        "ok": not any(each.breaks for each in verdicts),
        "measures": [
            {
                "measure": each.measure.key,
                "given": each.given,
                "unit": each.measure.unit,
                "clause": each.measure.clause,
                "least": each.measure.least,
                "most": each.measure.most,
                "printed": each.measure.printed,
                "breaks": each.breaks,
            }
            for each in verdicts
        ],
        "missing": [each.key for each in missing],
    }
