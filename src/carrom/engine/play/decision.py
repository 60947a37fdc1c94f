"""An engine's decision: the stroke it intends, with its name and its estimated result."""

from dataclasses import dataclass

from carrom.board.disc import Disc
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.search.search import Estimate
from carrom.engine.search.stroke_names import NamedStroke


@dataclass(frozen=True)
class EngineDecision:
    """The intended stroke with its name and an estimate from fresh samples."""

    stroke: Stroke
    """The stroke as the player aims it, with its habits and without execution noise."""
    called: NamedStroke
    """The name of the planned stroke."""
    promise: Estimate
    """The estimated result of the stroke as it is aimed."""
    simulations: int
    """Simulations used for the choice."""
    planned: Stroke
    """The stroke that the player has in mind: the same for a level without habits."""

    @property
    def name(self) -> StrokeKind:
        """The kind of the stroke, as players name it."""
        return self.called.name

    @property
    def disc(self) -> Disc | None:
        """The disc that the stroke pockets when played without noise."""
        return self.called.disc

    @property
    def pocket(self) -> int | None:
        """The pocket that this disc falls into."""
        return self.called.pocket

    @property
    def worth(self) -> float:
        """Expected value in points."""
        return self.promise.worth
