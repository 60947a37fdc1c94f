"""Results of lobby games: who finished, who left, and whether the game counts for ratings.

Both follow from the game alone and are stored once, although several may compute them: the process where the game
ended, another process, a sweep after a crash, and `carrom data rebuild`.
"""

from carrom.board.seat import Seat
from carrom.errors import CommitUncertain
from carrom.game.game import GameHistory
from carrom.server.ratings.abandonment import LAST, AbandonRecord, manners
from carrom.server.ratings.limits import is_long_enough, strokes_of
from carrom.server.ratings.pools import pool_named
from carrom.server.ratings.store import RatedGame
from carrom.storage.database import Ask, Database
from carrom.storage.models import StoredSeat
from carrom.tables.seats import sitters_of
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import LAW_OF_ABSENCE, who_called_off


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
