"""`icf`: the official Laws of the International Carrom Federation, in their current text (Laws 1 to 143).

The numbers are those of the Laws. Where no Law settles a point the reading is a switch of `Parameters`.
"""

from carrom.rules.laws import attempt, calls, dues, ending, improper, men, queen, striker
from carrom.rules.laws.calls import breach
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Clause, Part, Ruleset

SPOT = Chapter(
    "Placing the striker",
    (
        Clause("Law 130a", attempt.both_lines_are_touched),
        Clause("Law 130b", attempt.base_circles_and_arrows_are_respected),
    ),
    Part.SPOT,
    "Before each stroke the player in turn puts his striker on his base lines.",
)

STROKE_MADE = Chapter(
    "Was it a stroke?",
    (
        Clause("Law 127a", attempt.leaving_a_line_is_a_stroke),
        Clause("Law 127b", attempt.staying_on_the_lines_is_no_stroke),
        Clause("Law 127", attempt.a_moved_man_makes_a_stroke),
    ),
    Part.STROKE,
    decides=True,
)

BREAK = Chapter(
    "The break",
    (
        Clause("Law 47", attempt.break_before_play),
        Clause("Law 44", attempt.a_touch_is_a_break),
        Clause("Law 45a", attempt.missed_break_is_repeated),
        Clause("Law 45b", attempt.last_missed_break_loses_the_turn),
        Clause("Law 45c", attempt.missed_break_with_a_fault),
    ),
    Part.STROKE,
    "The player who breaks plays white. Each board begins with an unbroken rack.",
    decides=True,
)

END = Chapter(
    "The end of the board",
    (
        Clause("Law 52a", ending.clearing_wins_the_board),
        Clause("Law 102a", ending.both_last_in_covering),
        Clause("Law 102b", ending.both_last_in_covering_improperly),
        Clause("Law 103a", ending.their_last_in_covering),
        Clause("Law 103b", ending.their_last_in_covering_improperly),
        Clause("Law 104a", ending.both_last_with_the_queen),
        Clause("Law 104b", ending.both_last_with_the_queen_improperly),
        Clause("Law 105a", ending.both_last_before_the_queen),
        Clause("Law 105b", ending.both_last_before_the_queen_improperly),
        Clause("Law 106a", ending.their_last_before_the_queen),
        Clause("Law 106b", ending.their_last_before_the_queen_improperly),
        Clause("Law 107a", ending.own_last_before_the_queen),
        Clause("Law 107b", ending.own_last_before_the_queen_improperly),
        Clause("Law 108a", ending.own_last_and_striker_before_the_queen),
        Clause("Law 108b", ending.own_last_and_striker_before_the_queen_improperly),
        Clause("Law 109a", ending.both_last_queen_and_striker),
        Clause("Law 109b", ending.both_last_queen_and_striker_improperly),
        Clause("Law 110a", ending.both_last_after_own_queen),
        Clause("Law 110b", ending.both_last_after_own_queen_improperly),
        Clause("Law 111a", ending.their_last_and_striker_before_the_queen),
        Clause("Law 111b", ending.their_last_and_striker_before_the_queen_improperly),
        Clause("Law 112a", ending.both_last_after_their_queen),
        Clause("Law 112b", ending.both_last_after_their_queen_improperly),
        Clause("Law 53b", ending.queen_counts_for_a_winner_who_covered_her),
        Clause("Law 53c", ending.queen_of_the_loser_counts_for_nobody),
        Clause("Law 54", ending.queen_is_worth_nothing_from_the_cap_on),
        Clause("Law 55", ending.a_board_brings_a_maximum),
    ),
    Part.STROKE,
    "Points are counted once, when the board is over; dues still open are then written off.",
    decides=True,
)

QUEEN = Chapter(
    "The queen",
    (
        Clause("Law 95a", queen.queen_before_any_man),
        Clause("Law 95b", queen.queen_while_owing),
        Clause("Law 95c", queen.queen_with_nine_men_again),
        Clause("Law 95d", queen.queen_and_striker_with_nine_men),
        Clause("Law 92", queen.queen_waits_for_her_cover),
        Clause("Law 125a", queen.queen_with_their_man_only),
        Clause("Law 97a", queen.queen_and_own_man_together),
        Clause("Law 97b", queen.queen_with_nine_men_on_board),
        Clause("Law 15", queen.own_man_covers_the_queen),
        Clause("Law 96", queen.uncovered_queen_goes_back),
        Clause("Law 98a", queen.queen_own_and_striker),
        Clause("Law 99a", queen.queen_and_striker),
        Clause("Law 100a", queen.striker_instead_of_cover),
        Clause("Law 101a", queen.striker_with_the_cover),
    ),
    Part.STROKE,
)

STRIKER = Chapter(
    "The striker in a pocket",
    (
        Clause("Law 72a", striker.striker_alone),
        Clause("Law 73", striker.striker_with_own_men),
        Clause("Law 74", striker.striker_with_their_men),
        Clause("Law 75", striker.striker_with_men_of_both),
        Clause("Law 116", striker.striker_over_the_frame),
    ),
    Part.STROKE,
)

