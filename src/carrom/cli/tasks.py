"""Subcommands of a command, such as `carrom data backup`."""

import argparse
from typing import Any


def add_task(tasks: Any, name: str, summary: str, **options: Any) -> argparse.ArgumentParser:
    """Add a subcommand to what `add_subparsers` returned; the summary is also its description."""
    description = f"{summary[0].upper()}{summary[1:]}."
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=summary, description=description, **options)
    return parser
