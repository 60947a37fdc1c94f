"""Look up players and sides in a typed command by name, seat or letter."""

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import SideName
from carrom.game.game import GameHistory
from carrom.game.notation.abbreviations import meant
from carrom.game.notation.player_names import name_of, words_of

Words = tuple[str, ...]


def side_of(game: GameHistory, words: Words) -> SideName:
    """Return the side that the words name, by a player's name, a seat or its letter."""
    state = game.state
    known = [(word, side) for side in state.sides for word in _names(game, side)]
    known += [(seat.value, side) for side in state.sides for seat in state.seats_of(side)]
    return meant(" ".join(words), known, "side", [(side, side) for side in state.sides])


def _names(game: GameHistory, side: str) -> list[str]:
    return [word for player in game.header.players if player.side == side for word in words_of(player.name)]


def seat_of(game: GameHistory, words: Words) -> Seat:
    """Return the seat of the player that the words name, by name, seat or letter."""
    places = game.state.seating.places
    return meant(" ".join(words), people(game), "player", [(player, seat) for seat, player in places])


def people(game: GameHistory) -> list[tuple[str, Seat]]:
    """Return all words for players, with their current seats."""
    places = game.state.seating.places
    known = [(word, seat) for seat, player in places for word in words_of(name_of(game, player))]
    return known + [(seat.value, seat) for seat, _ in places]


def one(words: Words, expected: str) -> str:
    """Return the only word after a command; refuse none or several."""
    if len(words) != 1:
        raise RefusedRequest(f"expected {expected} after the word, got {' '.join(words) or 'nothing'!r}")
    return words[0]


def some(words: Words, expected: str) -> Words:
    """Return the words after a command; refuse an empty list."""
    if not words:
        raise RefusedRequest(f"expected {expected} after the word, got 'nothing'")
    return words


def none(words: Words) -> None:
    """Refuse any words after a command that takes none."""
    if words:
        raise RefusedRequest(f"nothing is expected after this word, got {' '.join(words)!r}")


def parted(words: Words) -> tuple[Words, str]:
    """Return the words before a colon, and the free text after it."""
    before, _, text = " ".join(words).partition(":")
    return tuple(before.split()), text.strip()


def unquoted(text: str) -> str:
    """Return a text without its surrounding quotes, if it has exactly one pair."""
    inner = text[1:-1]
    return inner if inner.strip() and text == f'"{inner}"' and '"' not in inner else text
