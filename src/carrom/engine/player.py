"""The engine as a player of a game or of a solo run: it strikes, places and demands, at one difficulty level.

The same game, seat and state of `rng` give the same answer as long as the level's time limit is not reached; an
untimed player has no time limit."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from carrom.board import Point, Seat, Stroke
from carrom.board.striker_spots import check_spot
from carrom.engine.engine import Engine, EngineDecision
from carrom.engine.geometry import HandNoise, NoiseSample, disturbed, drawn
from carrom.engine.levels import Level, level_named
from carrom.engine.program import Execution
from carrom.engine.situation import Situation
from carrom.engine.stakes import of_state
from carrom.errors import IllegalStroke, RefusedRequest
from carrom.game.api import Game as Handle
from carrom.game.events import Called, Demanded, Event, Placed, Waived
from carrom.game.expected import StrikerHasNoSpot, phrase
from carrom.game.game import GameHistory
from carrom.game.record import of_header
from carrom.game.solo import PLAYER, SoloRun
from carrom.physics.surface import surface
from carrom.rules.phases import Demand, PlaceDue, Strike


class EnginePlayer:
    """The engine as a player, at one level."""

    def __init__(self, level: Level, timed: bool = True) -> None:
        """Return the player of that level; without `timed` it has no time limit and never reads a clock."""
        self.level = level
        self._engine = Engine(level) if timed else Engine(level, clock=_no_time_passes)

    def act(self, game: GameHistory | Handle, rng: Random) -> Event | Stroke:
        """Return the next act of the player in turn, at any seat: a stroke, a placing or waiver, or a demand.

        Raises RefusedRequest when nobody is in turn: before a board is racked, and after the end.
        """
        history = game.history if isinstance(game, Handle) else game
        match history.expected[:1]:
            case (Strike(seat=seat),):
                return self.choose(history, seat, rng)
            case (PlaceDue(seat=seat, disc=disc),):
                at = self.place(history, seat)
                return Waived(seat=seat) if at is None else Placed(seat=seat, disc=disc, at=at)
            case (Demand(seat=seat),):
                return Demanded(seat=seat, points=self.demand(history, seat))
            case (StrikerHasNoSpot(),):
                return Called(what="no-striker-spot")
            case _:
                raise RefusedRequest(f"Nobody is in turn at the board; expected is {phrase(history.expected)}.")

    def aim(self, game: GameHistory | Handle, rng: Random) -> EngineDecision:
        """Return the stroke that this level considers best now, without execution noise, with its name and estimate."""
        return self._engine.aim(situation_of(game.history if isinstance(game, Handle) else game), rng)

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke with this level's execution noise. Raises RefusedRequest when `seat` is not in turn."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the intended one. Raises as `choose` does."""
        situation = situation_of(game)
        if situation.round.turn is not seat:
            raise RefusedRequest(f"It is {situation.round.turn}'s turn to strike, not {seat}'s.")
        return self._engine.execute(situation, rng)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the spot that is worst for the piece's owner; None when there is no room for it.

        Raises RefusedRequest when no piece waits for this seat.
        """
        situation = situation_of(game)
        if situation.round.placings and situation.round.placings[0].by is not seat:
            raise RefusedRequest(f"The piece is placed by {situation.round.placings[0].by}, not by {seat}.")
        return self._engine.place(situation)

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return all extra points that may be demanded."""
        return self._engine.demand(situation_of(game))


def _no_time_passes() -> float:
    return 0.0


def level(name: str, timed: bool = True) -> EnginePlayer:
    """Return the player of the level of that name, or raise RefusedRequest with the known names (`carrom.LEVELS`).

    A choice ends after 3 s even if simulations are left, which happens only on a slow or busy machine. With `timed`
    False there is no such limit: the choice follows from the game and `rng` alone.

    >>> import carrom
    >>> from random import Random
    >>> game = carrom.Game(position="c1_Q.0.0_W1.250000.250000_B1.-200000.100000", first_break="A", seed=1)
    >>> breaker = game.set_up()
    >>> best = carrom.level("casual", timed=False).aim(game, Random(1))
    >>> best.stroke in game.legal_strokes, 0 < best.promise.success <= 1
    (True, True)
    """
    return EnginePlayer(level_named(name), timed)


def situation_of(game: GameHistory) -> Situation:
    """Return the engine's input for a game; RefusedRequest if no board is being played or the game is not simulated."""
    if game.round is None or game.position is None or game.header.surface is None:
        raise RefusedRequest("An engine plays on simulated boards: expected a game in which a board has begun.")
    surface, equipment = of_header(game.header), game.state.equipment
    return Situation(game.round, game.position, surface, equipment, ledger=of_state(game.state))


# -- solo runs: one player clears the board, counted in misses and slams -----------------------------------------------


MOST = 200
"""Strokes after which a run is aborted."""
Aim = Callable[[Situation, Random], Any]
"""A rule that returns the intended stroke: such as an `EngineDecision`."""


@dataclass(frozen=True)
class SoloStroke:
    """One stroke of a run."""

    is_break: bool
    kept: bool
    """Whether the turn went on or the board was won."""
    counts: bool
    promised: float | None
    """The success probability that the player had estimated."""
    seconds: float
    """Processor time of the choice."""


@dataclass
class SoloBoard:
    """One full board, played solo."""

    strokes: list[SoloStroke] = field(default_factory=list)
    misses: int = 0
    """Turns lost after the break."""
    slam: bool = False
    """Whether all whites and the queen fell in the first turn, from the break."""
    finished: bool = True


def alone(aim: Aim, hand: HandNoise, seed: int, known: bool = False, most: int = MOST) -> SoloBoard:
    """Return a solo run with that accuracy on the rack of that seed; `known` lets the player see the rack's gaps.

    Execution noise follows from the seed and the number of the stroke alone, so that it is the same for two players.
    """
    run, at, ground = SoloBoard(), SoloRun.begin(seed), surface("club")
    while not at.over:
        if at.strokes >= most:
            run.finished = False
            break
        lies, sees = at.lies if known else at.position, known and at.is_break
        situation = Situation(at.round, lies, ground, sees_gaps=sees, alone=True)
        began = time.process_time()
        aimed = aim(situation, Random(f"{seed} mind {at.strokes}"))
        seconds = time.process_time() - began
        struck = at.struck(_executed(at, aimed.stroke, hand, drawn(Random(f"{seed} hand {at.strokes}"))), ground)
        promise = getattr(aimed, "promise", None)
        promised = None if promise is None else promise.success
        run.strokes.append(SoloStroke(at.is_break, struck.kept, struck.counts, promised, seconds))
        at = struck.after
    run.misses, run.slam = at.misses, at.slam
    return run


def _executed(at: SoloRun, meant: Stroke, hand: HandNoise, by: NoiseSample) -> Stroke:
    """Return the stroke with execution noise; the place error is dropped where it would make the spot illegal."""
    struck = disturbed(meant, hand, by)
    try:
        check_spot(at.position, PLAYER, struck)
    except IllegalStroke:
        return disturbed(meant, hand, NoiseSample(by.direction, by.speed, 0.0))
    return struck
