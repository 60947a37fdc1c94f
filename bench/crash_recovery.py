"""Kill one server at a thousand random moments while games are played, and check that nothing is lost or doubled.

Starts `carrom serve` on an SQLite file or on a PostgreSQL server, plays some games quickly, and kills the server
(SIGKILL) at a random moment within a second of its first acknowledgement. Then the server is started again, and the
clients reconnect and repeat every command that had no answer. After each hundred kills every event log is checked as in
`carrom bench chaos`, and the next hundred begin with an empty folder. With `--record` the results are stored in a file,
and an interrupted run resumes from it. The servers are forked from a process that has loaded everything, so that each
starts in a moment. Exit code 1 if anything was wrong.
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

import msgspec
from bench.chaos_check import check
from bench.chaos_machines import OPTIONS, Database
from bench.chaos_players import Match, Party
from bench.server_processes import Kennel, Pup

from carrom.storage.store import Store
from carrom.values import Value

ROUND = 100
"""Kills per round; each round ends with a check and the next starts with an empty folder."""
GOES_ON = 120.0
"""Seconds within which a game must continue after a kill."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--kills", type=int, default=1000, metavar="N", help="number of kills (default: 1000)")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="simultaneous games (default: 4)")
    parser.add_argument(
        "--store", default="both", choices=("sqlite", "postgresql", "both"), help="database (default: both)"
    )
    parser.add_argument(
        "--max-delay", type=float, default=1.0, metavar="SECONDS", help="latest moment of a kill (default: 1)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of the moments (default: 1)")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="file for the results of each hundred kills; used to resume"
    )


COUNTED = ("kills", "acknowledged", "lost", "doubled", "other", "events")


