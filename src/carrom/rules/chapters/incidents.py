"""Teaching chapter on incidents: damaged men, late findings, and the loss of a match."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

DAMAGED = PointGroup(
    key="trouble",
    title="Odd rests, damaged men, and things noticed late",
    points=(
        ChapterPoint(
            "A piece that leaves the board and falls back onto it goes to the centre all the same, unless it hit the "
            "lamp: then it stays where it came to rest.",
            "Law 66",
        ),
        ChapterPoint(
            "A striker that rests on a man is lifted off, one that lies under a man is drawn out; what falls then is "
            "pocketed by that stroke.",
            "Laws 69, 70a, 70b",
        ),
        ChapterPoint(
            "A man or queen that trembles on the edge of a pocket and falls is properly pocketed.", "Laws 71, 113"
        ),
        ChapterPoint(
            "A man that hangs on the edge and falls before the next stroke belongs to the stroke just played, and "
            "so does one that falls when the striker is lifted off it.",
            "C55",
        ),
        ChapterPoint(
            "A man that breaks is replaced; where its parts lie apart, the larger one says where it was.",
            "Laws 120, 141",
        ),
        ChapterPoint("An uncovered queen that nobody notices before the next stroke counts as covered.", "Law 96"),
        ChapterPoint(
            "A man of the opponent that fell unnoticed stays down, and the turn is lost when it is noticed.", "Law 125b"
        ),
        ChapterPoint(
            "A stroke out of turn that is noticed only after the next stroke stands, and play goes on from there.",
            "Law 51",
        ),
        ChapterPoint(
            "A wrong man that was placed and is noticed too late stays where it lies; the right one stays in the "
            "pocket.",
            "Law 82b",
        ),
        ChapterPoint("Men that were due and missed are forfeited.", "Law 83"),
        ChapterPoint(
            "If not everything that is due has been placed within the time, the right to place the rest is lost; what "
            "was placed may be ordered off again, and a foul is called.",
            "Law 88b",
        ),
        ChapterPoint("A change of sides that nobody noticed is made when it is noticed, after that board.", "Law 60c"),
    ),
)

LOSS_OF_MATCH = PointGroup(
    key="loss-of-match",
    title="What loses the match",
    intro="The match may be lost for indiscipline, and for each of these:",
    points=(
        ChapterPoint(
            "leaving the area of the match board ({area} square feet) during the game without leave,", "Law 143a"
        ),
        ChapterPoint("overrunning the rest before the deciding game,", "Law 143b"),
        ChapterPoint("refusing a decision of the umpire or the chief referee,", "Law 143c"),
        ChapterPoint("insulting an official before, during or right after the match,", "Law 143d"),
        ChapterPoint("smoking, or smelling of or being under the influence of drink or drugs,", "Law 143e"),
        ChapterPoint("playing with a striker that was not certified,", "Law 143f"),
        ChapterPoint("discontinuing play without leave,", "Law 143g"),
        ChapterPoint("disturbing the opponent more than twice despite warnings,", "Law 143h"),
        ChapterPoint("not reporting within {grace_minutes} minutes after the match has been announced.", "Law 143i"),
    ),
)
