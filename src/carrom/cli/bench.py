"""The `carrom bench` command: benchmarks and long tests, compared with other engines where these are installed.

The benchmarks are in `bench/` of a checkout, one module or package each, and are not part of the installed package,
because they import libraries that playing does not need. A benchmark module has a docstring, `arguments(parser)` and
`run(args) -> exit code`, like a command.
"""

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from carrom.cli.options import add_task
from carrom.errors import SetupError

BENCHES = {
    "physics": "measure the physics in strokes per second, compared with other physics engines",
    "physics_proof": "run the long correctness tests of the physics against independent computations",
    "web_assembly": "compare the page's kernels in WebAssembly with the native ones: every bit, and the speed",
    "fit": "check that `carrom fit` recovers the surfaces of synthetic films within its intervals",
    "startup": "measure how long commands take to start",
    "lab": "measure the environments' speed, and check that games do not depend on how they are distributed",
    "arrays": "measure the array environments, and check that they agree with the game rules",
    "stalls": "count invalid strokes and endless boards in engine games of every rule set",
    "puzzles": "measure how often the analysis finds the solution of the puzzles within some seconds",
    "search": "measure the engine's search: speed, solo boards, predictions, choices, invalid strokes",
    "kernels": "compare the native kernels with those of another checkout: time and every result, bit by bit",
    "search_regret": "measure how much value a search gives up against a far deeper one, on unseen decisions",
    "breaker": "measure how often the side that breaks wins between equal players, for each break of the book",
    "board_value": "check the board value by rollouts of unseen positions: calibration and ranking",
    "review": "measure reviews: how many strokes of a level are called mistakes, and whether rollouts agree",
    "hall": "kill a tournament server a hundred times during play, and check that no line is lost or doubled",
    "hall_weekend": "run a weekend of 64 players from the browser while server and phones are killed",
    "judge": "measure rulings per second",
    "fuzz": "feed generated inputs to every command, and check that errors are one sentence",
    "malformed_messages": "send malformed messages to a server, and check that it, its memory and its games stay sound",
    "openapi": "test a running server against its OpenAPI description with schemathesis",
    "faults": "inject a fault at every write, and check that no acknowledged event is lost or doubled",
    "full_disk": "run a server, an umpire's sheet and a hall on a full, then read-only disk (Linux, as root)",
    "memory": "measure a server's memory per game and connection",
    "slow_clients": "measure stroke latency while other clients are slow, silent or hostile",
    "chaos": "run several servers on one database through a hundred faults, and check that nothing is lost",
    "crash_recovery": "kill a server at a thousand random moments during play, on both kinds of database",
    "capacity": "measure how many games one server on one core can run: latency, processor time, memory",
    "lobby": "measure the lobby with many listeners and seeks: idle processor time, bytes per change, latency",
    "arena": "measure an arena of many players on one core: time until a free player is paired, latency of strokes",
}
EXAMPLES = """examples:
  carrom bench physics            compare with every installed engine (some minutes)
  carrom bench physics --quick    a short run (seconds)
"""


def folder() -> Path:
    """Return the checkout's `bench/` folder. Raises `SetupError` if carrom was installed without one."""
    found = Path(__file__).resolve().parents[3] / "bench"
    if not found.is_dir():
        raise SetupError("benchmarks need a checkout of the repository, with bench/ beside src/")
    return found


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare one subcommand per benchmark in this checkout."""
    benches = parser.add_subparsers(dest="bench", metavar="bench", title="benchmarks", required=True)
    for name, summary in BENCHES.items():
        try:
            module = _load(name)
        except ImportError as missing:
            add_task(benches, name, f"{summary} (not available here: {missing})").set_defaults(
                measure=_refusal(name, missing)
            )
            continue
        if module is not None:
            bench = add_task(benches, name, summary)
            module.arguments(bench)
            bench.set_defaults(measure=module.run)


def run(args: argparse.Namespace) -> int:
    """Run the chosen benchmark."""
    return int(args.measure(args))


def _refusal(name: str, missing: ImportError) -> Callable[[argparse.Namespace], int]:
    """Return a function to run instead of a benchmark whose dependency is missing; it raises `SetupError`."""

    def refuse(args: argparse.Namespace) -> int:
        raise SetupError(f"the benchmark {name} cannot run here: {missing}")

    return refuse


def _load(name: str) -> ModuleType | None:
    """Return the benchmark's module, or None if this checkout has none of that name."""
    home = folder()
    if not (home / f"{name}.py").exists() and not (home / name / "__init__.py").exists():
        return None
    if str(home.parent) not in sys.path:
        sys.path.insert(0, str(home.parent))
    module = importlib.import_module(f"bench.{name}")
    return module if hasattr(module, "arguments") else None
