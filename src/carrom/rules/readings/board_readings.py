"""Readings on the end of a board, points, games, matches, equipment and seats."""

from carrom.rules.readings.reading import CARD, CLUB, EVENT, GUIDE, ICF, PARLOUR, THREE, Reading, texts

OF_BOARDS = (
    Reading(
        "C1",
        texts(GUIDE, "one transcription of the official equipment clauses"),
        "An arrow is at most 26.70 cm long in the guide, 25.70 in the transcription.",
        "26.70 cm.",
        "Guide and official drawing agree; it has no effect on play.",
        no_switch="The end of an arrow lies where no striker is placed, so that its length decides nothing.",
    ),
    Reading(
        "C2",
        texts(GUIDE, CLUB, EVENT, CARD),
        "Stray text: footballers' training, a marker inside a sentence, furniture of a page, contact details.",
        "Left out.",
        "These are no rules.",
        no_switch="These lines say nothing about play.",
    ),
    Reading(
        "C13",
        GUIDE,
        "The final own man before the queen: a foul (one man back) and one piece more on top. Two or three in all?",
        "Two: the final man and one more.",
        "The parlour sheet, of the same family, brings back that man and one.",
        ("last_own_before_queen",),
    ),
    Reading(
        "C14",
        texts(CLUB, EVENT),
        "The own last man before the queen loses “the board, three points and one for each of the opponent's pieces "
        "left”. Who gets them, and what from 22 on?",
        "The opponent scores three and its own men left, at most a board's maximum; from 22 on the men only.",
        "“Lose by” as in Laws 106 and 107, and the cap of the same texts. On purpose more than Law 107.",
        ("last_own_before_queen", "last_own_points"),
    ),
    Reading(
        "C15",
        texts(CLUB, EVENT),
        "The opponent's last man loses “the board and three points”: three in all, or the men and three? Also when it "
        "is covered already?",
        "The opponent scores the men the player has left and three, once; from 22 on the men only, but at least one "
        "point. It is the same whichever side covered the queen, and when the own last man falls with it.",
        "“The board” means the usual count; Laws 103 and 106 give men and three.",
        ("others_last", "others_last_points"),
    ),
    Reading(
        "C16",
        texts(GUIDE, PARLOUR),
        "Both last men fall in one stroke, the queen covered.",
        "The opponent's last man comes back, and the player's men of that stroke with one more; the board goes on.",
        "The opponent's last man is a foul in both texts, before or after the queen.",
        ("others_last",),
    ),
    Reading(
        "C18",
        PARLOUR,
        "25 points or eight rounds: played, as by the Laws, or won?",
        "Won: the first side that has 25 points or has won eight rounds.",
        "It says so three times.",
        ("boards_won_limit",),
    ),
    Reading(
        "C19",
        EVENT,
        "25 points, and no word of a limit of boards.",
        "No limit.",
        "The sheet says how a match ends, so it is not silent.",
        ("board_limit",),
    ),
    Reading(
        "C26",
        "all texts with owned colours",
        "Is the queen's cap tested before or after the board's men are added?",
        "By the score before the board.",
        "Law 52b, “up to and including 21”; Law 54, “once he has reached 22”.",
        ("queen_cap",),
    ),
    Reading(
        "C27",
        "all texts",
        "A score goes beyond the target (26, 31).",
        "A board's points are kept as they are; the score of a game is shown and ranked at the target.",
        "Published results are all 25 to something.",
    ),
    Reading(
        "C28",
        ICF,
        "Is the limit of eight boards for all rounds (56a) or up to the pre-quarter-finals (56b, 60b)?",
        "Up to and including the pre-quarter-finals; then games are played to the points alone.",
        "Laws 56b and 60b read together; the Indian federation says the same.",
        ("board_limit", "late_board_limit"),
    ),
    Reading(
        "C32",
        "Law 103a",
        "The covering stroke takes an own man and also the opponent's last man.",
        "The opponent gains the own men left and the queen's value, to the letter.",
        "“While covering … last man of his opponent”; Law 102a covers only both last men.",
        ("cover_with_others_last",),
    ),
    Reading(
        "C36",
        GUIDE,
        "Sides change “after each game”, but a match is one game to 29.",
        "Once, when a side has 15 points (13 in a game to 25).",
        "The text itself names 13 and 15.",
        ("mid_game_change_points",),
    ),
    Reading(
        "C37",
        texts(CLUB, PARLOUR),
        "Blacks count one and whites two; the list of points repeats the queen as three although the cap drops it.",
        "The values of colours hold for three players only; the cap holds.",
        "Plain reading.",
        ("queen_cap", "black_points", "white_points"),
    ),
    Reading(
        "C38",
        "all texts",
        "The thumb: allowed, forbidden, or for back-shots only?",
        "As each text has it.",
        "They are separate rule sets.",
        ("forward", "backward"),
    ),
    Reading(
        "C39",
        EVENT,
        "Who may play twice in a tie, and is a decided tie played on?",
        "A player may play one singles and the doubles; a decided tie need not be played on.",
        "Usual practice.",
        ("may_play_both", "play_dead_rubber"),
    ),
    Reading(
        "C43",
        GUIDE,
        "“Best of 3 or 5 board wins is also played.”",
        "A format: the first to two or three boards won; points do not matter.",
        "The guide's own words.",
        no_switch="It is a choice of contest, not of rule set: `best-of-3-boards` or `best-of-5-boards`.",
    ),
    Reading(
        "C44",
        texts(GUIDE, PARLOUR),
        "May a board be won by the stroke that takes queen and last man together?",
        "Yes: it is covered by that stroke.",
        "“Together is covered.”",
    ),
    Reading(
        "C45",
        GUIDE,
        "“The sitting position is kept throughout” against “sides change”.",
        "The order round the table and the seat within a board are kept; sides change between games.",
        "Law 39d with Laws 58 and 59.",
        ("change_after_game", "mid_game_change_points"),
    ),
    Reading(
        "C48",
        "Laws 51, 91, 121b and 126b",
        "A board is lost “by the men and the queen on the board”: whose men? And a queen covered before?",
        "The offender's own men, and the queen's value if it lies on the board and the gainer is below the cap. A "
        "queen covered before adds nothing.",
        "Laws 91 and 121b speak of the offender's men, Laws 51, 91 and 121b of the queen only where it lies.",
        ("loss_credits_covered_queen",),
    ),
    Reading(
        "C50",
        "the official Laws, doubles",
        "“Opponent” is the player to the left or to the right: who may demand or waive?",
        "The player who has to place: to the right of the player in turn.",
        "Laws 78b(i) and 87.",
        no_switch="Both opponents score together, so that it decides nothing which of them speaks.",
    ),
)

