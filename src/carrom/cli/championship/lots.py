"""The `carrom event lots` command: repeat the draw of a lot, for seeds and groups."""

import argparse

from carrom.errors import RefusedRequest
from carrom.tournament.import_export.event_log import load
from carrom.tournament.setup.draft import set_up_of
from carrom.tournament.setup.seeding import LotList, by_lot, lists_of
from carrom.values import changed


def run_lots(args: argparse.Namespace) -> int:
    """Print what the lot decides: the seeds of all entrants, and the groups of each stage that is drawn by lot."""
    draft = set_up_of(load(args.file), "lots")
    if args.lot:
        draft = changed(draft, lots=(args.lot,))
    if not draft.lot:
        raise RefusedRequest("this tournament has no lot yet; give one with --lot TEXT")
    print(f"Lot: {draft.lot}")
    seeds = [each for each in lists_of(by_lot(draft)) if not each.stage]
    for found in (*seeds, *(each for each in lists_of(draft) if each.stage)):
        _print(found)
    return 0


def _print(found: LotList) -> None:
    if not found.groups:
        print("\nSeeds, if drawn by lot")
        for step in found.steps:
            print(f"{step.place:4}  {step.name}")
        return
    print(f"\n{found.title}")
    for group in range(1, found.groups + 1):
        names = [step.name for step in found.steps if step.place == group]
        print(f"   {chr(64 + group)}  {', '.join(names)}")
