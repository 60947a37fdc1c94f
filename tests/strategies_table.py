"""An umpire's table in tests: typed lines, and the answer to the last of them."""

from strategies_game import header

from carrom.game.events import Header
from carrom.umpire.table import UmpireTable, hear
from carrom.values import changed


def table(book: str = "icf", players=None, contest="game", **fields: object) -> UmpireTable:
    """Return a table where Asha's side breaks first, without a toss."""
    given: Header = changed(header(book, players, contest), **{"first_break": "A", **fields})
    return UmpireTable.begin(given)


def typed(*lines: str, at: UmpireTable | None = None) -> tuple[UmpireTable, str]:
    """Type lines at a table; return the table and the text of the last answer."""
    here, words = table() if at is None else at, ""
    for line in lines:
        here, answer = hear(here, line)
        words = "\n".join(answer.words)
    return here, words
