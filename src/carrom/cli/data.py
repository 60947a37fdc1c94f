"""`carrom data`: back up, restore and check the stored games."""

import argparse
import sys
from pathlib import Path

EXAMPLES = """examples:
  carrom data backup games-monday.db     a copy of all games, while the server runs
  carrom data check games-monday.db      read every event of it again
  carrom data restore games-monday.db    put it back, with the server stopped

The exit code is 1 if something is damaged; a backup is written all the same, and says what.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the tasks."""
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)
    backup = tasks.add_parser("backup", help="copy all games into one file, while the server runs or not")
    backup.add_argument("file", type=Path, metavar="FILE", help="a file that does not exist yet")
    backup.set_defaults(do=run_backup)
    restore = tasks.add_parser("restore", help="put a copy back; the games that were there are kept under another name")
    restore.add_argument("file", type=Path, metavar="FILE", help="what `carrom data backup` wrote")
    restore.set_defaults(do=run_restore)
    check = tasks.add_parser("check", help="read every event of every game and say what is not as it was written")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a copy (default: the stored games)")
    check.set_defaults(do=run_check)
    for task in (backup, restore, check):
        task.add_argument("--data", metavar="FOLDER", help="where games are kept (default: CARROM_DATA, or the user's)")


def run(args: argparse.Namespace) -> int:
    """Do the task."""
    return int(args.do(args))


def run_backup(args: argparse.Namespace) -> int:
    """Write a copy and say what it holds; return 1 if something in it is damaged."""
    from carrom.server.copies import DATABASE, backup
    from carrom.server.run import data_folder

    findings = backup(data_folder(args.data) / DATABASE, args.file)
    print(f"{args.file}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')}.")
    return _complained(findings.damage)


def run_restore(args: argparse.Namespace) -> int:
    """Put a copy back and say where the games are that were there before."""
    from carrom.server.copies import restore
    from carrom.server.instance import Instance
    from carrom.server.run import data_folder

    folder = data_folder(args.data)
    with Instance(folder):
        findings, kept = restore(args.file, folder)
    print(f"{folder}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')} are back.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Say what is damaged; return 1 if anything is."""
    from carrom.server.copies import DATABASE, check
    from carrom.server.run import data_folder

    path = args.file or data_folder(args.data) / DATABASE
    findings = check(path)
    state = "damaged" if findings.damage else "whole"
    print(f"{path}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')}, {state}.")
    return _complained(findings.damage)


def _complained(damage: tuple[str, ...]) -> int:
    """Say what is damaged, a line each, and return the exit code."""
    for line in damage:
        print(f"carrom data: {line}", file=sys.stderr)
    return 1 if damage else 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
