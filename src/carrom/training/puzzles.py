"""Puzzles: positions with one clearly best decision, and the library that ships with the program."""

from codecs import BOM_UTF8
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from carrom.board import QUEEN, Disc, Point, Seat, Stroke, StrokeKind
from carrom.board.notation import read_position, read_stroke, write_position
from carrom.engine.geometry import HandNoise
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.physics.surface import SURFACE_VERSION, surface
from carrom.practice.setup import SetupPosition, round_of
from carrom.rules.round import QueenState
from carrom.training.make_puzzles import Source
from carrom.training.stroke_chances import STRONG
from carrom.training.views import PuzzleGoal, Rival
from carrom.values import Value, changed

# -- a puzzle: its position, verification and rating -------------------------------------------------------------------


BAR = 0.8
"""A stroke solves a puzzle if its success rate at `STRONG` accuracy is at least this share of the best stroke's."""


class Puzzle(Value, frozen=True, kw_only=True, omit_defaults=True):
    """One puzzle; the player sits south."""

    number: int
    """Number in its address: /puzzles/<number>. It stays the same from version to version."""
    rules: str = "icf"
    goal: PuzzleGoal = PuzzleGoal.TURN
    position: str
    white: Seat = Seat.SOUTH
    queen: str
    best: str
    """The best stroke, in notation; of a due, the piece at its best place, as in a position."""
    name: StrokeKind
    disc: Disc
    """The piece that falls first; in a defence the one that the striker touches first; in a due the one to place."""
    pocket: int = -1
    """The pocket it falls into; -1 if none is meant."""
    success: float
    """How often the best decision reaches the goal at `STRONG` accuracy, on fresh samples (`judge`)."""
    rival: Rival | None = None
    stands: tuple[int, int] | None = None
    """The range of the baseline from which a break is to be played, µm."""
    solved: tuple[float, ...]
    """Solve rate of each grader."""
    rating: int
    """Rating on Glicko's scale."""
    deviation: int
    source: Source

    @property
    def moment(self) -> SetupPosition:
        """The position to begin with, as a person would set it up.

        Of a due it is the position before the piece is placed, with the piece's owner in turn.
        """
        return SetupPosition(
            rules=self.rules,
            position=self.position,
            turn=Seat.NORTH if self.goal is PuzzleGoal.DUE else Seat.SOUTH,
            white=self.white,
            queen=self.queen,
            attempt=1 if self.goal is PuzzleGoal.BREAK else None,
        )

    @property
    def stroke(self) -> Stroke | None:
        """The best stroke; None for a due."""
        return None if self.goal is PuzzleGoal.DUE else read_stroke(self.best)

    @property
    def at(self) -> Point | None:
        """The best place of a due piece; None if the puzzle asks for a stroke."""
        return read_position(f"c1_{self.best}")[self.disc] if self.goal is PuzzleGoal.DUE else None

    @property
    def bar(self) -> float:
        """Success rate, at `STRONG` accuracy, from which a decision solves the puzzle."""
        return BAR * self.success

    @property
    def themes(self) -> tuple[str, ...]:
        """The puzzle's themes: the kind of stroke first, then its purpose."""
        if self.goal in (PuzzleGoal.BREAK, PuzzleGoal.DUE):
            return (self.goal.value,)
        round_ = round_of(self.moment)
        mine = round_.men_on_board(round_.mover)
        more = (
            ("queen", self.disc is QUEEN),
            ("cover", round_.queen is QueenState.PENDING),
            ("last", mine == 1 and QUEEN not in read_position(self.position).discs),
        )
        return (self.name.value, *(theme for theme, holds in more if holds))


class PuzzleCandidate(Value, frozen=True, kw_only=True):
    """A verified puzzle before selection and numbering, as stored in a record."""

    puzzle: Puzzle
    frictions: tuple[float, ...] = ()
    """Success rates of the best decision with a tenth less and a tenth more friction."""


def situation_of(moment: SetupPosition, friction: float = 1.0) -> Situation:
    """Return the situation of a position on the club surface, with its friction multiplied."""
    ground = surface("club")
    return Situation(
        round_of(moment), read_position(moment.position), changed(ground, friction=ground.friction * friction)
    )


def with_placed(moment: SetupPosition, disc: Disc, spot: Point, friction: float = 1.0) -> Situation:
    """Return the situation after a piece was placed, with its owner in turn."""
    position = read_position(moment.position).having(disc, spot)
    return situation_of(changed(moment, position=write_position(position)), friction)


# -- the library -------------------------------------------------------------------------------------------------------


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
