"""Score cards filled in from game records: boards, queen, pieces and totals."""

from collections.abc import Iterator
from pathlib import Path

from carrom.cli.games.replay import read_bytes
from carrom.errors import CarromError
from carrom.game.events import Chosen, Tossed
from carrom.game.game import GameHistory
from carrom.game.notation.player_names import side_name
from carrom.game.scoring.progress import is_points_game
from carrom.tournament.import_export.csv_tables import drawn_fixtures
from carrom.tournament.printing.score_card import Filled, PrintedCardRow
from carrom.tournament.state import Championship
from carrom.umpire.score_card import rows


def filled(championship: Championship, folder: Path) -> Iterator[tuple[str, Filled]]:
    """Yield the score card of every fixture whose record can be read, with the fixture's address."""
    for _, address, fixture in drawn_fixtures(championship, None):
        source = fixture.finish.source if fixture.finish else ""
        if not source:
            continue
        try:
            game = read_bytes((folder / source).read_bytes(), source)
        except (CarromError, OSError):
            continue
        if not is_points_game(game.state) and game.state.games:
            yield str(address), _of_game(game, championship.name(fixture.a))


def _of_game(game: GameHistory, first: str) -> Filled:
    """Return the score card of a record, with the side called `first` in the first columns."""
    leads = 0 if _order(game) == 0 else 1
    swap = (side_name(game, game.state.sides[leads]) or "").casefold() != first.casefold()
    games = []
    for number in range(len(game.state.games)):
        found = []
        for row in rows(game, number):
            a, b = (row.cells[1], row.cells[0]) if swap else (row.cells[0], row.cells[1])
            found.append(PrintedCardRow(board=row.board, breaker=row.breaker, first=a, second=b))
        games.append(tuple(found))
    toss = next((side_name(game, each.won_by) for each in game.events if isinstance(each, Tossed)), "")
    choice = next((each.what for each in game.events if isinstance(each, Chosen)), "")
    return Filled(toss=toss, choice=choice, umpire=game.header.umpire, games=tuple(games))


def _order(game: GameHistory) -> int:
    """Return the index of the side that broke first; its results go in the first columns."""
    opener = game.state.games[0].opener[:1]
    return "ABC".index(opener) if opener else 0
