"""How long `carrom --help` and `carrom judge` take to start, as ratios to `python -c 'import msgspec'`.

    python bench/startup.py [repetitions]

Each command runs that many times (default 15), interleaved; the processor time of the child (user + system) counts and
the least is kept, so that other load on the machine does not. Exit code 1 if a ratio is above 4, the limit we hold.
"""

import json
import os
import subprocess
import sys

LIMIT = 4.0
CASE = {
    "id": "startup",
    "kind": "stroke",
    "ruleset": "icf",
    "before": {"own": 5, "opponent": 5, "queen": "on-board"},
    "stroke": {"pocketed": ["own"]},
}
PYTHON = [sys.executable]
COMMANDS = {
    "python -c 'import msgspec'": ([*PYTHON, "-c", "import msgspec"], ""),
    "carrom --help": ([*PYTHON, "-m", "carrom", "--help"], ""),
    "carrom judge (one case)": ([*PYTHON, "-m", "carrom", "judge"], json.dumps(CASE) + "\n"),
}


def child_seconds(command: list[str], text: str) -> float:
    """Run a command once and return its processor time in seconds; raise if it fails."""
    before = os.times()
    subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main(repetitions: int) -> int:
    """Print each command's least time and its ratio to the first; return 1 if one is above the limit."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(repetitions):
        for name, (command, text) in COMMANDS.items():
            least[name] = min(least[name], child_seconds(command, text))
    base = least["python -c 'import msgspec'"]
    for name, seconds in least.items():
        print(f"{name:28} {seconds * 1000:7.0f} ms   {seconds / base:5.2f} x")
    return int(max(least.values()) > LIMIT * base)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 15))
