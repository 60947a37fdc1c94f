"""Plain values used in messages, with their bounds, and the terms of a game."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.seat import Seat
from carrom.values import Value

__all__ = [
    "MAX_CLIENT_BYTES",
    "MAX_SPEED",
    "PROTOCOL",
    "ClockPlan",
    "Digest",
    "GameId",
    "Guide",
    "Key",
    "Length",
    "Name",
    "Nonce",
    "SeatPlan",
    "Terms",
    "Version",
    "Who",
]

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
"""Digest of a stroke's result (`carrom.physics.played`): eight hexadecimal digits."""
Name = Annotated[str, Meta(max_length=40)]
Version = Annotated[int, Meta(ge=0)]


# -- the terms of a game: rule set, length, seats, clock ---------------------------------------------------------------


class Who(StrEnum):
    """How a seat is filled."""

    ME = "me"
    HERE = "here"
    """A friend at the same screen; the client that starts the game acts for them."""
    LINK = "link"
    """Whoever uses the invitation."""
    PROGRAM = "program"


class SeatPlan(Value, frozen=True, kw_only=True):
    """The player planned for one seat."""

    seat: Seat
    who: Who
    name: Name = ""
    """Name of a person; if empty, the seat's name is shown. An invited player brings their own name."""
    level: Annotated[str, Meta(max_length=32)] | None = None
    """Level of the computer, one of `Welcome.levels`."""


class ClockPlan(Value, frozen=True, kw_only=True):
    """Time limits. The laws determine what happens when a limit is exceeded."""

    stroke: Annotated[int, Meta(ge=3, le=3600)]
    """Seconds for a stroke, counted from the end of the last stroke's animation."""
    place: Annotated[int, Meta(ge=3, le=3600)]
    """Seconds for placing a due piece."""


class Guide(StrEnum):
    """Length of the aiming line; the same for everybody at the table."""

    LONG = "long"
    SHORT = "short"
    NONE = "none"


class Length(StrEnum):
    """Length of the contest."""

    BOARD = "board"
    GAME = "game"
    MATCH = "match"


class Terms(Value, frozen=True, kw_only=True):
    """The terms of a game."""

    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    """One of `Welcome.rulesets`; ignored if `rules` is given."""
    rules: Annotated[str, Meta(max_length=12_000)] | None = None
    """A custom rule set: the content of its TOML file."""
    length: Length = Length.GAME
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=4)]
    """Two players sit south and north; three south, east and north; four at all seats, with partners opposite."""
    first_break: Seat | None = None
    """The seat whose side breaks first; null for a toss, which is played if a person takes part."""
    clock: ClockPlan | None = None
    """Null for no time limits."""
    forfeit_after: Annotated[int, Meta(ge=30, le=86_400)] | None = None
    """Seconds after which an absent player whose turn it is loses the match; null to wait without limit."""
    guide: Guide = Guide.LONG
    handicap: Annotated[tuple[Annotated[int, Meta(ge=0, le=8)], ...], Meta(max_length=3)] = ()
    """Pieces removed for each side before a board, in the order of the sides' first seats."""
    position: Annotated[str, Meta(max_length=2000)] | None = None
    """Position that the first board starts from, in notation; null for the rack."""
    surface: Annotated[str, Meta(max_length=20)] = "club"
    """One of `Welcome.surfaces`."""
    watching: bool = False
    """Whether anybody with the game's address may watch, without the `watch` secret."""
