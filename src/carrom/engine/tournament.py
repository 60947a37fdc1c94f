"""Tournaments of engines: round robin or gauntlet, in sets of boards in which luck cancels.

A set is one rack of one rule set, played by two engines with sides (and so breaks and colours) swapped, or by three
engines in all three rotations of their seats. The set is the unit of the statistics.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal

from carrom.engine.board_play import BoardSettings, BoardStart, Ended, PlayedBoard, play_out
from carrom.engine.ladder import Contestant
from carrom.engine.match_test import LOST, LadderMatch, Pair, rungs
from carrom.errors import RefusedRequest, StoreError
from carrom.game.events import SideName
from carrom.game.record import write_record
from carrom.game.state import LETTERS
from carrom.rules.ruleset import named
from carrom.values import Value

Format = Literal["round-robin", "gauntlet"]


class RuleChoice(Value, frozen=True):
    """A rule set and the number of players at the board."""

    ruleset: str
    players: int


class SetJob(Value, frozen=True, kw_only=True):
    """One set to play: a job for a worker."""

    who: tuple[int, ...]
    """The engines of sides A, B (and C) of the first board, by their indices."""
    engines: tuple[Contestant, ...]
    """The engines, in the same order."""
    players: int
    seed: int
    settings: BoardSettings
    toss: bool = False
    folder: str = ""
    """Where the records are written; empty: nowhere."""
    event: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """What identifies this set in its tournament."""
        return (self.settings.ruleset, self.players, self.who, self.seed)


class BoardLine(Value, frozen=True, kw_only=True):
    """One board of a set, in the results file."""

    sides: tuple[int, ...]
    """The engines of sides A, B (and C)."""
    winners: tuple[int, ...]
    """The engines that won; several for a draw; none for a stopped board."""
    points: int
    strokes: int
    ended: Ended
    reason: str = ""
    failed: int | None = None
    """The engine that lost by a failure or by its time."""
    record: str = ""
    """Name of the record's file."""


