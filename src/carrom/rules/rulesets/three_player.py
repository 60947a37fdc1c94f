"""`three-player`: the paragraph for three of the "club sheet": colours are not owned, one board is one game.

It is the club's rule set without the parts on owned colours; sections are numbered here, and each clause names the
passage of the sheet it comes from, or the official Law that fills a gap.
"""

from carrom.rules.clauses import Chapter, InsertAfter, Instead, Part, Reworded, told
from carrom.rules.laws import calls, fouls, men, points
from carrom.rules.rulesets.club import PLAY, QUEEN
from carrom.rules.rulesets.club import RULES as CLUB
from carrom.rules.rulesets.points import OF_OWN_COLOURS

THREE = "club sheet: three players"

RULES = CLUB.but(
    name="three-player",
    title="Carrom for three",
    edition="club sheet, source text 001, paragraph for three, third reading",
    intro="Three people, each for himself, nobody owns a colour: a black counter is worth {black_points}, a {white} "
    "one {white_points}, the covered queen {queen_points}, {all_points} points on the board. Everything else follows "
    "the club game as far as it makes sense. One board is one game.",
    figures={
        "players": (3,),
        "target_points": None,
        "board_limit": 1,
        "late_board_limit": 1,
        "queen_points": 5,
        "queen_cap": None,
        "board_max": None,
        "black_points": 1,
        "white_points": 2,
        "trial_boards": 0,
        "games_of_match": 1,
        "decider_change_boards": None,
        "decider_change_points": None,
    },
    without=(
        *(mark for mark in OF_OWN_COLOURS if mark != "striker"),
        fouls.striker_with_their_men,
        fouls.striker_with_men_of_both,
    ),
    chapters=(
        (
            "",
            Chapter(
                key="order",
                title="Players and order",
                intro="Three players sit at three sides of the board and draw for the first turn; two or four play "
                "the club game (`club`). The double whites aim straight at a corner pocket.",
                clauses=(
                    told(
                        "Law 49b",
                        "The turn, and with the next board the break, goes to the next player on the right.",
                        "turn-doubles break-singles break-doubles opener opener-doubles",
                    ),
                    told(
                        "Law 78b(i)",
                        "A counter that comes back is placed by the player on the right.",
                        "placer placer-doubles placer-own-stroke",
                    ),
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
                    told(QUEEN, points.last_counter_before_the_queen_comes_back),
                    told(THREE, points.all_counters_down_end_the_game, "totals"),
                    told(THREE, points.counters_count, "men queen"),
                ),
            ),
        ),
    ),
    add=(
        Instead("turn", (told(PLAY, men.any_counter_keeps_the_turn, "turn"),)),
        InsertAfter("calls", (told(f"{PLAY}; Law 91", calls.loss_of_the_board_costs_a_counter),)),
    ),
    retold={
        "queen": Reworded(
            intro="The queen may be pocketed after the player's first counter. Any counter in the same or the next "
            "stroke covers it; only then do its points count. Otherwise it goes back to the centre spot: over as "
            "much of the red as possible, or behind it, opposite the next player, if it is wholly covered."
        ),
        "off-board": Reworded(
            title="Counters over the frame",
            intro="A counter that jumped goes to the centre spot like the queen: over as much of the red as "
            "possible, or behind it, opposite the next player, if it is wholly covered.",
        ),
        "striker": Reworded(intro="The counter pocketed last comes back first, and its points are lost."),
        "dues": Reworded(
            topics=False,
            intro="A player who has nothing to give back owes it; their next counter goes back and scores nothing.",
        ),
        "calls": Reworded(intro="Where this text is silent a violation costs a counter, as in the official Laws."),
    },
)
