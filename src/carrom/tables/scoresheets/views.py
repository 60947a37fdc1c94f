"""Views of a score sheet: the state of its game for the page."""

from carrom.board.disc import Kind
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss
from carrom.game.expected.prompt import interval_now
from carrom.game.game import GameHistory
from carrom.game.notation.player_names import name_of, seat_word, side_name, side_word
from carrom.game.officials.apply_official import open_matters, withheld
from carrom.game.officials.official_events import Appealed, Noted, Protested, Signed
from carrom.game.scoring import progress
from carrom.game.scoring.score import queen_credit
from carrom.game.state import BoardRecord
from carrom.protocol.http.scoresheet_state import (
    SheetAwaits,
    SheetBoard,
    SheetClocks,
    SheetEntry,
    SheetHead,
    SheetLog,
    SheetOpen,
    SheetPhase,
    SheetPlayer,
    SheetResult,
    SheetRole,
    SheetSide,
    SheetSignature,
    SheetState,
    Why,
)
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import QueenState
from carrom.tables.scoresheets.keypad import pad, why_not
from carrom.tables.scoresheets.sheet import Sheet
from carrom.umpire.entries import Entry
from carrom.umpire.remarks import on_card
from carrom.umpire.score_card import recorded, rows

INTERVAL = 600
"""Seconds before the last game of a match (Law 138)."""


def told(sheet: Sheet, role: SheetRole, device: str | None, language: str, heard: int | None, now: int) -> SheetState:
    """Return the view of a sheet for a device with a role."""
    game, state = sheet.game, sheet.game.state
    writes = role is not SheetRole.READER and sheet.writer in (None, device)
    locked = Why.NO_WRITER if not writes else Why.ENDED if _shut(sheet, role) else why_not(game)
    all_boards = _boards(game)
    last = sheet.entries[-1] if sheet.entries else None
    round = state.playing
    return SheetState(
        sheet=sheet.name,
        version=sheet.version,
        role=role,
        writes=writes,
        written=sheet.writer is not None,
        heard=heard,
        head=_head(game),
        players=_players(game),
        sides=_sides(game),
        game=max(1, len(state.games)),
        board=_board_number(game),
        playing=round is not None,
        breaker="" if round is None else name_of(game, state.player_at(round.breaker)),
        queen="" if round is None else _QUEEN[round.queen],
        queen_by=_queen_by(game),
        awaits=_awaits(game),
        pad=pad(game, locked),
        last=None if last is None else _entry(last, language),
        ended=all_boards[-1] if all_boards and round is None and _played_out(game) else None,
        boards=all_boards,
        open=_open(game),
        remarks=tuple(on_card(game)),
        notes=tuple(each.remark.text for each in state.remarks if isinstance(each.remark, Noted)),
        result=_result(game),
        closed=sheet.closed,
        signed=_signed(sheet),
        clocks=_clocks(game, now),
        hash=sheet.hash if game.is_over else "",
    )


def _played_out(game: GameHistory) -> bool:
    """Return whether the last board completed the contest by play, or the contest is still open."""
    return game.result is None or game.result.how == "played"


def log(sheet: Sheet, language: str) -> SheetLog:
    """Return every line in force."""
    return SheetLog(entries=tuple(_entry(each, language) for each in sheet.entries))


def _shut(sheet: Sheet, role: SheetRole) -> bool:
    return sheet.closed and role is not SheetRole.REFEREE


_QUEEN = {
    QueenState.BOARD: "board",
    QueenState.PENDING: "pending",
    QueenState.ASIDE: "aside",
    QueenState.COVERED: "covered",
}


def _head(game: GameHistory) -> SheetHead:
    header = game.header
    return SheetHead(
        event=header.event,
        round=header.round,
        match=header.match_number,
        place=header.place,
        date=header.date,
        umpire=header.umpire,
        ruleset=header.ruleset,
        rules=game.rules.title,
        contest=header.contest,
        colours=game.rules.colours_are_owned,
        brown=game.rules.parameters.white_is_brown,
    )


def _players(game: GameHistory) -> tuple[SheetPlayer, ...]:
    sides = game.state.sides
    return tuple(
        SheetPlayer(
            name=name_of(game, player),
            seat=seat,
            word=seat_word(game, seat),
            side=sides.index(game.state.side_at(seat)),
        )
        for seat, player in game.state.seating.places
    )


