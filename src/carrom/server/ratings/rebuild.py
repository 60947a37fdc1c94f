"""Rebuild all ratings from the finished games, in the order in which they were rated.

The existing log decides the order where it differs from the time of the games: several games may end in the same
second, or be rated late after a crash. Games that a moderator removed from the ratings stay removed at the same place,
because the games themselves do not show it.
"""

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from heapq import heapify, heappop, heappush
from itertools import pairwise

from carrom.errors import CarromError, SetupError
from carrom.game.events import decode_event
from carrom.game.game import GameHistory
from carrom.server.ratings.game_results import played_of
from carrom.server.ratings.limits import DailyCounts, made_of
from carrom.server.ratings.store import UNDONE, Change, RatedGame, RatingStore, changes_of
from carrom.storage.database import GAMES, Ask, Database, Statement, names_of, written
from carrom.storage.sqlite import Sqlite
from carrom.tables.terms import GameSettings

Step = tuple[int, int, str]
"""A rating step: the end of a game (ms since 1970), 1 if the game is removed from the ratings, and its id."""
_COLUMNS = ", ".join(Change.__struct_fields__)
_ADDED = f"INSERT INTO rating_change ({_COLUMNS}) VALUES ({', '.join('?' * len(Change.__struct_fields__))})"
_STANDING = """
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
        (_STANDING, ()),
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
        kept = written(ask, GAMES, name)
        if kept is None or kept.row.ended is None or '"pool":"' not in kept.row.setting:
            continue
        try:
            game = GameHistory.fold(tuple(decode_event(entry.body) for entry in kept.entries))
            played = played_of(name, GameSettings.read(kept.row.setting), game, kept.seats)
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
    told = {
        (each.account, each.pool, each.rating, each.deviation, each.volatility, each.number, each.at)
        for each in last.values()
    }
    return set(rows) == told
