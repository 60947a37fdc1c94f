"""Helpers to create a game: the players' seats, and the message that starts it."""

from carrom.board.seat import SEATS, Seat
from carrom.protocol import NewGame, SeatPlan, Terms, Who

KEY, INVITE, WATCH = "key-of-the-first-player", "invite-word", "watch-word"


def friends(first: Seat | None = Seat.SOUTH, count: int = 2, **more: object) -> Terms:
    """Return the terms of a game of people on one screen."""
    places = {1: (Seat.SOUTH,), 2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: SEATS}[count]
    seats = tuple(SeatPlan(seat=seat, who=Who.ME if seat is Seat.SOUTH else Who.HERE) for seat in places)
    return Terms(seats=seats, first_break=first, **more)  # type: ignore[arg-type]


def against(level: str | None = "beginner", first: Seat | None = Seat.SOUTH, **more: object) -> Terms:
    """Return the terms of a game of one person, at South, against the computer."""
    seats = (SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.PROGRAM, level=level))
    return Terms(seats=seats, first_break=first, **more)  # type: ignore[arg-type]


def new_game(terms: Terms | None = None, nonce: str = "n" * 16, key: str = KEY) -> NewGame:
    """Return the message that creates a game, by default of two people on one screen."""
    return NewGame(nonce=nonce, key=key, invite=INVITE, watch=WATCH, terms=terms or friends())
