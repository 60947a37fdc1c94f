"""The official score card of a game or match, as rows of text.

The columns are those of the official card: break by, and for each side the queen, the pieces and the grand total. The
side that broke first is entered first. The queen's points are listed under the side that took it, in brackets where
they do not count; the opponent's remaining pieces under the winner, Nil elsewhere. Other points (a loss by mishap,
extra points on demand) are listed in the remarks, with the clauses. Totals are the recorded ones, limited to the
target.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

from carrom.game import progress
from carrom.game.events import Awarded, BoardKept, Chosen, Conceded, RoundBegun, TimeCalled, Tossed
from carrom.game.game import GameHistory
from carrom.game.officials import withheld
from carrom.game.player_names import name_of, side_name
from carrom.game.score import queen_credit, score_game
from carrom.game.state import BoardRecord, GameRecord, State
from carrom.umpire.wording import dashed, final_score, from_side, how_ended, on_card, says, signatures
from carrom.values import Value

Cells = tuple[str, str, str]


class ScoreCardRow(Value, frozen=True, kw_only=True):
    """One board's row; `cells` has queen, pieces and grand total for each side, in the order of the card."""

    board: str
    breaker: str
    cells: tuple[Cells, ...]
    remarks: str


def rows(game: GameHistory, number: int) -> tuple[ScoreCardRow, ...]:
    """Return the rows of game `number` (from 0) of a contest between two sides."""
    state, record = game.state, game.state.games[number]
    order = _order(state, number)
    made: list[ScoreCardRow] = []
    totals = (0, 0)
    for index, board in enumerate(record.boards):
        before = totals
        boards = [each.gain for each in record.boards[: index + 1]]
        totals = score_game(game.rules, boards, "A", game.header.stage, _best_of(state)).running[-1]
        cells = tuple(_cells(game, board, side, before, totals) for side in order)
        made.append(
            ScoreCardRow(
                board="extra" if board.extra else str(board.number),
                breaker=name_of(game, board.breaker),
                cells=cells,
                remarks=_remarks(game, board, before),
            )
        )
    return tuple(made)


def _best_of(state: State) -> int | None:
    """Return the maximum number of boards where totals are boards won; None where they are points."""
    boards = progress.best_of_boards(state)
    return None if boards == 1 else boards


def _order(state: State, number: int = 0) -> tuple[int, ...]:
    """Return the sides in the order of the card for a game (from 0): the side that broke first in it, then the
    others."""
    opener = state.games[number].opener[:1] if state.games else ""
    first = "ABC".index(opener) if opener else 0
    return tuple((first + index) % len(state.sides) for index in range(len(state.sides)))


def _cells(game: GameHistory, board: BoardRecord, side: int, before: tuple[int, int], totals: tuple[int, int]) -> Cells:
    if board.replay:
        return "-", "-", str(recorded(game, totals[side]))
    letter = game.state.sides[side]
    men, queen, _ = _split(game, board, before)
    won = letter in board.winners
    counts = won and queen
    took = str(queen) if counts else f"({game.rules.parameters.queen_points})" if board.queen == letter else "Nil"
    return took, str(men) if won and men else "Nil", str(recorded(game, totals[side]))


def recorded(game: GameHistory, total: int) -> int:
    """Return a total as entered on the card: limited to the target of the game (C27)."""
    target = game.rules.parameters.target_points
    return total if target is None or _best_of(game.state) is not None else min(total, target)


def _split(game: GameHistory, board: BoardRecord, before: tuple[int, int]) -> tuple[int, int, int]:
    """Split the winner's points into points for pieces, for the queen, and for other reasons (mishaps, demands)."""
    if board.taken or not board.winners:
        return 0, 0, 0
    winner = game.state.sides.index(board.winners[0])
    men = min(board.points, board.men[1 - winner])
    took = board.queen == board.winners[0]
    queen = min(board.points - men, queen_credit(game.rules, before[winner])) if took else 0
    return men, queen, board.points - men - queen


