"""The compiled kernel of rollouts: many noisy strokes from one position.

It gives the same bits compiled and interpreted, and allocates nothing per sample. A sample's *class* is an integer that
holds everything the laws distinguish within one round: how many pieces of each colour fell, the queen, the striker,
whether the striker itself touched an opponent's piece that fell, whether it touched anything, and the baselines it
left. The value of each class is computed once from the laws (`class_values.py`).
"""

from math import sqrt

from carrom.board.integers import nearest
from carrom.engine.geometry import HARDEST, REFERENCE_SPEED
from carrom.engine.pocketing import BLOCKERS, G_POCKET, LANES, RATIO, easiest, error_function, still_open
from carrom.physics.kernel.layout import FELL, NEVER, REST_X, REST_Y, TOUCHED, Floats, Marks, Profile
from carrom.physics.kernel.loop import play
from carrom.physics.kernel.stroke_batch import (
    NOWHERE,
    S_SPIN,
    S_VX,
    S_VY,
    S_X,
    S_Y,
    FloatTable,
    IntegerCube,
    IntegerTable,
    away_of,
    lay,
    lines_left,
    turned_x,
    turned_y,
)

QUEEN, WHITE, BLACK = 0, 1, 2
"""Kinds of discs; −1 marks a disc that is not on the board."""
# Parameters of a player: standard deviations of direction (rad at 2 m/s), relative speed and place (µm); the aim error
# for which pieces count as easy or hard (0: skip the layout); the player's colour (0: none); the seats that strike next
# and after that, in quarter turns; the number of players to compute layout features for.
H_DIRECTION, H_SPEED, H_PLACE, H_EASE, H_COLOUR, H_NEXT, H_THIRD, H_SIDES, HAND = range(9)
# Layout features of a player, in millionths: a block for the player in turn, the next one and, where more than two
# play, the one after that; in doubles that is the partner. The sums over the player's pieces of nearness to a pocket
# and of difficulty (1 − success probability of the easiest stroke); the queen's difficulty; and of single pieces the
# difficulties of the WORST hardest and the success probability of the easiest one. Where no side owns a colour, every
# piece counts as the player's, and single pieces are the success probabilities of the EASY easiest of each colour.
L_NEAR, L_HARD, L_QUEEN, L_EACH = 0, 1, 2, 3
WORST, EASY = 5, 3
L_EASIEST = L_EACH + WORST
BLOCK = 9
BLOCKS = 3
LIE = BLOCKS * BLOCK
NEARNESS = 0.11
"""Distance in m over which the value of nearness falls to about a third."""
POINT = 1_000_000
"""Values are integer millionths of a point, so that sums do not depend on their order."""
DIVERGED = 4_800
CLASSES = 4_801
ROOT_2 = 1.4142135623730951


def class_of(whites: int, blacks: int, queen: int, striker: int, direct: int, lines: int, met: int) -> int:
    """Return the class of a stroke; `lines` is the number of baselines that the striker has left."""
    return (((((whites * 10 + blacks) * 2 + queen) * 2 + striker) * 2 + direct) * 3 + lines) * 2 + met


def row_of(side: int, disc: int) -> int:
    """Return the row of a disc's easiest stroke; sides are numbered from 0, BLOCKS for each position."""
    return side * LANES + disc


def stray(
    strokes: IntegerTable,
    s: int,
    hand: Floats,
    z0: float,
    z1: float,
    z2: float,
    spans: IntegerTable,
    struck: IntegerTable,
) -> None:
    """Write stroke s with noise from these deviates; the place error is dropped where the spot would be illegal."""
    vx = float(strokes[s, S_VX])
    vy = float(strokes[s, S_VY])
    speed = sqrt(vx * vx + vy * vy)
    turn = hand[H_DIRECTION] * (0.8 + 0.2 * speed / REFERENCE_SPEED) * z0
    square = turn * turn
    cosine = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0)))
    sine = turn * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0))))
    faster = 1.0 + hand[H_SPEED] * z1
    faster = faster if faster > 0.1 else 0.1
    if faster > 1.0 and faster * speed > HARDEST:
        faster = HARDEST / speed if speed < HARDEST else 1.0
    new_x = nearest((vx * cosine - vy * sine) * faster)
    new_y = nearest((vx * sine + vy * cosine) * faster)
    if new_x == 0 and new_y == 0:
        new_x = strokes[s, S_VX]
        new_y = strokes[s, S_VY]
    at = strokes[s, S_X] + nearest(hand[H_PLACE] * z2)
    legal = False
    for k in range(len(spans)):
        if spans[k, 0] <= at <= spans[k, 1]:
            legal = True
    struck[0, S_X] = at if legal else strokes[s, S_X]
    struck[0, S_VX] = new_x
    struck[0, S_VY] = new_y
    struck[0, S_Y] = strokes[s, S_Y]
    struck[0, S_SPIN] = strokes[s, S_SPIN]


