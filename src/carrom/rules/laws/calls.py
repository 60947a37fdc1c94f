"""Laws on decisions without a stroke: the umpire's calls."""

from collections.abc import Iterator
from functools import cache

from carrom.rules import effects
from carrom.rules.case import Case
from carrom.rules.laws.ending import LawRow, won
from carrom.rules.round import QueenState


class Breach:
    """A law that names a violation; its penalty is decided by the laws on fouls. Created by `breach`."""

    def __init__(self, code: str, law: str) -> None:
        """Make the law of a call's code; `law` is its sentence."""
        self.code, self.__doc__ = code, law
        self.__name__ = "breach_" + code.replace("-", "_")

    def __call__(self, case: Case) -> Iterator[effects.Effect]:
        """Yield a remark if this violation was called."""
        if case.call is not None and case.call.what == self.code:
            yield effects.REMARK

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling: recreate through `breach`, so each law stays unique in a process."""
        return breach, (self.code, self.__doc__)


@cache
def breach(code: str, law: str) -> Breach:
    """Return the law for a call's code and its sentence; always the same object."""
    return Breach(code, law)


PLACED_ON_CENTRE = breach("placed-on-centre", "A due {man} is not placed on the centre circle.")
PLACED_WHILE_HOLDING = breach(
    "placed-while-holding", "While a due {man} is placed, no other piece and no striker is held."
)
PLACED_FOR_A_SHOT = breach("placed-for-a-shot", "A due {man} is not placed as a shot with the queen.")


def _is(case: Case, *codes: str) -> bool:
    return case.call is not None and case.call.what in codes


def _in_turn(case: Case) -> bool:
    """Return whether the player in turn broke a rule of conduct that costs a man."""
    return case.in_turn_at_fault and _costs_a_man(case)


def _costs_a_man(case: Case) -> bool:
    """Return whether the call is for a violation of one of the book's clauses; where colours are not owned, this
    includes those that lose a board."""
    assert case.call is not None
    if _is(case, *_PLACED_WRONG) and case.has("placing_faults_are_corrected"):
        return False
    if case.out_of_turn_at_fault and _is(case, "touched-man") and case.has("touch_out_of_turn_is_put_right"):
        return False
    if case.call.what in effects.BREACHES:
        return case.has(f"breach_{case.call.what.replace('-', '_')}")
    return case.mover_side.colour is None and _is(case, *effects.FORFEITS) and not case.has("misconduct_costs_the_turn")


_PLACED_WRONG = ("placed-wrong-man", "placed-for-a-shot")
"""The placer's violations whose price no text names (C62)."""


def placing_faults_are_corrected(case: Case) -> Iterator[effects.Effect]:
    """An own man that the placer puts down, and a due man placed as a shot with the queen, are corrected without a
    price."""
    if _is(case, *_PLACED_WRONG):
        yield effects.KEEP


def touching_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Touching any piece other than one's own striker is a foul: one {man} comes back and the turn is lost, even before
    the first stroke of it, when another violation would not end the turn."""
    if _in_turn(case) and _is(case, "touched-man") and not (case.call and case.call.during):
        yield effects.ONE_DUE
        yield effects.LOSE


def touch_out_of_turn_is_put_right(case: Case) -> Iterator[effects.Effect]:
    """A piece that anyone but the player in turn touches is put back, and that costs nothing."""
    if case.out_of_turn_at_fault and _is(case, "touched-man"):
        yield effects.KEEP


def powder_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Applying or removing powder after "Play" is a foul: one {man} comes back and the turn is lost, even before the
    first stroke of it."""
    if _in_turn(case) and _is(case, "powder") and not (case.call and case.call.during):
        yield effects.ONE_DUE
        yield effects.LOSE


def technical_foul_in_turn(case: Case) -> Iterator[effects.Effect]:
    """A violation by the player in turn before the first stroke of the turn is a technical foul: one of the player's
    {men} comes out and the player keeps the turn."""
    assert case.call is not None
    if _in_turn(case) and not case.call.after_stroke and not case.call.during and not case.turn_is_over:
        yield effects.ONE_DUE
        yield effects.KEEP


def technical_foul_out_of_turn(case: Case) -> Iterator[effects.Effect]:
    """A violation by anyone but the player in turn, even the partner, is a technical foul: one of that side's {men}
    comes out, anything disturbed is corrected, and the player in turn keeps the turn."""
    if case.out_of_turn_at_fault and _costs_a_man(case):
        yield effects.ONE_DUE if case.call and case.call.partner else effects.ONE_DUE_OF_THE_OTHER
        yield effects.KEEP


