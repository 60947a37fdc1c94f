"""Measure a large Swiss tournament: 200 entrants and nine rounds, from the entry list to the final standings.

    carrom bench event [--entrants 200] [--rounds 9]

Every round is drawn, finished with random scores from a seed, written to a file line by line, and read again at the
end. Prints the seconds for the draws and for everything, and the draws' share. Exit code 1 if everything took more
processor time than ten thousand loops of `bench.unit`, two entrants met twice, or an entrant had two byes.
"""

import argparse
import tempfile
import time
from pathlib import Path
from random import Random

from bench.unit import bar, processor

from carrom.tournament.draws import drawn
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Entered, Finished, LotDrawn, Opened
from carrom.tournament.standings import tables

MOST = 10_000.0
"""Loops of `bench.unit` that the whole tournament may take, in processor time."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--entrants", type=int, default=200, help="number of entrants (default: 200)")
    parser.add_argument("--rounds", type=int, default=9, help="number of rounds (default: 9)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the scores (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Run the tournament and print how long it took."""
    rng, unit, used = Random(args.seed), processor(), time.process_time()
    began, draws, worst = time.perf_counter(), 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.carrom-event"
        with Journal.create(path, Details(name="Bench")) as journal:
            journal.add(LotDrawn(lot="1"), Opened(terms=read_terms({"id": "s", "system": "swiss"})))
            journal.add(*(Entered(id=f"p{n}", name=f"Player {n}", seed=n) for n in range(1, args.entrants + 1)))
            for wave in range(1, args.rounds + 1):
                start = time.perf_counter()
                draw = drawn(journal.championship, journal.championship.sections[0], wave)
                took = time.perf_counter() - start
                draws, worst = draws + took, max(worst, took)
                journal.add(draw)
                pairs = sum(bool(each.second) for each in draw.meetings)
                for number in range(1, pairs + 1):
                    games = ((25, rng.randrange(25)),) if rng.random() < 0.6 else ((rng.randrange(25), 25),)
                    journal.add(Finished(fixture=f"s.{wave}.{number}", games=games))
        section = load(path).sections[0]
        tables(load(path), section)
    everything, used = time.perf_counter() - began, time.process_time() - used
    met = [frozenset((each.a, each.b)) for wave in section.waves for each in wave.fixtures if each.b]
    byes = [each.a for wave in section.waves for each in wave.fixtures if not each.b]
    twice = len(met) - len(set(met)) + len(byes) - len(set(byes))
    print(
        f"{args.entrants} entrants, {args.rounds} rounds: {everything:.1f} s in total, draws {draws:.1f} s "
        f"({draws / everything:.0%}), slowest draw {worst:.2f} s, {twice or 'nobody'} twice"
    )
    return int(not bar("the whole tournament", used / unit, "loops", most=MOST) or twice > 0)
