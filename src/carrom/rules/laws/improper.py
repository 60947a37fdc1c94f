"""Improper strokes: a penalty man on top of everything else, and the turn is over (Laws 64, 72b, 76, 77, 98b-101b)."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import LOSE, ONE_DUE, OWN_BACK, QUEEN_BACK, Effect


def improper_stroke(case: Case) -> Iterator[Effect]:
    """An improper stroke costs a penalty man and the turn: what fell of the striking side's men comes back, and the
    queen if she is not covered; men of the opponent stay in the pockets."""
    if case.improper:
        yield from penalty(case)


def improper_and_nothing_fell(case: Case) -> Iterator[Effect]:
    """An improper stroke that pockets nothing costs one man and the turn."""
    if case.improper and not (case.own_fell or case.others or case.queen_down or case.striker_down):
        yield from penalty(case)


def improper_with_the_queen(case: Case) -> Iterator[Effect]:
    """What an improper stroke pockets of the queen and the own men comes back, with one man more; the turn is lost."""
    if case.improper and case.queen_down and not case.striker_down:
        yield from penalty(case)


def improper_and_striker(case: Case) -> Iterator[Effect]:
    """Pocketing the striker by an improper stroke costs two men and the turn."""
    if case.improper and case.striker_down and not case.own_fell and not case.queen_at_stake:
        yield from penalty(case)


def improper_and_their_men(case: Case) -> Iterator[Effect]:
    """Men of the opponent that fall by an improper stroke stay in the pockets; one own man and the turn are lost."""
    plain = case.only_theirs_fell and not case.striker_down and not case.queen_down
    if case.improper and plain:
        yield from penalty(case)


def improper_and_own_men(case: Case) -> Iterator[Effect]:
    """Own men that fall by an improper stroke come back with one man more; the turn is lost."""
    if case.improper and case.own_fell and not case.striker_down and not case.queen_down:
        yield from penalty(case)


def improper_striker_and_own_men(case: Case) -> Iterator[Effect]:
    """Striker and own men that fall by an improper stroke: those men come back with two men more; the turn is lost."""
    if case.improper and case.own_fell and case.striker_down and not case.queen_at_stake:
        yield from penalty(case)


def improper_queen_own_and_striker(case: Case) -> Iterator[Effect]:
    """Queen, own men and striker fall by an improper stroke: the queen and those men come back with two men more; the
    turn is lost."""
    if case.improper and case.queen_down and case.own_fell and case.striker_down:
        yield from penalty(case)


def improper_queen_and_striker(case: Case) -> Iterator[Effect]:
    """Queen and striker fall by an improper stroke: the queen goes back, two men are due; the turn is lost."""
    if case.improper and case.queen_down and not case.own_fell and case.striker_down:
        yield from penalty(case)


def improper_striker_instead_of_cover(case: Case) -> Iterator[Effect]:
    """The striker falls in place of the cover by an improper stroke: the queen goes back, two men are due; the turn is
    lost."""
    if case.improper and case.queen_pending and not case.own_fell and case.striker_down:
        yield from penalty(case)


def improper_striker_with_the_cover(case: Case) -> Iterator[Effect]:
    """Striker and own men fall in an improper covering stroke: the queen and those men come back with two men more;
    the turn is lost."""
    if case.improper and case.queen_pending and case.own_fell and case.striker_down:
        yield from penalty(case)


def penalty(case: Case) -> Iterator[Effect]:
    """Yield the price of an improper stroke."""
    yield LOSE
    yield ONE_DUE
    if case.striker_down:
        yield ONE_DUE
    if case.own_fell:
        yield OWN_BACK
    if case.queen_at_stake:
        yield QUEEN_BACK
