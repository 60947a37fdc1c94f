"""The `carrom event schedule` command: tables, times and umpires for drawn fixtures, and the queue for free tables."""

import argparse
import time
from collections.abc import Callable, Sequence
from datetime import datetime

from carrom.cli.championship.change import resumed
from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.tournament.events import Placed
from carrom.tournament.identifiers import when
from carrom.tournament.import_export.event_log import load
from carrom.tournament.state import Championship
from carrom.tournament.time_zones import local_time
from carrom.tournament.venue.call_queue import called, queue, why_none_called
from carrom.tournament.venue.schedule import FORM, Schedule, placements, planned
from carrom.tournament.venue.shifts import shifts
from carrom.values import changed

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
