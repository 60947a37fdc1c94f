"""`carrom data`: back up, restore, check, export, import and rebuild the stored games."""

import argparse
import sys
from pathlib import Path

EXAMPLES = """examples:
  carrom data backup games-monday.db     a copy of all games, while the server runs
  carrom data check games-monday.db      read every event of it again
  carrom data check --against games-monday.db
                                         and say what is not the same
  carrom data restore games-monday.db    put it back, with the server stopped
  carrom data export games.jsonl         everything as text, a line for each game
  carrom data import games.jsonl --store postgresql://carrom@db.example.org/carrom
                                         add what is not there yet, to the other kind of database as well
  carrom data rebuild                    make anew what follows from the events

The exit code is 1 if something is damaged or was left out; a backup is written all the same, and says what.
"""
_TASKS = {
    "backup": ("copy all games into one file, while the server runs or not", "a file that does not exist yet"),
    "restore": ("put a copy back; the games that were there are kept under another name", "what `backup` wrote"),
    "check": (
        "read every event of every game and say what is not as it was written",
        "a copy, an export, or an address (default: the stored games)",
    ),
    "export": ("write everything as text, while the server runs or not", "a file that does not exist yet"),
    "import": ("add the games that are not there yet", "a copy, an export, or an address"),
    "rebuild": ("make versions, links, ends and indexes anew from the events", ""),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the tasks."""
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)
    for name, (does, file) in _TASKS.items():
        task = tasks.add_parser(name, help=does, description=does)
        if file:
            task.add_argument("file", nargs="?" if name == "check" else None, metavar="FILE", help=file)
        if name == "check":
            task.add_argument("--against", metavar="FILE", help="a copy, an export, or an address to compare with")
        task.add_argument("--data", metavar="FOLDER", help="where games are kept (default: CARROM_DATA, or the user's)")
        task.add_argument("--store", metavar="ADDRESS", help="the PostgreSQL database that keeps them (CARROM_STORE)")
        task.set_defaults(do=globals()[f"run_{name}"])


def run(args: argparse.Namespace) -> int:
    """Do the task."""
    return int(args.do(args))


def run_backup(args: argparse.Namespace) -> int:
    """Write a copy and say what it holds; return 1 if something in it is damaged."""
    from carrom.server.maintenance.transfer import back_up

    findings = back_up(_kept(args), Path(args.file), _sheets(args))
    print(f"{args.file}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')}.")
    return _complained(findings.damage)


def run_restore(args: argparse.Namespace) -> int:
    """Put a copy back and say where the games are that were there before."""
    from carrom.server.maintenance.transfer import put_back, told
    from carrom.storage.locks.process_lock import ProcessLock

    place = _kept(args)
    if isinstance(place, Path):
        with ProcessLock(place.parent):
            findings, kept = put_back(Path(args.file), place)
    else:
        findings, kept = put_back(Path(args.file), place, _sheets(args))
    where = place.parent if isinstance(place, Path) else told(place)
    print(f"{where}: {_counted(findings.games, 'game')} with {_counted(findings.events, 'event')} are back.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Say what is damaged or not the same; return 1 if anything is."""
    from carrom.server.maintenance.transfer import check, compare, told

    place = _place(args.file) if args.file else _kept(args)
    findings = check(place)
    state = "damaged" if findings.damage else "whole"
    written = f" (written by carrom {findings.program})" if findings.program else ""
    counted = f"{_counted(findings.games, 'game')} with {_counted(findings.events, 'event')}"
    print(f"{told(place)}{written}: {counted}, {state}.")
    if args.against is None:
        return _complained(findings.damage)
    other = _place(args.against)
    different = compare(place, other)
    if not different:
        print(f"{told(other)} holds the same.")
    return _complained((*findings.damage, *different))


def run_export(args: argparse.Namespace) -> int:
    """Write everything as text and say how much it was."""
    from carrom.server.maintenance.transfer import export_to

    number, left = export_to(_kept(args), Path(args.file))
    print(f"{args.file}: {_counted(number, 'game')}, ties among them.")
    return _complained(left)


def run_import(args: argparse.Namespace) -> int:
    """Add games and say how many, and what was left out."""
    from carrom.server.maintenance.transfer import import_from, told

    place = _kept(args)
    added, there, left = import_from(_place(args.file), place)
    print(f"{told(place)}: {_counted(added, 'game')} added, {there} were there already, ties among them.")
    return _complained(left)


def run_rebuild(args: argparse.Namespace) -> int:
    """Make everything anew that follows from the events, and say what was wrong."""
    from carrom.server.maintenance.transfer import rebuilt, told

    place = _kept(args)
    mended, damaged = rebuilt(place)
    for line in mended:
        print(f"Made anew of {line}.")
    games = sum(not line.startswith("the ratings") for line in mended)
    print(f"{told(place)}: {_counted(games, 'game')} mended, {len(damaged)} damaged, ties among them.")
    return _complained(damaged)


def _kept(args: argparse.Namespace) -> Path | str:
    """Return where the games are kept."""
    from carrom.storage.location import kept_at

    return kept_at(args.store, args.data)


def _sheets(args: argparse.Namespace) -> Path:
    """Return the folder of umpires' sheets, which is in the data folder wherever the games are."""
    from carrom.storage.location import SHEETS, data_folder

    return data_folder(args.data) / SHEETS


def _place(said: str) -> Path | str:
    """Return a file or an address that was named."""
    from carrom.storage.location import address, is_address

    return address(said) if is_address(said) else Path(said)


def _complained(damage: tuple[str, ...]) -> int:
    """Say what is damaged or was left out, a line each, and return the exit code."""
    for line in damage:
        print(f"carrom data: {line}", file=sys.stderr)
    return 1 if damage else 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
