"""Messages of online tournaments over HTTP: arenas, Swiss tournaments, knockouts (docs/how-to/online-tournaments.md).

A guest is identified by a secret `key` that the browser created, as in the lobby; a person with an account by the
account. A tournament's players are its entries: one person each, or a pair in doubles. An entry is named by its number.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.seat import Seat
from carrom.protocol.http.lobby import Giving, Sought, WatchableGame
from carrom.protocol.scalars import GameId, Key, Name
from carrom.values import Value

TournamentId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
EntryNumber = Annotated[int, Meta(ge=1, le=10_000)]


class TournamentKind(StrEnum):
    """The system of an online tournament."""

    ARENA = "arena"
    """Free players are paired at once; the most points at the end of the time win."""
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class TournamentStage(StrEnum):
    """How far an online tournament is."""

    CREATED = "created"
    """It has not started."""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TournamentTerms(Value, frozen=True, kw_only=True):
    """The terms of an online tournament."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    kind: TournamentKind = TournamentKind.ARENA
    game: Sought = Sought()
    """Rules, length, two or four players, clock and stake of each game, and the range of ratings that may join. In a
    tournament `either` means rated if all players of a game have accounts.
    """
    starts: Annotated[int, Meta(ge=0)]
    """Start, ms since 1970."""
    minutes: Annotated[int, Meta(ge=5, le=720)] = 60
    """Arena: its duration."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    """Swiss: the number of rounds; it ends earlier if everybody has met."""
    between: Annotated[int, Meta(ge=5, le=86_400)] = 60
    """Swiss and knockout: seconds from the end of the last game of a round to the next round."""
    every: Annotated[int, Meta(ge=0, le=10_080)] = 0
    """Swiss and knockout: minutes from the start of a round to the next at the earliest; 0 for none."""
    appear: Annotated[int, Meta(ge=10, le=600)] = 60
    """Seconds in which a player has to come to a game; otherwise they lose it and are paused."""
    accounts: bool = False
    """Whether only people with accounts may join."""
    bots: bool = False
    """Whether bots may join."""
    games: Annotated[int, Meta(ge=0, le=1000)] = 0
    """The least number of rated games, in the tournament's rating pool, that an entrant has played."""
    most: Annotated[int, Meta(ge=2, le=2000)] = 1000
    """The most entries; a Swiss may have 400 at most, a knockout 512."""
    about: Annotated[str, Meta(max_length=400)] = ""
    """A text for the players, on one line."""


class TournamentMaking(Value, frozen=True, kw_only=True):
    """Create an online tournament."""

    key: Key | None = None
    name: Name = ""
    """Name of a guest."""
    terms: TournamentTerms
    word: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """The invitation code that players need to join; null if everybody may."""


class TournamentJoining(Value, frozen=True, kw_only=True):
    """Join an online tournament, or return to it after a pause."""

    key: Key | None = None
    name: Name = ""
    word: Annotated[str, Meta(max_length=64)] | None = None
    """The invitation code, if the tournament has one."""
    partner: Key | None = None
    """Doubles: a secret that the partner needs to complete the pair; without `entry` it opens a new pair."""
    entry: EntryNumber | None = None
    """Doubles: the pair to complete with the secret `partner`."""


class TournamentMember(Value, frozen=True, kw_only=True):
    """A person of an entry."""

    name: str
    account: bool
    """Whether this is the name of an account; a guest's name is not verified."""
    bot: bool = False
    rating: int | None = None
    """The rating in the tournament's pool when they joined; null without one."""


class TournamentRow(Value, frozen=True, kw_only=True):
    """One row of the standings."""

    entry: EntryNumber
    place: int
    """Entries that are level in everything share a place."""
    members: tuple[TournamentMember, ...]
    points: int
    played: int
    won: int
    scores: tuple[int, ...] = ()
    """Arena: the points of each game, the latest 20, oldest first."""
    streak: bool = False
    """Arena: whether the next game counts double."""
    tiebreak: int = 0
    """Swiss: the sum of the opponents' points (Buchholz)."""
    paused: bool = False
    """Whether they are not paired until they return."""
    out: bool = False
    """Knockout: whether they were beaten."""


class TournamentResult(StrEnum):
    """The result of a tournament's game."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NOBODY = "nobody"


class TournamentEnding(StrEnum):
    """How a tournament's game ended."""

    PLAYED = "played"
    RESIGNED = "resigned"
    ABSENT = "absent"
    """A player did not come, stayed away or called the game off."""
    LATE = "late"
    """It ended after the arena was over and does not count."""
    BYE = "bye"


