"""Consent: what players can agree on, whether it is possible, and who has agreed."""

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
    """Let `yours` agree to what a command asks for; return what is said then, and whether all the people agree now.

    What all agree to is off the table; it is remembered once it is done. Raises `CommandRefused` for what could not be
    done.
    """
    room.check(command, yours)
    _check_possible(room, command)
    what = _KIND[type(command)]
    by = accord.by(what) | (yours & room.setting.people)
    if by >= room.setting.people:
        return accord.without(what), True
    return accord.offered(what, by).remembering(command.nonce), False


def declined(room: Room, accord: Offers, command: protocol.Decline, yours: frozenset[Seat]) -> Offers:
    """Take an offer off the table; return what is said then. Raises `CommandRefused` where there is none."""
    room.check(command, yours)
    if not accord.by(command.what):
        raise CommandRefused(
            protocol.Refusal.NOT_NOW, f"Nobody offers an {command.what} now; there is nothing to decline."
        )
    return accord.offered(command.what, frozenset(), room.sitter_at(command.seat)).remembering(command.nonce)


def paused(room: Room, accord: Offers, nonce: str, at: int) -> Offers:
    """Stop the clock, or let it go on, at `at` (ms since 1970); return what is said then."""
    return changed(accord, turn=room.turn_paused(at)).remembering(nonce)


def _check_possible(room: Room, command: Consent) -> None:
    """Refuse what could not be done even if all agreed."""
    match command:
        case protocol.Undo() if room.setting.tie is not None and room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "A rubber that is over stands: the tie goes on from it.")
        case protocol.Undo() if not room.can_undo:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "There is nothing to take back: nobody has played yet.")
        case protocol.Pause() if not room.is_timed or room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "There is no clock to stop in this game.")
        case protocol.Rematch() if not room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "The same is played again when this game is over.")
