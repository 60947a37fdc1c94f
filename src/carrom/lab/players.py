"""Players by name: four baselines, the weakest first, and the engine's levels.

| name | stroke |
|---|---|
| `random` | a legal stroke at a random disc, at random speed, off by up to a piece's width |
| `aim` | at the centre of one of its pieces, from a random spot |
| `geometric` | the easiest stroke by geometry, without simulating it |
| `one-ply` | the geometric stroke with the best result, simulated once without noise |
| `first-timer` ... `machine` | the levels of `carrom.engine`, with their execution noise |

The baselines play without execution noise; an environment, or an accuracy given to `player`, adds it.
"""

import math
from collections.abc import Callable
from random import Random

from carrom.board.placement.striker_spots import placing_spots
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.candidates.breaks import breaks
from carrom.engine.candidates.direct import candidates
from carrom.engine.candidates.exhaustive import lattice
from carrom.engine.evaluation.legacy import worths
from carrom.engine.evaluation.outcome_value import OutcomeEvaluator, wanted
from carrom.engine.geometry.execution_noise import HandNoise, disturbed, drawn
from carrom.engine.geometry.player_view import PlayerView
from carrom.engine.play.levels import LEVELS, current, level_named
from carrom.engine.play.player import level, situation_of
from carrom.engine.play.program import Execution, Program
from carrom.engine.position.situation import Situation
from carrom.errors import RefusedRequest
from carrom.game.expected.random_act import random_stroke
from carrom.game.expected.striker_spot import spans_of
from carrom.game.game import GameHistory
from carrom.rules.book.technique import techniques
from carrom.rules.phases import PlaceDue
from carrom.rules.round import Phase

CHANCE = 0.7
"""Probability of pocketing a piece that `one-ply` assumes for both sides."""
SPEED = 3.0
"""Speed of the strokes of `aim`, m/s."""

StrokeChoice = Callable[[GameHistory, Situation, Random], Stroke]
"""A rule that chooses the stroke of a baseline."""


class Baseline:
    """A baseline: one rule chooses its strokes; it places dues near the centre and demands all extra points."""

    def __init__(self, choice: StrokeChoice) -> None:
        """Return the baseline whose strokes `choice` chooses."""
        self._choice = choice

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke, made a forward stroke where the rule set forbids back strokes."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return the same stroke as played and as intended: a baseline has no execution noise."""
        stroke = self._choice(game, situation_of(game), rng)
        stroke = stroke if techniques(game.rules, stroke) else _forwards(stroke)
        return Execution(stroke, stroke)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the legal spot nearest to the board's centre."""
        due = game.expected[0]
        assert isinstance(due, PlaceDue)
        assert game.position is not None
        return placing_spots(game.position, due.disc, game.state.equipment)[0]

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return all extra points that may be demanded."""
        return int(game.round.result.up_to) if game.round is not None and game.round.result is not None else 0


def random_choice(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return any legal stroke."""
    return random_stroke(game, rng)


def centre_aim(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return a stroke from a random legal spot straight at the centre of one of the player's pieces."""
    spans = spans_of(game.state)
    span = rng.choices(spans, [each.high - each.low + 1 for each in spans])[0]
    x, seat = rng.randint(span.low, span.high), situation.round.turn
    among = [disc for disc in wanted(situation.round) if disc in situation.position]
    disc = rng.choice(among or list(situation.position.discs))
    across, ahead = seat.from_board(situation.position[disc].x, situation.position[disc].y)
    dx, dy = across - x, ahead + situation.equipment.baseline - span.y
    far = math.hypot(dx, dy) or 1.0
    return Stroke(x, round(SPEED * 1e6 * dx / far), round(SPEED * 1e6 * dy / far) or 1, span.y)


def easiest_by_geometry(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return the easiest geometric stroke, or a random one of the lattice if there is none."""
    found = _geometric_strokes(situation)
    return found[0] if found else rng.choice([each.stroke for each in lattice(_table(situation))])


def best_of_one_ply(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Simulate every geometric stroke once without noise; return the one that leaves its side best off."""
    found = [stroke for stroke in _geometric_strokes(situation) if techniques(game.rules, stroke)]
    if not found:
        found = [each.stroke for each in lattice(_table(situation))[:64]]
        found = [stroke if techniques(game.rules, stroke) else _forwards(stroke) for stroke in found]
    prospect = OutcomeEvaluator(situation.round, CHANCE, situation.equipment)
    rated = worths(situation, prospect, found)
    return found[max(range(len(found)), key=rated.__getitem__)]


class Unsteady:
    """A player with execution noise added to its strokes."""

    def __init__(self, player: Program, hand: HandNoise) -> None:
        """Wrap a player; `hand` gives the standard deviations of the noise."""
        self._player, self._hand = player, hand
        self.place, self.demand = player.place, player.demand

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke with noise in direction and speed; the striker's spot is exact."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the one the player intended."""
        meant = self._player.choose(game, seat, rng)
        played = disturbed(meant, HandNoise(self._hand.direction, self._hand.speed, 0.0), drawn(rng))
        return Execution(played if techniques(game.rules, played) else _forwards(played), meant)


_CHOICES: dict[str, StrokeChoice] = {
    "random": random_choice,
    "aim": centre_aim,
    "geometric": easiest_by_geometry,
    "one-ply": best_of_one_ply,
}
NAMES = (*_CHOICES, *(level.name for level in LEVELS))
"""Names of all players, the weakest first; `one-ply/club` is a baseline with the accuracy of a level."""


def player(name: str) -> Program:
    """Return the player of that name. Raises `RefusedRequest` for an unknown name."""
    base, slash, hand = name.partition("/")
    if base in _CHOICES:
        made: Program = Baseline(_CHOICES[base])
        return Unsteady(made, level_named(hand).hand) if slash else made
    if slash or current(base) not in NAMES:
        raise RefusedRequest(
            f"there is no player {name!r:.60}; there are {', '.join(NAMES)}, and baselines with a level's accuracy, "
            "as in one-ply/club"
        )
    return level(base, timed=False)


def _table(situation: Situation) -> PlayerView:
    return situation.table(situation.round.turn, wanted(situation.round))


def _geometric_strokes(situation: Situation) -> list[Stroke]:
    """Return strokes from the break book or from geometry, the easiest first."""
    table = _table(situation)
    found = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    return [each.stroke for each in found]


def _forwards(stroke: Stroke) -> Stroke:
    return Stroke(stroke.x, stroke.vx, abs(stroke.vy) or 1, stroke.y, stroke.spin)