def _sides(game: GameHistory) -> tuple[SheetSide, ...]:
    state, round = game.state, game.state.playing
    found = []
    for index, letter in enumerate(state.sides):
        side = None if round is None else round.sides[index]
        found.append(
            SheetSide(
                letter=letter,
                name=side_name(game, letter),
                word=side_word(game, letter),
                colour=None if side is None or side.colour is None else side.colour.value,
                men=0 if round is None or side is None or side.colour is None else round.men_on_board(index),
                due=0 if side is None else side.due,
                coming=0 if round is None else sum(each.owner == index for each in round.placings),
                score=_entered(game, game.score[index]),
                games=game.games_won[index],
                points=0 if side is None else side.points,
            )
        )
    return tuple(found)


def _board_number(game: GameHistory) -> int:
    begin = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    counted = game.state.game.counted
    return begin.number if begin is not None else counted + (game.state.playing is not None)


def _queen_by(game: GameHistory) -> str:
    """Return the name of who covered the queen, or must cover it now."""
    round = game.state.playing
    if round is None or round.queen in (QueenState.BOARD, QueenState.ASIDE):
        return ""
    if round.queen is QueenState.PENDING:
        return name_of(game, game.state.player_at(round.turn))
    return "" if round.queen_side is None else side_name(game, game.state.sides[round.queen_side])


def _awaits(game: GameHistory) -> SheetAwaits:
    """Return what is expected, and of whom; simultaneous expectations are all of one kind."""
    if not game.expected:
        return SheetAwaits(phase=SheetPhase.OVER)
    return _awaited(game, game.expected[0])


def _awaited(game: GameHistory, each: Expectation) -> SheetAwaits:
    state = game.state
    match each:
        case Toss(break_only=extra):
            return SheetAwaits(phase=SheetPhase.TOSS, extra=extra)
        case ChooseBreakOrSide(side=side):
            return SheetAwaits(phase=SheetPhase.CHOOSE, player=side_name(game, side))
        case ChooseSeat(side=side):
            return SheetAwaits(phase=SheetPhase.SEATS, player=side_name(game, side))
        case BeginRound(breakers=breakers, number=number, extra=extra):
            names = tuple(name_of(game, state.player_at(seat)) for seat in breakers)
            return SheetAwaits(
                phase=SheetPhase.BEGIN,
                player=names[0],
                seat=breakers[0],
                board=number,
                extra=extra,
                interval=interval_now(game),
                breakers=names,
            )
        case Strike(seat=seat, breaking=breaking, attempt=attempt):
            player = name_of(game, state.player_at(seat))
            return SheetAwaits(phase=SheetPhase.STRIKE, player=player, seat=seat, attempt=attempt if breaking else 0)
        case PlaceDue(seat=seat, disc=disc, left=left):
            assert state.round is not None
            owner = state.sides[state.round.placings[0].owner]
            return SheetAwaits(
                phase=SheetPhase.PLACE,
                player=name_of(game, state.player_at(seat)),
                seat=seat,
                man="white" if disc.kind is Kind.WHITE else disc.kind.value,
                of=side_name(game, owner),
                left=left,
            )
        case Demand(seat=seat, up_to=up_to):
            player = name_of(game, state.player_at(seat))
            return SheetAwaits(phase=SheetPhase.DEMAND, player=player, seat=seat, left=up_to)
    return SheetAwaits(phase=SheetPhase.STRIKE)


def _entry(entry: Entry, language: str) -> SheetEntry:
    game, event = entry.before, entry.events[0]
    seat = getattr(event, "seat", None) or getattr(event, "by", None) or getattr(event, "breaker", None)
    side = getattr(event, "side", None) or getattr(event, "won_by", None)
    who = ""
    if seat is not None:
        who = name_of(game, game.state.player_at(seat))
    elif side is not None:
        who = side_name(game, side)
    return SheetEntry(number=entry.number, line=entry.line, player=who, rulings=entry.told_in(language))


