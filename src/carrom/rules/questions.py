"""The questions that clauses answer: by topic, each with the laws and topics that answer it in any rule set."""

from typing import TypeAlias

from carrom.values import Value

Keys: TypeAlias = tuple[str, ...]


class Question(Value, frozen=True):
    """A question that rule books answer; a clause answers the first question that lists its key."""

    asked: str
    keys: Keys


class Topic(Value, frozen=True):
    """A group of questions."""

    title: str
    questions: tuple[Question, ...]


TOPICS = (
    Topic(
        "Players, toss and break",
        (
            Question("Who breaks, and who has which colour?", ("toss", "colour")),
            Question(
                "What is a break?",
                (
                    "a_touch_is_a_break",
                    "break_before_play",
                    "break_before_play_costs_one_man",
                    "faulty_break_loses_the_turn",
                ),
            ),
            Question("What if the break is missed?", ("missed_break_is_repeated", "last_missed_break_loses_the_turn")),
            Question(
                "And if the striker falls, or the attempt is improper?",
                ("missed_break_with_a_fault", "missed_break_with_a_fault_costs_a_man"),
            ),
        ),
    ),
    Topic(
        "The stroke",
        (
            Question(
                "Where may the striker stand?",
                (
                    "both_lines_are_touched",
                    "base_circles_and_arrows_are_respected",
                    "red_discs_and_arrows_are_respected",
                ),
            ),
            Question("Which fingers strike?", ("forward-strokes", "back-shots")),
            Question(
                "When is a stroke made?",
                (
                    "leaving_a_line_is_a_stroke",
                    "staying_on_the_lines_is_no_stroke",
                    "both_lines_must_be_left",
                    "missed_stroke_is_no_foul",
                ),
            ),
        ),
    ),
    Topic(
        "The queen",
        (
            Question(
                "When may the queen be taken?",
                (
                    "queen_once_a_man_fell",
                    "queen_once_he_pocketed_a_man",
                    "queen_at_any_time",
                    "queen_while_owing",
                    "queen_while_owing_without_the_striker",
                    "own_men_with_the_queen_pay_first",
                    "queen_with_nine_men_again",
                ),
            ),
            Question(
                "What if the queen is taken too early?",
                (
                    "queen_before_any_man",
                    "queen_too_early_is_laid_aside",
                    "queen_aside_cannot_be_covered",
                    "queen_aside_returns_with_the_turn",
                ),
            ),
            Question(
                "How is the queen covered?",
                (
                    "own_man_covers_the_queen",
                    "the_next_counter_covers_the_queen",
                    "any_counter_covers_the_queen",
                    "only_the_next_counter_covers_the_queen",
                    "queen_and_own_man_together",
                    "queen_with_nine_men_on_board",
                    "queen_waits_for_her_cover",
                    "queen_needs_no_cover",
                    "a_last_man_can_be_the_cover",
                    "last_man_does_not_cover",
                    "earlier_man_covers_the_queen",
                ),
            ),
            Question(
                "What if the queen is not covered?",
                (
                    "uncovered_queen_goes_back",
                    "uncovered_queen_voids_the_turn",
                    "uncovered_queen_ends_the_turn",
                    "counters_of_a_void_turn_come_back",
                    "queen_in_the_pocket_counts_as_covered",
                    "queen_passed_over_goes_back",
                    "jumped_cover_leaves_one_more_try",
                ),
            ),
            Question(
                "Queen and a man of the opponent together?",
                ("queen_with_their_man_only", "their_man_with_the_queen_is_a_foul"),
            ),
            Question(
                "Queen and striker together?",
                (
                    "queen_and_striker",
                    "queen_and_striker_ends_the_turn",
                    "queen_own_and_striker",
                    "queen_own_and_striker_ends_the_turn",
                    "queen_and_striker_with_nine_men",
                    "queen_and_striker_with_nine_men_and_own",
                    "fouls_bring_the_queen_back",
                ),
            ),
            Question(
                "The striker in the covering stroke?",
                (
                    "striker_instead_of_cover",
                    "striker_with_the_cover",
                    "striker_with_the_cover_spoils_it",
                    "striker_with_the_cover_ends_the_turn",
                ),
            ),
        ),
    ),
    Topic(
        "The striker, fouls and improper strokes",
        (
            Question(
                "The striker alone in a pocket?",
                ("striker_alone", "striker_is_a_foul", "last_pocketed_counter_comes_back"),
            ),
            Question(
                "The striker with men?",
                (
                    "striker_with_own_men",
                    "striker_with_own_men_ends_the_turn",
                    "two_men_come_back_with_the_striker",
                    "own_men_of_a_foul_come_back",
                    "striker_with_their_men",
                    "striker_with_men_of_both",
                    "striker_with_men_of_both_ends_the_turn",
                ),
            ),
            Question("Several faults in one stroke?", ("several_reasons_cost_one_man",)),
            Question(
                "An improper stroke?",
                (
                    "improper_stroke",
                    "improper_and_nothing_fell",
                    "improper_with_the_queen",
                    "improper_and_striker",
                    "improper_and_their_men",
                    "improper_and_own_men",
                    "improper_striker_and_own_men",
                    "improper_queen_own_and_striker",
                    "improper_queen_and_striker",
                    "improper_striker_instead_of_cover",
                    "improper_striker_with_the_cover",
                ),
            ),
        ),
    ),
    Topic(
        "Men of the opponent, and pieces over the frame",
        (
            Question(
                "A man of the opponent falls?",
                (
                    "their_man_stays_down",
                    "their_man_is_a_foul",
                    "their_man_by_a_direct_strike",
                    "direct_strike_brings_the_queen_back",
                    "direct_strike_brings_a_covered_queen_back",
                    "own_man_with_theirs_keeps_the_turn",
                    "their_man_ends_the_turn",
                    "their_man_noticed_late",
                ),
            ),
            Question(
                "A piece over the frame?",
                (
                    "striker_over_the_frame",
                    "jumped_man_goes_to_the_centre",
                    "jumped_queen_goes_first",
                    "several_jumped_men_go_to_the_centre",
                    "off_the_board_is_a_foul",
                ),
            ),
            Question("Who keeps the turn?", ("own_man_keeps_the_turn", "any_counter_keeps_the_turn")),
        ),
    ),
    Topic(
        "Men owed",
        (
            Question(
                "How are men owed and paid?",
                (
                    "what_cannot_be_paid_is_owed",
                    "what_cannot_be_paid_is_forgiven",
                    "no_man_is_ever_due",
                    "first_man_pays_the_due",
                    "each_man_pays_one_due",
                    "dues_are_never_set_off",
                ),
            ),
            Question(
                "Who places them?",
                ("striking_player_places_their_due", "placer", "placer-doubles", "placer-own-stroke"),
            ),
            Question(
                "What is forbidden to the player who places?",
                (
                    "breach_placed_on_centre",
                    "breach_placed_outside",
                    "breach_placed_with_disturbance",
                    "breach_placed_wrong_man",
                    "breach_placed_for_a_shot",
                    "breach_placed_while_holding",
                    "breach_slow_placing",
                ),
            ),
            Question(
                "And if there is no room?",
                (
                    "no_room_defers_the_due",
                    "no_room_writes_the_due_off",
                ),
            ),
        ),
    ),
    Topic(
        "The end of the board",
        (
            Question(
                "How is a board won?",
                (
                    "clearing_wins_the_board",
                    "clearing_by_either_side_wins_the_board",
                    "clearing_both_sides_wins_for_the_other",
                    "all_counters_down_end_the_game",
                ),
            ),
            Question(
                "The own last man before the queen?",
                (
                    "own_last_before_the_queen",
                    "own_last_before_the_queen_improperly",
                    "own_last_and_striker_before_the_queen",
                    "own_last_and_striker_before_the_queen_improperly",
                    "own_last_loses_with_men",
                    "own_last_man_comes_back",
                    "the_loss_is_taken_from_the_loser",
                    "own_last_leaves_the_queen",
                    "the_queen_alone_wins",
                    "the_other_side_has_no_man_left",
                    "last_counter_before_the_queen_comes_back",
                    "queen_may_be_taken_last",
                ),
            ),
            Question(
                "The opponent's last man?",
                (
                    "their_last_in_covering",
                    "their_last_in_covering_improperly",
                    "their_last_before_the_queen",
                    "their_last_before_the_queen_men_only",
                    "their_last_before_the_queen_improperly",
                    "their_last_and_striker_before_the_queen",
                    "their_last_and_striker_before_the_queen_improperly",
                    "their_last_loses",
                    "their_last_loses_the_queen",
                    "their_last_loses_as_official",
                    "their_last_in_covering_men_only",
                    "their_last_in_covering_improperly_men_only",
                    "their_last_man_comes_back",
                ),
            ),
            Question(
                "Both last men in one stroke?",
                (
                    "both_last_in_covering",
                    "both_last_in_covering_improperly",
                    "both_last_with_the_queen",
                    "both_last_with_the_queen_improperly",
                    "both_last_before_the_queen",
                    "both_last_before_the_queen_improperly",
                    "both_last_queen_and_striker",
                    "both_last_queen_and_striker_improperly",
                    "both_last_after_own_queen",
                    "both_last_after_own_queen_improperly",
                    "both_last_after_their_queen",
                    "both_last_after_their_queen_improperly",
                ),
            ),
            Question(
                "What do men and queen count?",
                (
                    "men",
                    "counters_count",
                    "queen_counts_for_a_winner_who_covered_her",
                    "queen_counts_up_to_the_cap",
                    "queen_is_worth_nothing_from_the_cap_on",
                    "queen_of_the_loser_counts_for_nobody",
                    "a_board_brings_a_maximum",
                    "extra_points_are_demanded",
                    "unnamed_striker_brings_nothing",
                ),
            ),
        ),
    ),
    Topic(
        "Game, match and seats",
        (
            Question(
                "What wins a game, a match?",
                (
                    "target",
                    "boards-won",
                    "extra-board",
                    "match",
                    "interval",
                    "tie",
                    "plays-both",
                    "dead-rubbers-left",
                    "concede",
                    "slam-white",
                    "slam-black",
                ),
            ),
            Question(
                "Who plays and breaks next?",
                ("break-singles", "turn-doubles", "break-doubles", "opener", "opener-doubles"),
            ),
            Question("When do sides change?", ("seats-singles", "seats-doubles", "change-early", "change-late")),
        ),
    ),
    Topic(
        "Conduct",
        (
            Question(
                "What does touching a piece cost?",
                (
                    "touching_ends_the_turn",
                    "touch_out_of_turn_is_put_right",
                ),
            ),
            Question(
                "What does a violation cost?",
                (
                    "technical_foul_in_turn",
                    "technical_foul_out_of_turn",
                    "powder_ends_the_turn",
                    "placing_faults_are_corrected",
                    "foul_in_turn",
                    "foul_during_a_stroke",
                    "foul_during_a_stroke_leaves_the_queen",
                ),
            ),
            Question(
                "What loses the board?",
                (
                    "leaving_the_seat",
                    "loss_of_the_board_costs_a_counter",
                    "misconduct_costs_the_turn",
                    "striking_out_of_turn",
                    "playing_during_an_appeal",
                    "wrecking_the_position",
                    "a_forfeit_credits_a_covered_queen",
                ),
            ),
            Question(
                "When is a board played again?",
                (
                    "three_passes_each",
                    "three_passes_each_and_the_next_breaks",
                    "a_pass_gives_the_turn_away",
                    "unforeseen_circumstances",
                    "unforeseen_and_the_next_breaks",
                    "no_spot_for_the_striker",
                    "no_spot_and_the_next_breaks",
                ),
            ),
        ),
    ),
)
"""Clauses that no question lists appear under the title of their chapter."""

ASKED = {
    key: (topic.title, question.asked) for topic in TOPICS for question in topic.questions for key in question.keys
}
"""Topic and question by the key of a clause."""
