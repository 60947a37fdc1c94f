"""External engines: programs in any language that play by the engine protocol."""

import atexit
from dataclasses import dataclass, field
from random import Random
from typing import Any

from carrom.board.placement.striker_spots import check_spot, legal_spans
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.evaluation.outcome_value import wanted
from carrom.engine.geometry.execution_noise import HandNoise, drawn
from carrom.engine.play.engine import Engine
from carrom.engine.play.external_process import Answer, EngineProcess
from carrom.engine.play.levels import LEVELS, Level, current, level_named
from carrom.engine.play.opponents import register, registered_engine
from carrom.engine.play.player import EnginePlayer, situation_of
from carrom.engine.play.program import Execution, Program
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.errors import CarromError, EngineError, SetupError
from carrom.game.game import GameHistory
from carrom.physics.simulate import check_stroke, most_spin
from carrom.rules.book.technique import technique_for
from carrom.rules.round import Phase, Round

SECONDS = 5.0
"""Time limit of an external engine for one stroke."""
SIMULATIONS = 8_000
"""Simulation budget of the built-in engine that places dues for it."""


@dataclass(frozen=True)
class Meant:
    """The stroke that an external engine intends."""

    stroke: Stroke


@dataclass
class ExternalEngine:
    """An external engine, defined by its command, and the execution noise applied to its strokes.

    The process is started on first use and restarted after a failure.
    """

    name: str
    command: str
    hand: HandNoise
    seconds: float = SECONDS
    _pipe: EngineProcess | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.level = Level(self.name, self.hand, Budget(SIMULATIONS, self.seconds))
        self._own = Engine(self.level)

    # -- on boards ------------------------------------------------------------------------------------------------

    def aim(self, situation: Situation, rng: Random) -> Meant:
        """Return the stroke that the engine intends. Raises `EngineError`."""
        question = question_of(situation, self.hand) | {"type": "stroke", "seed": rng.getrandbits(31)}
        pipe = self._running()
        answer = pipe.ask(question, self.seconds)
        try:
            return Meant(stroke_of(answer, situation))
        except CarromError as fault:
            self.close()
            raise EngineError(f"The engine {self.command!r:.80} plays an illegal stroke: {fault}") from None

    def close(self) -> None:
        """End the engine's process."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    # -- in games -------------------------------------------------------------------------------------------------

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the engine's stroke with execution noise. Raises `EngineError`."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the intended one. Raises `EngineError`."""
        situation = situation_of(game)
        meant = self.aim(situation, rng).stroke
        return Execution(self._own.played(situation, meant, drawn(rng)), meant)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the built-in engine's spot for a due; this version of the protocol only asks for strokes."""
        return self._own.place(situation_of(game))

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return all extra points that may be demanded."""
        return self._own.demand(situation_of(game))

    def _running(self) -> EngineProcess:
        if self._pipe is None or not self._pipe.is_running:
            self.close()
            self._pipe = EngineProcess(self.command)
            atexit.register(self._pipe.close)
        return self._pipe


def introduce(name: str, command: str, hand: HandNoise) -> ExternalEngine:
    """Register an external engine as an opponent in this process. Raises `RefusedRequest` for an unusable name."""
    engine = ExternalEngine(name, command, hand)
    register(engine)
    return engine


def player_named(name: str) -> Program:
    """Return the level's player or the registered engine of that name; `EngineMissing` for an unknown name."""
    if (engine := registered_engine(name)) is not None:
        return engine
    return EnginePlayer(level_named(name)) if current(name) in {level.name for level in LEVELS} else EngineMissing(name)


@dataclass(frozen=True)
class EngineMissing:
    """An engine that a stored game needs and that is not registered in this process; the game waits for it."""

    name: str

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Raise `SetupError`: the engine is not registered."""
        raise self._refusal

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Raise `SetupError`: the engine is not registered."""
        raise self._refusal

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Raise `SetupError`: the engine is not registered."""
        raise self._refusal

    @property
    def _refusal(self) -> SetupError:
        return SetupError(
            f"The engine {self.name} is not registered: restart the server with --engine {self.name}=COMMAND."
        )


def question_of(situation: Situation, hand: HandNoise) -> dict[str, Any]:
    """Return the request sent to an external engine for a situation."""
    round_, seat = situation.round, situation.round.turn
    spans = legal_spans(situation.position, seat, situation.equipment, situation.cover)
    return {
        "rules": round_.ruleset.name,
        "seat": seat.value,
        "position": _places(situation.position),
        "surface": {name: getattr(situation.surface, name) for name in situation.surface.__struct_fields__},
        "spans": [[span.low, span.high, span.y] for span in spans],
        "wanted": [disc.value for disc in wanted(round_)],
        "attempt": round_.attempt if round_.phase is Phase.BREAK else None,
        "sides": [_side(round_, index) for index in _order(round_)],
        "queen": round_.queen.value,
        "hand": {"direction": hand.direction, "speed": hand.speed, "place": hand.place},
    }


def stroke_of(answer: Answer, situation: Situation) -> Stroke:
    """Return the stroke in an engine's answer, in the frame of the seat in turn. Raises `CarromError`."""
    given = {name: answer.get(name, 0) for name in Stroke.__struct_fields__}
    for name, value in given.items():
        if type(value) is not int:
            raise EngineError(f"its {name} is {value!r:.40}; expected a whole number")
    stroke = Stroke(**given)
    check_stroke(stroke, most_spin(situation.surface))
    check_spot(situation.position, situation.round.turn, stroke, situation.equipment, situation.cover)
    technique_for(situation.round.ruleset, stroke)
    return stroke


def _places(position: Position) -> dict[str, list[int]]:
    return {placed.disc.value: [placed.at.x, placed.at.y] for placed in position}


def _side(round_: Round, index: int) -> dict[str, Any]:
    side = round_.sides[index]
    return {
        "seats": [seat.value for seat in side.seats],
        "colour": None if side.colour is None else side.colour.value,
        "score": side.score + side.points,
        "due": side.due,
    }


def _order(round_: Round) -> list[int]:
    """Return the indices of the sides, the side in turn first."""
    mover = round_.mover
    return [mover, *(index for index in range(len(round_.sides)) if index != mover)]
