"""Laws on dues: men that are owed, when they are paid, and what stays open."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import QUIET, REMARK, Effect, Remark


def what_cannot_be_paid_is_owed(case: Case) -> Iterator[Effect]:
    """A {man} that cannot be given back because none is in the pockets is owed until one is."""
    if not case.counts:
        return
    if case.stays_owed:
        yield REMARK
    elif case.owing or case.others_due_before or case.found_late:
        yield Remark(quiet=True, part="paid")


def what_cannot_be_paid_is_forgiven(case: Case) -> Iterator[Effect]:
    """A {man} that cannot be given back because none is in the pockets is not owed any further."""
    if case.men_are_owed:
        yield QUIET


def no_man_is_ever_due(case: Case) -> Iterator[Effect]:
    """No {man} is ever due: a foul costs the turn, and the {own_men} of the stroke come back."""
    if case.men_are_owed:
        yield REMARK


def first_man_pays_the_due(case: Case) -> Iterator[Effect]:
    """Every {own_man} that falls while {men} are owed goes straight back to pay, placed by {the_placer}, and the turn
    continues."""
    if case.owing and case.own and case.pays_now(True):
        yield REMARK


def each_man_pays_one_due(case: Case) -> Iterator[Effect]:
    """Several {men} owed are paid one by one, as soon as {men} are in the pockets."""
    own = case.mover_side.due > 1 and case.own and case.pays_now(True)
    if own or (case.others_due_before > 1 and case.others and case.pays_now(False)):
        yield REMARK


def striking_player_places_their_due(case: Case) -> Iterator[Effect]:
    """When a man falls that pays a due of the opponent, the player who pocketed it places it."""
    if case.others_due_before and case.others and case.pays_now(False):
        yield REMARK


def dues_are_never_set_off(case: Case) -> Iterator[Effect]:
    """Dues of the two sides are never set off against each other."""
    if case.others_due_before and case.mover_side.due:
        yield REMARK


def no_room_writes_the_due_off(case: Case) -> Iterator[Effect]:
    """A due for which there is no room inside the outer circle lapses."""
    if case.no_room and case.men_are_owed:
        yield REMARK


def no_room_defers_the_due(case: Case) -> Iterator[Effect]:
    """A due for which there is no room inside the outer circle stays open until there is."""
    if case.no_room and case.stays_owed:
        yield REMARK
