"""Who looks for a game on which terms, and what everybody in the lobby is told, over HTTP (docs/reference/lobby.md).

A guest is known by the secret `key` that his browser has made: it is who he is in the lobby, and it opens the seats
that he gets there. Who has an account is known by it, and it opens his seats; he needs no key, and may bring one.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.seat import Seat
from carrom.protocol.scalars import GameId, Key, Name
from carrom.protocol.terms import ClockPlan, Guide, Length
from carrom.values import Value

SeekId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
LobbyVersion = Annotated[str, Meta(pattern="^[0-9a-f]{16}-[0-9]{1,15}$")]
"""A version of the lobby: the server process, and how many changes it has sent. Only equality means anything."""
RatingBound = Annotated[int, Meta(ge=0, le=4000)]


class Counting(StrEnum):
    """Whether a game counts."""

    RATED = "rated"
    """For people with accounts alone."""
    UNRATED = "unrated"
    EITHER = "either"
    """Rated where all who sit down have an account."""


class Sought(Value, frozen=True, kw_only=True):
    """What somebody wants to play."""

    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    """One of `Welcome.rulesets`."""
    length: Length = Length.GAME
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    clock: ClockPlan | None = None
    """Null: the law's times."""
    stake: Counting = Counting.EITHER
    low: RatingBound | None = None
    """The lowest rating that is welcome; null: any, and people without one."""
    high: RatingBound | None = None
    """The highest, likewise."""
    guide: Guide = Guide.LONG


class Seeking(Value, frozen=True, kw_only=True):
    """Look for a game with whoever comes."""

    key: Key | None = None
    name: Name = ""
    """Of a guest."""
    terms: Sought
    partner: Key | None = None
    """The word with which a partner sits down across, before others see it: doubles of two who seek together."""


class Pairing(Value, frozen=True, kw_only=True):
    """Play the best waiting seek of this kind, or leave one: quick pairing."""

    key: Key | None = None
    name: Name = ""
    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    length: Length = Length.GAME
    players: Annotated[int, Meta(ge=2, le=4)] = 2


class Sitting(Value, frozen=True, kw_only=True):
    """Sit down at a seek, a challenge or an invitation."""

    key: Key | None = None
    name: Name = ""
    word: Key | None = None
    """That of an invitation, or of who looks for a partner."""


class Giving(Value, frozen=True, kw_only=True):
    """Say who gives a seek or a challenge up, or declines one: the guest by his key."""

    key: Key | None = None


class Challenging(Value, frozen=True, kw_only=True):
    """Ask somebody for a game: a person with an account by name, or whoever has the invitation's address."""

    key: Key | None = None
    name: Name = ""
    to: Annotated[str, Meta(max_length=40)] | None = None
    """Null: whoever brings the word."""
    word: Key | None = None
    """Of an open invitation."""
    terms: Sought


class RatingTold(Value, frozen=True, kw_only=True):
    """A rating and how sure it is."""

    rating: int
    deviation: int
    """One standard deviation: in nineteen cases of twenty the strength lies within two of them."""
    games: int = 0


class SeekerTold(Value, frozen=True, kw_only=True):
    """One who sits at a seek."""

    name: str
    seat: Seat
    account: bool
    """Whether the name is that of an account; a guest's is what he says."""
    bot: bool = False
    rating: RatingTold | None = None
    """In the pool of the seek, if he has played there."""


class SeekTold(Value, frozen=True, kw_only=True):
    """A seek that is open."""

    id: SeekId
    terms: Sought
    clock: ClockPlan
    """That will run."""
    sitters: tuple[SeekerTold, ...]
    open: tuple[Seat, ...]
    """The seats that are free."""
    since: int
    """Ms since 1970."""


class ChallengeTold(Value, frozen=True, kw_only=True):
    """A challenge that waits for its answer."""

    id: SeekId
    terms: Sought
    clock: ClockPlan
    by: SeekerTold
    to: str | None
    """The person that is challenged; null: whoever has the address."""
    until: int
    """Ms since 1970."""


class PlayingTold(Value, frozen=True, kw_only=True):
    """A game that one may look on."""

    game: GameId
    ruleset: str
    length: Length
    names: tuple[str, ...]
    """In the order of play."""
    bots: tuple[bool, ...] = ()
    """Which of them are programs, of this server or with an account."""
    accounts: tuple[bool, ...] = ()
    """Which of the names are those of accounts, which have a page."""
    ratings: tuple[int | None, ...] = ()
    """Of each when he sat down; null: none."""
    sides: tuple[tuple[int, ...], ...]
    """Whose names make a side, by their places in `names`."""
    score: tuple[int, ...]
    """Of the game that is played, a number a side."""
    games: tuple[int, ...]
    """Won of the match, a number a side."""
    board: int
    rated: bool
    begun: int
    """Ms since 1970."""


class GameFound(Value, frozen=True, kw_only=True, tag_field="type", tag="game"):
    """A game has come of a seek or a challenge: `Resume` it with the key."""

    game: GameId
    seat: Seat
    """Mine."""
    seek: SeekId


class LobbyTold(Value, frozen=True, kw_only=True, tag_field="type", tag="lobby"):
    """A snapshot of the lobby: it replaces everything that was received before."""

    version: LobbyVersion | None
    """Null: the rest of this snapshot follows in the next lines, as changes whose `after` is null."""
    seeks: tuple[SeekTold, ...]
    """The oldest first."""
    playing: tuple[PlayingTold, ...]
    """Games that one may look on, the last begun first, 40 at most."""


