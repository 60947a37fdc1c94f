"""The round that follows a ruling: the one place where a round changes because of a stroke, a call or a pass."""

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.data import changed
from carrom.rules.case import NO_STROKE
from carrom.rules.effects import VOID
from carrom.rules.points import of_this_turn
from carrom.rules.round import COLOUR, Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruling import Ruling, Turn


def settle(round: Round, ruling: Ruling) -> Round:
    """Return the round after a ruling. Men that players place stay in the pockets until they are placed."""
    outcome = ruling.outcome or NO_STROKE
    if ruling.turn is Turn.REFUSE:
        return round
    fallen = tuple(disc for disc in outcome.pocketed if disc is not STRIKER)
    gone = {*fallen, *outcome.jumped}
    lying = [disc for disc in round.on_board if disc not in gone]
    over = ruling.turn in (Turn.END, Turn.REPLAY)
    waiting = () if over or ruling.outcome is not None else round.placings
    centred = (*outcome.jumped, *ruling.centred) if over else ruling.centred
    passed = ruling.turn is Turn.PASS
    touched = outcome.moved or bool(outcome.touched)
    return changed(
        round,
        sides=tuple(_side_after(round, index, ruling, fallen) for index in range(len(round.sides))),
        turn=round.after(round.turn) if passed else round.turn,
        phase=Phase.PLAY if touched else round.phase,
        attempt=ruling.attempt,
        struck=not passed and (round.struck or (ruling.outcome is not None and ruling.turn is not Turn.RETRY)),
        turns=round.turns + (passed or over),
        passes=round.passes + 1 if ruling.call is not None and ruling.call.what == "pass" else 0,
        on_board=in_rack_order((*lying, *(disc for disc in centred if disc is not STRIKER))),
        pocketed=tuple(disc for disc in (*round.pocketed, *fallen) if disc not in centred),
        queen=ruling.queen,
        queen_side=ruling.queen_side,
        queen_turn=_covering_turn(round, ruling),
        placings=(*waiting, *ruling.placings),
        result=ruling.result,
    )


def _covering_turn(round: Round, ruling: Ruling) -> int | None:
    """Return the number of the turn in which the queen was covered, while she is."""
    if ruling.queen is not QueenState.COVERED:
        return None
    return round.queen_turn if round.queen is QueenState.COVERED else round.turns


def _side_after(round: Round, index: int, ruling: Ruling, fallen: tuple[Disc, ...]) -> Side:
    """Return one side after the ruling: dues, rights, and its counters in points games."""
    side = round.sides[index]
    if side.colour is None:
        return _points_side_after(round, index, ruling, fallen)
    own_fell = any(COLOUR[disc] is side.colour for disc in fallen)
    return changed(
        side,
        due=ruling.dues[index],
        pocketed_before=side.pocketed_before or own_fell,
        pocketed_by_self=side.pocketed_by_self or (own_fell and index == ruling.mover),
    )


def _points_side_after(round: Round, index: int, ruling: Ruling, fallen: tuple[Disc, ...]) -> Side:
    """Return one side of a points game after the ruling."""
    side = round.sides[index]
    if index != ruling.mover:
        return changed(side, due=ruling.dues[index])
    voided = any(VOID in finding.effects for finding in ruling.findings)
    men = tuple(disc for disc in fallen if disc is not QUEEN)
    of_turn = of_this_turn(round.ruleset.parameters, side) if voided else ()
    coming = {placing.disc for placing in ruling.placings} | set(ruling.centred) | set(of_turn)
    taken = tuple(disc for disc in (*side.taken, *(() if voided else men)) if disc not in coming)
    ends = ruling.turn in (Turn.PASS, Turn.END)
    return changed(
        side,
        due=ruling.dues[index],
        points=side.points + ruling.points,
        turn_points=0 if ends else max(0, side.turn_points + ruling.points),
        taken=taken,
        pocketed_before=side.pocketed_before or bool(men),
        pocketed_by_self=side.pocketed_by_self or bool(men),
    )
