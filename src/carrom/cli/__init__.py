"""Command-line interface: the `carrom` command, with one module per subcommand.

A subcommand's module is imported only when it is called. It defines `arguments(parser)` and `run(args) -> exit code`,
and may define `EXAMPLES`, which `--help` shows below the options. Exit codes: 0 success, 1 refused or failed (one
sentence on standard error), 2 wrong usage.
"""

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from carrom.errors import CarromError
from carrom.version import __version__

COMMAND_GROUPS = {
    "play": {
        "play": "play in the browser: start a server on this computer and open its page",
        "levels": "describe the computer's levels, fit them to people's results, or measure how they play",
    },
    "rules, records and physical boards": {
        "rules": "print a rule book, compare two rule sets, or write all rule books",
        "judge": "apply the laws to cases given as JSON lines, and print one ruling per line",
        "umpire": "keep score for a game on a physical board, with rulings by the laws",
        "board": "check the measurements of a board, its pieces and striker against the laws",
        "replay": "print a recorded game stroke by stroke, with its rulings",
        "verify": "simulate a recorded game again and report every difference",
        "draw": "draw a position, or a stroke played from it, as an SVG or PNG picture",
    },
    "analysis": {
        "analyse": "find the best strokes of a position, or review the strokes of a recorded game",
        "breaks": "explore the breaks of the opening book: turns kept, what falls, what follows",
        "simulate": "simulate strokes and print where every disc comes to rest",
        "puzzles": "generate puzzles, and check that their solutions hold",
        "accuracy": "estimate a player's accuracy from the misses on boards played alone",
    },
    "tournaments": {
        "event": "run a tournament from one file: entries, draws, results, standings, printing",
        "hall": "run a tournament over a local network: score entry on phones, public pages",
    },
    "servers": {
        "serve": "run the web server for other people to play on",
        "data": "back up, restore, check, export or import the games stored on a server",
        "admin": "moderate accounts: list reports, warn, mute, close, rename",
        "worker": "run background jobs of a server: analyses, reviews, verifications",
    },
    "research and development": {
        "solo": "measure a player that clears boards alone: misses and slams",
        "duel": "play two engines against each other until the difference is significant",
        "engines": "play tournaments of engines, or check an engine of your own",
        "ladder": "rate several engines on one Elo scale",
        "train": "train the value network from self-play, or build the opening book of breaks",
        "lab": "play games in bulk, write them as tables, train and compare players",
        "fit": "fit a surface to filmed strokes: friction, restitution and contact friction with intervals",
        "physics": "calibrate a board's friction, or test the physics engine",
        "fan": "simulate a fixed fan of strokes and print totals (perft for carrom)",
        "bench": "run benchmarks and long tests from a checkout of the repository",
    },
}
"""Summary of every command, by topic; `carrom --help` prints them in this order."""

COMMANDS = {name: summary for group in COMMAND_GROUPS.values() for name, summary in group.items()}

MODULES = {
    "play": "play",
    "serve": "serve",
    "data": "data",
    "admin": "admin",
    "worker": "worker",
    "simulate": "simulate",
    "judge": "judge",
    "rules": "rules",
    "umpire": "umpire",
    "event": "event",
    "hall": "hall",
    "board": "board",
    "analyse": "analyse",
    "breaks": "breaks",
    "draw": "draw",
    "replay": "replay",
    "verify": "verify",
    "fan": "fan",
    "physics": "physics",
    "fit": "fit",
    "levels": "levels",
    "solo": "solo",
    "duel": "duel",
    "engines": "engines",
    "ladder": "ladder",
    "train": "train",
    "puzzles": "puzzles",
    "accuracy": "accuracy",
    "lab": "lab",
    "bench": "bench",
}
"""Module of each command, relative to `carrom.cli`."""


