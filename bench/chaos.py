"""Run several servers on one database through a hundred faults, and check that nothing is lost, doubled or changed.

Starts a PostgreSQL and a NATS server on the loopback, and several `carrom serve` on them. In each game two browser tabs
per seat act at the same instant at different servers, and a spectator watches; all of them change servers every few
seconds. Faults: a server is killed, shut down, or stopped for five seconds; the network between a server and the
database is cut for eight seconds; a server's clock jumps by an hour; connections to a server stay open but deliver
nothing; answers are lost; the database crashes, is unreachable for some seconds, loses all sessions, or has a slow
disk; the message bus is unreachable. After each fault every game must continue.

At the end the event log of each game must be whole, contain every acknowledged command exactly once at the version that
was acknowledged, and reproduce every recording shown to any client byte for byte when simulated again. Prints, for each
kind of fault, the median time to a game's next acknowledged command. Exit code 1 if anything was wrong.
"""

import argparse
import asyncio
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.chaos_check import check
from bench.chaos_machines import Bus, Database, Node
from bench.chaos_players import Match, Party

from carrom.storage.store import Store

KINDS = (
    *("killed", "told to end", "stopped", "cut off", "clock jumped", "lines cut", "answers lost"),
    *("database crashed", "database away", "sessions cut", "disk slow", "bus away"),
)
STOPPED = 5.0
"""Seconds for which a server is stopped, or the database's disk is slow."""
CUT_OFF = 8.0
"""Seconds for which the network between one server and the database is cut."""
AWAY = 3.0
"""Seconds for which the database or the bus is unreachable."""
GOES_ON = 90.0
"""Seconds within which every game must continue after a fault."""
ROAMS = 8.0
"""Mean seconds between two changes of server by the clients of a game."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--games", type=int, default=20, metavar="N", help="simultaneous games (default: 20)")
    parser.add_argument("--nodes", type=int, default=2, metavar="N", help="number of servers (default: 2)")
    parser.add_argument("--faults", type=int, default=100, metavar="N", help="number of faults (default: 100)")
    parser.add_argument(
        "--bus",
        default="nats",
        choices=("nats", "postgresql", "none"),
        help="message bus between the servers (default: nats)",
    )
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="SECONDS", help="seconds between two actions of a game (default: 1)"
    )
    parser.add_argument("--tabs", type=int, default=2, metavar="N", help="browser tabs per seat (default: 2)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of the faults (default: 1)")
    parser.add_argument(
        "--kinds",
        nargs="+",
        choices=KINDS,
        default=KINDS,
        metavar="KIND",
        help=f"kinds of fault: {', '.join(KINDS)} (default: all)",
    )
    parser.add_argument("--quick", action="store_true", help="a short run: three games, one fault of each kind")


def run(args: argparse.Namespace) -> int:
    """Run the bench and return the exit code."""
    if args.quick:
        args.games, args.faults = 3, len(args.kinds)
    with tempfile.TemporaryDirectory(prefix="carrom-chaos-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        return asyncio.run(Chaos(args, Path(folder)).run())


class Chaos:
    """A run of the bench: the servers, the games on them, and the faults."""

    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self.args, self.folder, self.rng = args, folder, random.Random(args.seed)
        self.nodes: list[Node] = []
        self.parties: list[Party] = []
        self.faults: list[tuple[str, float]] = []
        self.wrong: list[str] = []
        self.database: Database | None = None
        self.bus: Bus | None = None
        self._coming: set[asyncio.Task[None]] = set()

    def ports(self) -> list[int]:
        """Return the ports of the servers that are running."""
        return [node.port for node in self.nodes if node.is_up]

    async def run(self) -> int:
        """Start everything, play through all faults, check and report; return the exit code."""
        try:
            await asyncio.to_thread(self._start)
            await self._play()
            for party in self.parties:
                await party.close()
            assert self.database is not None
            return await asyncio.to_thread(self._tell, self.database.address)
        finally:
            for task in self._coming:
                task.cancel()
            await asyncio.gather(*self._coming, return_exceptions=True)
            await asyncio.to_thread(self._end)

    def _start(self) -> None:
        self.database = Database(self.folder / "database")
        self.bus = Bus() if self.args.bus == "nats" else None
        way = self.bus.address if self.bus is not None else self.args.bus
        socket = self.database.socket
        with ThreadPoolExecutor(self.args.nodes) as threads:
            made = threads.map(lambda n: Node(self.folder / f"node-{n}", socket, way), range(self.args.nodes))
            self.nodes.extend(made)

    def _end(self) -> None:
        for node in self.nodes:
            with suppress(OSError):
                node.send(signal.SIGCONT)
            node.way.mend()
            if node.is_up:
                node.kill()
            node.way.end()
        for each in (self.bus, self.database):
            if each is not None:
                each.end()

    async def _play(self) -> None:
        args = self.args
        playing = [asyncio.ensure_future(self._one_after_another(number)) for number in range(args.games)]
        while len(self.parties) < args.games:
            await asyncio.sleep(0.01)
        try:
            await self._gone_on(time.monotonic(), "the beginning")
            for number, kind in enumerate(self._kinds(), 1):
                await asyncio.sleep(self.rng.uniform(0.3, 1.0))
                at = await self._do(kind)
                self.faults.append((kind, at))
                await self._gone_on(at, kind)
                print(
                    f"\r{number} of {args.faults} faults, {self._acknowledged()} acknowledged", end="", file=sys.stderr
                )
                if self.wrong or any(task.done() and task.exception() for task in playing):
                    break
            print(file=sys.stderr)
        finally:
            for task in playing:
                task.cancel()
            for done in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(done, Exception):
                    self.wrong.append(f"a client failed: {done!r}")

    async def _one_after_another(self, number: int) -> None:
        """Play one match after another until cancelled; all clients keep changing servers."""
        rng = random.Random(f"{self.args.seed}/{number}")
        while True:
            party = Party(Match(number, self.args.pace, rng), self.ports, self.args.tabs)
            self.parties.append(party)
            roaming = asyncio.ensure_future(party.roam(ROAMS))
            try:
                await party.run()
            finally:
                roaming.cancel()
            await party.close()

    def _kinds(self) -> list[str]:
        """Return the faults in random order, each kind equally often, and idle periods for comparison."""
        kinds = [kind for kind in self.args.kinds if kind != "bus away" or self.bus is not None] + ["nothing"]
        rounds = -(-self.args.faults // (len(kinds) - 1))
        found = [kind for _ in range(rounds) for kind in self.rng.sample(kinds, len(kinds))]
        chosen, real = [], 0
        for kind in found:
            if kind == "nothing" or real < self.args.faults:
                chosen.append(kind)
                real += kind != "nothing"
        return chosen

    async def _do(self, kind: str) -> float:
        """Inject a fault; return the time at which it began."""
        assert self.database is not None
        await asyncio.gather(*self._coming)
        at = time.monotonic()
        match kind:
            case "killed" | "told to end":
                node = self.rng.choice(self.nodes)
                node.is_up = False
                await asyncio.to_thread(node.kill if kind == "killed" else node.end)
                self._beside(self._starts_again(node))
            case "stopped":
                node = self.rng.choice(self.nodes)
                node.send(signal.SIGSTOP)
                self._beside(self._after(STOPPED, lambda: node.send(signal.SIGCONT)))
            case "cut off":
                node = self.rng.choice(self.nodes)
                node.way.cut()
                self._beside(self._after(CUT_OFF, node.way.mend))
            case "clock jumped":
                self.rng.choice(self.nodes).jump()
            case "lines cut":
                port = self.rng.choice(self.nodes).port
                for tab in (tab for party in self.parties for tab in party.tabs):
                    tab.cut_off(port)
            case "database crashed":
                await asyncio.to_thread(self.database.crash)
            case "database away":
                await asyncio.to_thread(self.database.leave)
                self._beside(self._after(AWAY, self.database.come_back))
            case "disk slow":
                await asyncio.to_thread(self.database.slow_down)
                self._beside(self._after(STOPPED, self.database.speed_up))
            case "sessions cut":
                await asyncio.to_thread(self.database.cut)
            case "bus away":
                assert self.bus is not None
                await asyncio.to_thread(self.bus.end)
                self._beside(self._after(AWAY, self.bus.start))
            case "answers lost":
                tabs = [tab for party in self.parties for tab in party.tabs]
                for tab in tabs:
                    tab.loses_answers = True
                await asyncio.sleep(2 * self.args.pace)
                for tab in tabs:
                    tab.loses_answers = False
        return at

    async def _starts_again(self, node: Node) -> None:
        """Start a server, retrying until it succeeds, as a supervisor does; it cannot start without the database."""
        while True:
            try:
                await asyncio.to_thread(node.start)
            except AssertionError:
                await asyncio.sleep(0.5)
            else:
                return

    async def _after(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a delay in seconds."""
        await asyncio.sleep(seconds)
        await asyncio.to_thread(do)

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _gone_on(self, at: float, kind: str) -> None:
        """Wait until a command has been acknowledged in every game since `at`."""
        until = time.monotonic() + GOES_ON
        while True:
            late = [each for each in self._live() if not each.times or each.times[-1] <= at]
            if not late:
                return
            if time.monotonic() > until:
                self.wrong.append(f"{len(late)} games did not continue after: {kind}")
                return
            await asyncio.sleep(0.05)

    def _live(self) -> list[Match]:
        return [party.match for party in self.parties if not party.match.over]

    def _acknowledged(self) -> int:
        return sum(len(party.match.acknowledged) for party in self.parties)

    def _tell(self, address: str) -> int:
        """Check every event log, print the results, and return the exit code."""
        found: Counter[str] = Counter()
        store = Store(address)
        try:
            for party in self.parties:
                self.wrong += check(store, party.match, found)
        finally:
            store.close()
        shown = sum(party.match.shown for party in self.parties)
        missed = sum(party.match.missed for party in self.parties)
        self.wrong += [line for party in self.parties for line in party.match.wrong]
        real = sum(kind != "nothing" for kind, _ in self.faults)
        print(
            f"{self.args.nodes} servers, {self.args.bus}, {self.args.games} games, {real} faults: "
            f"{self._acknowledged()} commands acknowledged, {found['lost']} lost, {found['doubled']} doubled; "
            f"{shown} recordings shown, {missed} replaced by a snapshot, {found['other']} recordings with other "
            f"bytes; {found['again']} strokes simulated again, all {found['events']} events intact."
        )
        self._tell_medians()
        for line in self.wrong[:20]:
            print(f"error: {line}")
        bad = found["lost"] + found["doubled"] + found["other"] + missed + len(self.wrong)
        print("Nothing was wrong." if not bad else f"{bad} errors.")
        return 1 if bad else 0

    def _tell_medians(self) -> None:
        waits: defaultdict[str, list[float]] = defaultdict(list)
        for kind, at in self.faults:
            for party in self.parties:
                times = party.match.times
                after = next((each for each in times if each > at), None)
                if after is not None and times[0] <= at:
                    waits[kind].append(after - at)
        counted = Counter(kind for kind, _ in self.faults)
        for kind, each in sorted(waits.items()):
            tenth = sorted(each)[int(0.9 * (len(each) - 1))]
            print(
                f"  {kind + ':':18} {counted[kind]:3} times; time to a game's next acknowledged command "
                f"{statistics.median(each):.2f} s (median), {tenth:.2f} s (90 %), {max(each):.2f} s at most"
            )
