"""Ratings: pools by rule set and length, updates, the store, and which games count.

Examples of pools: `icf.game`, `club.board.doubles`, and `icf.game.bots` for games between people and bots. A game with
a bot never changes a rating among people."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from heapq import heapify, heappop, heappush
from importlib.util import find_spec
from itertools import combinations, pairwise
from typing import Any

from carrom.board.seat import Seat
from carrom.errors import CarromError, CommitUncertain, SetupError, StoreError
from carrom.game.events import Struck, decode_event
from carrom.game.game import GameHistory
from carrom.protocol.common import Length
from carrom.protocol.http_lobby import RatingPool
from carrom.rules.ruleset import NAMES
from carrom.server.people.models import NEW_FOR
from carrom.storage.database import GAMES, Ask, Database, Statement, StoredSeat, names_of, written
from carrom.storage.hash_chain import Cell
from carrom.storage.sqlite import Sqlite
from carrom.tables.seats import sitters_of
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import LAW_OF_ABSENCE, who_called_off
from carrom.tournament.glicko import RatedResult, Rating, rated
from carrom.tournament.online import FEWEST_STROKES
from carrom.values import Value

# Examples: `icf.game`, `club.board.doubles`, and `icf.game.bots` for games between people and bots. A game with a bot
# never changes a rating among people.


_TABLE = {2: "", 3: ".three", 4: ".doubles"}
_POOL = re.compile(r"([a-z0-9-]+)\.(board|game|match)(\.three|\.doubles)?(\.bots)?")


class Pool(Value, frozen=True, kw_only=True):
    """A rating pool."""

    ruleset: str
    length: Length
    players: int
    bots: bool = False

    @property
    def name(self) -> str:
        """Its name in tables and URLs."""
        return f"{self.ruleset}.{self.length.value}{_TABLE[self.players]}{'.bots' if self.bots else ''}"

    @property
    def is_of_teams(self) -> bool:
        """Whether more than two play, so that a result does not show each player's own contribution."""
        return self.players > 2

    def told(self, people: int | None = None) -> RatingPool:
        """Return its view for the API, optionally with the number of rated players."""
        return RatingPool(
            pool=self.name,
            ruleset=self.ruleset,
            length=self.length,
            players=self.players,
            bots=self.bots,
            people=people,
        )


def pool_named(name: str) -> Pool | None:
    """Return the pool with that name; None if there is none."""
    found = _POOL.fullmatch(name)
    if found is None or found[1] not in NAMES:
        return None
    players = next(number for number, ending in _TABLE.items() if ending == (found[3] or ""))
    return Pool(ruleset=found[1], length=Length(found[2]), players=players, bots=found[4] is not None)


# -- the update after one game: Glicko-2 for two, OpenSkill for more ---------------------------------------------------
# Each game is rated separately as soon as it is over. Between games a player's deviation grows with time, from 60 to
# about 110 in a year, and it never falls below 45. OpenSkill (Plackett-Luce, Weng and Lin 2011) is used on Glicko's
# scale, so that ratings of both kinds are comparable.


PERIODS_A_DAY = 0.21436
"""Rating periods per day, as Lichess measured for chess; the default volatility fits it."""
LEAST = 45.0
"""The smallest deviation of a rating."""
SURE = 110.0
"""The largest deviation of a rating on a leaderboard."""
_DAY = 86_400_000
_FIRST, _SPREAD, _CHANCE, _DRIFT = 1500.0, 350.0, 175.0, 3.0
"""OpenSkill's mu, sigma, beta and tau on Glicko's scale: beta is half of sigma, as in OpenSkill's defaults."""


class RatedPlayer(Value, frozen=True, kw_only=True):
    """A player of a game: their rating before it, and when it last changed (ms since 1970)."""

    account: str
    side: int
    """The index of the player's side."""
    before: Rating = Rating()
    at: int | None = None


