"""A tie of two teams: what a client says of it (what it is told stands in `tie_told.py`).

A tie is begun and joined as a game is: by keys that clients make. Its places are named by letters: `A` and `B` are the
captains, `A2` is the second player of the first team. The rubbers are games of their own (`TieRubber.game`), which the
same keys open; their results come from there and from nowhere else.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.protocol.scalars import GameId, Key, Name, Nonce
from carrom.protocol.terms import ClockPlan, Guide, Who
from carrom.values import Value

TiePlace = Annotated[str, Meta(pattern="^[AB][1-8]?$")]
"""`A`, `B`: a captain; with a number behind it a player of that team."""
MOST_PLAYERS = 8


class TieSide(StrEnum):
    """One of the two teams of a tie."""

    A = "A"
    B = "B"


class PlayerPlan(Value, frozen=True, kw_only=True):
    """One player of a team."""

    name: Name = ""
    """Empty: called by the team and his number."""
    who: Who = Who.HERE
    """Here: at the screen of his captain."""
    level: Annotated[str, Meta(max_length=32)] | None = None
    """The program's, one of `Welcome.levels`."""


class TeamPlan(Value, frozen=True, kw_only=True):
    """One team of a tie."""

    name: Name
    players: Annotated[tuple[PlayerPlan, ...], Meta(max_length=MOST_PLAYERS)] = ()
    """Who may be lined up; none: whoever comes as its captain brings them, or they are all programs."""


class TieTerms(Value, frozen=True, kw_only=True):
    """What is agreed before a tie."""

    ruleset: Annotated[str, Meta(max_length=40)] = "team-event"
    """One of `Welcome.rulesets` that has rubbers; ignored where `rules` brings its own."""
    rules: Annotated[str, Meta(max_length=12_000)] | None = None
    """A custom rule set: the text of its TOML file."""
    teams: Annotated[tuple[TeamPlan, ...], Meta(min_length=2, max_length=2)]
    captain: Who = Who.LINK
    """Who leads the second team: also who begins the tie (here), whoever comes by the invitation, or the program."""
    level: Annotated[str, Meta(max_length=32)] | None = None
    """That of the second team where the program leads it and no players are named."""
    clock: ClockPlan | None = None
    guide: Guide = Guide.LONG
    surface: Annotated[str, Meta(max_length=20)] = "club"
    watching: bool = False
    """Whether everybody who knows the tie's address may look on, without the `watch` word."""


class NewTie(Value, frozen=True, kw_only=True, tag_field="type", tag="new-tie"):
    """Begin a tie as the captain of the first team; answered by `TieTold`."""

    nonce: Nonce
    key: Key
    invite: Key
    watch: Key
    terms: TieTerms


class JoinTie(Value, frozen=True, kw_only=True, tag_field="type", tag="join-tie"):
    """Take an open place of a tie; answered by `TieTold`."""

    nonce: Nonce
    tie: GameId
    invite: Key | None = None
    """Null: a captain takes the place of one of his players who has not come."""
    key: Key
    place: TiePlace
    team: TeamPlan | None = None
    """A captain's team with its players."""


class ComeToTie(Value, frozen=True, kw_only=True, tag_field="type", tag="come-to-tie"):
    """Come to a tie with a key or to look on, and be told of it from now on; answered by `TieTold`."""

    tie: GameId
    key: Key | None = None
    watch: Key | None = None
    invite: Key | None = None
    """Who is invited may see which places are open."""


class LeaveTie(Value, frozen=True, kw_only=True, tag_field="type", tag="leave-tie"):
    """Follow the tie no longer."""


class LineUp(Value, frozen=True, kw_only=True, tag_field="type", tag="line-up"):
    """Name who plays the rubbers for a team, in their order; may be changed until both teams have done it."""

    nonce: Nonce
    side: TieSide
    rubbers: Annotated[
        tuple[Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=2)], ...],
        Meta(max_length=99),
    ]
    """For each rubber the names of its player or its pair, as `TiePlayer.name` has them."""


class BeginRubber(Value, frozen=True, kw_only=True, tag_field="type", tag="begin-rubber"):
    """Let the next rubber begin, as a captain."""

    nonce: Nonce
    rubber: Annotated[int, Meta(ge=1, le=99)]


TieRequest = NewTie | JoinTie | ComeToTie | LeaveTie | LineUp | BeginRubber
"""The client messages about a tie."""
