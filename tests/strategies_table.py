"""A table in the tests: lines typed one after the other, and everything said to the last of them."""

from strategies_game import header

from carrom.data import changed
from carrom.game.event import Header
from carrom.umpire.table import Table, hear


def table(book: str = "icf", players=None, contest="game", **fields: object) -> Table:
    """Return a table where Asha's side breaks first, without a toss."""
    given: Header = changed(header(book, players, contest), **{"first_break": "A", **fields})
    return Table.begin(given)


def typed(*lines: str, at: Table | None = None) -> tuple[Table, str]:
    """Type lines at a table, and return it with everything said to the last one."""
    here, words = table() if at is None else at, ""
    for line in lines:
        here, answer = hear(here, line)
        words = "\n".join(answer.words)
    return here, words
