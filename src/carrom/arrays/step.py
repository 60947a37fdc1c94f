"""The compiled step: a stroke on each board, its facts, the law's decision, payment, placing, and who acts next."""

from carrom.arrays.accounts import men_on_board, placed, put_off, settle
from carrom.arrays.facts import key_of
from carrom.arrays.layout import (
    ALL_DISCS,
    ASK,
    DEMAND,
    DIVERGED,
    LINES,
    NO_SPOT,
    NONE,
    NOWHERE,
    OVER,
    OWNER,
    PLACE,
    POINTS,
    STATUS,
    STRIKE,
    STROKES,
    TURN,
    UP_TO,
    WAITING,
    WINNERS,
    Numbers,
    Table,
)
from carrom.arrays.queue import length
from carrom.board.crossing import OUTER, QUEEN_X, QUEEN_Y, SHOTS
from carrom.board.span import APART, BASELINE, CIRCLE, COVERED, PLAY, end_of, spans
from carrom.board.spot import centre_place, due_place
from carrom.physics.crowd import BASELINE as LINES_FROM_CENTRE
from carrom.physics.crowd import F_EVENTS, F_LINES, HALF, MAN_WIDTH, STRIKER_WIDTH, lay, note, turned_x, turned_y
from carrom.physics.kernel import play
from carrom.physics.layout import NEVER, P_DRAG, Floats, Marks, Profile

CENTRE = 0
BY_ITSELF = 1
"""Placings and demands are made within the step: on the place nearest to the centre, for all that may be asked."""


def play_boards(
    profile: Profile,
    state: Floats,
    marks: Marks,
    log: Floats,
    worlds: Table,
    sizes: Floats,
    measures: Marks,
    strokes: Table,
    info: Table,
    places: Table,
    quarters: Marks,
    picks: Marks,
    first: int,
    last: int,
    rest: Table,
    fell: Table,
    touched: Table,
    facts: Table,
) -> None:
    """Play the strokes of the boards whose numbers are `picks` from `first` to `last`, and note what was seen."""
    for pick in range(first, last):
        b = picks[pick]
        quarters[b] = info[b, TURN]
        n = lay(state, sizes, measures, places, b, strokes, b, quarters[b])
        world = b if len(worlds) > 1 else 0
        facts[b, F_EVENTS] = play(profile, state, marks, worlds[world], log, n)
        if facts[b, F_EVENTS] < 0:
            info[b, STATUS] = DIVERGED
            continue
        note(profile, state, marks, log, worlds[world, P_DRAG], measures, places, b, quarters[b], b, rest, fell,
             touched, facts)  # fmt: skip
        info[b, STATUS] = LINES if facts[b, F_LINES] < 0 else ASK


def rule_boards(
    info: Table,
    places: Table,
    queues: Table,
    book: Numbers,
    slots: Table,
    decisions: Table,
    measures: Marks,
    lines: Numbers,
    limits: Numbers,
    board: Numbers,
    grid: Numbers,
    fewest: int,
    by_itself: int,
    picks: Marks,
    first: int,
    last: int,
    rest: Table,
    fell: Table,
    touched: Table,
    facts: Table,
    keys: Numbers,
    fallen: Table,
    work: Table,
    circles: Numbers,
    free: Numbers,
    left: Numbers,
    points: Floats,
    found: Numbers,
) -> None:
    """Let the law follow on the strokes of boards that ask; those whose facts are new to the table go on asking."""
    for pick in range(first, last):
        b = picks[pick]
        if info[b, STATUS] != ASK:
            continue
        key = key_of(info, places, queues, book, b, fell, touched, facts)
        keys[b] = key
        row = row_of(slots, key)
        if row < 0:
            continue
        met = in_falling_order(places, b, fell, touched, fallen)
        settle(info, queues, book, decisions, row, b, met, fallen, work)
        for disc in range(1, ALL_DISCS):
            if places[b, disc, 0] != NOWHERE:
                places[b, disc, 0] = rest[b, disc, 0]
                places[b, disc, 1] = rest[b, disc, 1]
        for k in range(length(work, 0, CENTRE)):
            put_on_centre(info, places, b, work[0, CENTRE, k], measures, limits, board, circles, points, found)
        info[b, STROKES] += 1
        go_on(info, places, queues, book, b, measures, lines, limits, board, grid, fewest, by_itself, circles, free,
              left, points, found)  # fmt: skip


