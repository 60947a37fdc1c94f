"""Equipment: canonical dimensions in micrometres and microgrammes, with the laws' tolerances and the check of a board.

Source: equipment clauses A and B of the official Laws, and the digest of the rule texts. Where the laws give a range,
the canonical value is the one used by every simulation and drawing; `Equipment` values hold other sets."""

from types import MappingProxyType

from carrom.board.disc import STRIKER, Disc
from carrom.values import Value, changed

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


# -- the check of measurements of a real board against the laws --------------------------------------------------------
# Measures are in millimetres, grammes or watts. Bounds come from `TOLERANCES`; figures that the laws print without a
# tolerance come from `Equipment`, and a difference from these is reported but breaks no law.


PER_UNIT = MappingProxyType({"mm": 1000, "g": 1_000_000, "W": 1})
"""Number of `Equipment` units (µm, µg) in one unit of a measure."""


class Measure(Value, frozen=True, kw_only=True):
    """One dimension to measure: its name, its clause, and the allowed range."""

    key: str
    name: str
    unit: str
    clause: str
    least: float | None = None
    """Smallest allowed value, in `unit`; None for no bound."""
    most: float | None = None
    printed: float | None = None
    """A figure that the laws print without a tolerance."""

    @property
    def allowed(self) -> str:
        """The allowed range, in words."""
        if self.printed is not None:
            return f"{self.printed:g} {self.unit}, without a tolerance"
        if self.least is None:
            return f"at most {self.most:g} {self.unit}"
        if self.most is None:
            return f"at least {self.least:g} {self.unit}"
        return f"{self.least:g} to {self.most:g} {self.unit}"

    @property
    def bounds(self) -> tuple[str, dict[str, str]]:
        """The kind of bound (`range`, `most`, `least`, `printed`) and its figures by name."""
        if self.printed is not None:
            return "printed", {"printed": f"{self.printed:g}"}
        given = {"least": self.least, "most": self.most}
        known = {name: f"{figure:g}" for name, figure in given.items() if figure is not None}
        return "range" if len(known) == 2 else "".join(known), known


class MeasureResult(Value, frozen=True, kw_only=True):
    """Verdict on one measurement."""

    measure: Measure
    given: float
    breaks: bool
    differs: bool
    """Whether it differs from a figure printed without a tolerance."""

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        given, measure = f"{self.given:g} {self.measure.unit}", self.measure
        if self.breaks:
            return f"{measure.name}: {given} breaks {measure.clause}, which allows {measure.allowed}."
        if self.differs:
            return f"{measure.name}: {given}; {measure.clause} gives {measure.allowed}, so nothing is broken."
        return f"{measure.name}: {given} conforms to {measure.clause} ({measure.allowed})."


def verdict(measure: Measure, given: float) -> MeasureResult:
    """Return the verdict on a measured value, in the measure's unit; ranges are inclusive."""
    too_small = measure.least is not None and given < measure.least
    too_large = measure.most is not None and given > measure.most
    differs = measure.printed is not None and given != measure.printed
    return MeasureResult(measure=measure, given=given, breaks=too_small or too_large, differs=differs)


# -- the official equipment clauses ------------------------------------------------------------------------------------

_ALLOWED = {rule.measure: rule for rule in TOLERANCES}


def _ranged(key: str, field: str, name: str, clause: str, unit: str = "mm") -> Measure:
    """Return a measure with bounds from `TOLERANCES`."""
    rule, whole = _ALLOWED[field], PER_UNIT[unit]
    least = None if rule.least <= 1 else rule.least / whole
    return Measure(key=key, name=name, unit=unit, clause=clause, least=least, most=rule.most / whole)


def _printed(key: str, field: str, name: str, clause: str) -> Measure:
    """Return a measure for which the laws print a figure without a tolerance."""
    return Measure(key=key, name=name, unit="mm", clause=clause, printed=getattr(STANDARD, field) / PER_UNIT["mm"])


LINE_THICKNESS = (5.0, 6.5)
"""Range of the thickness of the lower base line, in mm (clause A.4)."""

