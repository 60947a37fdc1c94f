"""The record of a game that this machine's server has stored."""

import time
from pathlib import Path
from random import Random

from carrom.errors import RefusedRequest
from carrom.storage.location import kept_at
from carrom.storage.store import Store
from carrom.tables.room import Room


def record_of(game: str, data: str | None) -> bytes:
    """Return the record of a stored game as it would be downloaded. Raises `RefusedRequest` or `StoreError`."""
    kept = kept_at(None, data)
    if isinstance(kept, Path) and not kept.exists():
        raise RefusedRequest(f"{kept.parent} keeps no games; say with --data where the server keeps them")
    store = Store(kept)
    try:
        stored = store.games.load(game)
    finally:
        store.close()
    if stored is None:
        raise RefusedRequest(f"the server keeps no game {game!r}; expected what stands in its address behind /game/")
    return Room.restored(stored, Random(0), int(time.time() * 1000)).record().encode()
