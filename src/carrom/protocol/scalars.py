"""The plain values that messages are made of, with their bounds."""

from typing import Annotated

from msgspec import Meta

PROTOCOL = 3
"""The version of this page; a client made for another one asks its user to reload."""
MAX_CLIENT_BYTES = 16_384
"""The longest message a client may send."""
MAX_SPEED = 12_000_000
"""The fastest stroke, µm/s."""
Nonce = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Key = Annotated[str, Meta(min_length=8, max_length=128, pattern="^[A-Za-z0-9_-]+$")]
"""A secret that a client has made: 32 random bytes in base 64 for URLs."""
Name = Annotated[str, Meta(max_length=40)]
Version = Annotated[int, Meta(ge=0)]
