"""`carrom bench`: measure the speed of this machine's carrom, beside its peers where they are installed.

The benchmarks live in `bench/` of a checkout, one module (or package) each, and are no part of the installed
package: they import peers that nobody needs to play. A benchmark has a docstring, `arguments(parser)` and
`run(args) -> exit code`, like a command.
"""

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from carrom.errors import SetupError

BENCHES = {
    "physics": "strokes a second of the kernel, beside prototypes and peers, with the bars",
    "physics_proof": "the long proofs of the kernel: oracle, integrator, contact times, peers",
    "startup": "what a user waits for: how long commands take to start",
    "lab": "steps of every environment, and the same games whatever ran them and whoever died",
    "arrays": "lawful steps of many boards in arrays, and their agreement with games",
    "event": "a Swiss of two hundred in nine waves, kept on disk",
    "stalls": "boards of every rule set that engines play: strokes that do not count, boards that do not end",
    "search": "what the engine's search does: speed, boards alone, promises, choices, strokes that do not count",
    "hall": "a hall that is killed a hundred times while sixty-four play: no line lost, none twice",
    "judge": "rulings a second",
    "fuzz": "generated inputs to what each command calls: whatever comes in, a sentence comes out",
    "mutation": "small wrongs put into the sources, and which of them no test notices",
    "mutated": "messages that are nearly right, to a server that runs: it lives, its memory is flat, the game intact",
    "described": "what the description of the API promises, asked of a server that runs by schemathesis",
    "faults": "a fault at every write of the store and of the sheet: nothing acknowledged lost, nothing twice",
    "full": "a disk that is really full, then read-only, under a server, a sheet and a hall (as root, on Linux)",
    "held": "what a live room and the lines of its players hold of a server's memory",
    "hostile": "strokes of honest games beside slow, silent and hostile clients",
    "chaos": "several servers on one database through a hundred faults: nothing lost, nothing doubled, no film missed",
    "killed": "one server killed at a thousand random points while games are played, on both kinds of database",
    "reopening": "how long a game takes to come back from the disk, from a checkpoint and from its first event",
    "rooms": "how many live rooms one server on one core carries: from command to film, processor time, memory",
    "lobby": "many listeners and many seeks: processor time while nobody acts, bytes a change, time of a new seek",
}
EXAMPLES = """examples:
  carrom bench physics            all figures, all peers that are installed (some minutes)
  carrom bench physics --quick    a smoke run (seconds)
"""


def folder() -> Path:
    """Return the checkout's `bench/`; raise `SetupError` where carrom was installed without one."""
    found = Path(__file__).resolve().parents[4] / "bench"
    if not found.is_dir():
        raise SetupError("benchmarks run from a checkout of the repository, where bench/ lies beside src/")
    return found


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare one subcommand for each benchmark that this checkout has."""
    benches = parser.add_subparsers(dest="bench", metavar="bench", title="benchmarks", required=True)
    for name, summary in BENCHES.items():
        try:
            module = _load(name)
        except ImportError as missing:
            benches.add_parser(name, help=f"{summary} (not here: {missing})").set_defaults(
                measure=_refusal(name, missing)
            )
            continue
        if module is not None:
            bench = benches.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
            module.arguments(bench)
            bench.set_defaults(measure=module.run)


def run(args: argparse.Namespace) -> int:
    """Run the chosen benchmark."""
    return int(args.measure(args))


def _refusal(name: str, missing: ImportError) -> Callable[[argparse.Namespace], int]:
    """Return what runs instead of a benchmark that needs something this machine lacks: it says so."""

    def refuse(args: argparse.Namespace) -> int:
        raise SetupError(f"the benchmark {name} cannot run here: {missing}")

    return refuse


def _load(name: str) -> ModuleType | None:
    """Return the benchmark's module, or None where this checkout has none of that name."""
    home = folder()
    if not (home / f"{name}.py").exists() and not (home / name / "__init__.py").exists():
        return None
    if str(home.parent) not in sys.path:
        sys.path.insert(0, str(home.parent))
    module = importlib.import_module(f"bench.{name}")
    return module if hasattr(module, "arguments") else None
