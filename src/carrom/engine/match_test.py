"""Match tests: two players over pairs of boards, by a sequential test (SPRT), and ratings of several players.

A pair is one rack played twice, each player once in either seat; the execution noise of a seat is the same at the same
stroke of both boards. Shared luck cancels, and the unit of the statistics is the pair, not the board."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from carrom.engine.board_play import BoardSettings, BoardStart, PlayedBoard, play_out
from carrom.engine.ladder import Contestant, elo
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


# -- a rating ladder by the Bradley-Terry model, with intervals --------------------------------------------------------
# The win probability depends on the rating difference alone. Both boards of a pair share rack and noise, so the
# variance is estimated from pairs, not boards.


ELO = 400.0 / math.log(10.0)
"""Elo points per unit of the logistic scale."""
STEPS = 200
"""Newton steps at most."""


class LadderMatch(Value, frozen=True):
    """A pair of boards between two players of a ladder, given by their indices."""

    one: int
    other: int
    pair: Pair


class LadderEntry(Value, frozen=True):
    """The result of one player of a ladder."""

    player: str
    elo: float
    low: float
    high: float
    """Bounds of the 95 % interval, relative to the player whose rating is zero."""
    boards: int
    share: float | None = None
    """Score against the next player of the ladder as given; None if they did not play."""
    share_low: float | None = None
    share_high: float | None = None
    """Bounds of its 95 % interval."""


def faults_of(met: Iterable[LadderMatch]) -> tuple[str, ...]:
    """Return the errors by which external engines lost boards, each once."""
    return tuple(dict.fromkeys(fault for each in met for fault in each.pair.faults))


def meetings(players: int, reach: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of players, the stronger first: each with those up to `reach` places below it; 0: with all."""
    for one in range(players):
        for other in range(max(0, one - reach) if reach else 0, one):
            yield one, other


def rungs(names: Sequence[str], met: Iterable[LadderMatch], zero: int = 0) -> tuple[LadderEntry, ...]:
    """Return the ratings of all players, in the order given; player `zero` has rating zero.

    Each pairing also gets one drawn pseudo-pair (`PRIOR`), so that every rating is finite.
    """
    scores: dict[tuple[int, int], list[float]] = defaultdict(list)
    for each in met:
        scores[each.one, each.other].append(each.pair.score)
    ratings = _ratings(len(names), scores, zero)
    errors = _errors(ratings, scores, zero)
    boards = [0] * len(names)
    for (one, other), pairs in scores.items():
        boards[one] += 2 * len(pairs)
        boards[other] += 2 * len(pairs)
    found = []
    for place, name in enumerate(names):
        half = 1.96 * float(errors[place])
        share = _share(scores.get((place, place - 1), []))
        elo = float(ratings[place])
        found.append(LadderEntry(name, ELO * elo, ELO * (elo - half), ELO * (elo + half), boards[place], *share))
    return tuple(found)


def _ratings(players: int, scores: dict[tuple[int, int], list[float]], zero: int) -> NDArray[np.float64]:
    """Return the maximum-likelihood ratings, in units of the logistic scale."""
    ratings = np.zeros(players)
    free = [place for place in range(players) if place != zero]
    for _ in range(STEPS):
        slope, bend = np.zeros(players), np.zeros((players, players))
        for (one, other), pairs in scores.items():
            boards = 2.0 * (len(pairs) + PRIOR)
            won, chance = 2.0 * sum(pairs) + PRIOR, expected(ELO * (ratings[one] - ratings[other]))
            slope[one] += won - boards * chance
            slope[other] -= won - boards * chance
            _spread(bend, one, other, boards * chance * (1.0 - chance))
        step = np.zeros(players)
        step[free] = np.linalg.lstsq(bend[np.ix_(free, free)], slope[free], rcond=None)[0]
        ratings += np.clip(step, -2.0, 2.0)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    return ratings


def _errors(ratings: NDArray[np.float64], scores: dict[tuple[int, int], list[float]], zero: int) -> NDArray[np.float64]:
    """Return the standard error of each rating, by the sandwich estimator over pairs."""
    players = len(ratings)
    bend, spread = np.zeros((players, players)), np.zeros((players, players))
    for (one, other), pairs in scores.items():
        chance, boards = expected(ELO * (ratings[one] - ratings[other])), 2.0 * (len(pairs) + PRIOR)
        _spread(bend, one, other, boards * chance * (1.0 - chance))
        apart = sum((score - chance) ** 2 for score in pairs) + PRIOR * 0.125
        _spread(spread, one, other, 4.0 * apart)
    free = [place for place in range(players) if place != zero]
    turned = np.linalg.pinv(bend[np.ix_(free, free)])
    found = np.zeros(players)
    found[free] = np.sqrt(np.maximum(0.0, np.diag(turned @ spread[np.ix_(free, free)] @ turned)))
    return found


def _spread(matrix: NDArray[np.float64], one: int, other: int, size: float) -> None:
    matrix[one, one] += size
    matrix[other, other] += size
    matrix[one, other] -= size
    matrix[other, one] -= size


def _share(pairs: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """Return the mean score of pairs with its 95 % interval."""
    if not pairs:
        return None, None, None
    middle = sum(pairs) / len(pairs)
    spread = (sum((score - middle) ** 2 for score in pairs) + PRIOR * 0.125) / len(pairs)
    half = 1.96 * math.sqrt(spread / len(pairs))
    return middle, max(0.0, middle - half), min(1.0, middle + half)
