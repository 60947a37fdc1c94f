"""Pocketing difficulty: how large an aim error each piece forgives, into each pocket, and which lines are free.

All values are in the player's frame, in metres. A striker from a spot on the baseline reaches the piece after a run d₁
and cuts it by φ. An aim error σ then becomes σ·d₁ / (touch·cos φ) for the piece, and a pocket at distance d₂ opens an
angle asin(0.9·r/d₂). `ratio` is the second divided by the first; the probability of pocketing is erf(ratio / √2).
Nothing here calls a library's cosine or exponential: sums, products and roots are the same on every machine."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Protocol

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.physics.kernel.layout import Floats, Marks
from carrom.physics.kernel.stroke_batch import FloatTable

LANES = 20
"""Discs in the order of `Disc`; the striker's entry is unused."""
# Parameters of a board and a surface: radii of striker and pieces, distance of a pocket's centre along both axes, its
# radius, distance of the baseline, half the board; restitution and friction between discs, drag of the board; masses of
# striker and pieces; tangential restitution between discs.
(
    G_STRIKER,
    G_MAN,
    G_POCKET,
    G_MOUTH,
    G_LINE,
    G_HALF,
    G_BOUNCE,
    G_GRIP,
    G_DRAG,
    G_MASS,
    G_MAN_MASS,
    G_REBOUND,
    GEOMETRY,
) = range(13)
THINNEST = 0.2
"""Cosine of the thinnest cut considered."""
ARRIVAL = 0.35
"""Speed that a piece should still have at the pocket, m/s."""
# A piece's easiest stroke: ratio (0: none), pocket, spot, and the discs that block better strokes.
RATIO, POCKET, PLACE, BLOCKERS, KNOWN = range(5)
# One direct stroke: ratio, offset on the baseline, direction, speed (m/s), disc, pocket.
D_RATIO, D_X, D_WAY_X, D_WAY_Y, D_SPEED, D_DISC, D_POCKET, DIRECT = range(8)


def error_function(x: float) -> float:
    """Return erf(x) for x ≥ 0 within 5e-4 (Abramowitz and Stegun 7.1.27)."""
    low = 1.0 + x * (0.278393 + x * (0.230389 + x * (0.000972 + x * 0.078108)))
    low *= low
    return 1.0 - 1.0 / (low * low)


def opening(mouth: float, length: float) -> float:
    """Return the angle that a pocket opens to a piece at a distance of `length`: the first terms of an arcsine."""
    share = 0.9 * mouth / length if 0.9 * mouth < length else 1.0
    return share * (1.0 + share * share * (1.0 / 6.0 + 0.075 * share * share))


def first_in_way(
    xs: Floats, ys: Floats, kinds: Marks, skip: int, x: float, y: float, to_x: float, to_y: float, gap: float
) -> int:
    """Return the first disc by number that is nearer than `gap` to a straight path, or −1; `skip` is ignored."""
    wx = to_x - x
    wy = to_y - y
    length = sqrt(wx * wx + wy * wy)
    if length <= 0.0:
        return -1
    wx /= length
    wy /= length
    for k in range(1, LANES):
        if k == skip or kinds[k] < 0:
            continue
        ax = xs[k] - x
        ay = ys[k] - y
        aside = ax * wy - ay * wx
        if aside >= gap or -aside >= gap:
            continue
        ahead = ax * wx + ay * wy
        if ahead <= -gap or ahead >= length + gap:
            continue
        over = 0.0
        if ahead < 0.0:
            over = -ahead
        elif ahead > length:
            over = ahead - length
        if over * over + aside * aside < gap * gap:
            return k
    return -1


def easiest(
    xs: Floats, ys: Floats, kinds: Marks, man: int, places: Floats, shape: Floats, known: Floats, ratios: Floats
) -> None:
    """Write a piece's easiest direct stroke from one of the spots into `known`, a row of KNOWN floats.

    `ratios` is scratch space with one number per spot. BLOCKERS holds, as bits, the discs that block a possibly better
    stroke.
    """
    touch = shape[G_STRIKER] + shape[G_MAN]
    reach = shape[G_HALF] - shape[G_STRIKER]
    best = 0.0
    blockers = 0
    known[RATIO] = 0.0
    known[POCKET] = -1.0
    known[PLACE] = -1.0
    x = xs[man]
    y = ys[man]
    for pocket in range(4):
        to_x = shape[G_POCKET] if pocket % 2 == 1 else -shape[G_POCKET]
        to_y = shape[G_POCKET] if pocket < 2 else -shape[G_POCKET]
        ux = to_x - x
        uy = to_y - y
        length = sqrt(ux * ux + uy * uy)
        if length < 1e-6:
            continue
        ux /= length
        uy /= length
        ghost_x = x - touch * ux
        ghost_y = y - touch * uy
        if ghost_x > reach or -ghost_x > reach or ghost_y > reach or -ghost_y > reach:
            continue
        window = opening(shape[G_MOUTH], length) * touch
        wy = ghost_y + shape[G_LINE]
        if best * (wy if wy > 0.0 else -wy) >= window:
            continue
        for place in range(len(places)):
            wx = ghost_x - places[place]
            square = wx * wx + wy * wy
            straight = wx * ux + wy * uy
            is_open = square > 1e-12 and straight > 0.0 and straight * straight >= THINNEST * THINNEST * square
            ratios[place] = window * straight / square if is_open else 0.0
        is_first = True
        while True:
            place = 0
            for other in range(1, len(places)):
                if ratios[other] > ratios[place]:
                    place = other
            if ratios[place] <= best:
                break
            blocker = -1
            if is_first:
                blocker = first_in_way(xs, ys, kinds, man, x, y, to_x, to_y, 2.0 * shape[G_MAN])
                is_first = False
            if blocker >= 0:
                blockers |= 1 << blocker
                break
            before = first_in_way(xs, ys, kinds, man, places[place], -shape[G_LINE], ghost_x, ghost_y, touch)
            if before >= 0:
                blockers |= 1 << before
                ratios[place] = 0.0
                continue
            best = ratios[place]
            known[RATIO] = best
            known[POCKET] = pocket
            known[PLACE] = place
            break
    known[BLOCKERS] = blockers


