"""The `carrom` command line: one module per command, imported when it is called.

A command module has `arguments(parser)` and `run(args) -> exit code`, and may have `EXAMPLES`. Exit code 0 is
done, 1 a refused request, 2 wrong usage.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from carrom.errors import CarromError
from carrom.version import __version__

COMMANDS = {
    "play": "open the board in a browser and play",
    "serve": "serve the board to others",
    "data": "back up, restore and check the stored games",
    "admin": "people with accounts: reports, closing, renaming, and the log of it",
    "work": "do the heavy things of a server: analyses, reviews, verifications",
    "simulate": "play strokes from positions: one line in, one line out",
    "judge": "decide casebook lines: one line in, one decision out",
    "rules": "print a rule set, or what two rule sets differ in",
    "umpire": "keep the score of a game on a wooden board, judged by the law",
    "event": "hold a championship: entries, draws, results, standings, prints",
    "hall": "hold a championship in a hall: links, boards, sheets, public pages",
    "board": "check a board, its men and striker against the laws",
    "analyse": "the best strokes of a position, or what a game's strokes were",
    "draw": "draw a position as SVG or PNG",
    "replay": "print a recorded game stroke by stroke",
    "verify": "simulate a recorded game again and report every divergence",
    "fan": "play a fixed fan of strokes and print totals (carrom's perft)",
    "physics": "calibrate, test and soak the physics",
    "levels": "what the program's levels are; fit their hands to people's results",
    "solo": "a player alone at the board: misses to clear it, slams",
    "duel": "two players over pairs of boards, until their difference is proved",
    "ladder": "rate many players together, levels beside marks that never change",
    "train": "learn what positions are worth from boards against itself; make the book of breaks",
    "puzzles": "make puzzles and prove them",
    "hand": "tell a hand from the misses of runs alone",
    "lab": "play games by the thousand as tables, and measure players",
    "bench": "measure the speed of this machine's carrom",
}

MODULES = {
    "play": "server.play",
    "serve": "server.serve",
    "data": "server.data",
    "admin": "server.admin",
    "work": "server.work",
    "simulate": "physics.simulate",
    "judge": "games.judge",
    "rules": "games.rules",
    "umpire": "games.umpire",
    "event": "championship.command",
    "hall": "server.hall",
    "board": "games.board",
    "analyse": "engine.analyse",
    "draw": "games.draw",
    "replay": "games.replay",
    "verify": "games.verify",
    "fan": "physics.fan",
    "physics": "physics.command",
    "levels": "engine.levels",
    "solo": "engine.solo",
    "duel": "engine.duel",
    "ladder": "engine.ladder",
    "train": "engine.train",
    "puzzles": "engine.puzzles",
    "hand": "engine.hand",
    "lab": "engine.lab",
    "bench": "physics.bench",
}
"""The module of each command, below `carrom.cli`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; print a refusal, or what the system refuses, as one sentence on standard error."""
    words = list(sys.argv[1:] if argv is None else argv)
    _lenient()
    try:
        try:
            return _called(words)
        finally:
            sys.stdout.flush()
    except CarromError as refusal:
        return _refused(words, str(refusal))
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as fault:
        _drop_output()
        return _refused(words, _in_words(fault))
    except KeyboardInterrupt:
        return 130


def _called(words: Sequence[str]) -> int:
    """Run the command that the words call, and return its exit code."""
    parser = _parser(words)
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 2
    return int(args.run(args))


def _lenient() -> None:
    """Let no byte that is not text, in or out, end a command; a closed output swallows what is written."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _refused(words: Sequence[str], sentence: str) -> int:
    """Say why nothing came of it, and return the exit code."""
    name = _command(words)
    with suppress(OSError):
        print(f"carrom {name}: {sentence}" if name in COMMANDS else f"carrom: {sentence}", file=sys.stderr)
    return 1


def _in_words(fault: OSError) -> str:
    """Return what the system refused as a sentence."""
    reason = fault.strerror or str(fault)
    if fault.filename is not None:
        return f"{str(fault.filename)!r} cannot be used ({reason}); name a file or folder that can."
    return f"The system does not read or write any further ({reason}); what came out is not all."


def _drop_output() -> None:
    """Send what still waits for an output that takes no more to nowhere, so that the program ends quietly."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser, with only the called command's module imported."""
    parser = argparse.ArgumentParser(prog="carrom", description="The whole game of carrom.")
    parser.add_argument("--version", action="version", version=f"carrom {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands")
    called = _command(words)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == called:
            _declare(command, name)
    return parser


def _command(words: Sequence[str]) -> str | None:
    """Return the word that names the command."""
    return next((word for word in words if not word.startswith("-")), None)


Parser = TypeVar("Parser", bound=argparse.ArgumentParser)


def command_parser(name: str, kind: type[Parser]) -> Parser:
    """Return one command's parser by itself, of a kind that the reference can read."""
    summary = COMMANDS[name]
    parser = kind(prog=f"carrom {name}", description=summary[0].upper() + summary[1:] + ".")
    _declare(parser, name)
    return parser


def _declare(parser: argparse.ArgumentParser, name: str) -> None:
    """Import a command's module and let it declare its arguments."""
    module = importlib.import_module(f"carrom.cli.{MODULES[name]}")
    parser.epilog = getattr(module, "EXAMPLES", None)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.arguments(parser)
    parser.set_defaults(run=module.run)
