"""Offers between players (undo, pause, rematch) and who has agreed to them.

It is kept beside what was agreed, in the game's row: every process of a server sees the same, and nothing that was
acknowledged is lost with the one that heard it.
"""

from carrom.board.seat import SEATS, Seat
from carrom.protocol import Offered, OfferKind
from carrom.tables.turn_clock import Turn
from carrom.values import Value, changed

REMEMBERED = 32
"""Nonces of commands that are no events of the game; the oldest are forgotten."""


class Offer(Value, frozen=True):
    """A command that was followed and is no event: its nonce, and the version it was said at."""

    nonce: str
    version: int


class Offers(Value, frozen=True, kw_only=True):
    """What was said of one version of a game; of the version before nothing is offered any more."""

    version: int = 0
    offers: tuple[Offered, ...] = ()
    """Those on the table, and those that were declined."""
    turn: Turn | None = None
    """The turn of that version, where it was stopped, went on, or began anew."""
    rematch: str | None = None
    """The game in which the same is played again."""
    said: tuple[Offer, ...] = ()
    """The last ones first."""

    def at(self, version: int) -> "Offers":
        """Return what stands at a version: all of it, or only what outlives its version."""
        return self if self.version == version else changed(self, version=version, offers=(), turn=None)

    def done(self, nonce: str) -> int | None:
        """Return the version that the command of this nonce was said at, if it was."""
        return next((each.version for each in self.said if each.nonce == nonce), None)

    def remembering(self, nonce: str) -> "Offers":
        """Return it with one more command that was followed."""
        return changed(self, said=(Offer(nonce, self.version), *self.said)[:REMEMBERED])

    @property
    def on_the_table(self) -> tuple[Offered, ...]:
        """Every offer that stands."""
        return tuple(each for each in self.offers if each.by)

    def by(self, what: OfferKind) -> frozenset[Seat]:
        """Return who has agreed to something so far."""
        return frozenset(seat for each in self.offers if each.what is what for seat in each.by)

    def offered(self, what: OfferKind, by: frozenset[Seat], declined: Seat | None = None) -> "Offers":
        """Return it with an offer by these players, in the order of play; by nobody: it was declined."""
        told = Offered(what=what, by=tuple(seat for seat in SEATS if seat in by), declined=declined)
        return changed(self, offers=(*(each for each in self.offers if each.what is not what), told))

    def without(self, what: OfferKind) -> "Offers":
        """Return it without an offer."""
        return changed(self, offers=tuple(each for each in self.offers if each.what is not what))

    def since(self, before: "Offers") -> tuple[Offered, ...]:
        """Return what is told of offers to who knows what stood `before`."""
        known = {each.what: each for each in before.at(self.version).offers}
        new = tuple(each for each in self.offers if known.get(each.what) != each)
        kinds = {each.what for each in self.offers}
        return (
            *new,
            *(Offered(what=each.what, by=()) for each in known.values() if each.by and each.what not in kinds),
        )
