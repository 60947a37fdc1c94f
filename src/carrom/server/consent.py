"""What the people at a table do together: whether it could be done, and who has agreed so far."""

from collections import OrderedDict

from carrom import protocol
from carrom.board.seat import Seat
from carrom.server.offers import Offers
from carrom.server.refuse import Refuse
from carrom.server.room import Room

Consent = protocol.Undo | protocol.Pause | protocol.Rematch
_KIND = {
    protocol.Undo: protocol.OfferKind.UNDO,
    protocol.Pause: protocol.OfferKind.PAUSE,
    protocol.Rematch: protocol.OfferKind.REMATCH,
}
_REMEMBERED = 256
"""Nonces of commands that are no events of the game; they are forgotten with the table."""


class Consents:
    """The offers at one table, and the nonces of what was said about them."""

    def __init__(self, room: Room) -> None:
        """Begin with no offer."""
        self.offers = Offers()
        self._room = room
        self._said: OrderedDict[str, int] = OrderedDict()

    def said(self, nonce: str) -> protocol.Accepted | None:
        """Return the answer to what was said with this nonce before; None where it is new."""
        version = self._said.get(nonce, self._room.done(nonce))
        return None if version is None else protocol.Accepted(nonce=nonce, version=version)

    def agreed(self, command: Consent, yours: frozenset[Seat]) -> bool:
        """Let `yours` agree; return whether all the people do now. Raises `Refuse` for what could not be done."""
        self._room.check(command, yours)
        self._check_possible(command)
        return self.offers.agree(_KIND[type(command)], yours, self._room.setting.people)

    def offered(self, command: Consent) -> protocol.Offered:
        """Return what is told of an offer."""
        return self.offers.told(_KIND[type(command)])

    def declined(self, command: protocol.Decline, yours: frozenset[Seat]) -> protocol.Offered:
        """Take an offer off the table; return what is told of that. Raises `Refuse` where there is none."""
        self._room.check(command, yours)
        if not self.offers.withdraw(command.what):
            raise Refuse(protocol.Refusal.NOT_NOW, f"Nobody offers an {command.what} now; there is nothing to decline.")
        return protocol.Offered(what=command.what, by=(), declined=self._room.sitter_at(command.seat))

    def remembered(self, nonce: str) -> protocol.Accepted:
        """Keep what was said with this nonce, and return the answer to it."""
        self._said[nonce] = self._room.version
        if len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)
        return protocol.Accepted(nonce=nonce, version=self._room.version)

    def _check_possible(self, command: Consent) -> None:
        """Refuse what could not be done even if all agreed."""
        match command:
            case protocol.Undo() if self._room.setting.tie is not None and self._room.is_over:
                raise Refuse(protocol.Refusal.NOT_NOW, "A rubber that is over stands: the tie goes on from it.")
            case protocol.Undo() if not self._room.can_undo:
                raise Refuse(protocol.Refusal.NOT_NOW, "There is nothing to take back: nobody has played yet.")
            case protocol.Pause() if not self._room.is_timed or self._room.is_over:
                raise Refuse(protocol.Refusal.NOT_NOW, "There is no clock to stop in this game.")
            case protocol.Rematch() if not self._room.is_over:
                raise Refuse(protocol.Refusal.NOT_NOW, "The same is played again when this game is over.")
