"""Decisions without a stroke: what an umpire calls."""

from collections.abc import Iterator
from functools import cache

from carrom.rules.case import Case
from carrom.rules.casebook.call_codes import BREACHES, FORFEITS
from carrom.rules.effects import (
    KEEP,
    LOSE,
    ONE_DUE,
    ONE_DUE_OF_THE_OTHER,
    OWN_BACK,
    QUEEN_BACK,
    REMARK,
    REPLAY,
    Effect,
    Ends,
)
from carrom.rules.laws.ending import won
from carrom.rules.round import QueenState


class Breach:
    """The law that names a violation; what it costs is decided by the laws on fouls. Made by `breach`."""

    def __init__(self, code: str, law: str) -> None:
        """Make the law of a call's code; `law` is its sentence."""
        self.code, self.__doc__ = code, law
        self.__name__ = "breach_" + code.replace("-", "_")

    def __call__(self, case: Case) -> Iterator[Effect]:
        """Yield a remark where this was called."""
        if case.call is not None and case.call.what == self.code:
            yield REMARK

    def __reduce__(self) -> tuple[object, ...]:
        """Return how it is made again, so that it can be pickled and stays one law in a process."""
        return breach, (self.code, self.__doc__)


@cache
def breach(code: str, law: str) -> Breach:
    """Return the law of a call's code and its sentence; the same one every time."""
    return Breach(code, law)


def _is(case: Case, *codes: str) -> bool:
    return case.call is not None and case.call.what in codes


def _in_turn(case: Case) -> bool:
    """Whether the player in turn himself broke a rule of conduct that costs a man."""
    return case.in_turn_at_fault and _costs_a_man(case)


def _costs_a_man(case: Case) -> bool:
    """Whether the call is on a violation; what loses a board is one where nobody owns a colour."""
    return _is(case, *BREACHES) or (case.mover_side.colour is None and _is(case, *FORFEITS))


def touching_ends_the_turn(case: Case) -> Iterator[Effect]:
    """Touching any piece but the own striker is a foul: one {man} comes back and the turn is lost, even before the
    first stroke of it, when another violation would leave the turn."""
    if _in_turn(case) and _is(case, "touched-man") and not (case.call and case.call.during):
        yield ONE_DUE
        yield LOSE


def technical_foul_in_turn(case: Case) -> Iterator[Effect]:
    """A violation by the player in turn before the first stroke of his turn is a technical foul: one of his {men} comes
    out and he keeps the turn."""
    assert case.call is not None
    if _in_turn(case) and not case.call.after_stroke and not case.call.during and not case.turn_is_over:
        yield ONE_DUE
        yield KEEP


def technical_foul_out_of_turn(case: Case) -> Iterator[Effect]:
    """A violation by a player who is not in turn, a partner too, is a technical foul: one of his side's {men} comes
    out, what he disturbed is corrected, and the player in turn keeps it."""
    if case.out_of_turn_at_fault and _costs_a_man(case):
        yield ONE_DUE if case.call and case.call.partner else ONE_DUE_OF_THE_OTHER
        yield KEEP


def foul_in_turn(case: Case) -> Iterator[Effect]:
    """A violation by the player in turn after the first stroke of his turn is a foul: one of his {men} comes out and
    the turn is lost."""
    assert case.call is not None
    if _in_turn(case) and case.call.after_stroke and not case.call.during and not case.turn_is_over:
        yield ONE_DUE
        yield LOSE


def foul_during_a_stroke(case: Case) -> Iterator[Effect]:
    """A violation by the player in turn during a stroke is a foul: his {men} that fell in that stroke come out with one
    more, a queen taken or covered by it goes back, and the turn is lost."""
    if _in_turn(case) and case.call is not None and case.call.during:
        if case.fallen_before_the_call:
            yield OWN_BACK
        yield ONE_DUE
        if case.round.covered_now:
            yield QUEEN_BACK
        yield LOSE


