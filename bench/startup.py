"""Measure how long the import and two commands take to start, as ratios to `python -c 'import msgspec'`.

    carrom bench startup                the same as: python bench/startup.py

The commands run in turn, 15 times each by default. The minimum of the child's processor time (user and system) counts,
so other load on the machine does not. Exit code 1 if a ratio is above 4.
"""

import argparse
import json
import subprocess
import sys
import time

try:
    import resource
except ImportError:  # Windows: use wall-clock time
    resource = None

LIMIT = 4.0
CASE = {
    "id": "startup",
    "ruleset": "icf",
    "kind": "stroke",
    "before": {
        "phase": "play",
        "mover": {"men": 5, "due": 0, "score": 0},
        "opponent": {"men": 6, "due": 0, "score": 0},
        "queen": "board",
        "pocketed_before": True,
        "queen_covered_by": None,
    },
    "stroke": {
        "own": 1,
        "opponent": 0,
        "queen": False,
        "striker": False,
        "touched": True,
        "direct": None,
        "jumped": {"own": 0, "opponent": 0, "queen": False, "striker": False},
        "improper": False,
    },
    "demand": 0,
}
PYTHON = [sys.executable]
COMMANDS = {
    "python -c 'import msgspec'": ([*PYTHON, "-c", "import msgspec"], ""),
    "python -c 'import carrom'": ([*PYTHON, "-c", "import carrom"], ""),
    "carrom --help": ([*PYTHON, "-m", "carrom", "--help"], ""),
    "carrom judge (one case)": ([*PYTHON, "-m", "carrom", "judge"], json.dumps(CASE) + "\n"),
}


def child_seconds(command: list[str], text: str) -> float:
    """Run a command once and return its processor time in seconds; raise if it fails."""
    before = children_seconds()
    subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)
    return children_seconds() - before


def children_seconds() -> float:
    """Return the processor time of all child processes so far (wall-clock time on Windows)."""
    if resource is None:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--repetitions", type=int, default=15, help="runs of each command (default: 15)")


def run(args: argparse.Namespace) -> int:
    """Print each command's least time and its ratio to the first; return 1 if a ratio is above the limit."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(args.repetitions):
        for name, (command, text) in COMMANDS.items():
            least[name] = min(least[name], child_seconds(command, text))
    base = least["python -c 'import msgspec'"]
    for name, seconds in least.items():
        print(f"{name:28} {seconds * 1000:7.0f} ms   {seconds / base:5.2f} x")
    return int(max(least.values()) > LIMIT * base)


if __name__ == "__main__":
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments(own)
    sys.exit(run(own.parse_args()))
