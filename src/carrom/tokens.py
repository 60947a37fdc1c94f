"""Secret seat tokens, and the hashes under which they are stored."""

import hashlib
import re
import secrets

from carrom.board.seat import SEATS, Seat

_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def new_game_id() -> str:
    """Return a new, unguessable game ID (120 random bits)."""
    return secrets.token_urlsafe(15)


def could_be_game(name: str) -> bool:
    """Return whether a name is a valid game ID."""
    return _GAME.fullmatch(name) is not None


def hashed(word: str) -> str:
    """Return the SHA-256 of a token in hexadecimal, as stored in the database."""
    return hashlib.sha256(word.encode("utf-8", "surrogateescape")).hexdigest()


def in_order(seats: frozenset[Seat]) -> tuple[Seat, ...]:
    """Return the seats in playing order."""
    return tuple(seat for seat in SEATS if seat in seats)
