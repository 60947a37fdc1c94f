"""Legal striker spots of the player in turn, and the check of strokes."""

from carrom.arrays.layout import (
    ALL_DISCS,
    FEWEST,
    NOWHERE,
    TURN,
    BoardParameters,
    IntegerTable,
    Numbers,
    Tables,
    ThreadWorkspace,
)
from carrom.board.striker_spans import APART, CIRCLE, COVERED, PLAY, end_of, spans
from carrom.board.striker_spans import BASELINE as LINES_TO_CENTRE
from carrom.physics.kernel.layout import Floats
from carrom.physics.kernel.stroke_batch import (
    BASELINE,
    MAN_WIDTH,
    S_SPIN,
    S_VX,
    S_VY,
    S_X,
    S_Y,
    STRIKER_WIDTH,
    turned_x,
    turned_y,
)

LOW, HIGH, REACHED = 0, 1, 2
"""Columns: the ends of the span in which a striker stands."""


def near_lines(tables: Tables, b: int, ground: BoardParameters) -> int:
    """Return how many discs are near enough to the baseline to block the striker."""
    measures = ground.measures
    reach = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2
    back = (4 - tables.info[b, TURN]) % 4
    near = 0
    for disc in range(1, ALL_DISCS):
        up = turned_y(tables.places[b, disc, 0], tables.places[b, disc, 1], back) + measures[BASELINE]
        if -reach < up < reach:
            near += 1
    return near


def circles_on_lines(tables: Tables, b: int, ground: BoardParameters, desk: ThreadWorkspace) -> int:
    """Write the circles that the striker's centre must avoid, relative to the middle of the player's baseline."""
    measures, circles, places = ground.measures, desk.circles, tables.places
    reach = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2
    back = (4 - tables.info[b, TURN]) % 4
    n = 0
    for disc in range(1, ALL_DISCS):
        if places[b, disc, 0] == NOWHERE:
            continue
        up = turned_y(places[b, disc, 0], places[b, disc, 1], back) + measures[BASELINE]
        if -reach - 5000 < up < reach + 5000:
            circles[3 * n] = turned_x(places[b, disc, 0], places[b, disc, 1], back)
            circles[3 * n + 1] = up
            circles[3 * n + 2] = reach
            n += 1
    return n


def spans_on(tables: Tables, b: int, ground: BoardParameters, desk: ThreadWorkspace) -> int:
    """Write the spans in which the striker may stand to the workspace; return their number."""
    n = circles_on_lines(tables, b, ground, desk)
    return spans(desk.circles, n, ground.lines, desk.free, desk.left, desk.points, desk.found)


def has_spot(tables: Tables, b: int, ground: BoardParameters, desk: ThreadWorkspace) -> bool:
    """Whether the player in turn has any legal spot for the striker."""
    return near_lines(tables, b, ground) < tables.book[FEWEST] or spans_on(tables, b, ground, desk) > 0


def stands_legally(tables: Tables, b: int, x: int, y: int, ground: BoardParameters) -> bool:
    """Whether the striker may stand at an offset on the baseline of the player in turn (Law 130)."""
    lines, measures, places = ground.lines, ground.measures, tables.places
    size = x if x > 0 else -x
    if y > lines[PLAY] or -y > lines[PLAY] or size > end_of(y, lines):
        return False
    off = size - lines[CIRCLE]
    distance = off * off + y * y
    if distance > lines[APART] * lines[APART]:
        if off > 0:
            return False
    elif distance > lines[COVERED] * lines[COVERED]:
        return False
    quarters = tables.info[b, TURN]
    at_x = turned_x(x, y - lines[LINES_TO_CENTRE], quarters)
    at_y = turned_y(x, y - lines[LINES_TO_CENTRE], quarters)
    reach = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2
    for disc in range(1, ALL_DISCS):
        dx = places[b, disc, 0] - at_x
        dy = places[b, disc, 1] - at_y
        if -reach < dx < reach and dx * dx + dy * dy < reach * reach:
            return False
    return True


def first_illegal(
    tables: Tables, strokes: IntegerTable, picks: Numbers, ground: BoardParameters, fastest: int, most_spin: int
) -> int:
    """Return the index of the first board with an illegal stroke, or −1."""
    for pick in range(len(picks)):
        b = picks[pick]
        vx = strokes[b, S_VX]
        vy = strokes[b, S_VY]
        spin = strokes[b, S_SPIN]
        if vx > fastest or -vx > fastest or vy > fastest or -vy > fastest or spin > most_spin or -spin > most_spin:
            return b  # type: ignore[no-any-return]
        squared = vx * vx + vy * vy
        if squared == 0 or squared > fastest * fastest:
            return b  # type: ignore[no-any-return]
        if not stands_legally(tables, b, strokes[b, S_X], strokes[b, S_Y], ground):
            return b  # type: ignore[no-any-return]
    return -1


def aim(
    tables: Tables,
    shares: Floats,
    strokes: IntegerTable,
    reached: IntegerTable,
    picks: Numbers,
    ground: BoardParameters,
    desk: ThreadWorkspace,
) -> None:
    """Write striker spots at a share (0 to 1) of their legal spans to `strokes`, and the spans' ends to `reached`.

    Boards without a disc near the baseline share the same spans, which are computed once.
    """
    found = desk.found
    empty = -1
    for pick in range(len(picks)):
        b = picks[pick]
        if near_lines(tables, b, ground) > 0:
            count = spans_on(tables, b, ground, desk)
            empty = -1
        else:
            if empty < 0:
                empty = spans_on(tables, b, ground, desk)
            count = empty
        whole = 0
        for k in range(count):
            whole += found[3 * k + 1] - found[3 * k] + 1
        ahead = int(shares[b] * whole)
        ahead = ahead if ahead < whole else whole - 1
        for k in range(count):
            size = found[3 * k + 1] - found[3 * k] + 1
            if ahead < size:
                strokes[b, S_X] = found[3 * k] + ahead
                strokes[b, S_Y] = found[3 * k + 2]
                reached[b, LOW] = found[3 * k]
                reached[b, HIGH] = found[3 * k + 1]
                break
            ahead -= size
