"""Readings: numbered decisions where the source texts are silent or contradict each other, and their page."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from carrom.i18n import listed
from carrom.values import Value

# -- a reading ---------------------------------------------------------------------------------------------------------


class Reading(Value, frozen=True, kw_only=True):
    """A numbered reading: its source, what is unclear, the decision and the reason."""

    number: str
    """`C7`; numbers are never reused, because people cite them."""
    where: str
    """The texts that are silent or disagree."""
    problem: str
    reading: str
    reason: str
    switches: tuple[str, ...] = ()
    """Keys of a rule set file that select the other reading."""
    no_switch: str = ""
    """Why no key selects another reading: it would decide nothing, it cannot be played, or the record chooses."""


ICF, GUIDE, CLUB, PARLOUR, EVENT, CARD = (
    "the official Laws",
    "29-point guide",
    "club sheet",
    "parlour sheet",
    "event sheet",
    "café card",
)
THREE = "the club sheet's paragraph for three"
"""Names of the source texts."""


def texts(*names: str) -> str:
    """Return names of texts as one phrase."""
    return listed(names)


# -- the end of a board, points, games, matches, equipment and seats ---------------------------------------------------


OF_BOARDS = (
    Reading(
        number="C1",
        where=texts(GUIDE, "one transcription of the official equipment clauses"),
        problem="An arrow is at most 26.70 cm long in the guide, 25.70 in the transcription.",
        reading="26.70 cm.",
        reason="Guide and official drawing agree; it has no effect on play.",
        no_switch="The end of an arrow lies where no striker is placed, so that its length decides nothing.",
    ),
    Reading(
        number="C2",
        where=texts(GUIDE, CLUB, EVENT, CARD),
        problem="Stray text: footballers' training, a marker inside a sentence, furniture of a page, contact details.",
        reading="Left out.",
        reason="These are no rules.",
        no_switch="These lines say nothing about play.",
    ),
    Reading(
        number="C13",
        where=GUIDE,
        problem="The final own man before the queen: a foul (one man back) and one piece more on top. Two or three in all?",
        reading="Two: the final man and one more.",
        reason="The parlour sheet, of the same family, brings back that man and one.",
        switches=("last_own_before_queen",),
    ),
    Reading(
        number="C14",
        where=texts(CLUB, EVENT),
        problem="The own last man before the queen loses “the board, three points and one for each of the opponent's pieces "
        "left”. Who gets them, and what from 22 on?",
        reading="The opponent scores three and its own men left, at most a board's maximum; from 22 on the men only.",
        reason="“Lose by” as in Laws 106 and 107, and the cap of the same texts. On purpose more than Law 107.",
        switches=("last_own_before_queen", "last_own_points"),
    ),
    Reading(
        number="C15",
        where=texts(CLUB, EVENT),
        problem="The opponent's last man loses “the board and three points”: three in all, or the men and three? Also when it "
        "is covered already?",
        reading="The opponent scores the men the player has left and three, once; from 22 on the men only, but at least one "
        "point. It is the same whichever side covered the queen, and when the own last man falls with it.",
        reason="“The board” means the usual count; Laws 103 and 106 give men and three.",
        switches=("others_last", "others_last_points"),
    ),
    Reading(
        number="C16",
        where=texts(GUIDE, PARLOUR),
        problem="Both last men fall in one stroke, the queen covered.",
        reading="The opponent's last man comes back, and the player's men of that stroke with one more; the board goes on.",
        reason="The opponent's last man is a foul in both texts, before or after the queen.",
        switches=("others_last",),
    ),
    Reading(
        number="C18",
        where=PARLOUR,
        problem="25 points or eight rounds: played, as by the Laws, or won?",
        reading="Won: the first side that has 25 points or has won eight rounds.",
        reason="It says so three times.",
        switches=("boards_won_limit",),
    ),
    Reading(
        number="C19",
        where=EVENT,
        problem="25 points, and no word of a limit of boards.",
        reading="No limit.",
        reason="The sheet says how a match ends, so it is not silent.",
        switches=("board_limit",),
    ),
    Reading(
        number="C26",
        where="all texts with owned colours",
        problem="Is the queen's cap tested before or after the board's men are added?",
        reading="By the score before the board.",
        reason="Law 52b, “up to and including 21”; Law 54, “once he has reached 22”.",
        switches=("queen_cap",),
    ),
    Reading(
        number="C27",
        where="all texts",
        problem="A score goes beyond the target (26, 31).",
        reading="A board's points are kept as they are; the score of a game is shown and ranked at the target.",
        reason="Published results are all 25 to something.",
        switches=("score_beyond_target",),
    ),
    Reading(
        number="C28",
        where=ICF,
        problem="Is the limit of eight boards for all rounds (56a) or up to the pre-quarter-finals (56b, 60b)?",
        reading="Up to and including the pre-quarter-finals; then games are played to the points alone.",
        reason="Laws 56b and 60b read together; the Indian federation says the same.",
        switches=("board_limit", "late_board_limit"),
    ),
    Reading(
        number="C32",
        where="Law 103a",
        problem="The covering stroke takes an own man and also the opponent's last man.",
        reading="The opponent gains the own men left and the queen's value, to the letter.",
        reason="“While covering … last man of his opponent”; Law 102a covers only both last men.",
        switches=("cover_with_others_last",),
    ),
    Reading(
        number="C36",
        where=GUIDE,
        problem="Sides change “after each game”, but a match is one game to 29.",
        reading="Once, when a side has 15 points (13 in a game to 25).",
        reason="The text itself names 13 and 15.",
        switches=("mid_game_change_points",),
    ),
    Reading(
        number="C37",
        where=texts(CLUB, PARLOUR),
        problem="Blacks count one and whites two; the list of points repeats the queen as three although the cap drops it.",
        reading="The values of colours hold for three players only; the cap holds.",
        reason="Plain reading.",
        switches=("queen_cap", "black_points", "white_points"),
    ),
    Reading(
        number="C38",
        where="all texts",
        problem="The thumb: allowed, forbidden, or for back-shots only?",
        reading="As each text has it.",
        reason="They are separate rule sets.",
        switches=("forward", "backward"),
    ),
    Reading(
        number="C39",
        where=EVENT,
        problem="Who may play twice in a tie, and is a decided tie played on?",
        reading="A player may play one singles and the doubles; a decided tie need not be played on.",
        reason="Usual practice.",
        switches=("may_play_both", "play_dead_rubber"),
    ),
    Reading(
        number="C43",
        where=GUIDE,
        problem="“Best of 3 or 5 board wins is also played.”",
        reading="A format: the first to two or three boards won; points do not matter.",
        reason="The guide's own words.",
        no_switch="It is a choice of contest, not of rule set: `best-of-3-boards` or `best-of-5-boards`.",
    ),
    Reading(
        number="C44",
        where=texts(GUIDE, PARLOUR),
        problem="May a board be won by the stroke that takes queen and last man together?",
        reading="Yes: it is covered by that stroke.",
        reason="“Together is covered.”",
        switches=("last_man_covers",),
    ),
    Reading(
        number="C45",
        where=GUIDE,
        problem="“The sitting position is kept throughout” against “sides change”.",
        reading="The order round the table and the seat within a board are kept; sides change between games.",
        reason="Law 39d with Laws 58 and 59.",
        switches=("change_after_game", "mid_game_change_points"),
    ),
    Reading(
        number="C48",
        where="Laws 51, 91, 121b and 126b",
        problem="A board is lost “by the men and the queen on the board”: whose men? And a queen covered before?",
        reading="The offender's own men, and the queen's value if it lies on the board and the gainer is below the cap. A "
        "queen covered before adds nothing.",
        reason="Laws 91 and 121b speak of the offender's men, Laws 51, 91 and 121b of the queen only where it lies.",
        switches=("loss_credits_covered_queen",),
    ),
    Reading(
        number="C50",
        where="the official Laws, doubles",
        problem="“Opponent” is the player to the left or to the right: who may demand or waive?",
        reading="The player who places the due: the one to the right of the player in turn.",
        reason="Laws 78b(i) and 87.",
        no_switch="The two opponents share the score, so it makes no difference which of them decides.",
    ),
)

OF_THIS_PROJECT = (
    Reading(
        number="C51",
        where="Laws 49a and 49b",
        problem="Who opens the third game of doubles: the first opener again, or the next to the right?",
        reading="The player to the right of the one who opened the second game: the partner of the first opener.",
        reason="“However” in Law 49b is read to cover 49a(iii) as well.",
        switches=("third_game_by_first_opener",),
    ),
    Reading(
        number="C52",
        where="Laws 56b and 137",
        problem="An extra board is cancelled: a new toss for the break?",
        reading="No: the same player breaks it again, as any cancelled board.",
        reason="The toss is for the extra board, and it is still the same one.",
        switches=("replay_breaker",),
    ),
    Reading(
        number="C53",
        where="Laws 47 and 72a",
        problem="The striker falls in a break before “Play” that touches a man.",
        reading="Its due is paid on top of the foul's man. If it touched nothing, only the foul's man is.",
        reason="Law 47 speaks of own men and queen only; a striker that falls costs its man everywhere else (45c apart).",
        switches=("striker_before_play_costs",),
    ),
    Reading(
        number="C54",
        where="Laws 51, 91, 121b and 126b",
        problem="Does a board that was lost by conduct count as played?",
        reading="Yes: towards the limit of boards and for the order of breaks. A cancelled board counts for nothing.",
        reason="It brings points; a cancelled one is as if it had not been.",
        switches=("lost_board_counts",),
    ),
    Reading(
        number="C55",
        where="Laws 71 and 113",
        problem="A man hangs on a pocket's edge and falls before the next stroke: whose is it?",
        reading="It belongs to the stroke just played. So does one that falls when the striker is lifted off it.",
        reason="It is properly pocketed, and no other stroke is there to count it to.",
        no_switch="The umpire records with a stroke what fell in it, and may leave out a man that falls later and "
        "put it back; on a simulated board nothing falls once everything has come to rest.",
    ),
    Reading(
        number="C56",
        where="Laws 44 and 45c",
        problem="A break attempt touches men, but the striker falls or the stroke is improper.",
        reading="The break is made, so the usual price is due.",
        reason="Law 45c spares only an attempt that touches nothing.",
        switches=("faulty_break_costs",),
    ),
    Reading(
        number="C57",
        where="Laws 102 to 112",
        problem="Both last men fall in a proper stroke, the queen covered before.",
        reading="The striking side wins: by the queen's value if it had covered the queen, by one if the other side had.",
        reason="The mirror of Laws 102, 104, 110 and 112.",
        switches=("both_last_after_queen",),
    ),
    Reading(
        number="C58",
        where="Laws 103, 105, 106 and 111",
        problem="The opponent's last man, or both last men, fall with the striker where no Law names the striker.",
        reading="As without the striker, and one point may be demanded; the due is written off.",
        reason="Laws 108, 111 and 112 add one for the striker.",
        switches=("unnamed_striker_point",),
    ),
    Reading(
        number="C59",
        where="Laws 103b, 105b, 110b and 112b",
        problem="Each names an improper stroke with the striker in the pocket, or without it, and not the other case.",
        reading="One point may be demanded for the improper stroke, two with the striker; the rest is the same.",
        reason="Laws 108b, 109b and 111b count so.",
        switches=("extra_points",),
    ),
    Reading(
        number="C60",
        where="Laws 106a and 97a",
        problem="The opponent's last man falls together with the queen, own men being left.",
        reading="As with the queen on the board: the opponent gains the men left and its value.",
        reason="It is not covered when the board ends.",
        switches=("cover_with_others_last",),
    ),
    Reading(
        number="C61",
        where="Laws 64b, 77a and 96",
        problem="An own man falls by an improper stroke while the queen waits for its cover.",
        reading="It covers nothing: the queen goes back.",
        reason="The man comes back, and an improper stroke ends the turn.",
        no_switch="The man is back on the board and the turn is over, so that nothing is left that could cover the "
        "queen.",
    ),
    Reading(
        number="C62",
        where="Laws 63b, 82a and 114",
        problem="What does it cost to put down a man of one's own, or a due man as a shot with the queen?",
        reading="A technical foul of a player whose turn it is not: one man, and the turn stays; the spot is corrected.",
        reason="It is not the placer's turn, and no Law names another price.",
        switches=("placing_faults_cost",),
    ),
    Reading(
        number="C63",
        where="Laws 137, 140 and 142",
        problem="Who breaks a board that is played again?",
        reading="The player who broke it before.",
        reason="The order of breaks goes by boards that count.",
        switches=("replay_breaker",),
    ),
    Reading(
        number="C64",
        where="Law 97b",
        problem="Three or more own men fall with the queen, all nine having been on the board.",
        reading="It is covered, as with two.",
        reason="One of them gives the right to it, the rest are more than a cover.",
        no_switch="Two are a cover by Law 97b, and three contain two.",
    ),
    Reading(
        number="C65",
        where="Laws 48, 75, 97b, 98a and 101a",
        problem="Own men fall with a man of the opponent, and with the striker or the first queen besides.",
        reading="As without the opponent's man: it stays down and costs nothing more.",
        reason="Laws 48 and 75.",
        switches=("others_end_turn",),
    ),
    Reading(
        number="C66",
        where=f"all texts but {ICF}",
        problem="A breach of conduct, an improper stroke, an early queen, or a striker in a missed break: what does it cost?",
        reading="What the Laws ask, as far as the text does not say otherwise.",
        reason="Every one of these texts leans on the official game where it is silent.",
        switches=("missed_break_faults_cost", "queen_early", "touch_costs_turn", "dues"),
    ),
    Reading(
        number="C67",
        where=texts(CARD, THREE),
        problem="Who follows, breaks next and places; and what if totals are level?",
        reading="Always the next player on the right, an empty side being passed over; level totals share the win.",
        reason="Law 49b; no other order is named.",
        switches=("level_totals_shared",),
    ),
    Reading(
        number="C68",
        where=EVENT,
        problem="Thumbing is not allowed in any format, but who would play a back-shot with the index finger?",
        reading="Back-shots are made with scissors only.",
        reason="It is the one technique of the sheet that plays backwards.",
        switches=("backward",),
    ),
    Reading(
        number="C69",
        where=texts(EVENT, "Law 95d"),
        problem="Queen and striker fall while all nine men lie on the board: the sheet lets a turn go on after an early queen.",
        reading="The turn passes.",
        reason="Law 95d; the sheet does not speak of the striker.",
        switches=("striker_with_queen_and_nine",),
    ),
    Reading(
        number="C70",
        where="Law 139",
        problem="May a single board be conceded?",
        reading="No: a game or the match may.",
        reason="The Law names those two.",
        no_switch="No text names what such a board costs. An umpire may score it as lost by leaving the seat (Law 91).",
    ),
    Reading(
        number="C71",
        where="Laws 65, 93 and 114",
        problem="Queen, jumped men and dues have to be placed after one stroke: in which order?",
        reading="First the queen, then jumped men, then dues.",
        reason="Law 114 needs it to lie before a due is placed.",
        no_switch="The queen and jumped men have one place each and a due has many, so that another order would only "
        "move the due.",
    ),
    Reading(
        number="C72",
        where="Laws 63a and 122b",
        problem="Powder is put on by the player in turn, before the first stroke of the turn.",
        reading="A technical foul: one man, and the player keeps the turn.",
        reason="Law 122b does not say which foul it is; Law 63a is for what happens before the first stroke.",
        switches=("powder_costs_turn",),
    ),
    Reading(
        number="C73",
        where=GUIDE,
        problem="Touching a piece is a foul and costs the turn: what if it is not the player's turn?",
        reading="It costs one man; there is no turn to lose.",
        reason="Law 63b.",
        switches=("touch_out_of_turn_costs",),
    ),
    Reading(
        number="C74",
        where=PARLOUR,
        problem="The opponent's last piece “returns”: is there a penalty piece too?",
        reading="Yes, one.",
        reason="It stands among the fouls, and a foul brings a penalty piece.",
        switches=("others_last",),
    ),
    Reading(
        number="C75",
        where=CARD,
        problem="The queen is covered by the next counter: what of one that falls in the same stroke?",
        reading="It covers the queen.",
        reason="Law 97a; no later stroke could follow the last counter.",
        switches=("same_stroke_covers",),
    ),
    Reading(
        number="C76",
        where=GUIDE,
        problem="Some events play “25 points or most boards of eight”: what if each side has won four?",
        reading="An extra board decides.",
        reason="Law 56b has it so for points, and the guide names no draw.",
        switches=("level_boards_drawn",),
    ),
    Reading(
        number="C77",
        where=ICF,
        problem="A due man for which there is no room is placed “later”: when, and who asks for it?",
        reading="It stays owed, and is asked for again after the next stroke or call, as long as it takes; where nobody owns a "
        "colour, after the next stroke or call of the player who owes it.",
        reason="Laws 72c and 83 take a due as soon as a man is available; before anything has moved there is no more room.",
        switches=("no_room_dues",),
    ),
    Reading(
        number="C78",
        where="Laws 51 and 96",
        problem="The queen waits for its cover, another player strikes out of turn, and it is noticed too late, so that the "
        "stroke stands: what of the queen?",
        reading="It counts as covered by the side that pocketed it. One that was taken too early and lies aside goes back.",
        reason="Law 96: an uncovered queen that nobody puts back before the next stroke counts as covered, and that stroke "
        "has been made with it in the pocket. The player who took it never had the stroke to cover it.",
        switches=("passed_over_queen",),
    ),
    Reading(
        number="C79",
        where="Laws 80 and 87a",
        problem="A due is waived, or the right to place it is lost, while more men are owed than could be placed.",
        reading="Everything owed lapses, including pieces that could not be placed yet.",
        reason="Law 87a: a due is waived as a whole, not in part. If a part stayed owed, the man in the pocket would have to "
        "pay it immediately to the opponent, after that opponent waived the due.",
        switches=("waiver_takes_all",),
    ),
    Reading(
        number="C80",
        where=texts(THREE, CARD),
        problem="A player leaves the chair, strikes out of turn, plays while play is stopped or wrecks the position: the Laws "
        "take the board by the offender's own men, but nobody owns a colour.",
        reading="It is a violation as any other: one counter, and the turn where the player in turn has struck.",
        reason="The club sheet forbids leaving the chair without a price, and the Laws' price cannot be counted; Laws 62 to 64"
        " price what has no price of its own.",
        switches=("misconduct_costs",),
    ),
    Reading(
        number="C81",
        where=texts(THREE, "Law 139"),
        problem="One of three players gives up during a board: what of the other two?",
        reading="They play on, and the player who gave up cannot win. What that player owes lapses; an uncovered queen of "
        "theirs goes back, and the next player on the right places what they were to place.",
        reason="Law 139 lets a player give up a game, which with two ends it. Each of three plays alone, so that one who "
        "gives up has lost to both and neither of these has beaten the other.",
        no_switch="The record has both: `concede C game` ends the game, and with `play-on` the others continue.",
    ),
    Reading(
        number="C82",
        where=GUIDE,
        problem="The opponent places a due piece “anywhere on the board within the outer circle”; Laws 89b and 114 forbid the "
        "centre circle and a shot with the queen.",
        reading="Anywhere inside the outer circle, on the centre circle and as a shot with the queen too; other pieces are not "
        "disturbed. In every other rule set as by the Laws.",
        reason="The guide says “anywhere”, so it is not silent; the other texts name a circle and no more.",
        switches=("due_placing",),
    ),
    Reading(
        number="C83",
        where=texts("Laws 95b, 98a and 99a", EVENT),
        problem="A man is owed, and the queen falls with the striker, with or without own men: Law 95b takes the turn, Laws "
        "98a and 99a let it go on. The event sheet lets a turn go on after a queen taken too early.",
        reading="The turn is lost, whether or not the player had a right to the queen. The queen goes back, the men of the "
        "stroke come back with one more.",
        reason="Law 95b knows no exception (C33), and the event sheet speaks neither of a due nor of the striker there.",
        switches=("striker_with_queen_while_owing",),
    ),
    Reading(
        number="C84",
        where="Laws 26a and 26b",
        problem="A slam is a board cleared in the first turn: whose, and what if men came back in it?",
        reading="White: the breaker's first turn, the queen covered in it. Black: the turn that follows the first, no "
        "matter who broke, with whatever black men were left. Men that came back and fell again in that turn do not "
        "spoil it; a board cleared by the other side's stroke is no slam.",
        reason="The Laws name the turn and nothing else. A slam brings no points.",
        no_switch="A slam is noted and changes no points.",
    ),
    Reading(
        number="C85",
        where="Law 125b",
        problem="The opponent's man fell unnoticed, and is noticed when its player is no longer in turn.",
        reading="It stays down and pays what its side owes; no turn is lost.",
        reason="The turn that would be lost is over (as C73), and the Law does not take a later one.",
        switches=("late_man_costs_next_turn",),
    ),
    Reading(
        number="C86",
        where=texts(CARD, "Law 96"),
        problem="An uncovered queen is noticed too late and counts as covered: do the points of that turn count, which the "
        "missing cover made void?",
        reading="Yes: the queen's points and those of the turn.",
        reason="They were void only for want of the cover, and it counts as covered.",
        switches=("late_queen_restores_points",),
    ),
    Reading(
        number="C87",
        where="Laws 79 and 87a",
        problem="The men to be placed are all that a side would have on the board: may they be waived, forfeited, ordered off "
        "or left out for lack of room?",
        reading="No, they are placed. Where there is no room, the umpire places one as the queen would be placed.",
        reason="A board ends when a side's last man is pocketed, not by a due; otherwise nothing would be left to play for.",
        no_switch="Otherwise the board could not go on: that side would have nothing left to pocket.",
    ),
    Reading(
        number="C88",
        where="Law 88b",
        problem="What was placed in time “may be ordered off again”: who decides, and does the man then stay in the pocket?",
        reading="The umpire. On the clock of a simulated game it always comes off, at the second time the clock runs out. It "
        "stays in the pocket, and all that is owed lapses.",
        reason="The right to place is lost as a whole (Laws 80, 88; C79).",
        switches=("late_placing_comes_off",),
    ),
    Reading(
        number="C89",
        where="Laws 64b and 96",
        problem="A foul during a stroke takes its men out again: what of a queen which that stroke covered, or a due which it "
        "paid?",
        reading="The queen goes back, and the due is owed again.",
        reason="The stroke counts as if it had been improper (Laws 77a, 101b): the man that covered or paid is back.",
        switches=("foul_during_undoes",),
    ),
    Reading(
        number="C90",
        where="Law 137",
        problem="Three passes each “in a row”: does an umpire's call between them begin the row anew?",
        reading="No, only a stroke does.",
        reason="A call is no stroke, and nobody has played in between.",
        switches=("calls_break_passes",),
    ),
    Reading(
        number="C91",
        where="Law 60c",
        problem="A missed change of sides is made when it is noticed: what if the next change is due first, or the board is "
        "cancelled?",
        reading="The next change replaces it: the players move once. A cancelled board is no board, so the change waits for "
        "the end of its replay.",
        reason="Two changes at once would put two players back where they sit; a cancelled board is as if it had not been "
        "(C54).",
        no_switch="The umpire records after how many boards a missed change is made.",
    ),
    Reading(
        number="C92",
        where="all texts",
        problem="The clock of a round ends a game before it is won: which side wins it, and what of the board on the table?",
        reading="The side that leads; a level game is drawn, and a cup asks for a winner. The unfinished board scores nothing; "
        "where nobody owns a colour the counters pocketed so far have scored already.",
        reason="A board brings points when it ends (Law 53a), and an extra board is for a game played out (Law 56b).",
        no_switch="The organiser says how a round ends, and the record has it: `time` may be called after the board, "
        "or after an extra one.",
    ),
)
"""Readings that this project added, from C51 on."""


# -- the break, the striker, men and the queen in play -----------------------------------------------------------------


OF_STROKES = (
    Reading(
        number="C3",
        where=GUIDE,
        problem="The section on the break says that three missed attempts cost nothing; the list of fouls counts them.",
        reading="The turn passes and nothing is due.",
        reason="The special sentence beats the list, and Laws 45b and 45c say the same.",
        switches=("break_fail_penalty",),
    ),
    Reading(
        number="C4",
        where=texts(PARLOUR, EVENT, CARD),
        problem="The circle is “broken”, the group or the star “disturbed”: by how much?",
        reading="Any touch of any man by the striker breaks the rack.",
        reason="Law 44.",
        no_switch="How far the rack opens is not among the facts of a stroke. An umpire who asks for more than a "
        "touch records the attempt as one that touched nothing.",
    ),
    Reading(
        number="C5",
        where=CLUB,
        problem="A stroke is repeated while the striker has not left both lines. Must it leave both, or is one enough?",
        reading="It counts once the striker has left both lines, or once any man has moved. By the Laws one line is enough.",
        reason="The words are taken as they stand for a stroke that moves nothing; a moved man is a stroke made (Law 127).",
        switches=("stroke_made",),
    ),
    Reading(
        number="C6",
        where=texts(GUIDE, PARLOUR),
        problem="A foul ends the turn and brings one man back. What of the own men and the queen that fell in that stroke?",
        reading="They come back too, with one penalty man. Several reasons in one stroke cost one penalty man together.",
        reason="Laws 64b and 73 bring them back; both texts end the turn on a foul, so the Laws' “continue” does not apply.",
        switches=("striker_with_own_continues", "striker_with_queen_continues", "fouls_add_up"),
    ),
    Reading(
        number="C7",
        where=texts(ICF, CLUB, EVENT),
        problem="Queen and a man of the opponent fall in one stroke, no own man: Law 48 keeps the turn, Law 125a ends it.",
        reading="The queen waits for its cover, the turn continues, the opponent's man stays down.",
        reason="Law 48 treats it like an own man, Law 75 lets a turn continue although an opponent's man fell, and Law 125 "
        "speaks of such men alone.",
        switches=("queen_plus_others",),
    ),
    Reading(
        number="C8",
        where=texts(CLUB, EVENT),
        problem="A man of the opponent costs the turn, but own men keep it: what if both fall?",
        reading="Own and opponent's men together: the turn continues. The opponent's alone: it is lost.",
        reason="Laws 48 and 75; the event sheet says that an own man earns another strike.",
        switches=("others_end_turn",),
    ),
    Reading(
        number="C9",
        where=GUIDE,
        problem="A man of the opponent “with direct strike” is a foul. What is direct, and what if it is not?",
        reading="Direct: the striker itself touched that man before it fell. Otherwise the man stays down, nothing is due, and "
        "the turn passes unless an own man fell too. A direct strike with own men brings those back and one more.",
        reason="So the word “direct” means something.",
        switches=("others_pocketed_penalty", "others_end_turn"),
    ),
    Reading(
        number="C10",
        where=texts(GUIDE, EVENT),
        problem="The cover falls “in the same turn”: does a man pocketed before the queen in that turn cover it?",
        reading="No: the cover is a man of the same stroke or of a later one of the turn.",
        reason="Otherwise the man that gives the right to it would always be its cover.",
        switches=("earlier_man_covers",),
    ),
    Reading(
        number="C11",
        where=texts(GUIDE, CLUB, PARLOUR),
        problem="Queen and one own man are the very first to fall: “together is covered” against “one man before”.",
        reading="29-point guide and club sheet: it waits for its cover (Law 97b). Parlour sheet: covered. Event sheet: not "
        "covered; it goes back when the turn ends.",
        reason="The most special sentence of each text, then the Laws.",
        switches=("nine_on_board_cover",),
    ),
    Reading(
        number="C12",
        where=texts(CLUB, EVENT),
        problem="Striker and a man: by the club sheet “two come up”; how many with two men in the stroke? By the event "
        "sheet a foul finishes the turn; does this one?",
        reading="The men of the stroke and one more come back, and the turn continues.",
        reason="Law 73; the club sheet describes the case of one man, and the event sheet gives another strike to a "
        "player who pockets an own piece.",
        switches=("striker_with_own_continues", "striker_with_several"),
    ),
    Reading(
        number="C17",
        where=CLUB,
        problem="Due men go “within the center circle”, which holds one man only.",
        reading="Inside the large circle, off the red spot.",
        reason="Laws 9 and 89b; the sheet speaks of pieces.",
        switches=("due_placing",),
    ),
    Reading(
        number="C20",
        where=texts(CARD, THREE),
        problem="The card carries three pasted lines on opponent's pieces, the own last piece and points of a board.",
        reading="Those three lines do not apply; the line on pieces that jump, stand or overlap does.",
        reason="Nobody owns a colour there; with the lines the card would contradict its own aim and end.",
        no_switch="The lines need an opponent's pieces, and nobody owns a colour here; a set that extends `icf` has "
        "such lines.",
    ),
    Reading(
        number="C21",
        where=texts(CARD, THREE),
        problem="The last coloured counter falls while the queen lies on the board, so that nothing could cover it.",
        reading="It goes back to the centre and scores nothing; the turn passes. Queen and last counter together: covered.",
        reason="It has to go before the last turn (card), before the last piece (sheet).",
        switches=("last_counter_before_queen",),
    ),
    Reading(
        number="C22",
        where=CARD,
        problem="An uncovered queen voids all points of the turn: do its counters come back?",
        reading="They stay down and nobody scores them; only the queen returns.",
        reason="Only the queen is said to return.",
        switches=("void_returns_counters",),
    ),
    Reading(
        number="C23",
        where=CARD,
        problem="The striker falls: does the turn end? And what with a counter, or the queen, in the same stroke?",
        reading="The turn ends. The counter pocketed last goes back and its points are lost; an uncovered queen returns too "
        "and voids the turn; a covered queen is never the piece that returns. Points are taken off once.",
        reason="The card calls it a foul, and after the return no counter is left that would earn a strike.",
        switches=("striker_with_own_continues",),
    ),
    Reading(
        number="C24",
        where=texts(CARD, THREE),
        problem="The striker falls and there is nothing to give back.",
        reading="One counter is owed; the next one pocketed goes back unscored.",
        reason="The club sheet says “you owe one”; Law 72c.",
        switches=("dues",),
    ),
    Reading(
        number="C25",
        where=GUIDE,
        problem="A direct strike also returns a queen taken earlier in the turn: even a covered one?",
        reading="Only while it is uncovered.",
        reason="A covered queen counts as pocketed.",
        switches=("direct_strike_returns_covered_queen",),
    ),
    Reading(
        number="C29",
        where="all texts",
        problem="“Once a man of his has been pocketed” he may take the queen: also if the opponent pocketed it?",
        reading="Laws, club sheet, parlour sheet: yes. 29-point guide and event sheet: the player must have pocketed it.",
        reason="The passive wording of Laws 92 and 95a against the active wording of the two texts.",
        switches=("queen_right",),
    ),
    Reading(
        number="C30",
        where=EVENT,
        problem="A queen taken too early lies aside until the turn ends. What of the men pocketed meanwhile?",
        reading="They count, but never cover it in that turn; the own last man is then a last man before the queen.",
        reason="The words as they stand.",
        switches=("queen_early",),
    ),
    Reading(
        number="C31",
        where="Laws 95d and 98a",
        problem="All nine on the board; queen, striker and own men fall together.",
        reading="Law 98a: queen and men come back, one man is due, the turn continues.",
        reason="Law 95d names queen and striker only.",
        switches=("striker_with_queen_and_nine",),
    ),
    Reading(
        number="C33",
        where="Laws 95b and 97b",
        problem="A man is owed and queen and own man fall together.",
        reading="The queen goes back, the own man pays the due, the turn passes.",
        reason="Law 95b knows no exception.",
        switches=("paying_men_free_queen",),
    ),
    Reading(
        number="C34",
        where="Laws 74, 99a and 100a",
        problem="Striker and a man of the opponent fall with the queen, or while it waits for its cover.",
        reading="While it waits: it goes back, one man is due, the turn passes. With it: it goes back, one man is due, the "
        "turn continues.",
        reason="Nothing covered it; and Law 99a keeps the turn for its sake, as Law 75 does for own men.",
        switches=("others_end_turn",),
    ),
    Reading(
        number="C35",
        where=ICF,
        problem="The man that should cover it jumps off the board.",
        reading="It is not pocketed, so it covers nothing.",
        reason="Laws 15 and 65a.",
        switches=("jumped_cover_tries_again",),
    ),
    Reading(
        number="C40",
        where=ICF,
        problem="Which man comes back as a due?",
        reading="Any pocketed man of the side that owes it; the program takes the one that fell last.",
        reason="No text says; it matters for the picture only.",
        no_switch="Men of one colour are alike, so that it decides nothing.",
    ),
    Reading(
        number="C41",
        where="Law 114",
        problem="When does a placed man make a shot with the queen?",
        reading="When the line through both points into a pocket's mouth, within a pocket's width.",
        reason="Laws 16a and 16b; the width is ours.",
        switches=("due_placing",),
    ),
    Reading(
        number="C42",
        where="Laws 72 to 75",
        problem="In doubles, whose men and whose dues are they?",
        reading="The pair's.",
        reason="Laws 78b and 90 treat a pair as one side.",
        no_switch="Partners play one colour: no man, and no due that it pays, is one partner's alone.",
    ),
    Reading(
        number="C46",
        where=texts(CLUB, ICF),
        problem="Covering “the red circle”: the coloured disc, or the whole base circle?",
        reading="The whole base circle; not touching it means the ring too.",
        reason="Law 130b.",
        switches=("base_circle_by_disc",),
    ),
    Reading(
        number="C47",
        where=PARLOUR,
        problem="You can shoot from the area “but not beyond the baseline”.",
        reading="That limits where the striker stands, not where it travels.",
        reason="The same text lets the striker bounce backwards.",
        switches=("backward",),
    ),
    Reading(
        number="C49",
        where="Laws 67 to 77",
        problem="The striker falls only after everything has come to rest.",
        reading="It belongs to that stroke.",
        reason="Laws 70b and 123.",
        no_switch="The umpire records with a stroke what fell in it, and may leave out a striker that falls later; "
        "on a simulated board nothing falls once everything has come to rest.",
    ),
)


# -- all readings, by number -------------------------------------------------------------------------------------------


CONFLICTS = tuple(sorted((*OF_STROKES, *OF_BOARDS, *OF_THIS_PROJECT), key=lambda each: int(each.number[1:])))
"""The readings, in order of number."""

BY_NUMBER = MappingProxyType({each.number: each for each in CONFLICTS})


# -- the readings as a page --------------------------------------------------------------------------------------------


Hits = Mapping[str, Iterable[tuple[str, str]]]
"""The cases that rest on a reading, by its number: name of the rule set and ID of the case."""

HEAD = """## Where the texts are silent or disagree

