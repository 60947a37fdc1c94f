"""Random strokes for the soak test.

One stroke in ten is a break of a jittered rack; two in ten are aimed at rows of pieces frozen to each other and to the
frame. The others start from one to nineteen scattered pieces, a third of which are moved up to another piece or the
frame, so that discs touch or overlap by rounding, as in frozen groups. The striker is anywhere on its baseline, with
up to 12 m/s in any direction and, in half of the strokes, spin of up to 200 rad/s. Places and velocities are integers
in µm and µm/s, as in every game.
"""

from math import cos, pi, sin, sqrt

from carrom.board.equipment import STANDARD
from carrom.physics.invariants import S_MASS, S_RADIUS, S_RIM, S_VX, S_VY, S_X, S_Y, START
from carrom.physics.kernel.layout import Floats

MOST = 20
"""Discs of a stroke."""
DRAWS = 600
"""Random numbers one stroke may use."""
KEPT = 10
"""The last of them, which a surface may be drawn from."""
HALF, BASELINE, POCKET_RADIUS = float(STANDARD.half), float(STANDARD.baseline), STANDARD.pocket_diameter / 2
STRIKER, MAN = STANDARD.striker_diameter / 2, STANDARD.man_diameter / 2
STRIKER_MASS, MAN_MASS = STANDARD.striker_mass / 1e9, STANDARD.man_mass / 1e9
MICRO = 1e-6
ROUNDING = 1.5
"""µm by which two discs may overlap at the start."""


def strew(draws: Floats, start: Floats) -> int:
    """Lay out one stroke from DRAWS uniform random numbers; write it to `start` (START numbers a disc), return n."""
    lay_striker(draws, start)
    if draws[6] < 0.1:
        return lay_rack(draws, start)
    if draws[6] < 0.3:
        return lay_rows(draws, start)
    wanted = 2 + int(draws[7] * (MOST - 1))
    n = 1
    at = 8
    while n < wanted and at + 4 <= DRAWS - KEPT:
        x, y = spot(draws, at, start, n)
        if is_free(start, n, x, y):
            lay(start, n, x, y, MAN, MAN_MASS)
            n += 1
        at += 4
    return n


def lay(start: Floats, k: int, x: float, y: float, radius: float, mass: float) -> None:
    """Write a resting disc; x, y and radius in µm."""
    at = k * START
    start[at + S_X] = round(x) * MICRO
    start[at + S_Y] = round(y) * MICRO
    start[at + S_VX] = 0.0
    start[at + S_VY] = 0.0
    start[at + S_RIM] = 0.0
    start[at + S_RADIUS] = radius * MICRO
    start[at + S_MASS] = mass


def lay_striker(draws: Floats, start: Floats) -> None:
    """Place the striker on its baseline and set its velocity."""
    lay(start, 0, (draws[0] - 0.5) * 436_500.0, -BASELINE + (draws[1] - 0.5) * 9_500.0, STRIKER, STRIKER_MASS)
    speed = 1.0 + 11_990_000.0 * draws[2] * draws[2]
    angle = 2.0 * pi * draws[3] if draws[3] < 0.2 else pi * draws[4]
    start[S_VX] = round(speed * cos(angle)) * MICRO
    start[S_VY] = round(speed * sin(angle)) * MICRO
    if draws[5] < 0.5:
        start[S_RIM] = round((draws[5] - 0.25) * 0.8e6) / 1e3 * STRIKER * MICRO


def lay_rack(draws: Floats, start: Floats) -> int:
    """Rack nineteen pieces with gaps of 20 µm ± 5 µm a coordinate, turned by any angle."""
    n = 1
    step = 2.0 * MAN + 20.0
    ux = cos(2.0 * pi * draws[8])
    uy = sin(2.0 * pi * draws[8])
    for a in range(-2, 3):
        for b in range(-2, 3):
            if -2 <= a + b <= 2:
                x = step * (a + 0.5 * b)
                y = step * b * sqrt(0.75)
                jitter_x = 10.0 * (draws[9 + 2 * n] - 0.5)
                jitter_y = 10.0 * (draws[10 + 2 * n] - 0.5)
                lay(start, n, x * ux - y * uy + jitter_x, x * uy + y * ux + jitter_y, MAN, MAN_MASS)
                n += 1
    return n


def lay_rows(draws: Floats, start: Floats) -> int:
    """Place rows of pieces against a frame, aligned or staggered, and aim the striker at one of them."""
    wanted = 2 + int(draws[7] * (MOST - 2))
    columns = 1 + int(draws[8] * draws[8] * 12.0)
    is_packed = draws[9] < 0.4
    first = (draws[10] - 0.5) * 500_000.0
    away = sqrt(0.75) if is_packed else 1.0
    n = 1
    for man in range(wanted):
        row = man // columns
        along = first + 2.0 * MAN * (man - row * columns)
        if is_packed and row % 2 == 1:
            along += MAN
        out = HALF - MAN - 2.0 * MAN * away * row
        x = out
        y = along
        if draws[11] < 0.25:
            x, y = -along, out
        elif draws[11] < 0.5:
            x, y = -out, -along
        elif draws[11] < 0.75:
            x, y = along, -out
        if is_free(start, n, x, y):
            lay(start, n, x, y, MAN, MAN_MASS)
            n += 1
    if n > 1:
        k = (1 + int(draws[12] * (n - 1))) * START
        dx = start[k + S_X] - start[S_X] + (draws[13] - 0.5) * 0.03
        dy = start[k + S_Y] - start[S_Y] + (draws[14] - 0.5) * 0.03
        scale = (0.3 + 11.6 * draws[2]) / sqrt(dx * dx + dy * dy)
        start[S_VX] = round(dx * scale / MICRO) * MICRO
        start[S_VY] = round(dy * scale / MICRO) * MICRO
    return n


def spot(draws: Floats, at: int, start: Floats, n: int) -> tuple[float, float]:
    """Return a place for the next piece: anywhere, against another disc, or against the frame."""
    x = (2.0 * draws[at] - 1.0) * (HALF - MAN)
    y = (2.0 * draws[at + 1] - 1.0) * (HALF - MAN)
    way = draws[at + 2]
    if way < 0.2:
        k = int(draws[at + 3] * n) * START
        apart = start[k + S_RADIUS] / MICRO + MAN
        x = start[k + S_X] / MICRO + apart * cos(10.0 * pi * way)
        y = start[k + S_Y] / MICRO + apart * sin(10.0 * pi * way)
    elif way < 0.3:
        x = HALF - MAN if x > 0.0 else MAN - HALF
    elif way < 0.4:
        y = HALF - MAN if y > 0.0 else MAN - HALF
    return x, y


def is_free(start: Floats, n: int, x: float, y: float) -> bool:
    """Whether a piece may be at (x, y), µm: on the board, over no pocket, and overlapping no disc beyond rounding."""
    reach = HALF - MAN
    if x > reach or x < -reach or y > reach or y < -reach:
        return False
    dx = (x if x > 0.0 else -x) - HALF + POCKET_RADIUS
    dy = (y if y > 0.0 else -y) - HALF + POCKET_RADIUS
    if dx * dx + dy * dy < (POCKET_RADIUS + 2.0) * (POCKET_RADIUS + 2.0):
        return False
    for k in range(n):
        at = k * START
        dx = start[at + S_X] / MICRO - round(x)
        dy = start[at + S_Y] / MICRO - round(y)
        if sqrt(dx * dx + dy * dy) < start[at + S_RADIUS] / MICRO + MAN - ROUNDING:
            return False
    return True
