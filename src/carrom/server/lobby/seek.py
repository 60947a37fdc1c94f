"""A seek: its terms, who sits at it, and what a joining player must be.

A challenge and an open invitation are seeks that not everybody may take.
"""

from enum import StrEnum

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.protocol.http.lobby import Counting, Sought
from carrom.tables.terms import PLACES
from carrom.tournament.standings.glicko import Rating
from carrom.values import Value, changed


class SeekState(StrEnum):
    """What has become of a seek."""

    GATHERING = "gathering"
    """It waits for the partner of who made it; nobody else sees it."""
    OPEN = "open"
    TAKEN = "taken"
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"
    """By who was challenged."""


class LobbyParty(Value, frozen=True, kw_only=True):
    """Somebody in the lobby."""

    party: str
    """What he is known by: `account:` and its name in the tables, or `guest:` and the hash of his key."""
    name: str
    account: str | None = None
    bot: bool = False


class SeekPlace(Value, frozen=True, kw_only=True):
    """Somebody who sits at a seek."""

    seat: Seat
    who: LobbyParty
    hash: str
    """Of the key that will open his seat."""
    rating: Rating | None = None
    """As it was when he sat down, if he had one in the pool."""
    games: int = 0
    """How many it rests on."""


class Seek(Value, frozen=True, kw_only=True):
    """What is kept of a seek beside its state."""

    id: str
    terms: Sought
    places: tuple[SeekPlace, ...]
    """In the order in which they sat down; who made it is the first."""
    made: int
    """Ms since 1970."""
    shown: int
    """From when on others see it and may be paired with it; later than `made` for who leaves often."""
    quick: bool = False
    """Whether it was left by quick pairing: who made it moves to an older one of its kind."""
    word: str | None = None
    """The hash of the word that lets a partner, or who was invited, sit down."""
    to: str | None = None
    """The account that is challenged."""
    to_name: str | None = None

    def waits(self, now: int) -> bool:
        """Whether others do not see it yet; one whose maker need not wait is seen at once, whatever clocks say."""
        return self.shown > max(now, self.made)

    @property
    def maker(self) -> LobbyParty:
        """Who made it."""
        return self.places[0].who

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that are played, in the order in which they fill: a pair of doubles sits before the other."""
        places = PLACES[self.terms.players]
        return (Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST) if len(places) == 4 else places

    @property
    def open(self) -> tuple[Seat, ...]:
        """The seats that are free, in the order in which they fill."""
        held = {each.seat for each in self.places}
        return tuple(seat for seat in self.seats if seat not in held)

    @property
    def pair(self) -> tuple[SeekPlace, ...]:
        """Those two who came to this seek together, by the word of a partner; nobody where it was left alone."""
        mine, *others = self.places
        partner = next((each for each in others if each.seat is across(mine.seat)), None)
        return (mine, partner) if self.word is not None and self.to is None and partner is not None else ()

    @property
    def is_full(self) -> bool:
        """Whether everybody is there."""
        return not self.open

    def seat_of(self, party: str) -> Seat | None:
        """Return where somebody sits."""
        return next((each.seat for each in self.places if each.who.party == party), None)

    def with_place(
        self, who: LobbyParty, hash: str, rating: Rating | None, games: int = 0, partner: bool = False
    ) -> "Seek":
        """Return it with somebody at a free seat: the one across from its maker for a partner, else an opponent's.

        Raises `RefusedRequest` where that seat is taken.
        """
        if self.seat_of(who.party) is not None:
            raise RefusedRequest("you sit at this seek already; wait for the others, or withdraw it")
        free = self.open
        if not free:
            raise RefusedRequest("this seek has just been taken; take another, or leave one of your own")
        seat = across(self.places[0].seat) if partner else self._opposite(free)
        if seat not in free:
            raise RefusedRequest("this seek has a partner already; take a seat on the other side")
        place = SeekPlace(seat=seat, who=who, hash=hash, rating=rating, games=games)
        return changed(self, places=(*self.places, place))

    def with_pair(self, pair: tuple[SeekPlace, ...]) -> "Seek":
        """Return it with two who came together, across from each other. Raises `RefusedRequest` if there is no room."""
        free = self.open
        if not {Seat.EAST, Seat.WEST} <= set(free):
            raise RefusedRequest("this seek has no side free for two; take another, or leave yours standing")
        seats = (Seat.EAST, Seat.WEST)
        moved = tuple(changed(each, seat=seat) for each, seat in zip(pair, seats, strict=True))
        if {each.who.party for each in pair} & {each.who.party for each in self.places}:
            raise RefusedRequest("one of you sits at this seek already; wait for the others, or withdraw it")
        return changed(self, places=(*self.places, *moved))

    def _opposite(self, free: tuple[Seat, ...]) -> Seat:
        """Return the first free seat beside who made it, and his partner's only when no other is left."""
        if self.terms.players != 4:
            return free[0]
        others = [seat for seat in (Seat.EAST, Seat.NORTH, Seat.WEST) if seat in free]
        return others[0]


def across(seat: Seat) -> Seat:
    """Return the seat across the board."""
    return {Seat.SOUTH: Seat.NORTH, Seat.NORTH: Seat.SOUTH, Seat.EAST: Seat.WEST, Seat.WEST: Seat.EAST}[seat]


def is_rated(seek: Seek) -> bool:
    """Whether the game that comes of a full seek counts."""
    accounts = all(each.who.account is not None for each in seek.places)
    return seek.terms.stake is not Counting.UNRATED and accounts
