"""Compatibility between program versions: whether this program can read what another process stored."""

from carrom.errors import NewerVersion, RecordError
from carrom.game.events import Event, GameBegun, decode_event
from carrom.game.notation.surface_text import of_header
from carrom.physics import PHYSICS_VERSION, Played, simulate
from carrom.storage.models import StoredEvent
from carrom.tables.log.history import History

NEWER = "Another version of carrom has gone on with this game, and this server cannot follow it; the others can"


def known(stored: StoredEvent) -> Event:
    """Return a stored event; raises `NewerVersion` for one that this program does not know.

    That it is as it was written is known by its link.
    """
    try:
        return decode_event(stored.body)
    except RecordError as fault:
        raise NewerVersion(f"{NEWER} ({fault})") from None


def check_physics(first: Event) -> None:
    """Raise `NewerVersion` for a game that was begun with a newer physics than this program's."""
    physics = first.header.physics if isinstance(first, GameBegun) else None
    if physics is not None and physics.isdigit() and int(physics) > int(PHYSICS_VERSION):
        raise NewerVersion(f"{NEWER}: it is played by physics {physics}, and this one knows {PHYSICS_VERSION}.")


def played_again(history: History) -> Played:
    """Return the last stroke of a history, simulated again; raises `NewerVersion` if other physics gave what is stored.

    Equal physics give equal bytes on every machine.
    """
    shown, game = history.shown, history.game
    assert shown is not None, "a stroke that has just been played"
    surface, equipment = of_header(game.header), game.state.equipment
    played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
    if played.rest != shown.rest:
        raise NewerVersion(f"{NEWER}: its last stroke comes to rest elsewhere by physics {PHYSICS_VERSION}.")
    return played
