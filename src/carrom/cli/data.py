"""The `carrom data` command: back up, restore, check, export, import and rebuild the stored games."""

import argparse
import sys
from pathlib import Path

from carrom.cli.options import add_data_options, add_task

EXAMPLES = """examples:
  carrom data backup games-monday.db     copy all games into one file
  carrom data check games-monday.db      check every event of that copy
  carrom data check --against games-monday.db
                                         compare the stored games with that copy
  carrom data restore games-monday.db    restore that copy, with the server stopped
  carrom data export games.jsonl         write everything as text, one line per game
  carrom data import games.jsonl --store postgresql://carrom@db.example.org/carrom
                                         add missing games, here to a PostgreSQL database
  carrom data rebuild                    recompute everything derived from the events

The exit code is 1 if anything is damaged or left out. A backup of damaged games is still written, and lists the damage.
"""
_TASKS = {
    "backup": ("copy all games into one file; works while the server runs", "new file to write"),
    "restore": ("restore a backup; the present games are moved aside, not deleted", "file written by `backup`"),
    "check": (
        "read every event of every game and report damage",
        "backup, export, or PostgreSQL address to check (default: the stored games)",
    ),
    "export": ("write all games as JSON lines; works while the server runs", "new file to write"),
    "import": ("add the games that are missing here", "backup, export, or PostgreSQL address to read"),
    "rebuild": ("recompute versions, links, results and indexes from the events", ""),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    for name, (does, file) in _TASKS.items():
        task = add_task(tasks, name, does)
        if file:
            task.add_argument("file", nargs="?" if name == "check" else None, metavar="FILE", help=file)
        if name == "check":
            task.add_argument("--against", metavar="FILE", help="backup, export, or PostgreSQL address to compare with")
        add_data_options(task)
        task.set_defaults(do=globals()[f"run_{name}"])


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    return int(args.do(args))


def run_backup(args: argparse.Namespace) -> int:
    """Write a backup and print its size; return 1 if anything in it is damaged."""
    from carrom.server.ops.transfer import back_up

    findings = back_up(_kept(args), Path(args.file), _sheets(args))
    print(f"{args.file}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')}.")
    return _exit_code(findings.damage)


def run_restore(args: argparse.Namespace) -> int:
    """Restore a backup, and print where the previous games were moved."""
    from carrom.server.ops.transfer import put_back, told
    from carrom.storage.locks import ProcessLock

    place = _kept(args)
    if isinstance(place, Path):
        with ProcessLock(place.parent):
            findings, stored = put_back(Path(args.file), place)
    else:
        findings, stored = put_back(Path(args.file), place, _sheets(args))
    where = place.parent if isinstance(place, Path) else told(place)
    print(f"{where}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')} restored.")
    if stored is not None:
        print(f"The previous data is now {stored}.")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Print damage and differences; return 1 if there are any."""
    from carrom.server.ops.transfer import check, compare, told

    place = _place(args.file) if args.file else _kept(args)
    findings = check(place)
    state = "damaged" if findings.damage else "intact"
    written = f" (written by carrom {findings.program})" if findings.program else ""
    counted = f"{_counted(findings.games, 'game')} with {_counted(findings.events, 'event')}"
    print(f"{told(place)}{written}: {counted}, {state}.")
    if args.against is None:
        return _exit_code(findings.damage)
    other = _place(args.against)
    different = compare(place, other)
    if not different:
        print(f"{told(other)} contains the same.")
    return _exit_code((*findings.damage, *different))


def run_export(args: argparse.Namespace) -> int:
    """Write everything as JSON lines and print how much it was."""
    from carrom.server.ops.transfer import export_to

    number, left = export_to(_kept(args), Path(args.file))
    print(f"{args.file}: {_counted(number, 'game')}, including ties.")
    return _exit_code(left)


def run_import(args: argparse.Namespace) -> int:
    """Add missing games; print how many were added and what was left out."""
    from carrom.server.ops.transfer import import_from, told

    place = _kept(args)
    added, there, left = import_from(_place(args.file), place)
    print(f"{told(place)}: {_counted(added, 'game')} added, {there} already present, including ties.")
    return _exit_code(left)


def run_rebuild(args: argparse.Namespace) -> int:
    """Recompute everything derived from the events, and print what was wrong."""
    from carrom.server.ops.transfer import rebuilt, told

    place = _kept(args)
    mended, damaged = rebuilt(place)
    for line in mended:
        print(f"Rebuilt {line}.")
    games = sum(not line.startswith("the ratings") for line in mended)
    print(f"{told(place)}: {_counted(games, 'game')} repaired, {len(damaged)} damaged, including ties.")
    return _exit_code(damaged)


def _kept(args: argparse.Namespace) -> Path | str:
    """Return the file or address of the stored games."""
    from carrom.storage.location import stored_at

    return stored_at(args.store, args.data)


def _sheets(args: argparse.Namespace) -> Path:
    """Return the folder of umpires' sheets; it is in the data folder even if the games are in PostgreSQL."""
    from carrom.storage.location import SHEETS_FOLDER, data_folder

    return data_folder(args.data) / SHEETS_FOLDER


def _place(text: str) -> Path | str:
    """Return the file or PostgreSQL address given on the command line."""
    from carrom.storage.location import address, is_address

    return address(text) if is_address(text) else Path(text)


def _exit_code(damage: tuple[str, ...]) -> int:
    """Print damage and omissions on standard error, one per line, and return the exit code."""
    for line in damage:
        print(f"carrom data: {line}", file=sys.stderr)
    return 1 if damage else 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
