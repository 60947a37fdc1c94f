"""The puzzle library that ships with the program."""

from codecs import BOM_UTF8
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from carrom.engine.geometry.execution_noise import HandNoise
from carrom.errors import RefusedRequest
from carrom.physics.surface import SURFACE_VERSION
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.stroke_chances import STRONG
from carrom.values import Value

FORMAT = 2
SHIPPED = "puzzles.jsonl"


class Making(Value, frozen=True, kw_only=True):
    """How a file of puzzles was made."""

    format: int = FORMAT
    program: str
    """Version of the program that made it."""
    searches: tuple[int, int]
    """Numbers of the first and the last search."""
    looked: int
    """Number of positions that the searches looked at."""
    found: int
    """Number of puzzles that they found and verified, from which these were selected."""
    kept: int = 0
    """Number of puzzles from an earlier file."""
    again: int = 0
    """Further verifications that each puzzle has passed, on other samples and with other frictions."""
    listed: float = 0.0
    """Processor time, in s, of an analysis that listed the solution of every puzzle; 0 if that was not checked."""
    surface: str = "club"
    surface_version: int = SURFACE_VERSION
    judge: HandNoise = STRONG
    """The accuracy for which success rates are given."""
    least: float
    margin: float
    frictions: tuple[float, ...]
    """Factors of the friction in the further verifications."""
    graders: tuple[float, ...]
    """Errors of the graders' aims in degrees, in the order of each puzzle's solve rates."""
    strengths: tuple[float, ...]
    """The graders' ratings on Glicko's scale, from which each puzzle's rating follows."""


def written(making: Making, puzzles: Sequence[Puzzle]) -> bytes:
    """Return the content of a puzzle file."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (making, *puzzles))


def read(text: bytes, name: str = SHIPPED) -> tuple[Making, tuple[Puzzle, ...]]:
    """Parse a puzzle file. Raises `RefusedRequest` with the line that cannot be read."""
    lines = text.removeprefix(BOM_UTF8).splitlines()
    try:
        making = msgspec.json.decode(lines[0] if lines else b"", type=Making)
    except msgspec.DecodeError as fault:
        raise RefusedRequest(f"{name}, line 1: {fault}; expected how the puzzles were made") from None
    if making.format != FORMAT:
        raise RefusedRequest(f"{name} has format {making.format}; this program reads format {FORMAT}")
    puzzles: list[Puzzle] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            puzzles.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as fault:
            raise RefusedRequest(f"{name}, line {number}: {fault}; expected a puzzle") from None
        if len(puzzles) > 1 and puzzles[-1].number <= puzzles[-2].number:
            raise RefusedRequest(
                f"{name}, line {number}: puzzle {puzzles[-1].number} follows {puzzles[-2].number}; expected rising "
                "numbers"
            )
    return making, tuple(puzzles)


@cache
def shelf() -> tuple[Making, tuple[Puzzle, ...]]:
    """Return the puzzles that ship with the package."""
    return read(files("carrom.training").joinpath(SHIPPED).read_bytes())


@cache
def _by_number() -> dict[int, Puzzle]:
    return {puzzle.number: puzzle for puzzle in shelf()[1]}


def puzzle_of(number: int) -> Puzzle:
    """Return a puzzle by its number. Raises `RefusedRequest` for an unknown number."""
    known = _by_number()
    if number not in known:
        raise RefusedRequest(f"there is no puzzle {number}: they are numbered from 1 to {max(known)}, with gaps")
    return known[number]


def file_of(path: Path | None) -> tuple[Making, tuple[Puzzle, ...]]:
    """Return the puzzles of a file, or those that ship with the package."""
    return shelf() if path is None else read(path.read_bytes(), path.name)
