"""A seek: its terms, the players who have joined it, and its free seats.

A challenge and an invitation are seeks that only some players may join.
"""

from enum import StrEnum

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.protocol.http.lobby import Counting, Sought
from carrom.tables.terms import PLACES
from carrom.tournament.standings.glicko import Rating
from carrom.values import Value, changed


class SeekState(StrEnum):
    """The state of a seek or challenge."""

    GATHERING = "gathering"
    """Waits for the maker's doubles partner; hidden from everybody else."""
    OPEN = "open"
    TAKEN = "taken"
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"
    """By the challenged player."""


class LobbyParty(Value, frozen=True, kw_only=True):
    """A player in the lobby: an account, a bot or a guest."""

    party: str
    """Identifier: `account:` and the account's id, or `guest:` and the hash of the guest's key."""
    name: str
    account: str | None = None
    bot: bool = False


class SeekPlace(Value, frozen=True, kw_only=True):
    """A player seated at a seek."""

    seat: Seat
    who: LobbyParty
    hash: str
    """Hash of the key that opens the seat."""
    rating: Rating | None = None
    """Rating in the game's pool when the player joined; None without one."""
    games: int = 0
    """Number of rated games behind the rating."""


class Seek(Value, frozen=True, kw_only=True):
    """The stored content of a seek, without its state."""

    id: str
    terms: Sought
    places: tuple[SeekPlace, ...]
    """In the order of joining; the maker is first."""
    made: int
    """Ms since 1970."""
    shown: int
    """When others first see it and may be paired with it; later than `made` for players who often abandon games."""
    quick: bool = False
    """Whether quick pairing created it, so that its maker moves to an older seek of the same kind."""
    word: str | None = None
    """Hash of the secret that allows a partner or an invited player to join."""
    to: str | None = None
    """The challenged account."""
    to_name: str | None = None

    def waits(self, now: int) -> bool:
        """Return whether it is still hidden from others; one without a delay never is, even if clocks differ."""
        return self.shown > max(now, self.made)

    @property
    def maker(self) -> LobbyParty:
        """The player who made it."""
        return self.places[0].who

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game in the order in which they fill; in doubles the maker's pair comes first."""
        places = PLACES[self.terms.players]
        return (Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST) if len(places) == 4 else places

    @property
    def open(self) -> tuple[Seat, ...]:
        """The free seats in the order in which they fill."""
        held = {each.seat for each in self.places}
        return tuple(seat for seat in self.seats if seat not in held)

    @property
    def pair(self) -> tuple[SeekPlace, ...]:
        """The maker and the partner who joined with the partner's secret; empty without such a partner."""
        mine, *others = self.places
        partner = next((each for each in others if each.seat is across(mine.seat)), None)
        return (mine, partner) if self.word is not None and self.to is None and partner is not None else ()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not self.open

    def seat_of(self, party: str) -> Seat | None:
        """Return a party's seat; None if it has not joined."""
        return next((each.seat for each in self.places if each.who.party == party), None)

    def with_place(
        self, who: LobbyParty, hash: str, rating: Rating | None, games: int = 0, partner: bool = False
    ) -> "Seek":
        """Return a copy with a player added: a partner across from the maker, anybody else at an opponent's seat.

        Raises `RefusedRequest` if there is no such seat.
        """
        if self.seat_of(who.party) is not None:
            raise RefusedRequest("you have already joined this seek; wait for the others, or withdraw")
        free = self.open
        if not free:
            raise RefusedRequest("this seek has just been taken; join another, or create your own")
        seat = across(self.places[0].seat) if partner else self._opposite(free)
        if seat not in free:
            raise RefusedRequest("this seek already has a partner; choose a seat on the other side")
        place = SeekPlace(seat=seat, who=who, hash=hash, rating=rating, games=games)
        return changed(self, places=(*self.places, place))

    def with_pair(self, pair: tuple[SeekPlace, ...]) -> "Seek":
        """Return a copy with a pair added on the free side; raises `RefusedRequest` if that side is not free."""
        free = self.open
        if not {Seat.EAST, Seat.WEST} <= set(free):
            raise RefusedRequest("this seek has no free side for two players; join another, or keep your own")
        seats = (Seat.EAST, Seat.WEST)
        moved = tuple(changed(each, seat=seat) for each, seat in zip(pair, seats, strict=True))
        if {each.who.party for each in pair} & {each.who.party for each in self.places}:
            raise RefusedRequest("one of you has already joined this seek; wait for the others, or withdraw")
        return changed(self, places=(*self.places, *moved))

    def _opposite(self, free: tuple[Seat, ...]) -> Seat:
        """Return the first free opponent's seat; the maker's partner's seat only if no other is free."""
        if self.terms.players != 4:
            return free[0]
        others = [seat for seat in (Seat.EAST, Seat.NORTH, Seat.WEST) if seat in free]
        return others[0]


def across(seat: Seat) -> Seat:
    """Return the seat across the board."""
    return {Seat.SOUTH: Seat.NORTH, Seat.NORTH: Seat.SOUTH, Seat.EAST: Seat.WEST, Seat.WEST: Seat.EAST}[seat]


def is_rated(seek: Seek) -> bool:
    """Return whether the game of a full seek may be rated: accounts only, and not sought as unrated."""
    accounts = all(each.who.account is not None for each in seek.places)
    return seek.terms.stake is not Counting.UNRATED and accounts
