"""Late findings: violations noticed too late to correct (Laws 51, 82b, 96, 125b)."""

from carrom.board.disc import QUEEN, Disc
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.expected.check import awaited_of
from carrom.game.officials.official_events import Noticed
from carrom.game.scoring import progress
from carrom.game.state import State
from carrom.rules import phases
from carrom.rules.judge import judge_found_late, judge_passed_over
from carrom.rules.points import worth
from carrom.rules.round import QueenState, Round, Side, in_rack_order
from carrom.rules.ruling import Ruling
from carrom.rules.settle import settle
from carrom.values import changed


def out_of_turn(state: State, seat: Seat) -> tuple[Round, Ruling]:
    """Return the round with `seat` in turn after a stroke out of turn, and the ruling that ended the skipped turn.

    The order of play continues from that seat (Law 51). The ruling covers a queen that was waiting for its cover or lay
    aside in the skipped turn.
    """
    round = _open_round(state, "a stroke out of turn")
    check_still_plays(state, seat)
    if seat is round.turn:
        raise RefusedRequest(f"it is {state.called(seat)}'s turn; expected another player out of turn")
    lost = judge_passed_over(round)
    return changed(settle(round, lost), turn=seat, passes=0), lost


def check_still_plays(state: State, seat: Seat) -> None:
    """Refuse a player who has retired while the others play on, and an empty seat."""
    if state.side_at(seat) in state.retired:
        raise RefusedRequest(f"{state.name_at(seat)} has retired; expected a player who plays on")


def _open_round(state: State, what: str) -> Round:
    """Return the round of a wooden board when a stroke is expected; refuse `what` otherwise."""
    if state.header.measured:
        raise RefusedRequest(f"{what} cannot happen on a simulated board: nothing goes unnoticed there")
    awaited: phases.Strike = awaited_of(state, phases.Strike, what)
    if awaited.breaking:
        raise RefusedRequest(f"{what} cannot precede the break; {state.called(awaited.seat)} is to break")
    assert state.round is not None
    return state.round


def check_noticed(state: State, event: Noticed) -> Round:
    """Return the current round; refuse a finding that is impossible in it."""
    round = _open_round(state, f"noticing {_WORDS[event.what]}")
    if progress.is_points_game(state) and event.what != "queen":
        raise RefusedRequest(f"{state.rules.name} has no owned colours, so {_WORDS[event.what]} is impossible")
    return round


_WORDS = {
    "wrong-man": "a wrong piece placed",
    "queen": "an uncovered queen",
    "opponent-man": "an opponent's piece that fell",
}


def wrong_man(state: State, event: Noticed) -> Round:
    """Return the round with the wrongly placed piece on the board instead of the right one (Law 82b)."""
    round = check_noticed(state, event)
    wrong, right = event.disc, event.instead
    if right is None or not right.is_man or not wrong.is_man:
        raise RefusedRequest("a wrong piece placed needs the piece on the board, and the one it was placed for")
    if right not in round.on_board or wrong in round.on_board:
        raise RefusedRequest(
            f"{wrong.value} cannot be there instead of {right.value}: expected {right.value} on the board by the "
            f"record, and {wrong.value} in the pockets"
        )
    lying = in_rack_order((*(disc for disc in round.on_board if disc is not right), wrong))
    _check_men_left(round, lying)
    return changed(round, on_board=lying, pocketed=(*(disc for disc in round.pocketed if disc is not wrong), right))


def _check_men_left(round: Round, lying: tuple[Disc, ...]) -> None:
    """Refuse a board on which one side has no pieces left: it would have ended before."""
    for side in round.sides:
        if not any(disc.kind is side.colour for disc in lying):
            colour = side.colour.value if side.colour else "no"
            raise RefusedRequest(f"no {colour} piece would be left; correct the stroke that ended the board instead")


