"""`carrom event schedule`: boards, hours and umpires for what is drawn, and who comes to the next free board."""

import argparse
import time
from collections.abc import Sequence
from datetime import datetime

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.tournament.events import Placed
from carrom.tournament.identifiers import when
from carrom.tournament.import_export.event_log import Journal, load
from carrom.tournament.state import Championship
from carrom.tournament.venue.call_queue import called, queue
from carrom.tournament.venue.schedule import FORM, Plan, placements, planned
from carrom.values import changed

WHY = {
    "": "may begin",
    "playing": "still playing",
    "resting": "resting until",
    "umpire": "no neutral umpire is free",
}


def run(args: argparse.Namespace) -> int:
    """Plan, look who waits, or call them to their boards."""
    now, with_umpires = _moment(args.moment), not args.without_umpires
    if args.queue:
        _say_queue(load(args.file), now, with_umpires)
        return 0
    if args.look:
        championship = load(args.file)
        _say_plan(championship, planned(championship, now, local, with_umpires=with_umpires))
        return 0
    with Journal.resume(args.file) as journal:
        if args.call:
            lines = called(journal.championship, now, local, with_umpires=with_umpires)
        else:
            plan = planned(journal.championship, now, local, with_umpires=with_umpires)
            lines = placements(journal.championship, plan)
        stamp = {"by": args.by, "when": int(time.time())}
        journal.add(*(changed(each, **stamp) for each in lines))
        if args.call:
            _say_calls(journal.championship, lines)
        else:
            _say_plan(journal.championship, plan)
    return 0


def local(seconds: int) -> datetime:
    """Return an hour of this machine's time zone, without the zone."""
    return datetime.fromtimestamp(seconds)


def _moment(text: str | None) -> datetime:
    if not text:
        return datetime.now()
    found = when(text)
    if found is None:
        raise RefusedRequest(f"{cut(text)} is no time; expected day and hour, as 2026-11-21 09:30")
    return found


def _say_plan(championship: Championship, plan: Plan) -> None:
    umpires = {each.id: each.name for each in championship.umpires}
    for slot in plan.slots:
        fixture = championship.fixture(slot.address)
        before = f"  umpire {umpires[slot.umpire]}" if slot.umpire else ""
        pair = f"{championship.name(fixture.a)} - {championship.name(fixture.b)}"
        print(f"{slot.begins:{FORM}}  board {slot.board:>2}  {slot.address}  {pair}{before}")
    for left in plan.left:
        print(f"{left.why}.")
    print(f"{len(plan.slots)} planned, {len(plan.left)} left.")


def _say_queue(championship: Championship, now: datetime, with_umpires: bool) -> None:
    waiting = queue(championship, now, local, with_umpires=with_umpires)
    for each in waiting:
        fixture = championship.fixture(each.address)
        until = f" {each.since:%H:%M}" if each.why == "resting" else ""
        pair = f"{championship.name(fixture.a)} - {championship.name(fixture.b)}"
        print(f"{each.address}  {pair}: {WHY[each.why]}{until}")
    print(f"{len(waiting)} waiting.")


def _say_calls(championship: Championship, lines: Sequence[Placed]) -> None:
    for each in lines:
        print(f"board {each.board}: {each.fixture}{f', umpire {each.umpire}' if each.umpire else ''}")
    print(f"{len(lines)} called.")