class SetResult(Value, frozen=True, kw_only=True):
    """The result of a set: a line of the results file."""

    ruleset: str
    players: int
    who: tuple[int, ...]
    seed: int
    boards: tuple[BoardLine, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """What identifies this set in its tournament."""
        return (self.ruleset, self.players, self.who, self.seed)

    def pair(self, one: int, other: int) -> Pair:
        """Return the set as a result between two of its engines, the first one's view."""
        score = points = 0.0
        for board in self.boards:
            score += _score(board, one, other) / len(self.boards)
            points += _points(board, one, other) / len(self.boards)
        faults = tuple(board.reason for board in self.boards if board.failed is not None)
        return Pair(self.seed, score, points, sum(board.strokes for board in self.boards), faults)


class CrossEntry(Value, frozen=True, kw_only=True):
    """One row of the cross table."""

    engine: str
    elo: float
    low: float
    high: float
    """Bounds of the 95 % interval; Elo is relative to the first engine given."""
    boards: int
    score: float
    """Boards won, where a draw counts as a half against each opponent."""
    against: tuple[float | None, ...]
    """Share against each engine, in the order of the table; None if they did not meet."""
    failed: int
    """Boards lost by failing or by time."""


def check_engines(engines: Sequence[Contestant], choices: Sequence[RuleChoice]) -> None:
    """Raise `RefusedRequest` unless these engines can play a tournament under these rule sets."""
    texts = [engine.text for engine in engines]
    if len(texts) < 2 or len(set(texts)) < len(texts):
        raise RefusedRequest(
            f"a tournament of {', '.join(texts) or 'nobody'}: expected two engines or more, all different"
        )
    for choice in choices:
        allowed = named(choice.ruleset).parameters.players
        if choice.players not in allowed:
            known = " or ".join(map(str, allowed))
            raise RefusedRequest(f"{choice.ruleset} is played by {known} players, not by {choice.players}")


def fixtures(count: int, kind: Format, players: int) -> Iterator[tuple[int, ...]]:
    """Yield which engines meet: all with all, or the first with each other one.

    At boards of three, three engines meet; where there are only two, each in turn plays against two of the other.
    """
    if players == 3 and count == 2:
        yield from ((0, 1, 1), (1, 0, 0))
    elif players == 3:
        yield from (who for who in combinations(range(count), 3) if kind == "round-robin" or 0 in who)
    else:
        yield from (who for who in combinations(range(count), 2) if kind == "round-robin" or 0 in who)


def played_set(job: SetJob) -> SetResult:
    """Play one set, write its records, and return its result."""
    places, boards = len(job.who), []
    for turn in range(places):
        order = [(index + turn) % places for index in range(places)]
        who = tuple(job.who[index] for index in order)
        start = BoardStart(
            seed=job.seed,
            toss="A" if job.toss else None,
            event=job.event,
            round=f"{job.seed}.{turn + 1}",
        )
        sides = {LETTERS[side]: job.engines[index] for side, index in enumerate(order)}
        board = play_out(sides, job.players, job.settings, start)
        boards.append(_line(job, turn, who, board))
    return SetResult(
        ruleset=job.settings.ruleset, players=job.players, who=job.who, seed=job.seed, boards=tuple(boards)
    )


def _line(job: SetJob, turn: int, who: tuple[int, ...], board: PlayedBoard) -> BoardLine:
    """Return a board as a line of the results, and write its record."""
    record = ""
    if job.folder:
        sides = "-".join(str(engine + 1) for engine in job.who)
        record = f"{job.settings.ruleset}-{job.players}-{sides}-{job.seed}-{turn + 1}.carrom"
        _write(Path(job.folder) / record, write_record(board.game))

    def engine_of(side: SideName) -> int:
        return who[LETTERS.index(side)]

    return BoardLine(
        sides=who,
        winners=tuple(engine_of(side) for side in board.winners),
        points=board.points,
        strokes=len(board.game.strokes),
        ended=board.ended,
        reason=board.reason,
        failed=None if board.failed is None else engine_of(board.failed),
        record=record,
    )


def _write(path: Path, text: str) -> None:
    """Write a record. Raises `StoreError`."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise StoreError(f"The record {path.name} cannot be written: {fault.strerror or fault}.") from None


def _score(board: BoardLine, one: int, other: int) -> float:
    """Return the first engine's score against the other on a board: 1, 0, or a half if neither or both won."""
    mine, theirs = one in board.winners, other in board.winners
    if board.sides.count(one) > 1 and mine and not theirs:
        return 0.5 + 0.5 * board.winners.count(one) / board.sides.count(one)
    if board.sides.count(other) > 1 and theirs and not mine:
        return 0.5 - 0.5 * board.winners.count(other) / board.sides.count(other)
    return 0.5 + 0.5 * (mine - theirs)


def _points(board: BoardLine, one: int, other: int) -> float:
    value = LOST if board.failed is not None else board.points
    return float(value * ((one in board.winners) - (other in board.winners)))


def matches(results: Sequence[SetResult]) -> list[LadderMatch]:
    """Return every set as results between two engines, the one with the larger index first."""
    return [
        LadderMatch(one, other, result.pair(one, other))
        for result in results
        for other, one in combinations(sorted(set(result.who)), 2)
    ]


def cross_table(engines: Sequence[Contestant], results: Sequence[SetResult]) -> tuple[CrossEntry, ...]:
    """Return the rows of the cross table, the best engine first.

    Elo and its interval are by the Bradley-Terry model over sets; the first engine given has 0.
    """
    met = matches(results)
    shares: dict[tuple[int, int], list[float]] = defaultdict(list)
    for each in met:
        shares[each.one, each.other].append(each.pair.score)
        shares[each.other, each.one].append(1.0 - each.pair.score)
    rated = rungs([engine.text for engine in engines], met)
    order = sorted(range(len(engines)), key=lambda index: -rated[index].elo)
    rows = []
    for index in order:
        lines = [line for result in results for line in result.boards if index in line.sides]
        rows.append(
            CrossEntry(
                engine=engines[index].text,
                elo=rated[index].elo,
                low=rated[index].low,
                high=rated[index].high,
                boards=len(lines),
                score=sum(line.winners.count(index) / len(line.winners) for line in lines if line.winners),
                against=tuple(
                    sum(found) / len(found) if (found := shares.get((index, other))) else None for other in order
                ),
                failed=sum(line.failed == index for line in lines),
            )
        )
    return tuple(rows)
