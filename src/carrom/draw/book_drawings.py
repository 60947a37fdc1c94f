"""The drawings of the rule books: board, set-up, stroke techniques and grips, and a position as text."""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from carrom.board import Disc, Kind, Lying, Point, Position, Seat, Stroke
from carrom.board.arithmetic import direction
from carrom.board.equipment import MM, OFFICIAL, STANDARD, Equipment
from carrom.board.picture import PALETTE, definitions, disc_shapes, empty_board, number
from carrom.board.rack import rack
from carrom.draw.stroke import lesson_picture
from carrom.physics.simulate import simulate
from carrom.values import Value

INK, PAPER, MEASURE = PALETTE["line"], PALETTE["white"], PALETTE["path"]
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
LETTER = 19
"""Height of a figure, in mm of the drawing."""


def sheet(box: tuple[float, float, float, float], width: int, title: str, description: str, content: str) -> str:
    """Return an SVG document: a sheet of `box` (left, top, width, height in mm), `width` pixels wide.

    `title` and `description` are its accessible name and description.
    """
    left, top, across, down = (number(value) for value in box)
    height = round(width * box[3] / box[2])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {across} {down}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="sheet-title sheet-said">'
        f'<title id="sheet-title">{title}</title><desc id="sheet-said">{description}</desc>{definitions()}'
        f'<rect x="{left}" y="{top}" width="{across}" height="{down}" rx="18" fill="{PAPER}"/>{content}</svg>\n'
    )


def words(x: float, y: float, text: str, anchor: str = "middle", size: float = LETTER, **more: str) -> str:
    """Return a text; `halo` adds an outline in that colour, `turn` rotates it about its position (degrees)."""
    halo = f'stroke="{more["halo"]}" stroke-width="5" paint-order="stroke" ' if "halo" in more else ""
    turn = f' transform="rotate({more["turn"]} {number(x)} {number(y)})"' if "turn" in more else ""
    weight = f' font-weight="{more["weight"]}"' if "weight" in more else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" {FONT} font-size="{number(size)}" '
        f'{halo}fill="{more.get("fill", INK)}"{weight}{turn}>{text}</text>'
    )


def measured(x1: float, y1: float, x2: float, y2: float, figure: str, off: float = -6, halo: str = PAPER) -> str:
    """Return a dimension line between two points, with arrow heads and its figure `off` mm from its middle."""
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    reach = math.hypot(x2 - x1, y2 - y1)
    readable = angle if -90 <= angle < 90 else angle - 180
    middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
    head = "L9 -3.4L9 3.4Z" if reach > 40 else "L6 -2.6L6 2.6Z"
    line = (
        f'<g transform="translate({number(x1)} {number(y1)}) rotate({number(angle)})" fill="{MEASURE}">'
        f'<path d="M0 0H{number(reach)}" stroke="{MEASURE}" stroke-width="1.6" fill="none"/><path d="M0 0{head}"/>'
        f'<path d="M0 0{head}" transform="translate({number(reach)} 0) rotate(180)"/></g>'
    )
    if not figure:
        return line
    turned = f'<g transform="translate({number(middle_x)} {number(middle_y)}) rotate({number(readable)})">'
    return f"{line}{turned}{words(0, off, figure, fill=MEASURE, halo=halo, weight='600')}</g>"


def leader(x: float, y: float, to_x: float, to_y: float, text: str, anchor: str = "start", halo: str = PAPER) -> str:
    """Return a leader line from a point (x, y) to a label at (to_x, to_y)."""
    beside = 6 if anchor == "start" else -6
    return (
        f'<path d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" stroke="{MEASURE}" stroke-width="1.6"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="3" fill="{MEASURE}"/>'
        f"{words(to_x + beside, to_y + 6, text, anchor, fill=MEASURE, halo=halo, weight='600')}"
    )


def disc_at(disc: Disc, x: float, y: float, reach: float) -> str:
    """Return a disc of radius `reach` (mm) at a point of the sheet."""
    return f'<g transform="translate({number(x)} {number(y)})">{disc_shapes(disc, reach)}</g>'


# -- the board and its discs, with dimensions --------------------------------------------------------------------------


WOOD = PALETTE["surface"]


