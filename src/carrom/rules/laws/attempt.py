"""Before anything counts: where the striker stands, whether it was a stroke, whether the rack is broken."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import (
    ATTEMPT_AGAIN,
    LOSE,
    ONE_DUE,
    OWN_BACK,
    QUEEN_BACK,
    QUIET,
    REFUSE,
    REMARK,
    STROKE_AGAIN,
    Due,
    Effect,
)


def both_lines_are_touched(case: Case) -> Iterator[Effect]:
    """The striker must touch both base lines; from any other spot the stroke is not played."""
    if case.placement == "off-lines":
        yield REFUSE


def base_circles_and_arrows_are_respected(case: Case) -> Iterator[Effect]:
    """The striker must cover a base circle fully or not touch it at all, and must not touch an arrow."""
    if case.placement in ("cut-moon", "on-arrow"):
        yield REFUSE


def leaving_a_line_is_a_stroke(case: Case) -> Iterator[Effect]:
    """A stroke is made once the striker has left any of its lines, even if it touches nothing."""
    if case.touched_nothing and not case.stays_on_the_lines and case.lines_left == "one":
        yield REMARK


def staying_on_the_lines_is_no_stroke(case: Case) -> Iterator[Effect]:
    """As long as the striker has not left {stroke_lines} no stroke was made, and the player strikes again; but once a
    man has moved it counts as one."""
    if case.stays_on_the_lines:
        yield STROKE_AGAIN
    elif case.touched and case.short_of_the_lines:
        yield REMARK


def break_before_play(case: Case) -> Iterator[Effect]:
    """Breaking before the umpire calls "Play" is a foul: what fell of the breaker's men and the queen comes out, one
    man is due and the turn is lost."""
    if case.is_break and case.before_play:
        yield LOSE
        yield ONE_DUE
        if case.own_fell:
            yield OWN_BACK
        if case.queen_down:
            yield QUEEN_BACK
        if case.striker_down and case.touched and case.rules.fouls_add_up:
            yield ONE_DUE


def a_touch_is_a_break(case: Case) -> Iterator[Effect]:
    """The break is made when the striker touches any man, however lightly."""
    if case.is_break and case.touched and not case.before_play:
        yield QUIET


def missed_break_is_repeated(case: Case) -> Iterator[Effect]:
    """A break that touches no man is tried again, up to {break_attempts} attempts in all."""
    if case.plainly_missed_break and case.attempts_left:
        yield ATTEMPT_AGAIN


def last_missed_break_loses_the_turn(case: Case) -> Iterator[Effect]:
    """After {break_attempts} missed attempts the right to break goes to the next player, who keeps his colour and
    breaks the rack as it lies; {break_fail}."""
    if case.plainly_missed_break and not case.attempts_left:
        yield LOSE
        if case.rules.break_fail_penalty:
            yield Due(case.rules.break_fail_penalty)


def missed_break_with_a_fault(case: Case) -> Iterator[Effect]:
    """When a break attempt touches no man and pockets the striker or is improper, the turn is lost; {missed_break}."""
    if case.missed_break and not case.plainly_missed_break and not case.before_play:
        yield LOSE
        if case.rules.missed_break_faults_cost:
            yield ONE_DUE
