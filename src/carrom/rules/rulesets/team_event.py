"""`team-event`: the rule sheet of a college competition, the "event sheet": singles, singles, doubles.

Sections are numbered here; each clause names the passage of the sheet it tells, or the official Law that fills a gap.
"""

from carrom.rules.laws import ending, foul, improper, men, queen
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Part, Ruleset, borrowed, numbered, told
from carrom.rules.rulesets import icf

BASIC = "event sheet: basic rules"
COVERING = "event sheet: covering"
FORMAT = "event sheet: format"
SCORING = "event sheet: scoring list"

RULES = Ruleset(
    name="team-event",
    title="The team event",
    edition="event sheet, source text 003",
    intro="A college competition: singles, singles, doubles, each to 25 points without a limit of boards, and no thumb "
    "strokes. Its peculiarity is the early queen: who pockets her too soon keeps his turn, but she lies beside the "
    "board and returns when the turn is over.",
    parameters=Parameters(
        board_limit=None,
        queen_right="self",
        queen_early="aside",
        last_own_before_queen="lose-queen-and-men",
        others_last="lose",
        extra_points=False,
        forward=("index", "middle", "scissors"),
        backward=("scissors",),
        games_of_match=1,
        rubbers=("singles", "singles", "doubles"),
    ),
    chapters=(
        borrowed(1, icf.SEATS),
        borrowed(
            2,
            icf.SPOT,
            own={"Law 130a": BASIC, "Law 130b": BASIC},
            intro="The striker stands within the base "
            "lines or on one of the circles at their ends, and never cuts the moon. Hand and arm do not cross "
            "the diagonal lines. Forward strokes are made with index finger, middle finger or scissors; nobody "
            "uses the thumb.",
        ),
        borrowed(3, icf.STROKE_MADE),
        borrowed(4, icf.BREAK, own={"Law 44": BASIC, "Law 45a": BASIC, "Law 45b": BASIC}),
        Chapter(
            title="The end of the board",
            part=Part.STROKE,
            when="a_last_man_fell",
            decides=True,
            clauses=numbered(
                5,
                told(SCORING, ending.clearing_wins_the_board),
                told(SCORING, foul.own_last_loses_with_men, "last-own"),
                told(SCORING, foul.their_last_loses, "opponent-last both-last"),
                told(SCORING, ending.queen_counts_for_a_winner_who_covered_her, "queen"),
                told(SCORING, ending.queen_of_the_loser_counts_for_nobody, "queen-of-loser"),
                told(SCORING, ending.queen_is_worth_nothing_from_the_cap_on, "queen-cap"),
                told(SCORING, ending.a_board_brings_a_maximum, "board-max"),
            ),
        ),
        borrowed(
            6,
            icf.QUEEN,
            title="Covering the queen",
            own={"Law 92": COVERING, "Law 97a": COVERING, "Law 15": COVERING, "Law 96": COVERING},
            without=("Law 95a", "Law 97b"),
            first=(
                told(COVERING, queen.queen_too_early_is_laid_aside),
                told(COVERING, queen.queen_aside_cannot_be_covered),
            ),
            intro="A player may pocket and cover the queen once he has pocketed a man of his own.",
        ),
        borrowed(7, icf.STRIKER),
        Chapter(
            title="Improper strokes",
            part=Part.STROKE,
            when="improper",
            intro="A thumb stroke is improper.",
            clauses=numbered(8, told(f"{BASIC}; Law 72b; Law 64b", improper.improper_stroke)),
        ),
        borrowed(9, icf.OFF_BOARD, own={"Law 125": SCORING}, first=(told(BASIC, men.missed_stroke_is_no_foul),)),
        borrowed(10, icf.DUES),
        Chapter(
            title="Whose turn follows",
            part=Part.STROKE,
            clauses=numbered(
                11,
                told(BASIC, men.own_man_keeps_the_turn, "turn"),
                told(COVERING, queen.queen_aside_returns_with_the_turn),
            ),
        ),
        borrowed(
            12,
            icf.CALLS,
            own={"Law 135": BASIC},
            first=(),
            last=(told(COVERING, queen.queen_aside_returns_with_the_turn),),
        ),
        borrowed(13, icf.ORDER, without=("Law 60a", "Law 60b")),
        Chapter(
            title="Board, rubber and tie",
            clauses=numbered(
                14,
                told(SCORING, "The winner of the board gets one point for each man the opponent has left.", "men"),
                told(
                    SCORING,
                    "A rubber is played to {target_points} points, without a limit of boards.",
                    "target no-limit board-limit",
                ),
                told(FORMAT, "A tie is singles, singles, doubles, in that order; two rubbers win it.", "tie"),
                told("Law 139", "A player may concede a rubber.", "concede"),
            ),
        ),
        borrowed(15, icf.PASS, last=(told(COVERING, queen.queen_aside_returns_with_the_turn),)),
        borrowed(16, icf.TECHNIQUE, own={"Law 34": BASIC, "Law 25": BASIC}),
    ),
)
