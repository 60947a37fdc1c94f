"""Words of version 1 records, so that they are read forever."""

from carrom.game.events import Called, Event
from carrom.game.state import State
from carrom.values import changed


def meant(event: Event, state: State) -> Event:
    """Return the event that a line of version 1 stands for, `state` being where the game stands before it.

    A call against the partner of the player in turn was judged then as one against the player.
    """
    if not isinstance(event, Called) or event.by is None or state.round is None:
        return event
    turn = state.round.turn
    taken = {seat for seat, _ in state.seating.places}
    partner = event.by in taken and event.by is not turn and state.side_at(event.by) == state.side_at(turn)
    return changed(event, by=turn) if partner else event
