"""`club`: a dealer's one-page summary of the federation game, the "club sheet".

Sections are numbered here; each clause names the passage of the sheet it tells, or the official Law that fills a gap.
"""

from carrom.rules.laws import ending, foul, improper
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Part, Ruleset, borrowed, numbered, told
from carrom.rules.rulesets import icf

PLAY = "club sheet: how to play"
QUEEN = "club sheet: queen"
SCORING = "club sheet: scoring"
MISC = "club sheet: miscellaneous"
SET_UP = "club sheet: set-up"

RULES = Ruleset(
    name="club",
    title="The club game",
    edition="club sheet, source text 001",
    intro="A summary of the federation game for living rooms and clubs, to 25 points or eight boards. It is close to "
    "the official Laws, with a few rules of its own: a stroke whose striker has not left both base lines is repeated, "
    "back-shots are for thumb or scissors only, and sinking a last man at the wrong moment costs the board plus three "
    "points plus whatever is left on the board.",
    parameters=Parameters(
        late_board_limit=8,
        stroke_made="leaves-both-lines",
        last_own_before_queen="lose-queen-and-men",
        others_last="lose",
        extra_points=False,
        forward=("index", "middle", "scissors"),
        backward=("thumb", "scissors"),
        setup_angle=45,
    ),
    chapters=(
        borrowed(
            1,
            icf.SEATS,
            own={"Law 43": SET_UP},
            intro="In singles the opponent sits across, in doubles the partner does. The double whites aim straight at "
            "a corner pocket.",
        ),
        borrowed(
            2,
            icf.SPOT,
            own={"Law 130a": PLAY, "Law 130b": PLAY},
            intro="The striker is flicked, not pushed: "
            "forwards with index finger, middle finger or scissors, backwards with thumb or scissors only. Only "
            "the hand may cross the diagonal line, the elbow stays behind the frame, feet and knees in the own "
            "quarter, and nobody leaves his chair.",
        ),
        borrowed(3, icf.STROKE_MADE, own={"Law 127b": MISC}, without=("Law 127a",)),
        borrowed(4, icf.BREAK, own={"Law 45a": MISC, "Law 45b": MISC}),
        Chapter(
            title="The end of the board",
            part=Part.STROKE,
            when="a_last_man_fell",
            decides=True,
            clauses=numbered(
                5,
                told(QUEEN, ending.clearing_wins_the_board),
                told(MISC, foul.own_last_loses_with_men, "last-own"),
                told(MISC, foul.their_last_loses, "opponent-last both-last"),
                told(SCORING, ending.queen_counts_for_a_winner_who_covered_her, "queen"),
                told(SCORING, ending.queen_of_the_loser_counts_for_nobody, "queen-of-loser"),
                told(SCORING, ending.queen_is_worth_nothing_from_the_cap_on, "queen-cap"),
                told("Law 55", ending.a_board_brings_a_maximum, "board-max"),
            ),
        ),
        borrowed(
            6,
            icf.QUEEN,
            own={
                "Law 92": QUEEN,
                "Law 97a": MISC,
                "Law 15": QUEEN,
                "Law 96": QUEEN,
                "Law 95a": QUEEN,
                "Law 100a": MISC,
            },
            intro="The queen may be pocketed after the first own man and before the last. She is covered by an own man "
            "in the next stroke, or goes back to the centre spot: over as much of the red as possible, or behind it, "
            "opposite the next player, if it is wholly covered.",
        ),
        borrowed(7, icf.STRIKER, own={"Law 72a": MISC, "Law 73": MISC, "Law 74": MISC}),
        Chapter(
            title="Improper strokes",
            part=Part.STROKE,
            when="improper",
            clauses=numbered(8, told("Law 77a", improper.improper_stroke)),
        ),
        borrowed(9, icf.OFF_BOARD, own={"Law 65a": MISC, "Law 125": MISC}),
        borrowed(
            10,
            icf.DUES,
            own={"Law 72c": MISC, "Law 78a": MISC},
            intro="The opponent places a due man inside the large circle, off the red spot.",
        ),
        borrowed(11, icf.TURN, own={"Law 48": PLAY}),
        borrowed(12, icf.CALLS, own={"Law 91": PLAY}),
        borrowed(13, icf.ORDER, without=("Law 60b",)),
        Chapter(
            title="Board, game and match",
            clauses=numbered(
                14,
                told(SCORING, "The winner of the board gets one point for each man the opponent has left.", "men"),
                told(
                    SCORING,
                    "A game is won with {target_points} points, or by who leads after {board_limit} boards.",
                    "target board-limit",
                ),
                told(
                    "Law 56b",
                    "Level after the last board, an extra board decides; a toss gives the break.",
                    "extra-board",
                ),
                told("Law 57", "A match is the best of three games.", "match"),
                told("Law 138", "Before the third game there is a pause of ten minutes.", "interval"),
                told("Law 139", "A player may concede a game or the match.", "concede"),
            ),
        ),
        borrowed(15, icf.PASS),
        borrowed(16, icf.TECHNIQUE, own={"Law 34": PLAY, "Law 25": PLAY}),
    ),
)
