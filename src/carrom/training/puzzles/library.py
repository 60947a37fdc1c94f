"""The puzzle library that ships with the program."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from carrom.engine.geometry.execution_noise import HandNoise
from carrom.errors import RefusedRequest
from carrom.physics.surface import SURFACE_VERSION
from carrom.training.puzzles.grade import GRADERS
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.puzzles.verify import FRICTIONS, LEAST, MARGIN
from carrom.training.stroke_chances import STRONG
from carrom.values import Value

FORMAT = 1
SHIPPED = "puzzles.jsonl"


class Making(Value, frozen=True, kw_only=True):
    """How a file of puzzles was made."""

    format: int = FORMAT
    program: str
    """Version of the program that made it."""
    boards: tuple[int, int]
    """The first and the last seed."""
    looked: int
    """Number of positions used."""
    found: int
    """Number of verified puzzles, from which these were selected."""
    again: int = 0
    """Further verifications that each puzzle has passed, on other samples and with other frictions."""
    surface: str = "club"
    surface_version: int = SURFACE_VERSION
    judge: HandNoise = STRONG
    """The accuracy for which success rates are given."""
    least: float = LEAST
    margin: float = MARGIN
    frictions: tuple[float, ...] = FRICTIONS
    """Factors of the friction in the further verifications."""
    graders: tuple[HandNoise, ...] = tuple(level.hand for level in GRADERS)
    """Accuracies of the graders, in the order of each puzzle's solve rates."""


def written(making: Making, puzzles: Sequence[Puzzle]) -> bytes:
    """Return the content of a puzzle file."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (making, *puzzles))


def read(text: bytes, name: str = SHIPPED) -> tuple[Making, tuple[Puzzle, ...]]:
    """Parse a puzzle file. Raises `RefusedRequest` with the line that cannot be read."""
    lines = text.splitlines()
    try:
        making = msgspec.json.decode(lines[0] if lines else b"", type=Making)
    except msgspec.DecodeError as fault:
        raise RefusedRequest(f"{name}, line 1: {fault}; expected how the puzzles were made") from None
    if making.format != FORMAT:
        raise RefusedRequest(f"{name} has format {making.format}; this program reads format {FORMAT}")
    puzzles = []
    for number, line in enumerate(lines[1:], 2):
        try:
            puzzles.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as fault:
            raise RefusedRequest(f"{name}, line {number}: {fault}; expected a puzzle") from None
        if puzzles[-1].number != len(puzzles):
            raise RefusedRequest(
                f"{name}, line {number}: puzzle {puzzles[-1].number} found where {len(puzzles)} was expected"
            )
    return making, tuple(puzzles)


@cache
def shelf() -> tuple[Making, tuple[Puzzle, ...]]:
    """Return the puzzles that ship with the package."""
    return read(files("carrom.training").joinpath(SHIPPED).read_bytes())


def puzzle_of(number: int) -> Puzzle:
    """Return a puzzle by its number. Raises `RefusedRequest` for an unknown number."""
    puzzles = shelf()[1]
    if not 1 <= number <= len(puzzles):
        raise RefusedRequest(f"there is no puzzle {number}: they are numbered from 1 to {len(puzzles)}")
    return puzzles[number - 1]


def file_of(path: Path | None) -> tuple[Making, tuple[Puzzle, ...]]:
    """Return the puzzles of a file, or those that ship with the package."""
    return shelf() if path is None else read(path.read_bytes(), path.name)
