"""Late findings: violations noticed too late to be corrected (Laws 51, 82b, 96, 125b)."""

from carrom.board.disc import QUEEN, Disc
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.expected.check import awaited_of
from carrom.game.officials.official_events import Noticed
from carrom.game.scoring import progress
from carrom.game.state import State
from carrom.rules import phases
from carrom.rules.judge import judge_passed_over
from carrom.rules.points import worth
from carrom.rules.round import QueenState, Round, Side, in_rack_order
from carrom.rules.ruling import Ruling
from carrom.rules.settle import settle
from carrom.values import changed


def out_of_turn(state: State, seat: Seat) -> tuple[Round, Ruling]:
    """Return the round in which the player at `seat` strikes although it is another's turn, and what ends that turn.

    The order goes on from there (Law 51). The ruling says what becomes of a queen that waited for her cover or lay
    aside in the turn that was passed over.
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
    """Return the round of a wooden board in play, when a stroke is awaited; else refuse `what`."""
    if state.header.measured:
        raise RefusedRequest(f"{what} cannot be on a simulated board: nothing on it goes unnoticed")
    awaited: phases.Strike = awaited_of(state, phases.Strike, what)
    if awaited.breaking:
        raise RefusedRequest(f"{what} is not known before the rack is broken; {state.called(awaited.seat)} is to break")
    assert state.round is not None
    return state.round


def check_noticed(state: State, event: Noticed) -> Round:
    """Return the round in play; refuse what cannot have gone unnoticed in it."""
    round = _open_round(state, f"noticing {_WORDS[event.what]}")
    if progress.is_points_game(state) and event.what != "queen":
        raise RefusedRequest(f"nobody owns a colour in {state.rules.name}; {_WORDS[event.what]} is not known in it")
    return round


_WORDS = {
    "wrong-man": "a wrong man placed",
    "queen": "an uncovered queen",
    "opponent-man": "a man of the opponent that fell",
}


def wrong_man(state: State, event: Noticed) -> Round:
    """Return the round with the man on the board that was placed instead of the right one (Law 82b)."""
    round = check_noticed(state, event)
    wrong, right = event.disc, event.instead
    if right is None or not right.is_man or not wrong.is_man:
        raise RefusedRequest("a wrong man placed needs the man that lies on the board, and the one it was placed for")
    if right not in round.on_board or wrong in round.on_board:
        raise RefusedRequest(
            f"{wrong.value} lies instead of {right.value}: expected {right.value} on the board by the "
            f"record, and {wrong.value} in the pockets"
        )
    lying = in_rack_order((*(disc for disc in round.on_board if disc is not right), wrong))
    _check_men_left(round, lying)
    return changed(round, on_board=lying, pocketed=(*(disc for disc in round.pocketed if disc is not wrong), right))


def _check_men_left(round: Round, lying: tuple[Disc, ...]) -> None:
    """Refuse a board on which one side has nothing left: it would have ended before."""
    for side in round.sides:
        if not any(disc.kind is side.colour for disc in lying):
            colour = side.colour.value if side.colour else "no"
            raise RefusedRequest(f"then no {colour} man would be left and the board over; correct the stroke instead")


def queen_kept(state: State, event: Noticed) -> Round:
    """Return the round with the queen covered, because nobody had put her back before the next stroke (Law 96)."""
    round = check_noticed(state, event)
    if event.disc is not QUEEN or event.seat is None:
        raise RefusedRequest("an uncovered queen that went unnoticed needs the queen, and the seat of who had her")
    side = state.sides.index(state.side_at(event.seat))
    if round.queen is not QueenState.BOARD or not _had_her(state, side):
        raise RefusedRequest(
            f"the queen cannot count as covered by {state.called(state.side_at(event.seat))}: "
            "expected her put back on this board after that side had pocketed her, and a stroke since"
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
    """Return a side of a points game with the queen's points, and with those that had been void for want of her."""
    if side.colour is not None:
        return side
    last = next(ruling for ruling in reversed(_rulings(state)) if QUEEN in ruling.centred)
    scored = [disc for each in round.sides for disc in each.taken]
    void = tuple(disc for disc in last.voided if disc in round.pocketed and disc not in scored)
    figures = state.rules.parameters
    points = side.points + worth(figures, void) + figures.queen_points
    return changed(side, points=points, taken=(*side.taken, *void))


def _had_her(state: State, side: int) -> bool:
    """Whether that side pocketed the queen on this board, failed to cover her, and somebody has struck since."""
    rulings = _rulings(state)
    hers = [
        index
        for index, ruling in enumerate(rulings)
        if ruling.mover == side and ruling.outcome is not None and QUEEN in ruling.outcome.pocketed
    ]
    if not hers:
        return False
    back = next((index for index in range(hers[-1], len(rulings)) if QUEEN in rulings[index].centred), None)
    return back is not None and any(ruling.outcome is not None for ruling in rulings[back + 1 :])


def _rulings(state: State) -> list[Ruling]:
    """Return the rulings of the board being played."""
    return [judged.ruling for judged in state.rulings if judged.event > state.began]


def opponents_man(state: State, event: Noticed) -> Round:
    """Return the round with a man of the opponent in the pockets that had fallen unnoticed (Law 125b)."""
    round = check_noticed(state, event)
    disc = event.disc
    if event.seat is None or not disc.is_man:
        raise RefusedRequest("a man of the opponent noticed late needs the man, and the seat of who pocketed it")
    mover = state.sides.index(state.side_at(event.seat))
    if disc not in round.on_board or disc.kind is round.sides[mover].colour:
        raise RefusedRequest(
            f"{disc.value} is no man of the opponent of {state.called(event.seat)} that lies on the board"
        )
    lying = tuple(each for each in round.on_board if each is not disc)
    _check_men_left(round, lying)
    sides = tuple(changed(side, pocketed_before=True) if side.colour is disc.kind else side for side in round.sides)
    return changed(round, on_board=lying, pocketed=(*round.pocketed, disc), sides=sides)
