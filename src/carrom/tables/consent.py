"""Consent: undo, pause and rematch need the agreement of all people at the table."""

from carrom import protocol
from carrom.board.seat import Seat
from carrom.tables.errors import CommandRefused
from carrom.tables.offers import Offers
from carrom.tables.room import Room
from carrom.values import changed

Consent = protocol.Undo | protocol.Pause | protocol.Rematch
_KIND = {
    protocol.Undo: protocol.OfferKind.UNDO,
    protocol.Pause: protocol.OfferKind.PAUSE,
    protocol.Rematch: protocol.OfferKind.REMATCH,
}


def agreed(room: Room, accord: Offers, command: Consent, yours: frozenset[Seat]) -> tuple[Offers, bool]:
    """Record that the players `yours` agree to a command; return the offers, and whether all people now agree.

    An offer that all agree to is closed. Raises `CommandRefused` for a command that is not possible.
    """
    room.check(command, yours)
    _check_possible(room, command)
    what = _KIND[type(command)]
    by = accord.by(what) | (yours & room.setting.people)
    if by >= room.setting.people:
        return accord.without(what), True
    return accord.offered(what, by).remembering(command.nonce), False


def declined(room: Room, accord: Offers, command: protocol.Decline, yours: frozenset[Seat]) -> Offers:
    """Close an offer that was declined; return the offers. Raises `CommandRefused` if there is no such offer."""
    room.check(command, yours)
    if not accord.by(command.what):
        raise CommandRefused(protocol.Refusal.NOT_NOW, f"There is no offer of {command.what} to decline.")
    return accord.offered(command.what, frozenset(), room.sitter_at(command.seat)).remembering(command.nonce)


def paused(room: Room, accord: Offers, nonce: str, at: int) -> Offers:
    """Pause or resume the clock at `at` (ms since 1970); return the offers."""
    return changed(accord, turn=room.turn_paused(at)).remembering(nonce)


def _check_possible(room: Room, command: Consent) -> None:
    """Raise `CommandRefused` if the command would not be possible even with everybody's consent."""
    match command:
        case protocol.Undo() if room.setting.tie is not None and room.is_over:
            raise CommandRefused(
                protocol.Refusal.NOT_NOW, "A rubber that is over cannot be undone, because the tie has continued."
            )
        case protocol.Undo() if not room.can_undo:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "There is nothing to undo: nobody has played yet.")
        case protocol.Pause() if not room.is_timed or room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "This game has no running clock to pause.")
        case protocol.Rematch() if not room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "A rematch is possible only after the game is over.")