def mm(micrometres: int) -> str:
    """Return a length in millimetres, formatted as in the table of measures beside the drawing."""
    return f"{micrometres / MM:g}"


def measured_board(equipment: Equipment = STANDARD) -> str:
    """Return a drawing of the board with dimensions in millimetres; below it the discs and a section of the frame."""
    content = f"{empty_board(equipment)}{_around(equipment)}{_lines(equipment)}{_circles(equipment)}{_below(equipment)}"
    return sheet(
        (-560, -470, 1040, 1170),
        780,
        "The board and its measures",
        "A carrom board from above with its measures in millimetres; below it a piece, the queen, the striker and a "
        "section through the frame.",
        content,
    )


def _around(e: Equipment) -> str:
    """Return the dimensions outside the board: surface, frame, length of the base lines."""
    half, outer = e.half / MM, (e.half + e.frame_width) / MM
    reach = e.line_length / 2 / MM
    y, x = outer + 34, -outer - 34
    thin = f'stroke="{MEASURE}" stroke-width=".8" stroke-dasharray="5 4"'
    rails = "".join(f'<path d="M{number(at)} {number(half)}V{number(y + 8)}" {thin}/>' for at in (-half, half, outer))
    near = -half + e.lower_line / MM
    rails += "".join(f'<path d="M{number(near)} {number(at)}H{number(x - 8)}" {thin}/>' for at in (-reach, reach))
    return (
        f"{rails}{measured(-half, y, half, y, f'playing surface {mm(e.surface)}')}"
        f"{measured(half, y, outer, y, mm(e.frame_width))}"
        f"{measured(x, reach, x, -reach, f'base lines with their circles {mm(e.line_length)}')}"
    )


def _lines(e: Equipment) -> str:
    """Return the distances of the base lines from the frame, and the arrow's length."""
    half = e.half / MM
    near, far = half - e.lower_line / MM, half - e.upper_line / MM
    tip = 2**0.5 * e.pocket_centre / MM - e.arrow_tip / MM
    start, side = tip - e.arrow_length / MM, 18
    along = [(at + shift * side) / 2**0.5 for at in (start, tip) for shift in (1, -1)]
    x, y = (start + 84 + 50) / 2**0.5, -(start + 84 - 50) / 2**0.5
    length = words(x, y, f"at most {mm(e.arrow_length)}", fill=MEASURE, halo=WOOD, weight="600", turn="-45")
    arrow = measured(along[0], -along[1], along[2], -along[3], "") + length
    return (
        f"{measured(-70, half, -70, near, mm(e.lower_line), halo=WOOD)}"
        f"{measured(70, half, 70, far, mm(e.upper_line), halo=WOOD)}{arrow}"
    )


def _circles(e: Equipment) -> str:
    """Return leader lines to the circles and a pocket."""
    offset, line, pocket = e.base_circle_offset / MM, e.baseline / MM, e.pocket_centre / MM
    centre, outer = e.centre_circle / 2 / MM, e.outer_circle / 2 / MM
    return (
        leader(0, -centre * 0.8, -92, -172, f"centre circle {mm(e.centre_circle)}", halo=WOOD)
        + leader(-outer * 0.71, outer * 0.71, -92, 168, f"outer circle {mm(e.outer_circle)}", halo=WOOD)
        + leader(offset, line, 172, 206, _base_circle(e), "end", WOOD)
        + leader(-pocket, -pocket, -250, -398, f"pocket {mm(e.pocket_diameter)}", halo=PALETTE["white"])
    )


def _base_circle(e: Equipment) -> str:
    return f"base circle {mm(e.base_circle_diameter)}, its disc {mm(e.base_circle_disc)}"


