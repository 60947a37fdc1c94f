"""A sheet that an umpire keeps at a wooden board: what a page says of it (what it is told stands in `sheet_told.py`).

A sheet is asked for over HTTP, each message on its own: a `SheetRequest` goes in, a `SheetAnswer` comes back, and a
stream of server-sent events tells `SheetTold` whenever it changes. A page types the lines of `carrom umpire`; each
carries a nonce of its own making and the version that it was typed at, and is sent until it is acknowledged: the same
nonce is answered again and not done twice. One device writes; another one takes over.
"""

from typing import Annotated

from msgspec import Meta

from carrom.protocol.scalars import GameId, Key, Name, Nonce, Version
from carrom.values import Value

Details = Annotated[str, Meta(max_length=80)]
Line = Annotated[str, Meta(max_length=400)]
Ink = Annotated[str, Meta(max_length=6000, pattern="^[0-9 ,ML]*$")]
"""A signature by finger: the strokes of an SVG path in a field of 300 × 100, absolute moves and lines alone."""


class BeginSheet(Value, frozen=True, kw_only=True, tag_field="type", tag="begin-sheet"):
    """Begin a sheet; answered by `SheetBegun`, and the same nonce by the same sheet."""

    nonce: Nonce
    key: Key
    """Lets its holder keep the sheet."""
    referee: Key
    """Lets its holder correct it after its end, and rule on protests."""
    watch: Key
    """Lets its holder read it."""
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4)]
    """In the order of play."""
    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    contest: Annotated[str, Meta(max_length=20)] = "game"
    stage: Annotated[str, Meta(max_length=10)] | None = None
    handicap: Annotated[tuple[Annotated[int, Meta(ge=0, le=8)], ...], Meta(max_length=2)] = ()
    event: Details = ""
    round: Details = ""
    match: Details = ""
    place: Details = ""
    umpire: Details = ""
    date: Details = ""


class TypeLine(Value, frozen=True, kw_only=True, tag_field="type", tag="type-line"):
    """Type a line; answered by `LineHeard`."""

    nonce: Nonce
    device: Nonce
    """Made once by each device, so that one of them writes."""
    version: Version
    """What it was typed at: `SheetTold.version`, or that of the line before it."""
    line: Line
    ink: Ink | None = None
    """Beside `sign`: how it was signed."""


class TakeSheet(Value, frozen=True, kw_only=True, tag_field="type", tag="take-sheet"):
    """Write from now on, in the place of another device; answered by `SheetTold`."""

    device: Nonce


SheetRequest = BeginSheet | TypeLine | TakeSheet
"""What a page says of a sheet."""

__all__ = ["BeginSheet", "GameId", "Ink", "SheetRequest", "TakeSheet", "TypeLine"]
