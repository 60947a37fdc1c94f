"""Teaching chapter on the interpretations at the start of the Laws, as far as they are known."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

INTERPRETATIONS = PointGroup(
    key="words",
    title="Words of the Laws",
    points=(
        ChapterPoint("**Improper stroke:** one against the rules of technique or placing. It is a foul.", "Law 2b"),
        ChapterPoint(
            "**Placing:** putting a man down inside the outer circle; the queen and men that left the board are "
            "placed by the umpire, in the centre.",
            "Law 9",
        ),
        ChapterPoint("**Push:** a stroke by a jerk of the elbow.", "Law 11"),
        ChapterPoint("**Due:** a man that has to come back for a fault.", "Law 13"),
        ChapterPoint("**Cover:** the own man that is pocketed with the queen or right after it.", "Law 15"),
        ChapterPoint("**Pair, cannon:** two men that aim at a pocket, apart or touching.", "Law 16"),
        ChapterPoint(
            "**Slam:** a board cleared in the first turn: white by the breaker, with the queen; black by the second "
            "player, of the blacks that are left.",
            "Law 26",
        ),
    ),
)