def still_open(
    xs: Floats, ys: Floats, man: int, moved: Marks, count: int, places: Floats, shape: Floats, known: Floats
) -> bool:
    """Whether none of the moved discs blocks a piece's known easiest stroke."""
    if known[RATIO] <= 0.0:
        return True
    touch = shape[G_STRIKER] + shape[G_MAN]
    pocket = int(known[POCKET])
    to_x = shape[G_POCKET] if pocket % 2 == 1 else -shape[G_POCKET]
    to_y = shape[G_POCKET] if pocket < 2 else -shape[G_POCKET]
    ux = to_x - xs[man]
    uy = to_y - ys[man]
    length = sqrt(ux * ux + uy * uy)
    ux /= length
    uy /= length
    place = places[int(known[PLACE])]
    wx = xs[man] - touch * ux - place
    wy = ys[man] - touch * uy + shape[G_LINE]
    run = sqrt(wx * wx + wy * wy)
    wx /= run
    wy /= run
    for index in range(count):
        k = moved[index]
        if near(xs[k] - xs[man], ys[k] - ys[man], ux, uy, length, 2.0 * shape[G_MAN]):
            return False
        if near(xs[k] - place, ys[k] + shape[G_LINE], wx, wy, run, touch):
            return False
    return True


def near(ax: float, ay: float, wx: float, wy: float, length: float, gap: float) -> bool:
    """Whether a disc at (ax, ay) from the start of a path with that direction and length is nearer to it than `gap`."""
    aside = ax * wy - ay * wx
    if aside >= gap or -aside >= gap:
        return False
    ahead = ax * wx + ay * wy
    if ahead <= -gap or ahead >= length + gap:
        return False
    over = 0.0
    if ahead < 0.0:
        over = -ahead
    elif ahead > length:
        over = ahead - length
    return over * over + aside * aside < gap * gap


def directs(
    xs: Floats, ys: Floats, kinds: Marks, wanted: Marks, places: Floats, shape: Floats, found: FloatTable
) -> int:
    """Write every open direct stroke at a wanted piece as a row of DIRECT floats, and return their number.

    The striker aims off the line of centres to compensate for the throw by contact friction.
    """
    touch = shape[G_STRIKER] + shape[G_MAN]
    reach = shape[G_HALF] - shape[G_STRIKER]
    count = 0
    for man in range(1, LANES):
        if kinds[man] < 0 or wanted[man] == 0:
            continue
        for pocket in range(4):
            to_x = shape[G_POCKET] if pocket % 2 == 1 else -shape[G_POCKET]
            to_y = shape[G_POCKET] if pocket < 2 else -shape[G_POCKET]
            ux = to_x - xs[man]
            uy = to_y - ys[man]
            length = sqrt(ux * ux + uy * uy)
            if length < 1e-6:
                continue
            if first_in_way(xs, ys, kinds, man, xs[man], ys[man], to_x, to_y, 2.0 * shape[G_MAN]) >= 0:
                continue
            ux /= length
            uy /= length
            for place in range(len(places)):
                if count == len(found):
                    return count
                nx = ux
                ny = uy
                wx = 0.0
                wy = 0.0
                run = 0.0
                straight = -1.0
                for _ in range(4):
                    wx = xs[man] - touch * nx - places[place]
                    wy = ys[man] - touch * ny + shape[G_LINE]
                    run = sqrt(wx * wx + wy * wy)
                    if run < 1e-6:
                        straight = -1.0
                        break
                    wx /= run
                    wy /= run
                    straight = wx * nx + wy * ny
                    if straight < THINNEST:
                        break
                    tx = wx - straight * nx
                    ty = wy - straight * ny
                    aside = sqrt(tx * tx + ty * ty)
                    if aside < 1e-9:
                        break
                    grip = aside / straight / (3.0 * (1.0 + shape[G_BOUNCE])) * (1.0 + shape[G_REBOUND])
                    grip = grip if grip < shape[G_GRIP] else shape[G_GRIP]
                    nx = ux - grip * tx / aside
                    ny = uy - grip * ty / aside
                    size = sqrt(nx * nx + ny * ny)
                    nx /= size
                    ny /= size
                if straight < THINNEST:
                    continue
                ghost_x = xs[man] - touch * nx
                ghost_y = ys[man] - touch * ny
                if ghost_x > reach or -ghost_x > reach or ghost_y > reach or -ghost_y > reach:
                    continue
                if first_in_way(xs, ys, kinds, man, places[place], -shape[G_LINE], ghost_x, ghost_y, touch) >= 0:
                    continue
                leaving = sqrt(ARRIVAL * ARRIVAL + 2.0 * shape[G_DRAG] * length)
                share = shape[G_MASS] / (shape[G_MASS] + shape[G_MAN_MASS])
                arriving = leaving / ((1.0 + shape[G_BOUNCE]) * share * straight)
                found[count, D_RATIO] = opening(shape[G_MOUTH], length) * touch * straight / run
                found[count, D_X] = places[place]
                found[count, D_WAY_X] = wx
                found[count, D_WAY_Y] = wy
                found[count, D_SPEED] = sqrt(arriving * arriving + 2.0 * shape[G_DRAG] * run)
                found[count, D_DISC] = man
                found[count, D_POCKET] = pocket
                count += 1
    return count


