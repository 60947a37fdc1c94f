"""What a player asks of the striker, in his own frame."""

import math

from carrom.values import Value


class Stroke(Value, frozen=True):
    """Where the striker stands and how it leaves.

    `x` is the offset along the baseline from its middle, `y` the offset across the two lines from midway, in µm;
    `vx`, `vy` the velocity in µm/s; `spin` in mrad/s, counter-clockwise positive. All in the player's frame: as if
    he sat south, so that a positive `vy` plays away from him.
    """

    x: int
    vx: int
    vy: int
    y: int = 0
    spin: int = 0

    @classmethod
    def aimed(cls, x: int, degrees: float, metres_per_second: float, y: int = 0, spin: int = 0) -> "Stroke":
        """Return the stroke at an angle (0 straight ahead, positive to the left) and a speed.

        Sine and cosine happen here, once, at the edge; the stroke that results is exact.
        """
        speed = metres_per_second * 1e6
        angle = math.radians(degrees)
        return cls(x, round(-speed * math.sin(angle)), round(speed * math.cos(angle)), y, spin)

    @property
    def speed(self) -> float:
        """Metres per second; infinite where no float is large enough."""
        try:
            return math.sqrt(self.vx * self.vx + self.vy * self.vy) / 1e6
        except OverflowError:
            return math.inf

    @property
    def is_back_stroke(self) -> bool:
        """Whether the striker leaves towards its own frame."""
        return self.vy < 0
