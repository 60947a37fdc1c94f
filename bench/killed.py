"""One server that is killed at a thousand random points while games are played: nothing lost, nothing doubled.

Starts `carrom serve` on a file of its own, or on a PostgreSQL of its own, lets some games be played quickly, and kills
the server (SIGKILL) at a random moment within a second of its first acknowledgement; then it is started again, and the
pages come back and say again what had no answer. At the end every log is read as in `carrom bench chaos`. The servers
are forked from a process that has loaded everything, so that one starts in a moment. Exit code 1 if anything was wrong.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.chaos_check import check
from bench.chaos_machines import OPTIONS, Database
from bench.chaos_players import Match, Party
from bench.kennel import Kennel, Pup

from carrom.server.store import Store

GOES_ON = 120.0
"""Seconds within which a game must have gone on after a kill."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--kills", type=int, default=1000, metavar="N", help="how often it is killed (default 1000)")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="games at once (default 4)")
    parser.add_argument("--store", default="both", choices=("sqlite", "postgresql", "both"), help="(default both)")
    parser.add_argument("--within", type=float, default=1.0, metavar="S", help="seconds to a kill at most (default 1)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moments (default 1)")


def run(args: argparse.Namespace) -> int:
    """Run it; return the exit code."""
    code = 0
    for kind in ("sqlite", "postgresql") if args.store == "both" else (args.store,):
        with tempfile.TemporaryDirectory(prefix="carrom-killed-", ignore_cleanup_errors=True) as folder:
            Path(folder).chmod(0o755)
            code |= asyncio.run(Killed(args, kind, Path(folder)).run())
    return code


class Killed:
    """One run on one kind of store."""

    def __init__(self, args: argparse.Namespace, kind: str, folder: Path) -> None:
        """Keep what is asked, and where everything lies."""
        self.args, self.kind, self.folder, self.rng = args, kind, folder, random.Random(args.seed)
        self.parties: list[Party] = []
        self.pauses: list[float] = []
        self.kills = 0
        self.wrong: list[str] = []

    async def run(self) -> int:
        """Play, kill, check, tell."""
        database = Database(self.folder / "database") if self.kind == "postgresql" else None
        words = ("--store", database.address) if database is not None else ()
        kennel = await asyncio.to_thread(Kennel)
        server = await asyncio.to_thread(Pup, kennel, self.folder / "data", *words, "--workers", "0", *OPTIONS)
        where = database.address if database is not None else self.folder / "data" / "games.db"
        try:
            await self._play(server)
            await asyncio.to_thread(server.kill)
            return await asyncio.to_thread(self._tell, where)
        finally:
            server.kill()
            kennel.end()
            if database is not None:
                database.end()

    async def _play(self, server: Pup) -> None:
        playing = [asyncio.ensure_future(self._one_after_another(server, number)) for number in range(self.args.games)]
        try:
            while self.kills < self.args.kills and not self.wrong:
                await self._gone_on(time.monotonic())
                await asyncio.sleep(self.rng.uniform(0, self.args.within))
                server.kill()
                at, self.kills = time.monotonic(), self.kills + 1
                await asyncio.to_thread(server.start)
                up = time.monotonic()
                await self._gone_on(up)
                self.pauses.append(min(self._next(party.match, at) for party in self.parties) - up)
                print(f"\r{self.kind}: {self.kills} of {self.args.kills} kills", end="", file=sys.stderr, flush=True)
                if any(task.done() and task.exception() for task in playing):
                    break
            print(file=sys.stderr)
        finally:
            for task in playing:
                task.cancel()
            for done in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(done, Exception):
                    self.wrong.append(f"somebody could not go on: {done!r}")
            for party in self.parties:
                await party.close()

    async def _one_after_another(self, server: Pup, number: int) -> None:
        """Play a match, and then another, for ever."""
        rng = random.Random(f"{self.args.seed}/{number}")
        while True:
            party = Party(Match(number, 0.02, rng), lambda: [server.port], 1)
            self.parties.append(party)
            await party.run()
            await party.close()

    async def _gone_on(self, at: float) -> None:
        """Wait until something was acknowledged in some game since a moment."""
        until = time.monotonic() + GOES_ON
        while not any(self._next(party.match, at) < float("inf") for party in self.parties):
            if time.monotonic() > until:
                self.wrong.append("nothing went on after a kill")
                return
            await asyncio.sleep(0.01)

    @staticmethod
    def _next(match: Match, at: float) -> float:
        """Return when something was acknowledged next in a game."""
        if not match.times or match.times[-1] <= at:
            return float("inf")
        return next(each for each in match.times if each > at)

    def _tell(self, where: Path | str) -> int:
        found: Counter[str] = Counter()
        store = Store(where)
        try:
            for party in self.parties:
                self.wrong += [*check(store, party.match, found), *party.match.wrong]
        finally:
            store.close()
        acknowledged = sum(len(party.match.acknowledged) for party in self.parties)
        print(
            f"{self.kind}: {self.kills} kills, {acknowledged} commands acknowledged, {found['lost']} lost, "
            f"{found['doubled']} doubled, {found['other']} films of other bytes, all {found['events']} events whole; "
            f"on again {statistics.median(self.pauses or [0]):.2f} s after it had started again (median)."
        )
        for line in self.wrong[:20]:
            print(f"wrong: {line}")
        return 1 if self.wrong or found["lost"] + found["doubled"] + found["other"] else 0
