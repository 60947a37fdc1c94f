"""The physics simulator: event-driven, exact, and bit-identical on every machine.

simulate(position, stroke, seat, surface) -> Played
"""

from carrom.physics.calibrate import calibrate
from carrom.physics.kernel.compiled import warm
from carrom.physics.kernel.segment import DiscState, Segment
from carrom.physics.played import ContactKind, Played, StrokeContact
from carrom.physics.simulate import simulate
from carrom.physics.surface import PRESETS, SURFACE_VERSION, Surface, surface
from carrom.physics.trajectory import Event, Keyframe, Trajectory

PHYSICS_VERSION = "2"
"""Version of the physics; it changes when any stroke may end differently. Records store it."""

__all__ = [
    "PHYSICS_VERSION",
    "PRESETS",
    "SURFACE_VERSION",
    "StrokeContact",
    "ContactKind",
    "DiscState",
    "Event",
    "Keyframe",
    "Segment",
    "Played",
    "Surface",
    "Trajectory",
    "calibrate",
    "simulate",
    "surface",
    "warm",
]
