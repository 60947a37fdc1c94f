"""Offers between players (undo or takeback, pause, rematch) and the players who have agreed.

Offers are stored with the settings in the game's row, so that every server process sees the same ones, and none is lost
when the process that acknowledged it ends.
"""

from carrom.board.seat import SEATS, Seat
from carrom.protocol import Offered, OfferKind
from carrom.tables.turn_clock import TurnStart
from carrom.values import Value, changed

REMEMBERED = 32
"""Number of nonces remembered for commands that are not events of the game."""


class Offer(Value, frozen=True):
    """A command that was executed but is not an event: its nonce, and the version it was sent at."""

    nonce: str
    version: int


class Offers(Value, frozen=True, kw_only=True):
    """The offers made at one version of a game; they expire with the version."""

    version: int = 0
    offers: tuple[Offered, ...] = ()
    """Open offers, and declined ones."""
    turn: TurnStart | None = None
    """The turn at that version, if it was paused, resumed or restarted."""
    rematch: str | None = None
    """The game of the rematch."""
    said: tuple[Offer, ...] = ()
    """Executed commands, the latest first."""

    def at(self, version: int) -> "Offers":
        """Return the offers at a version: all of them, or only what outlives its version."""
        return self if self.version == version else changed(self, version=version, offers=(), turn=None)

    def done(self, nonce: str) -> int | None:
        """Return the version at which the command with this nonce was executed, or None."""
        return next((each.version for each in self.said if each.nonce == nonce), None)

    def remembering(self, nonce: str) -> "Offers":
        """Return the offers with one more executed command."""
        return changed(self, said=(Offer(nonce, self.version), *self.said)[:REMEMBERED])

    @property
    def on_the_table(self) -> tuple[Offered, ...]:
        """Every open offer."""
        return tuple(each for each in self.offers if each.by)

    def by(self, what: OfferKind) -> frozenset[Seat]:
        """Return the players who have agreed to something."""
        return frozenset(seat for each in self.offers if each.what is what for seat in each.by)

    def offered(self, what: OfferKind, by: frozenset[Seat], declined: Seat | None = None) -> "Offers":
        """Return the offers with one by these players, in order of play; without players it was declined."""
        offer = Offered(what=what, by=tuple(seat for seat in SEATS if seat in by), declined=declined)
        return changed(self, offers=(*(each for each in self.offers if each.what is not what), offer))

    def without(self, what: OfferKind) -> "Offers":
        """Return the offers without one kind."""
        return changed(self, offers=tuple(each for each in self.offers if each.what is not what))

    def since(self, before: "Offers") -> tuple[Offered, ...]:
        """Return the changes of offers to send to a client that knows the state `before`."""
        known = {each.what: each for each in before.at(self.version).offers}
        new = tuple(each for each in self.offers if known.get(each.what) != each)
        kinds = {each.what for each in self.offers}
        return (
            *new,
            *(Offered(what=each.what, by=()) for each in known.values() if each.by and each.what not in kinds),
        )
