"""Subcommands of `carrom event` that only read: standings, verify, export, check, ratings, schedule."""

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from carrom.cli.event_change import resumed
from carrom.cli.event_print import MARK
from carrom.errors import RecordError, RefusedRequest, SetupError, plural
from carrom.game.event_lines import cut
from carrom.tournament.entrants import local_time
from carrom.tournament.event_log import load
from carrom.tournament.events import Placed
from carrom.tournament.final_order import are_places_decided, final_places, notes_of
from carrom.tournament.identifiers import when
from carrom.tournament.ratings import PRIZES, honours, in_order, ratings, season, taken_as_one
from carrom.tournament.reasons import key_name, label, why_placed
from carrom.tournament.standings import StageTable, tables
from carrom.tournament.state import Championship, EventStage
from carrom.tournament.venue import FORM, Schedule, called, placements, planned, queue, shifts, why_none_called
from carrom.values import changed


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    return {"standings": _standings, "verify": _verify, "export": _export, "check": _check}[args.task](args)


def _standings(args: argparse.Namespace) -> int:
    championship = load(args.file)
    stages = [championship.stage(args.stage)] if args.stage else _begun(championship)
    print(championship.details.name)
    for stage in stages:
        if stage.terms.system == "knockout":
            continue
        found = tables(championship, stage, args.after)
        for table in found:
            print()
            group = f", {label('group', args.language, group=chr(65 + table.group))}" if table.group >= 0 else ""
            print(f"{stage.terms.title}{group}")
            for line in _table_lines(championship, stage, table, args.why, args.language):
                print(line)
    last = stages[-1] if stages else None
    if last is not None and last.terms.system == "knockout" and last.rounds and args.after is None:
        title = "title.order" if are_places_decided(championship, last) else "title.places"
        print(f"\n{label(title, args.language)}")
        for each in final_places(championship, last):
            print(f"{each.shown:>6}  {championship.name(each.entrant)}")
    return 0


def _begun(championship: Championship) -> list[EventStage]:
    return [each for each in championship.stages if each.rounds or not each.terms.source]


def _table_lines(
    championship: Championship, stage: EventStage, table: StageTable, why: bool, language: str
) -> Iterator[str]:
    keys = stage.terms.shown_keys
    heads = [label(f"th.{name}", language) for name in ("played", "won", "drawn", "lost")]
    rows = [["", label("th.name", language), *heads, *(key_name(key, language) for key in keys)]]
    for each in table.standings:
        counts = [str(each.value(name)) for name in ("played", "won", "drawn", "lost")]
        values = [each.shown(key) for key in keys]
        rows.append([each.place_shown, championship.name(each.entrant), *counts, *values])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
        if why and number:
            yield f"{' ' * (widths[0] + 4)}{why_placed(championship, table, table.standings[number - 1], language)}"
    yield from notes_of(championship, stage, table, language)


def _verify(args: argparse.Namespace) -> int:
    from carrom.cli.event_records import differs
    from carrom.tournament.privacy import verified

    found = verified(load(args.file), lambda result: differs(args.file.resolve().parent, result))
    for line in (*found.differences, *found.notes):
        print(line)
    print(
        f"{plural(found.lines, 'line')} read, {_counted(found.draws, 'draw')} repeated, "
        f"{_counted(found.records, 'record')} hashed again: {_counted(len(found.differences), 'difference')}."
    )
    return 1 if found.differences else 0


def _counted(number: int, what: str) -> str:
    return plural(number, what) if number else f"no {what}s"


def _export(args: argparse.Namespace) -> int:
    from carrom.tournament import csv_tables
    from carrom.tournament.venue import calendar

    championship = load(args.file)
    if args.stage:
        championship.stage(args.stage)
    if args.format == "json":
        from carrom.tournament.event_export import as_json, event_export

        if args.what or args.stage:
            raise RefusedRequest("--format json writes the whole tournament; expected no table and no --stage")
        sys.stdout.write(as_json(event_export(championship)).decode())
        return 0
    if args.what is None:
        raise RefusedRequest("nothing to write; expected a table such as fixtures, or --format json")
    if args.what == "calendar":
        text = calendar(championship, args.stage)
    else:
        rows: Sequence[Sequence[object]] = getattr(csv_tables, "finishes" if args.what == "results" else args.what)(
            championship, args.stage
        )
        text = csv_tables.written(rows)
    sys.stdout.write(text)
    return 0


