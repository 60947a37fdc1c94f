"""`points`: a café's instructions for a relaxed points game, the "café card".

Sections are numbered here; each clause names the passage of the card it tells, or the official Law that fills a gap.
"""

from carrom.rules.laws import improper, men, points, queen, striker
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Part, Ruleset, borrowed, numbered, told
from carrom.rules.rulesets import icf

AIM = "café card: objective"
FIRST = "café card: first turn"
TURNS = "café card: take turns"
RULE = "café card: rules of play"
END = "café card: ending the game"

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
    name="points",
    title="The points game",
    edition="café card, source text 004",
    intro="A relaxed game for two players or two teams of two. Black counters bring five, brown ten, the covered queen "
    "fifty, 185 in all; everybody may pocket everything. There is one break shot only, and a queen without her cover "
    "voids all points of the turn. One set-up is one game.",
    parameters=Parameters(
        colours_are_owned=False,
        target_points=None,
        board_limit=1,
        late_board_limit=1,
        queen_points=50,
        queen_cap=None,
        board_max=None,
        black_points=5,
        white_points=10,
        white_is_brown=True,
        break_attempts=1,
        striker_with_own_continues=False,
        striker_with_queen_continues=False,
        queen_right="anytime",
        nine_on_board_cover="covered",
        striker_keeps_cover_open=False,
        extra_points=False,
        void_turn_if_uncovered=True,
        setup_angle=90,
        trial_boards=0,
        games_of_match=1,
        change_after_game=False,
        decider_change_boards=None,
        decider_change_points=None,
    ),
    chapters=(
        Chapter(
            title="Players and order",
            intro="Two players, or two teams of two; partners score together. Two of the inner brown counters point "
            "towards the bottom corners.",
            clauses=numbered(
                1,
                told(
                    "Law 49b",
                    "The turn, and with the next game the break, goes to the next player on the right.",
                    "turn-doubles break-singles break-doubles opener opener-doubles",
                ),
                told(
                    "Law 78b(i)",
                    "A counter that comes back is placed by the next player.",
                    "placer placer-doubles placer-own-stroke",
                ),
            ),
        ),
        borrowed(2, icf.SPOT, intro="The striker is put on the base line before each stroke and flicked."),
        borrowed(3, icf.STROKE_MADE),
        borrowed(
            4,
            icf.BREAK,
            title="Breaking the star",
            own={"Law 44": FIRST, "Law 45b": FIRST},
            without=("Law 47", "Law 45a"),
            intro="The first player has one shot to break the star; missed, the next player breaks.",
        ),
        Chapter(
            title="The queen",
            part=Part.STROKE,
            when="queen_is_concerned",
            clauses=numbered(
                5,
                told(AIM, queen.queen_waits_for_her_cover),
                told(f"{AIM}; Law 97a", points.any_counter_covers_the_queen, "queen"),
                told(AIM, points.uncovered_queen_voids_the_turn, "void"),
            ),
        ),
        Chapter(
            title="The striker in a pocket",
            part=Part.STROKE,
            clauses=numbered(
                6,
                told(RULE, points.last_pocketed_counter_comes_back),
                told("Law 116", striker.striker_over_the_frame),
            ),
        ),
        borrowed(7, icf.OFF_BOARD, own={"Law 65a": RULE}, without=("Law 125",)),
        borrowed(
            8,
            icf.DUES,
            own={},
            without=("Law 78b(ii)", "Law 79", "Law 89a"),
            topics=False,
            intro="Who has nothing to give back owes it; the next counter he pockets goes back unscored.",
        ),
        Chapter(
            title="The end of the game",
            part=Part.STROKE,
            clauses=numbered(
                9,
                told(END, points.last_counter_before_the_queen_comes_back),
                told(END, points.all_counters_down_end_the_game, "totals"),
                told(AIM, points.counters_count, "men"),
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
            clauses=numbered(10, told(TURNS, men.any_counter_keeps_the_turn, "turn")),
        ),
        borrowed(11, icf.PASS),
        borrowed(12, icf.TECHNIQUE),
        borrowed(
            13,
            icf.CALLS,
            without=NOT_HERE,
            intro="Where this text is silent a violation costs a man, as in the "
            "official Laws; it names no price for a player who is not in turn.",
        ),
    ),
)
