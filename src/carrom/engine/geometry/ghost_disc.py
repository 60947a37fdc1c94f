"""Ghost-disc geometry: where the striker must be to send a piece into a pocket, also off a frame.

The ghost is the position of the striker's centre at the moment of contact. Friction between the discs throws the piece
off the line of centres, by at most the contact friction and by less in a full hit; the ghost position compensates for
it.
"""

import math
from dataclasses import dataclass
from enum import Enum

from carrom.engine.geometry.plane import LONG, dot, unit
from carrom.engine.geometry.player_view import AimingSurface, PlayerView

GRAVITY = 9.80665e6
"""In µm/s²."""
THINNEST = 0.17
"""Cosine of the thinnest cut considered (80 degrees)."""
ARRIVAL = 0.35e6
"""Speed that a piece should still have at the pocket, µm/s."""
FASTEST = 6.0e6
"""Fastest stroke considered, µm/s; the surface would allow more."""


class Wall(Enum):
    """A side of the frame, as (axis, sign) in the player's frame."""

    RIGHT = (0, 1)
    FAR = (1, 1)
    LEFT = (0, -1)
    NEAR = (1, -1)


@dataclass(frozen=True)
class Bounce:
    """A rebound from a frame: where the disc's centre turns, and the share of speed it retains."""

    at: complex
    keeps: float


@dataclass(frozen=True)
class GhostContact:
    """A disc's contact with a piece such that the piece leaves in a given direction."""

    ghost: complex
    way: complex
    """Direction in which the disc arrives."""
    cosine: float
    """Cosine of the cut: between the direction of arrival and the line of centres."""
    bounce: Bounce | None = None


def ghost_line(way: complex, out: complex, ground: AimingSurface) -> complex | None:
    """Return the line of centres for which a disc arriving along `way` sends the piece along `out`.

    In full hits the rims stick: the tangential impulse is 1 + tangential restitution times a third of the relative
    tangential momentum, for solid discs; in thin hits they slide at the contact friction. Returns None if the cut is
    too thin.
    """
    line = out
    for _ in range(4):
        straight = dot(way, line)
        if straight < THINNEST:
            return None
        aside = way - straight * line
        tangent = unit(aside)
        sticking = abs(aside) / straight / (3.0 * (1.0 + ground.disc_restitution))
        sticking *= 1.0 + ground.disc_tangential_restitution
        line = unit(out - min(ground.contact_friction, sticking) * tangent)
    return line


def contact(start: complex, man: complex, out: complex, touch: float, ground: AimingSurface) -> GhostContact | None:
    """Return the direct contact of a disc from `start` with a piece that is to leave along `out`."""
    line = out
    for _ in range(3):
        ghost = man - touch * line
        way = unit(ghost - start)
        found = ghost_line(way, out, ground)
        if found is None:
            return None
        line = found
    ghost = man - touch * line
    way = unit(ghost - start)
    return GhostContact(ghost, way, dot(way, line))


def bounced_contact(
    start: complex, man: complex, out: complex, touch: float, wall: Wall, reach: float, ground: AimingSurface
) -> GhostContact | None:
    """Return the contact of a disc that goes from `start` off `wall` to a piece that is to leave along `out`.

    `reach` is the largest coordinate that the disc's centre can have.
    """
    line = out
    for _ in range(4):
        ghost = man - touch * line
        turned = bounce(start, ghost, wall, reach, ground)
        if turned is None:
            return None
        way = unit(ghost - turned.at)
        found = ghost_line(way, out, ground)
        if found is None:
            return None
        line = found
    ghost = man - touch * line
    turned = bounce(start, ghost, wall, reach, ground)
    if turned is None:
        return None
    way = unit(ghost - turned.at)
    return GhostContact(ghost, way, dot(way, line), turned)


def bounce(start: complex, end: complex, wall: Wall, reach: float, ground: AimingSurface) -> Bounce | None:
    """Return where a disc without spin must hit `wall` to go from `start` to `end`; None if it cannot.

    The normal speed is multiplied by the frame's restitution; the tangential speed loses a third times 1 + tangential
    restitution (sticking) or the frame's friction times the normal impulse (sliding), whichever is less.
    """
    axis, sign = wall.value
    (along0, high0), (along1, high1) = _seen(start, axis), _seen(end, axis)
    before, after = reach - sign * high0, reach - sign * high1
    keep = ground.frame_restitution
    if before <= LONG or after <= LONG or keep <= 0.0:
        return None
    aside = along1 - along0
    lost, rebound = ground.frame_friction * (1.0 + keep), ground.frame_tangential_restitution
    slope = aside / (before + after * (2.0 - rebound) / 3.0 / keep)
    if abs(slope) * (1.0 + rebound) / 3.0 > lost:
        slope = (aside + math.copysign(lost, aside) * after / keep) / (before + after / keep)
    leaving = slope - math.copysign(min(abs(slope) * (1.0 + rebound) / 3.0, lost), slope)
    at = along0 + slope * before
    if abs(at) > reach:
        return None
    turn = complex(sign * reach, at) if axis == 0 else complex(at, sign * reach)
    return Bounce(turn, math.hypot(leaving, keep) / math.hypot(slope, 1.0))


def _seen(point: complex, axis: int) -> tuple[float, float]:
    return (point.imag, point.real) if axis == 0 else (point.real, point.imag)


def speed_before(speed: float, way: float, ground: AimingSurface) -> float:
    """Return the speed that a sliding disc needs in order to have `speed` after `way` µm."""
    return math.sqrt(speed * speed + 2.0 * ground.friction * GRAVITY * way)


def striking_speed(man_speed: float, made: GhostContact, start: complex, table: PlayerView) -> float:
    """Return the striker's speed at `start`, in µm/s, that gives the piece `man_speed` through the contact."""
    ground, kit = table.ground, table.equipment
    share = kit.striker_mass / (kit.striker_mass + kit.man_mass)
    arriving = man_speed / ((1.0 + ground.disc_restitution) * share * made.cosine)
    if made.bounce is None:
        return speed_before(arriving, abs(made.ghost - start), ground)
    leaving = speed_before(arriving, abs(made.ghost - made.bounce.at), ground)
    return speed_before(leaving / made.bounce.keeps, abs(made.bounce.at - start), ground)
