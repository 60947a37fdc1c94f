"""The `carrom` command: one file a command, imported only when it is called.

A command module has `arguments(parser)` and `run(args) -> exit code`, and may have `EXAMPLES`. Exit code 0 is
done, 1 a refused request, 2 wrong usage.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence

from carrom.errors import CarromError
from carrom.version import __version__

COMMANDS = {
    "play": "open the board in a browser and play",
    "serve": "serve the board to others",
    "simulate": "play strokes from positions: one line in, one line out",
    "judge": "decide casebook lines: one line in, one decision out",
    "rules": "print a rule set, or what two rule sets differ in",
    "umpire": "keep the score of a game on a wooden board, judged by the law",
    "board": "check a board, its men and striker against the laws",
    "draw": "draw a position as SVG or PNG",
    "replay": "print a recorded game stroke by stroke",
    "verify": "simulate a recorded game again and report every divergence",
    "fan": "play a fixed fan of strokes and print totals (carrom's perft)",
    "physics": "calibrate, test and soak the physics",
    "bench": "measure the speed of this machine's carrom",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; print a refusal as one sentence on standard error."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(words)
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 2
    try:
        return int(args.run(args))
    except CarromError as refusal:
        print(f"carrom {args.command}: {refusal}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser, with only the called command's module imported."""
    parser = argparse.ArgumentParser(prog="carrom", description="The whole game of carrom.")
    parser.add_argument("--version", action="version", version=f"carrom {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands")
    called = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == called:
            _declare(command, name)
    return parser


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return one command's parser by itself, as the reference needs it."""
    summary = COMMANDS[name]
    parser = argparse.ArgumentParser(prog=f"carrom {name}", description=summary[0].upper() + summary[1:] + ".")
    _declare(parser, name)
    return parser


def _declare(parser: argparse.ArgumentParser, name: str) -> None:
    """Import a command's module and let it declare its arguments."""
    module = importlib.import_module(f"carrom.cli.{name}")
    parser.epilog = getattr(module, "EXAMPLES", None)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.arguments(parser)
    parser.set_defaults(run=module.run)
