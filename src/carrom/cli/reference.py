"""Generate the command reference, `docs/reference/cli.md`, from the parsers: `python -m carrom.cli.reference`."""

import argparse
import importlib
from collections.abc import Iterator
from typing import Any

from carrom.cli import COMMANDS, MODULES, command_parser

HEAD = """# The `carrom` command

Written by `python -m carrom.cli.reference > docs/reference/cli.md` from the commands' own parsers.

Exit code 0 is done, 1 a refused request (one sentence on standard error), 2 wrong usage.
"""


class Noted(argparse.ArgumentParser):
    """A parser that notes what is declared: its arguments, and the commands within it with their summaries."""

    def __init__(self, **options: Any) -> None:
        self.noted: list[argparse.Action] = []
        self.within: list[tuple[Noted, str]] = []
        super().__init__(**options)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Declare an argument, and note it; `--help` is every command's and no news."""
        action = super().add_argument(*names, **options)
        if options.get("action") != "help":
            self.noted.append(action)
        return action

    def add_subparsers(self, **options: Any) -> Any:
        """Return what declares the commands within this one."""
        return Within(self.within, super().add_subparsers(**options))


class Within:
    """Declares commands within a command, and notes them."""

    def __init__(self, noted: list[tuple[Noted, str]], commands: Any) -> None:
        self.noted, self.commands = noted, commands

    def add_parser(self, name: str, help: str = "", **options: Any) -> Noted:
        """Declare a command."""
        parser: Noted = self.commands.add_parser(name, help=help, **options)
        self.noted.append((parser, help))
        return parser


def reference() -> str:
    """Return the reference of every command as Markdown."""
    sections = [HEAD]
    for name in COMMANDS:
        module = importlib.import_module(f"carrom.cli.{MODULES[name]}")
        sections.append("\n".join(_section(command_parser(name, Noted), 2, getattr(module, "EXAMPLES", ""))))
    return "\n".join(sections)


def _section(parser: Noted, depth: int, examples: str = "", summary: str = "") -> Iterator[str]:
    """Yield the lines on one command and on the commands within it."""
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
    """Return how an argument is written."""
    choices = "{" + ",".join(str(choice) for choice in action.choices) + "}" if action.choices else None
    value = action.metavar or choices or action.dest.upper()
    if not action.option_strings:
        return f"`{action.metavar or choices or action.dest}`".replace("|", "\\|")
    takes = "" if action.nargs == 0 else f" {value}"
    return ", ".join(f"`{option}{takes}`" for option in action.option_strings).replace("|", "\\|")


def _cell(action: argparse.Action) -> str:
    """Return an argument's help as it stands in a table, with its default where the help names it."""
    return ((action.help or "") % vars(action)).replace("|", "\\|")


if __name__ == "__main__":
    print(reference(), end="")
