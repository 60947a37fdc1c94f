"""Whether this program knows what another process has stored: the event, and the physics that it was played by."""

from carrom.errors import RecordError, UnknownHere
from carrom.game.event import Event, GameBegun, decode_event
from carrom.game.surface import of_header
from carrom.physics import PHYSICS_VERSION, Played, simulate
from carrom.server.history import History
from carrom.server.stored import StoredEvent

NEWER = "Another version of carrom has gone on with this game, and this server cannot follow it; the others can"


def known(stored: StoredEvent) -> Event:
    """Return a stored event; raises `UnknownHere` for one that this program does not know.

    That it is as it was written is known by its link.
    """
    try:
        return decode_event(stored.body)
    except RecordError as fault:
        raise UnknownHere(f"{NEWER} ({fault})") from None


def check_physics(first: Event) -> None:
    """Raise `UnknownHere` for a game that was begun with a newer physics than this program's."""
    physics = first.header.physics if isinstance(first, GameBegun) else None
    if physics is not None and physics.isdigit() and int(physics) > int(PHYSICS_VERSION):
        raise UnknownHere(f"{NEWER}: it is played by physics {physics}, and this one knows {PHYSICS_VERSION}.")


def played_again(history: History) -> Played:
    """Return the last stroke of a history, simulated again; raises `UnknownHere` if other physics gave what is stored.

    Equal physics give equal bytes on every machine.
    """
    shown, game = history.shown, history.game
    assert shown is not None, "a stroke that has just been played"
    surface, equipment = of_header(game.header), game.state.equipment
    played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
    if played.rest != shown.rest:
        raise UnknownHere(f"{NEWER}: its last stroke comes to rest elsewhere by physics {PHYSICS_VERSION}.")
    return played
