"""Plain values used in messages, with their bounds."""

from typing import Annotated

from msgspec import Meta

PROTOCOL = 3
"""Version of the protocol; a client with another version asks its user to reload the page."""
MAX_CLIENT_BYTES = 16_384
"""Maximum length of a client message, in bytes."""
MAX_SPEED = 12_000_000
"""Maximum speed of a stroke, µm/s."""
Nonce = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Key = Annotated[str, Meta(min_length=8, max_length=128, pattern="^[A-Za-z0-9_-]+$")]
"""A secret created by a client: 32 random bytes in URL-safe base 64."""
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
"""Digest of a stroke's result (`carrom.physics.digest`): eight hexadecimal digits."""
Name = Annotated[str, Meta(max_length=40)]
Version = Annotated[int, Meta(ge=0)]
