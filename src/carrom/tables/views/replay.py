"""Replay a past stroke of a game: its animation, and the state before and after it."""

from collections.abc import Callable

from carrom import protocol
from carrom.game.notation.surface_text import of_header
from carrom.physics.simulate import simulate
from carrom.tables.log.history import History
from carrom.tables.views.animation import motion_of, past_of, verdict_of
from carrom.tables.views.snapshots import EncodedReplay, raw


def film_at(history: History, number: int, state_of: Callable[[History], protocol.State]) -> EncodedReplay:
    """Return stroke `number` (from 1) of a game, simulated again; `state_of` returns the state for a history."""
    game, event = history.game, history.strokes[number - 1].event
    *events, last = game.events[: event + 1]
    before = History.fold(tuple(events))
    after = before.apply(last)
    shown = after.shown
    assert shown is not None, "the line of a stroke names its event"
    surface, equipment = of_header(game.header), game.state.equipment
    played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
    return EncodedReplay(
        past=raw(past_of(shown, number)),
        motion=raw(motion_of(shown, played)),
        ruling=raw(verdict_of(shown.ruling)),
        position=raw(shown.after),
        before=raw(state_of(before)),
        state=raw(state_of(after)),
    )
