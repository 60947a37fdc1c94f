"""Idempotency keys: the nonces of executed commands, with the versions they produced."""

import hashlib
from array import array
from collections.abc import Mapping

_SIZE = 16
"""Bytes of a nonce's hash; a collision within a game is less likely than a disk error."""


class SeenCommands:
    """The nonces of one game."""

    __slots__ = ("_hashes", "_versions")

    def __init__(self, nonces: Mapping[str, int]) -> None:
        """Start with these nonces and their versions."""
        self._hashes, self._versions = bytearray(), array("L")
        for nonce, version in nonces.items():
            self.add(nonce, version)

    def add(self, nonce: str, version: int) -> None:
        """Add a command."""
        self._hashes += _hash(nonce)
        self._versions.append(version)

    @property
    def latest(self) -> int:
        """The highest version that a command produced; 0 if there is none."""
        return max(self._versions, default=0)

    def get(self, nonce: str) -> int | None:
        """Return the version that a command produced, or None if it is unknown."""
        wanted, at = _hash(nonce), -1
        while (at := self._hashes.find(wanted, at + 1)) >= 0:
            if at % _SIZE == 0:
                return self._versions[at // _SIZE]
        return None


def _hash(nonce: str) -> bytes:
    return hashlib.blake2b(nonce.encode("utf-8", "surrogateescape"), digest_size=_SIZE).digest()
