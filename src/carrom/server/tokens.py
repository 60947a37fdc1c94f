"""Secret words that open a seat: derived from the database's own secret, so that none needs to be stored."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

from carrom.board.seat import SEATS, Seat

_BYTES = 24


def new_game_id() -> str:
    """Return a fresh name of a game that nobody can guess (120 random bits)."""
    return secrets.token_urlsafe(15)


def token(secret: bytes, game: str, seats: tuple[Seat, ...]) -> str:
    """Return the word that lets its holder act for these seats of a game."""
    claim = f"{game}:{'+'.join(seats)}".encode()
    return urlsafe_b64encode(hmac.new(secret, claim, hashlib.sha256).digest()[:_BYTES]).decode()


def opened(secret: bytes, game: str, word: str, offers: tuple[tuple[Seat, ...], ...]) -> tuple[Seat, ...] | None:
    """Return which of the offered groups of seats a word opens, or None; takes the same time for every wrong word."""
    found = None
    for seats in offers:
        if hmac.compare_digest(token(secret, game, seats).encode(), word.encode()):
            found = seats
    return found


def in_order(seats: frozenset[Seat]) -> tuple[Seat, ...]:
    """Return seats in playing order, as a token is made for them."""
    return tuple(seat for seat in SEATS if seat in seats)
