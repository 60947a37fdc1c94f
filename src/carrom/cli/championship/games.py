"""The record of a game stored by the server on this computer."""

import time
from pathlib import Path
from random import Random

from carrom.errors import RefusedRequest
from carrom.storage.location import kept_at
from carrom.storage.store import Store
from carrom.tables.room import Room


def record_of(game: str, data: str | None) -> bytes:
    """Return the record of a stored game, as the server would let you download it. Raises `RefusedRequest` or
    `StoreError`.
    """
    kept = kept_at(None, data)
    if isinstance(kept, Path) and not kept.exists():
        raise RefusedRequest(f"{kept.parent} contains no stored games; give the server's data folder with --data")
    store = Store(kept)
    try:
        stored = store.games.load(game)
    finally:
        store.close()
    if stored is None:
        raise RefusedRequest(f"the server has no game {game!r}; expected the id after /game/ in the game's address")
    return Room.restored(stored, Random(0), int(time.time() * 1000)).record().encode()