def try_many(
    profile: Profile,
    state: Floats,
    marks: Marks,
    log: Floats,
    world: Floats,
    sizes: Floats,
    measures: Marks,
    places: IntegerCube,
    quarters: int,
    kinds: Marks,
    strokes: IntegerTable,
    noise: FloatTable,
    offset: int,
    per: int,
    stride: int,
    hand: Floats,
    spans: IntegerTable,
    line: Floats,
    shape: Floats,
    base: FloatTable,
    work: FloatTable,
    lanes: IntegerTable,
    struck: IntegerTable,
    first: int,
    last: int,
    classes: Marks,
    lies: IntegerTable,
) -> None:
    """Simulate samples `first` to `last`, `per` a stroke; each uses its own row of `noise` and its rack.

    Sample k of stroke s uses row offset + k + stride·s: with a stride of 0 all strokes share the same rows. Writes the
    classes and the layout features at rest.
    """
    for job in range(first, last):
        s = job // per
        row = (offset + job % per + stride * s) % len(noise)
        p = row % len(places)
        stray(strokes, s, hand, noise[row, 0], noise[row, 1], noise[row, 2], spans, struck)
        n = lay(state, sizes, measures, places, p, struck, 0, quarters)
        events = play(profile, state, marks, world, log, n)
        if events < 0:
            classes[job] = DIVERGED
            continue
        classes[job] = seen(state, log, events, measures, places, p, quarters, kinds, hand[H_COLOUR])
        lie(state, places, p, quarters, kinds, hand, line, shape, base, work, lanes, lies[job])


def seen(
    state: Floats,
    log: Floats,
    events: int,
    measures: Marks,
    places: IntegerCube,
    p: int,
    quarters: int,
    kinds: Marks,
    colour: float,
) -> int:
    """Return the class of the stroke just simulated."""
    whites = 0
    blacks = 0
    queen = 0
    direct = 0
    met = 0
    lane = 1
    for disc in range(1, LANES):
        if places[p, disc, 0] == NOWHERE:
            continue
        touched = state[TOUCHED + lane] < NEVER
        if touched:
            met = 1
        if state[FELL + lane] < NEVER:
            if kinds[disc] == QUEEN:
                queen = 1
            elif kinds[disc] == WHITE:
                whites += 1
            else:
                blacks += 1
            if touched and colour > 0.0 and kinds[disc] > 0 and kinds[disc] != colour:
                direct = 1
        lane += 1
    striker = 1 if state[FELL] < NEVER else 0
    lines = 2
    if striker == 0:
        lines = lines_left(log, events, state[REST_X], state[REST_Y], quarters, measures)
        lines = 2 if lines < 0 else lines
    return class_of(whites, blacks, queen, striker, direct, lines, met)


def lie(
    state: Floats,
    places: IntegerCube,
    p: int,
    quarters: int,
    kinds: Marks,
    hand: Floats,
    line: Floats,
    shape: Floats,
    base: FloatTable,
    work: FloatTable,
    lanes: IntegerTable,
    row: Marks,
) -> None:
    """Write the layout features of the discs at rest, for the player and the following ones, into a row of LIE.

    Only pieces that have moved, or near which something has moved, are evaluated again.
    """
    for column in range(LIE):
        row[column] = 0
    if hand[H_EASE] <= 0.0:
        return
    now = lanes[0]
    moved = lanes[1]
    count = 0
    gone = 0
    lane = 1
    for disc in range(1, LANES):
        now[disc] = -1
        if places[p, disc, 0] == NOWHERE:
            continue
        if state[FELL + lane] < NEVER:
            gone |= 1 << disc
        else:
            x = state[REST_X + lane]
            y = state[REST_Y + lane]
            now[disc] = kinds[disc]
            work[3, disc] = x
            work[4, disc] = y
            if nearest(x * 1e6) != places[p, disc, 0] or nearest(y * 1e6) != places[p, disc, 1]:
                moved[count] = disc
                count += 1
                gone |= 1 << disc
        lane += 1
    colour = int(hand[H_COLOUR])
    write_lie(now, moved, count, gone, colour, quarters, int(hand[H_NEXT]), int(hand[H_THIRD]), int(hand[H_SIDES]),
              hand[H_EASE], line, shape, base, BLOCKS * p, work, row)  # fmt: skip