def _below(e: Equipment) -> str:
    """Return the discs from above and a section through frame and surface, at twice the board's scale."""
    top, scale = 600.0, 2.0
    man, striker = e.man_diameter / 2 / MM * scale, e.striker_diameter / 2 / MM * scale
    grams = [f"{mass / 1_000_000:g} g" for mass in (e.man_mass, e.striker_mass)]
    discs = [(Disc.W1, -480, man), (Disc.B1, -402, man), (Disc.Q, -324, man), (Disc.S, -140, striker)]
    drawn = "".join(disc_at(disc, x, top, reach) for disc, x, reach in discs)
    under = top + striker + 30
    men = f"{mm(e.man_diameter)} wide, {mm(e.man_thickness)} thick, {grams[0]}"
    return (
        f'<path d="M-530 528H450" stroke="{INK}" stroke-width=".8" opacity=".5"/>'
        f"{words(-530, 520, 'below: twice as large as above', 'start', LETTER * 0.8)}"
        f"{words(450, 520, 'all lengths in millimetres', 'end', LETTER * 0.8)}"
        f"{drawn}{words(-402, under, men, size=LETTER * 0.85)}"
        f"{words(-140, under, f'at most {mm(e.striker_diameter)}, {grams[1]}', size=LETTER * 0.85)}"
        f"{_section(e, top + 40, scale)}"
    )


def _section(e: Equipment, floor: float, scale: float) -> str:
    """Return the section: the plywood of the surface, with the frame on its edge."""
    width, height = e.frame_width / MM * scale, e.frame_height / MM * scale
    thick = next(measure.least for measure in OFFICIAL if measure.key == "thickness") or 0
    left, inner, ply = 80.0, 300.0, thick * scale
    frame = f"M{number(inner)} {number(floor)}v{number(-height)}h{number(width)}v{number(height + ply)}H{inner}Z"
    edge, above = f'stroke="{INK}" stroke-width="1"/>', floor - height - 14
    high, least = f"frame {mm(e.frame_height)} high", f"surface at least {thick:g} thick"
    return (
        f'<path d="M{left} {number(floor)}H{number(inner)}v{number(ply)}H{left}Z" fill="{PALETTE["surface-edge"]}" '
        f'{edge}<path d="{frame}" fill="{PALETTE["frame"]}" {edge}'
        f"{measured(inner - 16, floor, inner - 16, floor - height, '')}"
        f"{words(inner - 26, floor - height / 2 + 6, high, 'end', fill=MEASURE, weight='600')}"
        f"{measured(inner, above, inner + width, above, mm(e.frame_width))}"
        f"{words(left, floor + ply + 22, least, 'start', fill=MEASURE, weight='600')}"
    )


# -- the board before the break, with the rack enlarged ----------------------------------------------------------------


ARMS = (0, 120, 240)
"""Angles of the white arms relative to the first one, in degrees."""


def set_up(angle: int, equipment: Equipment = STANDARD, white: str = "white") -> str:
    """Return a drawing of a rack whose first white arm points at `angle` (degrees; the breaker is at 270)."""
    board = f"{empty_board(equipment)}{_arms(angle, equipment)}{_discs(angle, equipment)}{_breaker(equipment)}"
    near = (
        '<svg x="480" y="-330" width="620" height="620" viewBox="-96 -96 192 192">'
        f'<circle r="{number(equipment.outer_circle / 2 / MM)}" fill="{PALETTE["surface"]}" stroke="{INK}" '
        f'stroke-width="1.2"/>{_discs(angle, equipment)}</svg>'
    )
    arms = [f"{(angle + arm) % 360}°" for arm in ARMS]
    arms_text = f"{white} arms at {', '.join(arms[:2])} and {arms[2]}"
    captions = words(790, 330, arms_text, size=LETTER * 1.5) + words(
        790, 364, "counter-clockwise from the breaker's right hand", size=LETTER * 1.1, fill=MEASURE
    )
    return sheet(
        (-460, -460, 1610, 940),
        900,
        f"The set-up with a white arm at {angle} degrees",
        f"Queen, six pieces, twelve pieces; {arms_text}.",
        f"{board}{near}{captions}",
    )


def _discs(angle: int, equipment: Equipment) -> str:
    """Return the discs of the rack."""
    return "".join(
        f'<g transform="translate({number(lying.at.x / MM)} {number(-lying.at.y / MM)})">'
        f"{disc_shapes(lying.disc, equipment.radius(lying.disc) / MM)}</g>"
        for lying in rack(angle, equipment=equipment)
    )


def _arms(angle: int, equipment: Equipment) -> str:
    """Return dashed lines along the white arms, from the rack to the frame or a pocket."""
    ways = []
    half = equipment.half / MM
    for arm in ARMS:
        across, up = direction(Fraction(angle + arm))
        reach = half / max(abs(across), abs(up))
        if abs(abs(across) - abs(up)) < 1e-9:
            reach = equipment.pocket_centre / MM * 2**0.5
        ways.append(f"M0 0L{number(reach * across)} {number(-reach * up)}")
    return f'<path d="{"".join(ways)}" stroke="{MEASURE}" stroke-width="3" stroke-dasharray="12 8" fill="none"/>'


