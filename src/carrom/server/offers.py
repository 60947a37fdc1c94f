"""What is done by consent: who has agreed so far."""

from carrom.board.seat import SEATS, Seat
from carrom.protocol import Offered, OfferKind


class Offers:
    """The offers on one table; players are named by their seats at the beginning."""

    def __init__(self) -> None:
        """Begin with none."""
        self._by: dict[OfferKind, frozenset[Seat]] = {}

    def agree(self, what: OfferKind, yours: frozenset[Seat], people: frozenset[Seat]) -> bool:
        """Let players agree; return whether all the people have now, and then the offer is off the table."""
        agreed = self._by.get(what, frozenset()) | (yours & people)
        if agreed >= people:
            self._by.pop(what, None)
            return True
        self._by[what] = agreed
        return False

    def withdraw(self, what: OfferKind) -> bool:
        """Take an offer off the table; return whether there was one."""
        return self._by.pop(what, None) is not None

    def clear(self) -> tuple[Offered, ...]:
        """Take all offers off the table, and return what is told of that."""
        gone, self._by = tuple(self._by), {}
        return tuple(Offered(what=what, by=()) for what in gone)

    def told(self, what: OfferKind) -> Offered:
        """Return who has agreed so far, in the order of play."""
        agreed = self._by.get(what, frozenset())
        return Offered(what=what, by=tuple(seat for seat in SEATS if seat in agreed))

    def all(self) -> tuple[Offered, ...]:
        """Return every offer on the table."""
        return tuple(self.told(what) for what in self._by)
