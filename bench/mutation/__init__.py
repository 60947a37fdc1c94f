"""`carrom bench mutation`: mutation tests, which change the sources slightly and list the changes that no test detects.

The mutations are those of cosmic-ray (`uv pip install --group mutation`), except those that have no effect in this
project, plus one of our own: removing a statement. For each mutation the tests that execute its line are run, the
quickest first. They run in a process forked from one that has loaded the libraries, on a copy of the tree, so that
neither the sources nor tests that start programs are affected. Survivors that are no fault of the tests are listed with
the reason in tests/mutation-survivors.toml. The packages in `bench.mutation.curated` have a list of chosen mutations
instead, each with the tests that should detect it. Samples are drawn by a hash of the mutation's name and the seed, so
that a change in one file does not change the sample of the others.
"""

import argparse
import contextlib
import hashlib
import json
import re
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from bench.mutation import curated
from bench.mutation.trying import NO_END, ROOMS, SLICE, copied, passed_over, tried
from bench.mutation.wrongs import ROOT, Wrong, wrongs

from carrom.errors import SetupError

ACCEPTED = ROOT / "tests" / "mutation-survivors.toml"
BARS = {"rules": 95.0, "game": 85.0, "umpire": 85.0, "server": 85.0}
"""Smallest percentage of mutations that the tests of a package must detect."""
LOADED = ("pytest", "hypothesis", "numpy", "numba", "msgspec", "starlette.testclient", "httpx", "uvicorn", "asyncio")
"""Libraries that are loaded once, before processes are forked."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench mutation`."""
    parser.add_argument(
        "--package",
        choices=(*ROOMS, *curated.PACKAGES),
        action="append",
        help="only this package; may be repeated (default: all)",
    )
    parser.add_argument("--sample", type=int, default=200, help="mutations per package; 0 for all (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--file", help="only files whose name contains this text")
    parser.add_argument("--record", type=Path, metavar="FILE", help="file for the results; used to resume")
    parser.add_argument(
        "--survivors", type=Path, metavar="FILE", help="only the survivors listed in this earlier output"
    )


def run(args: argparse.Namespace) -> int:
    """Test the mutations of each package; return 1 if too few are detected, or a survivor has no reason."""
    rooms = args.package or (*ROOMS, *curated.PACKAGES)
    listed = [room for room in rooms if room in curated.PACKAGES]
    found = curated.try_packages(listed, args.sample, args.seed, load) if listed else 0
    if len(listed) == len(rooms):
        return found
    try:
        import cosmic_ray  # noqa: F401
    except ImportError:
        raise SetupError("mutation needs cosmic-ray: VIRTUAL_ENV=.venv uv pip install --group mutation") from None
    return max([found, *(try_room(room, args) for room in rooms if room not in listed)])


def try_room(room: str, args: argparse.Namespace) -> int:
    """Test a package's mutations and print the results."""
    found = [wrong for wrong in wrongs(room) if not args.file or args.file in wrong.file]
    chosen = found
    if 0 < args.sample < len(found):
        chosen = sorted(sorted(found, key=lambda wrong: drawn(wrong, args.seed))[: args.sample])
    if args.survivors:
        survived = set(re.findall(r"survived: (\S+?):\d+ (.*)", args.survivors.read_text(encoding="utf-8")))
        chosen = [wrong for wrong in found if (wrong.file, wrong.name.split(" ", 1)[1]) in survived]
    part = " ".join(f"{name}={value}" for name, value in SLICE.items())
    print(f"{room}: {len(chosen)} of {len(found)} mutations, seed {args.seed}; shortened tests: {part}", flush=True)
    load()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        copies = [copied(Path(folder) / str(number)) for number in range(args.jobs)]
        passed = passed_over(copies[0], room)
        survivors, endless, rows, known = [], 0, accepted(), noted(args.record)
        left = [wrong for wrong in chosen if wrong.name not in known]
        fresh = tried(left, copies, passed, lambda wrong: reason_of(wrong, rows) is not None)
        for number, wrong in enumerate(chosen, 1):
            how = known[wrong.name] if wrong.name in known else note(args.record, *next(fresh))
            endless += how == NO_END
            survivors += [] if how else [told(number, wrong, rows)]
    return concluded(room, len(chosen), survivors, endless, time.perf_counter() - begun)


def load() -> None:
    """Load the libraries that forked processes share."""
    for library in LOADED:
        with contextlib.suppress(ImportError):
            __import__(library)


def drawn(wrong: Wrong, seed: int) -> bytes:
    """Return a mutation's sort key for sampling; independent of the lines above it and of other mutations."""
    lot = (seed, wrong.file, wrong.within, wrong.text, wrong.operator, wrong.nth)
    return hashlib.sha256(repr(lot).encode()).digest()


def noted(path: Path | None) -> dict[str, str]:
    """Return how mutations were detected in an earlier, interrupted run."""
    if path is None or not path.exists():
        return {}
    return dict(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def note(path: Path | None, wrong: Wrong, how: str) -> str:
    """Store how a mutation was detected, and return it."""
    if path is not None:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps([wrong.name, how]) + "\n")
    return how


def told(number: int, wrong: Wrong, rows: list[dict[str, Any]]) -> str | None:
    """Print a survivor, and return its reason or None."""
    reason = reason_of(wrong, rows)
    print(f"{number:5} survived: {wrong.name}\n                {reason or 'no reason listed'}", flush=True)
    return reason


def concluded(room: str, tried: int, reasons: list[str | None], endless: int, took: float) -> int:
    """Print the share of detected mutations, and how many of them made a test hang.

    Returns 1 if the required share is missed, or a survivor has no reason.
    """
    share = 100 * (1 - len(reasons) / max(1, tried))
    enough, bare = share >= BARS[room], reasons.count(None)
    kept = "kept" if enough else "MISSED"
    print(
        f"{room}: {tried - len(reasons)} of {tried} detected ({endless} by a hanging test), {share:.1f} % "
        f"(at least {BARS[room]:g} %: {kept}), {bare} survivors without a reason, {took:.0f} s",
        flush=True,
    )
    return int(not enough or bare > 0)


def accepted() -> list[dict[str, Any]]:
    """Return the accepted survivors: some fields of a mutation, and the reason why it may survive."""
    if not ACCEPTED.exists():
        return []
    return list(tomllib.loads(ACCEPTED.read_text(encoding="utf-8")).get("survivor", []))


def reason_of(wrong: Wrong, rows: list[dict[str, Any]]) -> str | None:
    """Return the reason why a mutation may survive, or None; a row applies to all mutations with its fields."""
    for row in rows:
        if all(_fits(getattr(wrong, key), value) for key, value in row.items() if key != "why"):
            return str(row["why"])
    return None


def _fits(given: object, wanted: object) -> bool:
    """Return whether a field matches a row's value; `*` in a text matches anything."""
    if isinstance(wanted, str) and "*" in wanted:
        return re.fullmatch(".*".join(map(re.escape, wanted.split("*"))), str(given)) is not None
    return given == wanted