def _check(args: argparse.Namespace) -> int:
    from carrom.tournament.casebook import check

    wrong = 0
    for answer in check(_book(args.file)):
        line = {"event": answer.event, "step": answer.step, "ok": answer.ok, "got": answer.got}
        print(json.dumps(line, ensure_ascii=False), flush=True)
        wrong += not answer.ok
    return 1 if wrong else 0


def _book(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_bytes())
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    except (ValueError, RecursionError):
        raise RecordError(
            f"{path} is not a file of test tournaments; expected a JSON object with a list `events`"
        ) from None
    if not isinstance(found, dict):
        raise RecordError(f"{path} is not a file of test tournaments; expected a JSON object with a list `events`")
    return found


# -- ratings: season tables and winners from a folder of tournaments ---------------------------------------------------


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


# -- schedule: tables, times and umpires, and the queue for free tables ------------------------------------------------


WHY = {
    "": "may begin",
    "playing": "still playing",
    "resting": "resting until",
    "umpire": "no neutral umpire is free",
}


def run_schedule(args: argparse.Namespace) -> int:
    """Print or save a plan, print the queue, or call fixtures to their tables."""
    with_umpires = not args.without_umpires
    if args.queue:
        championship = load(args.file)
        _print_queue(championship, *_clock(championship, args.moment), with_umpires)
        return 0
    if args.dry_run:
        championship = load(args.file)
        now, local = _clock(championship, args.moment)
        _print_plan(championship, planned(championship, now, local, with_umpires=with_umpires))
        return 0
    with resumed(args.file) as journal:
        now, local = _clock(journal.championship, args.moment)
        if args.call:
            lines = called(journal.championship, now, local, with_umpires=with_umpires)
            why = "" if lines else why_none_called(journal.championship, now, local, with_umpires=with_umpires)
        else:
            plan = planned(journal.championship, now, local, with_umpires=with_umpires)
            lines = placements(journal.championship, plan)
        stamp = {"by": args.by, "when": int(time.time())}
        journal.add(*(changed(each, **stamp) for each in lines))
        if args.call:
            _print_calls(lines, why)
        else:
            _print_plan(journal.championship, plan)
    return 0


def _clock(championship: Championship, text: str | None) -> tuple[datetime, Callable[[int], datetime]]:
    """Return the start of a plan, and the local time of seconds since 1970: naive times of the tournament's zone."""

    def local(seconds: int) -> datetime:
        return local_time(seconds, championship.details.zone)

    found = when(text) if text else local(int(time.time()))
    if found is None:
        raise RefusedRequest(f"{cut(text or '')} is not a time; expected day and hour, such as 2026-11-21 09:30")
    return found, local


def _print_plan(championship: Championship, plan: Schedule) -> None:
    umpires = {each.id: each.name for each in championship.umpires}
    for slot in plan.slots:
        fixture = championship.fixture(slot.address)
        before = f"  umpire {umpires[slot.umpire]}" if slot.umpire else ""
        pair = f"{championship.name(fixture.a)} - {championship.name(fixture.b)}"
        print(f"{slot.begins:{FORM}}  table {slot.board:>2}  {slot.address}  {pair}{before}")
    for left in plan.left:
        print(f"{left.why}.")
    print(f"{len(plan.slots)} planned, {len(plan.left)} not planned.")


def _print_queue(
    championship: Championship, now: datetime, local: Callable[[int], datetime], with_umpires: bool
) -> None:
    waiting = queue(championship, now, local, with_umpires=with_umpires)
    for each in waiting:
        fixture = championship.fixture(each.address)
        until = f" {each.since:%H:%M}" if each.why == "resting" else ""
        pair = f"{championship.name(fixture.a)} - {championship.name(fixture.b)}"
        print(f"{each.address}  {pair}: {WHY[each.why]}{until}")
    for shift in shifts(championship):
        tables = f", tables {', '.join(map(str, shift.tables))}" if shift.tables else ""
        about = "about " if shift.estimated and shift.begins else ""
        begins = f"{about}{shift.begins}" if shift.begins else "no time yet"
        print(f"shift {shift.number}: {begins}{tables}: {', '.join(map(str, shift.fixtures))}")
    print(f"{len(waiting)} waiting.")


def _print_calls(lines: Sequence[Placed], why: str) -> None:
    for each in lines:
        print(f"table {each.board}: {each.fixture}{f', umpire {each.umpire}' if each.umpire else ''}")
    print(f"{len(lines)} called{f': {why}' if why else ''}.")