def row_of(slots: Table, key: int) -> int:
    """Return the row of a key's decision, or −1."""
    size = len(slots)
    at = key % size
    while slots[at, 1] >= 0:
        if slots[at, 0] == key:
            row: int = slots[at, 1]
            return row
        at += 1
        if at == size:
            at = 0
    return -1


def in_falling_order(places: Table, b: int, fell: Table, touched: Table, fallen: Table) -> bool:
    """Write men and queen that fell, in falling order, then NONE; say whether the striker touched anything."""
    count = 0
    met = False
    for disc in range(1, ALL_DISCS):
        if places[b, disc, 0] == NOWHERE:
            continue
        met = met or touched[b, disc] < NEVER
        if fell[b, disc] < NEVER:
            at = count
            while at > 0 and fell[b, fallen[b, 0, at - 1]] > fell[b, disc]:
                fallen[b, 0, at] = fallen[b, 0, at - 1]
                at -= 1
            fallen[b, 0, at] = disc
            count += 1
    fallen[b, 0, count] = NONE
    return met


def go_on(
    info: Table,
    places: Table,
    queues: Table,
    book: Numbers,
    b: int,
    measures: Marks,
    lines: Numbers,
    limits: Numbers,
    board: Numbers,
    grid: Numbers,
    fewest: int,
    by_itself: int,
    circles: Numbers,
    free: Numbers,
    left: Numbers,
    points: Floats,
    found: Numbers,
) -> None:
    """Place what can be placed, and say what the board waits for."""
    while queues[b, WAITING, 0] != NONE:
        disc = queues[b, WAITING, 0]
        reach = limits[OUTER] + measures[MAN_WIDTH]
        n = circles_about(places, b, disc, measures[MAN_WIDTH], reach, circles)
        limits[SHOTS] = 1 if places[b, 1, 0] == NOWHERE else 0
        limits[QUEEN_X] = places[b, 1, 0]
        limits[QUEEN_Y] = places[b, 1, 1]
        if due_place(circles, n, limits, grid, points, found):
            if by_itself == 0:
                info[b, STATUS] = PLACE
                return
            placed(info, queues, book, b)
            places[b, disc, 0] = found[0]
            places[b, disc, 1] = found[1]
        elif men_on_board(info, places, book, b, queues[b, OWNER, 0]) > 0:
            put_off(info, queues, b)
        else:
            placed(info, queues, book, b)
            put_on_centre(info, places, b, disc, measures, limits, board, circles, points, found)
    if info[b, WINNERS] != 0:
        if by_itself != 0:
            info[b, POINTS] += info[b, UP_TO]
            info[b, UP_TO] = 0
        info[b, STATUS] = DEMAND if info[b, UP_TO] > 0 else OVER
    else:
        free = has_spot(info, places, b, measures, lines, fewest, circles, free, left, points, found)
        info[b, STATUS] = STRIKE if free else NO_SPOT


def circles_about(places: Table, b: int, disc: int, apart: int, reach: int, circles: Numbers) -> int:
    """Write the circles on which a man's middle lies when it touches another disc not further from the centre, in x and
    y, than `reach`; return their number."""
    n = 0
    for other in range(1, ALL_DISCS):
        x = places[b, other, 0]
        y = places[b, other, 1]
        if other != disc and -reach <= x <= reach and -reach <= y <= reach:
            circles[3 * n] = x
            circles[3 * n + 1] = y
            circles[3 * n + 2] = apart
            n += 1
    return n


def put_on_centre(
    info: Table,
    places: Table,
    b: int,
    disc: int,
    measures: Marks,
    limits: Numbers,
    board: Numbers,
    circles: Numbers,
    points: Floats,
    found: Numbers,
) -> None:
    """Put a disc where the umpire does: on the centre, or next best for who plays next."""
    n = circles_about(places, b, disc, measures[MAN_WIDTH], measures[HALF], circles)
    centre_place(circles, n, board, info[b, TURN], limits[0], points, found)
    places[b, disc, 0] = found[0]
    places[b, disc, 1] = found[1]


