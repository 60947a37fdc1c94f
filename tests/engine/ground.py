"""A playing surface for tests of pure geometry, with the club surface's parameters but without physics."""

from dataclasses import dataclass

from carrom.board.disc import Disc
from carrom.engine.pocketing import PlayerView


@dataclass(frozen=True)
class Club:
    """The parameters of the default (club) surface."""

    friction: float = 0.12
    disc_restitution: float = 0.85
    frame_restitution: float = 0.75
    contact_friction: float = 0.10
    frame_friction: float = 0.15
    disc_tangential_restitution: float = 0.0
    frame_tangential_restitution: float = 0.0


CLUB = Club()
SLIPPERY = Club(contact_friction=0.0, frame_friction=0.0)
PLACES = tuple(range(-182_000, 182_001, 13_000))


def laid(targets: str, ground: Club = CLUB, places: tuple[int, ...] = PLACES, **discs: complex) -> PlayerView:
    """Return a player's view of discs at places given in millimetres."""
    lying = tuple((Disc(name), 1000 * place) for name, place in discs.items())
    return PlayerView(lying, tuple(Disc(name) for name in targets.split()), places, ground)
