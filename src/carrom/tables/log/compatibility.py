"""Compatibility between program versions: whether this program can read what another version stored."""

import hashlib
from functools import cache
from pathlib import Path

from carrom.errors import NewerVersion, RecordError
from carrom.game.events import Event, GameBegun, decode_event
from carrom.game.notation.surface_text import of_header
from carrom.physics import PHYSICS_VERSION, Played, simulate
from carrom.storage.models import StoredEvent
from carrom.tables.log.history import History

NEWER = "This game was continued by another version of carrom, which this server cannot read; newer servers can"


PLAYED_OFFLINE = ("board", "game", "physics", "protocol", "rules", "tables")
"""Packages that determine what is played without a connection, and whether a server accepts it."""


@cache
def offline_digest() -> str:
    """Return a digest of the source code that plays without a connection; server and page must have the same."""
    return source_digest(PLAYED_OFFLINE, ("values.py", "version.py"))[:32]


def source_digest(folders: tuple[str, ...], files: tuple[str, ...], seed: str = "") -> str:
    """Return the SHA-256 of source files of this package, in folders and single, in hexadecimal."""
    home = Path(__file__).parents[2]
    paths = [home / name for name in files]
    for folder in folders:
        paths += sorted(each for each in (home / folder).rglob("*") if each.suffix in {".py", ".toml", ".json"})
    digest = hashlib.sha256(seed.encode())
    for each in paths:
        if each.is_file():
            digest.update(each.relative_to(home).as_posix().encode() + b"\0" + each.read_bytes() + b"\0")
    return digest.hexdigest()


def known(stored: StoredEvent) -> Event:
    """Decode a stored event; its integrity has been checked by the hash chain. Raises `NewerVersion` for an unknown
    one.
    """
    try:
        return decode_event(stored.body)
    except RecordError as fault:
        raise NewerVersion(f"{NEWER} ({fault})") from None


def check_physics(first: Event) -> None:
    """Raise `NewerVersion` for a game that uses a newer physics version than this program's."""
    physics = first.header.physics if isinstance(first, GameBegun) else None
    if physics is not None and physics.isdigit() and int(physics) > int(PHYSICS_VERSION):
        raise NewerVersion(
            f"{NEWER}: it uses physics version {physics}, and this server has version {PHYSICS_VERSION}."
        )


def played_again(history: History) -> Played:
    """Simulate the last stroke of a history again. Raises `NewerVersion` if the result differs from the stored one.

    The same physics version gives identical results on every machine.
    """
    shown, game = history.shown, history.game
    assert shown is not None, "a stroke that has just been played"
    surface, equipment = of_header(game.header), game.state.equipment
    played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
    if played.rest != shown.rest:
        raise NewerVersion(f"{NEWER}: physics version {PHYSICS_VERSION} gives a different result for its last stroke.")
    return played
