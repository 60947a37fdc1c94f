"""An engine's decision: the stroke it means, and the stroke that execution noise makes of it."""

from dataclasses import dataclass

from carrom.board.disc import Disc
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.search.search import Estimate
from carrom.engine.search.stroke_names import NamedStroke


@dataclass(frozen=True)
class EngineDecision:
    """A stroke that a player means to play, under its name, with what it promises on fresh samples."""

    stroke: Stroke
    called: NamedStroke
    promise: Estimate
    simulations: int
    """How many the choice took."""

    @property
    def name(self) -> StrokeKind:
        """What players call the stroke."""
        return self.called.name

    @property
    def disc(self) -> Disc | None:
        """The disc it pockets when it is played exactly."""
        return self.called.disc

    @property
    def pocket(self) -> int | None:
        """Into which pocket."""
        return self.called.pocket

    @property
    def worth(self) -> float:
        """Points."""
        return self.promise.worth