IMPROPER = Chapter(
    "Improper strokes",
    (
        Clause("Law 64a", improper.improper_and_nothing_fell),
        Clause("Law 64b", improper.improper_with_the_queen),
        Clause("Law 72b", improper.improper_and_striker),
        Clause("Law 76", improper.improper_and_their_men),
        Clause("Law 77a", improper.improper_and_own_men),
        Clause("Law 77b", improper.improper_striker_and_own_men),
        Clause("Law 98b", improper.improper_queen_own_and_striker),
        Clause("Law 99b", improper.improper_queen_and_striker),
        Clause("Law 100b", improper.improper_striker_instead_of_cover),
        Clause("Law 101b", improper.improper_striker_with_the_cover),
    ),
    Part.STROKE,
)

MEN = Chapter(
    "Men off the board, men of the opponent, dues",
    (
        Clause("Law 65a", men.jumped_man_goes_to_the_centre),
        Clause("Law 65b", men.jumped_queen_goes_first),
        Clause("Law 65c", men.several_jumped_men_go_to_the_centre),
        Clause("Law 125", men.their_man_stays_down),
        Clause("Law 72c", dues.what_cannot_be_paid_is_owed),
        Clause("Law 78a", dues.first_man_pays_the_due),
        Clause("Law 78b(ii)", dues.striking_player_places_their_due),
        Clause("Law 79", dues.no_room_defers_the_due),
        Clause("Law 83", dues.each_man_pays_one_due),
        Clause("Law 89a", dues.dues_are_never_set_off),
    ),
    Part.STROKE,
)

TURN = Chapter("Whose turn follows", (Clause("Law 48", men.own_man_keeps_the_turn),), Part.STROKE)

CALLS = Chapter(
    "What an umpire calls",
    (
        Clause("Law 30", breach("body", law="No part of the body but the playing arm may touch board or stand.")),
        Clause("Law 37a", breach("elbow", law="The elbow may not come over the surface or beyond the line.")),
        Clause("Law 50", breach("slow-stroke", law="A stroke is played within {stroke_seconds} seconds.")),
        Clause(
            "Law 82a",
            breach("placed-wrong-man", law="Who places a man of his own instead of the due one has it taken back."),
        ),
        Clause("Law 85", breach("placed-outside", law="A due man is placed inside the outer circle.")),
        Clause("Law 86", breach("placed-with-disturbance", law="A due man is placed without disturbing other pieces.")),
        Clause("Law 88", breach("slow-placing", law="A due man is placed or waived within {place_seconds} seconds.")),
        Clause("Law 89b", breach("placed-on-centre", law="A due man is not placed on the centre circle.")),
        Clause(
            "Law 114",
            breach("placed-for-a-shot", law="A due man is not placed so that it makes a shot with the queen."),
        ),
        Clause("Law 122b", breach("powder", law='Powder is neither put on nor taken off after "Play".')),
        Clause("Law 126a", breach("board-hit", law="The board is not hit, tapped or disturbed.")),
        Clause("Law 131", breach("talking", law="Partners do not talk to each other or make signs.")),
        Clause("Law 133", breach("solid-object", law="Nothing but the striker is held in the hands.")),
        Clause(
            "Law 134",
            breach("touched-man", law="No piece is touched or moved except by a stroke; what was moved is put back."),
        ),
        Clause("Law 135", breach("run-test", law="The run of the striker is not tried out during a board.")),
        Clause("Law 136a", breach("striker-on-frame", law="The striker is not kept on the frame or in a pocket.")),
        Clause("Law 63a", calls.technical_foul_in_turn),
        Clause("Law 63b", calls.technical_foul_out_of_turn),
        Clause("Law 64a", calls.foul_in_turn),
        Clause("Law 125b", calls.their_man_noticed_late),
        Clause("Law 96", calls.uncovered_queen_goes_back_with_the_turn),
        Clause("Law 72c", dues.what_cannot_be_paid_is_owed),
        Clause("Law 67", calls.a_man_on_its_rim_is_left),
        Clause("Law 68", calls.men_on_each_other_are_left),
        Clause("Law 91", calls.leaving_the_seat),
        Clause("Law 51", calls.striking_out_of_turn),
        Clause("Law 121b", calls.playing_during_an_appeal),
        Clause("Law 126b", calls.wrecking_the_position),
        Clause("Law 54", ending.queen_is_worth_nothing_from_the_cap_on),
        Clause("Law 55", ending.a_board_brings_a_maximum),
        Clause("Law 137", calls.three_passes_each),
        Clause("Law 140", calls.unforeseen_circumstances),
        Clause("Law 142", calls.no_spot_for_the_striker),
    ),
    Part.CALL,
)

RULES = Ruleset(
    name="icf",
    title="The official Laws",
    edition="icf 2020",
    intro="The full tournament code: a game to 25 points or eight boards, a match of three games.",
    parameters=Parameters(),
    chapters=(SPOT, STROKE_MADE, BREAK, END, QUEEN, STRIKER, IMPROPER, MEN, TURN, CALLS),
)
