"""`icf`: the official Laws of the International Carrom Federation, in their current text (Laws 1 to 143).

The numbers are those of the Laws. Where no Law settles a point, the reading is a switch
(`carrom.rules.switches`).
"""

from carrom.rules.clauses import Chapter, Clause, Part, Ruleset
from carrom.rules.laws import attempt, calls, ending, fouls, men, queen
from carrom.rules.laws.calls import breach
from carrom.rules.parameters import Parameters

SEATS = Chapter(
    key="seats",
    title="Players, toss and seats",
    intro="Two players sit opposite each other (Law 27); of four, partners sit opposite each other (Law 28). Before "
    "the first board each side may try out one board (Law 40). The player who chose to strike first breaks (Law 42). "
    "Players who have sat down do not change places (Law 39d).",
    clauses=(
        Clause(
            "Law 39",
            "The umpire tosses. The winner chooses to break or to choose the side; the loser has the other choice.",
            topic="toss",
        ),
        Clause(
            "Law 43",
            "The player who breaks plays the white men of that board, the other side the black.",
            topic="colour",
        ),
    ),
)

SPOT = Chapter(
    key="spot",
    title="Placing the striker",
    part=Part.SPOT,
    intro="Before each stroke the player in turn puts the striker on the own base lines. The striker is struck, not "
    "pushed (Law 33), with a finger of either hand (Laws 34, 35), forwards or backwards.",
    clauses=(
        Clause("Law 130a", attempt.both_lines_are_touched),
        Clause("Law 130b", attempt.base_circles_and_arrows_are_respected),
    ),
)

TECHNIQUE = Chapter(
    key="technique",
    title="Technique",
    clauses=(
        Clause("Law 34", "A forward stroke is made with {forward_words}.", topic="forward-strokes"),
        Clause("Law 25", "A back-shot, towards the own frame, is {back_words}.", topic="back-shots"),
    ),
)

STROKE_MADE = Chapter(
    key="stroke-made",
    title="Was it a stroke?",
    part=Part.STROKE,
    decides=True,
    clauses=(
        Clause("Law 127a", attempt.leaving_a_line_is_a_stroke),
        Clause("Law 127b", attempt.staying_on_the_lines_is_no_stroke),
    ),
)

BREAK = Chapter(
    key="break",
    title="The break",
    part=Part.STROKE,
    when="is_break",
    intro="The {men} lie flat in a compact hexagon round the queen, each touching its neighbours, within the outer "
    "circle, white and black in turn, the outer whites forming a Y (Law 41a).",
    decides=True,
    clauses=(
        Clause("Law 47", attempt.break_before_play),
        Clause("Law 44", attempt.a_touch_is_a_break),
        Clause("Law 45a", attempt.missed_break_is_repeated),
        Clause("Law 45b", attempt.last_missed_break_loses_the_turn, topic="break-failed"),
        Clause("Law 45c", attempt.missed_break_with_a_fault),
    ),
)

_TOPICS = {"Law 102a": "both-last", "Law 106a": "opponent-last", "Law 107a": "last-own"}

END = Chapter(
    key="end",
    title="The end of the board",
    part=Part.STROKE,
    when="may_end",
    intro="The first side with all its men in the pockets wins the board, the queen being covered by either side. What "
    "happens when a last man falls too early, or both last men together, is in a separate table.",
    decides=True,
    settles=True,
    clauses=(
        Clause("Law 52a", ending.clearing_by_either_side_wins_the_board),
        *(Clause(number, row, topic=_TOPICS.get(number, "")) for number, row in ending.TABLE),
        Clause("Law 15", ending.a_last_man_can_be_the_cover),
        Clause("Law 52b", ending.queen_counts_up_to_the_cap),
        Clause("Law 53b", ending.queen_counts_for_a_winner_who_covered_her, topic="queen"),
        Clause("Law 53c", ending.queen_of_the_loser_counts_for_nobody, topic="queen-of-loser"),
        Clause("Law 54", ending.queen_is_worth_nothing_from_the_cap_on, topic="queen-cap"),
        Clause("Law 55", ending.a_board_brings_a_maximum, topic="board-max"),
        Clause("Law 87b", ending.extra_points_are_demanded, topic="demand"),
    ),
)

