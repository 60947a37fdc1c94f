"""The command reference, `docs/cli.md`, written from the parsers themselves: `python -m carrom.cli.reference`."""

import argparse
import importlib
from collections.abc import Iterator

from carrom.cli import COMMANDS, command_parser

HEAD = """# The `carrom` command

Written by `python -m carrom.cli.reference > docs/cli.md` from the commands' own parsers; a test fails when it is stale.

Exit code 0 is done, 1 a refused request (one sentence on standard error), 2 wrong usage.
"""


def reference() -> str:
    """Return the reference of every command as Markdown."""
    sections = [HEAD]
    for name in COMMANDS:
        module = importlib.import_module(f"carrom.cli.{name}")
        sections.append("\n".join(_section(command_parser(name), 2, getattr(module, "EXAMPLES", ""))))
    return "\n".join(sections)


def _section(parser: argparse.ArgumentParser, depth: int, examples: str = "") -> Iterator[str]:
    """Yield the lines on one command and on the commands within it."""
    yield f"{'#' * depth} {parser.prog}\n"
    if parser.description:
        yield f"{parser.description}\n"
    within: dict[str, argparse.ArgumentParser] = {}
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            within.update(action.choices)
        elif not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:
            rows.append(f"| {_words(action)} | {_cell(action.help or '')} |")
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield "\n".join(rows) + "\n"
    if examples:
        yield f"```\n{examples.strip()}\n```\n"
    for command in within.values():
        yield from _section(command, depth + 1)


def _words(action: argparse.Action) -> str:
    """Return how an argument is written."""
    choices = "{" + ",".join(str(choice) for choice in action.choices) + "}" if action.choices else None
    value = action.metavar or choices or action.dest.upper()
    if not action.option_strings:
        return f"`{action.metavar or choices or action.dest}`".replace("|", "\\|")
    takes = "" if action.nargs == 0 else f" {value}"
    return ", ".join(f"`{option}{takes}`" for option in action.option_strings).replace("|", "\\|")


def _cell(text: str) -> str:
    """Return a help text as it stands in a table."""
    return text.replace("%%", "%").replace("|", "\\|")


if __name__ == "__main__":
    print(reference(), end="")