# -- the player's view: own pieces, others, and free lines -------------------------------------------------------------


class AimingSurface(Protocol):
    """The surface's parameters that aiming needs; `physics.Surface` has them."""

    @property
    def friction(self) -> float:
        """Board friction."""

    @property
    def disc_restitution(self) -> float:
        """Restitution of disc on disc."""

    @property
    def frame_restitution(self) -> float:
        """Restitution of disc on frame."""

    @property
    def contact_friction(self) -> float:
        """Tangential friction of disc on disc."""

    @property
    def frame_friction(self) -> float:
        """Tangential friction of disc on frame."""

    @property
    def disc_tangential_restitution(self) -> float:
        """Tangential restitution of disc on disc."""

    @property
    def frame_tangential_restitution(self) -> float:
        """Tangential restitution of disc on frame."""


@dataclass(frozen=True)
class PlayerView:
    """One position in the striking player's frame: points as complex numbers in µm, `places` as baseline offsets."""

    discs: tuple[tuple[Disc, complex], ...]
    targets: tuple[Disc, ...]
    places: tuple[int, ...]
    ground: AimingSurface
    equipment: Equipment = STANDARD
    across: int = 0
    """Offset of the striker's spots across the baseline, µm."""

    @classmethod
    def seen_from(
        cls,
        position: Position,
        seat: Seat,
        *,
        targets: tuple[Disc, ...],
        places: tuple[int, ...],
        ground: AimingSurface,
        equipment: Equipment = STANDARD,
        across: int = 0,
    ) -> "PlayerView":
        """Return the table from the view of the player at `seat`; a striker in `position` is left out."""
        discs = tuple(
            (placed.disc, complex(*seat.from_board(placed.at.x, placed.at.y)))
            for placed in position
            if placed.disc is not Disc.S
        )
        lying = {disc for disc, _ in discs}
        return cls(discs, tuple(disc for disc in targets if disc in lying), places, ground, equipment, across)

    @cached_property
    def where(self) -> dict[Disc, complex]:
        """The position of each disc."""
        return dict(self.discs)

    @cached_property
    def man(self) -> float:
        """Radius of a piece (and of the queen)."""
        return self.equipment.man_diameter / 2

    @cached_property
    def striker(self) -> float:
        """Radius of the striker."""
        return self.equipment.striker_diameter / 2

    @cached_property
    def touch(self) -> float:
        """Distance of the centres when the striker touches a piece."""
        return self.man + self.striker

    @cached_property
    def pockets(self) -> tuple[complex, ...]:
        """Centres of the pockets: far left, far right, near left, near right."""
        c = float(self.equipment.pocket_centre)
        return (complex(-c, c), complex(c, c), complex(-c, -c), complex(c, -c))

    @cached_property
    def pocket_radius(self) -> float:
        """Radius of a pocket: a disc falls when its centre comes this close."""
        return self.equipment.pocket_diameter / 2

    def stand(self, x: float) -> complex:
        """Return the striker's position at offset `x` on the baseline."""
        return complex(x, self.across - self.equipment.baseline)

    def stroke(self, x: int, way: complex, speed: float) -> Stroke:
        """Return the stroke from the spot at `x` in direction `way` at `speed` µm/s."""
        return Stroke(x, round(way.real * speed), round(way.imag * speed), self.across)

    def reach(self, radius: float) -> float:
        """Return the largest |x| and |y| that the centre of a disc of that radius can have."""
        return self.equipment.half - radius

    def others(self, *without: Disc) -> list[complex]:
        """Return the positions of all discs except those named."""
        return [place for disc, place in self.discs if disc not in without]
