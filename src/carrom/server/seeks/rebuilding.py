"""Ratings told anew from the finished games: the same log, in the order in which the games ended.

What a moderator has taken out is kept where it stood; games cannot tell of it.
"""

from carrom.errors import CarromError, SetupError
from carrom.game.event import decode_event
from carrom.game.game import Game
from carrom.server.database import GAMES, Ask, Database, Statement, names_of, written
from carrom.server.seeks.endings import played_of
from carrom.server.seeks.ratings import UNDONE, Change, Played, RatingShelf, changes_of
from carrom.server.setting import Setting
from carrom.server.sqlite import Sqlite

_COLUMNS = ", ".join(Change.__struct_fields__)
_ADDED = f"INSERT INTO rating_change ({_COLUMNS}) VALUES ({', '.join('?' * len(Change.__struct_fields__))})"
_STANDING = """
    INSERT INTO rating (account, pool, rating, deviation, volatility, number, at)
    SELECT account, pool, rating, deviation, volatility, number, at FROM rating_change AS one
    WHERE number = (
        SELECT max(number) FROM rating_change AS last WHERE last.account = one.account AND last.pool = one.pool
    )"""


def rerated(database: Database) -> tuple[str, ...]:
    """Make the ratings anew if they are not as the games tell; return a line for each person's pool that changed.

    No server may be running. Raises `StoreError`, or `SetupError` where teams were rated and OpenSkill is missing.
    """
    before = database.view(changes_of)
    fresh = Sqlite(":memory:")
    try:
        shelf = RatingShelf(fresh)
        undone = [(each.at, 1, each.game) for each in before if each.kind == UNDONE]
        games = {each.game: each for each in database.view(_played)}
        for at, is_undone, game in sorted({*undone, *((each.at, 0, each.game) for each in games.values())}):
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


def _played(ask: Ask) -> tuple[Played, ...]:
    """Return every finished game that counts; one that cannot be read is left to those who tell of damage."""
    found = []
    for name in names_of(ask, GAMES):
        kept = written(ask, GAMES, name)
        if kept is None or kept.row.ended is None or '"pool":"' not in kept.row.setting:
            continue
        try:
            game = Game.fold(tuple(decode_event(entry.body) for entry in kept.entries))
            played = played_of(name, Setting.read(kept.row.setting), game, kept.seats)
        except SetupError:
            raise
        except CarromError:
            continue
        if played is not None:
            found.append(played)
    return tuple(found)


def _is_repeated(database: Database, log: tuple[Change, ...]) -> bool:
    """Whether `rating` says what the last changes say."""
    last = {(each.account, each.pool): each for each in sorted(log, key=lambda each: each.number)}
    rows = database.ask("SELECT account, pool, rating, deviation, volatility, number, at FROM rating", ())
    told = {
        (each.account, each.pool, each.rating, each.deviation, each.volatility, each.number, each.at)
        for each in last.values()
    }
    return set(rows) == told
