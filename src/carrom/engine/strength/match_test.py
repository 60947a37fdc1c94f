"""Match tests: two players over pairs of boards, with a sequential probability ratio test (SPRT).

A pair is one rack played twice, each player once in either seat; the execution noise of a seat is the same at the same
stroke of both boards. Shared luck cancels, and the unit of the statistics is the pair, not the board.
"""

import math
from collections.abc import Sequence

from carrom.engine.rollouts.runner import warm
from carrom.engine.strength.board_play import BoardSettings, BoardStart, PlayedBoard, play_out
from carrom.engine.strength.player_spec import Contestant, elo
from carrom.game.events import SideName
from carrom.values import Value

LOST = 9
"""Points credited to the opponent of an engine that fails."""
PRIOR = 1.0
"""Pseudo-pairs added at each extreme, so that the first pairs alone decide nothing."""


class Pair(Value, frozen=True):
    """The result of one rack played both ways."""

    seed: int
    score: float
    """Score of the first player over the two boards, from 0 to 1."""
    points: float
    """Mean point difference per board in the first player's favour."""
    strokes: int
    """Strokes of both boards."""
    faults: tuple[str, ...] = ()
    """Errors of external engines; each has lost its board."""


class MatchVerdict(Value, frozen=True):
    """The result of a match test so far."""

    pairs: int
    share: float
    low: float
    high: float
    """Bounds of the 95 % interval of the score."""
    elo: float
    elo_low: float
    elo_high: float
    ratio: float
    """Log-likelihood ratio of the two hypotheses."""
    decided: str
    """`accepted`, `rejected`, or empty while the test goes on."""
    faults: tuple[str, ...] = ()
    """Distinct errors of external engines, each of which has lost a board."""


class MatchJob(Value, frozen=True):
    """One pair of boards to play: a job for a worker."""

    one: Contestant
    other: Contestant
    seed: int
    ruleset: str = "icf"
    surface: str = "club"
    players: int = 2
    """Players at the board: four play in pairs; of three, a contestant has two sides on one board and one on the
    other."""


def played(duel: MatchJob) -> Pair:
    """Play a pair of boards and return its result."""
    warm()
    settings = BoardSettings(ruleset=duel.ruleset, surface=duel.surface)
    sides: tuple[SideName, ...] = ("A", "B", "C") if duel.players == 3 else ("A", "B")
    boards = [
        play_out(
            {side: second if side == "B" else first for side in sides}, duel.players, settings,
            BoardStart(seed=duel.seed),
        )
        for first, second in ((duel.one, duel.other), (duel.other, duel.one))
    ]  # fmt: skip
    return pair_of(duel.seed, boards)


def pair_of(seed: int, boards: Sequence[PlayedBoard]) -> Pair:
    """Return the result of two boards for the player of all sides but B in the first, and of B in the second."""
    score = points = 0.0
    owned: tuple[tuple[SideName, ...], ...] = (("A", "C"), ("B",))
    for own, board in zip(owned, boards, strict=True):
        if not board.winners:
            score += 0.25
            continue
        won = any(side in own for side in board.winners)
        score += 0.5 * sum(side in own for side in board.winners) / len(board.winners)
        value = LOST if board.failed is not None else board.points
        points += 0.5 * (value if won else -value)
    faults = tuple(board.reason for board in boards if board.failed is not None)
    return Pair(seed, score, points, sum(len(board.game.strokes) for board in boards), faults)


def verdict(pairs: Sequence[Pair], low_elo: float, high_elo: float, error: float = 0.05) -> MatchVerdict:
    """Return the state of the sequential test after these pairs, on normal means with equal error rates.

    `low_elo` and `high_elo` are the rating differences of the two hypotheses.
    """
    scores = [pair.score for pair in pairs]
    count = len(scores)
    middle = sum(scores) / count
    spread = (sum((score - middle) ** 2 for score in scores) + PRIOR * 0.5) / (count + 2 * PRIOR)
    half = 1.96 * math.sqrt(spread / count)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    worse, better = expected(low_elo), expected(high_elo)
    ratio = (better - worse) * (2 * middle - worse - better) * count / (2 * spread)
    bound = math.log((1 - error) / error)
    decided = "accepted" if ratio >= bound else "rejected" if ratio <= -bound else ""
    faults = tuple(dict.fromkeys(fault for pair in pairs for fault in pair.faults))
    return MatchVerdict(count, middle, low, high, elo(middle), elo(low), elo(high), ratio, decided, faults)


def expected(difference: float) -> float:
    """Return the expected score at a rating difference in Elo points."""
    return float(1.0 / (1.0 + 10.0 ** (-difference / 400.0)))
