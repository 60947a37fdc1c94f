"""Answers about a position set up by hand: whether it is legal, and what a stroke leads to."""

from carrom import protocol
from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.board.notation import write_position
from carrom.board.placement.striker_spots import Span, striker_at
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.game.scoring.score import add_points
from carrom.practice.check_position import spans
from carrom.practice.play import PracticeResult, fallen
from carrom.practice.setup import SetupPosition, moment_of, position_of, rules_of
from carrom.rules.round import Phase, QueenState, Round
from carrom.tables.views.animation import film_of, verdict_of
from carrom.values import changed

_QUEEN = {
    QueenState.BOARD: protocol.QueenWhere.BOARD,
    QueenState.PENDING: protocol.QueenWhere.PENDING,
    QueenState.COVERED: protocol.QueenWhere.COVERED,
    QueenState.ASIDE: protocol.QueenWhere.ASIDE,
}
_COLOUR = {Kind.WHITE: protocol.Colour.WHITE, Kind.BLACK: protocol.Colour.BLACK, None: None}


def told(nonce: str, moment: SetupPosition, after: PracticeResult, legal: bool) -> protocol.TriedStroke:
    """Return the result of a stroke, with the board after it."""
    following = _following(moment, after)
    rules, seat = rules_of(moment), following.turn
    over = after.round is not None and after.round.result is not None
    free = () if over else spans(rules, after.position, seat, legal)
    played = after.played
    ruling = None if after.ruling is None else verdict_of(after.ruling)
    motion = None
    if played is not None and after.stroke is not None:
        there = striker_at(moment.turn, after.stroke.x, after.stroke.y)
        motion = film_of(moment.turn, after.stroke, position_of(moment).having(STRIKER, there), played)
    return protocol.TriedStroke(
        nonce=nonce,
        motion=motion,
        pocketed=(*fallen(after), *((STRIKER,) if played is not None and STRIKER in played.outcome.pocketed else ())),
        touched=played.outcome.touched if played is not None else (),
        ruling=ruling,
        state=state_of(after.round, after.position, seat, free, ruling),
        moment=following,
    )


def _following(moment: SetupPosition, after: PracticeResult) -> SetupPosition:
    """Return the position after the stroke, to continue from."""
    if after.round is not None:
        return moment_of(after.round, after.position)
    taken = moment.queen == "board" and QUEEN not in after.position
    queen = "mover" if taken else moment.queen
    return changed(moment, position=write_position(after.position), queen=queen, attempt=None, kept="")


def state_of(
    round: Round | None,
    position: Position,
    seat: Seat,
    free: tuple[Span, ...],
    ruling: protocol.Verdict | None,
) -> protocol.State:
    """Return the state of a board with the legal striker positions; without a round, neither side owns a colour."""
    over = round is not None and round.result is not None
    breaking = round is not None and round.phase is Phase.BREAK and not over
    strike = protocol.ExpectStrike(
        seat=seat,
        attempt=round.attempt if round is not None and breaking else None,
        attempts=round.ruleset.parameters.break_attempts if round is not None else 1,
        intervals=tuple(protocol.Interval(span.low, span.high, span.y) for span in free),
        may_pass=False,
    )
    playing = protocol.Phase.BREAK if breaking else protocol.Phase.PLAY
    return protocol.State(
        position=position,
        phase=protocol.Phase.BOARD_OVER if over else playing,
        turn=None if over else seat,
        expected=() if over else (strike,),
        board=1,
        breaker=round.breaker if round is not None else seat,
        sides=tuple(_side(round, index) for index in range(len(round.sides))) if round is not None else (),
        queen=_queen(round),
        boards=() if round is None or not over else _boards(round),
        ruling=ruling,
        result=None,
        can_undo=False,
        can_resign=False,
        strokes=0,
    )


def _side(round: Round, index: int) -> protocol.SideState:
    side = round.sides[index]
    return protocol.SideState(
        seats=side.seats,
        colour=_COLOUR[side.colour],
        score=side.score + side.points,
        on_board=round.men_on_board(index),
        pocketed=tuple(disc for disc in round.in_pockets(index) if disc is not Disc.Q),
        due=side.due,
    )


def _queen(round: Round | None) -> protocol.QueenState:
    if round is None:
        return protocol.QueenState(where=protocol.QueenWhere.BOARD)
    side = round.queen_side if round.queen is QueenState.COVERED else None
    if round.queen in (QueenState.PENDING, QueenState.ASIDE):
        side = round.mover
    return protocol.QueenState(where=_QUEEN[round.queen], seat=None if side is None else round.sides[side].seats[0])


def _boards(round: Round) -> tuple[protocol.BoardResult, ...]:
    """Return the result of the board as the only row of a scorecard."""
    result = round.result
    assert result is not None, "a board that is over has a result"
    alone = result.winners[0] if len(result.winners) == 1 else None
    totals = [side.score + side.points for side in round.sides]
    if alone is not None and round.ruleset.colours_are_owned:
        add_points(totals, alone, result)
    winner = None if alone is None else round.sides[alone].seats[0]
    return (protocol.BoardResult(winner=winner, points=result.points, score=tuple(totals)),)