WEB_STACK = frozenset({"starlette", "uvicorn", "httptools", "websockets"})
"""Packages of the extra `server`, which only the server's commands import."""
SERVER_EXTRA = "pip install 'carrom[server]'"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; print an error as one sentence on standard error."""
    words = sys.argv[1:] if argv is None else argv
    if argv is None:
        _exit_when_terminated()
    _tolerate_bad_bytes()
    try:
        try:
            return _dispatch(words)
        finally:
            sys.stdout.flush()
    except CarromError as refusal:
        return _print_error(words, str(refusal))
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in WEB_STACK:
            raise
        return _print_error(words, f"The server needs {missing.name}, which is not installed: `{SERVER_EXTRA}`.")
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as fault:
        _drop_output()
        return _print_error(words, _os_error_sentence(fault))
    except KeyboardInterrupt:
        return 130


def _dispatch(words: Sequence[str]) -> int:
    """Parse the command line, run the command and return its exit code."""
    parser = _parser(words)
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 2
    return int(args.run(args))


def _exit_when_terminated() -> None:
    """Exit in order when terminated (SIGTERM), or when the terminal is closed (SIGHUP), so that no child is left."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores SIGHUP on purpose
            signal.signal(number, lambda number, _: sys.exit(128 + number))


def _tolerate_bad_bytes() -> None:
    """Let every byte through standard input and output; use the null device for closed streams.

    Files and pipes are UTF-8 on every system, as records and positions are, unless `PYTHONIOENCODING` says otherwise.
    A terminal keeps its own encoding. Bytes that cannot be decoded are replaced instead of failing.
    """
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            is_ours = not stream.isatty() and not os.environ.get("PYTHONIOENCODING")
            stream.reconfigure(errors=errors, **({"encoding": "utf-8"} if is_ours else {}))


def _print_error(words: Sequence[str], sentence: str) -> int:
    """Print an error message on standard error and return exit code 1."""
    name = _command(words)
    with suppress(OSError):
        print(f"carrom {name}: {sentence}" if name in COMMANDS else f"carrom: {sentence}", file=sys.stderr)
    return 1


def _os_error_sentence(fault: OSError) -> str:
    """Return an operating system error as one sentence for the user."""
    reason = fault.strerror or str(fault)
    if fault.filename is not None:
        return (
            f"{str(fault.filename)!r} cannot be used ({reason}). Give the name of a file or folder that can be "
            f"read and written."
        )
    return f"Reading or writing failed ({reason}); the output is incomplete."


def _drop_output() -> None:
    """Redirect standard output to /dev/null, so that flushing it at exit cannot fail again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the argument parser; only the module of the called command is imported."""
    parser = argparse.ArgumentParser(
        prog="carrom",
        usage="carrom [-h] [--version] COMMAND ...",
        description="Play, judge, analyse and organise the board game carrom.",
        epilog=_command_list(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"carrom {__version__}", help="print the version and exit"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="carrom", help=argparse.SUPPRESS)
    called = _command(words)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, description=summary[0].upper() + summary[1:] + ".")
        if name == called:
            _declare(command, name)
    return parser


def _command_list() -> str:
    """Return the commands by topic, as `carrom --help` prints them."""
    width = max(map(len, COMMANDS)) + 2
    lines = ["commands:"]
    for title, commands in COMMAND_GROUPS.items():
        lines += ["", f"  {title}", *(f"    {name:{width}}{summary}" for name, summary in commands.items())]
    return "\n".join((*lines, "", "`carrom COMMAND --help` explains one command, with examples."))


def _command(words: Sequence[str]) -> str | None:
    """Return the command's name: the first word that is not an option."""
    return next((word for word in words if not word.startswith("-")), None)


Parser = TypeVar("Parser", bound=argparse.ArgumentParser)


def command_parser(name: str, kind: type[Parser]) -> Parser:
    """Return the parser of one command, of the given class; used to generate the reference."""
    summary = COMMANDS[name]
    parser = kind(prog=f"carrom {name}", description=summary[0].upper() + summary[1:] + ".")
    _declare(parser, name)
    return parser


def _declare(parser: argparse.ArgumentParser, name: str) -> None:
    """Import a command's module and let it add its arguments to the parser."""
    module = importlib.import_module(f"carrom.cli.{MODULES[name]}")
    parser.epilog = getattr(module, "EXAMPLES", None)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.arguments(parser)
    parser.set_defaults(run=module.run)