def foul_in_turn(case: Case) -> Iterator[effects.Effect]:
    """A violation by the player in turn after the first stroke of the turn is a foul: one of the player's {men} comes
    out and the turn is lost."""
    assert case.call is not None
    if _in_turn(case) and case.call.after_stroke and not case.call.during and not case.turn_is_over:
        yield effects.ONE_DUE
        yield effects.LOSE


def foul_during_a_stroke(case: Case) -> Iterator[effects.Effect]:
    """A violation by the player in turn during a stroke is a foul: the player's {men} that fell in that stroke come out
    with one more, a queen taken or covered by it goes back, and the turn is lost."""
    if _in_turn(case) and case.call is not None and case.call.during:
        if case.fallen_before_the_call:
            yield effects.OWN_BACK
        yield effects.ONE_DUE
        if case.round.covered_now:
            yield effects.QUEEN_BACK
        yield effects.LOSE


def foul_during_a_stroke_leaves_the_queen(case: Case) -> Iterator[effects.Effect]:
    """A violation by the player in turn during a stroke is a foul: the player's {men} that fell in that stroke come out
    with one more, and the turn is lost; a queen covered by it stays covered, and a due paid by it stays paid."""
    yield from (effect for effect in foul_during_a_stroke(case) if effect != effects.QUEEN_BACK)


# -- losing the board --------------------------------------------------------------------------------------------------


def _forfeit(case: Case) -> effects.Ends:
    """Return the loss of the board: the offender's own men, and the queen if it is on the board (Law 91, C48)."""
    mover_gains = case.call is not None and case.call.side != case.mover
    men = case.others_before if mover_gains else case.own_before
    credited = case.has("a_forfeit_credits_a_covered_queen") and _covered_by(case, mover_gains)
    return won(case, mover_gains, men, case.queen_before is QueenState.BOARD or credited)


def _covered_by(case: Case, mover: bool) -> bool:
    return case.queen_by_mover if mover else case.queen_by_other


def a_forfeit_credits_a_covered_queen(case: Case) -> Iterator[effects.Effect]:
    """A side that gains a forfeited board is credited with a queen that it has covered."""
    if case.ended is not None and _covered_by(case, case.ended.mover_wins):
        yield effects.REMARK


def leaving_the_seat(case: Case) -> Iterator[effects.Effect]:
    """Getting up from the seat during the board loses it by the own men left, and {queen_value} for the queen if it
    lies on the board and the side that gains may still score for it."""
    if _is(case, "seat"):
        yield _forfeit(case)


def striking_out_of_turn(case: Case) -> Iterator[effects.Effect]:
    """Striking out of turn, if noticed at once, loses the board by the own men left and the queen if it lies on the
    board; if noticed only after the next stroke, it stands."""
    if _is(case, "out-of-turn"):
        yield _forfeit(case)


def playing_during_an_appeal(case: Case) -> Iterator[effects.Effect]:
    """A stroke made while play is stopped loses the board by the own men left and the queen if it lies on the board."""
    if _is(case, "played-during-appeal"):
        yield _forfeit(case)


def wrecking_the_position(case: Case) -> Iterator[effects.Effect]:
    """A player who disturbs the board so that it cannot be restored loses it by the own men left and the queen if it
    lies on the board."""
    if _is(case, "position-wrecked"):
        yield _forfeit(case)


def loss_of_the_board_costs_a_counter(case: Case) -> Iterator[effects.Effect]:
    """Leaving the chair, striking out of turn, playing while play is stopped and wrecking the position are violations
    that cost a counter: colours are not owned, so no board can be lost by them."""
    if _is(case, *effects.FORFEITS):
        yield effects.REMARK


