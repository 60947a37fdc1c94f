"""Player names, and the short forms for them in commands."""

from carrom.board.seat import Seat
from carrom.game.events import SideName
from carrom.game.game import GameHistory
from carrom.i18n import listed
from carrom.rules.ruling import Ruling
from carrom.rules.wording import Names


def name_of(game: GameHistory, player: str) -> str:
    """Return the name of a player (`A`, `B2` …)."""
    number = int(player[1:] or "1")
    names = [each.name for each in game.header.players if each.side == player[0]]
    return names[number - 1]


def side_name(game: GameHistory, side: str) -> str:
    """Return the names of a side's players."""
    return " and ".join(player.name for player in game.header.players if player.side == side)


def names_in(game: GameHistory, ruling: Ruling) -> Names:
    """Return the names of the people in a ruling of this game."""
    state = game.state
    sides = tuple(side_name(game, side) for side in state.sides)
    others = [name for index, name in enumerate(sides) if index != ruling.mover]
    return Names(
        player=name_of(game, state.player_at(ruling.seat)),
        mover=sides[ruling.mover],
        other=listed(others) or "nobody",
        sides=sides if len(sides) > 2 else (),
    )


def sitting(game: GameHistory, seat: Seat) -> str:
    """Return the name of the player at a seat, with the seat: `Asha (south)`."""
    return f"{name_of(game, game.state.player_at(seat))} ({seat.value})"


def words_of(name: str) -> tuple[str, ...]:
    """Return the forms of a name that may be typed, whole or abbreviated: the name, and every part after a space."""
    parts = name.casefold().split()
    return tuple(" ".join(parts[start:]) for start in range(len(parts)))


def seat_word(game: GameHistory, seat: Seat) -> str:
    """Return the shortest full word for the player at a seat that is unambiguous: their first name, or the seat."""
    first = {place: _first(name_of(game, player)) for place, player in game.state.seating.places}
    word = first[seat]
    taken = [place for place, each in first.items() if each == word]
    return word if len(taken) == 1 and word not in {place.value for place in Seat} and word.isalnum() else seat.value


def side_word(game: GameHistory, side: SideName) -> str:
    """Return a word that names a side: its player's, or its letter in doubles."""
    seats = game.state.seats_of(side)
    return side if len(seats) > 1 else seat_word(game, seats[0])


def _first(name: str) -> str:
    parts = name.casefold().split()
    return parts[0] if parts else ""
