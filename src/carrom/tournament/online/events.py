"""Events of an online tournament: the lines of its log. Times are in ms since 1970."""

from typing import Literal

from carrom.tournament.identifiers import Games
from carrom.values import Value

Result = Literal["first", "second", "draw", "nobody"]
Ending = Literal["played", "resigned", "absent", "late", "bye"]
PauseReason = Literal["asked", "absent"]


class Member(Value, frozen=True, kw_only=True):
    """A person of an entry. The names of accounts are not stored here, so that they can be changed and deleted."""

    party: str
    """Identifier: `account:` and the account's id, or `guest:` and the hash of the guest's key."""
    hash: str
    """Hash of the key that opens their seats."""
    account: str | None = None
    name: str = ""
    """The name of a guest; empty for an account."""
    bot: bool = False
    rating: int | None = None
    """The rating in the tournament's pool when they joined."""


class OnlineEvent(Value, frozen=True, kw_only=True):
    """Any event."""

    at: int


class Joined(OnlineEvent, frozen=True, kw_only=True, tag="join"):
    """An entry was made; in doubles it may still need a partner."""

    entry: int
    """The first entry that everybody has left before the start, or else a new one."""
    member: Member
    word: str | None = None
    """Hash of the secret with which a named partner completes the pair; None if any partner will do."""


class PartnerJoined(OnlineEvent, frozen=True, kw_only=True, tag="partner"):
    """A partner completed a pair."""

    entry: int
    member: Member


class Paused(OnlineEvent, frozen=True, kw_only=True, tag="pause"):
    """An entry is not paired until it returns."""

    entry: int
    why: PauseReason = "asked"


class Returned(OnlineEvent, frozen=True, kw_only=True, tag="return"):
    """A paused entry is paired again."""

    entry: int


class Left(OnlineEvent, frozen=True, kw_only=True, tag="leave"):
    """A person left an entry before the start; an entry without a person is empty and does not play."""

    entry: int
    party: str


class Started(OnlineEvent, frozen=True, kw_only=True, tag="start"):
    """The tournament started."""


class Paired(OnlineEvent, frozen=True, kw_only=True, tag="pair"):
    """Arena: games were paired."""

    pairs: tuple[tuple[int, int], ...]


class RoundDrawn(OnlineEvent, frozen=True, kw_only=True, tag="round"):
    """Swiss and knockout: a round was drawn."""

    round: int
    pairs: tuple[tuple[int, int], ...]
    """Two entries each, or one and 0 for a bye."""
    totals: tuple[int, ...] = ()
    """Swiss: the sums of the criteria of the draw."""


class GamesBegun(OnlineEvent, frozen=True, kw_only=True, tag="begin"):
    """Games were created for pairings."""

    games: tuple[tuple[int, str], ...]
    """Numbers of the pairings, and the games' ids."""


class GameOver(OnlineEvent, frozen=True, kw_only=True, tag="result"):
    """A game ended."""

    number: int
    result: Result
    how: Ending = "played"
    strokes: int = 0
    games: Games = ()
    """The points of each game of the match, the first entry's first."""


class Over(OnlineEvent, frozen=True, kw_only=True, tag="over"):
    """The tournament was finished."""

    note: str = ""


class Cancelled(OnlineEvent, frozen=True, kw_only=True, tag="cancel"):
    """The tournament was cancelled, by its creator, a moderator, or because too few players came."""

    note: str = ""


AnyOnlineEvent = (
    Joined | PartnerJoined | Paused | Returned | Left | Started | Paired | RoundDrawn | GamesBegun | GameOver | Over
    | Cancelled
)  # fmt: skip