# -- losing the board ---------------------------------------------------------------------------------------------


def _forfeit(case: Case) -> Ends:
    """Return the loss of the board by the offender's own men, and the queen if she lies on it (Law 91, C48)."""
    mover_gains = case.call is not None and case.call.side != case.mover
    men = case.others_before if mover_gains else case.own_before
    credited = case.has("a_forfeit_credits_a_covered_queen") and _covered_by(case, mover_gains)
    return won(case, mover_gains, men, case.queen_before is QueenState.BOARD or credited)


def _covered_by(case: Case, mover: bool) -> bool:
    return case.queen_by_mover if mover else case.queen_by_other


def a_forfeit_credits_a_covered_queen(case: Case) -> Iterator[Effect]:
    """Who gains a board that the other side forfeits is credited a queen that he has covered."""
    if case.ended is not None and _covered_by(case, case.ended.mover_wins):
        yield REMARK


def leaving_the_seat(case: Case) -> Iterator[Effect]:
    """Getting up from the seat during the board loses it by the own men left, and {queen_value} for the queen if she
    lies on the board and the gainer may still score for her."""
    if _is(case, "seat"):
        yield _forfeit(case)


def striking_out_of_turn(case: Case) -> Iterator[Effect]:
    """Striking out of turn, seen at once, loses the board by the own men left and the queen if she lies on the board;
    seen only after the next stroke it stands."""
    if _is(case, "out-of-turn"):
        yield _forfeit(case)


def playing_during_an_appeal(case: Case) -> Iterator[Effect]:
    """A stroke made while play is stopped loses the board by the own men left and the queen if she lies on the
    board."""
    if _is(case, "played-during-appeal"):
        yield _forfeit(case)


def wrecking_the_position(case: Case) -> Iterator[Effect]:
    """Whoever disturbs the board so that it cannot be restored loses it by the own men left and the queen if she lies
    on the board."""
    if _is(case, "position-wrecked"):
        yield _forfeit(case)


def loss_of_the_board_costs_a_counter(case: Case) -> Iterator[Effect]:
    """Leaving the chair, striking out of turn, playing while play is stopped and wrecking the position are violations
    that cost a counter: nobody owns a colour by which a board could be lost."""
    if _is(case, *FORFEITS):
        yield REMARK


# -- what changes nobody's score ----------------------------------------------------------------------------------


def their_man_noticed_late(case: Case) -> Iterator[Effect]:
    """A man of the opponent that fell unnoticed stays in the pocket; the turn is lost when it is noticed."""
    if _is(case, "opponent-man-noticed"):
        yield LOSE


def a_pass_gives_the_turn_away(case: Case) -> Iterator[Effect]:
    """A pass gives the turn away; when every player has passed three times in a row the board is played again."""
    yield REPLAY if case.round.passes + 1 >= case.round.passes_to_replay else LOSE


def three_passes_each(case: Case) -> Iterator[Effect]:
    """When every player has passed three times in a row the board is played again by the same breaker."""
    if _is(case, "three-passes"):
        yield REPLAY


def no_spot_for_the_striker(case: Case) -> Iterator[Effect]:
    """When {men} on the lines leave no legal spot for the striker the board is played again by the same breaker."""
    if _is(case, "no-striker-spot"):
        yield REPLAY


def unforeseen_circumstances(case: Case) -> Iterator[Effect]:
    """What nobody could foresee and the umpire cannot mend has the board played again by the same breaker."""
    if _is(case, "unforeseen"):
        yield REPLAY


def a_man_on_its_rim_is_left(case: Case) -> Iterator[Effect]:
    """A {man} that comes to rest on its rim is left as it stands."""
    if _is(case, "man-on-edge"):
        yield KEEP


def men_on_each_other_are_left(case: Case) -> Iterator[Effect]:
    """Any {men} that come to rest on each other are left as they lie."""
    if _is(case, "men-overlap"):
        yield KEEP
