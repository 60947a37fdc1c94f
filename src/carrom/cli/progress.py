"""What commands that work for long have in common: how many cores, how far they are, where their pictures go."""

import argparse
import os
import sys
import time
from pathlib import Path

from carrom.errors import RefusedRequest


def cores(text: str) -> int:
    """Return a number of processes: a whole number from 1, or `all` for as many as this program may use."""
    if text == "all":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!r:.40} processes cannot work; expected a whole number from 1, or all")
    return int(text)


def long_work(parser: argparse.ArgumentParser, of: str) -> None:
    """Declare what every command takes that plays many boards."""
    parser.add_argument("--workers", type=cores, default=1, help="processes that play: a number, or all")
    parser.add_argument("--record", type=Path, help=f"a file of JSON lines, one {of}; the same again goes on with it")
    parser.add_argument("--json", action="store_true", help="what was found as one JSON object")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="a picture of it")


class Pace:
    """Says how far a command is: over one line on a screen, and at every tenth otherwise."""

    def __init__(self, of: int, what: str) -> None:
        """Prepare for so many of something."""
        self._of, self._what, self._done, self._began = of, what, 0, time.monotonic()

    def step(self, more: str = "") -> None:
        """Say that one more is done."""
        self._done += 1
        left = (time.monotonic() - self._began) / self._done * (self._of - self._done)
        said = f"{self._done}/{self._of} {self._what}, {left / 60:.0f} minutes left{more}"
        if sys.stderr.isatty():
            print(f"\r{said:79}", end="\n" if self._done == self._of else "", file=sys.stderr, flush=True)
        elif self._of >= 10 and (self._done == self._of or self._done % (self._of // 10) == 0):
            print(said, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Begin a new line where work ended before its time."""
        if sys.stderr.isatty() and self._done < self._of:
            print(file=sys.stderr)


def draw(path: Path | None, picture: str) -> None:
    """Write a picture whole, if one was asked for. Raises `StoreError`."""
    from carrom.lab.atomic_files import whole

    if path is not None:
        with whole(path) as file:
            file.write(picture.encode())


def check(path: Path | None) -> None:
    """Refuse a file that cannot be written before an hour has gone into it."""
    if path is not None and not path.resolve().parent.is_dir():
        raise RefusedRequest(f"{str(path)!r:.80} lies in no folder; expected one that is there")
