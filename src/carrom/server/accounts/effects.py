"""Effects of account changes on the rest of the server: sessions closed, names and seats read again."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class AccountEffects:
    """What the account routes call after a change was stored."""

    sessions_ended: Callable[[Iterable[str]], None]
    """Closes the connections of sessions and tokens, by their hashes."""
    renamed: Callable[[], Awaitable[None]]
    """Shows new names in open games and in the lobby."""
    seats_changed: Callable[[str], Awaitable[None]]
    """Reads again who holds the seats of a game or the places of a tie."""