def circles_on_lines(places: Table, b: int, quarters: int, measures: Marks, circles: Numbers) -> int:
    """Write the circles that keep the striker out, in the player's frame from the middle of his lines."""
    n = 0
    reach = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2
    back = (4 - quarters) % 4
    for disc in range(1, ALL_DISCS):
        if places[b, disc, 0] == NOWHERE:
            continue
        up = turned_y(places[b, disc, 0], places[b, disc, 1], back) + measures[LINES_FROM_CENTRE]
        if -reach - 5000 < up < reach + 5000:
            circles[3 * n] = turned_x(places[b, disc, 0], places[b, disc, 1], back)
            circles[3 * n + 1] = up
            circles[3 * n + 2] = reach
            n += 1
    return n


def has_spot(
    info: Table,
    places: Table,
    b: int,
    measures: Marks,
    lines: Numbers,
    fewest: int,
    circles: Numbers,
    free: Numbers,
    left: Numbers,
    points: Floats,
    found: Numbers,
) -> bool:
    """Whether the striker of who is in turn may stand anywhere."""
    reach = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2
    back = (4 - info[b, TURN]) % 4
    near = 0
    for disc in range(1, ALL_DISCS):
        up = turned_y(places[b, disc, 0], places[b, disc, 1], back) + measures[LINES_FROM_CENTRE]
        if -reach < up < reach:
            near += 1
    if near < fewest:
        return True
    n = circles_on_lines(places, b, info[b, TURN], measures, circles)
    return spans(circles, n, lines, free, left, points, found) > 0


def stands_legally(info: Table, places: Table, b: int, x: int, y: int, measures: Marks, lines: Numbers) -> bool:
    """Whether the striker may stand at an offset of the lines of who is in turn (Law 130)."""
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
    quarters = info[b, TURN]
    at_x = turned_x(x, y - lines[BASELINE], quarters)
    at_y = turned_y(x, y - lines[BASELINE], quarters)
    reach = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2
    for disc in range(1, ALL_DISCS):
        dx = places[b, disc, 0] - at_x
        dy = places[b, disc, 1] - at_y
        if -reach < dx < reach and dx * dx + dy * dy < reach * reach:
            return False
    return True


def first_illegal(
    info: Table,
    places: Table,
    strokes: Table,
    picks: Marks,
    measures: Marks,
    lines: Numbers,
    fastest: int,
    most_spin: int,
) -> int:
    """Return the number of the first board whose stroke nobody may play, or −1."""
    for pick in range(len(picks)):
        b = picks[pick]
        vx = strokes[b, 1]
        vy = strokes[b, 2]
        spin = strokes[b, 4]
        if vx > fastest or -vx > fastest or vy > fastest or -vy > fastest or spin > most_spin or -spin > most_spin:
            return b
        squared = vx * vx + vy * vy
        if squared == 0 or squared > fastest * fastest:
            return b
        if not stands_legally(info, places, b, strokes[b, 0], strokes[b, 3], measures, lines):
            return b
    return -1


def aim(
    info: Table,
    places: Table,
    shares: Floats,
    strokes: Table,
    picks: Marks,
    measures: Marks,
    lines: Numbers,
    circles: Numbers,
    free: Numbers,
    left: Numbers,
    points: Floats,
    found: Numbers,
) -> None:
    """Put each striker at a share (0 to 1) of the length where it may stand: x and y of the strokes."""
    for pick in range(len(picks)):
        b = picks[pick]
        n = circles_on_lines(places, b, info[b, TURN], measures, circles)
        count = spans(circles, n, lines, free, left, points, found)
        length_of_all = 0
        for k in range(count):
            length_of_all += found[3 * k + 1] - found[3 * k] + 1
        ahead = int(shares[b] * length_of_all)
        ahead = ahead if ahead < length_of_all else length_of_all - 1
        for k in range(count):
            size = found[3 * k + 1] - found[3 * k] + 1
            if ahead < size:
                strokes[b, 0] = found[3 * k] + ahead
                strokes[b, 3] = found[3 * k + 2]
                break
            ahead -= size
