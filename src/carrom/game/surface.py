"""The surface of a header, as text: a preset's name, or parameters such as `friction=0.1,frame_restitution=0.8`."""

from collections.abc import Mapping

from carrom.errors import IllegalSurface
from carrom.game.event import Header
from carrom.physics import PRESETS, Surface
from carrom.physics import surface as surface_of


def write_surface(surface: Surface | Mapping[str, float] | str) -> str:
    """Return the text of a surface; it reads back to the same one."""
    found = surface_of(surface)
    if found.name in PRESETS:
        return found.name
    return ",".join(f"{name}={getattr(found, name)!r}" for name in found.__struct_fields__)


def read_surface(text: str) -> Surface:
    """Return the surface of a text. Raises `IllegalSurface` with what was expected."""
    if "=" not in text:
        return surface_of(text)
    given: dict[str, float] = {}
    for word in text.split(","):
        name, _, value = word.partition("=")
        try:
            given[name] = float(value)
        except ValueError:
            raise IllegalSurface(f"{word[:60]!r} is no parameter of a surface; expected e.g. friction=0.1") from None
    return surface_of(given)


def of_header(header: Header) -> Surface:
    """Return the surface that a simulated game is played on."""
    if header.surface is None:
        raise IllegalSurface("a wooden board has no surface to simulate on")
    return read_surface(header.surface)
