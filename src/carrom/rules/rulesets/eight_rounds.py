"""`eight-rounds`: a parlour-game description, the "parlour sheet": 25 points or eight boards won.

Sections are numbered here; each clause names the passage of the sheet it tells, or the official Law that fills a gap.
"""

from carrom.rules.laws import attempt, ending, foul, improper, men, queen
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Part, Ruleset, borrowed, numbered, told
from carrom.rules.rulesets import icf

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

RULES = Ruleset(
    name="eight-rounds",
    title="Indian billiards: eight rounds",
    edition="parlour sheet, source text 002",
    intro="A parlour game with a simple and severe idea of a foul: striker in a hole, any piece off the board, any man "
    "of the opponent pocketed, break missed three times - each ends the turn and costs a man at once or later. A game "
    "is won with 25 points or with eight boards won, whichever comes first.",
    parameters=Parameters(
        board_limit=None,
        boards_won_limit=8,
        break_fail_penalty=1,
        missed_break_faults_cost=True,
        striker_with_own_continues=False,
        striker_with_queen_continues=False,
        fouls_add_up=False,
        others_pocketed_penalty="always",
        off_board_foul=True,
        queen_plus_others="return-pass",
        nine_on_board_cover="covered",
        striker_keeps_cover_open=False,
        last_own_before_queen="return",
        others_last="return",
        extra_points=False,
        forward=("index", "middle", "thumb"),
        backward=("index", "middle", "thumb"),
        games_of_match=1,
    ),
    chapters=(
        Chapter(
            title="Players and colours",
            intro="Players, or teammates, sit across from each other.",
            clauses=numbered(
                1,
                told(SET_UP, "A first player is named, or tossed for, and breaks.", "toss"),
                told(SET_UP, "The first player has the white pieces.", "colour"),
            ),
        ),
        borrowed(
            2,
            icf.SPOT,
            own={"Law 130a": ANATOMY, "Law 130b": ANATOMY},
            intro="Only hand and arm may touch the "
            "board, never the elbow. Index finger, middle finger and thumb may send the striker, forwards or "
            "backwards.",
        ),
        borrowed(3, icf.STROKE_MADE),
        Chapter(
            title="Breaking the circle",
            part=Part.STROKE,
            when="is_break",
            decides=True,
            clauses=numbered(
                4,
                told("Law 47", attempt.break_before_play),
                told(f"{BREAK}; Law 44", attempt.a_touch_is_a_break),
                told(BREAK, attempt.missed_break_is_repeated),
                told(FOULS, attempt.last_missed_break_loses_the_turn, "break-failed"),
                told(FOULS, attempt.missed_break_with_a_fault),
            ),
        ),
        Chapter(
            title="Winning a round",
            part=Part.STROKE,
            when="a_last_man_fell",
            decides=True,
            clauses=numbered(
                5,
                told(f"{GOAL}; {POINTS}", ending.clearing_wins_the_board),
                told(QUEEN, ending.queen_counts_for_a_winner_who_covered_her, "queen"),
                told(QUEEN, ending.queen_of_the_loser_counts_for_nobody, "queen-of-loser"),
                told(QUEEN, ending.queen_is_worth_nothing_from_the_cap_on, "queen-cap"),
                told("Law 55", ending.a_board_brings_a_maximum, "board-max"),
            ),
        ),
        Chapter(
            title="Fouls and penalties",
            part=Part.STROKE,
            when="foul_stroke",
            intro="A foul ends the turn; one of the player's pieces goes back inside the circle, and with it his "
            "pieces that fell in the same stroke. Several reasons in one stroke cost one piece together.",
            clauses=numbered(
                6,
                told(FOULS, foul.striker_is_a_foul),
                told(FOULS, foul.off_the_board_is_a_foul),
                told(FOULS, foul.their_man_is_a_foul),
                told(FOULS, foul.their_man_with_the_queen_is_a_foul),
                told(FOULS, foul.own_last_man_comes_back, "last-own"),
                told(FOULS, foul.their_last_man_comes_back, "opponent-last both-last"),
                told("Law 64b", foul.own_men_of_a_foul_come_back),
                told("Law 77a", improper.improper_stroke),
            ),
        ),
        Chapter(
            title="The queen",
            part=Part.STROKE,
            when="queen_is_concerned",
            clauses=numbered(
                7,
                told("Law 95a", queen.queen_before_any_man),
                told("Law 95b", queen.queen_while_owing),
                told("Law 95c", queen.queen_with_nine_men_again),
                told(QUEEN, queen.queen_waits_for_her_cover),
                told(QUEEN, queen.queen_and_own_man_together),
                told(QUEEN, queen.own_man_covers_the_queen),
                told(QUEEN, queen.uncovered_queen_goes_back),
                told(QUEEN, queen.fouls_bring_the_queen_back),
            ),
        ),
        borrowed(
            8,
            icf.DUES,
            own={"Law 72c": DEFERRED, "Law 78a": DEFERRED},
            intro="The opponent places the piece inside the circle. A piece that cannot come back yet is postponed.",
            topics=False,
        ),
        Chapter(
            title="Whose turn follows",
            part=Part.STROKE,
            clauses=numbered(9, told(f"{SHOTS}; Law 48", men.own_man_keeps_the_turn, "turn")),
        ),
        borrowed(10, icf.CALLS),
        borrowed(
            11,
            icf.ORDER,
            without=("Law 60a", "Law 60b"),
            first=(
                told("Law 78a", "A man that comes back is placed by the opponent.", "placer"),
                told(
                    "Law 78b(ii)",
                    "A man that pays a due of the opponent is placed by the player who pocketed it.",
                    "placer-own-stroke",
                ),
            ),
        ),
        Chapter(
            title="Points and end of the game",
            clauses=numbered(
                12,
                told(POINTS, "The winner of the round gets one point for each piece the other side has left.", "men"),
                told(GOAL, "The game is won with {target_points} points.", "target no-limit board-limit"),
                told(GOAL, "The game is won with {boards_won_limit} rounds won.", "boards-won"),
                told("Law 139", "A player may concede the game.", "concede"),
            ),
        ),
        borrowed(13, icf.PASS),
        borrowed(14, icf.TECHNIQUE, own={"Law 34": SHOOTING, "Law 25": SHOOTING}),
    ),
)
