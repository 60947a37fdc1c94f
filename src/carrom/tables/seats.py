"""Players and seats: a player is identified by their seat at the start of the game."""

from carrom.board.seat import Seat
from carrom.game.apply import seating_of
from carrom.game.events import SideName
from carrom.game.game import GameHistory


def first_seats(game: GameHistory) -> dict[str, Seat]:
    """Return the seat at the start of the game of each player (`A`, `B2` …)."""
    return {player: seat for seat, player in seating_of(game.header).places}


def sitter_at(game: GameHistory, seat: Seat) -> Seat | None:
    """Return the player who now sits at `seat`, identified by their seat at the start; None for an empty seat."""
    first = first_seats(game)
    return next((first[player] for place, player in game.state.seating.places if place is seat), None)


def seat_of(game: GameHistory, sitter: Seat) -> Seat:
    """Return where the player who began at `sitter` sits now."""
    player = next(player for player, seat in first_seats(game).items() if seat is sitter)
    return game.state.seating.seat_of(player)


def sitters_of(game: GameHistory, side: SideName) -> tuple[Seat, ...]:
    """Return the players of a side, the first one first, identified by their seats at the start."""
    return tuple(seat for player, seat in sorted(first_seats(game).items()) if player[0] == side)
