"""Equipment: canonical dimensions in micrometres and microgrammes, with the laws' tolerances.

Source: equipment clauses A and B of the official Laws, and the digest of the rule texts. Where the laws give a range,
the canonical value is the one used by every simulation and drawing; `Equipment` values hold other sets.
"""

from types import MappingProxyType

from carrom.board.disc import STRIKER, Disc
from carrom.values import Value

MM = 1000
"""One millimetre in micrometres."""


class Equipment(Value, frozen=True, kw_only=True):
    """A board with its discs. Lengths in µm, masses in µg; source: the equipment clauses of the Laws (A.1 to A.12).

    `carrom.EQUIPMENT` has the presets by name; `standard` is the board of the Laws.

    >>> import carrom
    >>> board = carrom.EQUIPMENT["standard"]
    >>> board.surface, board.radius(carrom.Disc.S), board.radius(carrom.Disc.W1)
    (740000, 20650, 15900)
    """

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
    """Distance from the frame to the near edge of the base lines; the striker must touch this edge."""
    upper_line: int = 133_300
    """Distance from the frame to the far edge of the base lines."""
    line_length: int = 470_000
    base_circle_diameter: int = 31_800
    base_circle_disc: int = 25_400
    base_circle_offset: int = 219_100
    """Distance from the board's centre line to the centre of a base circle."""
    arrow_length: int = 267_000
    arrow_width: int = 1_500
    arrow_tip: int = 72_250
    """Distance from the pocket's centre to the arrow's outer tip."""
    centre_circle: int = 31_800
    outer_circle: int = 170_000

    def radius(self, disc: Disc) -> int:
        """Return the disc's radius in µm."""
        return (self.striker_diameter if disc is STRIKER else self.man_diameter) // 2

    @property
    def half(self) -> int:
        """Half the side of the playing surface: the frame is at ± this."""
        return self.surface // 2

    @property
    def pocket_centre(self) -> int:
        """|x| and |y| of every pocket's centre, in µm."""
        return self.half - self.pocket_diameter // 2

    @property
    def baseline(self) -> int:
        """Distance from the board's centre to the middle of a baseline (midway between its two lines), in µm."""
        return self.half - (self.lower_line + self.upper_line) // 2


STANDARD = Equipment()
"""The default equipment (74 cm surface)."""

INCHES_29 = Equipment(name="29-inch", surface=736_600)
"""The one surface size (29 in, 73.66 cm) for which all published dimensions of the markings agree exactly."""
BENGAL = Equipment(name="bengal", man_mass=4_562_500)
"""Bengal equipment: its pieces are lighter than the official ones (4.375–4.750 g; the midpoint is used)."""
EQUIPMENT = MappingProxyType({preset.name: preset for preset in (STANDARD, INCHES_29, BENGAL)})
"""The presets by name."""


class Tolerance(Value, frozen=True):
    """Range that the laws allow for one field of `Equipment`, inclusive, in the field's unit (µm or µg)."""

    measure: str
    least: int
    most: int


TOLERANCES = (
    Tolerance("surface", 735_000, 740_000),
    Tolerance("pocket_diameter", 43_000, 46_000),
    Tolerance("frame_width", 63_500, 76_000),
    Tolerance("frame_height", 19_000, 25_400),
    Tolerance("man_diameter", 30_200, 31_800),
    Tolerance("man_mass", 5_250_000, 5_500_000),
    Tolerance("man_thickness", 7_000, 9_000),
    Tolerance("striker_diameter", 1, 41_300),
    Tolerance("striker_mass", 1, 15_000_000),
    Tolerance("line_length", 467_000, 473_000),
    Tolerance("arrow_length", 1, 267_000),
    Tolerance("outer_circle", 167_000, 173_000),
)
"""Equipment clauses A.1–A.7 and B of the laws, with the figures of the current text for the pieces."""


def deviations(equipment: Equipment) -> tuple[str, ...]:
    """Return a sentence for every measure outside the range the laws allow; empty if the equipment conforms."""
    return tuple(
        f"{rule.measure} is {given}; the laws allow {rule.least} to {rule.most}."
        for rule in TOLERANCES
        if not rule.least <= (given := getattr(equipment, rule.measure)) <= rule.most
    )
