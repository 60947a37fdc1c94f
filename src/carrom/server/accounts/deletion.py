"""Delete an account or rename it: replace names in stored games, withdraw seeks and challenges.

A deleted account's games stay, with a former player in them. Their events and the hash chain over them do not change:
they are the opponents' evidence, and match records downloaded earlier. The game's setting is stored beside the chain,
in the row; the name is replaced there and at the seats, and later records have the replacement (`terms.FORMER`).
"""

from collections.abc import Callable
from contextlib import suppress

from carrom.errors import DamagedGame
from carrom.server.identity.models import done
from carrom.storage.database import GAMES, Database, Statement
from carrom.storage.event_store import EventStore
from carrom.storage.models import PastGame
from carrom.tables.terms import FORMER, GameSettings
from carrom.values import changed


def leave(database: Database, account: str, games: tuple[PastGame, ...]) -> None:
    """Replace every name at an account's seats by `FORMER`; damaged games are skipped."""
    _replace(database, games, FORMER)
    for table in ("seat", "tie_seat"):
        done(database, (f"UPDATE {table} SET name = ? WHERE account = ?", (FORMER, account)))


def rename(database: Database, account: str, games: tuple[PastGame, ...], before: str, after: str) -> None:
    """Replace one name at an account's seats by another; damaged games are skipped."""
    _replace(database, games, after, before)
    for table in ("seat", "tie_seat"):
        renamed = f"UPDATE {table} SET name = ? WHERE account = ? AND name = ?"
        done(database, (renamed, (after, account, before)))


def _replace(database: Database, games: tuple[PastGame, ...], after: str, before: str | None = None) -> None:
    store = EventStore(database, GAMES)
    for each in games:
        with suppress(DamagedGame):
            store.change_setting(each.game, without(frozenset(seat.seat for seat in each.seats), after, before))


def withdrawn(account: str) -> tuple[Statement, ...]:
    """Return the statements that withdraw an account's open seeks and challenges."""
    waits, gone = "state IN ('gathering', 'open')", "SET state = 'withdrawn', version = version + 1"
    return (
        (f"UPDATE seek {gone} WHERE (maker = ? OR body LIKE ?) AND {waits}", (f"account:{account}", _in_body(account))),
        (f"UPDATE challenge {gone} WHERE (maker = ? OR other = ?) AND {waits}", (f"account:{account}", account)),
    )


def forgotten(account: str) -> tuple[Statement, ...]:
    """Return the statements that delete an account's finished seeks and challenges, which contain its name."""
    over = "(state IN ('withdrawn', 'declined') OR game IS NOT NULL)"
    return (
        (f"DELETE FROM seek WHERE (maker = ? OR body LIKE ?) AND {over}", (f"account:{account}", _in_body(account))),
        (f"DELETE FROM challenge WHERE (maker = ? OR other = ?) AND {over}", (f"account:{account}", account)),
    )


def _in_body(account: str) -> str:
    """Return the LIKE pattern that finds an account among the places in another player's seek."""
    return f"%account:{account}%"


def without(seats: frozenset[str], after: str = FORMER, before: str | None = None) -> Callable[[str, int], str]:
    """Return a function that replaces names in a game's setting: those at `seats`, or only `before` if it is given."""

    def goes(seat: str, name: str) -> bool:
        return seat in seats and name != "" and before in (None, name)

    def replaced(text: str, version: int) -> str:
        setting = GameSettings.read(text)
        sitters = tuple(changed(each, name=after) if goes(each.seat, each.name) else each for each in setting.sitters)
        terms, name = setting.terms, "" if before is None else after
        plans = tuple(changed(plan, name=name) if goes(plan.seat, plan.name) else plan for plan in terms.seats)
        terms = changed(terms, seats=plans)
        return changed(setting, sitters=sitters, terms=terms).text()

    return replaced
