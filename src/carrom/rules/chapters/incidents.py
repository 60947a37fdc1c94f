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
            "Laws 69, 70",
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
        ChapterPoint("A due that is placed too late is lost; later men that were missed are forfeited.", "Laws 83, 88"),
    ),
)

LOSS_OF_MATCH = PointGroup(
    key="loss-of-match",
    title="What loses the match",
    intro="Law 143 has a list; what is known of it here:",
    points=(
        ChapterPoint("leaving the match,", "Law 143"),
        ChapterPoint("playing with a striker that was not certified,", "Law 143"),
        ChapterPoint("distracting for the {distractions}rd time,", "Law 143h"),
        ChapterPoint("not being there {grace_minutes} minutes after the appointed time.", "Law 143i"),
    ),
)