def misconduct_costs_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Leaving the chair, striking out of turn, playing while play is stopped and wrecking the position cost no counter;
    a player in turn who does so loses the turn."""
    if _is(case, *effects.FORFEITS):
        yield effects.LOSE if case.in_turn_at_fault else effects.KEEP


# -- calls without a penalty -------------------------------------------------------------------------------------------


def their_man_noticed_late(case: Case) -> Iterator[effects.Effect]:
    """A man of the opponent that fell unnoticed stays in the pocket; the turn is lost when it is noticed."""
    if _is(case, "opponent-man-noticed"):
        yield effects.LOSE


def a_pass_gives_the_turn_away(case: Case) -> Iterator[effects.Effect]:
    """A pass ends the turn; when every player has passed three times in a row, the board is played again."""
    yield effects.REPLAY if case.round.passes + 1 >= case.round.passes_to_replay else effects.LOSE


def three_passes_each(case: Case) -> Iterator[effects.Effect]:
    """When every player has passed three times in a row, the board is played again by the same breaker."""
    if _is(case, "three-passes"):
        yield effects.REPLAY


def no_spot_for_the_striker(case: Case) -> Iterator[effects.Effect]:
    """When {men} on the lines leave no legal spot for the striker, the board is played again by the same breaker."""
    if _is(case, "no-striker-spot"):
        yield effects.REPLAY


def unforeseen_circumstances(case: Case) -> Iterator[effects.Effect]:
    """If something unforeseen happens that the umpire cannot correct, the board is played again by the same breaker."""
    if _is(case, "unforeseen"):
        yield effects.REPLAY


def three_passes_each_and_the_next_breaks(case: Case) -> Iterator[effects.Effect]:
    """When every player has passed three times in a row, the board is played again, and the next player breaks."""
    yield from three_passes_each(case)


def no_spot_and_the_next_breaks(case: Case) -> Iterator[effects.Effect]:
    """When {men} on the lines leave no legal spot for the striker, the board is played again, and the next player
    breaks."""
    yield from no_spot_for_the_striker(case)


def unforeseen_and_the_next_breaks(case: Case) -> Iterator[effects.Effect]:
    """If something unforeseen happens that the umpire cannot correct, the board is played again, and the next player
    breaks."""
    yield from unforeseen_circumstances(case)


def a_man_on_its_rim_is_left(case: Case) -> Iterator[effects.Effect]:
    """A {man} that comes to rest on its rim is left as it is."""
    if _is(case, "man-on-edge"):
        yield effects.KEEP


def men_on_each_other_are_left(case: Case) -> Iterator[effects.Effect]:
    """Any {men} that come to rest on each other are left as they are."""
    if _is(case, "men-overlap"):
        yield effects.KEEP


# -- improper strokes: a penalty man and the loss of the turn (Laws 64, 98b–101b) --------------------------------------


def penalty(case: Case) -> Iterator[effects.Effect]:
    """Yield the penalty for an improper stroke: a man, one more for a pocketed striker, and an open queen goes back."""
    yield effects.Fault(2, striker=True) if case.striker_down else effects.FAULT
    if case.queen_at_stake:
        yield effects.QUEEN_BACK


improper_stroke = LawRow(
    "improper_stroke",
    "improper",
    penalty,
    "An improper stroke costs a penalty {man} and the turn: the {own_men} that fell in it come back, and the queen if "
    "it is not covered.",
)
improper_and_nothing_fell = LawRow(
    "improper_and_nothing_fell",
    "improper !own !others !queen_down !striker_down",
    penalty,
    "An improper stroke that pockets nothing costs one man and the turn.",
)
improper_with_the_queen = LawRow(
    "improper_with_the_queen",
    "improper queen_down !striker_down",
    penalty,
    "The queen and own men pocketed by an improper stroke come back, with one man more; the turn is lost.",
)
improper_and_striker = LawRow(
    "improper_and_striker",
    "improper striker_down !own !queen_at_stake",
    penalty,
    "Pocketing the striker by an improper stroke costs two men and the turn.",
)
improper_and_their_men = LawRow(
    "improper_and_their_men",
    "improper only_theirs_fell !striker_down !queen_down",
    penalty,
    "Men of the opponent that fall by an improper stroke stay in the pockets; one own man and the turn are lost.",
)
improper_and_own_men = LawRow(
    "improper_and_own_men",
    "improper own !striker_down !queen_down",
    penalty,
    "Own men that fall by an improper stroke come back with one man more; the turn is lost.",
)
improper_striker_and_own_men = LawRow(
    "improper_striker_and_own_men",
    "improper own striker_down !queen_at_stake",
    penalty,
    "Striker and own men that fall by an improper stroke: those men come back with two men more; the turn is lost.",
)
improper_queen_own_and_striker = LawRow(
    "improper_queen_own_and_striker",
    "improper queen_down own striker_down",
    penalty,
    "Queen, own men and striker fall by an improper stroke: the queen and those men come back with two men more; the "
    "turn is lost.",
)
improper_queen_and_striker = LawRow(
    "improper_queen_and_striker",
    "improper queen_down !own striker_down",
    penalty,
    "Queen and striker fall by an improper stroke: the queen goes back, two men are due; the turn is lost.",
)
improper_striker_instead_of_cover = LawRow(
    "improper_striker_instead_of_cover",
    "improper queen_pending !own striker_down",
    penalty,
    "The striker falls in place of the cover by an improper stroke: the queen goes back, two men are due; the turn is "
    "lost.",
)
improper_striker_with_the_cover = LawRow(
    "improper_striker_with_the_cover",
    "improper queen_pending own striker_down",
    penalty,
    "Striker and own men fall in an improper covering stroke: the queen and those men come back with two men more; "
    "the turn is lost.",
)
