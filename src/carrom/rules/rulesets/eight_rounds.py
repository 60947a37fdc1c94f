"""`eight-rounds`: a parlour-game description, the "parlour sheet": 25 points or eight boards won.

It is the official rule set with the sheet's changes; sections are numbered here, and each clause names the passage of
the sheet it comes from, or the official Law that fills a gap.
"""

from carrom.rules.clauses import InsertAfter, Instead, Reworded, told
from carrom.rules.laws import attempt, calls, ending, fouls, queen
from carrom.rules.rulesets.icf import RULES as ICF

ANATOMY = "parlour sheet: anatomy"
BREAK = "parlour sheet: breaking the circle"
DEFERRED = "parlour sheet: deferred penalty"
FOULS = "parlour sheet: fouls"
GOAL = "parlour sheet: goal"
POINTS = "parlour sheet: points"
QUEEN = "parlour sheet: queen"
SET_UP = "parlour sheet: set up"
SHOOTING = "parlour sheet: how to shoot"
SHOTS = "parlour sheet: shot outcomes"

RULES = ICF.but(
    name="eight-rounds",
    title="Indian billiards: eight rounds",
    edition="parlour sheet, source text 002, third reading",
    intro="A parlour game with a simple and severe idea of a foul: striker in a hole, any piece off the board, any man "
    "of the opponent pocketed, break missed {break_attempts} times - each ends the turn and costs a man at once or "
    "later. A game is won with {how_a_game_is_won}, whichever comes first.",
    figures={
        "board_limit": None,
        "boards_won_limit": 8,
        "break_fail_penalty": 1,
        "forward": ("index", "middle", "thumb"),
        "backward": ("index", "middle", "thumb"),
        "games_of_match": 1,
    },
    without=(
        "striker",
        "off-board",
        *(row for _, row in ending.TABLE),
        ending.a_last_man_can_be_the_cover,
        ending.queen_counts_up_to_the_cap,
        ending.extra_points_are_demanded,
        queen.queen_with_nine_men_on_board,
        queen.queen_and_striker_with_nine_men,
        queen.queen_own_and_striker,
        queen.queen_and_striker,
        queen.striker_instead_of_cover,
        queen.striker_with_the_cover,
        "Law 56a",
        "Law 56b",
        "Law 57",
        "Law 60a",
        "Law 60b",
        "Law 138",
    ),
    add=(
        Instead("toss", (told(SET_UP, "A first player is named, or tossed for, and breaks.", "toss"),)),
        Instead("colour", (told(SET_UP, "The first player has the white pieces.", "colour"),)),
        Instead(
            attempt.missed_break_with_a_fault,
            (told(f"{FOULS}; Law 45c", attempt.missed_break_with_a_fault_costs_a_man),),
        ),
        Instead(
            "improper",
            (
                told(FOULS, fouls.striker_is_a_foul),
                told(FOULS, fouls.off_the_board_is_a_foul),
                told(FOULS, fouls.their_man_is_a_foul),
                told(FOULS, fouls.their_man_with_the_queen_is_a_foul),
                told(FOULS, fouls.own_last_man_comes_back, "last-own"),
                told(FOULS, fouls.their_last_man_comes_back, "opponent-last both-last"),
                told("Law 77a", calls.improper_stroke),
                told("Law 64b", fouls.own_men_of_a_foul_come_back),
                told("C6", fouls.several_reasons_cost_one_man),
                told(QUEEN, fouls.fouls_bring_the_queen_back),
            ),
        ),
        Instead(
            ending.clearing_by_either_side_wins_the_board,
            (told(f"{GOAL}; {POINTS}; Law 52a", ending.clearing_wins_the_board),),
        ),
        InsertAfter(
            "men",
            (
                told(GOAL, "The game is won with {target_points} points.", "target no-limit board-limit"),
                told(GOAL, "The game is won with {boards_won_limit} rounds won.", "boards-won"),
            ),
        ),
    ),
    sources={
        **dict.fromkeys(("Law 130a", "Law 130b"), ANATOMY),
        **dict.fromkeys(("Law 44", "Law 45a"), BREAK),
        **dict.fromkeys(("Law 92", "Law 97a", "Law 15", "Law 96", "Law 53b", "Law 53c", "Law 54"), QUEEN),
        **dict.fromkeys(("Law 72c", "Law 78a"), DEFERRED),
        **dict.fromkeys(("Law 34", "Law 25"), SHOOTING),
        "Law 45b": FOULS,
        "Law 48": SHOTS,
        "Law 53a": POINTS,
    },
    retold={
        "seats": Reworded(title="Players and colours", intro="Players, or teammates, sit across from each other."),
        "spot": Reworded(
            intro="Only hand and arm may touch the board, never the elbow. Index finger, middle finger and thumb may "
            "send the striker, forwards or backwards."
        ),
        "break": Reworded(
            title="Breaking the circle",
            intro="The queen lies in the centre, six pieces around it and the rest around those, the colours in "
            "turn, not beyond the outer circle.",
        ),
        "improper": Reworded(
            title="Fouls and penalties",
            when="out_of_the_ordinary",
            intro="A foul ends the turn; one of the player's pieces goes back inside the circle, and with it those "
            "that fell in the same stroke.",
        ),
        "end": Reworded(title="Winning a round", intro=""),
        "queen": Reworded(intro=""),
        "dues": Reworded(
            intro="The opponent places the piece inside the circle. A piece that cannot come back yet is postponed."
        ),
        "score": Reworded(title="Points and end of the game"),
    },
)