def new_ratings(players: Sequence[RatedPlayer], shares: Sequence[float], at: int, *, teams: bool) -> tuple[Rating, ...]:
    """Return the ratings after a game, in the order of the players.

    `shares` is each side's score: 1 for a win, 0 for a loss, ½ each for a draw; `at` is ms since 1970. Raises
    `SetupError` for teams if OpenSkill is not installed.
    """
    if teams:
        return _of_teams(players, shares)
    one, other = players
    return _met(one, other, shares[one.side], at), _met(other, one, shares[other.side], at)


def rating_at(rating: Rating, since: int | None, at: int) -> Rating:
    """Return a rating at a time: its deviation grows while no games are played."""
    return rated(rating, (), elapsed=_periods(since, at))


def are_teams_rated() -> bool:
    """Return whether OpenSkill is installed."""
    return find_spec("openskill") is not None


def _met(mine: RatedPlayer, theirs: RatedPlayer, share: float, at: int) -> Rating:
    other = rating_at(theirs.before, theirs.at, at)
    found = rated(mine.before, (RatedResult(other, share),), elapsed=_periods(mine.at, at))
    return Rating(found.rating, max(LEAST, found.deviation), found.volatility)


def _periods(since: int | None, at: int) -> float:
    return 0.0 if since is None else max(0, at - since) / _DAY * PERIODS_A_DAY


def _of_teams(players: Sequence[RatedPlayer], shares: Sequence[float]) -> tuple[Rating, ...]:
    model = _model()
    sides = [[each for each in players if each.side == side] for side in range(len(shares))]
    teams = [[model.rating(mu=each.before.rating, sigma=each.before.deviation) for each in side] for side in sides]
    after = model.rate(teams, scores=list(shares))
    found = {
        each.account: Rating(new.mu, max(LEAST, min(new.sigma, _SPREAD)), each.before.volatility)
        for side, news in zip(sides, after, strict=True)
        for each, new in zip(side, news, strict=True)
    }
    return tuple(found[each.account] for each in players)


@cache
def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise SetupError(
            "Games of three or four players are unrated, because OpenSkill is missing: install carrom[ratings]."
        ) from None
    return PlackettLuce(mu=_FIRST, sigma=_SPREAD, beta=_CHANCE, tau=_DRIFT)


# -- the store: a log of changes by game, and current ratings ----------------------------------------------------------
# Each player's changes in a pool are numbered from 1, and a number is unique: if another process used it first, the
# game is read and rated again. All changes of a game are added by one statement, so that it rates every player once or
# nobody. The table `rating` repeats each player's last change.
#
# Values are integers: ratings and deviations in thousandths of a point, volatilities in millionths.


PLAYED, UNDONE = "played", "undone"
_ROUNDS = 20


class Change(Value, frozen=True):
    """A row of `rating_change`; its fields are the columns."""

    game: str
    account: str
    kind: str
    """`PLAYED`, or `UNDONE` for a game that a moderator has removed from the ratings."""
    pool: str
    number: int
    """The number of this change among the player's changes in this pool, from 1."""
    side: int
    share: int
    """The score of the player's side, in thousandths."""
    rating_before: int
    deviation_before: int
    volatility_before: int
    rating: int
    deviation: int
    volatility: int
    at: int
    """When the game ended, ms since 1970."""

    @property
    def before(self) -> Rating:
        """The rating before it."""
        return _rating(self.rating_before, self.deviation_before, self.volatility_before)

    @property
    def after(self) -> Rating:
        """The rating after it."""
        return _rating(self.rating, self.deviation, self.volatility)


class RatingRow(Value, frozen=True):
    """A row of `rating`; its fields are the columns."""

    account: str
    pool: str
    rating: int
    deviation: int
    volatility: int
    number: int
    """The number of the last change included."""
    at: int
    """When it last changed, ms since 1970."""
    games: int = 0
    """The number of games it is based on, without removed ones; computed, not stored."""

    @property
    def value(self) -> Rating:
        """The rating."""
        return _rating(self.rating, self.deviation, self.volatility)


