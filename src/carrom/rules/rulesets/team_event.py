"""`team-event`: the rule sheet of a college competition, the "event sheet": singles, singles, doubles.

It is the official rule set with the sheet's changes; sections are numbered here, and each clause names the passage of
the sheet it comes from, or the official Law that fills a gap.
"""

from carrom.rules.clauses import Before, InsertAfter, Instead, Reworded, told
from carrom.rules.laws import calls, ending, men, queen
from carrom.rules.rulesets.icf import RULES as ICF

BASIC = "event sheet: basic rules"
COVERING = "event sheet: covering"
FORMAT = "event sheet: format"
SCORING = "event sheet: scoring list"

_ASIDE_RETURNS = told(COVERING, queen.queen_aside_returns_with_the_turn)

RULES = ICF.but(
    name="team-event",
    title="The team event",
    edition="event sheet, source text 003, third reading",
    intro="A college competition: singles, singles, doubles, each to {how_a_game_is_won}, "
    "and no thumb strokes. Its special rule is the early queen: a player who pockets it too soon keeps the turn, but "
    "it lies beside the board and returns when the turn is over.",
    figures={
        "board_limit": None,
        "forward": ("index", "middle", "scissors"),
        "backward": ("scissors",),
        "games_of_match": 1,
        "rubbers": ("singles", "singles", "doubles"),
    },
    without=(
        *(row for _, row in ending.TABLE),
        ending.a_last_man_can_be_the_cover,
        ending.queen_counts_up_to_the_cap,
        ending.extra_points_are_demanded,
        queen.queen_before_any_man,
        queen.queen_with_nine_men_on_board,
        "Law 56a",
        "Law 56b",
        "Law 57",
        "Law 60a",
        "Law 60b",
        "Law 138",
    ),
    add=(
        Instead("improper", (told(f"{BASIC}; Law 72b; Law 64b", calls.improper_stroke),)),
        Instead(
            ending.clearing_by_either_side_wins_the_board,
            (
                told(f"{SCORING}; Law 52a", ending.clearing_wins_the_board),
                told(SCORING, ending.own_last_loses_with_men, "last-own"),
                told(SCORING, ending.their_last_loses, "opponent-last both-last"),
            ),
        ),
        Before(
            queen.queen_while_owing,
            (
                told(COVERING, queen.queen_too_early_is_laid_aside),
                told(COVERING, queen.queen_aside_cannot_be_covered),
            ),
        ),
        Instead(queen.queen_once_a_man_fell, (told(f"{COVERING}; Law 92", queen.queen_once_he_pocketed_a_man),)),
        Before("off-board", (told(BASIC, men.missed_stroke_is_no_foul),)),
        *(InsertAfter(chapter, (_ASIDE_RETURNS,)) for chapter in ("turn", "calls", "pass")),
        InsertAfter(
            "men",
            (
                told(
                    SCORING,
                    "A rubber is won with {how_a_game_is_won}{no_limit_of_boards}.",
                    "target no-limit board-limit",
                ),
                told(FORMAT, "A tie is singles, singles, doubles, in that order; two rubbers win it.", "tie"),
                told("practice", "A player may play one singles and the doubles of a tie.", "plays-both"),
                told("practice", "Once the tie is decided the rubbers left are not played.", "dead-rubbers-left"),
            ),
        ),
    ),
    sources={
        **dict.fromkeys(("Law 130a", "Law 130b", "Law 44", "Law 45a", "Law 45b"), BASIC),
        **dict.fromkeys(("Law 135", "Law 34", "Law 25", "Law 48"), BASIC),
        **dict.fromkeys(("Law 97a", "Law 15", "Law 96"), COVERING),
        **dict.fromkeys(("Law 53a", "Law 53b", "Law 53c", "Law 54", "Law 55", "Law 125"), SCORING),
    },
    retold={
        "spot": Reworded(
            intro="The striker stands within the base lines or on one of the circles at their ends, and never cuts the "
            "moon. Hand and arm do not cross the diagonal lines. Forward strokes are made with index finger, middle "
            "finger or scissors; nobody uses the thumb."
        ),
        "improper": Reworded(intro="A thumb stroke is improper."),
        "end": Reworded(intro=""),
        "queen": Reworded(
            title="Covering the queen",
            intro="A player may pocket and cover the queen after pocketing an own man.",
        ),
        "off-board": Reworded(when=""),
        "score": Reworded(title="Board, rubber and tie"),
    },
)
