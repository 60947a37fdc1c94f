"""Announcements: the message sent to every client after an event."""

from carrom import protocol
from carrom.board.seat import Seat
from carrom.game.events import (
    Awarded,
    Called,
    Chosen,
    Conceded,
    Demanded,
    Event,
    Forfeited,
    Passed,
    Placed,
    Seated,
    Struck,
    Tossed,
    Undone,
    Waived,
)
from carrom.game.game import GameHistory
from carrom.observability.tracing import span
from carrom.physics.digest import digest, digest_of
from carrom.physics.played import Played, StrokeContact
from carrom.tables.log.compression import CompressedMessage
from carrom.tables.log.history import History
from carrom.tables.proposal import PendingChange
from carrom.tables.seats import seat_of
from carrom.tables.turn_clock import CALLED_OFF, who_called_off
from carrom.tables.views.animation import motion_of, past_of, verdict_of
from carrom.values import changed

_ACT = {
    Placed: protocol.Act.PLACED,
    Waived: protocol.Act.WAIVED,
    Demanded: protocol.Act.DEMANDED,
    Passed: protocol.Act.PASSED,
    Conceded: protocol.Act.RESIGNED,
    Undone: protocol.Act.UNDONE,
    Tossed: protocol.Act.TOSSED,
    Chosen: protocol.Act.CHOSEN,
    Seated: protocol.Act.CHOSEN,
    Forfeited: protocol.Act.FORFEITED,
    Awarded: protocol.Act.FORFEITED,
}
"""Events not listed here (racking, a board called off) are reported as racking."""


def told(
    event: Event,
    before: History,
    after: History,
    state: protocol.State,
    played: Played | None,
    at: int,
    clock: protocol.Clock | None,
) -> protocol.Event:
    """Return the message about an event; `played` is given for a stroke, `at` is the present time in ms since 1970."""
    if played is not None:
        shown = after.shown
        assert shown is not None, "a stroke that has just been played"
        return protocol.StrokePlayed(
            version=after.version,
            after=before.version,
            at=at,
            seat=shown.seat,
            stroke=shown.stroke,
            rack=event.rack if isinstance(event, Struck) else None,
            digest=digest_of(played),
            past=past_of(shown, len(after.strokes)),
            state=state,
            clock=clock,
        )
    return protocol.Acted(
        version=after.version,
        after=before.version,
        act=_act(event),
        seat=_actor(event, before.game, after.game),
        disc=event.disc if isinstance(event, Placed) else None,
        points=event.points if isinstance(event, Demanded) else None,
        state=state,
        clock=clock,
    )


def with_film(change: PendingChange) -> PendingChange:
    """Return a change whose message has the film, if it is a stroke and lacks it."""
    played, message, shown = change.played, change.message, change.history.shown
    if played is None or message is None or shown is None:
        return change
    with span("film", contacts=len(played.contacts)):
        told = protocol.decode_server(message)
        assert isinstance(told, protocol.StrokePlayed), "the message of a stroke"
        film = protocol.Played(
            version=told.version,
            after=told.after,
            at=told.at,
            motion=motion_of(shown, played),
            past=told.past,
            ruling=verdict_of(shown.ruling),
            state=told.state,
            clock=told.clock,
        )
        return changed(change, message=CompressedMessage.of(protocol.encode(film), without_film=message), played=None)


def received(text: str) -> CompressedMessage:
    """Return a message from another process; for a stroke with its film, also the message without it."""
    told = protocol.decode_server(text)
    if not isinstance(told, protocol.Played):
        return CompressedMessage.of(text)
    motion = told.motion
    contacts = tuple(StrokeContact(each.time, each.kind, each.discs, each.at) for each in motion.contacts)
    brief = protocol.StrokePlayed(
        version=told.version,
        after=told.after,
        at=told.at,
        seat=motion.seat,
        stroke=motion.stroke,
        rack=motion.before,
        digest=digest(motion.duration, motion.rest, contacts),
        past=told.past,
        state=told.state,
        clock=told.clock,
    )
    return CompressedMessage.of(text, without_film=CompressedMessage.of(protocol.encode(brief)))


def _act(event: Event) -> protocol.Act:
    if isinstance(event, Called) and event.by is not None:
        return protocol.Act.TIMED_OUT
    if isinstance(event, Awarded) and event.how == "retired":
        return protocol.Act.RESIGNED
    if isinstance(event, Awarded) and event.law == CALLED_OFF:
        return protocol.Act.ABORTED
    return _ACT.get(type(event), protocol.Act.RACKED)


def _actor(event: Event, before: GameHistory, after: GameHistory) -> Seat | None:
    """Return the seat of the player who acted; None for the umpire."""
    match event:
        case Conceded(side=side) | Tossed(won_by=side) | Chosen(side=side) | Seated(side=side):
            return before.state.seats_of(side)[0]
        case Called(by=by):
            return by
        case Awarded(side=None):
            sitter = who_called_off(after)
            return None if sitter is None else seat_of(before, sitter)
        case Awarded(side=side):
            return next(seat for seat, player in before.state.seating.places if player[0] != side)
        case _:
            return getattr(event, "seat", None)