def _remarks(game: GameHistory, board: BoardRecord, before: tuple[int, int]) -> str:
    laws = ", ".join(board.clauses)
    if board.replay:
        return f"cancelled ({laws})"
    _, _, others = _split(game, board, before)
    words = [f"toss: {side_name(game, board.breaker[0])}"] if board.extra else []
    words += [f"{board.slam} slam"] if board.slam else []
    words += [f"+{others}"] if others else []
    if board.taken:
        loser = next(side for side in game.state.sides if side not in board.winners)
        words.append(f"{side_name(game, loser)} -{board.points}")
    return "; ".join([*words, laws] if laws else words)


def score_card(game: GameHistory, zone: tzinfo | None = None) -> str:
    """Return the card of a game (`carrom.Game.fold`) as text, with times in `zone` (None for the local time zone).

    >>> import carrom
    >>> print(carrom.score_card(carrom.Game(names=["Asha", "Bilal"]).history).splitlines()[0])
    Championship: .   Place: .
    """
    lines = list(_head(game, zone))
    if progress.is_points_game(game.state):
        lines += ["", *_points_rows(game)]
    else:
        for number, record in enumerate(game.state.games):
            lines += ["", *_game_rows(game, number, record, zone)]
    return "\n".join([*lines, "", *_foot(game)])


def _head(game: GameHistory, zone: tzinfo | None) -> Iterator[str]:
    header = game.header
    yield f"Championship: {header.event or '.'}   Place: {header.place or '.'}"
    yield f"Match no.: {header.match_number or '.'}   Date: {header.date or '.'}   Round: {header.round or '.'}"
    toss, choice = _toss(game)
    yield f"Umpire: {header.umpire or '.'}   Toss won by: {toss}   Choice: {choice}"
    times = [event.when for event in game.in_force if event.when is not None]
    yield f"Rules: {game.rules.title}" + (f"   Times: {_offset(times[0], zone)}" if times else "")


def _toss(game: GameHistory) -> tuple[str, str]:
    """Return the winner of the match's toss, and their choice; a toss after the first board is ignored."""
    toss, choice = ".", "."
    for event in game.in_force:
        if isinstance(event, RoundBegun | BoardKept):
            break
        if isinstance(event, Tossed):
            toss = side_name(game, event.won_by)
            choice = "break" if len(game.state.sides) > 2 else "."
        if isinstance(event, Chosen):
            choice = event.what
    return toss, choice


def _foot(game: GameHistory) -> Iterator[str]:
    remarks = on_card(game)
    yield "Umpire's remarks: ." if not remarks else "Umpire's remarks:"
    yield from (f"  {remark}" for remark in remarks)
    what = game.header.contest.capitalize() if game.header.contest in ("match", "board") else "Game"
    result = game.result
    if result is None:
        yield f"{what} won by: ."
    else:
        names = " and ".join(side_name(game, side) for side in result.winners) or "nobody"
        shared = " (shared)" if len(result.winners) > 1 else ""
        held = " (withheld: a protest is open)" if withheld(game.state) else ""
        yield f"{what} won by: {names}{shared}{how_ended(game)}{final_score(game)}{held}"
    signed = signatures(game)
    if signed:
        yield f"Signed: {', '.join(signed)}"


def _game_rows(game: GameHistory, number: int, record: GameRecord, zone: tzinfo | None) -> list[str]:
    order = _order(game.state, number)
    names = [side_name(game, game.state.sides[index]) for index in order]
    started, finished = _times(game, number, zone)
    head = f"Game {number + 1}   started {started}   finished {finished}"
    total = "Total" if _best_of(game.state) is None else "Won"
    table = [["Board", "Break by", *("Queen", "Men", total) * 2, "Remarks"]]
    for row in rows(game, number):
        table.append([row.board, row.breaker, *(cell for cells in row.cells for cell in cells), row.remarks])
    return [head, *_aligned(table, names), *_game_result(game, number, record)]


