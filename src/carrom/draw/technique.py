"""The stroke techniques, with name, purpose and an example stroke for the drawing."""

from carrom.board.disc import Disc
from carrom.board.equipment import MM
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.draw.stroke import lesson_picture
from carrom.physics.simulate import simulate
from carrom.values import Value

SIZE = 360
"""Width and height of a drawing, in pixels."""


class Technique(Value, frozen=True):
    """One way to pocket a piece, illustrated by a stroke from the south on the club surface."""

    name: str
    title: str
    says: str
    men: tuple[tuple[str, int, int], ...]
    """Discs with their positions in mm."""
    stroke: Stroke

    @property
    def position(self) -> Position:
        """The pieces before the stroke."""
        return Position.of({Disc(name): Point(x * MM, y * MM) for name, x, y in self.men})


TECHNIQUES = (
    Technique(
        "straight",
        "Straight",
        "Striker, piece and pocket are in one line: aim through the middle of the piece. The striker stays near the "
        "point of contact.",
        (("W1", 250, 180),),
        Stroke(0, 1_180_000, 2_000_000),
    ),
    Technique(
        "cut",
        "Cut",
        "The line does not lead to the pocket, so the piece is hit on the side away from it: imagine a striker that "
        "touches the piece exactly opposite the pocket, and aim at its middle.",
        (("W1", 150, 200),),
        Stroke(0, 690_000, 2_500_000),
    ),
    Technique(
        "back-shot",
        "Back-shot",
        "The piece is behind the base lines, so the striker is played gently towards your own frame. Not every rule "
        "set allows this with every finger.",
        (("W1", -240, -311),),
        Stroke(-60_000, -1_152_060, -335_795),
    ),
    Technique(
        "bank",
        "Bank",
        "The striker goes to the far frame first and hits the piece on its way back: it reaches a piece near your own "
        "frame without a back-shot. It leaves the frame a little steeper than a mirror image would.",
        (("W1", 255, -310),),
        Stroke(-60_000, 687_601, 2_920_138),
    ),
    Technique(
        "double",
        "Double",
        "The piece itself bounces off a frame into a pocket: for a piece that no cut can pocket.",
        (("W1", 250, 60),),
        Stroke(0, 1_623_620, 1_901_015),
    ),
    Technique(
        "pair",
        "Pair",
        "Two pieces are in line with a pocket, with a gap between them: the first is played onto the second (Law 16).",
        (("W2", 190, 170), ("W1", 272, 262)),
        Stroke(-30_000, 876_742, 1_797_588),
    ),
    Technique(
        "cannon",
        "Cannon",
        "Two pieces touch and are in line with a pocket: however the rear one is hit, the front one moves along their "
        "line (Law 16).",
        (("W2", 228, 233), ("W1", 250, 256)),
        Stroke(-30_000, 744_325, 1_302_298),
    ),
    Technique(
        "frame",
        "Along the frame",
        "A piece that touches the frame runs along it, if the striker hits piece and frame together.",
        (("W1", 200, 354),),
        Stroke(0, 600_000, 2_000_000),
    ),
)
"""Techniques in teaching order. Each example stroke pockets only `W1`; a test plays them all."""


def technique_picture(technique: Technique) -> str:
    """Return the drawing of a technique: its example stroke with the paths of the discs."""
    played = simulate(technique.position, technique.stroke, trajectory=True)
    return lesson_picture(technique.position, technique.stroke, played, technique.title, SIZE) + "\n"
