"""Errors of a table: a refused command, and an invalid stroke."""

from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.protocol import Refusal

LARGEST = 1_000_000_000
"""Largest absolute value of a number of a stroke, in µm, µm/s or mrad/s."""


class CommandRefused(Exception):
    """A refused message; nothing has changed."""

    def __init__(self, code: Refusal, reason: str, key: str = "", seconds: float = 0) -> None:
        """Store the error code and its sentence, with a capital letter and a full stop.

        For an exceeded limit, `key` is its name, and `seconds` the time until the next attempt is allowed.
        """
        sentence = reason[:1].upper() + reason[1:]
        self.reason = sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
        self.code, self.key, self.seconds = code, key, seconds
        super().__init__(self.reason)


def check_size(stroke: Stroke) -> None:
    """Raise `IllegalStroke` if a number of a stroke is beyond `LARGEST`."""
    if max(map(abs, (stroke.x, stroke.y, stroke.vx, stroke.vy, stroke.spin))) > LARGEST:
        raise IllegalStroke(f"A number of the stroke is too large; expected at most ±{LARGEST} (µm, µm/s, mrad/s).")
