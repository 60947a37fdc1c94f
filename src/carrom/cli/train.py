"""The `carrom train` command: self-play, the board value trained from it, and the opening book of breaks."""

import argparse
import sys
from pathlib import Path

from carrom.engine import artifacts, break_book, build_break_book
from carrom.engine.artifacts import check_trained
from carrom.engine.board_value import KINDS, BoardValue
from carrom.engine.fitting import card_of, examples, trained_network
from carrom.engine.self_play_data import RULES, SHAKIEST, STEADIEST, SURFACES, SelfPlayData, TrainingExample, remembered
from carrom.errors import RefusedRequest
from carrom.lab.workers import done
from carrom.version import __version__

EXAMPLES = """examples:
  carrom train boards --boards 2000 --workers 4       play boards, then write boards/board_value.json; repeat to resume
  carrom train boards --boards 2000 --output src/carrom/engine/learned/board_value.json
  carrom train --breaks --output src/carrom/engine/learned/breaks.json
All results follow from the seed. The folder stores the boards as NumPy .npz files; the result is one JSON file.
"""
AT_ONCE = 50
"""Boards per file."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", nargs="?", type=Path, help="folder for the self-play boards")
    parser.add_argument("--boards", type=int, default=24_000, help="number of boards (default: %(default)s)")
    parser.add_argument(
        "--simulations",
        type=int,
        default=TrainingExample(0).simulations,
        help="simulations per stroke (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed of the networks' initial weights (default: 1)")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--breaks", action="store_true", help="build the opening book of breaks instead")
    parser.add_argument(
        "--reestimate",
        action="store_true",
        help="with --breaks: keep the book's strokes and only estimate their success again",
    )
    parser.add_argument("--output", type=Path, help="file to write (default: FOLDER/board_value.json, or breaks.json)")


def run(args: argparse.Namespace) -> int:
    """Write the board value or the opening book."""
    if args.breaks:
        out = args.output or Path("breaks.json")
        known = break_book.book() if args.reestimate else ()
        print(f"{out}: sha256 {artifacts.written(out, build_break_book.made(_told, known))}")
        return 0
    if args.folder is None:
        raise RefusedRequest("no folder given; expected a folder for the boards, or --breaks")
    if args.boards < 2 * AT_ONCE or args.simulations < 1:
        raise RefusedRequest(
            f"--boards is {args.boards} and --simulations is {args.simulations}; "
            f"expected at least {2 * AT_ONCE} boards and 1 simulation"
        )
    check_trained(0, args.boards)
    memory = _played(args.folder, args.boards, args.simulations, args.workers)
    net = learned_from(memory, args.seed, args.simulations)
    out = args.output or args.folder / "board_value.json"
    print(f"{out}: sha256 {net.write(out)}")
    return 0


def learned_from(memory: SelfPlayData, seed: int, simulations: int) -> BoardValue:
    """Return the board value trained on the boards, with a card that describes the training."""
    given = examples(memory)
    card: dict[str, object] = {
        "made by": f"carrom {__version__} train",
        "boards": len(set(memory.boards[:, 0].tolist())),
        "positions": len(memory.degrees),
        "seeds of boards": [int(memory.boards[:, 0].min()), int(memory.boards[:, 0].max())],
        "seed of the networks": seed,
        "simulations of a stroke": simulations,
        "accuracy": f"{STEADIEST} to {SHAKIEST} degrees, evenly in the logarithm, alike for all players",
        "rule sets": {name: round(RULES.count(name) / len(RULES), 3) for name in dict.fromkeys(RULES)},
        "surfaces": {name: round(SURFACES.count(name) / len(SURFACES), 3) for name in dict.fromkeys(SURFACES)},
    }
    return BoardValue(
        {kind: trained_network(given[kind], seed) for kind in KINDS},
        {**card, **{kind: card_of(given[kind], seed, _told) for kind in KINDS}},
    )


def _played(folder: Path, boards: int, simulations: int, workers: int) -> SelfPlayData:
    """Return the boards of a folder, after playing the missing ones."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for first in range(0, boards, AT_ONCE):
        end = min(boards, first + AT_ONCE)
        part = "" if end == first + AT_ONCE else f"-to-{end:06d}"  # more boards may be asked for later
        path = folder / f"boards-{first:06d}{part}-{simulations}.npz"
        if not path.exists():
            lessons = [TrainingExample(seed, simulations) for seed in range(first, end)]
            found = done(_remembered, lessons, workers, "processes" if workers > 1 else "here")
            SelfPlayData.joined([each for each in found if each is not None]).write(path)
        parts.append(SelfPlayData.read(path))
        _told(f"{end} of {boards} boards")
    return SelfPlayData.joined(parts)


def _remembered(lesson: TrainingExample) -> SelfPlayData | None:
    return remembered(lesson)


def _told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
