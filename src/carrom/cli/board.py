"""The `carrom board` command: check the measurements of a board, its pieces and striker against the laws."""

import argparse
import json
import math

from carrom.board.equipment import Measure, MeasureResult, measures, verdict
from carrom.cli.options import add_task
from carrom.errors import NotationError
from carrom.rules.ruleset import ruleset

EXAMPLES = """examples:
  carrom board check --surface 740 --frame 70 --frame-height 22
  carrom board check --piece 31.5 31.7 32.1 --piece-mass 5.3 --striker 41.3 --striker-mass 15
  carrom board check --height 610 --ruleset classic-29 --json

A measurement may be given several times, for example one figure per piece. The exit code is 1 if a measurement breaks
the laws.
"""

LARGEST = 5000
"""Largest value accepted for a measurement, in its unit."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    check = add_task(tasks, "check", "check measurements, and print the clause that each one breaks")
    for measure in measures("icf"):
        check.add_argument(
            f"--{option(measure)}",
            nargs="+",
            metavar=measure.unit.upper(),
            help=f"{measure.name[0].lower()}{measure.name[1:]} ({measure.allowed}; {measure.clause})",
        )
    check.add_argument("--ruleset", default="icf", help="rule set or .toml file to check against (default: icf)")
    check.add_argument("--json", action="store_true", help="print the results as JSON")
    check.set_defaults(do=run_check)


def option(measure: Measure) -> str:
    """Return the name of a measurement's option, without dashes in front: `piece-mass` for the key `man-mass`."""
    return measure.key.replace("man", "piece", 1) if measure.key.startswith("man") else measure.key


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return int(args.do(args))


def run_check(args: argparse.Namespace) -> int:
    """Print the result for every measurement given; return 1 if any breaks the laws."""
    rules = ruleset(args.ruleset)
    asked = measures(rules.extends or rules.name)
    given = {measure: _given(args, measure) for measure in asked}
    verdicts = [verdict(measure, value) for measure, values in given.items() for value in values]
    missing = [measure for measure, values in given.items() if not values]
    if not verdicts:
        raise NotationError(
            f"No measurement was given; expected one of {', '.join(f'--{option(measure)}' for measure in asked)}."
        )
    if args.json:
        print(json.dumps(_plain(verdicts, missing)))
    else:
        print("\n".join(_sentences(verdicts, missing)))
    return 1 if any(each.breaks for each in verdicts) else 0


def _given(args: argparse.Namespace, measure: Measure) -> list[float]:
    """Return the values given for a measurement, in its unit. Raises `NotationError` for an invalid one."""
    return [_figure(word, measure) for word in getattr(args, option(measure).replace("-", "_")) or ()]


def _figure(word: str, measure: Measure) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not 0 < value <= LARGEST:
        raise NotationError(
            f'--{option(measure)} is "{word[:40]}"; expected a number of {_UNITS[measure.unit]} above 0, '
            f"at most {LARGEST}."
        )
    return value


_UNITS = {"mm": "millimetres", "g": "grammes", "W": "watts"}


def _sentences(verdicts: list[MeasureResult], missing: list[Measure]) -> list[str]:
    """Return the results as sentences: violations first, then the rest, then what was not measured."""
    broken = [each for each in verdicts if each.breaks]
    lines = [each.sentence for each in broken]
    lines += [each.sentence for each in verdicts if not each.breaks]
    if missing:
        names = "; ".join(f"{each.name[0].lower()}{each.name[1:]}" for each in missing)
        lines.append(f"Not measured: {names}.")
    number = len(verdicts)
    if number == 1:
        lines.append(f"The measurement {'breaks the laws' if broken else 'is within the laws'}.")
    else:
        verb = "breaks" if len(broken) == 1 else "break"
        lines.append(f"{len(broken) or 'None'} of {number} measurements {verb} the laws.")
    return lines


def _plain(verdicts: list[MeasureResult], missing: list[Measure]) -> dict[str, object]:
    """Return the results as plain values, for JSON."""
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