Seven texts stand behind the rule sets, and none of them answers everything. The same principles are used throughout: a
later text never overrides an earlier one, each is a rule set of its own; what is only partly clear is read so that its
text stays consistent; what is silent comes from the official Laws. Each point has a number that is never used again;
points from C51 on were added by this project. A ruling that rests on one says so: `carrom judge` prints
`"judgement": true` and the numbers, and the books carry each number at the clauses or in the chapters where it
applies. An umpire who reads a point otherwise is not wrong: a rule set file chooses the other reading with the keys
that are named. A point without a key says why it has none.
"""


def conflicts_page(hits: Hits | None = None) -> str:
    """Return every reading as Markdown, with its cases, collapsed."""
    return "\n".join([HEAD, *(_entry(each, list((hits or {}).get(each.number, ()))) for each in CONFLICTS)])


def _entry(conflict: Reading, cases: list[tuple[str, str]]) -> str:
    switches = ", ".join(f"[`{name}`](#{name})" for name in conflict.switches)
    other = f" *To choose otherwise:* {switches}." if switches else ""
    other += f" *No switch:* {conflict.no_switch}" if conflict.no_switch else ""
    lines = [
        f"### {conflict.number}",
        "",
        f"*{conflict.where[0].upper()}{conflict.where[1:]}.* {conflict.problem}",
        "",
        f"**Read here:** {conflict.reading} *Why:* {conflict.reason}{other}",
        "",
    ]
    if cases:
        links = ", ".join(f"[{case}]({book}-cases.md#{case.lower()})" for book, case in cases)
        number = f"{len(cases)} cases rest" if len(cases) > 1 else "One case rests"
        lines += [f"<details><summary>{number} on it</summary>", "", links, "", "</details>", ""]
    return "\n".join(lines)
