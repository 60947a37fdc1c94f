"""`three-player`: the paragraph for three of the "club sheet": nobody owns a colour, one board is one game.

Sections are numbered here; each clause names the passage of the sheet it tells, or the official Law that fills a gap.
"""

from carrom.rules.laws import improper, men, points
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Part, Ruleset, borrowed, numbered, told
from carrom.rules.rulesets import icf

PLAY = "club sheet: how to play"
QUEEN = "club sheet: queen"
MISC = "club sheet: miscellaneous"
THREE = "club sheet: three players"

NOT_HERE = (
    "Law 51",
    "Law 54",
    "Law 55",
    "Law 63b",
    "Law 82a",
    "Law 85",
    "Law 86",
    "Law 88",
    "Law 89b",
    "Law 91",
    "Law 114",
    "Law 121b",
    "Law 125b",
    "Law 126b",
)
"""Laws on calls that speak of owned colours, or of players who are not in turn."""

RULES = Ruleset(
    name="three-player",
    title="Carrom for three",
    edition="club sheet, source text 001, paragraph for three",
    intro="Three people, each for himself, nobody owns a colour: a black man is worth one, a white man two, the "
    "covered queen five, 32 points on the board. Everything else follows the club game as far as it makes sense. One "
    "board is one game.",
    parameters=Parameters(
        players=(3,),
        colours_are_owned=False,
        target_points=None,
        board_limit=1,
        late_board_limit=1,
        queen_points=5,
        queen_cap=None,
        board_max=None,
        black_points=1,
        white_points=2,
        stroke_made="leaves-both-lines",
        extra_points=False,
        forward=("index", "middle", "scissors"),
        backward=("thumb", "scissors"),
        setup_angle=45,
        trial_boards=0,
        games_of_match=1,
        change_after_game=False,
        decider_change_boards=None,
        decider_change_points=None,
    ),
    chapters=(
        Chapter(
            title="Players and order",
            intro="Three players sit at three sides of the board and draw for the first turn.",
            clauses=numbered(
                1,
                told(
                    "Law 49b",
                    "The turn, and with the next board the break, goes to the next player on the right.",
                    "turn-doubles break-singles break-doubles opener opener-doubles",
                ),
                told(
                    "Law 78b(i)",
                    "A man that comes back is placed by the player on the right.",
                    "placer placer-doubles placer-own-stroke",
                ),
            ),
        ),
        borrowed(2, icf.SPOT, own={"Law 130a": PLAY, "Law 130b": PLAY}),
        borrowed(3, icf.STROKE_MADE, own={"Law 127b": MISC}, without=("Law 127a",)),
        borrowed(4, icf.BREAK, own={"Law 45a": MISC, "Law 45b": MISC}, without=("Law 47",)),
        borrowed(
            5,
            icf.QUEEN,
            own={
                "Law 95a": QUEEN,
                "Law 92": QUEEN,
                "Law 97a": MISC,
                "Law 15": QUEEN,
                "Law 96": QUEEN,
                "Law 100a": MISC,
            },
            intro="The queen may be pocketed after the player's first man. Any man in the same or the next stroke "
            "covers her; only then do her points count.",
        ),
        borrowed(
            6,
            icf.STRIKER,
            own={"Law 72a": MISC, "Law 73": MISC},
            without=("Law 74", "Law 75"),
            intro="The man pocketed last comes back first, and its points are lost.",
        ),
        borrowed(7, icf.OFF_BOARD, own={"Law 65a": MISC}, without=("Law 125",)),
        borrowed(
            8,
            icf.DUES,
            own={"Law 72c": MISC, "Law 78a": MISC},
            without=("Law 78b(ii)", "Law 79", "Law 89a"),
            topics=False,
            intro="Who has nothing to give back owes it; the next man he pockets goes back and scores nothing.",
        ),
        Chapter(
            title="The end of the game",
            part=Part.STROKE,
            clauses=numbered(
                9,
                told(QUEEN, points.last_counter_before_the_queen_comes_back),
                told(THREE, points.all_counters_down_end_the_game, "totals"),
                told(THREE, points.counters_count, "men queen"),
            ),
        ),
        Chapter(
            title="Improper strokes",
            part=Part.STROKE,
            when="improper",
            clauses=numbered(14, told("Law 77a", improper.improper_stroke)),
        ),
        Chapter(
            title="Whose turn follows",
            part=Part.STROKE,
            clauses=numbered(10, told(PLAY, men.any_counter_keeps_the_turn, "turn")),
        ),
        borrowed(11, icf.PASS),
        borrowed(12, icf.TECHNIQUE, own={"Law 34": PLAY, "Law 25": PLAY}),
        borrowed(
            13,
            icf.CALLS,
            without=NOT_HERE,
            intro="Where this text is silent a violation costs a man, as in the "
            "official Laws; it names no price for a player who is not in turn.",
        ),
    ),
)
