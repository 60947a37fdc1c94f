"""Teaching chapter on posture and behaviour at the board."""

from carrom.rules.chapters.paragraph import Lesson, Point

GUIDE, CLUB, PARLOUR, EVENT, CARD = (
    ("classic-29",),
    ("club", "three-player"),
    ("eight-rounds",),
    ("team-event",),
    ("points",),
)

CONDUCT = Lesson(
    key="conduct",
    title="Conduct",
    points=(
        Point("The chair is not moved in one's own turn.", "Law 29"),
        Point("Only the playing arm may touch board or stand; the rest of the body stays where it is.", "Laws 30, 32"),
        Point("The hand may cross the arrow, and nothing supports itself on furniture.", "within Laws 30 to 38"),
        Point("The elbow does not come over the surface or beyond the line.", "Law 37a"),
        Point("Nobody gets up from the seat during a board; that loses it.", "Law 91"),
        Point("After “Play” no powder is put on or taken off.", "Law 122b"),
        Point("The board is not hit, tapped or shaken; a position wrecked beyond repair loses the board.", "Law 126"),
        Point("Nobody distracts a player.", "Law 129"),
        Point("Partners neither talk nor make signs.", "Law 131"),
        Point("Spectators keep out of the play.", "Law 132"),
        Point("Nothing solid but the striker is held in the hands.", "Law 133"),
        Point("Pieces are moved by strokes only; a piece that was moved is put back, and it is a foul.", "Law 134"),
        Point("The run of the striker is not tried out during a board.", "Law 135"),
        Point("The striker is not put down on the frame or in a pocket.", "Law 136"),
        Point("No part of the body but the playing arm touches board or stand.", "sitting position", GUIDE),
        Point(
            "The seat once taken is kept; nothing but the hand goes beyond the lines of the arrows.",
            "sitting position",
            GUIDE,
        ),
        Point("Nobody is replaced during a match.", "number of players", GUIDE),
        Point("No part of the body but the hand crosses the diagonal line.", "how to play", CLUB),
        Point("The elbow stays behind the frame in front of you.", "how to play", CLUB),
        Point("Feet and knees stay in your own quarter; nobody moves or leaves the chair.", "how to play", CLUB),
        Point("Hand and arm may touch the board, the elbow never.", "how to shoot", PARLOUR),
        Point("Neither hand nor arm crosses the diagonal lines.", "basic rules", EVENT),
        Point("The run of the striker is not tried out during the match.", "basic rules", EVENT),
        Point("Keep score as you go; players of a team take turns and work together.", "objective", CARD),
    ),
)
