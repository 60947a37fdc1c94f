"""Decisions without a stroke: what an umpire calls."""

from collections.abc import Callable, Iterator

from carrom.rules.case import Case
from carrom.rules.codes import BREACHES
from carrom.rules.effects import (
    KEEP,
    LOSE,
    ONE_DUE,
    ONE_DUE_OF_THE_OTHER,
    QUEEN_BACK,
    REMARK,
    REPLAY,
    Effect,
)


def breach(*codes: str, law: str) -> Callable[[Case], Iterator[Effect]]:
    """Return the law that names what was done; what it costs is said by the laws on fouls."""

    def named(case: Case) -> Iterator[Effect]:
        if case.call in codes:
            yield REMARK

    named.__doc__ = law
    named.__name__ = "breach_" + codes[0].replace("-", "_")
    return named


def technical_foul_in_turn(case: Case) -> Iterator[Effect]:
    """A violation by the player in turn before the first stroke of his turn is a technical foul: one of his men comes
    out and he keeps the turn."""
    if case.breach_by_mover and not case.after_stroke and not case.touch_ends_turn:
        yield ONE_DUE
        yield KEEP


def technical_foul_out_of_turn(case: Case) -> Iterator[Effect]:
    """A violation by a player who is not in turn is a technical foul: one of his men comes out, what he disturbed is
    corrected, and the player in turn keeps it."""
    if case.call in BREACHES and (case.by_mover is False or case.by_partner):
        yield ONE_DUE if case.by_partner else ONE_DUE_OF_THE_OTHER
        yield KEEP


def foul_in_turn(case: Case) -> Iterator[Effect]:
    """A violation by the player in turn during or after the first stroke of his turn is a foul: one of his men comes
    out and the turn is lost."""
    if case.breach_by_mover and case.after_stroke and not case.touch_ends_turn:
        yield ONE_DUE
        yield LOSE


def touching_ends_the_turn(case: Case) -> Iterator[Effect]:
    """Touching any piece but the own striker is a foul: one man comes back and the turn is lost, even before the
    first stroke of it."""
    if case.breach_by_mover and case.touch_ends_turn:
        yield ONE_DUE
        yield LOSE


def uncovered_queen_goes_back_with_the_turn(case: Case) -> Iterator[Effect]:
    """When the turn is lost a queen that waits for her cover goes back to the centre."""
    if case.queen_pending and case.has_found(LOSE):
        yield QUEEN_BACK


def leaving_the_seat(case: Case) -> Iterator[Effect]:
    """Getting up from the seat during the board loses it by the own men left, and {queen_value} for the queen if she
    lies on the board and the gainer may still score for her."""
    if case.call == "seat":
        yield case.forfeit()


def striking_out_of_turn(case: Case) -> Iterator[Effect]:
    """Striking out of turn, seen at once, loses the board by the own men left and the queen if she lies on the board;
    seen only after the next stroke it stands."""
    if case.call == "out-of-turn":
        yield case.forfeit()


def playing_during_an_appeal(case: Case) -> Iterator[Effect]:
    """A stroke made while play is stopped loses the board by the own men left and the queen if she lies on the
    board."""
    if case.call == "played-during-appeal":
        yield case.forfeit()


def wrecking_the_position(case: Case) -> Iterator[Effect]:
    """Whoever disturbs the board so that it cannot be restored loses it by the own men left and the queen if she lies
    on the board."""
    if case.call == "position-wrecked":
        yield case.forfeit()


def their_man_noticed_late(case: Case) -> Iterator[Effect]:
    """A man of the opponent that fell unnoticed stays in the pocket; the turn is lost when it is noticed."""
    if case.call == "opponent-man-noticed":
        yield LOSE


def a_pass_gives_the_turn_away(case: Case) -> Iterator[Effect]:
    """A pass gives the turn away; when every player has passed three times in a row the board is played again."""
    yield REPLAY if case.last_of_three_passes else LOSE


def three_passes_each(case: Case) -> Iterator[Effect]:
    """When every player has passed three times in a row the board is played again by the same breaker."""
    if case.call == "three-passes":
        yield REPLAY


def no_spot_for_the_striker(case: Case) -> Iterator[Effect]:
    """When men on the lines leave no legal spot for the striker the board is played again by the same breaker."""
    if case.call == "no-striker-spot":
        yield REPLAY


def unforeseen_circumstances(case: Case) -> Iterator[Effect]:
    """What nobody could foresee and the umpire cannot mend has the board played again by the same breaker."""
    if case.call == "unforeseen":
        yield REPLAY


def a_man_on_its_rim_is_left(case: Case) -> Iterator[Effect]:
    """A man that comes to rest on its rim is left as it stands."""
    if case.call == "man-on-edge":
        yield KEEP


def men_on_each_other_are_left(case: Case) -> Iterator[Effect]:
    """Men that come to rest on each other are left as they lie."""
    if case.call == "men-overlap":
        yield KEEP
