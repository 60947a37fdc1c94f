"""Where games and ties are kept: one SQLite file (`database.py`), with a shelf (`shelf.py`) for each kind."""

from collections.abc import Iterable
from pathlib import Path

from carrom.server.database import Database
from carrom.server.shelf import GAMES, TIES, Shelf
from carrom.server.stored import PastGame, StoredSeat


class Store(Shelf):
    """An open data folder: the shelf of its games, and beside it that of its ties.

    Its methods block for a disk's moment and may be called from any thread.
    """

    def __init__(self, path: Path | str) -> None:
        """Open or make the database at `path`, or `":memory:"`; raises `StoreError`."""
        super().__init__(Database(path), GAMES)
        self.ties = Shelf(self.database, TIES)

    def close(self) -> None:
        """Close the file, and bring all that is stored into it; nothing is lost without it."""
        self.database.close()

    def games_of(self, hashes: Iterable[str]) -> tuple[PastGame, ...]:
        """Return the games in which one of these hashes holds a seat, the last begun first."""
        with self.database.transaction("BEGIN"):
            held = [each for hash in set(hashes) for each in self._do(_SEATS_OF, (hash,)).fetchall()]
            found = {game: self._do(_PAST, (game, game)).fetchone() for game, *_ in held}
        games = [
            PastGame(
                game=game,
                begun=row[0],
                ended=row[1],
                last=row[4] or row[0],
                version=row[2],
                setting=row[3],
                seats=tuple(StoredSeat(seat=seat, name=name, hash=word) for at, seat, name, word in held if at == game),
            )
            for game, row in found.items()
            if row is not None
        ]
        return tuple(sorted(games, key=lambda each: (each.begun, each.game), reverse=True))


_SEATS_OF = "SELECT game, seat, name, hash FROM seat WHERE hash = ? ORDER BY seat"
_PAST = (
    "SELECT begun, ended, version, setting, (SELECT at FROM event WHERE game = ? AND version = game.version) "
    "FROM game WHERE id = ?"
)