QUEEN = Chapter(
    key="queen",
    title="The queen",
    part=Part.STROKE,
    when="queen_is_concerned",
    intro="A player who pockets the queen must cover it: pocket an own man in the same or in the very next stroke. "
    "A queen that goes back is put on the centre by the umpire; where the centre is partly covered, on the largest "
    "free part, and where it is wholly covered, next to it where it is hard for the player in turn (Laws 93, 94).",
    clauses=(
        Clause("Law 95a", queen.queen_before_any_man),
        Clause("Law 95b", queen.queen_while_owing),
        Clause("Law 95c", queen.queen_with_nine_men_again),
        Clause("Law 95d", queen.queen_and_striker_with_nine_men),
        Clause("Law 92", queen.queen_once_a_man_fell),
        Clause("Law 97a", queen.queen_and_own_man_together),
        Clause("Law 97b", queen.queen_with_nine_men_on_board),
        Clause("Law 15", queen.own_man_covers_the_queen),
        Clause("Law 96", queen.uncovered_queen_goes_back),
        Clause("Law 98a", queen.queen_own_and_striker),
        Clause("Law 99a", queen.queen_and_striker),
        Clause("Law 100a", queen.striker_instead_of_cover),
        Clause("Law 101a", queen.striker_with_the_cover),
    ),
)

STRIKER = Chapter(
    key="striker",
    title="The striker in a pocket",
    part=Part.STROKE,
    when="out_of_the_ordinary",
    clauses=(
        Clause("Law 72a", fouls.striker_alone),
        Clause("Law 73", fouls.striker_with_own_men),
        Clause("Law 74", fouls.striker_with_their_men),
        Clause("Law 75", fouls.striker_with_men_of_both),
        Clause("Law 116", fouls.striker_over_the_frame),
    ),
)

IMPROPER = Chapter(
    key="improper",
    title="Improper strokes",
    part=Part.STROKE,
    when="improper",
    intro="A stroke against the rules of technique or placing costs a penalty man on top of everything else and always "
    "ends the turn.",
    clauses=(
        Clause("Law 64a", calls.improper_and_nothing_fell),
        Clause("Law 64b", calls.improper_with_the_queen),
        Clause("Law 72b", calls.improper_and_striker),
        Clause("Law 76", calls.improper_and_their_men),
        Clause("Law 77a", calls.improper_and_own_men),
        Clause("Law 77b", calls.improper_striker_and_own_men),
        Clause("Law 98b", calls.improper_queen_own_and_striker),
        Clause("Law 99b", calls.improper_queen_and_striker),
        Clause("Law 100b", calls.improper_striker_instead_of_cover),
        Clause("Law 101b", calls.improper_striker_with_the_cover),
    ),
)

OFF_BOARD = Chapter(
    key="off-board",
    title="Men over the frame, men of the opponent",
    part=Part.STROKE,
    when="out_of_the_ordinary",
    clauses=(
        Clause("Law 65a", men.jumped_man_goes_to_the_centre),
        Clause("Law 65b", men.jumped_queen_goes_first),
        Clause("Law 65c", men.several_jumped_men_go_to_the_centre),
        Clause("Law 125", men.their_man_stays_down),
    ),
)