def write_lie(
    now: Marks,
    moved: Marks,
    count: int,
    gone: int,
    colour: int,
    quarters: int,
    after: int,
    third: int,
    sides: int,
    ease: float,
    line: Floats,
    shape: Floats,
    base: FloatTable,
    side_0: int,
    work: FloatTable,
    row: Marks,
) -> None:
    """Write a row of LIE for discs at `work[3]`, `work[4]` (m, in the board's frame).

    `base` holds the easiest strokes by `row_of`, those of this position from side `side_0` on; `gone` marks, as bits,
    the discs that are no longer where `base` has them. With a `colour` of 0 no side owns pieces.
    """
    for side in range(sides):
        turned = quarters if side == 0 else after if side == 1 else third
        for disc in range(1, LANES):
            if now[disc] >= 0:
                work[0, disc] = -away_of(work[3, disc], work[4, disc], (turned + 1) % 4)
                work[1, disc] = away_of(work[3, disc], work[4, disc], turned)
        own = 3 - colour if side == 1 and colour > 0 else colour
        first = BLOCK * side
        near = 0.0
        for disc in range(1, LANES):
            if now[disc] < 0 or (now[disc] > 0 and own > 0 and now[disc] != own):
                continue
            place = row_of(side_0 + side, disc)
            ratio = base[place, RATIO]
            if (
                gone >> disc & 1 == 1
                or int(base[place, BLOCKERS]) & gone != 0
                or not still_open(work[0], work[1], disc, moved, count, line, shape, base[place])
            ):
                easiest(work[0], work[1], now, disc, line, shape, work[2], work[5])
                ratio = work[2, RATIO]
            hard = nearest(POINT * (1.0 - error_function(ratio / (ease * ROOT_2))))
            if now[disc] == QUEEN:
                row[first + L_QUEEN] = hard
                continue
            near += nearness(work[3, disc], work[4, disc], shape)
            row[first + L_HARD] += hard
            if own == 0:
                insert(row, first + L_EACH + (0 if now[disc] == WHITE else EASY), EASY, POINT - hard)
                continue
            insert(row, first + L_EACH, WORST, hard)
            if POINT - hard > row[first + L_EASIEST]:
                row[first + L_EASIEST] = POINT - hard
        row[first + L_NEAR] = nearest(POINT * near)


def insert(row: Marks, first: int, count: int, value: int) -> None:
    """Insert a value into the `count` largest values of a row from `first` on, in descending order."""
    for place in range(first, first + count):
        if value > row[place]:
            other = row[place]
            row[place] = value
            value = other


def nearness(x: float, y: float, shape: Floats) -> float:
    """Return the value of nearness to a pocket: 1 at its mouth, about a third at NEARNESS."""
    dx = (x if x > 0.0 else -x) - shape[G_POCKET]
    dy = (y if y > 0.0 else -y) - shape[G_POCKET]
    share = sqrt(dx * dx + dy * dy) / NEARNESS
    return 1.0 / (1.0 + share * (1.0 + share * (0.5 + share * (1.0 / 6.0 + share / 24.0))))


def foresee_men(
    places: IntegerCube, quarters: int, kinds: Marks, hand: Floats, line: Floats, shape: Floats, base: FloatTable,
    work: FloatTable, lanes: IntegerTable
) -> None:  # fmt: skip
    """Write, for every position and player of the layout, the easiest stroke at each disc before the stroke."""
    colour = int(hand[H_COLOUR])
    for p in range(len(places)):
        for side in range(int(hand[H_SIDES])):
            turned = quarters if side == 0 else int(hand[H_NEXT]) if side == 1 else int(hand[H_THIRD])
            turn_to_player(places, p, turned, kinds, work[0], work[1], lanes[0])
            own = 3 - colour if side == 1 and colour > 0 else colour
            for disc in range(1, LANES):
                if lanes[0, disc] == QUEEN or (lanes[0, disc] > 0 and (own == 0 or lanes[0, disc] == own)):
                    known = base[row_of(BLOCKS * p + side, disc)]
                    easiest(work[0], work[1], lanes[0], disc, line, shape, known, work[5])


def survey(
    places: IntegerCube, kinds: Marks, seats: IntegerTable, eases: Floats, line: Floats, shape: Floats,
    base: FloatTable, work: FloatTable, lanes: IntegerTable, rows: IntegerTable
) -> None:  # fmt: skip
    """Write a row of LIE for every position; `seats` holds the first player's colour, the players' quarter turns, and
    how many players there are."""
    for p in range(len(places)):
        for disc in range(1, LANES):
            lanes[0, disc] = -1
            if places[p, disc, 0] != NOWHERE:
                lanes[0, disc] = kinds[disc]
                work[3, disc] = places[p, disc, 0] / 1e6
                work[4, disc] = places[p, disc, 1] / 1e6
        for column in range(LIE):
            rows[p, column] = 0
        write_lie(lanes[0], lanes[1], 0, -1, seats[p, 0], seats[p, 1], seats[p, 2], seats[p, 3], seats[p, 4],
                  eases[p], line, shape, base, 0, work, rows[p])  # fmt: skip


def turn_to_player(
    places: IntegerCube, p: int, quarters: int, kinds: Marks, xs: Floats, ys: Floats, now: Marks
) -> None:
    """Write the positions of the discs in the player's frame, in m, and which discs are on the board."""
    back = (4 - quarters) % 4
    for disc in range(1, LANES):
        now[disc] = -1
        if places[p, disc, 0] != NOWHERE:
            now[disc] = kinds[disc]
            xs[disc] = turned_x(places[p, disc, 0], places[p, disc, 1], back) / 1e6
            ys[disc] = turned_y(places[p, disc, 0], places[p, disc, 1], back) / 1e6
