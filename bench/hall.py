"""Kill a tournament server repeatedly during play, over an unreliable network: no line may be lost or doubled.

    carrom bench hall [--kills 100] [--players 64] [--rounds 7] [--umpires 16] [--browsers 2]

The same tournament is run twice with the real command and the same scores: once undisturbed, once while the server is
killed (SIGKILL) at random moments and a proxy on the loopback cuts every connection. Umpires' phones enter each board
on the score sheets and sign them; the organiser draws rounds and calls fixtures. Some phones are real browsers, the
others speak the protocol. Afterwards every acknowledged line must be in the files exactly once, `verify` must find
nothing, and standings and results must equal those of the undisturbed run. Exit code 1 otherwise.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from bench.hall_clients import Network, Organiser, Umpire, held
from bench.hall_process import HallProcess

from carrom.cli.event_records import differs
from carrom.tournament.draw_files import differences
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Appointed, Entered, Finished, LotDrawn, Opened
from carrom.tournament.standings import tables

STATIC = ""
"""A folder with a placeholder page, for checkouts without a built page."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--kills", type=int, default=100, help="number of kills (default: 100)")
    parser.add_argument("--players", type=int, default=64, help="number of players (default: 64)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of the Swiss stage (default: 7)")
    parser.add_argument("--umpires", type=int, default=16, help="number of umpires' phones (default: 16)")
    parser.add_argument("--browsers", type=int, default=2, help="how many of the phones are real browsers (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of scores and kills (default: 1)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep both data folders in this folder")


def run(args: argparse.Namespace) -> int:
    """Run the tournament twice and compare the results; return the exit code."""
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
        return _compared(args, args.keep)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return _compared(args, Path(folder))


def _compared(args: argparse.Namespace, folder: Path) -> int:
    peace = _held(args, folder / "peace", kills=0)
    war = _held(args, folder / "war", kills=args.kills)
    wrong = [*faults(war["path"], war["said"]), *faults(peace["path"], peace["said"])]
    if outcome(war["path"]) != outcome(peace["path"]):
        wrong.append("standings or results differ from the undisturbed run")
    for each in wrong[:20]:
        print(each)
    print(
        f"{args.players} players, {args.rounds} rounds, {args.umpires} phones ({war['browsers']} browsers): "
        f"{war['kills']} kills, {war['cuts']} cuts, {len(war['said'])} lines acknowledged, "
        f"{war['again']} sent again; {war['seconds']:.0f} s, undisturbed {peace['seconds']:.0f} s; "
        f"{'nothing lost, nothing twice, standings equal' if not wrong else f'{len(wrong)} faults'}"
    )
    return 1 if wrong else 0


def begun(folder: Path, players: int, rounds: int, umpires: int) -> Path:
    """Create a championship before its first draw, and return the path of its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "bench.carrom-event"
    terms = {"id": "s", "system": "swiss", "rounds": rounds}
    with Journal.create(path, Details(name="Bench", boards=umpires, sessions="2026-01-01 00:00-23:59")) as journal:
        journal.add(LotDrawn(lot="3 14 27"), Opened(terms=read_terms(dict(terms))))
        journal.add(*(Entered(id=f"p{n}", name=f"Player {n}", seed=n) for n in range(1, players + 1)))
        journal.add(*(Appointed(id=f"u{n}", name=f"Umpire {n}") for n in range(1, umpires + 1)))
    return path


def _held(args: argparse.Namespace, folder: Path, kills: int) -> dict[str, Any]:
    """Run one tournament to its end; return the acknowledged lines and the duration."""
    path = begun(folder, args.players, args.rounds, args.umpires)
    rng = Random(args.seed)
    start = time.monotonic()
    with HallProcess(path, STATIC) as hall, Network(hall.port) as network:
        links = hall.links()
        phones: list[Any] = [
            Umpire(network.port, links[f"umpire:u{number}"], args.seed)
            for number in range(1 + (args.browsers if kills else 0), args.umpires + 1)
        ]
        browsers = args.browsers if kills else 0
        if browsers:
            from bench.hall_browsers import Browsers

            phones.append(Browsers(network.port, [links[f"umpire:u{n}"] for n in range(1, browsers + 1)], args.seed))
        organiser = Organiser(network.port, links["organiser"])
        killed, cuts = held(hall, network, organiser, phones, kills, rng)
    said = [line for each in (organiser, *phones) for line in each.said]
    return {
        "path": path,
        "said": said,
        "again": sum(each.again for each in (organiser, *phones)),
        "kills": killed,
        "cuts": cuts,
        "browsers": browsers,
        "seconds": time.monotonic() - start,
    }


def faults(path: Path, said: Sequence[tuple[str, str]]) -> list[str]:
    """Return a line per fault in a folder: acknowledged lines missing or stored twice, and failed verifications."""
    found = load(path)
    records = [each for each in found.events if isinstance(each, Finished) and each.source]
    wrong = [*differences(found), *(why for each in records if (why := differs(path.parent, each)))]
    texts = {"event": path.read_text()}
    texts |= {file.stem: file.read_text() for file in (path.parent / "sheets").glob("*.carrom")}
    for where, nonce in said:
        if nonce not in texts.get(where, ""):
            wrong.append(f"{where}: what was acknowledged as {nonce} is not there")
    for where, text in texts.items():
        marks = [line for line in text.split("\n") if line.startswith("# ") and " nonce " in line]
        counts = Counter(line.split(" nonce ")[1] for line in marks)
        wrong += [f"{where}: {nonce} stands {count} times" for nonce, count in counts.items() if count > 1]
    fixtures = Counter(each.fixture for each in found.events if isinstance(each, Finished))
    wrong += [f"{fixture} is finished {count} times" for fixture, count in fixtures.items() if count > 1]
    wrong += [f"{each} has no record" for each in fixtures if each not in {one.fixture for one in records}]
    return wrong


def outcome(path: Path) -> str:
    """Return the standings with all keys and every result, as text to compare."""
    found = load(path)
    stage = found.stage("s")
    rows = [(each.place, each.entrant, each.values) for table in tables(found, stage) for each in table.standings]
    results = [
        (round.number, each.number, each.a, each.b, each.finish.games if each.finish else None)
        for round in stage.rounds
        for each in round.fixtures
    ]
    return json.dumps([rows, results])
