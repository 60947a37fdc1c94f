"""The record of a game that this machine's server has stored."""

import time
from random import Random

from carrom.errors import RefusedRequest
from carrom.server.copies import DATABASE
from carrom.server.room import Room
from carrom.server.run import data_folder
from carrom.server.store import Store


def record_of(game: str, data: str | None) -> bytes:
    """Return the record of a stored game as it would be downloaded. Raises `RefusedRequest` or `StoreError`."""
    path = data_folder(data) / DATABASE
    if not path.exists():
        raise RefusedRequest(f"{path.parent} keeps no games; say with --data where the server keeps them")
    store = Store(path)
    try:
        stored = store.load(game)
    finally:
        store.close()
    if stored is None:
        raise RefusedRequest(f"the server keeps no game {game!r}; expected what stands in its address behind /game/")
    return Room.restored(stored, Random(0), int(time.time() * 1000)).record().encode()
