"""Compatibility with records of version 1."""

from carrom.game.events import Called, Event
from carrom.game.state import State
from carrom.values import changed


def meant(event: Event, state: State) -> Event:
    """Return the current equivalent of an event of version 1; `state` is the state before it.

    In version 1, a call against the partner of the player in turn was judged as one against that player.
    """
    if not isinstance(event, Called) or event.by is None or state.round is None:
        return event
    turn = state.round.turn
    taken = {seat for seat, _ in state.seating.places}
    partner = event.by in taken and event.by is not turn and state.side_at(event.by) == state.side_at(turn)
    return changed(event, by=turn) if partner else event
