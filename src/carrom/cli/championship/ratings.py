"""The `carrom event ratings` command: ratings, season tables and winners from a folder of tournaments."""

import argparse
import re
import sys
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from carrom.cli.championship.publish import MARK
from carrom.errors import RefusedRequest, SetupError
from carrom.tournament.import_export.event_log import load
from carrom.tournament.standings.seasons import PRIZES, honours, in_order, ratings, season, taken_as_one
from carrom.tournament.state import Championship


def run_ratings(args: argparse.Namespace) -> int:
    """Print ratings, a season table, or the list of winners."""
    found = _championships(args.file)
    over = in_order(found)
    if args.table == "ratings":
        for place, each in enumerate(ratings(found), 1):
            value = each.rating
            sure = f"{value.rating:7.0f} ± {2 * value.deviation:.0f}"
            print(f"{place:4}  {sure:14} {each.matches:4}  {each.name}")
        print("\nRating, ± two deviations (19 of 20 true ratings lie within them), number of matches, name.")
    elif args.table == "season":
        for place, row in enumerate(season(found, _prizes(args.points), args.drop), 1):
            dropped = f" ({' '.join(map(_decimal, row.dropped))})" if row.dropped else ""
            print(f"{place:4}  {_decimal(row.points):>5}  {row.name}: {' '.join(map(_decimal, row.counted))}{dropped}")
    else:
        for one in honours(found):
            day = datetime.fromtimestamp(one.when, UTC).date()
            print(f"{day}  {one.championship}: {', '.join(one.first)}")
            for slam in one.slams:
                print(f"            {slam}")
    for note in taken_as_one(found) if args.table in ("ratings", "season") else ():
        print(f"{note}.", file=sys.stderr)
    if len(over) < len(found):
        print(
            f"{len(found) - len(over)} of {len(found)} tournaments are not finished and do not count.", file=sys.stderr
        )
    return 0


def _championships(folder: Path) -> list[Championship]:
    """Return the tournaments of a folder, without the copies in published folders.

    Raises `SetupError`, or the error of the first file that cannot be read.
    """
    try:
        paths = sorted(folder.rglob("*.carrom-event")) if folder.is_dir() else []
    except OSError as reason:
        raise SetupError(f"{folder} cannot be read: {reason.strerror}") from None
    published = {mark.parent for mark in folder.rglob(MARK)} if paths else set()
    paths = [each for each in paths if published.isdisjoint(each.parents)]
    if not paths:
        raise RefusedRequest(f"{folder} contains no tournament; expected a folder with .carrom-event files")
    return [load(path) for path in paths]


def _decimal(points: Fraction) -> str:
    """Return season points with at most two decimals: `9`, `8.5`, `6.67`."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def _prizes(word: str) -> tuple[int, ...]:
    """Return the points for each place; the standard ones if `word` is empty."""
    if not word:
        return PRIZES
    if not re.fullmatch(r"\d{1,5}(,\d{1,5})*", word):
        raise RefusedRequest(f"--points is {word!r}; expected points for each place, such as 18,16,14,13")
    return tuple(map(int, word.split(",")))
