"""Messages over HTTP: the lobby and its ratings, games, and training (docs/reference/lobby.md).

A guest is identified by a secret `key` created by the browser; the key also opens the seats that the guest gets. A
person with an account is identified by the account, which opens their seats; a key is optional."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board import Seat, Stroke
from carrom.protocol.common import ClockPlan, GameId, Guide, Key, Length, Name, Nonce, Terms, Version
from carrom.protocol.play import Offered, Sitter
from carrom.training.progress import Progress
from carrom.training.views import PuzzleTask
from carrom.values import Value

SeekId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
LobbyVersion = Annotated[str, Meta(pattern="^[0-9a-f]{16}-[0-9]{1,15}$")]
"""A version of the lobby: the server process and its number of changes. Compare versions only for equality."""
RatingBound = Annotated[int, Meta(ge=0, le=4000)]


class Counting(StrEnum):
    """Whether a game is rated."""

    RATED = "rated"
    """Only for people with accounts."""
    UNRATED = "unrated"
    EITHER = "either"
    """Rated if all players have an account."""


class Sought(Value, frozen=True, kw_only=True):
    """The terms of a seek or a challenge."""

    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    """One of `Welcome.rulesets`."""
    length: Length = Length.GAME
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    clock: ClockPlan | None = None
    """Null for the time limits of the laws."""
    stake: Counting = Counting.EITHER
    low: RatingBound | None = None
    """The lowest rating accepted; null accepts everybody, including players without a rating."""
    high: RatingBound | None = None
    """The highest rating accepted; null accepts everybody."""
    guide: Guide = Guide.LONG


class Seeking(Value, frozen=True, kw_only=True):
    """Open a seek that others can accept."""

    key: Key | None = None
    name: Name = ""
    """Name of a guest."""
    terms: Sought
    partner: Key | None = None
    """A secret that lets a partner take the seat opposite before the seek becomes public, for doubles."""


class QuickPairing(Value, frozen=True, kw_only=True):
    """Quick pairing: accept the best matching seek, or open one."""

    key: Key | None = None
    name: Name = ""
    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    length: Length = Length.GAME
    players: Annotated[int, Meta(ge=2, le=4)] = 2


class Sitting(Value, frozen=True, kw_only=True):
    """Accept a seek, a challenge or an invitation."""

    key: Key | None = None
    name: Name = ""
    word: Key | None = None
    """The secret of the invitation, or of a seek that waits for a partner."""


class Giving(Value, frozen=True, kw_only=True):
    """Withdraw a seek or a challenge, or decline one; a guest is identified by the key."""

    key: Key | None = None


class Challenging(Value, frozen=True, kw_only=True):
    """Challenge a person with an account by name, or create an invitation link."""

    key: Key | None = None
    name: Name = ""
    to: Annotated[str, Meta(max_length=40)] | None = None
    """Name of the account; null for anyone who has the secret."""
    word: Key | None = None
    """The secret of an open invitation."""
    terms: Sought


class PlayerRating(Value, frozen=True, kw_only=True):
    """A rating with its uncertainty."""

    rating: int
    deviation: int
    """One standard deviation; the true strength is within two of them with 95 % probability."""
    games: int = 0


class SeekPlayer(Value, frozen=True, kw_only=True):
    """A player of a seek."""

    name: str
    seat: Seat
    account: bool
    """Whether this is the name of an account; a guest's name is not verified."""
    bot: bool = False
    rating: PlayerRating | None = None
    """The rating in the seek's pool; null if the player has none there."""


class OpenSeek(Value, frozen=True, kw_only=True):
    """An open seek."""

    id: SeekId
    terms: Sought
    clock: ClockPlan
    """The clock of the game."""
    sitters: tuple[SeekPlayer, ...]
    open: tuple[Seat, ...]
    """The free seats."""
    since: int
    """Opened at, ms since 1970."""


class OpenChallenge(Value, frozen=True, kw_only=True):
    """A challenge that has not been answered."""

    id: SeekId
    terms: Sought
    clock: ClockPlan
    by: SeekPlayer
    to: str | None
    """The challenged person; null for anyone with the invitation link."""
    until: int
    """Expires at, ms since 1970."""


