"""`classic-29`: a sports site's guide to one long game to 29 points, the "29-point guide".

Sections are numbered here; each clause names the passage of the guide it tells, or the official Law that fills a gap.
"""

from carrom.rules.laws import attempt, calls, ending, foul, improper, men, queen
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import Chapter, Clause, Part, Ruleset, borrowed, numbered, told
from carrom.rules.rulesets import icf

BREAK = "29-point guide: break"
FOULS = "29-point guide: fouls"
QUEEN = "29-point guide: queen"
SCORING = "29-point guide: scoring"
TURNS = "29-point guide: order of play"
SIDES = "29-point guide: change of sides"


def _order() -> tuple[Clause, ...]:
    return numbered(
        12,
        told(
            BREAK,
            "The break goes to the opponent with every board; in doubles to the player to the right of who broke last.",
            "break-singles break-doubles opener opener-doubles",
        ),
        told(TURNS, "In doubles the turn goes to the player on the right, anti-clockwise.", "turn-doubles"),
        told(
            FOULS,
            "A man that comes back is placed by the opponent anywhere inside the outer circle.",
            "placer placer-doubles",
        ),
        told(
            "Law 78b(ii)",
            "A man that pays a due of the opponent is placed by the player who pocketed it.",
            "placer-own-stroke",
        ),
        told(SIDES, "After a game singles change to the opposite side.", "seats-singles"),
        told(SIDES, "After a game doubles move one place to the right.", "seats-doubles"),
        told(
            SIDES,
            "In one long game sides change once, when a side has {mid_game_change_points} points.",
            "change-early change-late",
        ),
    )


RULES = Ruleset(
    name="classic-29",
    title="The 29-point game",
    edition="29-point guide, source text 000",
    intro=(
        "One long game to 29 points in which the queen is worth five, as long as the winner stands below 24; there "
        "is no limit of boards. Every foul ends the turn and costs a man. Its special idea is the direct strike: "
        "only a man of the opponent that the striker itself has hit costs a penalty. Nobody loses a board by "
        "mishap: last men sunk at the wrong time simply come back."
    ),
    parameters=Parameters(
        target_points=29,
        board_limit=None,
        queen_points=5,
        queen_cap=24,
        board_max=14,
        striker_with_own_continues=False,
        striker_with_queen_continues=False,
        fouls_add_up=False,
        others_pocketed_penalty="direct",
        touch_costs_turn=True,
        queen_right="self",
        queen_plus_others="return-pass",
        striker_keeps_cover_open=False,
        last_own_before_queen="return",
        others_last="return",
        extra_points=False,
        games_of_match=1,
        mid_game_change_points=15,
        decider_change_boards=None,
        decider_change_points=None,
    ),
    chapters=(
        Chapter(
            title="Players, toss and colours",
            intro="Two players sit opposite each other, or four in pairs with partners opposite; nobody is replaced.",
            clauses=numbered(
                1,
                told("29-point guide: toss", "The winner of the toss chooses his side or the first strike.", "toss"),
                told(BREAK, "Who breaks has the white men for that board, the other side the black.", "colour"),
            ),
        ),
        borrowed(2, icf.SPOT),
        borrowed(3, icf.STROKE_MADE),
        Chapter(
            title="The break",
            part=Part.STROKE,
            when="is_break",
            decides=True,
            intro="The queen lies in the centre, six men round her and twelve round them, white and black in turn.",
            clauses=numbered(
                4,
                told("Law 47", attempt.break_before_play),
                told(f"{BREAK}; Law 44", attempt.a_touch_is_a_break),
                told(BREAK, attempt.missed_break_is_repeated),
                told(BREAK, attempt.last_missed_break_loses_the_turn, "break-failed"),
                told("Law 45c", attempt.missed_break_with_a_fault),
            ),
        ),
        Chapter(
            title="Winning a board",
            part=Part.STROKE,
            when="a_last_man_fell",
            decides=True,
            clauses=numbered(
                5,
                told(SCORING, ending.clearing_wins_the_board),
                told(SCORING, ending.queen_counts_for_a_winner_who_covered_her, "queen"),
                told(SCORING, ending.queen_of_the_loser_counts_for_nobody, "queen-of-loser"),
                told(SCORING, ending.queen_is_worth_nothing_from_the_cap_on, "queen-cap"),
                told(SCORING, ending.a_board_brings_a_maximum, "board-max"),
            ),
        ),
        Chapter(
            title="Fouls",
            part=Part.STROKE,
            when="foul_stroke",
            intro="A foul ends the turn and brings one man back; own men that fall in the same stroke come back too. "
            "Several reasons for a foul in one stroke cost one man together.",
            clauses=numbered(
                6,
                told(FOULS, foul.striker_is_a_foul),
                told(FOULS, foul.their_man_by_a_direct_strike),
                told(FOULS, foul.direct_strike_brings_the_queen_back),
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
            intro="The queen is pocketed first and then an own man in the same turn, or both together.",
            clauses=numbered(
                7,
                told("Law 95a", queen.queen_before_any_man),
                told("Law 95b", queen.queen_while_owing),
                told("Law 95c", queen.queen_with_nine_men_again),
                told(QUEEN, queen.queen_waits_for_her_cover),
                told("Law 125", queen.queen_with_their_man_only),
                told(QUEEN, queen.queen_and_own_man_together),
                told("Law 97b", queen.queen_with_nine_men_on_board),
                told(QUEEN, queen.own_man_covers_the_queen),
                told(QUEEN, queen.uncovered_queen_goes_back),
                told(QUEEN, queen.fouls_bring_the_queen_back),
            ),
        ),
        borrowed(
            8,
            icf.OFF_BOARD,
            first=(
                told("Law 116", icf.STRIKER.clauses[-1].says),
                told("Law 48", men.own_man_with_theirs_keeps_the_turn),
            ),
        ),
        borrowed(
            9,
            icf.DUES,
            own={"Law 72c": FOULS, "Law 78a": FOULS},
            intro="The opponent places a man that comes "
            "back anywhere inside the outer circle. A man that cannot come back yet is a due.",
            topics=False,
        ),
        Chapter(
            title="Whose turn follows",
            part=Part.STROKE,
            clauses=numbered(10, told(f"{TURNS}; Law 48", men.own_man_keeps_the_turn, "turn")),
        ),
        borrowed(
            11,
            icf.CALLS,
            own={"Law 134": FOULS},
            first=(told(FOULS, calls.touching_ends_the_turn),),
        ),
        Chapter(title="Who plays, breaks and places, and where they sit", clauses=_order()),
        Chapter(
            title="Board and game",
            clauses=numbered(
                13,
                told(SCORING, "The winner of the board gets one point for each man the opponent has left.", "men"),
                told(
                    SCORING,
                    "The game is won with {target_points} points; there is no limit of boards.",
                    "target no-limit board-limit",
                ),
                told(
                    SCORING,
                    "Some events play the best of three or five boards instead; points do not matter.",
                    "boards-won",
                ),
                told("Law 139", "A player may concede the game.", "concede"),
            ),
        ),
        borrowed(14, icf.PASS),
        borrowed(15, icf.TECHNIQUE),
    ),
)
