"""Names in typed commands: players, with their short forms, and abbreviated words."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import SideName
from carrom.game.game import GameHistory
from carrom.i18n import listed as plain_list
from carrom.rules.ruling import Ruling
from carrom.rules.wording import Names

# -- abbreviated words -------------------------------------------------------------------------------------------------


T = TypeVar("T")


def meant(word: str, known: Iterable[tuple[str, T]], what: str, letters: Iterable[tuple[str, T]] = ()) -> T:
    """Return the value in `known` that `word` names: an exact name first, otherwise a name that starts with it.

    `letters` are names that match only when typed whole, and only if no other name starts with them. Raises
    `RefusedRequest` listing the allowed names, or the candidates if several match.
    """
    table, typed, short = tuple(known), word.casefold(), tuple(letters)
    exact = [(name, value) for name, value in table if name.casefold() == typed]
    found = exact or [(name, value) for name, value in table if name.casefold().startswith(typed)]
    found += [(name, value) for name, value in short if name.casefold() == typed]
    values = list(_once(value for _, value in found))
    if len(values) == 1:
        return values[0]
    if not values:
        raise RefusedRequest(f"{word!r} is not a {what}; expected {listed(name for name, _ in (*table, *short))}")
    names = list(_once(name for name, _ in found))
    if len(names) == 1:
        raise RefusedRequest(f"{word!r} is ambiguous; expected another word for the {what}")
    raise RefusedRequest(f"{word!r} can mean {listed(names)}; expected more of the word")


def _once(values: Iterable[T]) -> Iterator[T]:
    """Yield each value once, in order."""
    seen: list[T] = []
    for value in values:
        if value not in seen:
            seen.append(value)
            yield value


def listed(names: Iterable[str]) -> str:
    """Return the names as alternatives: `a, b or c`."""
    words = list(_once(names))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


# -- players -----------------------------------------------------------------------------------------------------------


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
        other=plain_list(others) or "nobody",
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