class Round(Value, frozen=True, kw_only=True):
    """The results of one round of kills."""

    store: str
    kills: int
    acknowledged: int
    lost: int
    doubled: int
    other: int
    """Recordings that differ from what the log reproduces."""
    events: int
    pauses: tuple[float, ...]
    """Seconds from each restart to the next acknowledged command."""
    wrong: tuple[str, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether any check failed."""
        return bool(self.wrong or self.lost or self.doubled or self.other)

    def __str__(self) -> str:
        return (
            f"{self.store}: {self.kills} kills, {self.acknowledged} commands acknowledged, {self.lost} lost, "
            f"{self.doubled} doubled, {self.other} recordings with other bytes, all {self.events} events intact; "
            f"continued {statistics.median(self.pauses or [0]):.2f} s after the restart (median)."
        )


def run(args: argparse.Namespace) -> int:
    """Run the bench and return the exit code."""
    code = 0
    for kind in ("sqlite", "postgresql") if args.store == "both" else (args.store,):
        rounds = [each for each in _recorded(args.record) if each.store == kind]
        while (kills := sum(each.kills for each in rounds)) < args.kills and not any(each.is_wrong for each in rounds):
            with tempfile.TemporaryDirectory(prefix="carrom-killed-", ignore_cleanup_errors=True) as folder:
                Path(folder).chmod(0o755)
                most = min(ROUND, args.kills - kills)
                rounds.append(asyncio.run(Killed(args, kind, Path(folder), most, len(rounds)).run()))
            print(rounds[-1], *(f"wrong: {line}" for line in rounds[-1].wrong[:20]), sep="\n", flush=True)
            if args.record is not None:
                with open(args.record, "ab") as file:
                    file.write(msgspec.json.encode(rounds[-1]) + b"\n")
        print(f"total of {_sum(rounds)}" if rounds else f"{kind}: no kills", flush=True)
        code |= any(each.is_wrong for each in rounds)
    return code


def _recorded(path: Path | None) -> list[Round]:
    """Return the rounds stored in a file."""
    if path is None or not path.exists():
        return []
    return [msgspec.json.decode(line, type=Round) for line in path.read_bytes().splitlines() if line.endswith(b"}")]


def _sum(rounds: list[Round]) -> Round:
    """Return all rounds of a store added up."""
    numbers = {name: sum(getattr(each, name) for each in rounds) for name in COUNTED}
    pauses = tuple(pause for each in rounds for pause in each.pauses)
    wrong = tuple(line for each in rounds for line in each.wrong)
    return Round(store=rounds[0].store, pauses=pauses, wrong=wrong, **numbers)


class Killed:
    """One round of kills on one kind of store."""

    def __init__(self, args: argparse.Namespace, kind: str, folder: Path, most: int, number: int) -> None:
        """Prepare round `number` with at most `most` kills; all data is stored in `folder`."""
        self.args, self.kind, self.folder, self.most = args, kind, folder, most
        self.seed = f"{args.seed}/{number}"
        self.rng = random.Random(self.seed)
        self.parties: list[Party] = []
        self.pauses: list[float] = []
        self.kills = 0
        self.wrong: list[str] = []

    async def run(self) -> Round:
        """Play, kill and check; return the results."""
        database = Database(self.folder / "database") if self.kind == "postgresql" else None
        words = ("--store", database.address) if database is not None else ()
        kennel = await asyncio.to_thread(Kennel)
        server = await asyncio.to_thread(Pup, kennel, self.folder / "data", *words, "--workers", "0", *OPTIONS)
        where = database.address if database is not None else self.folder / "data" / "games.db"
        try:
            await self._play(server)
            await asyncio.to_thread(server.kill)
            return await asyncio.to_thread(self._told, where)
        finally:
            server.kill()
            kennel.end()
            if database is not None:
                database.end()

    async def _play(self, server: Pup) -> None:
        playing = [asyncio.ensure_future(self._one_after_another(server, number)) for number in range(self.args.games)]
        try:
            while self.kills < self.most and not self.wrong:
                await self._gone_on(time.monotonic())
                await asyncio.sleep(self.rng.uniform(0, self.args.max_delay))
                server.kill()
                at, self.kills = time.monotonic(), self.kills + 1
                await asyncio.to_thread(server.start)
                up = time.monotonic()
                await self._gone_on(up)
                self.pauses.append(min(self._next(party.match, at) for party in self.parties) - up)
                print(f"\r{self.kind}: {self.kills} of {self.most} kills", end="", file=sys.stderr, flush=True)
                if any(task.done() and task.exception() for task in playing):
                    break
            print(file=sys.stderr)
        finally:
            for task in playing:
                task.cancel()
            for done in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(done, Exception):
                    self.wrong.append(f"a client failed: {done!r}")
            for party in self.parties:
                await party.close()

    async def _one_after_another(self, server: Pup, number: int) -> None:
        """Play one match after another until cancelled."""
        rng = random.Random(f"{self.seed}/{number}")
        while True:
            party = Party(Match(number, 0.02, rng), lambda: [server.port], 1)
            self.parties.append(party)
            await party.run()
            await party.close()

    async def _gone_on(self, at: float) -> None:
        """Wait until a command has been acknowledged in any game since `at`."""
        until = time.monotonic() + GOES_ON
        while not any(self._next(party.match, at) < float("inf") for party in self.parties):
            if time.monotonic() > until:
                self.wrong.append("no game continued after a kill")
                return
            await asyncio.sleep(0.01)

    @staticmethod
    def _next(match: Match, at: float) -> float:
        """Return the time of a game's first acknowledgement after `at`, or infinity."""
        if not match.times or match.times[-1] <= at:
            return float("inf")
        return next(each for each in match.times if each > at)

    def _told(self, where: Path | str) -> Round:
        """Check every event log and return the results."""
        found: Counter[str] = Counter()
        store = Store(where)
        try:
            for party in self.parties:
                self.wrong += [*check(store, party.match, found), *party.match.wrong]
        finally:
            store.close()
        return Round(
            store=self.kind,
            kills=self.kills,
            acknowledged=sum(len(party.match.acknowledged) for party in self.parties),
            lost=found["lost"],
            doubled=found["doubled"],
            other=found["other"],
            events=found["events"],
            pauses=tuple(round(pause, 3) for pause in self.pauses),
            wrong=tuple(self.wrong),
        )
