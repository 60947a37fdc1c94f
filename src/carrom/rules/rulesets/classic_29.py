"""`classic-29`: a sports site's guide to one long game to 29 points, the "29-point guide".

It is the official rule set with the guide's changes; sections are numbered here, and each clause names the passage of
the guide it comes from, or the official Law that fills a gap.
"""

from carrom.rules.clauses import Before, InsertAfter, Instead, Reworded, told
from carrom.rules.laws import calls, ending, fouls, men, queen
from carrom.rules.rulesets.icf import RULES as ICF

BREAK = "29-point guide: break"
FOULS = "29-point guide: fouls"
QUEEN = "29-point guide: queen"
SCORING = "29-point guide: scoring"
SIDES = "29-point guide: change of sides"
TOSS = "29-point guide: toss"
TURNS = "29-point guide: order of play"

RULES = ICF.but(
    name="classic-29",
    title="The 29-point game",
    edition="29-point guide, source text 000, third reading",
    intro="One long game to {target_points} points in which the queen is worth {queen_points}{below_the_cap}"
    "{no_limit_of_boards}. Every foul ends the turn and costs a man. Its special idea "
    "is the direct strike: only a man of the opponent that the striker itself has hit costs a penalty. Nobody loses a "
    "board by mishap: last men sunk at the wrong time simply come back.",
    figures={
        "target_points": 29,
        "board_limit": None,
        "queen_points": 5,
        "queen_cap": 24,
        "board_max": 14,
        "games_of_match": 1,
        "mid_game_change_points": 15,
        "decider_change_boards": None,
        "decider_change_points": None,
    },
    without=(
        "striker",
        *(row for _, row in ending.TABLE),
        ending.a_last_man_can_be_the_cover,
        ending.queen_counts_up_to_the_cap,
        ending.extra_points_are_demanded,
        queen.queen_and_striker_with_nine_men,
        queen.queen_own_and_striker,
        queen.queen_and_striker,
        queen.striker_instead_of_cover,
        queen.striker_with_the_cover,
        calls.PLACED_ON_CENTRE,
        calls.PLACED_FOR_A_SHOT,
        "Law 56a",
        "Law 56b",
        "Law 57",
        "Law 60a",
        "Law 60b",
        "Law 138",
    ),
    add=(
        Instead("toss", (told(TOSS, "The winner of the toss chooses a side or the first strike.", "toss"),)),
        Instead(
            "improper",
            (
                told(FOULS, fouls.striker_is_a_foul),
                told(FOULS, fouls.their_man_by_a_direct_strike),
                told(FOULS, fouls.direct_strike_brings_the_queen_back),
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
            (told(f"{SCORING}; Law 52a", ending.clearing_wins_the_board),),
        ),
        Before(queen.queen_once_a_man_fell, (told("Law 125", queen.queen_with_their_man_only),)),
        Instead(queen.queen_once_a_man_fell, (told(f"{QUEEN}; Law 92", queen.queen_once_he_pocketed_a_man),)),
        Before("off-board", (told("Law 48", men.own_man_with_theirs_keeps_the_turn),)),
        Before("off-board", (told("Law 116", fouls.striker_over_the_frame),)),
        Before("calls", (told(FOULS, calls.touching_ends_the_turn),)),
        Instead(
            "break-singles",
            (
                told(
                    BREAK,
                    "The break goes to the opponent with every board; in doubles to the player to the right of the "
                    "one who broke last.",
                    "break-singles break-doubles opener opener-doubles",
                ),
            ),
        ),
        Instead(
            "turn-doubles",
            (told(TURNS, "In doubles the turn goes to the player on the right, anti-clockwise.", "turn-doubles"),),
        ),
        InsertAfter(
            "seats-doubles",
            (
                told(
                    SIDES,
                    "In one long game sides change once, when a side has {mid_game_change_points} points.",
                    "change-early change-late",
                ),
            ),
        ),
        InsertAfter(
            "men",
            (
                told(
                    SCORING,
                    "The game is won with {how_a_game_is_won}{no_limit_of_boards}.",
                    "target no-limit board-limit",
                ),
                told(
                    SCORING,
                    "Some tournaments play to 25 points, or the best of three or five boards, or the most boards of "
                    "eight, instead; where boards are counted, points do not matter.",
                    "boards-won",
                ),
            ),
        ),
    ),
    sources={
        **dict.fromkeys(("Law 43", "Law 44", "Law 45a", "Law 45b"), BREAK),
        **dict.fromkeys(("Law 97a", "Law 15", "Law 96"), QUEEN),
        **dict.fromkeys(("Law 53a", "Law 53b", "Law 53c", "Law 54", "Law 55"), SCORING),
        **dict.fromkeys(("Law 72c", "Law 78a", "Law 85", "Law 134"), FOULS),
        **dict.fromkeys(("Law 58", "Law 59"), SIDES),
        "Law 48": TURNS,
    },
    retold={
        "seats": Reworded(
            title="Players, toss and colours",
            intro="Two players sit opposite each other, or four in pairs with partners opposite; nobody is replaced.",
        ),
        "break": Reworded(
            intro="All men lie within the outer circle in a compact round shape: the queen in the centre, three "
            "white and three black men around it, each touching it and its neighbours, the other twelve around "
            "those and touching them, the colours in turn. Fingers or the striker may be used to keep them together."
        ),
        "improper": Reworded(
            title="Fouls",
            when="out_of_the_ordinary",
            intro="A foul ends the turn and brings one man back; own men that fall in the same stroke come back too.",
        ),
        "end": Reworded(title="Winning a board", intro=""),
        "queen": Reworded(intro="The queen is pocketed first and then an own man in the same turn, or both together."),
        "dues": Reworded(
            intro="The opponent places a man that comes back anywhere inside the outer circle, on the centre circle or "
            "as a shot with the queen too. A man that cannot come back yet is a due."
        ),
        "score": Reworded(title="Board and game"),
    },
)
