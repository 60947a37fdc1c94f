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


def _section(parser: argparse.ArgumentParser, depth: int, examples: str = "", summary: str = "") -> Iterator[str]:
    """Yield the lines on one command and on the commands within it."""
    yield f"{'#' * depth} {parser.prog}\n"
    if parser.description or summary:
        yield f"{parser.description or summary[0].upper() + summary[1:] + '.'}\n"
    within: dict[str, argparse.ArgumentParser] = {}
    summaries: dict[str, str] = {}
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            within.update(action.choices)
            summaries = {choice.dest: choice.help or "" for choice in action._choices_actions}
        elif not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:
            rows.append(f"| {_words(action)} | {_cell(action)} |")
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield "\n".join(rows) + "\n"
    if examples:
        yield f"```\n{examples.strip()}\n```\n"
    for name, command in within.items():
        yield from _section(command, depth + 1, summary=summaries.get(name, ""))


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
