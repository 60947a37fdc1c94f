"""What becomes of a game whose player has deleted his account: it stays, and he is a former player in it.

The events, and their chain, stay as they are: they are the others' proof, and records that were taken home fit them.
What was agreed stands beside the chain, in the row; there, and at his seats, the name is replaced, and records that
are written from then on name him as what stands there (`setting.FORMER`).
"""

from collections.abc import Callable
from contextlib import suppress

from carrom.data import changed
from carrom.errors import DamagedGame
from carrom.server.database import GAMES, Database
from carrom.server.people.rows import done
from carrom.server.setting import FORMER, Setting
from carrom.server.shelf import Shelf
from carrom.server.stored import PastGame


def leave(database: Database, account: str, games: tuple[PastGame, ...]) -> None:
    """Take a player's name out of his games; one that is damaged is left as it is."""
    shelf = Shelf(database, GAMES)
    for each in games:
        with suppress(DamagedGame):
            shelf.change_setting(each.game, without(frozenset(seat.seat for seat in each.seats)))
    for table in ("seat", "tie_seat"):
        done(database, (f"UPDATE {table} SET name = ? WHERE account = ?", (FORMER, account)))


def without(seats: frozenset[str]) -> Callable[[str, int], str]:
    """Return what replaces the names of who sat at these seats at the beginning in what was agreed for a game."""

    def replaced(text: str, version: int) -> str:
        setting = Setting.read(text)
        sitters = tuple(
            changed(each, name=FORMER) if each.seat in seats and each.name else each for each in setting.sitters
        )
        terms = setting.terms
        if terms is not None:
            plans = tuple(changed(plan, name="") if plan.seat in seats else plan for plan in terms.seats)
            terms = changed(terms, seats=plans)
        return changed(setting, sitters=sitters, terms=terms).text()

    return replaced
