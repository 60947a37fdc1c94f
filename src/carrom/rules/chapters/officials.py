"""Teaching chapter on officials: who decides, who keeps order, and how to protest."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

GUIDE, EVENT = ("classic-29",), ("team-event",)

OFFICIALS = PointGroup(
    key="officials",
    title="Officials, appeals and protests",
    points=(
        ChapterPoint(
            "The umpire tosses, calls “Play” and the time, announces fouls and dues, places the queen and men that "
            "left the board, puts disturbed men back, lifts the striker off men, controls powder, board and chairs, "
            "stops a player who has pocketed a man of the opponent, and keeps the card.",
            "Laws 20, 125a",
        ),
        ChapterPoint("The chief referee supervises all boards, decides referred matters and hears protests.", "Law 19"),
        ChapterPoint("Only the umpire moves or changes the board.", "Laws 118b, 119"),
        ChapterPoint("The umpire tells the score to the player in turn only.", "Law 128"),
        ChapterPoint("On an appeal time stops, and nobody plays before the umpire calls “Play” again.", "Law 121"),
        ChapterPoint(
            "The technical director sees to venue, boards, schedule, enough umpires, and results, and checks the "
            "equipment the day before.",
            "Indian federation: duties",
        ),
        ChapterPoint(
            "A protest is raised at once, by word, with a fee, and written within {protest_minutes} minutes of the end "
            "of the board. Play goes on, the result is withheld; it is decided within {decision_hours} hour. If it is "
            "upheld that board is played again and the fee returned.",
            "older official text, 144 to 151",
        ),
        ChapterPoint(
            "A match has a technical director, a chief referee, an assistant chief referee and umpires.",
            "officials",
            GUIDE,
        ),
        ChapterPoint(
            "On an appeal by any player the umpire alone, after examination, may change what lies on the board.",
            "basic rules",
            EVENT,
        ),
    ),
)
