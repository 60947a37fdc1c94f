"""Access control of a game: seat keys, invitations and watch links."""

import hmac

from carrom.board.seat import SEATS, Seat
from carrom.storage.models import StoredGame, StoredSeat
from carrom.tokens import hashed
from carrom.values import Value, changed


class Access(Value, frozen=True, kw_only=True):
    """The credentials of a game, as hashes."""

    seats: tuple[StoredSeat, ...]
    """Holders of seats, identified by the seats at the start of the game."""
    watch: str | None = None
    invite: str | None = None
    open: bool = False
    """Whether anybody may watch."""

    @classmethod
    def of(cls, stored: StoredGame) -> "Access":
        """Return the credentials of a stored game."""
        return cls(seats=stored.seats, watch=stored.watch, invite=stored.invite, open=stored.open)

    def held_with(self, key: str | None, account: str | None = None) -> tuple[Seat, ...]:
        """Return the players that a key or an account acts for, in order of play.

        The comparison takes the same time for every wrong key.
        """
        return self.held_by("" if key is None else hashed(key), account)

    def held_by(self, word: str, account: str | None = None) -> tuple[Seat, ...]:
        """Return the players that a key with this hash, or an account, acts for."""
        held = {each.seat for each in self.seats if hmac.compare_digest(each.hash, word)}
        held |= {each.seat for each in self.seats if account is not None and each.account == account}
        return tuple(seat for seat in SEATS if seat in held)

    def with_seat(self, seat: StoredSeat) -> "Access":
        """Return the credentials after a seat has been taken."""
        return changed(self, seats=(*self.seats, seat))

    def lets_watch(self, word: str | None) -> bool:
        """Return whether the holder of this secret may watch."""
        return self.open or _opens(word, self.watch)

    def lets_join(self, word: str) -> bool:
        """Return whether the holder of this secret may take an open seat."""
        return _opens(word, self.invite)


def _opens(word: str | None, hash: str | None) -> bool:
    return word is not None and hash is not None and hmac.compare_digest(hash, hashed(word))
