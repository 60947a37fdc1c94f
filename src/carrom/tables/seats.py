"""Players and seats: each player is named by the seat they have at the beginning."""

from carrom.board.seat import Seat
from carrom.game.game import Game
from carrom.game.header import SideName
from carrom.game.opening import seating_of


def first_seats(game: Game) -> dict[str, Seat]:
    """Return where each player (`A`, `B2` …) sat at the beginning."""
    return {player: seat for seat, player in seating_of(game.header).places}


def sitter_at(game: Game, seat: Seat) -> Seat | None:
    """Return which player sits at `seat` now, by his seat at the beginning; None where nobody does."""
    first = first_seats(game)
    return next((first[player] for place, player in game.state.seating.places if place is seat), None)


def seat_of(game: Game, sitter: Seat) -> Seat:
    """Return where the player who began at `sitter` sits now."""
    player = next(player for player, seat in first_seats(game).items() if seat is sitter)
    return game.state.seating.seat_of(player)


def sitters_of(game: Game, side: SideName) -> tuple[Seat, ...]:
    """Return the players of a side, the first one first, by their seats at the beginning."""
    return tuple(seat for player, seat in sorted(first_seats(game).items()) if player[0] == side)