def queen_kept(state: State, event: Noticed) -> Round:
    """Return the round with the queen covered, because it was not put back before the next stroke (Law 96)."""
    round = check_noticed(state, event)
    if event.disc is not QUEEN or event.seat is None:
        raise RefusedRequest("an unnoticed uncovered queen needs the queen, and the seat that pocketed it")
    side = state.sides.index(state.side_at(event.seat))
    if round.queen is not QueenState.BOARD or not _had_the_queen(state, side):
        raise RefusedRequest(
            f"the queen cannot count as covered by {state.called(state.side_at(event.seat))}: "
            "expected that side to have pocketed it, it to have been put back, and a stroke since"
        )
    return changed(
        round,
        sides=tuple(
            _with_queen(state, round, each) if index == side else each for index, each in enumerate(round.sides)
        ),
        queen=QueenState.COVERED,
        queen_side=side,
        on_board=tuple(disc for disc in round.on_board if disc is not QUEEN),
        pocketed=(*round.pocketed, QUEEN),
    )


def _with_queen(state: State, round: Round, side: Side) -> Side:
    """Return a side of a points game with the queen's points, and with the points voided for lack of a cover."""
    if side.colour is not None:
        return side
    last = next(ruling for ruling in reversed(_rulings(state)) if QUEEN in ruling.centred)
    scored = [disc for each in round.sides for disc in each.taken]
    restored = () if state.rules.has("late-queen-alone") else last.voided
    void = tuple(disc for disc in restored if disc in round.pocketed and disc not in scored)
    figures = state.rules.parameters
    points = side.points + worth(figures, void) + figures.queen_points
    return changed(side, points=points, taken=(*side.taken, *void))


def _had_the_queen(state: State, side: int) -> bool:
    """Return whether that side pocketed the queen on this board without covering it, and a stroke has followed."""
    rulings = _rulings(state)
    pocketed_by_side = [
        index
        for index, ruling in enumerate(rulings)
        if ruling.mover == side and ruling.outcome is not None and QUEEN in ruling.outcome.pocketed
    ]
    if not pocketed_by_side:
        return False
    back = next((index for index in range(pocketed_by_side[-1], len(rulings)) if QUEEN in rulings[index].centred), None)
    return back is not None and any(ruling.outcome is not None for ruling in rulings[back + 1 :])


def _rulings(state: State) -> list[Ruling]:
    """Return the rulings on the current board."""
    return [judged.ruling for judged in state.rulings if judged.event > state.began]


def paid_now(round: Round, event: Noticed) -> Ruling | None:
    """Return the ruling by which a side pays what it owes with a piece that a late finding put into a pocket.

    A due is taken as soon as a piece is available (Laws 72c, 78a). The player who pocketed it places it (78b ii).
    None if nobody owes anything, or has nothing to pay with.
    """
    owing = [index for index, side in enumerate(round.sides) if side.due and round.returnable(index)]
    if not owing:
        return None
    ruling = judge_found_late(round, owing[0])
    if event.what != "opponent-man" or event.seat is None:
        return ruling
    fallen, seat = event.disc.kind, event.seat
    placings = (changed(each, by=seat) if each.disc.kind is fallen else each for each in ruling.placings)
    return changed(ruling, placings=tuple(placings))


def missing_a_turn(round: Round, event: Noticed) -> Round:
    """Return the round in which a player whose turn is over misses the next one, where the rule set has that (C85)."""
    if event.what != "opponent-man" or event.seat is None or not round.ruleset.has("late-man-next-turn"):
        return round
    return changed(round, skips=(*round.skips, event.seat))


def opponents_man(state: State, event: Noticed) -> Round:
    """Return the round with an opponent's piece in the pockets that had fallen unnoticed (Law 125b)."""
    round = check_noticed(state, event)
    disc = event.disc
    if event.seat is None or not disc.is_man:
        raise RefusedRequest("an opponent's piece noticed late needs the piece, and the seat that pocketed it")
    mover = state.sides.index(state.side_at(event.seat))
    if disc not in round.on_board or disc.kind is round.sides[mover].colour:
        raise RefusedRequest(
            f"{disc.value} is not a piece on the board that belongs to the opponent of {state.called(event.seat)}"
        )
    lying = tuple(each for each in round.on_board if each is not disc)
    _check_men_left(round, lying)
    sides = tuple(changed(side, pocketed_before=True) if side.colour is disc.kind else side for side in round.sides)
    return changed(round, on_board=lying, pocketed=(*round.pocketed, disc), sides=sides)