def _game_result(game: GameHistory, number: int, record: GameRecord) -> list[str]:
    """Return the winner of a game, with its recorded score and how it ended; empty while it is in progress."""
    line = progress.match_score(game.state).games[number]
    if game.header.contest == "board" or not (line.winner or record.timed):
        return []
    how = f" ({says(game, record.conceded, 'concede')}, Law 139)" if record.conceded else ""
    how += " (time)" if record.timed else ""
    how += f" ({record.awarded.how}, {record.awarded.law})" if record.awarded else ""
    if line.winner is None:
        return [f"Game {number + 1} drawn {dashed(line.score)}{how}"]
    score = from_side(line.score, game.state.sides.index(line.winner))
    return [f"Game {number + 1} won by: {side_name(game, line.winner)} {dashed(score)}{how}"]


def _points_rows(game: GameHistory) -> list[str]:
    """Return the boards of a points game: the points of every side, and the totals if there are several boards."""
    state = game.state
    boards = [board for record in state.games for board in record.boards]
    several = len(boards) > 1 or game.rules.parameters.target_points is not None
    order = _order(state)
    names = [side_name(game, state.sides[index]) for index in order]
    heads = ("Points", "Total") * len(names) if several else tuple(names)
    table = [["Board", "Break by", *heads, "Queen", "Remarks"]]
    totals = [0] * len(names)
    for board in boards:
        points = (0,) * len(names) if board.replay else board.totals
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        shown = ["-" if board.replay else str(each) for each in points]
        cells = [cell for index in order for cell in (shown[index], str(totals[index]))[: 1 + several]]
        queen = side_name(game, board.queen) if board.queen else "Nil"
        cancelled = f"cancelled ({', '.join(board.clauses)})" if board.replay else ", ".join(board.clauses)
        table.append([str(board.number), name_of(game, board.breaker), *cells, queen, cancelled])
    return _aligned(table, names if several else (), 2)


def _times(game: GameHistory, number: int, zone: tzinfo | None) -> tuple[str, str]:
    """Return the start time of a game's first board and the end time of the game, as far as recorded."""
    ends = [_end(game, each) for each in range(number + 1)]
    after = ends[number - 1] if number else None
    begun = [event for at, event in game.numbered if at > (after or 0) and isinstance(event, RoundBegun | BoardKept)]
    last = ends[number]
    started = begun[0].when if begun else None
    return _clock(started, zone), _clock(None if last is None else game.events[last].when, zone)


def _end(game: GameHistory, number: int) -> int | None:
    """Return the number of the event that ended a game, or None while it is in progress."""
    state, record = game.state, game.state.games[number]
    decided = [at for at, event in game.numbered if isinstance(event, Conceded | TimeCalled | Awarded)]
    if (state.conceded is not None or state.awarded is not None) and record is state.games[-1]:
        return decided[-1]
    if _decreed(record):
        return decided[sum(_decreed(each) for each in state.games[:number])]
    over = progress.match_score(state).games[number].winner is not None
    return record.boards[-1].event if over and record.boards else None


def _decreed(record: GameRecord) -> bool:
    """Return whether a game was ended by a decision or the clock, not by its boards."""
    return record.conceded is not None or record.timed or record.awarded is not None


def _clock(when: int | None, zone: tzinfo | None) -> str:
    return "." if when is None else datetime.fromtimestamp(when, UTC).astimezone(zone).strftime("%H:%M")


def _offset(when: int, zone: tzinfo | None) -> str:
    """Return the card's time zone as an offset from UTC: `UTC+05:30`."""
    offset = datetime.fromtimestamp(when, UTC).astimezone(zone).strftime("%z")
    return "UTC" if offset == "+0000" else f"UTC{offset[:3]}:{offset[3:5]}"


def _aligned(table: list[list[str]], names: Sequence[str], span: int = 3) -> list[str]:
    """Return rows of cells as text; each of `names` is centred above the `span` columns of a side, from the third
    on."""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    blocks = [sum(widths[:2]) + 2]
    for index, name in enumerate(names):
        first, last = span * index + 2, span * index + span + 1
        inner = sum(widths[first:last]) + 2 * (span - 1)
        widths[last] = max(widths[last], len(name) - inner)
        blocks.append(inner + widths[last])
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    if not names:
        return lines
    above = "  ".join(word.ljust(width) for word, width in zip(("", *names), blocks, strict=True))
    return [above.rstrip(), *lines]