class WatchableGame(Value, frozen=True, kw_only=True):
    """A game that can be watched."""

    game: GameId
    ruleset: str
    length: Length
    names: tuple[str, ...]
    """Names in order of play."""
    bots: tuple[bool, ...] = ()
    """Which of them are programs, either the server's or with an account."""
    accounts: tuple[bool, ...] = ()
    """Which of the names belong to accounts; these have a page."""
    ratings: tuple[int | None, ...] = ()
    """Ratings at the start of the game; null for players without one."""
    sides: tuple[tuple[int, ...], ...]
    """The players of each side, as indexes into `names`."""
    score: tuple[int, ...]
    """Score of the current game, one number per side."""
    games: tuple[int, ...]
    """Games won in the match, one number per side."""
    board: int
    rated: bool
    begun: int
    """Started at, ms since 1970."""


class GameFound(Value, frozen=True, kw_only=True, tag_field="type", tag="game"):
    """A seek or challenge has become a game; open it with `Resume` and the key."""

    game: GameId
    seat: Seat
    """The receiver's seat."""
    seek: SeekId


class LobbySnapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="lobby"):
    """A snapshot of the lobby; it replaces everything received before."""

    version: LobbyVersion | None
    """Null if the rest of the snapshot follows in the next lines, as changes whose `after` is null."""
    seeks: tuple[OpenSeek, ...]
    """The oldest first."""
    playing: tuple[WatchableGame, ...]
    """Games that can be watched, the latest first, 40 at most."""


class SeekChange(Value, frozen=True, kw_only=True):
    """A seek whose players have changed; its other fields are unchanged."""

    id: SeekId
    sitters: tuple[SeekPlayer, ...]
    open: tuple[Seat, ...]


class SeekChanges(Value, frozen=True, kw_only=True):
    """Changes to the open seeks."""

    added: tuple[OpenSeek, ...] = ()
    """Each replaces the seek with the same `id`, if there is one."""
    changed: tuple[SeekChange, ...] = ()
    removed: tuple[SeekId, ...] = ()


class PlayingChange(Value, frozen=True, kw_only=True):
    """A game whose score or board has changed; its other fields are unchanged."""

    game: GameId
    score: tuple[int, ...]
    games: tuple[int, ...]
    board: int


class PlayingChanges(Value, frozen=True, kw_only=True):
    """Changes to the games that can be watched."""

    added: tuple[WatchableGame, ...] = ()
    """Each replaces the game with the same `game`, if there is one."""
    changed: tuple[PlayingChange, ...] = ()
    removed: tuple[GameId, ...] = ()


class LobbyChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="changes"):
    """Changes to the lobby since the version `after`.

    A client whose version is not `after` has missed a change and has to reopen the stream without `since`.
    """

    after: LobbyVersion | None
    """Null in the next part of a snapshot."""
    version: LobbyVersion | None
    """Null if another part of the snapshot follows."""
    seeks: SeekChanges
    playing: PlayingChanges


class OwnLobbyState(Value, frozen=True, kw_only=True, tag_field="type", tag="yours"):
    """Information for the receiver only."""

    name: str | None = None
    """Name of the receiver's account; null for a guest."""
    seek: OpenSeek | None = None
    """The receiver's open seek; null if there is none."""
    gathers: bool = False
    """Whether that seek waits for a partner."""
    shown: int | None = None
    """When the seek becomes visible to others, in ms since 1970; null if at once. It is delayed for players who left
    games.
    """
    challenges: tuple[OpenChallenge, ...] = ()
    """Challenges to the receiver and from the receiver."""
    notice: str = ""
    """A sentence about the delay, if there is one."""


class SeekMade(Value, frozen=True, kw_only=True, tag_field="type", tag="seek"):
    """A seek is open; it stays open while its owner is connected to the lobby."""

    seek: OpenSeek
    shown: int | None = None
    notice: str = ""


class ChallengeMade(Value, frozen=True, kw_only=True, tag_field="type", tag="challenge"):
    """A challenge is waiting for an answer."""

    challenge: OpenChallenge


