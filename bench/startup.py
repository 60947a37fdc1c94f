"""Measure how long the imports and two commands take to start, and what a new installation needs.

    carrom bench startup                the same as: python bench/startup.py
    carrom bench startup --fresh        also the size of `pip install carrom`, and the first stroke of its engine

The commands run in turn, 15 times each by default. The minimum of the child's processor time (user and system) counts,
so other load on the machine does not. Limits: 4 times `python -c 'import msgspec'` for each command; `import carrom`
0.15 of `import numpy`, both without the start of Python itself. With `--fresh`, this checkout is installed into a new
environment, without extras: at most 120 MB, and at most 10 s of processor time from the start of Python until the
engine has played a lawful stroke, where neither home nor cache can be written. Exit code 1 if a limit is missed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import resource
except ImportError:  # Windows: use wall-clock time
    resource = None

LIMIT = 4.0
IMPORT_LIMIT = 0.15
SIZE_LIMIT = 120
"""MB."""
STROKE_LIMIT = 10.0
"""Seconds of processor time."""
ROOT = Path(__file__).resolve().parents[1]
STROKE = """
from random import Random
import carrom
from carrom.compiling import backend
game = carrom.Game("icf", seed=8)
game.set_up()
ruling = game.push(carrom.level("champion").act(game, Random(1)))
print(backend(), type(ruling).__name__)
"""
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
    "python -c pass": ([*PYTHON, "-c", "pass"], ""),
    "python -c 'import numpy'": ([*PYTHON, "-c", "import numpy"], ""),
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
    parser.add_argument("--fresh", action="store_true", help="also install this checkout into a new environment")


def run(args: argparse.Namespace) -> int:
    """Print each command's least time and its ratio to the first; return 1 if a limit is missed."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(args.repetitions):
        for name, (command, text) in COMMANDS.items():
            least[name] = min(least[name], child_seconds(command, text))
    base = least["python -c 'import msgspec'"]
    for name, seconds in least.items():
        print(f"{name:28} {seconds * 1000:7.0f} ms   {seconds / base:5.2f} x")
    bare = least["python -c pass"]
    share = (least["python -c 'import carrom'"] - bare) / (least["python -c 'import numpy'"] - bare)
    print(f"{'import carrom : import numpy':28} {share:7.2f}      (at most {IMPORT_LIMIT})")
    ours = [seconds for name, seconds in least.items() if "numpy" not in name]
    is_missed = max(ours) > LIMIT * base or share > IMPORT_LIMIT
    return int((args.fresh and fresh()) or is_missed)


def fresh() -> bool:
    """Install this checkout into a new environment, print its size and the time of its first stroke.

    Return whether a limit is missed.
    """
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "venv"
        python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-compile", ROOT], check=True)
        size = sum(installed_sizes(python)) / 1e6
        nowhere = Path(folder) / "file"
        nowhere.write_text("")
        places = {name: str(nowhere / "none") for name in ("HOME", "XDG_CACHE_HOME", "CARROM_DATA")}
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        before = children_seconds()
        done = subprocess.run([python, "-B", "-c", STROKE], env={**variables, **places}, cwd=folder, check=True,
                              capture_output=True, text=True)  # fmt: skip
        seconds = children_seconds() - before
    print(f"{'pip install carrom':28} {size:7.0f} MB   (at most {SIZE_LIMIT})")
    print(f"{'first stroke of the engine':28} {seconds:7.2f} s    (at most {STROKE_LIMIT:g}; {done.stdout.strip()})")
    return size > SIZE_LIMIT or seconds > STROKE_LIMIT


def installed_sizes(python: Path) -> list[int]:
    """Return the sizes of all files of the installed packages, pip's own left out."""
    code = "import sysconfig; print(sysconfig.get_path('platlib'))"
    found = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    tools = ("pip", "setuptools")
    folders = [each for each in Path(found).iterdir() if not each.name.startswith(tools)]
    return [path.stat().st_size for each in folders for path in (each, *each.rglob("*")) if path.is_file()]


if __name__ == "__main__":
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments(own)
    sys.exit(run(own.parse_args()))
