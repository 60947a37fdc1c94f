"""Which rated games count: with enough strokes, few enough a day of the same two players, and of new accounts.

Without these limits, two accounts of one person could raise a rating by games that one of them gives up at once.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.server.identity.models import NEW_FOR
from carrom.server.ratings.store import PLAYED, RatedGame
from carrom.storage.database import Ask
from carrom.tournament.online.arena_scoring import FEWEST_STROKES

MOST_OF_PAIR = 6
"""Games of the same two opponents that count in a day (UTC), over all pools."""
MOST_OF_NEW = 12
"""Games of one player that count in a day, among those in which somebody's account is new."""
_DAY = 86_400_000


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
