"""Options that several commands share: stored games, subcommands, processes, progress, plots, surfaces."""

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from carrom.errors import IllegalSurface, RefusedRequest, SetupError

DATA_HELP = "data folder with the stored games (default: CARROM_DATA, or your user data folder)"


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Add `--data` and `--store` to a command that reads or changes the stored games."""
    parser.add_argument("--data", metavar="FOLDER", help=DATA_HELP)
    parser.add_argument(
        "--store",
        metavar="ADDRESS",
        help="PostgreSQL database with the stored games, instead of --data (default: CARROM_STORE, or none)",
    )


# -- subcommands, such as `carrom data backup` -------------------------------------------------------------------------


def add_task(tasks: Any, name: str, summary: str, **options: Any) -> argparse.ArgumentParser:
    """Add a subcommand to what `add_subparsers` returned; the summary is also its description."""
    description = f"{summary[0].upper()}{summary[1:]}."
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=summary, description=description, **options)
    return parser


# -- worker processes, progress, plots ---------------------------------------------------------------------------------


def cores(text: str) -> int:
    """Return a number of processes: a whole number from 1, or `all` for the number of available cores."""
    if text == "all":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(
            f"{text!r:.40} is not a number of processes; expected a whole number from 1, or all"
        )
    return int(text)


def long_work(parser: argparse.ArgumentParser, of: str, plot: bool = True) -> None:
    """Declare the options shared by commands that play many boards."""
    parser.add_argument("--workers", type=cores, default=1, help="processes to use: a number, or all (default: 1)")
    parser.add_argument(
        "--record", type=Path, help=f"JSON lines file to record results in, {of} per line; repeat the command to resume"
    )
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")
    if plot:
        parser.add_argument("--plot", type=Path, metavar="SVG", help="write a plot of the results")


class Pace:
    """Progress display: one line that is rewritten on a terminal, otherwise a line at every tenth."""

    def __init__(self, of: int, what: str) -> None:
        """Start counting; `of` is the number of steps, `what` their name."""
        self._of, self._what, self._done, self._began = of, what, 0, time.monotonic()

    def step(self, more: str = "") -> None:
        """Count one finished step and print the progress."""
        self._done += 1
        left = (time.monotonic() - self._began) / self._done * (self._of - self._done)
        line = f"{self._done}/{self._of} {self._what}, {left / 60:.0f} minutes left{more}"
        if sys.stderr.isatty():
            print(f"\r{line:79}", end="\n" if self._done == self._of else "", file=sys.stderr, flush=True)
        elif self._of >= 10 and (self._done == self._of or self._done % (self._of // 10) == 0):
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """End the progress line if the work stopped early."""
        if sys.stderr.isatty() and self._done < self._of:
            print(file=sys.stderr)


def draw(path: Path | None, picture: str) -> None:
    """Write a plot to a file, unless `path` is None. Raises `StoreError`."""
    from carrom.lab.results import whole

    if path is not None:
        with whole(path) as file:
            file.write(picture.encode())


def check(path: Path | None) -> None:
    """Raise `RefusedRequest` for a file whose folder does not exist, before any work starts."""
    if path is not None and not path.resolve().parent.is_dir():
        raise RefusedRequest(f"{str(path)!r:.80} is in a folder that does not exist; create the folder first")


# -- surfaces: a preset, parameters as JSON, or a file of them ---------------------------------------------------------


MOST_BYTES = 10_000
SURFACE_HELP = "surface: slow, club, tournament, parameters as JSON, or a file.json with these (default: club)"


def read_surface(word: str) -> Any:
    """Return a preset's name unchanged, and parameters given as JSON or by a file as a mapping.

    A word counts as a file if it ends in `.json`. Raises `SetupError` for a file that cannot be read and
    `IllegalSurface` for one without parameters.
    """
    if word.lstrip().startswith("{"):
        return _parameters(word, "--surface")
    if not word.endswith(".json"):
        return word
    try:
        with Path(word).open(encoding="utf-8") as file:
            text = file.read(MOST_BYTES)
    except OSError as reason:
        raise SetupError(f'"{word}" cannot be read ({reason.strerror}).') from None
    except UnicodeDecodeError:
        raise IllegalSurface(f'"{word}" is not a text file; expected parameters of a surface as JSON.') from None
    return _parameters(text, f'"{word}"')


def _parameters(text: str, name: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as reason:
        raise IllegalSurface(
            f'{name} is not JSON ({reason}); expected parameters such as {{"friction": 0.1}}.'
        ) from None
    if not isinstance(found, dict):
        raise IllegalSurface(f'{name} has no parameters; expected an object such as {{"friction": 0.1}}.')
    return found
