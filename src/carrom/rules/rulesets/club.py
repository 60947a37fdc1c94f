"""`club`: a dealer's one-page summary of the federation game, the "club sheet".

It is the official rule set with the sheet's changes; sections are numbered here, and each clause names the passage of
the sheet it comes from, or the official Law that fills a gap.
"""

from carrom.rules.clauses import Instead, Reworded, told
from carrom.rules.laws import attempt, calls, ending
from carrom.rules.rulesets.icf import RULES as ICF

PLAY = "club sheet: how to play"
QUEEN = "club sheet: queen"
SCORING = "club sheet: scoring"
MISC = "club sheet: miscellaneous"
SET_UP = "club sheet: set-up"

RULES = ICF.but(
    name="club",
    title="The club game",
    edition="club sheet, source text 001, third reading",
    intro="A summary of the federation game for living rooms and clubs, to {how_a_game_is_won}. It is close to the "
    "official Laws, with a few rules of its own: a stroke whose striker has not left both base lines is repeated, "
    "back-shots are {back_words} only, and sinking a last man at the wrong moment costs the board plus "
    "{queen_value} plus whatever is left on the board.",
    figures={
        "late_board_limit": 8,
        "forward": ("index", "middle", "scissors"),
        "backward": ("thumb", "scissors"),
        "setup_angle": 45,
    },
    without=(
        attempt.leaving_a_line_is_a_stroke,
        *(row for _, row in ending.TABLE),
        ending.a_last_man_can_be_the_cover,
        ending.queen_counts_up_to_the_cap,
        ending.extra_points_are_demanded,
        "Law 60b",
    ),
    add=(
        Instead(
            attempt.staying_on_the_lines_is_no_stroke, (told(f"{MISC}; Law 127b", attempt.both_lines_must_be_left),)
        ),
        Instead("improper", (told("Law 77a", calls.improper_stroke),)),
        Instead(
            ending.clearing_by_either_side_wins_the_board,
            (
                told(f"{QUEEN}; Law 52a", ending.clearing_wins_the_board),
                told(MISC, ending.own_last_loses_with_men, "last-own"),
                told(MISC, ending.their_last_loses, "opponent-last both-last"),
            ),
        ),
    ),
    sources={
        "Law 43": SET_UP,
        **dict.fromkeys(("Law 130a", "Law 130b", "Law 91", "Law 48", "Law 34", "Law 25"), PLAY),
        **dict.fromkeys(("Law 45a", "Law 45b", "Law 97a", "Law 100a", "Law 72a", "Law 73", "Law 74"), MISC),
        **dict.fromkeys(("Law 65a", "Law 125", "Law 72c", "Law 78a"), MISC),
        **dict.fromkeys(("Law 92", "Law 15", "Law 96", "Law 95a"), QUEEN),
        **dict.fromkeys(("Law 53a", "Law 53b", "Law 53c", "Law 54", "Law 56a"), SCORING),
    },
    retold={
        "seats": Reworded(
            intro="Two, three or four people can play; three play for points, and theirs is a book of its own "
            "(`three-player`). In singles the opponent sits across, in doubles the partner does. The double whites aim "
            "straight at a corner pocket."
        ),
        "spot": Reworded(
            intro="The striker is flicked, not pushed: forwards with index finger, middle finger or scissors, "
            "backwards with thumb or scissors only. Only the hand may cross the diagonal line, the elbow stays behind "
            "the frame, feet and knees in the own quarter, and nobody leaves the chair."
        ),
        "improper": Reworded(intro=""),
        "end": Reworded(intro=""),
        "queen": Reworded(
            intro="The queen may be pocketed after the first own man and before the last. It is covered by an own man "
            "in the next stroke, or goes back to the centre spot: over as much of the red as possible, or behind it, "
            "opposite the next player, if it is wholly covered."
        ),
        "off-board": Reworded(
            intro="A man that jumped goes to the centre spot as the queen does: over as much of the red as "
            "possible, or behind it, opposite the next player, if it is wholly covered."
        ),
        "dues": Reworded(intro="The opponent places a due man inside the large circle, off the red spot."),
        "score": Reworded(title="Board, game and match"),
    },
)