DUES = Chapter(
    key="dues",
    title="Dues",
    part=Part.STROKE,
    settles=True,
    when="men_are_owed",
    intro="A due {man} is placed by the opponent inside the outer circle, flat, not on the centre circle, without "
    "disturbing other pieces and not so that it makes a shot with the queen (Laws 9, 84 to 86, 89b, 114), within "
    "{place_seconds} seconds (Law 88). The placer may waive all that is owed, also what cannot be placed yet, but "
    "not a part (Law 87a); a placer who has room and will not place loses the right to all of it (Law 80). What could "
    "not be placed for lack of room is placed at once if room appears during the turn of the player who is to place "
    "(Law 81); in doubles, once the right to place has passed to the partner, only the partner takes out and places "
    "(Law 79b). While placing, no other piece and no striker is held (Law 84b). If not everything is placed in time, "
    "what was placed may be ordered off again, and a foul is called (Law 88b).",
    clauses=(
        Clause("Law 72c", fouls.what_cannot_be_paid_is_owed),
        Clause("Law 78a", fouls.first_man_pays_the_due, topic="placer"),
        Clause("Law 78b(ii)", fouls.striking_player_places_their_due, topic="placer-own-stroke"),
        Clause("Law 79", fouls.no_room_defers_the_due, topic="no-room"),
        Clause("Law 83", fouls.each_man_pays_one_due),
        Clause("Law 89a", fouls.dues_are_never_set_off),
    ),
)

TURN = Chapter(
    key="turn",
    title="Whose turn follows",
    part=Part.STROKE,
    clauses=(Clause("Law 48", men.own_man_keeps_the_turn, topic="turn"),),
)

CALLS = Chapter(
    key="calls",
    title="What an umpire calls",
    part=Part.CALL,
    intro="A violation costs one man (Laws 62 to 64). Whether it also costs the turn depends on who did it and when.",
    clauses=(
        Clause("Law 30", breach("body", "No part of the body but the playing arm may touch board or stand.")),
        Clause("Law 37a", breach("elbow", "The elbow may not come over the surface or beyond the line.")),
        Clause("Law 50", breach("slow-stroke", "A stroke is played within {stroke_seconds} seconds.")),
        Clause("Law 82a", breach("placed-wrong-man", "An own man that the placer puts down is taken back.")),
        Clause("Law 84b", calls.PLACED_WHILE_HOLDING),
        Clause("Law 85", breach("placed-outside", "A due {man} is placed inside the outer circle.")),
        Clause("Law 86", breach("placed-with-disturbance", "A due {man} is placed without disturbing other pieces.")),
        Clause("Law 88", breach("slow-placing", "A due {man} is placed or waived within {place_seconds} seconds.")),
        Clause("Law 89b", calls.PLACED_ON_CENTRE),
        Clause("Law 114", calls.PLACED_FOR_A_SHOT),
        Clause("Law 122b", breach("powder", 'Powder is neither applied nor removed after "Play".')),
        Clause("Law 126a", breach("board-hit", "The board is not hit, tapped or disturbed.")),
        Clause("Law 131", breach("talking", "Partners do not talk to each other or make signs.")),
        Clause("Law 133", breach("solid-object", "Nothing but the striker is held in the hands.")),
        Clause("Law 134", breach("touched-man", "No piece is touched except by a stroke; it is put back.")),
        Clause("Law 135", breach("run-test", "The run of the striker is not tested during a board.")),
        Clause("Law 136a", breach("striker-on-frame", "The striker is not kept on the frame or in a pocket.")),
        Clause("Law 63a", calls.technical_foul_in_turn),
        Clause("Law 63b", calls.technical_foul_out_of_turn),
        Clause("Law 64a", calls.foul_in_turn),
        Clause("Law 64b", calls.foul_during_a_stroke),
        Clause("Law 125b", calls.their_man_noticed_late),
        Clause("Law 96", queen.uncovered_queen_goes_back),
        Clause("Law 67", calls.a_man_on_its_rim_is_left),
        Clause("Law 68", calls.men_on_each_other_are_left),
        Clause("Law 91", calls.leaving_the_seat, topic="loss-of-board"),
        Clause("Law 51", calls.striking_out_of_turn),
        Clause("Law 121b", calls.playing_during_an_appeal),
        Clause("Law 126b", calls.wrecking_the_position),
        Clause("Law 54", ending.queen_is_worth_nothing_from_the_cap_on),
        Clause("Law 55", ending.a_board_brings_a_maximum),
        Clause("Law 137", calls.three_passes_each, topic="replay"),
        Clause("Law 140", calls.unforeseen_circumstances),
        Clause("Law 142", calls.no_spot_for_the_striker),
        Clause("Law 96(51)", queen.queen_in_the_pocket_counts_as_covered),
        Clause("Law 72c", fouls.what_cannot_be_paid_is_owed),
    ),
)

