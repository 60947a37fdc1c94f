"""What is agreed before a game: what is played, and by whom."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.seat import Seat
from carrom.protocol.scalars import Name
from carrom.values import Value


class Who(StrEnum):
    """Who is to sit at a seat."""

    ME = "me"
    HERE = "here"
    """A friend at the same screen: the client that begins the game acts for him."""
    LINK = "link"
    """Whoever comes by the invitation."""
    PROGRAM = "program"


class SeatPlan(Value, frozen=True, kw_only=True):
    """Who is to sit at one seat."""

    seat: Seat
    who: Who
    name: Name = ""
    """Of a person; empty: called by the seat. Who comes by the invitation brings his own."""
    level: Annotated[str, Meta(max_length=32)] | None = None
    """The program's, one of `Welcome.levels`."""


class ClockPlan(Value, frozen=True, kw_only=True):
    """How long a player may take; what follows when he takes longer is the law's."""

    stroke: Annotated[int, Meta(ge=3, le=3600)]
    """Seconds for a stroke, from when the film of the last one ends."""
    place: Annotated[int, Meta(ge=3, le=3600)]
    """Seconds for placing a man that is due."""


class Guide(StrEnum):
    """How much of the way is drawn while aiming: the same for all at the table."""

    LONG = "long"
    SHORT = "short"
    NONE = "none"


class Length(StrEnum):
    """How much is played."""

    BOARD = "board"
    GAME = "game"
    MATCH = "match"


class Terms(Value, frozen=True, kw_only=True):
    """What is played, and by whom."""

    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    """One of `Welcome.rulesets`; ignored where `rules` brings its own."""
    rules: Annotated[str, Meta(max_length=12_000)] | None = None
    """A custom rule set: the text of its TOML file."""
    length: Length = Length.GAME
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=4)]
    """Two sit south and north; three south, east and north; four all round, partners across."""
    first_break: Seat | None = None
    """Whose side breaks first; null: the toss decides, on the board where a person is asked."""
    clock: ClockPlan | None = None
    """Null: nobody is hurried."""
    forfeit_after: Annotated[int, Meta(ge=30, le=86_400)] | None = None
    """Seconds after which an absent player, asked to act, loses the match; null: the game stays open."""
    guide: Guide = Guide.LONG
    handicap: Annotated[tuple[Annotated[int, Meta(ge=0, le=8)], ...], Meta(max_length=3)] = ()
    """Men taken off each side before a board, in the order of the sides' first seats."""
    position: Annotated[str, Meta(max_length=2000)] | None = None
    """The position that the first board starts from, in notation; null: the rack."""
    surface: Annotated[str, Meta(max_length=20)] = "club"
    """One of `Welcome.surfaces`."""
    watching: bool = False
    """Whether everybody who knows the game's address may look on, without the `watch` word."""
