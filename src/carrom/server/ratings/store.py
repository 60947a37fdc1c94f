"""The rating store: a log of rating changes by game, and every account's current rating.

Each player's changes in a pool are numbered from 1, and a number is unique: if another process used it first, the game
is read and rated again. All changes of a game are added by one statement, so that it rates every player once or
nobody. The table `rating` repeats each player's last change.

Values are integers: ratings and deviations in thousandths of a point, volatilities in millionths.
"""

from collections.abc import Callable, Sequence

from carrom.errors import CommitUncertain, StoreError
from carrom.server.ratings.update import SURE, RatedPlayer, new_ratings
from carrom.storage.database import Ask, Database, Statement
from carrom.storage.hash_chain import Cell
from carrom.tournament.standings.glicko import Rating
from carrom.values import Value

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
