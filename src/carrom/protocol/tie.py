"""Requests about a tie of two teams (answers: `tie_state.py`).

A tie is started and joined like a game, with keys created by the clients. Its places have letters: `A` and `B` are the
captains, `A2` is the second player of the first team. The rubbers are separate games (`TieRubber.game`), opened with
the same keys; the tie's results come only from these games.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.protocol.common import ClockPlan, GameId, Guide, Key, Name, Nonce, Who
from carrom.values import Value

__all__ = [
    "BeginRubber",
    "ComeToTie",
    "JoinTie",
    "LeaveTie",
    "LineUp",
    "NewTie",
    "PlayerPlan",
    "TeamPlan",
    "TiePlace",
    "TieRequest",
    "TieSide",
    "TieTerms",
]

TiePlace = Annotated[str, Meta(pattern="^[AB][1-8]?$")]
"""`A` or `B` is a captain; with a number, a player of that team."""
MOST_PLAYERS = 8


class TieSide(StrEnum):
    """One of the two teams of a tie."""

    A = "A"
    B = "B"


class PlayerPlan(Value, frozen=True, kw_only=True):
    """One player of a team."""

    name: Name = ""
    """If empty, the player is named by team and number."""
    who: Who = Who.HERE
    """`here` means at the captain's screen."""
    level: Annotated[str, Meta(max_length=32)] | None = None
    """Level of the computer, one of `Welcome.levels`."""


class TeamPlan(Value, frozen=True, kw_only=True):
    """One team of a tie."""

    name: Name
    players: Annotated[tuple[PlayerPlan, ...], Meta(max_length=MOST_PLAYERS)] = ()
    """The players; if empty, the captain who accepts the invitation names them, or all of them are played by the
    computer.
    """


class TieTerms(Value, frozen=True, kw_only=True):
    """The terms of a tie."""

    ruleset: Annotated[str, Meta(max_length=40)] = "team-event"
    """A rule set with rubbers, one of `Welcome.rulesets`; ignored if `rules` is given."""
    rules: Annotated[str, Meta(max_length=12_000)] | None = None
    """A custom rule set: the content of its TOML file."""
    teams: Annotated[tuple[TeamPlan, ...], Meta(min_length=2, max_length=2)]
    captain: Who = Who.LINK
    """Captain of the second team: the person who starts the tie (`here`), whoever uses the invitation, or the computer.
    """
    level: Annotated[str, Meta(max_length=32)] | None = None
    """Level of the second team if the computer leads it and no players are named."""
    clock: ClockPlan | None = None
    guide: Guide = Guide.LONG
    surface: Annotated[str, Meta(max_length=20)] = "club"
    watching: bool = False
    """Whether anybody with the tie's address may watch, without the `watch` secret."""


class NewTie(Value, frozen=True, kw_only=True, tag_field="type", tag="new-tie"):
    """Start a tie as the captain of the first team. Answered by `TieSnapshot`."""

    nonce: Nonce
    key: Key
    invite: Key
    watch: Key
    terms: TieTerms


class JoinTie(Value, frozen=True, kw_only=True, tag_field="type", tag="join-tie"):
    """Take an open place in a tie. Answered by `TieSnapshot`."""

    nonce: Nonce
    tie: GameId
    invite: Key | None = None
    """Null if a captain takes the place of a player who has not arrived."""
    key: Key
    place: TiePlace
    team: TeamPlan | None = None
    """A captain's team with its players."""


class ComeToTie(Value, frozen=True, kw_only=True, tag_field="type", tag="come-to-tie"):
    """Follow a tie, with a key or as a spectator. Answered by `TieSnapshot`, sent again whenever the tie changes."""

    tie: GameId
    key: Key | None = None
    watch: Key | None = None
    invite: Key | None = None
    """The invitation secret, which allows reading which places are open."""


class LeaveTie(Value, frozen=True, kw_only=True, tag_field="type", tag="leave-tie"):
    """Stop following the tie."""


class LineUp(Value, frozen=True, kw_only=True, tag_field="type", tag="line-up"):
    """Submit a team's line-up, in the order of the rubbers. It can be changed until both teams have done so."""

    nonce: Nonce
    side: TieSide
    rubbers: Annotated[
        tuple[Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=2)], ...],
        Meta(max_length=99),
    ]
    """For each rubber the names of its player or pair, as in `TiePlayer.name`."""


class BeginRubber(Value, frozen=True, kw_only=True, tag_field="type", tag="begin-rubber"):
    """Start the next rubber, as a captain."""

    nonce: Nonce
    rubber: Annotated[int, Meta(ge=1, le=99)]


TieRequest = NewTie | JoinTie | ComeToTie | LeaveTie | LineUp | BeginRubber
"""Client messages about a tie."""
