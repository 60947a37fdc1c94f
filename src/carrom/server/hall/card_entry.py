"""Score card entry: rows typed by a scorer, checked against the laws by the umpire's tool."""

from carrom.errors import RefusedRequest
from carrom.game.scoring.progress import match_score
from carrom.protocol.http.hall import AskCard, CardTotals
from carrom.rules.ruleset import ruleset
from carrom.server.hall.sheets import header_of
from carrom.tournament.identifiers import Games, read_address, write_games
from carrom.tournament.state import Championship
from carrom.umpire.umpire_table import UmpireTable, hear
from carrom.values import changed

_SIDES = ("A", "B")


def card_told(championship: Championship, asked: AskCard) -> CardTotals:
    """Return the totals of a score card; raises `RefusedRequest` for an impossible board."""
    address = read_address(asked.fixture)
    fixture = championship.fixture(address)
    if not fixture.b:
        raise RefusedRequest(f"{address} is a bye and is not played")
    header = changed(header_of(championship, address, fixture), first_break=_SIDES[asked.first - 1])
    table = UmpireTable.begin(header, ruleset(championship.details.rules))
    scores = []
    for number, row in enumerate(asked.rows, 1):
        queen = _SIDES[row.queen - 1]
        try:
            table, _ = hear(table, f"board {_SIDES[row.winner - 1]} {row.men} queen {queen}")
        except RefusedRequest as reason:
            raise RefusedRequest(f"board {number}: {reason}") from None
        games = _games(table)
        scores.append(games[-1] if games else (0, 0))
    if asked.timed and not table.game.is_over:
        table, _ = hear(table, "time")
    games, result = _games(table), table.game.result
    winner = 0 if result is None or len(result.winners) != 1 else _SIDES.index(result.winners[0]) + 1
    line = ""
    if table.game.is_over:
        boards = _boards(table)
        line = f"{write_games(games)}{' clock' if asked.timed else ''} boards={boards[0]}-{boards[1]}"
    return CardTotals(
        scores=tuple(scores),
        games=games,
        over=table.game.is_over,
        winner=winner,
        line=line,
        said=table.standing[0],
    )


def _games(table: UmpireTable) -> Games:
    """Return the points of every game that has started."""
    return tuple((each.score[0], each.score[1]) for each in match_score(table.game.state).games)


def _boards(table: UmpireTable) -> tuple[int, int]:
    """Return the number of boards won by each side."""
    won = [board.winners for game in table.game.state.games for board in game.boards if not board.replay]
    return won.count(("A",)), won.count(("B",))
