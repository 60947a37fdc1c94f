"""Errors of a table: a refused command, and a request that is no stroke at all."""

from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.protocol import Refusal

LARGEST = 1_000_000_000
"""Bound on every number of a stroke, µm, µm/s or mrad/s: what is larger is no stroke of this world."""


class CommandRefused(Exception):
    """A message that is not followed; nothing has changed."""

    def __init__(self, code: Refusal, reason: str, key: str = "", seconds: float = 0) -> None:
        """Keep the kind of refusal and its one sentence, with its capital and its full stop.

        Where it is a limit, `key` names it, and there is room again after `seconds`.
        """
        sentence = reason[:1].upper() + reason[1:]
        self.reason = sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
        self.code, self.key, self.seconds = code, key, seconds
        super().__init__(self.reason)


def check_size(stroke: Stroke) -> None:
    """Raise `IllegalStroke` where a number of a stroke is beyond `LARGEST`."""
    if max(map(abs, (stroke.x, stroke.y, stroke.vx, stroke.vy, stroke.spin))) > LARGEST:
        raise IllegalStroke(f"No number of a stroke may be beyond ±{LARGEST} (µm, µm/s, mrad/s).")
