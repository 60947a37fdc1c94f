"""The player's view of a position: own pieces, others, and which lines are free."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke


class AimingSurface(Protocol):
    """The surface's parameters that aiming needs; `physics.Surface` has them."""

    @property
    def friction(self) -> float:
        """Board friction."""

    @property
    def disc_restitution(self) -> float:
        """Restitution of disc on disc."""

    @property
    def frame_restitution(self) -> float:
        """Restitution of disc on frame."""

    @property
    def contact_friction(self) -> float:
        """Tangential friction of disc on disc."""

    @property
    def frame_friction(self) -> float:
        """Tangential friction of disc on frame."""

    @property
    def disc_tangential_restitution(self) -> float:
        """Tangential restitution of disc on disc."""

    @property
    def frame_tangential_restitution(self) -> float:
        """Tangential restitution of disc on frame."""


@dataclass(frozen=True)
class PlayerView:
    """One position in the striking player's frame: points as complex numbers in µm, `places` as baseline offsets."""

    discs: tuple[tuple[Disc, complex], ...]
    targets: tuple[Disc, ...]
    places: tuple[int, ...]
    ground: AimingSurface
    equipment: Equipment = STANDARD
    across: int = 0
    """Offset of the striker's spots across the baseline, µm."""

    @classmethod
    def seen_from(
        cls,
        position: Position,
        seat: Seat,
        *,
        targets: tuple[Disc, ...],
        places: tuple[int, ...],
        ground: AimingSurface,
        equipment: Equipment = STANDARD,
        across: int = 0,
    ) -> "PlayerView":
        """Return the table from the view of the player at `seat`; a striker in `position` is left out."""
        discs = tuple(
            (placed.disc, complex(*seat.from_board(placed.at.x, placed.at.y)))
            for placed in position
            if placed.disc is not Disc.S
        )
        lying = {disc for disc, _ in discs}
        return cls(discs, tuple(disc for disc in targets if disc in lying), places, ground, equipment, across)

    @cached_property
    def where(self) -> dict[Disc, complex]:
        """The position of each disc."""
        return dict(self.discs)

    @cached_property
    def man(self) -> float:
        """Radius of a piece (and of the queen)."""
        return self.equipment.man_diameter / 2

    @cached_property
    def striker(self) -> float:
        """Radius of the striker."""
        return self.equipment.striker_diameter / 2

    @cached_property
    def touch(self) -> float:
        """Distance of the centres when the striker touches a piece."""
        return self.man + self.striker

    @cached_property
    def pockets(self) -> tuple[complex, ...]:
        """Centres of the pockets: far left, far right, near left, near right."""
        c = float(self.equipment.pocket_centre)
        return (complex(-c, c), complex(c, c), complex(-c, -c), complex(c, -c))

    @cached_property
    def pocket_radius(self) -> float:
        """Radius of a pocket: a disc falls when its centre comes this close."""
        return self.equipment.pocket_diameter / 2

    def stand(self, x: float) -> complex:
        """Return the striker's position at offset `x` on the baseline."""
        return complex(x, self.across - self.equipment.baseline)

    def stroke(self, x: int, way: complex, speed: float) -> Stroke:
        """Return the stroke from the spot at `x` in direction `way` at `speed` µm/s."""
        return Stroke(x, round(way.real * speed), round(way.imag * speed), self.across)

    def reach(self, radius: float) -> float:
        """Return the largest |x| and |y| that the centre of a disc of that radius can have."""
        return self.equipment.half - radius

    def others(self, *without: Disc) -> list[complex]:
        """Return the positions of all discs except those named."""
        return [place for disc, place in self.discs if disc not in without]
