"""The techniques as strokes that the program plays: what each is called, what it is for, and what its drawing shows."""

from carrom.board.disc import Disc
from carrom.board.equipment import MM
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.draw.stroke import lesson_picture
from carrom.physics.simulate import simulate
from carrom.values import Value

SIZE = 360
"""Width and height of a drawing in pixels."""


class Technique(Value, frozen=True):
    """One way to send a man into a pocket, shown by a stroke from the south on the club surface."""

    name: str
    title: str
    says: str
    men: tuple[tuple[str, int, int], ...]
    """Discs with their places on the board in mm."""
    stroke: Stroke

    @property
    def position(self) -> Position:
        """The men before the stroke."""
        return Position.of({Disc(name): Point(x * MM, y * MM) for name, x, y in self.men})


TECHNIQUES = (
    Technique(
        "straight",
        "Straight",
        "Striker, man and pocket lie in one line: aim through the middle of the man. The striker stays near where it "
        "met him.",
        (("W1", 250, 180),),
        Stroke(0, 1_180_000, 2_000_000),
    ),
    Technique(
        "cut",
        "Cut",
        "The line does not lead to the pocket, so the man is met on the side away from it: think of a striker that "
        "touches him right behind the line from the pocket, and aim at its middle.",
        (("W1", 150, 200),),
        Stroke(0, 690_000, 2_500_000),
    ),
    Technique(
        "back-shot",
        "Back-shot",
        "The man lies behind the base lines, so the striker is sent towards one's own frame, gently. Not every rule "
        "set lets every finger do it.",
        (("W1", -240, -311),),
        Stroke(-60_000, -1_152_060, -335_795),
    ),
    Technique(
        "bank",
        "Bank",
        "The striker goes to the far frame first and meets the man on its way back: the way to a man near one's own "
        "frame without a back-shot. It leaves the frame a little steeper than a mirror would say.",
        (("W1", 255, -310),),
        Stroke(-60_000, 687_601, 2_920_138),
    ),
    Technique(
        "double",
        "Double",
        "The man himself runs into a frame and from there into a pocket: for one that no cut can bring home.",
        (("W1", 250, 60),),
        Stroke(0, 1_623_620, 1_901_015),
    ),
    Technique(
        "pair",
        "Pair",
        "Two men aim at a pocket with a gap between them: the first is sent onto the second (Law 16).",
        (("W2", 190, 170), ("W1", 272, 262)),
        Stroke(-30_000, 876_742, 1_797_588),
    ),
    Technique(
        "cannon",
        "Cannon",
        "Two men touch and aim at a pocket: whatever hits the one behind, the one in front leaves along their line "
        "(Law 16).",
        (("W2", 228, 233), ("W1", 250, 256)),
        Stroke(-30_000, 744_325, 1_302_298),
    ),
    Technique(
        "frame",
        "Along the frame",
        "A man that touches the frame runs along it, if the striker meets man and frame together.",
        (("W1", 200, 354),),
        Stroke(0, 600_000, 2_000_000),
    ),
)
"""In the order in which one learns them. Each stroke pockets `W1` and nothing else; a test plays them all."""


def technique_picture(technique: Technique) -> str:
    """Return the drawing of a technique: the stroke is played, and its ways are shown."""
    played = simulate(technique.position, technique.stroke, trajectory=True)
    return lesson_picture(technique.position, technique.stroke, played, technique.title, SIZE) + "\n"
