"""`points`: a café's instructions for a relaxed points game, the "café card".

Sections are numbered here; each clause names the passage of the card it comes from, or the official Law that fills a
gap. Three lines of the card, copied from a game in which each side owns a colour (the opponent's piece, the opponent's
last piece, one's own last piece before the queen), contradict its aim and do not apply (C20).
"""

from carrom.rules.clauses import Chapter, InsertAfter, Instead, Part, Reworded, told
from carrom.rules.laws import attempt, calls, ending, fouls, men, points, queen
from carrom.rules.rulesets.icf import RULES as ICF

AIM = "café card: objective"
FIRST = "café card: first turn"
TURNS = "café card: take turns"
RULE = "café card: rules of play"
END = "café card: ending the game"

OF_OWN_COLOURS = (
    "seats",
    "end",
    "striker",
    "score",
    "order",
    attempt.break_before_play,
    fouls.striking_player_places_their_due,
    fouls.dues_are_never_set_off,
    men.their_man_stays_down,
    calls.their_man_noticed_late,
    calls.leaving_the_seat,
    calls.striking_out_of_turn,
    calls.playing_during_an_appeal,
    calls.wrecking_the_position,
    "breach_placed_wrong_man",
    ending.queen_is_worth_nothing_from_the_cap_on,
    ending.a_board_brings_a_maximum,
)
"""Chapters and laws of the official rule set on owned colours, or on boards that a side wins."""

RULES = ICF.but(
    name="points",
    title="The points game",
    edition="café card, source text 004, third reading",
    intro="A relaxed game for {who_plays}. A black counter brings {black_points}, a {white} one "
    "{white_points}, the covered queen {queen_points}, {all_points} in all; everybody may pocket everything. There is "
    "{break_shots} only, and a queen without its cover voids all points of the turn. One set-up is one game. Three "
    "lines of the card that speak of an opponent's pieces and of one's own last piece are left out: nobody owns "
    "pieces here.",
    figures={
        "target_points": None,
        "board_limit": 1,
        "late_board_limit": 1,
        "queen_points": 50,
        "queen_cap": None,
        "board_max": None,
        "black_points": 5,
        "white_points": 10,
        "white_is_brown": True,
        "break_attempts": 1,
        "setup_angle": 90,
        "trial_boards": 0,
        "games_of_match": 1,
        "decider_change_boards": None,
        "decider_change_points": None,
    },
    without=OF_OWN_COLOURS,
    chapters=(
        (
            "",
            Chapter(
                key="order",
                title="Players and order",
                intro="Two players, or two teams of two; partners score together. The umpire tosses, and the winner "
                "chooses to break or to choose the side. Two of the inner brown counters "
                "point towards the bottom corners.",
                clauses=(
                    told(
                        "Law 49b",
                        "The turn, and with the next board the break, goes to the next player on the right.",
                        "turn-doubles break-singles break-doubles opener opener-doubles",
                    ),
                    told(
                        "Law 78b(i)",
                        "A counter that comes back is placed by the next player.",
                        "placer placer-doubles placer-own-stroke",
                    ),
                ),
            ),
        ),
        (
            "queen",
            Chapter(
                key="striker",
                title="The striker in a pocket",
                part=Part.STROKE,
                when="out_of_the_ordinary",
                clauses=(
                    told(RULE, points.last_pocketed_counter_comes_back),
                    told("Law 116", fouls.striker_over_the_frame),
                ),
            ),
        ),
        (
            "dues",
            Chapter(
                key="end",
                title="The end of the game",
                part=Part.STROKE,
                clauses=(
                    told(END, points.last_counter_before_the_queen_comes_back),
                    told(END, points.all_counters_down_end_the_game, "totals"),
                    told(AIM, points.counters_count, "men"),
                ),
            ),
        ),
    ),
    add=(
        Instead(attempt.missed_break_is_repeated, ()),
        Instead("improper", (told("Law 77a", calls.improper_stroke),)),
        Instead(
            "queen",
            (
                told(AIM, queen.queen_at_any_time),
                told(f"{AIM}; Law 15", points.the_next_counter_covers_the_queen),
                told(f"{AIM}; Law 97a", points.any_counter_covers_the_queen, "queen"),
                told(AIM, points.uncovered_queen_voids_the_turn, "void"),
            ),
        ),
        *(Instead(queen.uncovered_queen_goes_back, (told(f"{AIM}; Law 96", points.uncovered_queen_voids_the_turn),)),)
        * 2,
        InsertAfter("calls", (told("Law 91", calls.loss_of_the_board_costs_a_counter),)),
        Instead("turn", (told(TURNS, men.any_counter_keeps_the_turn, "turn"),)),
    ),
    sources={"Law 44": FIRST, "Law 45b": FIRST, "Law 65a": RULE},
    retold={
        "spot": Reworded(intro="The striker is put on the base line before each stroke and flicked."),
        "break": Reworded(
            title="Breaking the star",
            intro="The first player has {break_shots} and should disturb the star as much as possible and send its "
            "counters towards the pockets; if the star is missed, the next player breaks.",
        ),
        "improper": Reworded(intro=""),
        "queen": Reworded(intro="The queen may be taken at any time, and must be covered at once."),
        "off-board": Reworded(title="Counters over the frame"),
        "dues": Reworded(
            topics=False, intro="A player who has nothing to give back owes it; their next counter goes back unscored."
        ),
        "calls": Reworded(intro="Where this text is silent a violation costs a counter, as in the official Laws."),
    },
)
