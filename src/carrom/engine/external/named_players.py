"""Players by name: levels, external engines registered in this process, and engines that are missing."""

from dataclasses import dataclass
from random import Random

from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.external.player import ExternalEngine
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import LEVELS, level_named
from carrom.engine.play.opponents import register, registered_engine
from carrom.engine.play.player import EnginePlayer
from carrom.engine.play.program import Program
from carrom.errors import SetupError
from carrom.game.game import GameHistory


def introduce(name: str, command: str, hand: HandNoise) -> ExternalEngine:
    """Register an external engine as an opponent in this process. Raises `RefusedRequest` for an unusable name."""
    engine = ExternalEngine(name, command, hand, called=name)
    register(engine)
    return engine


def player_named(name: str) -> Program:
    """Return the level's player or the registered engine of that name; `EngineMissing` for an unknown name."""
    if (engine := registered_engine(name)) is not None:
        return engine
    return EnginePlayer(level_named(name)) if name in {level.name for level in LEVELS} else EngineMissing(name)


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
