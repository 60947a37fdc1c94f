"""Teaching chapter on the board, its discs, and the furniture."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

GUIDE, PARLOUR, CARD = ("classic-29",), ("eight-rounds",), ("points",)

EQUIPMENT = PointGroup(
    key="equipment",
    title="The board and its discs",
    intro="The drawing shows the board that this program plays on; the table says what is allowed. "
    "`carrom board check` tells which of these clauses your own board breaks.",
    points=(
        ChapterPoint(
            "The pockets are rounded towards the board; the tip of plywood in the corner is cut away.", "clause A.3"
        ),
        ChapterPoint("The arrows stand at 45 degrees between the base circles and point at the pockets.", "clause A.5"),
        ChapterPoint("Under each pocket hangs a net that holds at least {net} men.", "clause G"),
        ChapterPoint("Nine white and nine black men and one red queen, round, of wood, with a plain edge.", "clause B"),
        ChapterPoint(
            "The striker is round and smooth, of any material but ivory and metal; no metal may be seen on it. Players "
            "bring their own, and the umpire or chief referee certifies it before play.",
            "Law 115",
        ),
        ChapterPoint("A striker is changed after a board; one that breaks, after the stroke.", "Law 117"),
        ChapterPoint("The stand brings the board to {height} above the ground.", "the stand's clause"),
        ChapterPoint("The chair has no arms, its seat is {chair} high; it is raised between boards only.", "Law 31"),
        ChapterPoint("A lamp of {lamp} hangs over the board.", "the lamp's clause"),
        ChapterPoint(
            "Dry, fine powder is spread evenly by the player about to break, before the break.",
            "Law 122",
        ),
        ChapterPoint(
            "A board is fast enough if a striker, hit with full force from one base line, crosses it at least {runs} "
            "times (a federation's test, no Law).",
            "Swiss federation",
        ),
        ChapterPoint(
            "The board stands {height} above the ground, on a flat surface, usually on a stand.", "carrom board", GUIDE
        ),
        ChapterPoint("The board is square and of wood, with a polished surface.", "objective", GUIDE),
        ChapterPoint("Each hole is covered from beneath by a net.", "carrom board", GUIDE),
        ChapterPoint(
            "Each base line is closed by a circle at both ends: there are eight base circles.", "carrom board", GUIDE
        ),
        ChapterPoint(
            "An arrow is {arrow} long; one transcription of the official clauses has 257 mm.",
            "C1",
            ("icf", "classic-29"),
        ),
        ChapterPoint("Men are of wood, circular, uniform, and move smoothly.", "carrom men", GUIDE),
        ChapterPoint("The striker may be of any material but ivory and metal; plastic is usual.", "striker", GUIDE),
        ChapterPoint("Stand, chair or stool, powder and lights are used besides.", "other equipment", GUIDE),
        ChapterPoint(
            "A board, nine black, nine white pieces and a red queen; the striker is called a puck.",
            "materials",
            PARLOUR,
        ),
        ChapterPoint(
            "The queen lies in the centre circle, the other pieces within the outer circle round it.",
            "anatomy",
            PARLOUR,
        ),
        ChapterPoint("Sprinkle the board with powder, so that the counters glide.", "setting up", CARD),
        ChapterPoint(
            "The striker is the white counter, the queen the red one; nine counters are black and nine brown.",
            "objective",
            CARD,
        ),
    ),
)
