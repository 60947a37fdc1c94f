"""What somebody has missed at another process: told again from the log, to the last byte, film after film."""

from collections.abc import Iterator
from random import Random

from carrom.data import changed
from carrom.errors import CarromError
from carrom.server.room import Room
from carrom.server.shelf import Shelf
from carrom.server.stored import StoredGame, Told

MOST = 20
"""Events that are told again so; whoever has missed more is shown how the game stands."""


def recalled(shelf: Shelf, game: str, seen: int) -> tuple[int, tuple[str, ...]] | None:
    """Return what was told after version `seen`, and up to which version; None where it cannot be; blocks.

    Raises `StoreError`.
    """
    stored = shelf.load(game)
    if stored is None or not 0 < seen < len(stored.events) <= seen + MOST:
        return None
    told = shelf.told_since(game, seen)
    if not told or told[0].events[0].version != seen + 1 or any(each.moment is None for each in told):
        return None
    try:
        messages = tuple(_again(stored, seen, told))
    except CarromError:
        return None
    return messages[-1][0], tuple(text for _, text in messages)


def told_again(shelf: Shelf, game: str) -> tuple[tuple[int, str], ...]:
    """Return everything that was ever told of a game after its beginning, by its versions; blocks.

    Raises `CarromError`.
    """
    stored, told = shelf.load(game), shelf.told_since(game, 0)
    if stored is None or not told:
        return ()
    return tuple(_again(stored, told[0].events[-1].version, told[1:]))


def _again(stored: StoredGame, seen: int, told: tuple[Told, ...]) -> Iterator[tuple[int, str]]:
    """Yield what was told of a game after version `seen`, whose events were told in these groups."""
    then = changed(stored, events=stored.events[:seen], moment=None)
    room = Room.restored(then, Random(0), stored.begun * 1000)
    for each in told:
        message = room.commit(room.read(each))
        assert message is not None, "only a beginning is told as a snapshot"
        yield room.version, str(message)
