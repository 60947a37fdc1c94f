"""Requests to an umpire's score sheet for a game on a physical board (answers: `scoresheet_state.py`).

Each request is an HTTP request with a `SheetRequest`, answered by a `SheetAnswer`. A stream of server-sent events sends
`SheetState` whenever the sheet changes. A page sends the lines of `carrom umpire`; each has a nonce created by the page
and the version it was typed at, and is sent until it is acknowledged. A repeated nonce gets the same answer and is not
executed again. Only one device writes at a time; another one can take over.
"""

from typing import Annotated

from msgspec import Meta

from carrom.protocol.scalars import GameId, Key, Name, Nonce, Version
from carrom.values import Value

Details = Annotated[str, Meta(max_length=80)]
Line = Annotated[str, Meta(max_length=400)]
Ink = Annotated[str, Meta(max_length=6000, pattern="^[0-9 ,ML]*$")]
"""A handwritten signature: SVG path data in a 300 × 100 field, with absolute moves and lines only."""


class BeginSheet(Value, frozen=True, kw_only=True, tag_field="type", tag="begin-sheet"):
    """Create a sheet. Answered by `SheetBegun`; a repeated nonce returns the same sheet."""

    nonce: Nonce
    key: Key
    """Secret that allows writing to the sheet."""
    referee: Key
    """Secret that allows correcting the sheet after its end and ruling on protests."""
    watch: Key
    """Secret that allows reading the sheet."""
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4)]
    """Names in order of play."""
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
    """Append a line. Answered by `LineHeard`."""

    nonce: Nonce
    device: Nonce
    """Random id of the device, so that only one device writes."""
    version: Version
    """Version at which the line was typed: `SheetState.version`, or that of the previous line."""
    line: Line
    ink: Ink | None = None
    """With `sign`: the handwritten signature."""


class TakeSheet(Value, frozen=True, kw_only=True, tag_field="type", tag="take-sheet"):
    """Take over writing from another device. Answered by `SheetState`."""

    device: Nonce


SheetRequest = BeginSheet | TypeLine | TakeSheet
"""Requests to a score sheet."""

__all__ = ["BeginSheet", "GameId", "Ink", "SheetRequest", "TakeSheet", "TypeLine"]
