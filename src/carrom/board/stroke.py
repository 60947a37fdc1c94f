"""A stroke: the striker's position and velocity, in the player's own frame, and the kinds that players name."""

import math
from enum import StrEnum

from carrom.board.notation_words import stroke_numbers, stroke_text
from carrom.values import Value


class Stroke(Value, frozen=True):
    """The striker's position and velocity.

    `x` is the offset along the baseline from its middle, `y` the offset across the two lines from midway, in µm; `vx`
    and `vy` the velocity in µm/s; `spin` in mrad/s, counter-clockwise positive. All are in the player's frame, as if
    the player sat south, so a positive `vy` plays away from the player. Whether a stroke is legal depends on the
    position and the rule set: `game.legal_strokes` knows.

    >>> import carrom
    >>> stroke = carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9)
    >>> stroke
    Stroke(x=60000, vx=157072, vy=8998629, y=0, spin=0)
    >>> carrom.Stroke.from_text(stroke.to_text()) == stroke
    True
    """

    x: int
    vx: int
    vy: int
    y: int = 0
    spin: int = 0

    @classmethod
    def aimed(cls, x: int, degrees: float, metres_per_second: float, y: int = 0, spin: int = 0) -> "Stroke":
        """Return the stroke at an angle in degrees (0 straight ahead, positive to the left) and a speed.

        Sine and cosine are computed only here; the resulting stroke is exact.
        """
        speed = float(metres_per_second) * 1e6
        angle = math.radians(degrees)
        return cls(x, round(-speed * math.sin(angle)), round(speed * math.cos(angle)), y, spin)

    @classmethod
    def from_text(cls, text: str) -> "Stroke":
        """Return the stroke of a text in the notation of docs/reference/notation.md. Raises `NotationError`."""
        x, vx, vy, y, spin = stroke_numbers(text)
        return cls(x, vx, vy, y, spin)

    def to_text(self) -> str:
        """Return the stroke as text without spaces; equal strokes give equal texts."""
        return stroke_text(self.x, self.vx, self.vy, self.y, self.spin)

    @property
    def speed(self) -> float:
        """Speed in metres per second; infinite if it does not fit into a float."""
        try:
            return math.sqrt(self.vx * self.vx + self.vy * self.vy) / 1e6
        except OverflowError:
            return math.inf

    @property
    def is_back_stroke(self) -> bool:
        """Whether the striker moves towards the player's own frame."""
        return self.vy < 0


# -- kinds of strokes: straight, cut, bank, plant, kiss, break ---------------------------------------------------------


class StrokeKind(StrEnum):
    """Kind of a stroke, by how its piece gets into the pocket."""

    STRAIGHT = "straight"
    CUT = "cut"
    ONE_FRAME = "one-frame"
    """The striker rebounds from one frame before it hits the piece."""
    TWO_FRAMES = "two-frames"
    BANK = "bank"
    """The piece rebounds from a frame."""
    FROZEN = "frozen"
    """The piece lies against a frame."""
    PLANT = "plant"
    """Another piece drives it in."""
    KISS = "kiss"
    """The striker, or the piece on its way, glances off another piece."""
    DOUBLE = "double"
    """Two pieces of the player's own fall."""
    BACK = "back-stroke"
    BREAK = "break"
    SAFETY = "safety"
    """No piece of the player's own falls."""
