"""What becomes of a game whose player has deleted his account: it stays, and he is a former player in it.

The events, and their chain, stay as they are: they are the others' proof, and records that were taken home fit them.
What was agreed stands beside the chain, in the row; there, and at his seats, the name is replaced, and records that
are written from then on name him as what stands there (`setting.FORMER`).
"""

from collections.abc import Callable
from contextlib import suppress

from carrom.data import changed
from carrom.errors import DamagedGame
from carrom.server.database import GAMES, Database, Statement
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


def withdrawn(account: str) -> tuple[Statement, ...]:
    """Return the statements that take back what waits in the lobby of an account that nobody opens any more."""
    waits, gone = "state IN ('gathering', 'open')", "SET state = 'withdrawn', version = version + 1"
    return (
        (f"UPDATE seek {gone} WHERE maker = ? AND {waits}", (f"account:{account}",)),
        (f"UPDATE challenge {gone} WHERE (maker = ? OR other = ?) AND {waits}", (f"account:{account}", account)),
    )


def forgotten(account: str) -> tuple[Statement, ...]:
    """Return the statements that drop what came to nothing in the lobby, or to a game, with the name in it."""
    over = "(state IN ('withdrawn', 'declined') OR game IS NOT NULL)"
    return (
        (f"DELETE FROM seek WHERE maker = ? AND {over}", (f"account:{account}",)),
        (f"DELETE FROM challenge WHERE (maker = ? OR other = ?) AND {over}", (f"account:{account}", account)),
    )


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
