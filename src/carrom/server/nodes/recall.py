"""What somebody has missed at another process: told again from the log, to the last byte, film after film."""

from random import Random

from carrom.data import changed
from carrom.errors import CarromError
from carrom.server.room import Room
from carrom.server.shelf import Shelf
from carrom.server.stored import StoredGame, Told

MOST = 40
"""Events that are told again so; whoever has missed more is shown how the game stands."""


def recalled(shelf: Shelf, game: str, seen: int) -> tuple[int, tuple[str, ...]] | None:
    """Return what was told after version `seen`, and up to which version; None where it cannot be; blocks.

    Raises `StoreError`.
    """
    stored = shelf.load(game)
    if stored is None or not 0 < seen < len(stored.events) <= seen + MOST:
        return None
    told = shelf.told_since(game, seen)
    if not told or told[0].events[0].version != seen + 1:
        return None
    try:
        return _told_again(stored, seen, told)
    except CarromError:
        return None


def _told_again(stored: StoredGame, seen: int, told: tuple[Told, ...]) -> tuple[int, tuple[str, ...]] | None:
    """Return the same of a game whose events were told in these groups."""
    then = changed(stored, events=stored.events[:seen], moment=None)
    room = Room.restored(then, Random(0), stored.begun * 1000)
    texts = []
    for each in told:
        if each.moment is None:
            return None
        message = room.commit(room.read(each))
        if message is None:
            return None
        texts.append(str(message))
    return room.version, tuple(texts)
