"""Teaching chapter on the interpretations at the start of the Laws, as far as they are known."""

from carrom.rules.chapters.paragraph import Lesson, Point

INTERPRETATIONS = Lesson(
    key="words",
    title="Words of the Laws",
    points=(
        Point("**Improper stroke:** one against the rules of technique or placing. It is a foul.", "Law 2b"),
        Point(
            "**Placing:** putting a man down inside the outer circle; the queen and men that left the board are "
            "placed by the umpire, in the centre.",
            "Law 9",
        ),
        Point("**Push:** a stroke by a jerk of the elbow.", "Law 11"),
        Point("**Due:** a man that has to come back for a fault.", "Law 13"),
        Point("**Cover:** the own man that is pocketed with the queen or right after it.", "Law 15"),
        Point("**Pair, cannon:** two men that aim at a pocket, apart or touching.", "Law 16"),
        Point(
            "**Slam:** a board cleared in the first turn: white by the breaker, with the queen; black by the second "
            "player, of the blacks that are left.",
            "Law 26",
        ),
    ),
)
