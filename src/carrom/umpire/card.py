"""The official score card of a game or match, as rows of text.

Columns are those of the official card: break by, and for each side the queen, the men and the grand total. The side
that broke first is entered first; the queen's points stand under the side that took her, in brackets where they do
not count, the loser's men under the winner, Nil elsewhere. What else a board brought (a loss by mishap, extra points
on demand) stands in the remarks, with the clauses.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from carrom.data import Value
from carrom.game import progress
from carrom.game.event import Chosen, RoundBegun, Tossed
from carrom.game.game import Game
from carrom.game.people import name_of, side_name
from carrom.game.score import queen_credit, score_game
from carrom.game.state import BoardRecord, GameRecord, State


class Row(Value, frozen=True, kw_only=True):
    """One board's row; `cells` has queen, men and grand total for each side, in the order of the card."""

    board: str
    breaker: str
    cells: tuple[tuple[str, str, str], ...]
    remarks: str


def rows(game: Game, number: int) -> tuple[Row, ...]:
    """Return the rows of game `number` (from 0) of a contest between two sides."""
    state, record = game.state, game.state.games[number]
    order = _order(state)
    made: list[Row] = []
    totals = (0, 0)
    for index, board in enumerate(record.boards):
        before = totals
        boards = [each.gain for each in record.boards[: index + 1]]
        totals = score_game(game.rules, boards, "A", game.header.stage, progress.best_of_boards(state)).running[-1]
        cells = tuple(_cells(game, board, side, before, totals) for side in order)
        made.append(
            Row(
                board="extra" if board.extra else str(board.number),
                breaker=name_of(game, board.breaker),
                cells=cells,
                remarks=_remarks(game, board, before),
            )
        )
    return tuple(made)


def _order(state: State) -> tuple[int, int]:
    """The side that broke first is entered first."""
    first = 1 if state.games and state.games[0].opener.startswith("B") else 0
    return first, 1 - first


def _cells(
    game: Game, board: BoardRecord, side: int, before: tuple[int, int], totals: tuple[int, int]
) -> tuple[str, str, str]:
    if board.replay:
        return "-", "-", str(totals[side])
    letter = game.state.sides[side]
    won = letter in board.winners
    men, queen, _ = _split(game, board, before)
    lost_her = board.queen == letter and (not won or not queen)
    took = f"({game.rules.parameters.queen_points})" if lost_her else str(queen) if won and queen else "Nil"
    return took, str(men) if won and men else "Nil", str(totals[side])


def _split(game: Game, board: BoardRecord, before: tuple[int, int]) -> tuple[int, int, int]:
    """Return what of the winner's points are men, queen, and other points (mishaps, demands)."""
    if board.taken:
        return 0, 0, 0
    winner = game.state.sides.index(board.winners[0])
    men = min(board.points, board.men[1 - winner])
    credit = queen_credit(game.rules, before[winner])
    queen = min(board.points - men, credit)
    return men, queen, board.points - men - queen


def _remarks(game: Game, board: BoardRecord, before: tuple[int, int]) -> str:
    if board.replay:
        return f"cancelled ({', '.join(board.clauses)})"
    _, _, others = _split(game, board, before)
    words = [f"{board.slam} slam"] if board.slam else []
    words += [f"+{others}"] if others else []
    words += [", ".join(board.clauses)] if board.clauses else []
    return "; ".join(words)


def score_card(game: Game) -> str:
    """Return the whole card as text."""
    lines = list(_head(game))
    if progress.is_points_game(game.state):
        lines += _points_rows(game)
    else:
        for number, record in enumerate(game.state.games):
            lines += ["", *_game_rows(game, number, record)]
    result = game.result
    won = " and ".join(side_name(game, side) for side in result.winners) if result else "."
    what = "Match" if game.header.contest == "match" else "Game"
    return "\n".join([*lines, "", f"{what} won by: {won}"])


def _head(game: Game) -> Iterator[str]:
    header = game.header
    yield f"Championship: {header.event or '.'}"
    yield f"Match no.: {header.match_number or '.'}   Date: {header.date or '.'}   Round: {header.round or '.'}"
    toss = next((event for event in game.in_force if isinstance(event, Tossed)), None)
    if toss is None:
        yield f"Umpire: {header.umpire or '.'}"
        return
    choice = next((event.what for event in game.in_force if isinstance(event, Chosen)), "break")
    yield f"Umpire: {header.umpire or '.'}   Toss won by: {side_name(game, toss.won_by)}   Choice: {choice}"


def _game_rows(game: Game, number: int, record: GameRecord) -> list[str]:
    order = _order(game.state)
    names = [side_name(game, game.state.sides[index]) for index in order]
    started, finished = _times(game, record)
    head = f"Game {number + 1}   started {started}   finished {finished}"
    table = [
        ["Board", "Break by", *(f"{name}: {what}" for name in names for what in ("queen", "men", "total")), "Remarks"]
    ]
    for row in rows(game, number):
        table.append([row.board, row.breaker, *(cell for cells in row.cells for cell in cells), row.remarks])
    if record.conceded:
        table.append(["", "", *[""] * 6, f"{side_name(game, record.conceded)} concedes the game (Law 139)"])
    return [head, *_aligned(table)]


def _points_rows(game: Game) -> list[str]:
    state = game.state
    names = [side_name(game, side) for side in state.sides]
    table = [["Board", "Break by", *names, "Queen", "Remarks"]]
    for record in state.games:
        for board in record.boards:
            totals = [str(total) for total in board.totals] or ["-"] * len(names)
            queen = side_name(game, board.queen) if board.queen else "Nil"
            table.append([str(board.number), name_of(game, board.breaker), *totals, queen, ", ".join(board.clauses)])
    return ["", *_aligned(table)]


def _times(game: Game, record: GameRecord) -> tuple[str, str]:
    """Return when the first board of the game began and its last one ended, as far as the record says."""
    if not record.boards:
        return ".", "."
    last = game.events[record.boards[-1].event].when
    begun = [
        game.events[number].when
        for number in game.line
        if number < record.boards[0].event and isinstance(game.events[number], RoundBegun)
    ]
    over = progress.result(game.state) is not None or record is not game.state.games[-1]
    return _clock(begun[-1] if begun else None), _clock(last) if over else "."


def _clock(when: int | None) -> str:
    return "." if when is None else datetime.fromtimestamp(when, UTC).strftime("%H:%M")


def _aligned(table: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
