"""`carrom train`: boards of the search against itself, the worth that is learnt from them, and the book of breaks."""

import argparse
import sys
from pathlib import Path

from carrom.engine.candidates import break_book
from carrom.engine.evaluation.value_network import ValueNetwork
from carrom.engine.learning import build_break_book
from carrom.engine.learning.fit_value_network import card_of, examples, fitted
from carrom.engine.learning.self_play_data import SHAKIEST, STEADIEST, SelfPlayData, TrainingExample, remembered
from carrom.engine.position import artifacts
from carrom.engine.rack_seeds import check_trained
from carrom.engine.rollouts.runner import warm
from carrom.errors import RefusedRequest
from carrom.lab.workers import done
from carrom.version import __version__

EXAMPLES = """examples:
  carrom train boards --boards 2000 --workers 4       boards into a folder, then boards/worth.json; goes on where it was
  carrom train boards --boards 2000 --out src/carrom/engine/learned/worth.json
  carrom train --breaks --out src/carrom/engine/learned/breaks.json
every number follows from the seed; the folder keeps the boards (NumPy's .npz, 50 a file) and the file its own card
"""
AT_ONCE = 50
"""Boards in a file."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("folder", nargs="?", type=Path, help="where the boards are kept")
    parser.add_argument("--boards", type=int, default=1_000, help="how many are played")
    parser.add_argument("--simulations", type=int, default=TrainingExample(0).simulations, help="of each stroke")
    parser.add_argument("--seed", type=int, default=1, help="of the net's first weights")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--breaks", action="store_true", help="make the book of breaks instead")
    parser.add_argument(
        "--promise", action="store_true", help="with --breaks: the courses stay, what they promise is estimated anew"
    )
    parser.add_argument("--out", type=Path, help="the file that is made")


def run(args: argparse.Namespace) -> int:
    """Make the file that is asked for."""
    if args.breaks:
        warm()
        out = args.out or Path("breaks.json")
        known = break_book.book() if args.promise else ()
        print(f"{out}: sha256 {artifacts.written(out, build_break_book.made(_told, known))}")
        return 0
    if args.folder is None:
        raise RefusedRequest("carrom train needs a folder for the boards, or --breaks")
    if args.boards < 2 * AT_ONCE or args.simulations < 1:
        raise RefusedRequest(
            f"{args.boards} boards of {args.simulations} simulations a stroke teach nothing; "
            f"expected at least {2 * AT_ONCE} boards and 1 simulation"
        )
    check_trained(0, args.boards)
    memory = _played(args.folder, args.boards, args.simulations, args.workers)
    net = learnt(memory, args.seed, args.simulations)
    out = args.out or args.folder / "worth.json"
    print(f"{out}: sha256 {net.write(out)}")
    return 0


def learnt(memory: SelfPlayData, seed: int, simulations: int) -> ValueNetwork:
    """Return the net that fits the boards, with its card."""
    warm()
    given = examples(memory)
    net = fitted(given, seed)
    net.card = {
        "made by": f"carrom {__version__} train",
        "boards": len(set(memory.boards[:, 0].tolist())),
        "positions": len(memory.degrees),
        "seeds of boards": [int(memory.boards[:, 0].min()), int(memory.boards[:, 0].max())],
        "seed of the net": seed,
        "simulations of a stroke": simulations,
        "hands": f"{STEADIEST} to {SHAKIEST} degrees, evenly in the logarithm, alike on both sides",
        "rules and surface": "icf, club",
        **card_of(given, seed, _told),
    }
    return net


def _played(folder: Path, boards: int, simulations: int, workers: int) -> SelfPlayData:
    """Return the boards of a folder, after playing those that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for first in range(0, boards, AT_ONCE):
        path = folder / f"boards-{first:06d}-{simulations}.npz"
        if not path.exists():
            lessons = [TrainingExample(seed, simulations) for seed in range(first, min(boards, first + AT_ONCE))]
            found = done(_remembered, lessons, workers, "processes" if workers > 1 else "here")
            SelfPlayData.joined([each for each in found if each is not None]).write(path)
        parts.append(SelfPlayData.read(path))
        _told(f"{min(boards, first + AT_ONCE)} of {boards} boards")
    return SelfPlayData.joined(parts)


def _remembered(lesson: TrainingExample) -> SelfPlayData | None:
    warm()
    return remembered(lesson)


def _told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
