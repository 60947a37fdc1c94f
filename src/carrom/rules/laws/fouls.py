"""Laws on fouls and on the dues that they leave; every other law only asks whether there was a foul.

A foul ends the turn, returns the mover's men of the stroke, and costs further men."""

from collections.abc import Iterator

from carrom.rules import effects
from carrom.rules.case import Case


def striker_is_a_foul(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the striker is a foul: the turn ends and one man comes back."""
    if case.striker_down and not case.improper:
        yield effects.FAULT


def their_man_by_a_direct_strike(case: Case) -> Iterator[effects.Effect]:
    """Pocketing a man of the opponent which the striker itself has struck is a foul: that man stays in the pocket, one
    own man comes back and the turn ends."""
    if case.direct:
        yield effects.FAULT


def direct_strike_brings_the_queen_back(case: Case) -> Iterator[effects.Effect]:
    """A direct strike on a man of the opponent also brings back a queen taken earlier in the same turn and not yet
    covered."""
    if case.direct and case.queen_pending:
        yield effects.REMARK


def direct_strike_brings_a_covered_queen_back(case: Case) -> Iterator[effects.Effect]:
    """A direct strike on a man of the opponent brings back even a queen that was covered in the same turn."""
    if case.direct and case.queen_covered_this_turn:
        yield effects.QUEEN_BACK


def their_man_is_a_foul(case: Case) -> Iterator[effects.Effect]:
    """Pocketing a man of the opponent is a foul: that man stays in the pocket, one own man comes back and the turn
    ends."""
    if case.others and not case.queen_down:
        yield effects.FAULT


def their_man_with_the_queen_is_a_foul(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the queen and a man of the opponent in one stroke is a foul: the queen and a penalty man come back and
    the turn ends."""
    if case.others and case.queen_down:
        yield effects.FAULT


def own_last_man_comes_back(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the last own man before the queen is a foul: that man and one more come back and the turn ends."""
    if case.own_last and case.queen_out_of_reach:
        yield effects.FAULT


def their_last_man_comes_back(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the opponent's last man, before or after the queen, is a foul: that man and one own man come back and
    the turn ends."""
    if case.others_last:
        yield effects.ONE_OF_THEIRS_BACK
        yield effects.FAULT


def off_the_board_is_a_foul(case: Case) -> Iterator[effects.Effect]:
    """The striker or a piece off the board is a foul: the piece goes to the centre, one man comes back and the turn
    ends."""
    if case.jumped:
        yield effects.FAULT


def own_men_of_a_foul_come_back(case: Case) -> Iterator[effects.Effect]:
    """Own men that fall in a foul stroke come back as well, with one penalty man."""
    if case.own and not case.good:
        yield effects.OWN_BACK


def several_reasons_cost_one_man(case: Case) -> Iterator[effects.Effect]:
    """Several reasons for a foul in one stroke together cost one man."""
    fault = case.fault
    if fault is not None and fault.men > 1:
        yield effects.REMARK


def fouls_bring_the_queen_back(case: Case) -> Iterator[effects.Effect]:
    """A queen taken or waiting for its cover in a foul stroke goes back."""
    if case.queen_at_stake and not case.good:
        yield effects.QUEEN_BACK


# -- the striker in a pocket by a proper stroke, and over the frame ----------------------------------------------------
# A law that ends the turn replaces the variant that continues it: a rule set has one of the two.


def _price(case: Case, turn: effects.Effect) -> Iterator[effects.Effect]:
    """Yield one due, the mover's men of the stroke, and the turn."""
    yield effects.ONE_DUE
    if case.own:
        yield effects.OWN_BACK
    yield turn


def _plain(case: Case) -> bool:
    """Return whether the striker is still to be paid for, with no queen taken or waiting."""
    return case.striker_unpaid and not case.queen_at_stake and not _several(case)


def _several(case: Case) -> bool:
    """Return whether several own men fell with the striker, where two come back in all."""
    return case.own > 1 and case.has("two_men_come_back_with_the_striker")


def two_men_come_back_with_the_striker(case: Case) -> Iterator[effects.Effect]:
    """Striker and several {own_men} fall together: two {men} come back in all, and the turn continues."""
    if case.own > 1 and case.striker_unpaid and not case.queen_at_stake:
        yield effects.Due(2)
        yield effects.KEEP


def striker_alone(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the striker alone costs one {man} and the turn."""
    if not case.own and not case.others and _plain(case):
        yield from _price(case, effects.LOSE)


def striker_with_own_men(case: Case) -> Iterator[effects.Effect]:
    """Striker and {own_men} fall together: those {men} and one more come back, and the turn continues."""
    if case.own and not case.others and _plain(case):
        yield from _price(case, effects.KEEP)


def striker_with_own_men_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Striker and {own_men} fall together: those {men} and one more come back, and the turn ends."""
    if case.own and not case.others and _plain(case):
        yield from _price(case, effects.LOSE)


def striker_with_their_men(case: Case) -> Iterator[effects.Effect]:
    """Striker and men of the opponent fall together: those men stay in the pockets, one own man is due and the turn
    passes."""
    if case.only_theirs_fell and case.striker_unpaid:
        if case.queen_at_stake:
            yield effects.REMARK
        else:
            yield from _price(case, effects.LOSE)


def striker_with_men_of_both(case: Case) -> Iterator[effects.Effect]:
    """Men of both sides fall together: the others stay in the pockets and the own men keep the turn; with the striker
    the own men and one more come back, and the turn continues."""
    if case.own and case.others and case.good:
        if _plain(case):
            yield from _price(case, effects.KEEP)
        else:
            yield effects.REMARK


def striker_with_men_of_both_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Men of both sides fall together: the others stay in the pockets and the own men keep the turn; with the striker
    the own men and one more come back, and the turn ends."""
    if case.own and case.others and case.good:
        if _plain(case):
            yield from _price(case, effects.LOSE)
        else:
            yield effects.REMARK


def striker_over_the_frame(case: Case) -> Iterator[effects.Effect]:
    """A striker that goes over the frame costs nothing; the turn is judged on what fell."""
    if case.striker_jumped:
        yield effects.REMARK


# -- dues: men that are owed, when they are paid, and what stays open --------------------------------------------------


def what_cannot_be_paid_is_owed(case: Case) -> Iterator[effects.Effect]:
    """A {man} that cannot be given back because none is in the pockets is owed until one is."""
    if not case.counts:
        return
    if case.stays_owed:
        yield effects.REMARK
    elif case.owing or case.others_due_before or case.found_late:
        yield effects.Remark(quiet=True, part="paid")


def what_cannot_be_paid_is_forgiven(case: Case) -> Iterator[effects.Effect]:
    """A {man} that cannot be given back because none is in the pockets is not owed any further."""
    if case.men_are_owed:
        yield effects.QUIET


def no_man_is_ever_due(case: Case) -> Iterator[effects.Effect]:
    """No {man} is ever due: a foul costs the turn, and the {own_men} of the stroke come back."""
    if case.men_are_owed:
        yield effects.REMARK


def first_man_pays_the_due(case: Case) -> Iterator[effects.Effect]:
    """Every {own_man} that falls while {men} are owed goes straight back to pay, placed by {the_placer}, and the turn
    continues."""
    if case.owing and case.own and case.pays_now(True):
        yield effects.REMARK


def each_man_pays_one_due(case: Case) -> Iterator[effects.Effect]:
    """Several {men} owed are paid one by one, as soon as {men} are in the pockets."""
    own = case.mover_side.due > 1 and case.own and case.pays_now(True)
    if own or (case.others_due_before > 1 and case.others and case.pays_now(False)):
        yield effects.REMARK


def striking_player_places_their_due(case: Case) -> Iterator[effects.Effect]:
    """When a man falls that pays a due of the opponent, the player who pocketed it places it."""
    if case.others_due_before and case.others and case.pays_now(False):
        yield effects.REMARK


def dues_are_never_set_off(case: Case) -> Iterator[effects.Effect]:
    """Dues of the two sides are never set off against each other."""
    if case.others_due_before and case.mover_side.due:
        yield effects.REMARK


def no_room_writes_the_due_off(case: Case) -> Iterator[effects.Effect]:
    """A due for which there is no room inside the outer circle lapses."""
    if case.no_room and case.men_are_owed:
        yield effects.REMARK


def no_room_defers_the_due(case: Case) -> Iterator[effects.Effect]:
    """A due for which there is no room inside the outer circle stays open until there is."""
    if case.no_room and case.stays_owed:
        yield effects.REMARK
