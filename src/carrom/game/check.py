"""Check an event against what the game expects; refuse everything else with one sentence."""

from collections.abc import Callable
from typing import Any

from carrom.board.seat import Seat
from carrom.board.striker_spots import has_spot
from carrom.errors import CarromError, RefusedRequest
from carrom.game import progress
from carrom.game.expected import Expectation, StrikerHasNoSpot, cover_of, phrase
from carrom.game.state import State
from carrom.rules import phases
from carrom.rules.round import Round


def expected(state: State) -> tuple[Expectation, ...]:
    """Return what may happen next; empty when the contest is decided."""
    if progress.result(state) is not None:
        return ()
    if state.playing is None:
        return progress.between_boards(state)
    awaited = phases.expected(state.playing)
    if state.position is not None and any(isinstance(each, phases.Strike) for each in awaited):
        seat = state.playing.turn
        if not has_spot(state.position, seat, state.equipment, cover_of(state.rules)):
            return (StrikerHasNoSpot(seat),)
    return awaited


def awaited_of(state: State, kind: type[Any], what: str) -> Any:
    """Return the expectation of that kind; refuse `what` if there is none."""
    awaited = expected(state)
    for each in awaited:
        if isinstance(each, kind):
            return each
    raise RefusedRequest(f"{what} is not expected now; expected is {phrase(awaited, state.called)}")


def turn_of(state: State, kind: type[Any], seat: Seat, what: str) -> Round:
    """Return the round if `seat` may do that now; refuse `what` otherwise, naming what is expected."""
    awaited = awaited_of(state, kind, what)
    if awaited.seat is not seat:
        raise RefusedRequest(
            f"{what} by {state.called(seat)} is not expected now; expected is {phrase(expected(state), state.called)}"
        )
    assert state.round is not None
    return state.round


def refusing(check: Callable[..., Any], *given: Any) -> Any:
    """Return the result of `check`; raise its refusal as a `RefusedRequest`."""
    try:
        return check(*given)
    except CarromError as reason:
        raise RefusedRequest(str(reason)) from None
