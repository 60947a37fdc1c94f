"""Teaching chapter on incidents: damaged men, late findings, and the loss of a match."""

from carrom.rules.chapters.paragraph import Lesson, Point

DAMAGED = Lesson(
    key="trouble",
    title="Odd rests, damaged men, and things noticed late",
    points=(
        Point(
            "A piece that leaves the board and falls back onto it goes to the centre all the same, unless it hit the "
            "lamp: then it stays where it came to rest.",
            "Law 66",
        ),
        Point(
            "A striker that rests on a man is lifted off, one that lies under a man is drawn out; what falls then is "
            "pocketed by that stroke.",
            "Laws 69, 70",
        ),
        Point("A man or queen that trembles on the edge of a pocket and falls is properly pocketed.", "Laws 71, 113"),
        Point(
            "A man that hangs on the edge and falls before the next stroke belongs to the stroke just played, and "
            "so does one that falls when the striker is lifted off it.",
            "C55",
        ),
        Point(
            "A man that breaks is replaced; where its parts lie apart, the larger one says where it was.",
            "Laws 120, 141",
        ),
        Point("An uncovered queen that nobody notices before the next stroke counts as covered.", "Law 96"),
        Point(
            "A man of the opponent that fell unnoticed stays down, and the turn is lost when it is noticed.", "Law 125b"
        ),
        Point(
            "A stroke out of turn that is noticed only after the next stroke stands, and play goes on from there.",
            "Law 51",
        ),
        Point(
            "A wrong man that was placed and is noticed too late stays where it lies; the right one stays in the "
            "pocket.",
            "Law 82b",
        ),
        Point("A due that is placed too late is lost; later men that were missed are forfeited.", "Laws 83, 88"),
    ),
)

LOSS_OF_MATCH = Lesson(
    key="loss-of-match",
    title="What loses the match",
    intro="Law 143 has a list; what is known of it here:",
    points=(
        Point("leaving the match,", "Law 143"),
        Point("playing with a striker that was not certified,", "Law 143"),
        Point("distracting for the {distractions}rd time,", "Law 143h"),
        Point("not being there {grace_minutes} minutes after the appointed time.", "Law 143i"),
    ),
)