def _breaker(equipment: Equipment) -> str:
    """Return a label at the breaker's seat."""
    y = (equipment.half + equipment.frame_width / 2) / MM
    return words(0, y + 8, "the breaker sits here", fill=PALETTE["white"], size=LETTER * 1.2)


# -- stroke techniques, with an example stroke for each drawing --------------------------------------------------------


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


# -- the four grips, seen from above -----------------------------------------------------------------------------------


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


# -- all drawings, by file name ----------------------------------------------------------------------------------------


FOLDER = "pictures"
"""Folder of the drawings, next to the books."""


def drawings(arms: Mapping[int, str], equipment: Equipment = STANDARD) -> dict[str, str]:
    """Return every drawing as SVG: the board, the grips, the techniques, and a set-up for each arm angle.

    `arms` maps each angle to the colour name of the pieces in an arm: white or brown.
    """
    drawn = {"board.svg": measured_board(equipment), "grips.svg": grips(equipment)}
    drawn |= {f"set-up-{angle}.svg": set_up(angle, equipment, white) for angle, white in arms.items()}
    drawn |= {f"{technique.name}.svg": technique_picture(technique) for technique in TECHNIQUES}
    return {f"{FOLDER}/{name}": text for name, text in drawn.items()}


def techniques_page() -> str:
    """Return the page of techniques as Markdown."""
    lines = [
        "# Techniques",
        "",
        "<!-- Generated by `carrom rules --books`. -->",
        "",
        "Four grips, and the first strokes to learn. Which grip is allowed, forwards and backwards, is listed in each",
        "[rule book](README.md). Every drawing is a simulated stroke: the striker's path is green, a",
        "piece's path has its colour, a ring shows the striker at its first contact, a cross where a piece falls.",
        "",
        f"![Four grips: index, middle, scissors, thumb]({FOLDER}/grips.svg)",
        "",
        "A tip of the club sheet: before the stroke, touch the striker with your fingernail to see that it is on line.",
        "",
    ]
    for technique in TECHNIQUES:
        lines += [f"## {technique.title}", "", technique.says, ""]
        lines += [f"![{technique.title}]({FOLDER}/{technique.name}.svg)", ""]
    return "\n".join(lines).rstrip() + "\n"


# -- a position as text: one letter per disc ---------------------------------------------------------------------------


WIDTH, HEIGHT = 39, 19
_LETTER = {Kind.STRIKER: "S", Kind.QUEEN: "Q", Kind.WHITE: "w", Kind.BLACK: "b"}


def letters(placed: Iterable[Lying], seat: Seat = Seat.SOUTH, equipment: Equipment = STANDARD) -> str:
    """Return the discs as lines of text, with `seat` at the bottom: w, b, Q, S; O marks pockets, * several discs."""
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    for line in (_row(-equipment.baseline, equipment), _row(equipment.baseline, equipment)):
        ends = [_column(sign * equipment.base_circle_offset, equipment) for sign in (-1, 1)]
        for column in range(ends[0], ends[1] + 1):
            rows[line][column] = "o" if column in ends else "-"
    rows[HEIGHT // 2][WIDTH // 2] = "+"
    for row, column in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        rows[row][column] = "O"
    taken: set[tuple[int, int]] = set()
    for lying in placed:
        across, up = seat.from_board(lying.at.x, lying.at.y)
        at = _row(up, equipment), _column(across, equipment)
        rows[at[0]][at[1]] = "*" if at in taken else _LETTER[lying.disc.kind]
        taken.add(at)
    edge = "+" + "-" * WIDTH + "+"
    return "\n".join([edge, *(f"|{''.join(row)}|" for row in rows), edge])


def _column(across: int, equipment: Equipment) -> int:
    return min(WIDTH - 1, max(0, (across + equipment.half) * WIDTH // equipment.surface))


def _row(up: int, equipment: Equipment) -> int:
    return min(HEIGHT - 1, max(0, (equipment.half - up) * HEIGHT // equipment.surface))
