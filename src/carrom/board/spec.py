"""The equipment: canonical dimensions in whole micrometres and microgrammes, with the tolerances of the laws.

Source: the official Laws, equipment clauses A and B, and the digest of the rule texts. Where the laws give a
range, the canonical value is the one every simulation and drawing uses; `Equipment` names another set.
"""

from carrom.data import Value

MM = 1000
"""One millimetre in micrometres."""


class Equipment(Value, frozen=True, kw_only=True):
    """One board with its discs. Lengths in µm, masses in µg."""

    name: str = "standard"
    surface: int = 740_000
    pocket_diameter: int = 44_500
    frame_width: int = 70_000
    frame_height: int = 22_000
    man_diameter: int = 31_800
    man_mass: int = 5_375_000
    man_thickness: int = 8_000
    striker_diameter: int = 41_300
    striker_mass: int = 15_000_000
    lower_line: int = 101_500
    """From the frame to the near face of the lines' band: the striker must touch this face."""
    upper_line: int = 133_300
    """From the frame to the far face of the band."""
    line_length: int = 470_000
    base_circle_diameter: int = 31_800
    base_circle_disc: int = 25_400
    base_circle_offset: int = 219_100
    """From the board's middle line to the centre of a base circle."""
    arrow_length: int = 267_000
    arrow_width: int = 1_500
    arrow_tip: int = 72_250
    """From the pocket's centre to the arrow's outer tip."""
    centre_circle: int = 31_800
    outer_circle: int = 170_000

    @property
    def half(self) -> int:
        """Half the playing surface: the frame stands at ± this."""
        return self.surface // 2

    @property
    def pocket_centre(self) -> int:
        """|x| and |y| of every pocket's centre."""
        return self.half - self.pocket_diameter // 2

    @property
    def baseline(self) -> int:
        """Distance of a baseline's middle (midway between its two lines) from the board's centre."""
        return self.half - (self.lower_line + self.upper_line) // 2


STANDARD = Equipment()
"""The equipment everything uses unless told otherwise (74 cm surface)."""
