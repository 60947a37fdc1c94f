"""The four grips, seen from above, with the striker and an arrow for the flick."""

from itertools import pairwise

from carrom.board.disc import Disc
from carrom.board.empty_board_picture import PALETTE, number
from carrom.board.equipment import MM, STANDARD, Equipment
from carrom.draw.diagram import INK, MEASURE, disc_at, sheet, words
from carrom.values import Value

SKIN, REST = PALETTE["surface-edge"], PALETTE["surface"]
"""Colours: of the flicking finger and the one that holds it, and of the rest of the hand."""
WIDE = 200
"""Width of one grip on the sheet, in mm."""

LETTERS = 10.5
"""Height of the letters under a grip, in mm."""

Path = tuple[tuple[float, float], ...]
"""Joints of a finger from the hand to the tip, in mm: the striker at the origin, y towards the player."""


class Grip(Value, frozen=True):
    """One grip: its fingers in drawing order, and the movement of the flicking finger."""

    name: str
    says: str
    rest: tuple[Path, ...]
    """Fingers that only steady the hand."""
    holds: Path
    """The finger that holds back the flicking one."""
    strikes: Path
    flick: str
    """Path of its tip, in SVG syntax."""
    backwards: bool = False
    """Whether the striker moves towards the player."""


GRIPS = (
    Grip(
        "index",
        "the index finger slips off the thumb",
        (((46, 104), (58, 52), (54, 22)), ((66, 112), (84, 66), (82, 36))),
        ((-34, 118), (-40, 78), (-13, 49)),
        ((24, 100), (17, 58), (1, 33)),
        "M-22 40Q-10 26 -1 24",
    ),
    Grip(
        "middle",
        "the middle finger slips off the thumb",
        (((-2, 102), (-30, 48), (-34, 12)), ((50, 110), (68, 62), (66, 28))),
        ((-44, 122), (-30, 84), (-10, 52)),
        ((26, 100), (22, 60), (3, 33)),
        "M-20 42Q-9 27 0 24",
    ),
    Grip(
        "scissors",
        "the middle finger presses on the index, which slips off sideways",
        (((52, 112), (72, 70), (70, 42)),),
        ((30, 104), (26, 62), (-10, 42)),
        ((4, 106), (-6, 66), (9, 33)),
        "M34 38Q22 25 10 24",
    ),
    Grip(
        "thumb",
        "the thumb slips off the index, towards you or away",
        (((-78, -6), (-86, -48), (-66, -78)), ((-58, -8), (-60, -58), (-34, -84))),
        ((-40, 18), (-36, -30), (-7, -49)),
        ((-62, 44), (-26, 8), (2, -33)),
        "M24 -44Q13 -28 4 -24",
        backwards=True,
    ),
)


def grips(equipment: Equipment = STANDARD) -> str:
    """Return the drawing of the four grips."""
    reach = equipment.striker_diameter / 2 / MM
    drawn = "".join(f'<g transform="translate({WIDE * k} 0)">{_grip(grip, reach)}</g>' for k, grip in enumerate(GRIPS))
    return sheet(
        (-WIDE / 2, -130, WIDE * len(GRIPS), 320),
        900,
        "Four grips",
        "; ".join(f"{grip.name}: {grip.says}" for grip in GRIPS),
        drawn,
    )


def _grip(grip: Grip, reach: float) -> str:
    """Return one grip with its name."""
    way = f"M0 {number(reach + 6)}V96" if grip.backwards else f"M0 {number(-reach - 6)}V-92"
    tip = "M0 108L-8 92L8 92Z" if grip.backwards else "M0 -104L-8 -88L8 -88Z"
    return (
        f'<path d="{way}" stroke="{MEASURE}" stroke-width="3" stroke-dasharray="9 6" fill="none"/>'
        f'<path d="{tip}" fill="{MEASURE}"/>{disc_at(Disc.S, 0, 0, reach)}'
        f"{''.join(_finger(joints, REST) for joints in grip.rest)}{_finger(grip.strikes, SKIN)}"
        f'{_finger(grip.holds, SKIN)}<path d="{grip.flick}" stroke="{PALETTE["red"]}" stroke-width="2.6" fill="none"/>'
        f"{words(0, 152, grip.name, size=20, weight='700')}{_wrapped(grip.says)}"
    )


def _wrapped(text: str) -> str:
    """Return a sentence in two lines of similar length under the name."""
    middle = len(text) // 2
    cut = min((at for at, letter in enumerate(text) if letter == " "), key=lambda at: abs(at - middle))
    return words(0, 166, text[:cut], size=LETTERS) + words(0, 178, text[cut + 1 :], size=LETTERS)


def _finger(joints: Path, skin: str) -> str:
    """Return a finger: a thick line through its joints with a darker edge, and a nail at the tip."""
    path = f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in joints)}"
    round_ends = 'stroke-linecap="round" stroke-linejoin="round" fill="none"'
    (near_x, near_y), (tip_x, tip_y) = list(pairwise(joints))[-1]
    far = ((tip_x - near_x) ** 2 + (tip_y - near_y) ** 2) ** 0.5
    along_x, along_y = (tip_x - near_x) / far, (tip_y - near_y) / far
    nail = f"M{number(tip_x - along_x * 3)} {number(tip_y - along_y * 3)}l{number(along_x * 5)} {number(along_y * 5)}"
    return (
        f'<path d="{path}" stroke="{INK}" stroke-width="19" {round_ends}/>'
        f'<path d="{path}" stroke="{skin}" stroke-width="16.6" {round_ends}/>'
        f'<path d="{nail}" stroke="{PALETTE["white-edge"]}" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{nail}" stroke="{PALETTE["white"]}" stroke-width="7.4" stroke-linecap="round"/>'
    )
