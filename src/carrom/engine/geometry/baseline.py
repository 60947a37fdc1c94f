"""Spots on the baseline where the striker may stand."""

from carrom.board.equipment import STANDARD, Equipment
from carrom.board.placement.striker_spots import Cover, legal_intervals
from carrom.board.position import Position
from carrom.board.seat import Seat

STEP = 12_000
"""Distance between neighbouring spots, µm."""


def places(
    position: Position, seat: Seat, across: int = 0, equipment: Equipment = STANDARD, cover: Cover = Cover.RING
) -> tuple[int, ...]:
    """Return legal offsets in µm, ascending: both ends of every legal interval and evenly spaced spots between them.

    The tuple may be empty. `across` is the striker's offset across the baseline.
    """
    found: set[int] = set()
    for low, high in legal_intervals(position, seat, across, equipment, cover):
        parts = max(1, -(-(high - low) // STEP))
        found.update(low + (high - low) * part // parts for part in range(parts + 1))
    return tuple(sorted(found))