OFFICIAL = (
    _ranged("surface", "surface", "The playing surface, from frame to frame", "clause A.1"),
    Measure(key="thickness", name="The thickness of the surface", unit="mm", clause="clause A.1", least=8.0),
    _ranged("frame", "frame_width", "The width of the frame", "clause A.2"),
    _ranged("frame-height", "frame_height", "The height of the frame above the surface", "clause A.2"),
    _ranged("pocket", "pocket_diameter", "The diameter of a pocket", "clause A.3"),
    _printed("lower-line", "lower_line", "The lower base line, from the frame", "clause A.4"),
    _printed("upper-line", "upper_line", "The upper base line, from the frame", "clause A.4"),
    _ranged("line-length", "line_length", "The length of the base lines, their circles included", "clause A.4"),
    Measure(
        key="line-thickness",
        name="The thickness of the lower base line",
        unit="mm",
        clause="clause A.4",
        least=LINE_THICKNESS[0],
        most=LINE_THICKNESS[1],
    ),
    _printed("base-circle", "base_circle_diameter", "A base circle", "clause A.4"),
    _printed("base-disc", "base_circle_disc", "The coloured disc in a base circle", "clause A.4"),
    _ranged("arrow", "arrow_length", "The length of an arrow", "clause A.5"),
    _printed("centre-circle", "centre_circle", "The centre circle", "clause A.6"),
    _ranged("outer-circle", "outer_circle", "The outer circle", "clause A.7"),
    _ranged("man", "man_diameter", "The diameter of a piece", "clause B"),
    _ranged("man-thickness", "man_thickness", "The thickness of a piece", "clause B"),
    _ranged("man-mass", "man_mass", "The mass of a piece", "clause B", "g"),
    _ranged("striker", "striker_diameter", "The diameter of the striker", "the striker's clause"),
    _ranged("striker-mass", "striker_mass", "The mass of the striker", "the striker's clause", "g"),
    Measure(
        key="height", name="The board above the ground", unit="mm", clause="the stand's clause", least=630, most=700
    ),
    Measure(key="chair", name="The height of the chair", unit="mm", clause="the chair's clause", least=400, most=500),
    Measure(key="lamp", name="The lamp over the board", unit="W", clause="the lamp's clause", least=60, most=100),
)
"""The official equipment clauses; pieces, striker, stand, chair and lamp use the current text's figures."""

_GUIDE = "the 29-point guide"


def _of_the_guide(measure: Measure) -> Measure:
    """Return a measure with the 29-point guide's figures, or the official ones where the guide has none."""
    if measure.key in ("upper-line", "line-thickness", "chair", "lamp"):
        return measure
    if measure.key == "height":
        return changed(measure, clause=_GUIDE, least=600.0)
    field = {"pocket": "pocket_diameter", "outer-circle": "outer_circle", "line-length": "line_length"}.get(measure.key)
    if field is None:
        return changed(measure, clause=_GUIDE)
    return _printed(measure.key, field, measure.name, _GUIDE)


GUIDE = tuple(_of_the_guide(measure) for measure in OFFICIAL)
"""The equipment clauses of the 29-point guide, which has fewer tolerances and a lower stand."""


def measures(book: str) -> tuple[Measure, ...]:
    """Return the measures for a rule set, by the name of the built-in set that it is or extends."""
    return GUIDE if book == "classic-29" else OFFICIAL


def of_equipment(measure: Measure, equipment: Equipment = STANDARD) -> float | None:
    """Return the simulated board's value of a measure, in its unit; None if it is not modelled."""
    field = _FIELDS.get(measure.key)
    return None if field is None else getattr(equipment, field) / PER_UNIT[measure.unit]


_FIELDS = {
    "surface": "surface",
    "frame": "frame_width",
    "frame-height": "frame_height",
    "pocket": "pocket_diameter",
    "lower-line": "lower_line",
    "upper-line": "upper_line",
    "line-length": "line_length",
    "base-circle": "base_circle_diameter",
    "base-disc": "base_circle_disc",
    "arrow": "arrow_length",
    "centre-circle": "centre_circle",
    "outer-circle": "outer_circle",
    "man": "man_diameter",
    "man-thickness": "man_thickness",
    "man-mass": "man_mass",
    "striker": "striker_diameter",
    "striker-mass": "striker_mass",
}
"""The field of `Equipment` for each measure."""
