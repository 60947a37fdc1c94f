"""Text form of the surface in a header."""

from carrom.errors import IllegalSurface
from carrom.game.events import Header
from carrom.physics import PRESETS, Surface
from carrom.physics import surface as surface_of
from carrom.physics.surface import LATER as TANGENTIAL
from carrom.physics.surface import SurfaceLike

LATER = {name: getattr(Surface(), name) for name in ("pocket", "yield_speed", *TANGENTIAL)}
"""Parameters that the text leaves out while they have their usual value."""


def write_surface(surface: SurfaceLike) -> str:
    """Return the text of a surface; it reads back to the same surface."""
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
            raise IllegalSurface(f"{word[:60]!r} is not a parameter of a surface; expected e.g. friction=0.1") from None
    return surface_of(given)


def of_header(header: Header) -> Surface:
    """Return the surface of a simulated game."""
    if header.surface is None:
        raise IllegalSurface("a wooden board has no surface to simulate on")
    return read_surface(header.surface)
