"""Apply a ruling to a round, the only way in which play changes one; continue a board without a retired player."""

from carrom.board import QUEEN, STRIKER, Disc, Seat
from carrom.rules.case import NO_STROKE
from carrom.rules.effects import OWN_BACK, VOID
from carrom.rules.judge import judge_pass
from carrom.rules.points import of_this_turn, queens_change
from carrom.rules.round import COLOUR, Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruling import Ruling, Turn
from carrom.values import changed


def settle(round: Round, ruling: Ruling) -> Round:
    """Return the round after a ruling. Pieces that players place stay in the pockets until they are placed."""
    if ruling.turn is Turn.REFUSE:
        return round
    outcome = ruling.outcome or NO_STROKE
    fallen = tuple(disc for disc in outcome.pocketed if disc is not STRIKER)
    gone = {*fallen, *outcome.jumped}
    lying = [disc for disc in round.on_board if disc not in gone]
    over = ruling.turn in (Turn.END, Turn.REPLAY)
    waiting = () if over or ruling.outcome is not None else round.placings
    centred = (*outcome.jumped, *ruling.centred) if over else ruling.centred
    passed = ruling.turn is Turn.PASS
    following, skips = _following(round) if passed else (round.turn, round.skips)
    stroke = ruling.outcome is not None and ruling.turn is not Turn.RETRY
    broken = stroke and (outcome.moved or bool(outcome.touched))
    ended = passed or over
    return changed(
        round,
        sides=tuple(_side_after(round, index, ruling, fallen) for index in range(len(round.sides))),
        turn=following,
        skips=skips,
        phase=Phase.PLAY if broken else round.phase,
        attempt=ruling.attempt,
        struck=not passed and (round.struck or stroke),
        turns=round.turns + ended,
        passes=_passes(round, ruling),
        on_board=in_rack_order((*lying, *(disc for disc in centred if disc is not STRIKER))),
        pocketed=tuple(disc for disc in (*round.pocketed, *fallen) if disc not in centred),
        queen=ruling.queen,
        queen_side=ruling.queen_side,
        queen_turn=_covering_turn(round, ruling),
        fallen=() if ended else _still_down(round, ruling, fallen) if stroke else round.fallen,
        covered_now=not ended and (_covers(round, ruling) if stroke else round.covered_now),
        misses=0 if ended else round.misses + (stroke and not _pockets_own(round, fallen)),
        placings=(*waiting, *ruling.placings),
        result=ruling.result,
    )


def _following(round: Round) -> tuple[Seat, tuple[Seat, ...]]:
    """Return the seat that plays next, and those that still miss a turn."""
    seat, skips = round.after(round.turn), [*round.skips]
    while seat in skips:
        skips.remove(seat)
        seat = round.after(seat)
    return seat, tuple(skips)


def _passes(round: Round, ruling: Ruling) -> int:
    """Return the number of consecutive passes: a stroke resets it, other calls do not (Law 137, C90)."""
    if ruling.call is None or (ruling.call.what != "pass" and round.ruleset.has("calls-break-passes")):
        return 0
    return round.passes + (ruling.call.what == "pass")


def _covers(round: Round, ruling: Ruling) -> bool:
    return ruling.queen is QueenState.COVERED and round.queen is not QueenState.COVERED


def _still_down(round: Round, ruling: Ruling, fallen: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """Return the discs pocketed in a stroke, without the mover's pieces that its ruling returns."""
    if not any(OWN_BACK in finding.effects for finding in ruling.findings):
        return fallen
    return tuple(disc for disc in fallen if not _pockets_own(round, (disc,)))


def _pockets_own(round: Round, fallen: tuple[Disc, ...]) -> bool:
    colour = round.sides[round.mover].colour
    return any(disc is not QUEEN and (colour is None or COLOUR[disc] is colour) for disc in fallen)


def _covering_turn(round: Round, ruling: Ruling) -> int | None:
    """Return the number of the turn in which the queen was covered, if it is covered."""
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
    """Return one side of a points game after the ruling; returning counters are paid for when they are placed."""
    side = round.sides[index]
    if index != ruling.mover:
        return changed(side, due=ruling.dues[index])
    voided = any(VOID in finding.effects for finding in ruling.findings)
    men = tuple(disc for disc in fallen if disc is not QUEEN)
    void = of_this_turn(round.ruleset.parameters, side) if voided else ()
    pocketed = (*side.taken, *(() if voided else men))
    ends = ruling.turn in (Turn.PASS, Turn.END)
    queens = queens_change(round, ruling.queen, ruling.queen_side)
    return changed(
        side,
        due=ruling.dues[index],
        points=side.points + ruling.gained,
        turn_points=0 if ends else max(0, side.turn_points + ruling.gained - queens),
        taken=tuple(disc for disc in pocketed if disc not in void and disc not in ruling.centred),
        pocketed_before=side.pocketed_before or bool(men),
        pocketed_by_self=side.pocketed_by_self or bool(men),
    )


# -- a board without a player who has retired (reading C81) ------------------------------------------------------------


def without_side(round: Round, index: int) -> Round:
    """Return the round after the only player of a side has retired: its seat is empty and the others play on.

    The side's dues lapse; its points stay. If it was in turn, the turn passes, and an uncovered queen goes back as with
    a pass. Pieces that the player was to place are placed by the next player.
    """
    (seat,) = round.sides[index].seats
    following = round.after(seat)
    sides = tuple(changed(side, due=0) if at == index else side for at, side in enumerate(round.sides))
    waiting, round = round.placings, changed(round, sides=sides, placings=())
    if round.turn is seat and round.phase is Phase.BREAK:
        round = changed(round, turn=following, attempt=1, struck=False)
    elif round.turn is seat and round.result is None:
        alone = changed(round, passes=0)
        round = changed(settle(alone, judge_pass(alone)), passes=0)
    waiting = (*waiting, *round.placings)
    placings = tuple(changed(each, by=following) if each.by is seat else each for each in waiting)
    sides = tuple(changed(side, seats=()) if at == index else side for at, side in enumerate(round.sides))
    return changed(round, sides=sides, placings=placings)
