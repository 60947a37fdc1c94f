"""Continue a board without a player who has retired (reading C81)."""

from carrom.rules.judge import judge_pass
from carrom.rules.round import Phase, Round
from carrom.rules.settle import settle
from carrom.values import changed


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