class Done(Value, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """The request has been carried out, now or earlier."""


class RatingPool(Value, frozen=True, kw_only=True):
    """A rating pool: rule set, length and number of players, with games against programs separate."""

    pool: str
    ruleset: str
    length: Length
    players: int
    bots: bool
    people: int | None = None
    """Number of people with a rating in it; null in the ratings of one person."""


class LeaderboardRow(Value, frozen=True, kw_only=True):
    """One row of a leaderboard."""

    name: str
    bot: bool
    rating: PlayerRating


class RatingPools(Value, frozen=True, kw_only=True, tag_field="type", tag="pools"):
    """All pools that have ratings."""

    pools: tuple[RatingPool, ...]


class Leaderboard(Value, frozen=True, kw_only=True, tag_field="type", tag="leaders"):
    """The leaderboard of a pool: players with a reliable rating, the strongest first."""

    pool: str
    leaders: tuple[LeaderboardRow, ...]
    unsure: int
    """Number of further players whose rating is not reliable yet."""


class PoolRating(Value, frozen=True, kw_only=True):
    """A person's rating in one pool."""

    pool: RatingPool
    rating: PlayerRating


class PlayerRatings(Value, frozen=True, kw_only=True, tag_field="type", tag="ratings"):
    """All ratings of a person."""

    name: str
    ratings: tuple[PoolRating, ...]


class PublicProfile(Value, frozen=True, kw_only=True, tag_field="type", tag="user"):
    """Public profile of a person with an account."""

    name: str
    """The name as its owner writes it."""
    bot: bool
    """Whether a program plays under this name."""
    made: int
    """Day on which the account was created, ms since 1970."""
    ratings: tuple[PoolRating, ...]


class RatingChange(Value, frozen=True, kw_only=True):
    """The change of a rating by one game."""

    game: GameId
    at: int
    """End of the game, ms since 1970."""
    rating: int
    """Rating after the game."""
    deviation: int
    gain: int
    """Change of the rating."""
    share: float
    """Result of the player's side: 1 for a win, ½ for a draw, 0 for a loss."""
    undone: bool = False
    """Whether a moderator removed the game from the ratings; this entry then reverses its change."""


class RatingCourse(Value, frozen=True, kw_only=True):
    """History of a rating in one pool, oldest first; thinned out where there are very many games."""

    pool: RatingPool
    points: tuple[RatingChange, ...]


class RatingHistory(Value, frozen=True, kw_only=True, tag_field="type", tag="history"):
    """History of all ratings of a person."""

    name: str
    pools: tuple[RatingCourse, ...]


LobbyAnswer = (
    LobbySnapshot | LobbyChanged | OwnLobbyState | GameFound | SeekMade | ChallengeMade | Done | RatingPools
    | Leaderboard | PlayerRatings | PublicProfile | RatingHistory
)  # fmt: skip
"""Answers of the lobby."""
LobbyRequest = Seeking | QuickPairing | Sitting | Giving | Challenging
"""Requests to the lobby; the URL determines which one is expected."""


# -- games: creating, joining, listing, and the events of one player ---------------------------------------------------


Moment = Annotated[int, Meta(ge=0, le=1 << 52)]
"""Milliseconds since 1970."""


class Begin(Value, frozen=True, kw_only=True):
    """A game to create; the server generates the secrets that are left out."""

    terms: Terms
    nonce: Nonce | None = None
    """Idempotency key: a request with the same nonce and key returns the same game."""
    key: Key | None = None
    """The key of the creator's seats."""
    invite: Key | None = None
    """A secret that lets its holder take an open seat."""
    watch: Key | None = None
    """A secret that lets its holder watch."""


class OpenedGame(Value, frozen=True, kw_only=True):
    """A game that was created or joined, with its secrets, which are returned only once."""

    game: GameId
    yours: tuple[Seat, ...]
    """The caller's seats, as they were at the start of the game."""
    version: Version
    page: str
    """The game's path on the website."""
    key: Key
    invite: Key | None = None
    watch: Key | None = None


class JoinIt(Value, frozen=True, kw_only=True):
    """A request to take an open seat."""

    invite: Key
    name: Name = ""
    """The guest's name; ignored for accounts, which sit down under their own name."""
    seat: Seat | None = None
    """The seat to take; null for any open one."""
    key: Key | None = None
    """The key of the seat; generated by the server if left out."""


class How(StrEnum):
    """How a game ended."""

    PLAYED = "played"
    CONCEDED = "conceded"
    """A player resigned."""
    FORFEITED = "forfeited"
    """Lost under the laws, by absence or by misconduct."""
    ABORTED = "aborted"
    """Aborted before its first stroke: there is no winner, and the game does not count."""


class Ended(Value, frozen=True, kw_only=True):
    """The outcome of a finished game."""

    how: How
    sides: tuple[tuple[Seat, ...], ...]
    """The players of each side, by their seats at the start."""
    winners: tuple[int, ...]
    """Indices into `sides` of the winners; several for a draw, none if nobody won."""
    score: tuple[int, ...]
    """The points of each side; in a match, the games won."""


class GameSummary(Value, frozen=True, kw_only=True):
    """A game in a list."""

    game: GameId
    ruleset: str
    length: Length
    sitters: tuple[Sitter, ...]
    yours: tuple[Seat, ...]
    """The caller's seats, as they were at the start."""
    begun: Moment
    ended: Moment | None
    last: Moment
    """The time of the game's last event."""
    version: Version
    rated: bool
    """Whether the game counts for ratings."""
    result: Ended | None = None
    """The outcome; null while the game is under way or if it cannot be read."""


class Imported(Value, frozen=True, kw_only=True):
    """An imported game."""

    game: GameId
    key: Key
    """The key that opens it."""
    page: str
    strokes: int
    """The number of strokes in the record."""
    difference: str | None
    """The first difference between the record and the simulation; null if the record verifies."""


class Here(Value, frozen=True, kw_only=True, tag_field="type", tag="game"):
    """The state of one of your games, sent when the event stream starts and after each change."""

    game: GameId
    version: Version
    ruleset: str
    sitters: tuple[Sitter, ...]
    yours: tuple[Seat, ...]
    turn: Seat | None
    """The player to act, by their seat at the start."""
    mine: bool
    """Whether it is your turn."""
    over: bool
    offers: tuple[Offered, ...] = ()
    """Open offers, such as a rematch."""
    rematch: GameId | None = None
    """The rematch, once everyone has agreed to it."""


class RematchState(Value, frozen=True, kw_only=True):
    """The players who want a rematch, and the rematch once it exists."""

    game: GameId | None
    """The rematch, opened by the same key or account; null until everyone has agreed."""
    by: tuple[Seat, ...]
    """The players who have agreed, by their seats at the start."""


class PlayingNow(Value, frozen=True, kw_only=True):
    """Your games under way."""

    games: tuple[Here, ...]


class Bid(StrEnum):
    """The state of a challenge."""

    OPEN = "open"
    TAKEN = "taken"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Challenged(Value, frozen=True, kw_only=True, tag_field="type", tag="challenge"):
    """A challenge by you or to you, sent while it is open and once more when it is answered."""

    challenge: OpenChallenge
    mine: bool
    """Whether you made it."""
    state: Bid
    game: GameId | None = None
    """The game that resulted from it."""


class All(Value, frozen=True, kw_only=True, tag_field="type", tag="all"):
    """Marks the end of the initial state; every later line is a change."""

    games: int


class OfGame(Value, frozen=True, kw_only=True):
    """A game by its id."""

    id: GameId


class Since(OfGame, frozen=True, kw_only=True):
    """A game, and the last version the client has."""

    since: Version | None = None
    """The last version received; later events that are still stored are sent again."""


class OfStrokeNumber(OfGame, frozen=True, kw_only=True):
    """A stroke of a game."""

    number: Annotated[int, Meta(ge=1, le=100_000)]
    """The stroke's number in the game, from 1."""


class GameFilter(Value, frozen=True, kw_only=True):
    """A filter for your games; all conditions must hold."""

    since: Moment | None = None
    """Created at this time or later, in ms since 1970."""
    until: Moment | None = None
    """Created at this time or earlier, in ms since 1970."""
    vs: Annotated[str, Meta(max_length=40)] | None = None
    """The name of an opponent, or a level of the computer."""
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    over: bool | None = None
    """Whether the game has ended."""
    rated: bool | None = None
    max: Annotated[int, Meta(ge=1, le=1000)] = 100
    """The maximum number of games returned, newest first."""


class GameSearch(GameFilter, frozen=True, kw_only=True):
    """A text search in your games."""

    text: Annotated[str, Meta(max_length=80)]
    """Words that must all occur in a player's name, the rule set or the length."""


# -- training: the daily puzzle and a player's progress (`/me/progress`) -----------------------------------------------


Day = Annotated[str, Meta(pattern="^20[0-9]{2}-[0-9]{2}-[0-9]{2}$")]
"""A date in UTC: `2026-11-23`."""
DayToken = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]


class DailyPuzzle(Value, frozen=True, kw_only=True):
    """The puzzle of the day, which is the same for everybody, without its solution."""

    day: Day
    puzzle: PuzzleTask
    tried: int
    """Number of people whose first try of the day was counted."""
    solved: int
    """Number of those who solved it on that try."""


class DailyTry(Value, frozen=True, kw_only=True):
    """A first try at a daily puzzle, to be judged and counted."""

    stroke: Stroke
    token: DayToken
    """A random secret that the browser makes for this day and uses for no other purpose. The same token counts once; so
    does an account, whatever the token."""


class DailyCount(Value, frozen=True, kw_only=True):
    """Statistics of a daily puzzle after a try."""

    day: Day
    counted: bool
    """Whether this try was counted: false for a later try, and beyond the limit of tries from one address."""
    tried: int
    solved: int


TrainingRequest = DailyTry | Progress
TrainingAnswer = DailyPuzzle | DailyCount
