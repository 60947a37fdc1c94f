"""What the words of records of version 1 mean today, so that they are read for ever."""

from carrom.data import changed
from carrom.game.event import Called, Event, Forfeited, Waived
from carrom.game.state import State


def meant(event: Event, state: State) -> Event:
    """Return the event that a line of version 1 stands for, `state` being where the game stands before it.

    A call against the partner of the player in turn was judged then as one against the player. A waiver, or the loss of
    the right to place, left what could not be placed yet owed (reading C79 lets it lapse).
    """
    if isinstance(event, Waived | Forfeited) and state.round is not None and state.round.placings:
        return changed(event, part=True) if state.round.sides[state.round.placings[0].owner].due else event
    if not isinstance(event, Called) or event.by is None or state.round is None:
        return event
    turn = state.round.turn
    taken = {seat for seat, _ in state.seating.places}
    partner = event.by in taken and event.by is not turn and state.side_at(event.by) == state.side_at(turn)
    return changed(event, by=turn) if partner else event
