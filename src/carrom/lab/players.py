"""Players by name: the baselines, from one that knows nothing upwards, and the program's levels.

| name | what it does |
|---|---|
| `random` | a lawful stroke at a random disc, of random speed, off by up to a man's width |
| `aim` | the centre of a man it may pocket, from a random spot |
| `geometric` | the easiest stroke by geometry, without trying it |
| `one-ply` | of all geometric strokes the one that ends best, played once without error |
| `first-timer` ... `machine` | the levels of `carrom.engine`, with their hands' errors |

The first four play with a steady hand; an environment or a hand given to `player` adds error.
"""

import math
from abc import ABC, abstractmethod
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
from carrom.game.game import Game
from carrom.rules.book.technique import techniques
from carrom.rules.phases import PlaceDue
from carrom.rules.round import Phase

CHANCE = 0.7
"""The chance of success that `one-ply` gives both sides in its race."""
SPEED = 3.0
"""m/s at which `aim` strikes."""


class Baseline(ABC):
    """What the baselines share: dues go next to the centre, all extra points are demanded."""

    @abstractmethod
    def meant(self, game: Game, situation: Situation, rng: Random) -> Stroke:
        """Return the stroke this player means."""

    def choose(self, game: Game, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke, which leads forwards where the rule set asks for that."""
        return self.execute(game, seat, rng).played

    def execute(self, game: Game, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, played exactly as it is meant."""
        stroke = self.meant(game, situation_of(game), rng)
        stroke = stroke if techniques(game.rules, stroke) else _forwards(stroke)
        return Execution(stroke, stroke)

    def place(self, game: Game, seat: Seat) -> Point | None:
        """Return the legal spot nearest to the board's centre."""
        due = game.expected[0]
        assert isinstance(due, PlaceDue)
        assert game.position is not None
        return placing_spots(game.position, due.disc, game.state.equipment)[0]

    def demand(self, game: Game, seat: Seat) -> int:
        """Return all there are."""
        return int(game.round.result.up_to) if game.round is not None and game.round.result is not None else 0


class AtRandom(Baseline):
    """Knows nothing but what is lawful."""

    def meant(self, game: Game, situation: Situation, rng: Random) -> Stroke:
        """Return a lawful stroke."""
        return random_stroke(game, rng)


class Aim(Baseline):
    """Aims at the centre of a man it may pocket."""

    def meant(self, game: Game, situation: Situation, rng: Random) -> Stroke:
        """Return a stroke from a random legal spot straight at one of its men."""
        spans = spans_of(game.state)
        span = rng.choices(spans, [each.high - each.low + 1 for each in spans])[0]
        x, seat = rng.randint(span.low, span.high), situation.round.turn
        among = [disc for disc in wanted(situation.round) if disc in situation.position]
        disc = rng.choice(among or list(situation.position.discs))
        across, ahead = seat.from_board(situation.position[disc].x, situation.position[disc].y)
        dx, dy = across - x, ahead + situation.equipment.baseline - span.y
        far = math.hypot(dx, dy) or 1.0
        return Stroke(x, round(SPEED * 1e6 * dx / far), round(SPEED * 1e6 * dy / far) or 1, span.y)


class Geometric(Baseline):
    """Plays what looks easiest."""

    def meant(self, game: Game, situation: Situation, rng: Random) -> Stroke:
        """Return the easiest geometric stroke, or one of the lattice where there is none."""
        found = _seen(situation)
        return found[0] if found else rng.choice([each.stroke for each in lattice(_table(situation))])


class OnePly(Baseline):
    """Tries every geometric stroke once, without error."""

    def meant(self, game: Game, situation: Situation, rng: Random) -> Stroke:
        """Return the stroke after which its side stands best."""
        found = [stroke for stroke in _seen(situation) if techniques(game.rules, stroke)]
        if not found:
            found = [each.stroke for each in lattice(_table(situation))[:64]]
            found = [stroke if techniques(game.rules, stroke) else _forwards(stroke) for stroke in found]
        prospect = OutcomeEvaluator(situation.round, CHANCE, situation.equipment)
        rated = worths(situation, prospect, found)
        return found[max(range(len(found)), key=rated.__getitem__)]


class Unsteady:
    """A player whose hand errs."""

    def __init__(self, player: Program, hand: HandNoise) -> None:
        """Return that player with this hand."""
        self._player, self._hand = player, hand
        self.place, self.demand = player.place, player.demand

    def choose(self, game: Game, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke as the hand plays it, from where it was meant to stand."""
        return self.execute(game, seat, rng).played

    def execute(self, game: Game, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the one that was meant."""
        meant = self._player.choose(game, seat, rng)
        played = disturbed(meant, HandNoise(self._hand.direction, self._hand.speed, 0.0), drawn(rng))
        return Execution(played if techniques(game.rules, played) else _forwards(played), meant)


_KNOWN: dict[str, Callable[[], Baseline]] = {"random": AtRandom, "aim": Aim, "geometric": Geometric, "one-ply": OnePly}
NAMES = (*_KNOWN, *(level.name for level in LEVELS))
"""Every player's name, the weakest first; a baseline with the hand of a level is `one-ply/club`."""


def player(name: str) -> Program:
    """Return the player of a name. Raises `RefusedRequest` with the names there are."""
    base, slash, hand = name.partition("/")
    if base in _KNOWN:
        made: Program = _KNOWN[base]()
        return Unsteady(made, level_named(hand).hand) if slash else made
    if slash or current(base) not in NAMES:
        raise RefusedRequest(
            f"there is no player {name!r:.60}; there are {', '.join(NAMES)}, and baselines with a hand as one-ply/club"
        )
    return level(base, timed=False)


def _table(situation: Situation) -> PlayerView:
    return situation.table(situation.round.turn, wanted(situation.round))


def _seen(situation: Situation) -> list[Stroke]:
    """Return the strokes of book or geometry, the likeliest first."""
    table = _table(situation)
    found = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    return [each.stroke for each in found]


def _forwards(stroke: Stroke) -> Stroke:
    return Stroke(stroke.x, stroke.vx, abs(stroke.vy) or 1, stroke.y, stroke.spin)
