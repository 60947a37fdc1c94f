"""Laws on the start of a stroke: striker position, whether it counts as a stroke, and the break."""

from collections.abc import Iterator

from carrom.rules import effects
from carrom.rules.case import Case


def both_lines_are_touched(case: Case) -> Iterator[effects.Effect]:
    """The striker must touch both base lines; from any other spot the stroke is not played."""
    if case.placement == "off-lines":
        yield effects.REFUSE


def base_circles_and_arrows_are_respected(case: Case) -> Iterator[effects.Effect]:
    """The striker must cover a base circle fully or not touch it at all, and must not touch an arrow."""
    if case.placement in ("cut-moon", "on-arrow"):
        yield effects.REFUSE


def red_discs_and_arrows_are_respected(case: Case) -> Iterator[effects.Effect]:
    """The striker must cover the red disc of a base circle or not touch the circle at all, and must not touch an
    arrow."""
    if case.placement in ("cut-moon", "on-arrow"):
        yield effects.REFUSE


# -- was it a stroke? --------------------------------------------------------------------------------------------------


def leaving_a_line_is_a_stroke(case: Case) -> Iterator[effects.Effect]:
    """A stroke is made once the striker has left either of its lines, even if it touches nothing."""
    if case.changed_nothing and case.left_one_line:
        yield effects.REMARK


def staying_on_the_lines_is_no_stroke(case: Case) -> Iterator[effects.Effect]:
    """As long as the striker has not left either of its lines, no stroke has been made and the player strikes again;
    but once a {man} has moved it counts as one."""
    if case.left_no_line and case.changed_nothing:
        yield effects.STROKE_AGAIN
    elif case.left_no_line and case.moved:
        yield effects.REMARK


def both_lines_must_be_left(case: Case) -> Iterator[effects.Effect]:
    """As long as the striker has not left both lines, no stroke has been made and the player strikes again; but once a
    {man} has moved it counts as one."""
    short = case.left_no_line or case.left_one_line
    if short and case.changed_nothing:
        yield effects.STROKE_AGAIN
    elif short and case.moved:
        yield effects.REMARK


# -- the break ---------------------------------------------------------------------------------------------------------


def break_before_play(case: Case) -> Iterator[effects.Effect]:
    """Breaking before the umpire calls "Play" is a foul: those of the breaker's men and the queen that fell come out,
    one man is due and the turn is lost."""
    if case.is_break and case.before_play:
        yield effects.FAULT
        if case.queen_down:
            yield effects.QUEEN_BACK
        if case.striker_down and case.touched:
            yield effects.ONE_DUE
        if case.others_last and case.has("their_last_man_comes_back"):
            yield effects.ONE_OF_THEIRS_BACK


def break_before_play_costs_one_man(case: Case) -> Iterator[effects.Effect]:
    """Breaking before the umpire calls "Play" is a foul: those of the breaker's men and the queen that fell come out,
    one man is due, even if the striker fell, and the turn is lost."""
    yield from (effect for effect in break_before_play(case) if effect != effects.ONE_DUE)


def a_touch_is_a_break(case: Case) -> Iterator[effects.Effect]:
    """The break is made when the striker touches any {man}, however lightly."""
    if case.is_break and case.touched and case.good:
        yield effects.QUIET


def faulty_break_loses_the_turn(case: Case) -> Iterator[effects.Effect]:
    """A break that touches a {man} and pockets the striker or is improper costs the turn and no {man}: what fell of the
    breaker's {men} is put back, and so is the queen."""
    if case.is_break and case.touched and (case.striker_down or case.improper) and case.good:
        yield effects.Fault(0, striker=True)
        if case.queen_down:
            yield effects.QUEEN_BACK
        if case.others_last and case.has("their_last_man_comes_back"):
            yield effects.ONE_OF_THEIRS_BACK


def _plainly_missed(case: Case) -> bool:
    """Return whether a break attempt touched nothing, with no other fault."""
    faulty = case.striker_down or case.improper or not case.good
    return case.missed_break and not faulty and not (case.jumped and case.has("off_the_board_is_a_foul"))


def missed_break_is_repeated(case: Case) -> Iterator[effects.Effect]:
    """A break that touches no {man} is tried again, up to {break_attempts} attempts in all."""
    if _plainly_missed(case) and case.attempts_left:
        yield effects.ATTEMPT_AGAIN


def last_missed_break_loses_the_turn(case: Case) -> Iterator[effects.Effect]:
    """After {attempts} the right to break goes to the next player, who {keeps_colour}breaks the rack as it lies;
    {break_fail}."""
    if _plainly_missed(case) and not case.attempts_left:
        yield effects.LOSE
        if case.rules.parameters.break_fail_penalty:
            yield effects.Due(case.rules.parameters.break_fail_penalty)


def missed_break_with_a_fault(case: Case) -> Iterator[effects.Effect]:
    """When a break attempt touches no {man} and pockets the striker or is improper, the turn is lost; nothing is
    due."""
    if case.missed_break and not _plainly_missed(case) and case.good:
        yield effects.LOSE


def missed_break_with_a_fault_costs_a_man(case: Case) -> Iterator[effects.Effect]:
    """When a break attempt touches no {man} and pockets the striker, sends it off the board or is improper, the turn is
    lost and one {man} is due."""
    if case.missed_break and not _plainly_missed(case) and case.good:
        yield effects.LOSE
        yield effects.ONE_DUE