class TournamentGame(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-game"):
    """A game of a tournament, or a bye."""

    number: int
    """Its number in the tournament, from 1."""
    round: int = 0
    """Its round; 0 in an arena."""
    game: GameId | None = None
    """The game to open or watch; null for a bye, and until it has been created."""
    entries: tuple[int, ...]
    """The two entries, or one for a bye."""
    names: tuple[str, ...]
    """Their names; those of a pair are joined by ` / `."""
    began: int
    """Paired at, ms since 1970."""
    ended: int | None = None
    result: TournamentResult | None = None
    """Null while it is played."""
    how: TournamentEnding | None = None
    points: tuple[int, ...] = ()
    """The tournament points of each entry; empty while it is played, and in a knockout."""
    score: tuple[int, ...] = ()
    """The score of the game's last set of boards, of each entry."""


class TournamentSummary(Value, frozen=True, kw_only=True):
    """An online tournament in a list."""

    id: TournamentId
    terms: TournamentTerms
    stage: TournamentStage
    by: str
    """Name of its creator."""
    locked: bool
    """Whether an invitation code is needed to join."""
    players: int
    """The number of entries."""
    starts: int
    """When it started or starts, ms since 1970."""
    ends: int | None
    """Arena: when it is over; otherwise when it was finished, or null."""
    winner: str = ""
    """The names of the winner once it is finished."""


class TournamentState(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament"):
    """The state of an online tournament; a later line replaces it."""

    summary: TournamentSummary
    now: int
    """Time of the server, ms since 1970."""
    top: tuple[TournamentRow, ...]
    """The first rows of the standings, 20 at most."""
    playing: int
    """The number of games that are being played."""
    round: int = 0
    """The last round that was drawn; 0 in an arena and before the first."""
    rounds: int = 0
    """The number of rounds; 0 in an arena and while it is not known."""
    next: int | None = None
    """When the next round starts, ms since 1970; null while games of this round are played, and in an arena."""
    tv: WatchableGame | None = None
    """The game of the highest-placed players who are playing."""
    note: str = ""
    """A sentence about a change of plan, such as why it was cancelled."""


class TournamentOwn(Value, frozen=True, kw_only=True, tag_field="type", tag="yours"):
    """The receiver's own situation in a tournament."""

    entry: EntryNumber | None = None
    """The receiver's entry; null if they have not joined."""
    row: TournamentRow | None = None
    """Their row of the standings."""
    gathers: bool = False
    """Doubles: whether the entry waits for a partner."""
    paused: bool = False
    waiting: bool = False
    """Whether they are free and will be paired."""
    game: GameId | None = None
    """The game they have to play; open it with `Resume` and the key."""
    seat: Seat | None = None
    """Their seat in it."""
    against: str = ""
    """The names of the opponents in it."""
    until: int | None = None
    """When they lose it unless they have come, ms since 1970."""
    manages: bool = False
    """Whether they may start or cancel the tournament."""


class TournamentView(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-view"):
    """A tournament and the receiver's own situation in it."""

    tournament: TournamentState
    yours: TournamentOwn


class TournamentList(Value, frozen=True, kw_only=True, tag_field="type", tag="tournaments"):
    """The online tournaments of a server."""

    tournaments: tuple[TournamentSummary, ...]
    """Those that run, then those to come with the earliest first, then the latest finished ones."""


class TournamentStandings(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-standings"):
    """A page of the standings."""

    rows: tuple[TournamentRow, ...]
    total: int
    """The number of entries in the standings."""


class TournamentGames(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-games"):
    """A page of a tournament's games, the latest first."""

    games: tuple[TournamentGame, ...]
    total: int


class TournamentMatch(Value, frozen=True, kw_only=True):
    """One match of a knockout's bracket."""

    entries: tuple[int, int]
    """The two entries; 0 where nobody is known yet, and as the second of a bye."""
    names: tuple[str, str]
    """Their names, those of a pair joined by ` / `; empty where nobody is known yet."""
    bye: bool = False
    winner: Annotated[int, Meta(ge=0, le=2)] = 0
    """Who advances: 1 for the first, 2 for the second; 0 while it is open."""
    game: GameId | None = None
    """The game to watch or replay; null until it has been created."""
    score: tuple[int, ...] = ()
    """The score of its last set of boards, of each entry; empty while it is played, and if it was not played out."""


class TournamentBracket(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-bracket"):
    """The bracket of a knockout: its rounds, each from top to bottom."""

    rounds: tuple[tuple[TournamentMatch, ...], ...]
    """Two neighbours of a round meet in the next. Empty in an arena and a Swiss, and before the start."""


class TournamentEnd(Value, frozen=True, kw_only=True, tag_field="type", tag="tournament-end"):
    """The last line of a stream of results: the tournament is over."""

    stage: TournamentStage


TournamentRequest = TournamentMaking | TournamentJoining | Giving
"""Requests about online tournaments; the URL selects the type."""
TournamentAnswer = (
    TournamentView | TournamentState | TournamentOwn | TournamentList | TournamentStandings | TournamentGames
    | TournamentBracket | TournamentGame | TournamentEnd
)  # fmt: skip
"""Answers about online tournaments."""