def _boards(game: GameHistory) -> tuple[SheetBoard, ...]:
    """Return every finished board as a row of the card."""
    found = []
    points = progress.is_points_game(game.state)
    for number, record in enumerate(game.state.games):
        cards = () if points else rows(game, number)
        for index, board in enumerate(record.boards):
            found.append(_board(game, number + 1, board, None if points else cards[index], record.boards[: index + 1]))
    return tuple(found)


def _board(
    game: GameHistory, number: int, board: BoardRecord, row: object, so_far: tuple[BoardRecord, ...]
) -> SheetBoard:
    state = game.state
    winner = board.winners[0] if len(board.winners) == 1 and not board.replay else None
    loser = next((side for side in state.sides if side != winner), None) if winner and len(state.sides) == 2 else None
    left = board.men[state.sides.index(loser)] if loser and board.men else 0
    scores = _scores(game, number - 1, len(so_far))
    before = _scores(game, number - 1, len(so_far) - 1)
    took = winner is not None and board.queen == winner and not board.taken and not progress.is_points_game(state)
    credit = queen_credit(game.rules, before[state.sides.index(winner)]) if took and winner and before else 0
    men = min(left, board.points) if winner and not board.taken else 0
    return SheetBoard(
        game=number,
        number=board.number,
        breaker=name_of(game, board.breaker),
        winner=None if winner is None else side_name(game, winner),
        loser=None if loser is None else side_name(game, loser),
        points=board.points,
        men=left,
        queen=None if board.queen is None else side_name(game, board.queen),
        queen_points=max(0, min(credit, board.points - men)),
        taken=board.taken,
        replay=board.replay,
        extra=board.extra,
        slam=board.slam,
        scores=scores,
        totals=board.totals,
        remarks=getattr(row, "remarks", ", ".join(board.clauses)),
    )


def _scores(game: GameHistory, number: int, count: int) -> tuple[int, ...]:
    """Return the recorded score of a game after its first `count` boards."""
    state, boards = game.state, game.state.games[number].boards[:count]
    if progress.is_points_game(state):
        totals = [0] * len(state.sides)
        for board in boards:
            totals = totals if board.replay else [a + b for a, b in zip(totals, board.totals, strict=True)]
        return tuple(totals)
    if not boards:
        return (0,) * len(state.sides)
    from carrom.game.scoring.score import score_game

    gains = [each.gain for each in boards]
    running = score_game(game.rules, gains, "A", game.header.stage, progress.best_of_boards(state)).running[-1]
    return tuple(recorded(game, total) for total in running)


def _entered(game: GameHistory, total: int) -> int:
    """Return a side's total as it is entered on the score card; totals of points games have no limit."""
    return total if progress.is_points_game(game.state) else recorded(game, total)


def _open(game: GameHistory) -> tuple[SheetOpen, ...]:
    found = []
    for each in open_matters(game.state):
        when = game.events[each.event].when
        match each.remark:
            case Appealed(text=text):
                found.append(SheetOpen(what="appeal", by=name_of(game, each.player), text=text, since=when))
            case Protested(side=side, text=text):
                found.append(SheetOpen(what="protest", by=side_name(game, side), text=text, since=when))
    return tuple(found)


def _result(game: GameHistory) -> SheetResult | None:
    result = game.result
    if result is None:
        return None
    several = progress.best_of_games(game.state) > 1 and not progress.is_points_game(game.state)
    lines = progress.match_score(game.state).games if several else ()
    return SheetResult(
        winners=tuple(side_name(game, side) for side in result.winners),
        how=result.how,
        score=result.score,
        games=tuple(line.score for line in lines if line.winner or any(line.score)),
        withheld=withheld(game.state),
    )


def _signed(sheet: Sheet) -> tuple[SheetSignature, ...]:
    inks = sheet.inks()
    return tuple(
        SheetSignature(name=each.remark.name, role=each.remark.role, ink=inks.get(each.event))
        for each in sheet.game.state.remarks
        if isinstance(each.remark, Signed)
    )


def _clocks(game: GameHistory, now: int) -> SheetClocks:
    figures = game.rules.parameters
    return SheetClocks(
        now=now,
        since=game.events[-1].when,
        stroke=figures.stroke_seconds,
        placing=figures.place_seconds,
        interval=INTERVAL,
    )
