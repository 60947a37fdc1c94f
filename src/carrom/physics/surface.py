"""Surfaces: friction and restitution of a board with its powder, and presets.

No systematic measurements of carrom are published. Known values: boric acid as a dry lubricant 0.05–0.1, discs on
powdered plywood 0.064–0.15; one filmed game with friction 0.13 and frame restitution of at least 0.67; friction of 0.12
between the rims of plastic pucks; restitution of 0.85–0.93 between wooden discs. The laws require at least 3½ runs of
a 15 g striker struck with full force: club reaches them at 3.8 m/s, tournament at 2.7 m/s, slow at 4.8 m/s.
docs/explanation/physics.md gives the sources. `carrom.physics.calibrate` finds the friction of a given board from
that test.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from carrom.errors import IllegalSurface
from carrom.numeric import real
from carrom.physics.kernel.layout import GRAVITY as GRAVITY
from carrom.values import Value, changed

SURFACE_VERSION = 1
"""Version of the presets; it changes when one of them does."""

POCKETS = ("rim", "centre")
"""Pocket models: tipping over the rim, which takes time and can fail; or falling as soon as the centre is inside."""

LIP = 1e-3
"""m; the rounding of a disc's edge: a disc that has sunk this deep into a pocket does not come out again."""
PATIENCE = {"rim": 64.0, "centre": 1e9}
"""By pocket model: collisions of a disc in one stroke after which its slow collisions become elastic."""
TOIL = {"rim": 16_000.0, "centre": 32_000.0}
"""Events of a stroke after which all slow collisions become elastic."""


class Surface(Value, frozen=True, kw_only=True):
    """Parameters of a surface; the defaults are those of `club`. Use `carrom.surface`, which checks the values.

    `carrom.SURFACES` has the presets by name: `slow`, `club` and `tournament`. docs/explanation/physics.md has the
    sources of the values.

    >>> import carrom
    >>> carrom.SURFACES["club"].friction, carrom.surface({"friction": 0.1}).name
    (0.12, 'custom')
    """

    friction: float = 0.12
    """Disc on board, Coulomb; sliding and spinning are coupled."""
    disc_restitution: float = 0.85
    """Disc on disc, above the minimum separation speed of 1e-4 m/s."""
    frame_restitution: float = 0.75
    """Disc on frame."""
    contact_friction: float = 0.10
    """Disc on disc, tangential."""
    frame_friction: float = 0.15
    """Disc on frame, tangential."""
    pocket: str = "rim"
    """The pocket model, one of POCKETS. With `centre` a disc falls when its centre crosses the edge."""
    yield_speed: float = 0.0
    """Impact speed (m/s) above which restitution falls with the fourth root of the speed; 0: it is constant."""
    disc_tangential_restitution: float = 0.0
    """Disc on disc: share of their sliding speed with which rims that stick part again, reversed."""
    frame_tangential_restitution: float = 0.0
    """Disc on frame, likewise."""

    @property
    def name(self) -> str:
        """The preset's name, or `custom`."""
        return next((name for name, preset in PRESETS.items() if preset == self), "custom")

    @property
    def drag(self) -> float:
        """Deceleration of a disc that slides without spin, in m/s²."""
        return self.friction * GRAVITY


PRESETS: Mapping[str, Surface] = MappingProxyType(
    {
        "slow": Surface(friction=0.15, frame_restitution=0.72),
        "club": Surface(),
        "tournament": Surface(friction=0.08, frame_restitution=0.80),
    }
)
ALLOWED: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "friction": (0.01, 1.0),
        "disc_restitution": (0.0, 1.0),
        "frame_restitution": (0.0, 1.0),
        "contact_friction": (0.0, 1.0),
        "frame_friction": (0.0, 1.0),
        "yield_speed": (0.0, 12.0),
        "disc_tangential_restitution": (0.0, 1.0),
        "frame_tangential_restitution": (0.0, 1.0),
    }
)
"""Lowest and highest value of each parameter that is a number."""
LATER = ("disc_tangential_restitution", "frame_tangential_restitution")
"""Parameters that every written form leaves out while they are 0, as forms older than these parameters do."""


SurfaceLike: TypeAlias = Surface | str | Mapping[str, float | str]
"""A surface given as a value, a preset's name, or parameters."""


def surface(given: SurfaceLike = "club") -> Surface:
    """Return the preset of that name, or the surface with these parameters.

    Parameters that are not given are those of `club`. Raises `IllegalSurface`, naming the parameter, its value and
    what is allowed.

    >>> import carrom
    >>> carrom.surface("slow").friction
    0.15
    >>> carrom.surface({"friction": 9})
    Traceback (most recent call last):
    carrom.errors.IllegalSurface: friction is 9; it must lie from 0.01 to 1.
    """
    if isinstance(given, str):
        if given not in PRESETS:
            raise IllegalSurface(f'"{given[:60]}" is not a surface; expected one of {", ".join(PRESETS)}.')
        return PRESETS[given]
    if isinstance(given, Surface):
        return _checked(given)
    if not isinstance(given, Mapping):
        raise IllegalSurface(
            f"A surface is a name ({', '.join(PRESETS)}) or a mapping of parameters, not {given!r:.60}."
        )
    names = Surface.__struct_fields__
    unknown = [str(name) for name in given if name not in names]
    if unknown:
        raise IllegalSurface(
            f'"{unknown[0][:60]}" is not a parameter of a surface; expected one of {", ".join(names)}.'
        )
    return _checked(Surface(**given))  # type: ignore[arg-type]


def parameters_of(given: Surface) -> dict[str, float | str]:
    """Return the parameters of a surface by name, as files and messages have them; `surface` reads them back."""
    values = {name: getattr(given, name) for name in given.__struct_fields__}
    return {name: value for name, value in values.items() if name not in LATER or value != 0.0}


def _checked(found: Surface) -> Surface:
    plain = {}
    for name, (low, high) in ALLOWED.items():
        given = getattr(found, name)
        value = real(given)
        if value is None:
            raise IllegalSurface(f"{name} is {given!r:.60}; it must be a number from {low:g} to {high:g}.")
        if not low <= value <= high:
            raise IllegalSurface(f"{name} is {value!r:.60}; it must lie from {low:g} to {high:g}.")
        if value is not given:
            plain[name] = value
    if found.pocket not in POCKETS:
        raise IllegalSurface(f"pocket is {found.pocket!r:.60}; it must be one of {', '.join(POCKETS)}.")
    return changed(found, **plain) if plain else found
