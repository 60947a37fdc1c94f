"""The score card as a view: finished boards with their points, and the result of the game."""

from collections.abc import Iterable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.game.game import GameHistory
from carrom.game.header import SideName
from carrom.game.scoring.progress import is_points_game
from carrom.game.scoring.score import add_points, queen_credit
from carrom.game.state import BoardRecord, GameRecord
from carrom.tables.seats import first_seats, sitters_of
from carrom.tables.turn_clock import who_called_off

Demands = Iterable[tuple[int, int]]
"""The extra points demanded, each with the number of the event that ended its board."""


def last_game_of(game: GameHistory, demanded: Demands) -> tuple[protocol.BoardResult, ...]:
    """Return the boards of the game that has just ended, until the next game's first board is racked."""
    games = game.state.games
    if game.round is not None or len(games) < 2 or games[-1].boards:
        return ()
    return boards_of(game, demanded, games[-2])


def boards_of(
    game: GameHistory, demanded: Demands, record: GameRecord | None = None
) -> tuple[protocol.BoardResult, ...]:
    """Return the finished boards of a game, by default the current one, with the score after each."""
    sides, first = game.state.sides, first_seats(game)
    totals, extra, found = [0] * len(sides), dict(demanded), []
    for board in (record or game.state.game).boards:
        before = tuple(totals)
        if is_points_game(game.state):
            totals = totals if board.replay else [a + b for a, b in zip(totals, board.totals, strict=True)]
        elif len(board.winners) == 1:
            add_points(totals, sides.index(board.winners[0]), board.gain)
        men, queen, points = _split(game, board, before, extra.get(board.event, 0))
        found.append(
            protocol.BoardResult(
                winner=_winner(game, board.winners),
                points=0 if board.taken else board.points,
                score=tuple(totals),
                breaker=first.get(board.breaker),
                men=men,
                queen=queen,
                demanded=points,
                extra=board.extra,
                clauses=board.clauses,
            )
        )
    return tuple(found)


def _split(game: GameHistory, board: BoardRecord, before: tuple[int, ...], demanded: int) -> tuple[int, int, int]:
    """Return the winner's points for pieces, for the queen, and as demanded extra points.

    The cost of a mistake with the last piece is counted with the queen, as on the score card.
    """
    if board.taken or len(board.winners) != 1 or is_points_game(game.state):
        return 0, 0, 0
    winner = game.state.sides.index(board.winners[0])
    left, rest = board.men[1 - winner], board.points - demanded
    took = board.queen == board.winners[0]
    queen = min(rest, queen_credit(game.rules, before[winner])) if took else max(0, rest - left)
    return rest - queen, queen, demanded


def result_of(game: GameHistory) -> protocol.GameResult | None:
    """Return the result of the game, or None while it is not over."""
    result = game.result
    if result is None:
        return None
    aborted = who_called_off(game) is not None
    return protocol.GameResult(
        winner=_winner(game, result.winners),
        score=result.score,
        conceded=result.conceded or result.how == "retired",
        games=game.games_won if game.header.contest == "match" else (),
        forfeited=not aborted and result.how in ("walkover", "disqualified", "loss"),
        aborted=aborted,
    )


def _winner(game: GameHistory, winners: tuple[SideName, ...]) -> Seat | None:
    """Return the seat at the start of the winning side's first player; None if there is no single winner."""
    return sitters_of(game, winners[0])[0] if len(winners) == 1 else None
