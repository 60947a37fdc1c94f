"""Refuse facts that contradict each other."""

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.errors import Contradiction
from carrom.rules.round import Phase, Round

_BEFORE_PLAY = Breach.BEFORE_PLAY
_BOTH = LinesLeft.BOTH


def contradiction(round: Round, outcome: Outcome) -> None:
    """Raise `Contradiction` if the outcome is impossible in this round."""
    pocketed, jumped, lying = outcome.pocketed, outcome.jumped, round.on_board
    for disc in pocketed:
        if disc is not STRIKER and disc not in lying:
            raise Contradiction(f"{_named(disc)} cannot have fallen: it was not on the board")
    if len(pocketed) > 1 and len(set(pocketed)) != len(pocketed):
        raise Contradiction(f"{_named(_twice(pocketed))} cannot have fallen twice in one stroke")
    if jumped:
        _check_jumped(round, outcome)
    if round.phase is Phase.BREAK and not outcome.moved and not outcome.touched:
        _check_rack(outcome)
    if round.phase is not Phase.BREAK and outcome.breaches and _BEFORE_PLAY in outcome.breaches:
        raise Contradiction('a stroke before "Play" can only be a break, but the rack is broken already')
    if outcome.lines_left is not _BOTH and STRIKER in (*pocketed, *jumped):
        where = "in a pocket" if STRIKER in pocketed else "over the frame"
        raise Contradiction(f"the striker is {where}, so it must have left both base lines")


def _check_jumped(round: Round, outcome: Outcome) -> None:
    """Check the discs that left the board over the frame."""
    jumped = outcome.jumped
    for disc in jumped:
        if disc in outcome.pocketed:
            raise Contradiction(f"{_named(disc)} cannot have fallen into a pocket and left over the frame")
        if disc is not STRIKER and disc not in round.on_board:
            raise Contradiction(f"{_named(disc)} cannot have left the board: it was not on it")
    if len(set(jumped)) != len(jumped):
        raise Contradiction(f"{_named(_twice(jumped))} cannot have left the board twice in one stroke")


def _check_rack(outcome: Outcome) -> None:
    """Check that nothing left an untouched rack; later in a board a piece on a pocket's edge may fall by itself (Law
    71)."""
    gone = [disc for disc in (*outcome.pocketed, *outcome.jumped) if disc is not STRIKER]
    if gone:
        raise Contradiction(f"{_named(gone[0])} cannot have left its place: nothing was touched")


def _named(disc: Disc) -> str:
    return {QUEEN: "the queen", STRIKER: "the striker"}.get(disc, disc.value)


def _twice(discs: tuple[Disc, ...]) -> Disc:
    return next(disc for disc in discs if discs.count(disc) > 1)
