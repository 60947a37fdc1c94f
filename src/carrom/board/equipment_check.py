"""Check measurements of a real board against the laws.

Measures are in millimetres, grammes or watts. Bounds come from `TOLERANCES`; figures that the laws print without a
tolerance come from `Equipment`, and a difference from these is reported but breaks no law.
"""

from types import MappingProxyType

from carrom.board.equipment import STANDARD, TOLERANCES, Equipment
from carrom.values import Value, changed

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


# -- the official equipment clauses -------------------------------------------------------------------------------

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
