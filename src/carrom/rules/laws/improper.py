"""Laws on improper strokes: a penalty man on top of everything else, and the loss of the turn (Laws 64, 72b, 76, 77,
98b-101b).

The official Laws list them by what fell; other rule sets have one sentence.
"""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import FAULT, QUEEN_BACK, Effect, Fault
from carrom.rules.laws.row import LawRow


def penalty(case: Case) -> Iterator[Effect]:
    """Yield the penalty for an improper stroke: a man, one more for a pocketed striker, and an open queen goes back."""
    yield Fault(2, striker=True) if case.striker_down else FAULT
    if case.queen_at_stake:
        yield QUEEN_BACK


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
