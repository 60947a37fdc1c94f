"""A player's progress in training and games, as browsers store it, and how two versions of it are merged.

Merging is commutative, associative and idempotent, so that any number of browsers may send what they have, in any
order and repeatedly, and all of them end with the same.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from carrom.board.disc import WHITES
from carrom.errors import Contradiction
from carrom.game.solo import PLAYER, SoloRun
from carrom.practice.setup import RoundSetup, SetupPosition, moment_of, position_of
from carrom.rules.round import Round
from carrom.rules.ruleset import named
from carrom.values import Value

__all__ = ["Running", "moment", "resumed", "running"]


Count = Annotated[int, Meta(ge=0, le=100_000)]
Moment = Annotated[int, Meta(ge=1, lt=100_000_000_000_000)]
"""Milliseconds since 1970."""
Day = Annotated[str, Meta(pattern="^20[0-9]{2}-[0-9]{2}-[0-9]{2}$")]
Word = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
GameName = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,64}$")]

MOST_DAYS, MOST_GAMES, MOST_PUZZLES = 400, 100, 5000
"""Maximum numbers of days, of diary entries and of puzzles; the newest (of puzzles the lowest numbers) are stored."""


class DayTried(Value, frozen=True, kw_only=True, order=True):
    """A daily puzzle, and whether its first try solved it."""

    day: Day
    solved: bool


class DayRating(Value, frozen=True, kw_only=True, order=True):
    """The puzzle rating at the end of a day."""

    day: Day
    rating: Count


class BestRun(Value, frozen=True, kw_only=True, order=True):
    """The number of puzzles solved in the best run of a mode."""

    mode: Word
    solved: Count


class Medal(Value, frozen=True, kw_only=True, order=True):
    """A level of the computer, and when it was first beaten."""

    level: Word
    at: Moment


class Achievement(Value, frozen=True, kw_only=True, order=True):
    """An achievement, when it was first reached, and in which game."""

    name: Word
    at: Moment
    game: GameName


class PlayedGame(Value, frozen=True, kw_only=True, order=True):
    """A finished game in the diary."""

    at: Moment
    game: GameName
    name: Annotated[str, Meta(max_length=60)] = ""
    """The opponent's name; empty for a computer."""
    level: Annotated[str, Meta(max_length=40)] = ""
    """The computer's level; empty for a person."""
    result: Annotated[str, Meta(pattern="^(won|lost|drawn)$")]
    score: tuple[Count, Count]
    """Own points and the opponent's."""
    lesson: Annotated[str, Meta(max_length=200)] = ""
    """One sentence from the review of the game."""


class PuzzleTried(Value, frozen=True, kw_only=True, order=True):
    """A puzzle, and whether the first try solved it."""

    number: Annotated[int, Meta(ge=1, le=100_000)]
    solved: bool


class PuzzleRating(Value, frozen=True, kw_only=True, order=True):
    """The Glicko-2 rating of a player for puzzles, in thousandths (volatility in millionths)."""

    deviation: Annotated[int, Meta(ge=1, le=350_000)]
    rating: Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
    volatility: Annotated[int, Meta(ge=1, le=1_000_000)]


class Progress(Value, frozen=True, kw_only=True):
    """What a browser or an account has of a player's progress."""

    days: Annotated[tuple[DayTried, ...], Meta(max_length=MOST_DAYS)] = ()
    course: Annotated[tuple[DayRating, ...], Meta(max_length=MOST_DAYS)] = ()
    best: Annotated[tuple[BestRun, ...], Meta(max_length=10)] = ()
    medals: Annotated[tuple[Medal, ...], Meta(max_length=20)] = ()
    achievements: Annotated[tuple[Achievement, ...], Meta(max_length=60)] = ()
    diary: Annotated[tuple[PlayedGame, ...], Meta(max_length=MOST_GAMES)] = ()
    rating: PuzzleRating | None = None
    puzzles: Annotated[tuple[PuzzleTried, ...], Meta(max_length=MOST_PUZZLES)] = ()


T = TypeVar("T")
K = TypeVar("K", str, int)


def merged(one: Progress, other: Progress) -> Progress:
    """Return what two versions of a player's progress contain together, each list sorted and within its limit.

    Where both have the same entry, the better result and the earlier moment remain; of two ratings, the more certain
    one.
    """
    return Progress(
        days=_union(one.days, other.days, lambda each: each.day, max)[-MOST_DAYS:],
        course=_union(one.course, other.course, lambda each: each.day, max)[-MOST_DAYS:],
        best=_union(one.best, other.best, lambda each: each.mode, max)[:10],
        medals=_union(one.medals, other.medals, lambda each: each.level, min)[:20],
        achievements=_union(one.achievements, other.achievements, lambda each: each.name, min)[:60],
        diary=tuple(sorted(_union(one.diary, other.diary, lambda each: each.game, _fuller))[-MOST_GAMES:]),
        rating=_rating(one, other),
        puzzles=_union(one.puzzles, other.puzzles, lambda each: each.number, max)[:MOST_PUZZLES],
    )


def _union(
    one: tuple[T, ...], other: tuple[T, ...], key: Callable[[T], K], chosen: Callable[[T, T], T]
) -> tuple[T, ...]:
    """Return the entries of both, sorted by key; `chosen` selects from two with the same key."""
    found: dict[K, T] = {}
    for each in (*one, *other):
        name = key(each)
        found[name] = chosen(found[name], each) if name in found else each
    return tuple(found[name] for name in sorted(found))


def _fuller(one: PlayedGame, other: PlayedGame) -> PlayedGame:
    """Return the entry with a lesson, and otherwise the later one."""
    return max(one, other, key=lambda each: (each.lesson != "", each))


def _rating(one: Progress, other: Progress) -> PuzzleRating | None:
    rated = [each.rating for each in (one, other) if each.rating]
    return min(rated) if rated else None


# -- a solo run as the page stores it between strokes ------------------------------------------------------------------


class Running(Value, frozen=True, kw_only=True):
    """The state of a solo run; together with its board's position it defines the run."""

    seed: int
    blacks: bool = False
    strokes: int = 0
    misses: int = 0
    idle: int = 0
    slam: bool = False
    over: bool = False


def running(alone: SoloRun) -> Running:
    """Return the state of a run."""
    return Running(**{name: getattr(alone, name) for name in Running.__struct_fields__})


def moment(alone: SoloRun) -> SetupPosition:
    """Return the position of a run."""
    return moment_of(alone.round, alone.position)


def resumed(run: Running, at: SetupPosition) -> SoloRun:
    """Return the run with this state and position. Raises `CarromError` if they do not fit together."""
    position = position_of(at)
    try:
        stored = msgspec.json.decode(at.kept, type=RoundSetup)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Contradiction(f"the stored state of this run cannot be read: {fault}") from None
    # While the blacks are played, one white piece remains in the round but not on the board.
    lying = {*position.discs} | ({WHITES[0]} if run.blacks else set())
    if lying != {*stored.on_board} or stored.turn is not PLAYER:
        raise Contradiction("the discs are not where they were when the run was left: begin a new one")
    round_ = Round(ruleset=named("icf"), **{name: getattr(stored, name) for name in RoundSetup.__struct_fields__})
    return SoloRun(round=round_, position=position, **{name: getattr(run, name) for name in Running.__struct_fields__})