class SeekChange(Value, frozen=True, kw_only=True):
    """A seek at which somebody has sat down or got up; its other fields stay as they were."""

    id: SeekId
    sitters: tuple[SeekerTold, ...]
    open: tuple[Seat, ...]


class SeekChanges(Value, frozen=True, kw_only=True):
    """What has changed among the open seeks."""

    added: tuple[SeekTold, ...] = ()
    """Each replaces a seek with the same `id`, if there is one."""
    changed: tuple[SeekChange, ...] = ()
    removed: tuple[SeekId, ...] = ()


class PlayingChange(Value, frozen=True, kw_only=True):
    """A game whose score or board has changed; its other fields stay as they were."""

    game: GameId
    score: tuple[int, ...]
    games: tuple[int, ...]
    board: int


class PlayingChanges(Value, frozen=True, kw_only=True):
    """What has changed among the games that one may look on."""

    added: tuple[PlayingTold, ...] = ()
    """Each replaces a game with the same `game`, if there is one."""
    changed: tuple[PlayingChange, ...] = ()
    removed: tuple[GameId, ...] = ()


class LobbyChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="changes"):
    """What has changed in the lobby since the version `after`.

    A client whose version is not `after` has missed something: it opens the stream again without `since`.
    """

    after: LobbyVersion | None
    """Null: the next part of a snapshot."""
    version: LobbyVersion | None
    """Null: a further part of the snapshot follows."""
    seeks: SeekChanges
    playing: PlayingChanges


class YoursTold(Value, frozen=True, kw_only=True, tag_field="type", tag="yours"):
    """What concerns the reader alone."""

    name: str | None = None
    """His account's; null for a guest."""
    seek: SeekTold | None = None
    """His own, if one is open."""
    gathers: bool = False
    """Whether it waits for a partner."""
    shown: int | None = None
    """From when on others see it, ms since 1970, where he waits since he has left games; else null."""
    challenges: tuple[ChallengeTold, ...] = ()
    """To him, and his own."""
    notice: str = ""
    """A sentence on his waiting, if there is one."""


class SeekMade(Value, frozen=True, kw_only=True, tag_field="type", tag="seek"):
    """A seek is open; it stands as long as its maker listens to the lobby."""

    seek: SeekTold
    shown: int | None = None
    notice: str = ""


class ChallengeMade(Value, frozen=True, kw_only=True, tag_field="type", tag="challenge"):
    """A challenge waits for its answer."""

    challenge: ChallengeTold


class Done(Value, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """It has been done, now or before."""


class PoolTold(Value, frozen=True, kw_only=True):
    """One pool of ratings: a rule set and a length, by two, three or four, and games with programs apart."""

    pool: str
    ruleset: str
    length: Length
    players: int
    bots: bool
    people: int | None = None
    """How many have a rating there; null where only one person's is told."""


class RankTold(Value, frozen=True, kw_only=True):
    """A line of a leaderboard."""

    name: str
    bot: bool
    rating: RatingTold


class PoolsTold(Value, frozen=True, kw_only=True, tag_field="type", tag="pools"):
    """Every pool in which somebody has a rating."""

    pools: tuple[PoolTold, ...]


class LeadersTold(Value, frozen=True, kw_only=True, tag_field="type", tag="leaders"):
    """The leaderboard of a pool: those whose rating is known well enough, the strongest first."""

    pool: str
    leaders: tuple[RankTold, ...]
    unsure: int
    """How many more have a rating that is not known well enough."""


class StandingTold(Value, frozen=True, kw_only=True):
    """One person's rating in a pool."""

    pool: PoolTold
    rating: RatingTold


class RatingsTold(Value, frozen=True, kw_only=True, tag_field="type", tag="ratings"):
    """All ratings of a person."""

    name: str
    ratings: tuple[StandingTold, ...]


class UserTold(Value, frozen=True, kw_only=True, tag_field="type", tag="user"):
    """What everybody may know of a person with an account."""

    name: str
    """As he writes it."""
    bot: bool
    """Whether a program plays in this name."""
    made: int
    """The day on which the account was made, ms since 1970."""
    ratings: tuple[StandingTold, ...]


class PointTold(Value, frozen=True, kw_only=True):
    """What one game made of a rating."""

    game: GameId
    at: int
    """When it was over, ms since 1970."""
    rating: int
    """After it."""
    deviation: int
    gain: int
    """By how much it moved."""
    share: float
    """What his side had of the game: 1 for a win, ½ for a draw, 0 for a loss."""
    undone: bool = False
    """Whether a moderator has taken the game out of the ratings, so that this gives back what it brought."""


class CourseTold(Value, frozen=True, kw_only=True):
    """How a rating went in one pool, the first point first; of very many games only some of the earlier ones."""

    pool: PoolTold
    points: tuple[PointTold, ...]


class HistoryTold(Value, frozen=True, kw_only=True, tag_field="type", tag="history"):
    """How all ratings of a person went."""

    name: str
    pools: tuple[CourseTold, ...]


LobbyAnswer = (
    LobbyTold | LobbyChanged | YoursTold | GameFound | SeekMade | ChallengeMade | Done | PoolsTold | LeadersTold
    | RatingsTold | UserTold | HistoryTold
)  # fmt: skip
"""What the lobby tells."""
LobbyRequest = Seeking | Pairing | Sitting | Giving | Challenging
"""What is said in the lobby; which of them, the address says."""