Beside = Callable[[tuple[Change, ...]], tuple[Statement, ...]]
"""Returns further statements to write in the same transaction as the changes."""
_CHANGE = Change.__struct_fields__
_STANDING = RatingRow.__struct_fields__[:-1]
_GAMES = (
    "number - 2 * (SELECT count(*) FROM rating_change AS gone WHERE gone.account = rating.account "
    f"AND gone.pool = rating.pool AND gone.kind = '{UNDONE}')"
)


class RatedGame(Value, frozen=True, kw_only=True):
    """A game that counts: its players, their sides, and each side's score."""

    game: str
    pool: str
    accounts: tuple[tuple[str, int], ...]
    """Each account with its side."""
    shares: tuple[float, ...]
    at: int
    """When it ended, ms since 1970."""
    teams: bool = False


class RatingStore:
    """The ratings of a database."""

    def __init__(self, database: Database) -> None:
        """Use the rating tables of a database."""
        self._database = database

    def rate(self, played: RatedGame) -> tuple[Change, ...]:
        """Rate a game once, and return its changes; raises `StoreError` or `SetupError`."""
        for _ in range(_ROUNDS):
            there = self.of_game(played.game)
            if there:
                self._repeat(there)
                return tuple(each for each in there if each.kind == PLAYED)
            changes = self._changes(played)
            if self._add(changes):
                self._repeat(changes)
                return changes
        raise StoreError(
            "Ratings of the same players are changing too fast; this game is rated when it is next opened."
        )

    def undo(self, game: str, at: int, beside: Beside = lambda changes: ()) -> tuple[Change, ...]:
        """Remove a game from the ratings once: subtract what it gave each player; return the changes.

        Deviations stay as they are. The statements that `beside` returns are written in the same transaction. Raises
        `StoreError`.
        """
        for _ in range(_ROUNDS):
            there = self.of_game(game)
            undone = tuple(each for each in there if each.kind == UNDONE)
            if undone or not there:
                self._repeat(undone)
                return undone
            changes = tuple(self._undone(each, at) for each in there)
            if self._add(changes, *beside(changes)):
                self._repeat(changes)
                return changes
        raise StoreError("Ratings of the same players are changing too fast; nothing was changed. Try again.")

    def of_game(self, game: str) -> tuple[Change, ...]:
        """Return the changes made by a game."""
        return self._found("game = ? ORDER BY account, kind", (game,))

    def history(self, account: str, pool: str) -> tuple[Change, ...]:
        """Return all changes of a player's rating in a pool, oldest first."""
        return self._found("account = ? AND pool = ? ORDER BY number", (account, pool))

    def course(self, standing: RatingRow, most: int, last: int) -> tuple[Change, ...]:
        """Return about `most` changes of a player's rating in a pool, oldest first, including the newest `last`."""
        step = max(1, -(-standing.number // most))
        where = "account = ? AND pool = ? AND ((number - 1) / ? * ? = number - 1 OR number > ?) ORDER BY number"
        return self._found(where, (standing.account, standing.pool, step, step, standing.number - last))

    def of(self, account: str, pool: str) -> RatingRow | None:
        """Return a player's rating in a pool; None before their first game there."""
        return next((each for each in self.all_of(account) if each.pool == pool), None)

    def all_of(self, account: str) -> tuple[RatingRow, ...]:
        """Return all ratings of a player."""
        return self._standings("account = ? ORDER BY pool", (account,))

    def leaders(self, pool: str, most: int) -> tuple[RatingRow, ...]:
        """Return the leaderboard of a pool: ratings with a small enough deviation, highest first."""
        sure = round(SURE * 1000)
        return self._standings("pool = ? AND deviation <= ? ORDER BY rating DESC, account LIMIT ?", (pool, sure, most))

    def pools(self) -> tuple[tuple[str, int, int], ...]:
        """Return every pool with its number of rated players and how many of them appear on the leaderboard."""
        found = self._database.ask(
            "SELECT pool, count(*), sum(CASE WHEN deviation <= ? THEN 1 ELSE 0 END) FROM rating "
            "GROUP BY pool ORDER BY count(*) DESC, pool",
            (round(SURE * 1000),),
        )
        return tuple((pool, int(people), int(sure)) for pool, people, sure in found)

    def is_rated(self, game: str) -> bool:
        """Return whether a game has been rated."""
        return bool(self._database.ask("SELECT account FROM rating_change WHERE game = ? LIMIT 1", (game,)))

    def _changes(self, played: RatedGame) -> tuple[Change, ...]:
        last = [self._last(account, played.pool) for account, _ in played.accounts]
        players = tuple(
            RatedPlayer(
                account=account,
                side=side,
                before=Rating() if each is None else each.after,
                at=None if each is None else each.at,
            )
            for (account, side), each in zip(played.accounts, last, strict=True)
        )
        after = new_ratings(players, played.shares, played.at, teams=played.teams)
        return tuple(
            Change(
                played.game,
                player.account,
                PLAYED,
                played.pool,
                1 if each is None else each.number + 1,
                player.side,
                round(played.shares[player.side] * 1000),
                *_cells(player.before),
                *_cells(rating),
                played.at if each is None else max(played.at, each.at),
            )
            for player, each, rating in zip(players, last, after, strict=True)
        )

    def _undone(self, change: Change, at: int) -> Change:
        last = self._last(change.account, change.pool)
        assert last is not None, "who has a change has a last one"
        now = last.after
        after = Rating(now.rating - (change.after.rating - change.before.rating), now.deviation, now.volatility)
        return Change(
            change.game,
            change.account,
            UNDONE,
            change.pool,
            last.number + 1,
            change.side,
            change.share,
            *_cells(now),
            *_cells(after),
            max(at, last.at),
        )

    def _last(self, account: str, pool: str) -> Change | None:
        found = self._found("account = ? AND pool = ? ORDER BY number DESC LIMIT 1", (account, pool))
        return found[0] if found else None

    def _add(self, changes: Sequence[Change], *beside: Statement) -> bool:
        """Add changes and run the statements `beside` in one transaction.

        Returns False if one of the numbers or the game was used meanwhile.
        """
        places = ", ".join([f"({', '.join('?' * len(_CHANGE))})"] * len(changes))
        cells = tuple(getattr(each, name) for each in changes for name in _CHANGE)
        statement = f"INSERT INTO rating_change ({', '.join(_CHANGE)}) VALUES {places} RETURNING account"
        try:
            self._database.write((statement, cells), *beside)
        except StoreError as error:
            there = self.of_game(changes[0].game)
            if set(changes) <= set(there):
                return True  # the answer was lost, or another process has added the same
            if isinstance(error, CommitUncertain) or there or self._moved(changes):
                return False
            raise
        return True

    def _moved(self, changes: Sequence[Change]) -> bool:
        """Return whether another process has used one of the numbers."""
        last = [self._last(each.account, each.pool) for each in changes]
        return any(found is not None and found.number >= each.number for found, each in zip(last, changes, strict=True))

    def _repeat(self, changes: Sequence[Change]) -> None:
        """Copy each player's last change to the table `rating`."""
        for each in changes:
            cells: tuple[Cell, ...] = (
                each.account, each.pool, each.rating, each.deviation, each.volatility, each.number, each.at
            )  # fmt: skip
            self._database.do(_REPEAT, cells)

    def _found(self, where: str, values: tuple[Cell, ...]) -> tuple[Change, ...]:
        asked = f"SELECT {', '.join(_CHANGE)} FROM rating_change WHERE {where}"
        return tuple(Change(*cells) for cells in self._database.ask(asked, values))

    def _standings(self, where: str, values: tuple[Cell, ...]) -> tuple[RatingRow, ...]:
        asked = f"SELECT {', '.join(_STANDING)}, {_GAMES} FROM rating WHERE {where}"
        return tuple(RatingRow(*cells) for cells in self._database.ask(asked, values))


_REPEAT = (
    f"INSERT INTO rating ({', '.join(_STANDING)}) VALUES ({', '.join('?' * len(_STANDING))}) "
    "ON CONFLICT (account, pool) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
    "volatility = excluded.volatility, number = excluded.number, at = excluded.at "
    "WHERE rating.number < excluded.number RETURNING account"
)


def changes_of(ask: Ask) -> tuple[Change, ...]:
    """Return the whole log, ordered by time."""
    asked = f"SELECT {', '.join(_CHANGE)} FROM rating_change ORDER BY at, game, account, kind"
    return tuple(Change(*cells) for cells in ask(asked, ()))


def met(ask: Ask, one: str, other: str) -> tuple[tuple[str, str, int, int], ...]:
    """Return the rated games between two accounts on opposite sides, latest first.

    Each as its id, its pool, the score of `one` in thousandths, and when it ended (ms since 1970).
    """
    asked = (
        "SELECT mine.game, mine.pool, mine.share, mine.at FROM rating_change AS mine "
        "JOIN rating_change AS theirs ON theirs.game = mine.game AND theirs.account = ? AND theirs.kind = ? "
        "AND theirs.side <> mine.side WHERE mine.account = ? AND mine.kind = ? AND NOT EXISTS ("
        "SELECT 1 FROM rating_change AS gone WHERE gone.game = mine.game AND gone.kind = ?) "
        "ORDER BY mine.at DESC, mine.game"
    )
    return tuple(tuple(row) for row in ask(asked, (other, PLAYED, one, PLAYED, UNDONE)))


def _rating(rating: int, deviation: int, volatility: int) -> Rating:
    return Rating(rating / 1000, deviation / 1000, volatility / 1e6)


def _cells(rating: Rating) -> tuple[int, int, int]:
    return round(rating.rating * 1000), round(rating.deviation * 1000), round(rating.volatility * 1e6)


# -- which rated games count -------------------------------------------------------------------------------------------
# Without these limits, two accounts of one person could raise a rating by games that one of them gives up at once.


MOST_OF_PAIR = 6
"""Games of the same two opponents that count in a day (UTC), over all pools."""
MOST_OF_NEW = 12
"""Games of one player that count in a day, among those in which somebody's account is new."""


def strokes_of(game: GameHistory) -> int:
    """Return the number of strokes of a game, of all sides together."""
    return sum(isinstance(each, Struck) for each in game.events)


def is_long_enough(game: GameHistory) -> bool:
    """Return whether a game has the strokes that count for a rating, as for a streak of an arena."""
    return strokes_of(game) >= FEWEST_STROKES


class DailyCounts:
    """The games that count on each day, by opponents and by players with whom new accounts play."""

    def __init__(self, made: Mapping[str, int]) -> None:
        """Start without games; `made` is when each account was created, in s since 1970."""
        self._made = made
        self._pairs: Counter[tuple[int, str, str]] = Counter()
        self._players: Counter[tuple[int, str]] = Counter()

    def take(self, game: RatedGame) -> bool:
        """Count a game, unless its players have had as many as count on its day; return whether it counts."""
        day = game.at // _DAY
        pairs = [
            (day, min(one, other), max(one, other)) for (one, a), (other, b) in combinations(game.accounts, 2) if a != b
        ]
        is_new = any(game.at - 1000 * self._made.get(each, 0) < 1000 * NEW_FOR for each, _ in game.accounts)
        players = [(day, each) for each, _ in game.accounts] if is_new else []
        if any(self._pairs[each] >= MOST_OF_PAIR for each in pairs):
            return False
        if any(self._players[each] >= MOST_OF_NEW for each in players):
            return False
        self._pairs.update(pairs)
        self._players.update(players)
        return True


def made_of(ask: Ask, accounts: Iterable[str]) -> dict[str, int]:
    """Return when accounts were created, in s since 1970; unknown accounts are absent."""
    return {
        id: int(made)
        for account in set(accounts)
        for id, made in ask("SELECT id, made FROM account WHERE id = ?", (account,))
    }


def counts(ask: Ask, game: RatedGame) -> bool:
    """Return whether a game counts after those that its players have been rated for on its day."""
    day = game.at // _DAY
    asked = (
        "SELECT game, account, side, at FROM rating_change WHERE kind = ? AND game <> ? AND game IN "
        "(SELECT game FROM rating_change WHERE account = ? AND kind = ? AND at >= ? AND at < ?)"
    )
    rows = {
        row
        for account, _ in game.accounts
        for row in ask(asked, (PLAYED, game.game, account, PLAYED, day * _DAY, (day + 1) * _DAY))
    }
    before: dict[str, RatedGame] = {}
    for name, account, side, at in sorted(rows):
        there = before.get(name)
        accounts = ((account, side),) if there is None else (*there.accounts, (account, side))
        before[name] = RatedGame(game=name, pool="", accounts=accounts, shares=(), at=at)
    everybody = {account for each in (*before.values(), game) for account, _ in each.accounts}
    found = DailyCounts(made_of(ask, everybody))
    for each in sorted(before.values(), key=lambda each: (each.at, each.game)):
        found.take(each)
    return found.take(game)


# -- abandonment: how many recent games a player left, and the delay ---------------------------------------------------
# A player who left three or more of their last ten games waits fifteen seconds for each one from the third on:
# meanwhile others do not see their seek, and they cannot join one. A game that is played to its end counts at once.
# One or two lost connections have no consequence.


LAST = 10
"""The number of recent games considered."""
FREE = 2
"""How many of them may be left without a delay."""
EACH = 15
"""Seconds of delay for each further one."""


class AbandonRecord(Value, frozen=True):
    """Whether a player stayed to the end of each recent game, latest first."""

    stayed: tuple[bool, ...] = ()

    @property
    def left(self) -> int:
        """How many of the recent games they left."""
        return self.stayed[:LAST].count(False)

    @property
    def waits(self) -> int:
        """Seconds until others see a seek of theirs."""
        return max(0, self.left - FREE) * EACH

    def told(self) -> str:
        """Return the consequence for the player as a clause without a full stop; empty if there is none."""
        if not self.waits:
            return ""
        number = min(LAST, len(self.stayed))
        return (
            f"you left {self.left} of your last {number} games, so a seek of yours is shown after {self.waits} seconds"
        )


def manners(found: Sequence[bool]) -> AbandonRecord:
    """Return a player's record; `found` holds for each game whether they stayed, latest first."""
    return AbandonRecord(tuple(found[:LAST]))


# -- results of lobby games: who finished, who left, what counts -------------------------------------------------------
# Both follow from the game alone and are stored once, although several may compute them: the process where the game
# ended, another process, a sweep after a crash, and `carrom data rebuild`.


def played_of(name: str, setting: GameSettings, game: GameHistory, seats: tuple[StoredSeat, ...]) -> RatedGame | None:
    """Return how a finished game counts; None if it is unrated or has too few strokes."""
    pool = None if setting.pool is None else pool_named(setting.pool)
    result = game.result
    if pool is None or result is None or not result.winners or not is_long_enough(game):
        return None
    sides = game.state.sides
    of = {seat: number for number, side in enumerate(sides) for seat in sitters_of(game, side)}
    accounts = tuple((each.account, of[Seat(each.seat)]) for each in seats if each.account and each.seat in of)
    if len(accounts) != len(setting.sitters) or len({account for account, _ in accounts}) != len(accounts):
        return None
    share = 1 / len(result.winners)
    return RatedGame(
        game=name,
        pool=pool.name,
        accounts=accounts,
        shares=tuple(share if side in result.winners else 0.0 for side in sides),
        at=(game.events[-1].when or 0) * 1000,
        teams=pool.is_of_teams,
    )


def has_begun(game: GameHistory) -> bool:
    """Return whether a stroke was played."""
    return strokes_of(game) > 0


def left_of(game: GameHistory, here: frozenset[Seat] = frozenset()) -> frozenset[Seat]:
    """Return the players who left a game, by their initial seats: they aborted it or stayed away until it was lost.

    Players in `here` are excluded: their partner stayed away.
    """
    result, off = game.result, who_called_off(game)
    if off is not None:
        return frozenset({off})
    if result is None or result.law != LAW_OF_ABSENCE:
        return frozenset()
    lost = (side for side in game.state.sides if side not in result.winners)
    return frozenset(seat for side in lost for seat in sitters_of(game, side)) - here


def party_of(seat: StoredSeat) -> str:
    """Return the lobby's identifier of a seat's holder."""
    return f"account:{seat.account}" if seat.account else f"guest:{seat.hash}"


class Attendance:
    """The table of who stayed to the end of their lobby games."""

    def __init__(self, database: Database) -> None:
        """Use the table of attendance of a database."""
        self._database = database

    def note(self, game: str, at: int, stayed: dict[str, bool]) -> None:
        """Store for each party whether it stayed; idempotent. `at` is ms since 1970."""
        for party, did in stayed.items():
            for _ in range(self._database.tries):
                try:
                    self._database.do(_NOTE, (game, party, at, int(did)))
                    break
                except CommitUncertain:
                    continue

    def of(self, party: str) -> AbandonRecord:
        """Return a party's record of recent games."""
        found = self._database.ask(_LAST, (party, LAST))
        return manners([bool(stayed) for (stayed,) in found])


_NOTE = "INSERT INTO attended (game, party, at, stayed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING game"
_LAST = "SELECT stayed FROM attended WHERE party = ? ORDER BY at DESC, game LIMIT ?"


def unrated(ask: Ask, since: int) -> tuple[str, ...]:
    """Return lobby games that ended since a time (s since 1970) and have no attendance stored yet."""
    asked = (
        "SELECT id FROM game WHERE ended >= ? AND setting LIKE '%\"found\":true%' "
        "AND NOT EXISTS (SELECT 1 FROM attended WHERE attended.game = game.id) ORDER BY ended, id LIMIT 100"
    )
    return tuple(name for (name,) in ask(asked, (since,)))


# -- rebuilding all ratings, in the order in which games were rated ----------------------------------------------------
# The existing log decides the order where it differs from the time of the games: several games may end in the same
# second, or be rated late after a crash. Games that a moderator removed from the ratings stay removed at the same
# place, because the games themselves do not show it.


Step = tuple[int, int, str]
"""A rating step: the end of a game (ms since 1970), 1 if the game is removed from the ratings, and its id."""
_COLUMNS = ", ".join(Change.__struct_fields__)
_ADDED = f"INSERT INTO rating_change ({_COLUMNS}) VALUES ({', '.join('?' * len(Change.__struct_fields__))})"
_CURRENT_RATINGS = """
    INSERT INTO rating (account, pool, rating, deviation, volatility, number, at)
    SELECT account, pool, rating, deviation, volatility, number, at FROM rating_change AS one
    WHERE number = (
        SELECT max(number) FROM rating_change AS last WHERE last.account = one.account AND last.pool = one.pool
    )"""


def rerated(database: Database) -> tuple[str, ...]:
    """Rebuild the ratings if they differ from what the games give; return a summary line if anything changed.

    No server may be running. Raises `StoreError`, or `SetupError` for team games if OpenSkill is not installed.
    """
    before = database.view(changes_of)
    fresh = Sqlite(":memory:")
    try:
        shelf = RatingStore(fresh)
        undone = [(each.at, 1, each.game) for each in before if each.kind == UNDONE]
        games = database.view(lambda ask: _counting(ask, _played(ask), before))
        for at, is_undone, game in _in_order({*undone, *((each.at, 0, each.game) for each in games.values())}, before):
            if is_undone:
                shelf.undo(game, at)
            else:
                shelf.rate(games[game])
        after = fresh.view(changes_of)
    finally:
        fresh.close()
    if set(before) == set(after) and _is_repeated(database, after):
        return ()
    cells = ((_ADDED, tuple(getattr(each, name) for name in Change.__struct_fields__)) for each in after)
    statements: tuple[Statement, ...] = (
        ("DELETE FROM rating", ()),
        ("DELETE FROM rating_change", ()),
        *cells,
        (_CURRENT_RATINGS, ()),
    )
    database.write(*statements)
    return (f"the ratings: {len(after)} changes of {len({each.account for each in after})} people",)


def _in_order(steps: Iterable[Step], log: tuple[Change, ...]) -> tuple[Step, ...]:
    """Return the steps in order: as in the log, and by time where the log does not decide."""
    there = {(game, is_undone): (at, is_undone, game) for at, is_undone, game in sorted(steps, reverse=True)}
    sorter = TopologicalSorter[Step](dict.fromkeys(there.values(), ()))
    by_number = sorted(log, key=lambda each: (each.account, each.pool, each.number))
    for one, other in pairwise(by_number):
        before, after = (there.get((each.game, int(each.kind == UNDONE))) for each in (one, other))
        if (one.account, one.pool) == (other.account, other.pool) and before and after:
            sorter.add(after, before)
    try:
        sorter.prepare()
    except CycleError:  # the log contradicts itself, so use the time alone
        return tuple(sorted(there.values()))
    found, ready = [], list(sorter.get_ready())
    heapify(ready)
    while ready:
        found.append(heappop(ready))
        sorter.done(found[-1])
        for each in sorter.get_ready():
            heappush(ready, each)
    return tuple(found)


def _played(ask: Ask) -> tuple[RatedGame, ...]:
    """Return every finished game that counts; unreadable ones are skipped, `carrom data check` reports them."""
    found = []
    for name in names_of(ask, GAMES):
        stored = written(ask, GAMES, name)
        if stored is None or stored.row.ended is None or '"pool":"' not in stored.row.setting:
            continue
        try:
            game = GameHistory.fold(tuple(decode_event(entry.body) for entry in stored.entries))
            played = played_of(name, GameSettings.read(stored.row.setting), game, stored.seats)
        except SetupError:
            raise
        except CarromError:
            continue
        if played is not None:
            found.append(played)
    return tuple(found)


def _counting(ask: Ask, games: tuple[RatedGame, ...], log: tuple[Change, ...]) -> dict[str, RatedGame]:
    """Return the games that count each day, by their ids; those that have counted before are preferred."""
    there = {each.game for each in log}
    found = DailyCounts(made_of(ask, (account for each in games for account, _ in each.accounts)))
    order = sorted(games, key=lambda each: (each.game not in there, each.at, each.game))
    return {each.game: each for each in order if found.take(each)}


def _is_repeated(database: Database, log: tuple[Change, ...]) -> bool:
    """Return whether the table `rating` equals the last changes."""
    last = {(each.account, each.pool): each for each in sorted(log, key=lambda each: each.number)}
    rows = database.ask("SELECT account, pool, rating, deviation, volatility, number, at FROM rating", ())
    result = {
        (each.account, each.pool, each.rating, each.deviation, each.volatility, each.number, each.at)
        for each in last.values()
    }
    return set(rows) == result
