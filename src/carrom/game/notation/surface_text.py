"""The surface of a header as text.

A record names the version of the physics that played it. Version 1 had the same parameters, one rule of falling and
constant restitution: it is the surface with `pocket=centre`, so its records are played as they were.
"""

from carrom.errors import IllegalSurface
from carrom.game.events import Header
from carrom.physics import PRESETS, Surface
from carrom.physics import surface as surface_of
from carrom.physics.surface import SurfaceLike
from carrom.values import changed

FIRST = "1"
"""The first version of the physics."""
LATER = {name: getattr(Surface(), name) for name in ("pocket", "yield_speed")}
"""Parameters that a text leaves out where they have their first value, as older texts do."""


def write_surface(surface: SurfaceLike) -> str:
    """Return the text of a surface; it reads back to the same one."""
    found = surface_of(surface)
    if found.name in PRESETS:
        return found.name
    names = [name for name in found.__struct_fields__ if name not in LATER or getattr(found, name) != LATER[name]]
    return ",".join(f"{name}={getattr(found, name)}" for name in names)


def read_surface(text: str) -> Surface:
    """Return the surface of a text. Raises `IllegalSurface` with what was expected."""
    if "=" not in text:
        return surface_of(text)
    given: dict[str, float | str] = {}
    for word in text.split(","):
        name, _, value = word.partition("=")
        if name == "pocket":
            given[name] = value
            continue
        try:
            given[name] = float(value)
        except ValueError:
            raise IllegalSurface(f"{word[:60]!r} is no parameter of a surface; expected e.g. friction=0.1") from None
    return surface_of(given)


def of_header(header: Header) -> Surface:
    """Return the surface that a simulated game is played on."""
    if header.surface is None:
        raise IllegalSurface("a wooden board has no surface to simulate on")
    found = read_surface(header.surface)
    return changed(found, pocket="centre", yield_speed=0.0) if header.physics == FIRST else found
