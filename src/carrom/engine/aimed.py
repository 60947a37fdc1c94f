"""What a player means to do, and what it promises."""

from dataclasses import dataclass

from carrom.board.disc import Disc
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.engine.hunt import Promise
from carrom.engine.names import Called, Name


class Execution(Value, frozen=True):
    """A stroke as a hand has played it, and the one that was meant."""

    played: Stroke
    meant: Stroke


@dataclass(frozen=True)
class Aimed:
    """A stroke that a player means to play, under its name, with what it promises on fresh samples."""

    stroke: Stroke
    called: Called
    promise: Promise
    simulations: int
    """How many the choice took."""

    @property
    def name(self) -> Name:
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
