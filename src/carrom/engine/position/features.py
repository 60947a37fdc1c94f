"""Features of a position for the value network."""

from carrom.board.disc import Kind
from carrom.rules.round import Phase, QueenState, Round

(
    F_BROKEN,
    F_COLOUR,
    F_QUARTERS,
    F_MINE,
    F_THEIRS,
    F_DUE_MINE,
    F_DUE_THEIRS,
    F_QUEEN,
    F_DOWN_MINE,
    F_DOWN_THEIRS,
    F_SCORE_MINE,
    F_SCORE_THEIRS,
    F_THEIR_QUARTERS,
    FACTS,
) = range(14)
FREE, MINE, THEIRS, TO_COVER = range(4)
"""State of the queen: on the board (or about to return), covered by a side, or waiting for my covering stroke."""


def facts(round_: Round, side: int) -> tuple[int, ...]:
    """Return the features of a round for `side`, which strikes next, in rule sets where two sides own colours.

    Pieces that wait to be placed count as due.
    """
    mine, theirs = round_.sides[side], round_.sides[1 - side]
    waiting = [sum(1 for each in round_.placings if each.owner == index) for index in (side, 1 - side)]
    colour = {None: 0, Kind.WHITE: 1, Kind.BLACK: 2}[mine.colour]
    mover = round_.turn if round_.turn in mine.seats else round_.after(round_.turn)
    queen = FREE
    if round_.queen is QueenState.COVERED:
        queen = MINE if round_.queen_side == side else THEIRS
    elif round_.queen is QueenState.PENDING and round_.turn in mine.seats:
        queen = TO_COVER
    return (
        int(round_.phase is Phase.PLAY),
        colour,
        mover.quarters,
        round_.men_on_board(side),
        round_.men_on_board(1 - side),
        mine.due + waiting[0],
        theirs.due + waiting[1],
        queen,
        int(mine.pocketed_before),
        int(theirs.pocketed_before),
        mine.score,
        theirs.score,
        round_.after(mover).quarters,
    )
