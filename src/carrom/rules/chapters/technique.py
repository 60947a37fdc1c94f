"""Teaching chapter on how a stroke is made, and with which finger."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

CLUB, PARLOUR, EVENT, CARD = ("club", "three-player"), ("eight-rounds",), ("team-event",), ("points",)

TECHNIQUE = PointGroup(
    key="technique",
    title="How to strike",
    intro="Forward strokes are made with {forward_words}; a back-shot, towards one's own frame, is {back_words}. "
    "[Techniques](techniques.md) shows the strokes themselves, each played by the program.",
    points=(
        ChapterPoint(
            "The striker is struck with a finger and not pushed; a jerk of the elbow is a push.", "Laws 11, 33"
        ),
        ChapterPoint("Either hand may strike, the finger with or without the support of others.", "Laws 34, 35"),
        ChapterPoint("A stroke with the thumb is a stroke like any other.", "Law 17"),
        ChapterPoint("Men may be reached directly or off the frame, forwards or backwards.", "Law 25"),
        ChapterPoint(
            "A pair is two men that aim at a pocket with a gap between them; a cannon, two that touch.", "Law 16"
        ),
        ChapterPoint(
            "Whichever grip works for you is fine, as long as you flick and do not push.", "how to play", CLUB
        ),
        ChapterPoint(
            "A tip: before the stroke, touch the striker with your fingernail to see that it is on line. It improves "
            "your aim and spares your finger.",
            "how to play",
            CLUB,
        ),
        ChapterPoint("Sit so that you see the line of your aim and strike in comfort.", "how to play", CLUB),
        ChapterPoint("Lucky shots count, and so do all combinations.", "how to play", CLUB),
        ChapterPoint(
            "Shoot from the shooting area, not from beyond the base line; that says where the striker stands, not "
            "where it may travel.",
            "C47",
            PARLOUR,
        ),
        ChapterPoint("The striker may bounce off the frame and be sent backwards.", "how to shoot", PARLOUR),
        ChapterPoint("After each shot the striker goes back to the shooting area.", "shot outcomes", PARLOUR),
        ChapterPoint(
            "Which piece the striker hits first does not matter, nor does it if it hits none.", "basic rules", EVENT
        ),
        ChapterPoint("Never “cut the moon”: the striker is on a circle wholly, or not at all.", "basic rules", EVENT),
        ChapterPoint("No thumb, in any format of the event.", "basic rules", EVENT),
        ChapterPoint("Flick the striker from your base line at the counters.", "take turns", CARD),
    ),
)