PASS = Chapter(
    key="pass",
    title="Passing",
    part=Part.PASS,
    intro="A player may leave a stroke unplayed.",
    clauses=(
        Clause("Law 137", calls.a_pass_gives_the_turn_away),
        Clause("Law 96", queen.uncovered_queen_goes_back),
        Clause("Law 72c", fouls.what_cannot_be_paid_is_owed),
    ),
)

ORDER = Chapter(
    key="order",
    title="Who plays, breaks and places, and where they sit",
    clauses=(
        Clause(
            "Law 49a",
            "In singles the break goes to and fro from board to board; the second game is opened by the player who did "
            "not open the first, a third by the one who did.",
            topic="break-singles opener",
        ),
        Clause(
            "Law 49b",
            "In doubles the turn, and with the next board the break, goes to the player on the right.",
            topic="turn-doubles break-doubles opener-doubles",
        ),
        Clause(
            "Law 78b(i)",
            "In doubles a due of the side in turn is placed by the player to the right of the one in turn; the partner "
            "may not do it instead (Law 90).",
            topic="placer-doubles",
        ),
        Clause("Law 58", "After each game the players of a singles change sides.", topic="seats-singles"),
        Clause(
            "Law 59", "After each game the players of a doubles move one place to the right.", topic="seats-doubles"
        ),
        Clause(
            "Law 60a",
            "In a third game sides change {change_in_decider}.",
            topic="change-early",
        ),
        Clause(
            "Law 60b",
            "From the quarter-finals on a game {late_limit}, and in a third game sides change {change_late}.",
            topic="change-late no-limit",
        ),
    ),
)

SCORE = Chapter(
    key="score",
    title="Board, game and match",
    clauses=(
        Clause("Law 53a", "The winner of the board gets one point for each man the other side has left.", topic="men"),
        Clause(
            "Law 56a",
            "A game is won with {how_a_game_is_won}.",
            topic="target board-limit",
        ),
        Clause(
            "Law 56b",
            "Level after the last board, an extra board decides; a toss gives the break.",
            topic="extra-board",
        ),
        Clause("Law 57", "A match is {match}.", topic="match"),
        Clause("Law 138", "Before the third game there is a pause of ten minutes.", topic="interval"),
        Clause("Law 139", "A player may concede a game or the match.", topic="concede"),
        Clause(
            "Law 26a",
            "A white slam is a board in which the breaker pockets all nine whites and the queen in the first turn.",
            topic="slam-white",
        ),
        Clause(
            "Law 26b",
            "A black slam is a board in which the second player pockets all the blacks left in the first turn.",
            topic="slam-black",
        ),
    ),
)

RULES = Ruleset(
    name="icf",
    title="The official Laws",
    edition="ICF Laws 1-143, current text, second reading",
    intro="The full tournament code: a game to {how_a_game_is_won}, matches ({match}), umpires, technical "
    "fouls and fouls, extra points on demand. It is strict about conduct and forgiving towards the striker in the "
    "pocket: a player who sinks an own man with it pays, and plays on.",
    parameters=Parameters(),
    chapters=(
        SEATS,
        SPOT,
        STROKE_MADE,
        BREAK,
        IMPROPER,
        END,
        QUEEN,
        STRIKER,
        OFF_BOARD,
        DUES,
        TURN,
        PASS,
        CALLS,
        ORDER,
        SCORE,
        TECHNIQUE,
    ),
)
