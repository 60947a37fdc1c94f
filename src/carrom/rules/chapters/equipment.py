"""Teaching chapter on the board, its discs, and the furniture."""

from carrom.rules.chapters.paragraph import Lesson, Point

GUIDE, PARLOUR, CARD = ("classic-29",), ("eight-rounds",), ("points",)

EQUIPMENT = Lesson(
    key="equipment",
    title="The board and its discs",
    intro="The drawing shows the board that this program plays on; the table says what is allowed. "
    "`carrom board check` tells which of these clauses your own board breaks.",
    points=(
        Point("The pockets are rounded towards the board; the tip of plywood in the corner is cut away.", "clause A.3"),
        Point("The arrows stand at 45 degrees between the base circles and point at the pockets.", "clause A.5"),
        Point("Under each pocket hangs a net that holds at least {net} men.", "clause G"),
        Point("Nine white and nine black men and one red queen, round, of wood, with a plain edge.", "clause B"),
        Point(
            "The striker is round and smooth, of any material but ivory and metal; no metal may be seen on it. Players "
            "bring their own, and the umpire or chief referee certifies it before play.",
            "Law 115",
        ),
        Point("A striker is changed after a board; one that breaks, after the stroke.", "Law 117"),
        Point("The stand brings the board to {height} above the ground.", "the stand's clause"),
        Point("The chair has no arms, its seat is {chair} high; it is raised between boards only.", "Law 31"),
        Point("A lamp of {lamp} hangs over the board.", "the lamp's clause"),
        Point(
            "Dry, fine powder is spread evenly by the player about to break, before the break.",
            "Law 122",
        ),
        Point(
            "A board is fast enough if a striker, hit with full force from one base line, crosses it at least {runs} "
            "times (a federation's test, no Law).",
            "Swiss federation",
        ),
        Point(
            "The board stands {height} above the ground, on a flat surface, usually on a stand.", "carrom board", GUIDE
        ),
        Point("The board is square and of wood, with a polished surface.", "objective", GUIDE),
        Point("Each hole is covered from beneath by a net.", "carrom board", GUIDE),
        Point(
            "Each base line is closed by a circle at both ends: there are eight base circles.", "carrom board", GUIDE
        ),
        Point(
            "An arrow is at most {arrow} long; one transcription of the official clauses has 257 mm.",
            "C1",
            ("icf", "classic-29"),
        ),
        Point("Men are of wood, circular, uniform, and move smoothly.", "carrom men", GUIDE),
        Point("The striker may be of any material but ivory and metal; plastic is usual.", "striker", GUIDE),
        Point("Stand, chair or stool, powder and lights are used besides.", "other equipment", GUIDE),
        Point(
            "A board, nine black, nine white pieces and a red queen; the striker is called a puck.",
            "materials",
            PARLOUR,
        ),
        Point(
            "The queen lies in the centre circle, the other pieces within the outer circle round it.",
            "anatomy",
            PARLOUR,
        ),
        Point("Sprinkle the board with powder, so that the counters glide.", "setting up", CARD),
        Point(
            "The striker is the white counter, the queen the red one; nine counters are black and nine brown.",
            "objective",
            CARD,
        ),
    ),
)
