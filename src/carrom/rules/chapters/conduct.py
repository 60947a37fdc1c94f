"""Teaching chapter on posture and behaviour at the board."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

GUIDE, CLUB, PARLOUR, EVENT, CARD = (
    ("classic-29",),
    ("club", "three-player"),
    ("eight-rounds",),
    ("team-event",),
    ("points",),
)

CONDUCT = PointGroup(
    key="conduct",
    title="Conduct",
    points=(
        ChapterPoint("The chair is not moved in one's own turn.", "Law 29"),
        ChapterPoint(
            "Only the playing arm may touch board or stand; the rest of the body stays where it is.", "Laws 30a, 32"
        ),
        ChapterPoint(
            "Clothes, a ring, bangles and a watch are exempt from that in one's own turn, but may not touch the "
            "playing surface.",
            "Law 30b",
        ),
        ChapterPoint("The hand may touch the playing surface while it strikes.", "Law 36"),
        ChapterPoint("The elbow does not come over the surface or beyond the line.", "Law 37a"),
        ChapterPoint("The hand may cross the arrow.", "within Law 37"),
        ChapterPoint(
            "Nobody leans on a stool, a chair, the stand or a table while striking, or puts legs on the rim of the "
            "stand. Hands may rest on one's own body, legs on the rim of one's own seat.",
            "Law 38",
        ),
        ChapterPoint("Nobody gets up from the seat during a board; that loses it.", "Law 91"),
        ChapterPoint("After “Play” no powder is put on or taken off.", "Law 122b"),
        ChapterPoint(
            "Powder in excess along one's own base lines and base circles may be taken off in one's own turn, with the "
            "striker only.",
            "Law 122c",
        ),
        ChapterPoint(
            "The board is not hit, tapped or shaken; a position wrecked beyond repair loses the board.", "Law 126"
        ),
        ChapterPoint("Nobody distracts a player.", "Law 129"),
        ChapterPoint("Partners neither talk nor make signs.", "Law 131"),
        ChapterPoint("During a game players do not talk to spectators without the umpire's leave.", "Law 132"),
        ChapterPoint("Nothing solid but the striker is held in the hands.", "Law 133"),
        ChapterPoint(
            "Pieces are moved by strokes only; a piece that was moved is put back, and it is a foul.", "Law 134"
        ),
        ChapterPoint("The run of the striker is not tried out during a board.", "Law 135"),
        ChapterPoint("The striker is not put down on the frame or in a pocket.", "Law 136"),
        ChapterPoint("No part of the body but the playing arm touches board or stand.", "sitting position", GUIDE),
        ChapterPoint(
            "The seat once taken is kept; nothing but the hand goes beyond the lines of the arrows.",
            "sitting position",
            GUIDE,
        ),
        ChapterPoint("Nobody is replaced during a match.", "number of players", GUIDE),
        ChapterPoint("No part of the body but the hand crosses the diagonal line.", "how to play", CLUB),
        ChapterPoint("The elbow stays behind the frame in front of you.", "how to play", CLUB),
        ChapterPoint("Feet and knees stay in your own quarter; nobody moves or leaves the chair.", "how to play", CLUB),
        ChapterPoint("Hand and arm may touch the board, the elbow never.", "how to shoot", PARLOUR),
        ChapterPoint("Neither hand nor arm crosses the diagonal lines.", "basic rules", EVENT),
        ChapterPoint("The run of the striker is not tried out during the match.", "basic rules", EVENT),
        ChapterPoint("Keep score as you go; players of a team take turns and work together.", "objective", CARD),
    ),
)
