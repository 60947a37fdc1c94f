"""The command reference, written from the argument parsers by `tools/reference.py`."""

import argparse
import importlib
from collections.abc import Iterator
from typing import Any

from carrom.cli import COMMANDS, MODULES, command_parser

HEAD = """# The `carrom` command

Generated from the commands' `--help`.

Exit code 0 is success, 1 a refused or failed request (one sentence on standard error), 2 wrong usage.
"""


class RecordingParser(argparse.ArgumentParser):
    """An argument parser that records its arguments and subcommands."""

    def __init__(self, **options: Any) -> None:
        self.noted: list[argparse.Action] = []
        self.within: list[tuple[RecordingParser, str]] = []
        super().__init__(**options)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Declare an argument and record it, except `--help`."""
        action = super().add_argument(*names, **options)
        if options.get("action") != "help":
            self.noted.append(action)
        return action

    def add_subparsers(self, **options: Any) -> Any:
        """Return a recorder for the subcommands."""
        return Within(self.within, super().add_subparsers(**options))


class Within:
    """Declares subcommands of a parser and records them."""

    def __init__(self, noted: list[tuple[RecordingParser, str]], commands: Any) -> None:
        self.noted, self.commands = noted, commands

    def add_parser(self, name: str, help: str = "", **options: Any) -> RecordingParser:
        """Declare a subcommand."""
        parser: RecordingParser = self.commands.add_parser(name, help=help, **options)
        self.noted.append((parser, help))
        return parser


def reference() -> str:
    """Return the reference of all commands as Markdown."""
    sections = [HEAD]
    for name in COMMANDS:
        module = importlib.import_module(f"carrom.cli.{MODULES[name]}")
        sections.append("\n".join(_section(command_parser(name, RecordingParser), 2, getattr(module, "EXAMPLES", ""))))
    return "\n".join(sections)


def _section(parser: RecordingParser, depth: int, examples: str = "", summary: str = "") -> Iterator[str]:
    """Yield the Markdown of one command and its subcommands."""
    yield f"{'#' * depth} {parser.prog}\n"
    if parser.description or summary:
        yield f"{parser.description or summary[0].upper() + summary[1:] + '.'}\n"
    rows = [f"| {_words(action)} | {_cell(action)} |" for action in parser.noted if action.help != argparse.SUPPRESS]
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield "\n".join(rows) + "\n"
    if examples:
        yield f"```\n{examples.strip()}\n```\n"
    for command, meaning in parser.within:
        yield from _section(command, depth + 1, (command.epilog or "").removeprefix("examples:\n"), meaning)


def _words(action: argparse.Action) -> str:
    """Return an argument's name and value as written on the command line."""
    choices = "{" + ",".join(str(choice) for choice in action.choices) + "}" if action.choices else None
    value = action.metavar or choices or action.dest.upper()
    if not action.option_strings:
        return f"`{action.metavar or choices or action.dest}`".replace("|", "\\|")
    takes = "" if action.nargs == 0 else f" {value}"
    return ", ".join(f"`{option}{takes}`" for option in action.option_strings).replace("|", "\\|")


def _cell(action: argparse.Action) -> str:
    """Return an argument's help for a table cell, with its default filled in."""
    return ((action.help or "") % vars(action)).replace("|", "\\|")
