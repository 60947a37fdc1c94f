"""Match tests: two players over pairs of boards, with a sequential probability ratio test (SPRT).

A pair is one rack played twice, each player once in either seat; the execution noise of a seat is the same at the same
stroke of both boards. Shared luck cancels, and the unit of the statistics is the pair, not the board.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.geometry.execution_noise import NoiseSample, disturbed, drawn
from carrom.engine.play.engine import Engine
from carrom.engine.play.external import ExternalEngine
from carrom.engine.play.player import situation_of
from carrom.engine.play.program import Execution
from carrom.engine.rollouts.runner import warm
from carrom.engine.strength.player_spec import Contestant, elo
from carrom.engine.strength.self_play import answer, begun, hands_of
from carrom.errors import EngineError
from carrom.game.expected.striker_spot import spans_of
from carrom.game.game import GameHistory
from carrom.values import Value

MOST_STROKES = 400
"""Strokes after which a board is stopped and counted as a draw."""
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


class _Sitting:
    """A contestant in a seat of one game; its noise follows from the seed, the seat and the stroke number alone."""

    def __init__(self, player: Contestant, seed: int) -> None:
        self._engine, self._hand, self._seed = player.engine(), player.hand, seed
        self._places = self._engine if isinstance(self._engine, Engine) else Engine(self._engine.level)

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke with execution noise."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the intended one."""
        number = len(game.strokes)
        situation, mind = situation_of(game), Random(f"{self._seed} mind {seat} {number}")
        engine = self._engine
        aimed = engine.intended(situation, mind) if isinstance(engine, Engine) else engine.aim(situation, mind).stroke
        by = drawn(Random(f"{self._seed} hand {seat} {number}"))
        struck = disturbed(aimed, self._hand, by)
        if any(span.y == struck.y and span.low <= struck.x <= span.high for span in spans_of(game.state)):
            return Execution(struck, aimed)
        struck = disturbed(aimed, self._hand, NoiseSample(by.direction, by.speed, 0.0))
        return Execution(struck, aimed)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the spot for a due."""
        return self._places.place(situation_of(game))

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return all extra points that may be demanded."""
        return self._places.demand(situation_of(game))

    def close(self) -> None:
        """End the process of an external engine."""
        if isinstance(self._engine, ExternalEngine):
            self._engine.close()


def played(duel: MatchJob) -> Pair:
    """Play a pair of boards and return its result."""
    warm()
    score = points = 0.0
    strokes = 0
    faults: list[str] = []
    for letter, sitting in (("A", (duel.one, duel.other)), ("B", (duel.other, duel.one))):
        seated = {seat: _Sitting(one, duel.seed) for seat, one in zip((Seat.SOUTH, Seat.NORTH), sitting, strict=True)}
        game, fault = _played_out(duel, seated)
        strokes += len(game.strokes)
        if fault is not None:
            faults.append(str(fault))
            lost = game.round is not None and game.state.side_at(game.round.turn) == letter
            score += 0.0 if lost else 0.5
            points += LOST * (-0.5 if lost else 0.5)
            continue
        result = game.round.result if game.round is not None else None
        if not game.is_over or game.result is None or result is None:
            score += 0.25
            continue
        won = letter in game.result.winners
        score += 0.5 * won
        points += 0.5 * (result.points if won else -result.points)
    return Pair(duel.seed, score, points, strokes, tuple(faults))


def _played_out(duel: MatchJob, seated: Mapping[Seat, _Sitting]) -> tuple[GameHistory, EngineError | None]:
    """Return a finished or stopped board, and the error of an engine that lost it by failing."""
    game = begun(seated, duel.seed, duel.ruleset, duel.surface)
    hands = hands_of(seated, duel.seed)
    try:
        while not game.is_over and len(game.strokes) < MOST_STROKES:
            game = game.apply(answer(game, seated, hands, duel.seed))
    except EngineError as fault:
        return game, fault
    finally:
        for sitting in seated.values():
            sitting.close()
    return game, None


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