OF_THIS_PROJECT = (
    Reading(
        "C51",
        "Laws 49a and 49b",
        "Who opens the third game of doubles: the first opener again, or the next to the right?",
        "The player to the right of the one who opened the second game: the partner of the first opener.",
        "“However” in Law 49b is read to cover 49a(iii) as well.",
    ),
    Reading(
        "C52",
        "Laws 56b and 137",
        "An extra board is cancelled: a new toss for the break?",
        "No: the same player breaks it again, as any cancelled board.",
        "The toss is for the extra board, and it is still the same one.",
    ),
    Reading(
        "C53",
        "Laws 47 and 72a",
        "The striker falls in a break before “Play” that touches a man.",
        "Its due is paid on top of the foul's man. If it touched nothing, only the foul's man is.",
        "Law 47 speaks of own men and queen only; a striker that falls costs its man everywhere else (45c apart).",
    ),
    Reading(
        "C54",
        "Laws 51, 91, 121b and 126b",
        "Does a board that was lost by conduct count as played?",
        "Yes: towards the limit of boards and for the order of breaks. A cancelled board counts for nothing.",
        "It brings points; a cancelled one is as if it had not been.",
    ),
    Reading(
        "C55",
        "Laws 71 and 113",
        "A man hangs on a pocket's edge and falls before the next stroke: whose is it?",
        "It belongs to the stroke just played. So does one that falls when the striker is lifted off it.",
        "It is properly pocketed, and no other stroke is there to count it to.",
        no_switch="The umpire records with a stroke what fell in it, and may leave out a man that falls later and "
        "put it back; on a simulated board nothing falls once everything has come to rest.",
    ),
    Reading(
        "C56",
        "Laws 44 and 45c",
        "A break attempt touches men, but the striker falls or the stroke is improper.",
        "The break is made, so the usual price is due.",
        "Law 45c spares only an attempt that touches nothing.",
    ),
    Reading(
        "C57",
        "Laws 102 to 112",
        "Both last men fall in a proper stroke, the queen covered before.",
        "The striking side wins: by the queen's value if it had covered the queen, by one if the other side had.",
        "The mirror of Laws 102, 104, 110 and 112.",
    ),
    Reading(
        "C58",
        "Laws 103, 105, 106 and 111",
        "The opponent's last man, or both last men, fall with the striker where no Law names the striker.",
        "As without the striker, and one point may be demanded; the due is written off.",
        "Laws 108, 111 and 112 add one for the striker.",
    ),
    Reading(
        "C59",
        "Laws 103b, 105b, 110b and 112b",
        "Each names an improper stroke with the striker in the pocket, or without it, and not the other case.",
        "One point may be demanded for the improper stroke, two with the striker; the rest is the same.",
        "Laws 108b, 109b and 111b count so.",
    ),
    Reading(
        "C60",
        "Laws 106a and 97a",
        "The opponent's last man falls together with the queen, own men being left.",
        "As with the queen on the board: the opponent gains the men left and its value.",
        "It is not covered when the board ends.",
    ),
    Reading(
        "C61",
        "Laws 64b, 77a and 96",
        "An own man falls by an improper stroke while the queen waits for its cover.",
        "It covers nothing: the queen goes back.",
        "The man comes back, and an improper stroke ends the turn.",
        no_switch="The man is back on the board and the turn is over, so that nothing is left that could cover the "
        "queen.",
    ),
    Reading(
        "C62",
        "Laws 63b, 82a and 114",
        "What does it cost to put down a man of one's own, or a due man as a shot with the queen?",
        "A technical foul of a player whose turn it is not: one man, and the turn stays; the spot is corrected.",
        "It is not the placer's turn, and no Law names another price.",
    ),
    Reading(
        "C63",
        "Laws 137, 140 and 142",
        "Who breaks a board that is played again?",
        "The player who broke it before.",
        "The order of breaks goes by boards that count.",
    ),
    Reading(
        "C64",
        "Law 97b",
        "Three or more own men fall with the queen, all nine having been on the board.",
        "It is covered, as with two.",
        "One of them gives the right to it, the rest are more than a cover.",
        no_switch="Two are a cover by Law 97b, and three contain two.",
    ),
    Reading(
        "C65",
        "Laws 48, 75, 97b, 98a and 101a",
        "Own men fall with a man of the opponent, and with the striker or the first queen besides.",
        "As without the opponent's man: it stays down and costs nothing more.",
        "Laws 48 and 75.",
    ),
    Reading(
        "C66",
        f"all texts but {ICF}",
        "A breach of conduct, an improper stroke, an early queen, or a striker in a missed break: what does it cost?",
        "What the Laws ask, as far as the text does not say otherwise.",
        "Every one of these texts leans on the official game where it is silent.",
        ("missed_break_faults_cost", "queen_early", "touch_costs_turn", "dues"),
    ),
    Reading(
        "C67",
        texts(CARD, THREE),
        "Who follows, breaks next and places; and what if totals are level?",
        "Always the next player on the right, an empty side being passed over; level totals share the win.",
        "Law 49b; no other order is named.",
    ),
    Reading(
        "C68",
        EVENT,
        "Thumbing is not allowed in any format, but who would play a back-shot with the index finger?",
        "Back-shots are made with scissors only.",
        "It is the one technique of the sheet that plays backwards.",
        ("backward",),
    ),
    Reading(
        "C69",
        texts(EVENT, "Law 95d"),
        "Queen and striker fall while all nine men lie on the board: the sheet lets a turn go on after an early queen.",
        "The turn passes.",
        "Law 95d; the sheet does not speak of the striker.",
    ),
    Reading(
        "C70",
        "Law 139",
        "May a single board be conceded?",
        "No: a game or the match may.",
        "The Law names those two.",
        no_switch="No text names what such a board costs. An umpire may score it as lost by leaving the seat (Law 91).",
    ),
    Reading(
        "C71",
        "Laws 65, 93 and 114",
        "Queen, jumped men and dues have to be placed after one stroke: in which order?",
        "First the queen, then jumped men, then dues.",
        "Law 114 needs it to lie before a due is placed.",
        no_switch="The queen and jumped men have one place each and a due has many, so that another order would only "
        "move the due.",
    ),
    Reading(
        "C72",
        "Laws 63a and 122b",
        "Powder is put on by the player in turn, before the first stroke of the turn.",
        "A technical foul: one man, and the player keeps the turn.",
        "Law 122b does not say which foul it is; Law 63a is for what happens before the first stroke.",
    ),
    Reading(
        "C73",
        GUIDE,
        "Touching a piece is a foul and costs the turn: what if it is not the player's turn?",
        "It costs one man; there is no turn to lose.",
        "Law 63b.",
        no_switch="Only the player in turn has a turn to lose, and no text takes a later one.",
    ),
    Reading(
        "C74",
        PARLOUR,
        "The opponent's last piece “returns”: is there a penalty piece too?",
        "Yes, one.",
        "It stands among the fouls, and a foul brings a penalty piece.",
        ("others_last",),
    ),
    Reading(
        "C75",
        CARD,
        "The queen is covered by the next counter: what of one that falls in the same stroke?",
        "It covers the queen.",
        "Law 97a; no later stroke could follow the last counter.",
    ),
    Reading(
        "C76",
        GUIDE,
        "Some events play “25 points or most boards of eight”: what if each side has won four?",
        "An extra board decides.",
        "Law 56b has it so for points, and the guide names no draw.",
    ),
    Reading(
        "C77",
        ICF,
        "A due man for which there is no room is placed “later”: when, and who asks for it?",
        "It stays owed, and is asked for again after the next stroke or call, as long as it takes; where nobody owns a "
        "colour, after the next stroke or call of the player who owes it.",
        "Laws 72c and 83 take a due as soon as a man is available; before anything has moved there is no more room.",
    ),
    Reading(
        "C78",
        "Laws 51 and 96",
        "The queen waits for its cover, another player strikes out of turn, and it is noticed too late, so that the "
        "stroke stands: what of the queen?",
        "It counts as covered by the side that pocketed it. One that was taken too early and lies aside goes back.",
        "Law 96: an uncovered queen that nobody puts back before the next stroke counts as covered, and that stroke "
        "has been made with it in the pocket. The player who took it never had the stroke to cover it.",
    ),
    Reading(
        "C79",
        "Laws 80 and 87a",
        "A due is waived, or the right to place it is lost, while more men are owed than could be placed.",
        "All that is owed lapses, also what could not be placed yet.",
        "Law 87a lets a due be waived as a whole and not in part; otherwise the man that stays in the pocket would "
        "have to pay the rest at once, to the same placer who has just let it off.",
    ),
    Reading(
        "C80",
        texts(THREE, CARD),
        "A player leaves the chair, strikes out of turn, plays while play is stopped or wrecks the position: the Laws "
        "take the board by the offender's own men, but nobody owns a colour.",
        "It is a violation as any other: one counter, and the turn where the player in turn has struck.",
        "The club sheet forbids leaving the chair without a price, and the Laws' price cannot be counted; Laws 62 to 64"
        " price what has no price of its own.",
    ),
    Reading(
        "C81",
        texts(THREE, "Law 139"),
        "One of three players gives up during a board: what of the other two?",
        "They play on, and the player who gave up cannot win. What that player owes lapses; an uncovered queen of "
        "theirs goes back, and the next player on the right places what they were to place.",
        "Law 139 lets a player give up a game, which with two ends it. Each of three plays alone, so that one who "
        "gives up has lost to both and neither of these has beaten the other.",
        no_switch="The record has both: `concede C game` ends the game, and with `play-on` the others continue.",
    ),
    Reading(
        "C82",
        GUIDE,
        "The opponent places a due piece “anywhere on the board within the outer circle”; Laws 89b and 114 forbid the "
        "centre circle and a shot with the queen.",
        "Anywhere inside the outer circle, on the centre circle and as a shot with the queen too; other pieces are not "
        "disturbed. In every other rule set as by the Laws.",
        "The guide says “anywhere”, so it is not silent; the other texts name a circle and no more.",
        ("due_placing",),
    ),
    Reading(
        "C83",
        texts("Laws 95b, 98a and 99a", EVENT),
        "A man is owed, and the queen falls with the striker, with or without own men: Law 95b takes the turn, Laws "
        "98a and 99a let it go on. The event sheet lets a turn go on after a queen taken too early.",
        "The turn is lost, whether or not the player had a right to the queen. The queen goes back, the men of the "
        "stroke come back with one more.",
        "Law 95b knows no exception (C33), and the event sheet speaks neither of a due nor of the striker there.",
        ("striker_with_queen_while_owing",),
    ),
    Reading(
        "C84",
        "Laws 26a and 26b",
        "A slam is a board cleared in the first turn: whose, and what if men came back in it?",
        "White: the breaker's first turn, the queen covered in it. Black: the turn that follows the first, no "
        "matter who broke, with whatever black men were left. Men that came back and fell again in that turn do not "
        "spoil it; a board cleared by the other side's stroke is no slam.",
        "The Laws name the turn and nothing else. A slam brings no points.",
        no_switch="A slam is noted and changes no points.",
    ),
    Reading(
        "C85",
        "Law 125b",
        "The opponent's man fell unnoticed, and is noticed when its player is no longer in turn.",
        "It stays down and pays what its side owes; no turn is lost.",
        "The turn that would be lost is over (as C73), and the Law does not take a later one.",
        no_switch="Only the player in turn has a turn to lose, and no text takes a later one.",
    ),
    Reading(
        "C86",
        texts(CARD, "Law 96"),
        "An uncovered queen is noticed too late and counts as covered: do the points of that turn count, which the "
        "missing cover made void?",
        "Yes: the queen's points and those of the turn.",
        "They were void only for want of the cover, and it counts as covered.",
    ),
    Reading(
        "C87",
        "Laws 79 and 87a",
        "The men to be placed are all that a side would have on the board: may they be waived, forfeited, ordered off "
        "or left out for lack of room?",
        "No, they are placed. Where there is no room, the umpire places one as the queen would be placed.",
        "A board ends when a side's last man is pocketed, not by a due; otherwise nothing would be left to play for.",
        no_switch="Otherwise the board could not go on: that side would have nothing left to pocket.",
    ),
    Reading(
        "C88",
        "Law 88b",
        "What was placed in time “may be ordered off again”: who decides, and does the man then stay in the pocket?",
        "The umpire. On the clock of a simulated game it always comes off, at the second time the clock runs out. It "
        "stays in the pocket, and all that is owed lapses.",
        "The right to place is lost as a whole (Laws 80, 88; C79).",
        ("late_placing_comes_off",),
    ),
    Reading(
        "C89",
        "Laws 64b and 96",
        "A foul during a stroke takes its men out again: what of a queen which that stroke covered, or a due which it "
        "paid?",
        "The queen goes back, and the due is owed again.",
        "The stroke counts as if it had been improper (Laws 77a, 101b): the man that covered or paid is back.",
    ),
    Reading(
        "C90",
        "Law 137",
        "Three passes each “in a row”: does an umpire's call between them begin the row anew?",
        "No, only a stroke does.",
        "A call is no stroke, and nobody has played in between.",
        ("calls_break_passes",),
    ),
    Reading(
        "C91",
        "Law 60c",
        "A missed change of sides is made when it is noticed: what if the next change is due first, or the board is "
        "cancelled?",
        "The next change replaces it: the players move once. A cancelled board is no board, so the change waits for "
        "the end of its replay.",
        "Two changes at once would put two players back where they sit; a cancelled board is as if it had not been "
        "(C54).",
        no_switch="The umpire records after how many boards a missed change is made.",
    ),
    Reading(
        "C92",
        "all texts",
        "The clock of a round ends a game before it is won: which side wins it, and what of the board on the table?",
        "The side that leads; a level game is drawn, and a cup asks for a winner. The unfinished board scores nothing; "
        "where nobody owns a colour the counters pocketed so far have scored already.",
        "A board brings points when it ends (Law 53a), and an extra board is for a game played out (Law 56b).",
        no_switch="The organiser says how a round ends, and the record has it: `time` may be called after the board, "
        "or after an extra one.",
    ),
)
"""Readings that this project added, from C51 on."""
